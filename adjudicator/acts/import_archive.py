"""Importing: the game directory out of an archive, byte for byte what the archive holds."""

from __future__ import annotations

import os
from typing import NamedTuple

from adjudicator.acts.archive import check_hashes, read_tale
from adjudicator.store.archive import GAME, list_game_files, read_archive
from adjudicator.store.bundle import CHARTER
from adjudicator.store.damage import DamageError
from adjudicator.store.files import remove_tree, sync_folder, write_tree
from adjudicator.store.gamedir import NoGameError

_ASIDE = ".aside"


class Imported(NamedTuple):
    """A game that was restored: where, how far it went, and what its new keeper should know."""

    game: str
    path: str
    turn: int
    head: str
    over: bool
    files: int
    remarks: tuple[str, ...]


def import_archive(file: str, path: str) -> Imported:
    """Restore the game directory in the archive ``file`` at ``path``, all of it or nothing, durable when this returns.

    Raises ``NoGameError`` where there is no such archive, ``FileExistsError`` where ``path`` exists,
    :class:`DamageError` for an archive that is not what we wrote, ``UnknownGameError``, ``OSError``.
    """
    target = os.path.abspath(path)
    if os.path.lexists(target):
        raise FileExistsError(f"{path}: import needs a folder that does not exist; it")
    try:
        members = read_archive(file)
    except FileNotFoundError as error:
        raise NoGameError(f"{file}: there is no such archive") from error
    except IsADirectoryError as error:
        raise NoGameError(f"{file} is a folder, not an archive") from error
    damage = check_hashes(members)
    if damage:
        place, _, reason = damage[0].partition(": ")
        raise DamageError(place, reason)
    files = list_game_files(members)
    if CHARTER not in files:
        raise DamageError(GAME + CHARTER, "missing")
    tale = read_tale(files)
    aside = target + _ASIDE
    remove_tree(aside)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    write_tree(aside, files)
    os.rename(aside, target)
    sync_folder(os.path.dirname(target))
    remarks = [] if tale.over else ["the game is not over; without private/secret it can be verified but not run on"]
    return Imported(tale.charter.id, path, len(tale.records) - 1, tale.heads[-1], tale.over, len(files), tuple(remarks))
