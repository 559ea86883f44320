"""Archiving a game: its record, a play-by-play, a page to step through, and the whole as published JSON, in one file.

Everything beside the files of the game follows from them, so the same game gives the same archive.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from adjudicator import __version__
from adjudicator.acts.opened import expect_started, load_rules
from adjudicator.acts.recording import expect_finished
from adjudicator.acts.verification.findings import Findings
from adjudicator.core.charter import CHARTER, Charter
from adjudicator.core.instant import write_instant
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.recorded_act import RecordedAct, change_charter, dump_act, find_abandoned, select_acts
from adjudicator.core.table import Onlooker
from adjudicator.intake.redact import redact_file, redact_join_file
from adjudicator.ledger.report_context import describe_turn
from adjudicator.ledger.turn import Foundation
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import AnyGame, load_game
from adjudicator.report.page import ReportContext
from adjudicator.report.playback import render_playback
from adjudicator.store.acts import read_acts
from adjudicator.store.archive import GAME, LARGEST, PLAY, RECORD, REPLAY, expect_free, list_game_files, write_archive
from adjudicator.store.audit import is_record, list_files
from adjudicator.store.branches import FileShelf, Shelf, name_turn
from adjudicator.store.bundle import unbundle_turn
from adjudicator.store.charter import read_charter
from adjudicator.store.checks import REDACTED, read_redactions, write_redactions
from adjudicator.store.damage import DamageError
from adjudicator.store.files import read_regular
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.header import MANIFEST
from adjudicator.store.json_text import read_json, write_json
from adjudicator.store.lock import hold_lock
from adjudicator.store.record import TurnRecord
from adjudicator.store.turn_format import close_turns, find_turn, open_turns

FORMAT = 1


class WrittenArchive(NamedTuple):
    """An archive that was written: of which game, where, how large, and what its maker should know."""

    game: str
    file: str
    turn: int
    head: str
    over: bool
    members: int
    size: int
    sha256: str
    redacted: int
    remarks: tuple[str, ...]


class RecordedGame(NamedTuple):
    """A game read from the files of its record: all turns in order, each with its head, and the recorded acts.

    ``founded`` is the charter that turn 0 holds, ``charter`` what acts have made of it, ``shelf`` has all files.
    """

    charter: Charter
    game: AnyGame
    records: list[TurnRecord[Any]]
    heads: list[str]
    founded: Charter
    acts: tuple[RecordedAct, ...]
    shelf: Shelf

    @property
    def over(self) -> bool:
        """Whether nobody has anything to decide any more."""
        return not self.game.kernel.decisions(self.records[-1].state)


def archive_game(path: str, file: str, *, redact: bool = False) -> WrittenArchive:
    """Archive the game at ``path`` into ``file``. A game that does not verify is not archived.

    Raises ``NoGameError``, :class:`DamageError`, ``UnknownGameError``, ``RulesVersionError``, ``BusyError``,
    ``OSError``, ``OccupiedError`` where ``file`` is anything but an older archive of the same game, ``ActRefusedError``
    while an act is unfinished.
    """
    from adjudicator.acts.verify import verify_game  # noqa: PLC0415 - verify reads archives with this

    directory = GameDirectory(path)
    directory.expect_charter()
    charter, _ = directory.read_charter()
    load_rules(charter)
    expect_started(directory, charter)
    expect_free(file, charter)
    with hold_lock(directory.path):
        expect_finished(directory.path)
        found = verify_game(path, locked=True)
        if found.findings:
            place, _, reason = found.findings[0].partition(": ")
            raise DamageError(place, reason or "damaged")
        files = _read_files(directory.path)
    remarks: list[str] = []
    if redact:
        files = _redact(files)
        remarks.append("inbox and refused files are left out; letters, notes and comments of the others are gone")
    members = build_members(files)
    recorded = read_recorded(files)
    if recorded.acts and recorded.acts[-1] in select_acts(recorded.acts, len(recorded.records), len(recorded.records)):
        remarks.append("acts since the newest turn are in acts/; no turn has taken them up")
    if not recorded.over:
        remarks.append("the game is not over: the archive holds what is still hidden from players; keep it to yourself")
    size = write_archive(file, members)
    return WrittenArchive(
        game=recorded.charter.id,
        file=file,
        turn=len(recorded.records) - 1,
        head=recorded.heads[-1],
        over=recorded.over,
        members=len(members),
        size=size,
        sha256=hash_bytes(read_regular(os.path.abspath(file), LARGEST)),
        redacted=len(read_redactions(files[REDACTED])) if REDACTED in files else 0,
        remarks=tuple(remarks),
    )


def _read_files(path: str) -> dict[str, bytes]:
    """The files of the record at ``path``: nothing private, no letters, nothing that no receipt was given for."""
    names = [name for name in list_files(path) if is_record(name)]
    alone = _find_unreceipted(names)
    return {name: read_regular(os.path.join(path, *name.split("/"))) for name in names if name not in alone}


def _find_unreceipted(names: Collection[str]) -> frozenset[str]:
    """Those of ``names`` in the inbox and among the refused that lack their receipt, or the file it is for."""
    present = frozenset(names)
    loose = [name for name in names if name.startswith(("inbox/", "refused/"))]
    stems = {name: name.removesuffix(".yaml").removesuffix(".receipt.json") for name in loose}
    return frozenset(name for name, stem in stems.items() if not {f"{stem}.yaml", f"{stem}.receipt.json"} <= present)


def _redact(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """``files`` without what waits or was refused, and without letters, notes and comments in what was accepted."""
    redacted = read_redactions(files[REDACTED]) if REDACTED in files else {}
    kept: dict[str, bytes] = {}
    for name, data in open_turns(files).items():
        if name.startswith(("inbox/", "refused/")) or find_turn(name) is not None:
            # what is in a record that is still closed, since it is damaged, nobody can redact
            continue
        kept[name] = data
        if ("/orders/" in name or "/inbox/" in name) and name.endswith(".yaml"):
            try:
                # the set-up takes up what the seats have joined with
                blanked = redact_join_file(data) if name.startswith("turns/0000/") else redact_file(data)
            except ValueError as error:
                raise DamageError(name, f"cannot be redacted: {error}") from error
            if blanked != data:
                kept[name] = blanked
                redacted[name] = hash_bytes(blanked)
    if redacted:
        kept[REDACTED] = write_redactions(redacted)
    return close_turns(kept)


def read_recorded(files: Mapping[str, bytes]) -> RecordedGame:
    """The game whose record is ``files``. Raises :class:`DamageError`, ``UnknownGameError``."""
    charter, files = read_charter(files[CHARTER]), open_turns(files)
    game = load_game(charter.module, charter.game)
    records: list[TurnRecord[Any]] = []
    heads: list[str] = []
    while (where := f"turns/{len(records):04}/") + MANIFEST in files:
        inner = {name.removeprefix(where): data for name, data in files.items() if name.startswith(where)}
        try:
            records.append(unbundle_turn(game, inner))
        except Exception as error:
            # whatever damaged data breaks, it is the data's fault
            raise DamageError(where.rstrip("/"), f"not a turn we wrote: {error!r}"[:300]) from error
        heads.append(hash_bytes(inner[MANIFEST]))
    if not records:
        raise DamageError("turns", "there is no turn 0")
    founded = read_charter(files[f"turns/0000/{CHARTER}"])
    acts = read_acts(files, charter.id)
    return RecordedGame(charter, game, records, heads, founded, acts, FileShelf(files))


def build_members(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """All members of the archive of a record."""
    recorded = read_recorded(files)
    text, page = render_playback(list_contexts(recorded))
    members = {GAME + name: data for name, data in files.items()} | {PLAY: text, REPLAY: page}
    members[RECORD] = write_record(recorded, members)
    return members


def list_contexts(recorded: RecordedGame) -> list[ReportContext]:
    """What the public reports of all turns are about."""
    return [_make_context(recorded, number) for number in range(len(recorded.records))]


def _make_context(recorded: RecordedGame, number: int) -> ReportContext:
    charter = change_charter(recorded.founded, select_acts(recorded.acts, 0, number))
    first, shelf = name_turn(None, 0), recorded.shelf
    foundation = Foundation(recorded.game, charter, lambda name: shelf.read(f"{first}/{name}"), recorded.acts, shelf)
    return describe_turn(
        foundation, recorded.records[number], recorded.heads[number], recorded.heads[number - 1] if number else ""
    )


def write_record(recorded: RecordedGame, members: Mapping[str, bytes]) -> bytes:
    """``record.json``: the public course of the game, and the hash of every other member."""
    charter, game, last = recorded.charter, recorded.game, recorded.records[-1]
    known = game.views.see(last.state, last.agendas, Onlooker.PUBLIC)
    record: JsonObject = {
        "format": FORMAT,
        "program": __version__,
        "game": charter.id,
        "rules": {"name": charter.game, "module": charter.module, "version": charter.version},
        "edition": charter.setting.edition,
        "options": dict(charter.setting.options),
        "pacing": charter.pacing.value,
        "seats": list(game.kernel.seats(last.state)),
        "sample": charter.sample,
        "commitment": charter.commitment.secret,
        "secret": last.revealed,
        "over": recorded.over,
        "head": recorded.heads[-1],
        "scores": [{"seat": score.seat, "points": score.points} for score in game.views.scores(known)],
        "redacted": GAME + REDACTED in members,
        "turns": [_tell_turn(recorded, number) for number in range(len(recorded.records))],
        "files": {name: hash_bytes(members[name]) for name in sorted(members) if name != RECORD},
    }
    return write_json(record)


def _tell_turn(recorded: RecordedGame, number: int) -> JsonValue:
    record, views = recorded.records[number], recorded.game.views
    heard = [views.hear(event, Onlooker.PUBLIC) for event in record.events]
    earlier = select_acts(recorded.acts, 0, number)
    about_acts: dict[str, JsonValue] = (
        {}
        if not earlier
        else {
            "rerun": find_abandoned(earlier, number) is not None,
            "acts": [dump_act(act) for act in select_acts(recorded.acts, number, number)],
        }
    )
    return {
        "turn": number,
        "head": recorded.heads[number],
        "now": write_instant(record.circumstances.now),
        "forced": record.circumstances.forced,
        "late": record.circumstances.late,
        "stop": record.stop.value,
        "events": [event.to_json() for event in heard if event is not None],
        **about_acts,
    }


def check_hashes(members: Mapping[str, bytes]) -> list[str]:
    """What ``record.json`` says of the other members and is not so."""
    try:
        listed = read_json(members[RECORD])["files"]
    except (KeyError, ValueError):
        listed = None
    if not isinstance(listed, dict):
        return [f"{RECORD}: missing, or not a record"]
    names = sorted({*members, *listed} - {RECORD})
    different = [f"{name}: not what {RECORD} says" for name in names if name in members and name in listed
                 and hash_bytes(members[name]) != listed[name]]  # fmt: skip
    absent = [f"{name}: missing, though {RECORD} lists it" for name in names if name not in members]
    strange = [f"{name}: not listed in {RECORD}" for name in names if name not in listed]
    return [*different, *absent, *strange]


def check_extracts(members: Mapping[str, bytes], found: Findings, *, rebuild: bool) -> None:
    """Hold what an archive has beside the game against the game; ``rebuild`` has the pages built again too."""
    files = list_game_files(members)
    found.findings += check_hashes(members)
    found.findings += [
        f"{GAME}{name}: no archive holds it without its pair" for name in sorted(_find_unreceipted(files))
    ]
    if found.findings:  # that the rules are not installed is one: then there is nothing to build from
        return
    built = dict(members)
    recorded = read_recorded(files)
    if rebuild:
        built[PLAY], built[REPLAY] = render_playback(list_contexts(recorded))
    built[RECORD] = write_record(recorded, members)
    if read_json(members[RECORD]).get("program") == __version__:
        found.findings += [f"{name}: not what the game gives" for name in built if built[name] != members.get(name)]
    elif rebuild:
        found.remarks.append(f"{RECORD}: another version of the program wrote it, so it is not built again")
