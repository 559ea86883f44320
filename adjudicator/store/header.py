"""The manifests of a turn: the public header ``turn.json``, and ``private.json`` beside it, which is never mailed.

The header may be mailed to everybody: nothing hidden can be guessed from it, since whatever it commits to beside
public files is under salts. Its SHA-256 is the turn's head. ``private.json`` has the turn's salt, the plain hashes
of the files that are not public, and what only a replay needs. See ``docs/decisions/013-public-headers.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypedDict, TypeVar, cast

from adjudicator.core.chance import Mix
from adjudicator.core.charter import Charter
from adjudicator.core.instant import write_instant
from adjudicator.core.json_value import (
    JsonObject,
    JsonValue,
    Shape,
    expect_fields,
    is_digest,
    is_number,
    is_text,
    list_of,
    mapping_of,
    or_null,
)
from adjudicator.core.table import Seat
from adjudicator.proof.hashing import hash_bytes, hash_public, seal_facts, seal_orders
from adjudicator.proof.header import FORMAT, Header, OpenedKey, make_header
from adjudicator.store.formats import read_json, write_json

if TYPE_CHECKING:
    from adjudicator.store.record import Knowledge, TurnRecord

S = TypeVar("S")

_REMEMBERED = 8
"""Manifests that one command reads again and again are read from their bytes once; nobody changes what is read."""
MANIFEST = "turn.json"
LOCAL = "private.json"


class SavedLocal(TypedDict):
    """The content of ``private.json``.

    ``in_force`` names each seat's files that counted, oldest first; ``echoed`` has the last head that each seat has
    quoted, published or not; ``unopened`` the epochs with public draws whose keys are not opened yet; ``files`` the
    SHA-256 of every file of the turn that is neither public nor a report.
    """

    salt: str
    stop: str
    stopped_at: str | None
    in_force: Mapping[str, Sequence[str]]
    echoed: Mapping[str, str]
    unopened: Sequence[int]
    files: Mapping[str, str]


class PreviousTurn(NamedTuple):
    """What a turn takes over from the one before: its two manifests, and the root over its reports."""

    header: Header
    local: SavedLocal
    reports_root: str


class Commitments(NamedTuple):
    """What commitments are made with: the turn's salt, and who opens the public key of an epoch."""

    salt: bytes
    open_key: Callable[[int], OpenedKey]


class TurnInputs(NamedTuple):
    """What a turn took up besides the position.

    ``asked`` are the seats that play waited for, ``in_force`` the names of files that counted by seat, ``consumed``
    what :func:`list_consumed` gives, ``echoed`` the heads that these files quote, ``acts`` what the moderator did
    since the turn before, ``rerun`` whether the turn takes the place of an abandoned one.
    """

    asked: Collection[Seat] = ()
    in_force: Mapping[Seat, Sequence[str]] = {}
    consumed: Mapping[Seat, Sequence[Sequence[str]]] = {}
    echoed: Mapping[Seat, str] = {}
    acts: Sequence[JsonObject] = ()
    rerun: bool = False


def list_consumed(hashes: Mapping[str, str], files: Mapping[str, bytes]) -> dict[Seat, list[list[str]]]:
    """What a turn took up by seat, oldest first: name, hashes of the file as sent and as kept, and of its receipt.

    ``hashes`` are of all files of the turn by name, ``files`` holds at least the receipts. Raises ``KeyError`` or
    ``ValueError`` for a file without a receipt.
    """
    consumed: dict[Seat, list[list[str]]] = {}
    names = [name for name in hashes if name.startswith("orders/") and name.endswith(".yaml")]
    for name in sorted(names, key=lambda name: (len(name), name)):
        _, seat, file = name.split("/")
        receipt = name.removesuffix(".yaml") + ".receipt.json"
        sent = read_json(files[receipt])["sent_sha256"]
        consumed.setdefault(seat, []).append([file, sent, hashes[name], hashes[receipt]])
    return consumed


def list_echoes(
    seats: Sequence[Seat], inputs: TurnInputs, before: PreviousTurn | None
) -> tuple[dict[Seat, str], dict[Seat, str]]:
    """The heads quoted so far, in table order: those that are published with a turn, and all.

    A seat's is published only with a turn that had asked it, since else it would tell that this seat has sent a file.
    """
    published, quoted = (before.header.echoes, before.local["echoed"]) if before else ({}, {})
    echoed = {**quoted, **inputs.echoed}
    echoes = {**published, **{seat: head for seat, head in echoed.items() if seat in inputs.asked}}
    return _in_order(seats, echoes), _in_order(seats, echoed)


