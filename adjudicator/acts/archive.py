"""Packing and taking out: a game into an archive and out of one, and the parts out of a turn's record.

An archive is the record of a game, a play-by-play, a page to step through, and the whole as published JSON, in one
file. Everything beside the files of the game follows from them, so the same game gives the same archive.
"""

import os
from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.acts.moderation.recording import expect_finished
from adjudicator.acts.open_game import expect_started, load_rules
from adjudicator.acts.side_by_side import ALONE, Effort
from adjudicator.acts.soundness import expect_none
from adjudicator.acts.verify import verify_archive, verify_game
from adjudicator.core.charter import CHARTER
from adjudicator.core.recorded_act import select_acts
from adjudicator.core.refusals import NoSuchTurnError
from adjudicator.core.system_errors import say_system_error
from adjudicator.intake.redacting import redact_file, redact_join_file
from adjudicator.ledger.archive import (
    LARGEST,
    RECORD,
    build_members,
    expect_free,
    find_unreceipted,
    list_game_files,
    read_archive,
    read_recorded,
    write_archive,
)
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.audit import is_part, is_record, list_files
from adjudicator.store.branches import name_turn
from adjudicator.store.charter import read_charter
from adjudicator.store.checks import REDACTED, read_manifests, read_redactions, write_redactions
from adjudicator.store.files import hold_lock, read_regular, sync_folder, write_tree
from adjudicator.store.formats import DamageError, close_turns, find_turn, open_turns, read_json
from adjudicator.store.gamedir import GameDirectory, NoGameError
from adjudicator.store.placing import hold_folder


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


def archive_game(path: str, file: str, *, redact: bool = False, effort: Effort = ALONE) -> WrittenArchive:
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
        found = verify_game(path, locked=True, effort=effort)
        expect_none(found.findings)
        files = _read_files(directory.path)
    remarks: list[str] = []
    if redact:
        files = _redact(files)
        remarks.append("what waits or was refused is left out; letters, notes and comments are blanked in the rest")
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


class ImportResult(NamedTuple):
    """A game that was restored: where, how far it went, and what its new keeper should know."""

    game: str
    path: str
    turn: int
    head: str
    over: bool
    files: int
    remarks: tuple[str, ...]


def import_archive(file: str, path: str, *, effort: Effort = ALONE) -> ImportResult:
    """Restore the game directory in the archive ``file`` at ``path``, all of it or nothing, durable when this returns.

    What was imported already, and not changed since, is left as it is. Raises ``NoGameError`` where there is no such
    archive, ``FileExistsError`` where there is anything else at ``path``, ``OccupiedError``, :class:`DamageError` for
    an archive that is not what the program writes, ``UnknownGameError``, ``OSError``.
    """
    target = os.path.abspath(path)
    try:
        members = read_archive(file)
    except FileNotFoundError as error:
        raise NoGameError(f"{file}: there is no such archive") from error
    except IsADirectoryError as error:
        raise NoGameError(f"{file} is a folder, not an archive") from error
    except OSError as error:
        raise NoGameError(f"{file} cannot be read as an archive: {say_system_error(error)}") from error
    found = verify_archive(file, members=members, pages=False, effort=effort)
    expect_none(found.damage)
    files = list_game_files(members)
    over = read_json(members[RECORD])["over"] is True
    if os.path.lexists(target):
        if not _holds(target, files):
            raise FileExistsError(f"{path}: import needs a folder that does not exist; it")
        sync_folder(os.path.dirname(target))
    else:
        with hold_folder(target) as unfinished:
            write_tree(unfinished, files)
    remarks = [] if over else ["the game is not over; without private/secret it can be verified but not played on"]
    remarks += [found.unplayed] if found.unplayed else []
    game = read_charter(files[CHARTER]).id
    return ImportResult(game, path, found.turns, found.head, over, len(files), tuple(remarks))


def _holds(path: str, files: Mapping[str, bytes]) -> bool:
    """Whether there is a folder at ``path`` with ``files`` and no others."""
    if os.path.islink(path) or not os.path.isdir(path) or list_files(path) != sorted(files):
        return False
    return all(read_regular(os.path.join(path, *name.split("/"))) == data for name, data in files.items())


class UnpackResult(NamedTuple):
    """The turn whose record was unpacked, where to, and the names of its parts in their order."""

    game: str
    turn: int
    path: str
    parts: tuple[str, ...]


def unpack_turn(path: str, turn: int, folder: str) -> UnpackResult:
    """Write the parts of the record of ``turn`` as files below the new ``folder``, all of them or nothing.

    The game at ``path`` is not opened: no damage elsewhere keeps anybody from looking into this turn. Raises
    ``NoGameError``, ``NoSuchTurnError``, ``FileExistsError`` where there is anything at ``folder``, ``OccupiedError``,
    :class:`DamageError`, ``OSError``.
    """
    directory = GameDirectory(path)
    newest = directory.turns.newest() if os.path.isdir(directory.path) else None
    if newest is None:
        directory.read_charter()
    if newest is None or turn > newest:
        there = "the game has none yet" if newest is None else f"the newest is {newest}"
        raise NoSuchTurnError(f"there is no turn {turn}; {there}")
    parts = directory.turns.read(turn)
    manifest, _ = read_manifests(name_turn(None, turn), parts)
    strange = next((name for name in (f"turns/{turn:04}/{part}" for part in parts) if not is_part(name)), None)
    if strange is not None:
        raise DamageError(strange, "a part that does not belong here")
    target = os.path.abspath(folder)
    if os.path.lexists(target):
        raise FileExistsError(f"{folder}: unpack needs a folder that does not exist; it")
    with hold_folder(target) as unfinished:
        write_tree(unfinished, parts)
    return UnpackResult(manifest.game, turn, folder, tuple(parts))
