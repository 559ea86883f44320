"""Unpacking: the parts of a turn's record as files, to look into them with whatever opens text."""

from __future__ import annotations

import os
from typing import NamedTuple

from adjudicator.core.refusals import NoSuchTurnError
from adjudicator.store.aside import hold_folder
from adjudicator.store.audit import is_part
from adjudicator.store.damage import DamageError
from adjudicator.store.files import make_folders, sync_folder, write_tree
from adjudicator.store.gamedir import GameDirectory


class Unpacked(NamedTuple):
    """The turn whose record was unpacked, where to, and the names of its parts in their order."""

    game: str
    turn: int
    path: str
    parts: tuple[str, ...]


def unpack_turn(path: str, turn: int, folder: str) -> Unpacked:
    """Write the parts of the record of ``turn`` as files below the new ``folder``, all of them or nothing.

    The game at ``path`` is not opened: no damage elsewhere keeps anybody from looking into this turn. Raises
    ``NoGameError``, ``NoSuchTurnError``, ``FileExistsError`` where there is anything at ``folder``, ``OccupiedError``,
    :class:`DamageError`, ``OSError``.
    """
    directory = GameDirectory(path)
    charter, _ = directory.read_charter()
    newest = directory.turns.newest()
    if newest is None or turn > newest:
        there = "there is no turn 0 yet" if newest is None else f"the newest is {newest}"
        raise NoSuchTurnError(f"there is no turn {turn}; {there}")
    parts = directory.turns.read(turn)
    strange = next((name for name in (f"turns/{turn:04}/{part}" for part in parts) if not is_part(name)), None)
    if strange is not None:
        raise DamageError(strange, "a part that does not belong here")
    target = os.path.abspath(folder)
    if os.path.lexists(target):
        raise FileExistsError(f"{folder}: unpack needs a folder that does not exist; it")
    make_folders(os.path.dirname(target))
    with hold_folder(target) as aside:
        write_tree(aside, parts)
        os.rename(aside, target)
    sync_folder(os.path.dirname(target))
    return Unpacked(charter.id, turn, folder, tuple(parts))