def _in_order(seats: Sequence[Seat], heads: Mapping[Seat, str]) -> dict[Seat, str]:
    return {seat: heads[seat] for seat in seats if seat in heads}


def sort_epochs(
    record: TurnRecord[S], under_way: int | None, before: PreviousTurn | None
) -> tuple[list[int], list[int]]:
    """The epochs with public draws whose keys are opened with the turn of ``record``, and those not opened yet.

    An epoch is opened when a later one is ``under_way``: until then the public draws yet to come in it could be
    foretold. None is once the game is over.
    """
    drawn = {*(before.local["unopened"] if before else ()), *(draw.epoch for draw in record.draws if not draw.hidden)}
    ended = {epoch for epoch in drawn if under_way is None or epoch < under_way}
    return sorted(ended), sorted(drawn - ended)


def write_manifests(
    charter: Charter,
    record: TurnRecord[S],
    knowledge: Knowledge,
    under_way: int | None,
    inputs: TurnInputs,
    before: PreviousTurn | None,
    commitments: Commitments,
    private: Mapping[str, str],
    public: Mapping[str, str],
    program: str,
) -> dict[str, bytes]:
    """``private.json`` and ``turn.json`` of a turn, whose ``private`` and ``public`` files have these hashes.

    ``under_way`` is the epoch in which the turn ended, ``program`` the version that runs it.
    """
    commitment, seats, salt = charter.commitment, list(knowledge.facts), commitments.salt
    echoes, echoed = list_echoes(seats, inputs, before)
    ended, unopened = sort_epochs(record, under_way, before)
    circumstances = record.circumstances
    saved: SavedLocal = {
        "salt": salt.hex(),
        "stop": record.stop.value,
        "stopped_at": record.stopped_at,
        "in_force": inputs.in_force,
        "echoed": echoed,
        "unopened": unopened,
        "files": private,
    }
    local = write_json(saved)
    opened = {epoch: commitments.open_key(epoch) for epoch in ended}
    manifest: dict[str, JsonValue] = {
        "format": FORMAT,
        "game": charter.id,
        "turn": record.number,
        "previous": before.header.head if before else None,
        "previous_reports": before.reports_root if before else None,
        "seats": seats,
        "rules": {"module": charter.module, "version": charter.version, "program": program},
        "now": write_instant(circumstances.now),
        "forced": circumstances.forced,
        "late": circumstances.late,
        "due": {name: write_instant(instant) for name, instant in record.due.items()},
        "acts": inputs.acts,
        "echoes": echoes,
        "public_state": hash_public(knowledge.public),
        "orders_root": seal_orders(salt, {seat: inputs.consumed.get(seat, ()) for seat in seats}).root(),
        "hidden_root": seal_facts(salt, knowledge.facts).root(),
        "private_root": hash_bytes(local),
        "rng": {
            "level": commitment.level,
            "commitment": commitment.secret,
            "public_root": commitment.public_root,
            "epochs": commitment.epochs,
            "mixes": _list_mixes(charter, record),
            "opened": {
                str(epoch): {"key": one.key.hex(), "path": [node.hex() for node in one.path]}
                for epoch, one in opened.items()
            },
            "revealed": record.revealed,
        },
        "files": public,
    }
    if inputs.rerun:
        manifest["rerun"] = True
    return {LOCAL: local, MANIFEST: write_json(manifest)}


def _list_mixes(charter: Charter, record: TurnRecord[S]) -> dict[str, Mix]:
    if charter.commitment.level.mixes:
        return {str(epoch): mix for epoch, mix in record.mixing.fixed.items()}
    return {str(epoch): {} for epoch in sorted({draw.epoch for draw in record.draws})}


_LOCAL_SHAPE: Mapping[str, Shape] = {
    "salt": is_digest,
    "stop": is_text,
    "stopped_at": or_null(is_text),
    "in_force": mapping_of(list_of(is_text)),
    "echoed": mapping_of(is_text),
    "unopened": list_of(is_number),
    "files": mapping_of(is_digest),
}


@lru_cache(maxsize=_REMEMBERED)
def read_manifest(data: bytes) -> Header:
    """The manifest in ``data``. Raises ``ValueError`` for anything that is not one of this format."""
    return make_header(hash_bytes(data), read_json(data))


@lru_cache(maxsize=_REMEMBERED)
def read_local(data: bytes) -> SavedLocal:
    """The local manifest in ``data``. Raises ``ValueError`` for anything that is not one."""
    saved = read_json(data)
    expect_fields(saved, _LOCAL_SHAPE)
    return cast("SavedLocal", saved)
