"""The turn before: read from its files, and what the turn after takes over from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from adjudicator.core.recorded_act import RecordedAct, dump_act, select_acts
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.leaves import seal_reports
from adjudicator.registry import AnyGame
from adjudicator.store.acts import ACTS
from adjudicator.store.bundle import RECORD_FILES, REPORTS, read_report_list, unbundle_turn
from adjudicator.store.checks import read_manifests
from adjudicator.store.damage import DamageError
from adjudicator.store.header import LOCAL, MANIFEST, PreviousTurn, SavedLocal, SavedManifest, read_local, read_manifest
from adjudicator.store.record import TurnRecord


class LastTurn(NamedTuple):
    """A turn as it is kept: its record, its two manifests, its head, and its ``reports.json``."""

    record: TurnRecord[Any]
    manifest: SavedManifest
    local: SavedLocal
    head: str
    reports: bytes


def load_turn(game: AnyGame, files: Mapping[str, bytes]) -> LastTurn:
    """The turn in ``files``, whatever the hashes say. Raises what damaged files break."""
    return keep_on(unbundle_turn(game, files), files)


def keep_on(record: TurnRecord[Any], files: Mapping[str, bytes]) -> LastTurn:
    """The turn of ``record``, which is kept as ``files``, for the next one to be played from."""
    manifest, local = read_manifest(files[MANIFEST]), read_local(files[LOCAL])
    return LastTurn(record, manifest, local, hash_bytes(files[MANIFEST]), files.get(REPORTS, b""))


def read_turn(game: AnyGame, where: str, files: Mapping[str, bytes]) -> LastTurn:
    """The turn in ``files``, which lie in ``where``, once it is what its manifest says. Raises :class:`DamageError`."""
    manifest, local = read_manifests(where, files)
    try:
        listed = {**local["files"], LOCAL: manifest["private_root"]}
        changed = [name for name in RECORD_FILES if name != MANIFEST and listed.get(name) != hash_bytes(files[name])]
        turn = load_turn(game, files) if not changed else None
    except Exception as error:
        # whatever damaged data breaks, it is the data's fault
        raise DamageError(where, f"not a turn that this program wrote: {error!r}"[:300]) from error
    if turn is None:
        raise DamageError(f"{where}/{changed[0]}", "is not what the manifest says")
    return turn


def check_position(
    where: str,
    manifest: SavedManifest,
    game: str,
    number: int,
    before: Mapping[str, bytes] | None,
    acts: Sequence[RecordedAct] | None = None,
) -> Iterator[str]:
    """What the ``manifest`` of the turn ``where`` says otherwise than its place: turn ``number`` of ``game``.

    ``before`` are the files of the turn before, none before turn 0, ``acts`` all that were recorded in its line; None
    where nothing is expected of them.
    """
    if (manifest["game"], manifest["turn"]) != (game, number):
        yield f"{where}/{MANIFEST}: is turn {manifest['turn']} of game {manifest['game']}"
    if acts is not None and list(manifest["acts"]) != [dump_act(act) for act in select_acts(acts, number, number)]:
        yield f"{where}/{MANIFEST}: acts: not those that {ACTS}/ has for this turn"
    if before is None:
        return
    if manifest["previous"] != (hash_bytes(before.get(MANIFEST, b"")) if number else None):
        yield f"{where}/{MANIFEST}: previous is not the head of the turn before"
    if number:
        place = f"{where.rpartition('/')[0]}/{number - 1:04}/{REPORTS}"
        try:
            root = find_reports_root(read_local(before[LOCAL]), before.get(REPORTS, b""), place)
        except (DamageError, KeyError, ValueError):
            root = ""
        if manifest["previous_reports"] != root:
            yield f"{place}: not what the next manifest says"


def take_over(last: LastTurn) -> PreviousTurn:
    """What the next turn takes over from ``last``. Raises :class:`DamageError`."""
    place = f"turns/{last.manifest['turn']:04}/{REPORTS}"
    return PreviousTurn(
        head=last.head,
        reports_root=find_reports_root(last.local, last.reports, place),
        echoes=last.manifest["echoes"],
        echoed=last.local["echoed"],
        unopened=last.local["unopened"],
    )


def find_reports_root(local: SavedLocal, reports: bytes, place: str) -> str:
    """The root over the reports listed in ``reports``. Raises :class:`DamageError`, which names ``place``."""
    try:
        return _seal_listed(local["salt"], reports)
    except ValueError as error:
        raise DamageError(place, f"not a list of reports: {error!r}") from error


@lru_cache(maxsize=2)
def _seal_listed(salt: str, reports: bytes) -> str:
    """The root over the reports listed; a run asks twice for that of the turn before: as it checks it and goes on."""
    return seal_reports(bytes.fromhex(salt), read_report_list(reports)["reports"]).root()
