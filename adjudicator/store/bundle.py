"""A turn as a bundle of named files, and back: what lies in ``turns/0007``.

The manifest ``turn.json`` has the hash of every other file but the reports, and the hashes of the previous manifest
and of its ``reports.json``. Its own SHA-256 is the turn's head, printed in every report. ``reports.json`` is written
last and hashed by the next manifest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict, TypeVar, cast

from adjudicator import __version__
from adjudicator.core.agenda_json import dump_agenda, dump_result, load_agenda, load_result
from adjudicator.core.chance import Draw
from adjudicator.core.driver import Stop
from adjudicator.core.event import event_from_json
from adjudicator.core.instant import read_instant, write_instant
from adjudicator.core.json_value import JsonObject, JsonScalar
from adjudicator.core.record import Circumstances, TurnRecord
from adjudicator.store.damage import DamageError
from adjudicator.store.json_text import read_json, write_json

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")

FORMAT = 1
MANIFEST = "turn.json"
REPORTS = "reports.json"
CHARTER = "game.yaml"
REPORT_FOLDER = "reports/"
CHANCE = "chance.json"
_STATE, _AGENDA, _EVENTS = "state.json", "agenda.json", "events.json"


class SavedRules(TypedDict):
    """Which rules a turn was run by."""

    module: str
    version: int
    program: str


class SavedManifest(TypedDict):
    """The content of ``turn.json``. ``in_force`` names each seat's files that counted, oldest first."""

    format: int
    game: str
    turn: int
    previous: str | None
    previous_reports: str | None
    rules: SavedRules
    now: str
    forced: bool
    late: bool
    stop: str
    stopped_at: str | None
    due: Mapping[str, str]
    in_force: Mapping[str, Sequence[str]]
    files: Mapping[str, str]


class SavedReports(TypedDict):
    """The content of ``reports.json``: the head the reports print, and each report's SHA-256."""

    head: str
    reports: Mapping[str, str]


def hash_bytes(data: bytes) -> str:
    """SHA-256 as hex."""
    return hashlib.sha256(data).hexdigest()


def _draw_to_json(draw: Draw) -> JsonObject:
    return {
        "epoch": draw.epoch,
        "label": list(draw.label),
        "below": draw.below,
        "value": draw.value,
        "hidden": draw.hidden,
    }


def _draw_from_json(saved: JsonObject) -> Draw:
    label = cast("Sequence[JsonScalar]", saved["label"])
    return Draw(
        cast("int", saved["epoch"]),
        tuple(part if isinstance(part, int) else str(part) for part in label),
        cast("int", saved["below"]),
        cast("int", saved["value"]),
        cast("bool", saved["hidden"]),
    )


def _read_draws(chance: JsonObject) -> tuple[Draw, ...]:
    return tuple(_draw_from_json(draw) for draw in cast("Sequence[JsonObject]", chance["draws"]))


def read_draws(data: bytes) -> tuple[Draw, ...]:
    """The draws in a ``chance.json``. Raises :class:`DamageError` for one we did not write."""
    try:
        return _read_draws(read_json(data))
    except (KeyError, ValueError, TypeError) as error:
        raise DamageError(CHANCE, f"not a record of draws ({error!r})") from error


def bundle_turn(
    game: Game[S, A, K],
    record: TurnRecord[S],
    orders: Mapping[str, bytes],
    in_force: Mapping[str, Sequence[str]],
    link: tuple[str, str] | None,
    charter: tuple[str, bytes | None],
) -> dict[str, bytes]:
    """All files of a turn but its reports, the manifest last.

    ``orders`` are the consumed files and receipts by name, ``link`` the head of the turn before and the hash of its
    ``reports.json`` (None for turn 0), ``charter`` the game's id and, in turn 0, the charter itself.
    """
    files: dict[str, bytes] = {}
    game_id, charter_text = charter
    if charter_text is not None:
        files[CHARTER] = charter_text
    files |= orders
    files[_AGENDA] = write_json({seat: dump_agenda(agenda) for seat, agenda in record.agendas.items()})
    files[CHANCE] = write_json({"draws": [_draw_to_json(draw) for draw in record.draws], "revealed": record.revealed})
    files[_EVENTS] = write_json(
        {
            "events": [event.to_json() for event in record.events],
            "results": [dump_result(result) for result in record.results],
        }
    )
    files[_STATE] = write_json(game.kernel.dump(record.state))
    manifest: SavedManifest = {
        "format": FORMAT,
        "game": game_id,
        "turn": record.number,
        "previous": link[0] if link else None,
        "previous_reports": link[1] if link else None,
        "rules": {"module": game.module, "version": game.version, "program": __version__},
        "now": write_instant(record.circumstances.now),
        "forced": record.circumstances.forced,
        "late": record.circumstances.late,
        "stop": record.stop.value,
        "stopped_at": record.stopped_at,
        "due": {name: write_instant(instant) for name, instant in record.due.items()},
        "in_force": in_force,
        "files": {name: hash_bytes(data) for name, data in files.items()},
    }
    files[MANIFEST] = write_json(cast("JsonObject", manifest))
    return files


def bundle_reports(head: str, reports: Mapping[str, bytes]) -> dict[str, bytes]:
    """The reports below their folder, and ``reports.json`` last."""
    files = {REPORT_FOLDER + name: data for name, data in reports.items()}
    saved: SavedReports = {"head": head, "reports": {name: hash_bytes(data) for name, data in reports.items()}}
    files[REPORTS] = write_json(cast("JsonObject", saved))
    return files


def read_manifest(data: bytes) -> SavedManifest:
    """The manifest in ``data``. Raises ``ValueError`` for anything that is not a JSON object."""
    return cast("SavedManifest", read_json(data))


def unbundle_turn(game: Game[S, A, K], files: Mapping[str, bytes]) -> TurnRecord[S]:
    """The record of the turn in ``files``. Raises ``KeyError`` or ``ValueError`` for one we did not write."""
    manifest = read_manifest(files[MANIFEST])
    told = read_json(files[_EVENTS])
    chance = read_json(files[CHANCE])
    agendas = cast("Mapping[str, JsonObject]", read_json(files[_AGENDA]))
    return TurnRecord(
        number=manifest["turn"],
        state=game.kernel.load(read_json(files[_STATE])),
        agendas={seat: load_agenda(agenda) for seat, agenda in agendas.items()},
        events=tuple(event_from_json(event) for event in cast("Sequence[JsonObject]", told["events"])),
        results=tuple(load_result(result) for result in cast("Sequence[JsonObject]", told["results"])),
        draws=_read_draws(chance),
        circumstances=Circumstances(read_instant(manifest["now"]), manifest["forced"], manifest["late"]),
        stop=Stop(manifest["stop"]),
        stopped_at=manifest["stopped_at"],
        due={name: read_instant(text) for name, text in manifest["due"].items()},
        revealed=cast("str | None", chance["revealed"]),
    )


RECORD_FILES = (MANIFEST, _STATE, _AGENDA, _EVENTS, CHANCE)
"""What :func:`unbundle_turn` reads."""
