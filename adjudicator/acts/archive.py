"""Archiving a game: its record, a play-by-play, a page to step through, and the whole as published JSON, in one file.

Everything beside the files of the game follows from them, so the same game gives the same archive.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.acts.opened import expect_started, load_rules
from adjudicator.acts.recording import expect_finished
from adjudicator.acts.verify import verify_game
from adjudicator.core.recorded_act import select_acts
from adjudicator.intake.redact import redact_file, redact_join_file
from adjudicator.ledger.extracts import build_members, read_recorded
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.archive import LARGEST, expect_free, find_unreceipted, write_archive
from adjudicator.store.audit import is_record, list_files
from adjudicator.store.checks import REDACTED, read_redactions, write_redactions
from adjudicator.store.damage import DamageError
from adjudicator.store.files import read_regular
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.lock import hold_lock
from adjudicator.store.turn_format import close_turns, find_turn, open_turns


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


def archive_game(path: str, file: str, *, redact: bool = False) -> WrittenArchive:
    """Archive the game at ``path`` into ``file``. A game that does not verify is not archived.

    Raises ``NoGameError``, :class:`DamageError`, ``UnknownGameError``, ``RulesVersionError``, ``BusyError``,
    ``OSError``, ``OccupiedError`` where ``file`` is anything but an older archive of the same game, ``ActRefusedError``
    while an act is unfinished.
    """
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
    alone = find_unreceipted(names)
    return {name: read_regular(os.path.join(path, *name.split("/"))) for name in names if name not in alone}


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
