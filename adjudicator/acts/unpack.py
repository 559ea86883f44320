"""Taking out of what is packed: the game directory out of an archive, the parts out of a turn's record."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.acts.verify import verify_archive
from adjudicator.core.charter import CHARTER
from adjudicator.core.refusals import NoSuchTurnError
from adjudicator.store.archive import RECORD, list_game_files, read_archive
from adjudicator.store.audit import is_part, list_files
from adjudicator.store.branches import name_turn
from adjudicator.store.charter import read_charter
from adjudicator.store.checks import read_manifests
from adjudicator.store.damage import DamageError
from adjudicator.store.files import read_regular, sync_folder, write_tree
from adjudicator.store.gamedir import GameDirectory, NoGameError
from adjudicator.store.json_text import read_json
from adjudicator.store.placing import hold_folder


class ImportResult(NamedTuple):
    """A game that was restored: where, how far it went, and what its new keeper should know."""

    game: str
    path: str
    turn: int
    head: str
    over: bool
    files: int
    remarks: tuple[str, ...]


def import_archive(file: str, path: str) -> ImportResult:
    """Restore the game directory in the archive ``file`` at ``path``, all of it or nothing, durable when this returns.

    What was imported already, and not changed since, is left as it is. Raises ``NoGameError`` where there is no such
    archive, ``FileExistsError`` where there is anything else at ``path``, ``OccupiedError``, :class:`DamageError` for
    an archive that is not what we wrote, ``UnknownGameError``, ``OSError``.
    """
    target = os.path.abspath(path)
    try:
        members = read_archive(file)
    except FileNotFoundError as error:
        raise NoGameError(f"{file}: there is no such archive") from error
    except IsADirectoryError as error:
        raise NoGameError(f"{file} is a folder, not an archive") from error
    except OSError as error:
        raise NoGameError(f"{file} cannot be read as an archive: {error.strerror}") from error
    found = verify_archive(file, members=members, pages=False)
    if found.damage:
        place, _, reason = found.damage[0].partition(": ")
        raise DamageError(place, reason or "damaged")
    files = list_game_files(members)
    over = read_json(members[RECORD])["over"] is True
    if os.path.lexists(target):
        if not _holds(target, files):
            raise FileExistsError(f"{path}: import needs a folder that does not exist; it")
        sync_folder(os.path.dirname(target))
    else:
        with hold_folder(target) as unfinished:
            write_tree(unfinished, files)
    remarks = [] if over else ["the game is not over; without private/secret it can be verified but not run on"]
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
    newest = directory.turns.newest()
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
    return UnpackResult(manifest["game"], turn, folder, tuple(parts))
