"""What a turn's header commits with: from the secret where it is at hand, else as the record has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from adjudicator.core.charter import Charter
from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import MoveFile
from adjudicator.core.table import Seat
from adjudicator.proof.draws import join_public_nodes, open_public_key
from adjudicator.proof.leaves import salt_turn, seal_reports
from adjudicator.store.bundle import KEYS, REPORTS
from adjudicator.store.damage import DamageError
from adjudicator.store.header import Before, SavedKey, SavedLocal, SavedManifest, Seals
from adjudicator.store.json_text import read_json


def seal_with_secret(
    charter: Charter,
    secret: bytes,
    turn: int,
    before: Before | None,
    acts: Sequence[JsonObject],
    read_nodes: Callable[[], Sequence[bytes]],
) -> Seals:
    """The seals of ``turn``; ``read_nodes`` gives the nodes over the public keys, where a key is opened.

    Opening one raises :class:`DamageError` where the nodes are not those that were committed to.
    """

    def open_key(epoch: int) -> SavedKey:
        epochs, nodes = charter.commitment.epochs, read_nodes()
        if not nodes or join_public_nodes(nodes) != charter.commitment.public_root:
            raise DamageError(f"turns/0000/{KEYS}", "not the nodes over the public keys that were committed to")
        key, path = open_public_key(charter.id, secret, epoch, epochs, nodes)
        return {"key": key.hex(), "path": [node.hex() for node in path]}

    return Seals(salt_turn(secret, charter.id, turn, before.head if before else None, acts), open_key)


def seal_as_recorded(manifest: SavedManifest, local: SavedLocal) -> Seals:
    """The seals that a turn's manifests show; opening a key that is not opened there raises ``KeyError``."""
    return Seals(bytes.fromhex(local["salt"]), lambda epoch: manifest["rng"]["opened"][str(epoch)])


def take_over(manifest: SavedManifest, local: SavedLocal, head: str, reports: bytes) -> Before:
    """What the next turn takes over; ``reports`` is the ``reports.json`` of this one. Raises :class:`DamageError`."""
    place = f"turns/{manifest['turn']:04}/{REPORTS}"
    return Before(
        head=head,
        reports_root=find_reports_root(local, reports, place),
        echoes=manifest["echoes"],
        echoed=local["echoed"],
        unopened=local["unopened"],
    )


def find_reports_root(local: SavedLocal, reports: bytes, place: str) -> str:
    """The root over the reports listed in ``reports``. Raises :class:`DamageError`, which names ``place``."""
    try:
        hashes = cast("Mapping[str, str]", read_json(reports)["reports"])
        return seal_reports(bytes.fromhex(local["salt"]), hashes).root()
    except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise DamageError(place, f"not a list of reports: {error!r}") from error


def find_echoes(files: Mapping[Seat, Sequence[tuple[str, MoveFile]]]) -> dict[Seat, str]:
    """The head that each seat's accepted ``files`` (names and contents, oldest first) quote last."""
    return {seat: file.after for seat, named in files.items() for _, file in named if file.after is not None}
