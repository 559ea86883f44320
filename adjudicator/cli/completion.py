"""What TAB offers for the words of a command: games below the word typed, seats and turns of the game on the line.

It never complains: where nothing is found,
nothing is offered.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from adjudicator.core.charter import CHARTER
from adjudicator.core.refusals import MendableError
from adjudicator.registry import list_games

if TYPE_CHECKING:
    from adjudicator.store.gamedir import GameDirectory

_HARMLESS = re.compile(r"[\w./~+@,-]+")
"""Paths that a shell reads as they are; another would be read as something else, so it is not offered."""
_DEEPEST = 4
"""So many folders below the word a game is looked for."""
_MOST_FOLDERS = 1000
"""So many folders are looked into: whoever presses TAB in a folder of everything must not wait."""


def complete_game(incomplete: str) -> list[str]:
    """The game directories whose path begins with ``incomplete``, or lies below such a folder."""
    return sorted(path for path in _find_games(incomplete) if _HARMLESS.fullmatch(path))


def complete_seat(context: typer.Context) -> list[str]:
    """The seats of the game on the line."""
    with suppress(OSError, MendableError):  # a damaged game has no seats to offer
        game = _open_game(context)
        return list(game.read_charter()[0].setting.seats) if game else []
    return []


def complete_turn(context: typer.Context) -> list[str]:
    """The turns that the game on the line has, the newest first."""
    return [str(turn) for turn in range(_find_newest(context), -1, -1)]


def complete_next_turn(context: typer.Context) -> list[str]:
    """The number of the turn that the game on the line has next."""
    newest = _find_newest(context)
    return [] if newest < 0 else [str(newest + 1)]


def complete_kind() -> list[str]:
    """The names of the installed games."""
    return list(list_games())


def _find_games(incomplete: str) -> Iterator[str]:
    above, _, beginning = incomplete.rpartition("/")
    shown = incomplete.removesuffix(beginning)
    level = [f"{shown}{name}" for name in _list_folders(shown) if name.startswith(beginning)]
    if not beginning and above and _is_game(above):
        yield above
    left = _MOST_FOLDERS
    for _ in range(_DEEPEST):
        below: list[str] = []
        for path in level[:left]:
            if _is_game(path):
                yield path
            else:
                below += [f"{path}/{name}" for name in _list_folders(path)]
        left -= len(level)
        level = below if left > 0 else []


def _list_folders(path: str) -> list[str]:
    """The names of the folders in ``path`` (the folder one is in where it is empty) that are not hidden."""
    try:
        with os.scandir(os.path.expanduser(path) or ".") as entries:
            return sorted(one.name for one in entries if not one.name.startswith(".") and one.is_dir())
    except OSError:
        return []


def _is_game(path: str) -> bool:
    return os.path.isfile(os.path.join(os.path.expanduser(path), CHARTER))


def _open_game(context: typer.Context) -> GameDirectory | None:
    """The game on the line; None where none of its words is one."""
    from adjudicator.store.gamedir import GameDirectory  # noqa: PLC0415 - only when somebody presses TAB

    # behind an option that still lacks its value, click leaves the arguments unread
    named = context.params.get("games") or [context.params.get("game"), *context.args]
    game = next((word for word in named if isinstance(word, str) and _is_game(word)), None)
    return None if game is None else GameDirectory(os.path.expanduser(game))


def _find_newest(context: typer.Context) -> int:
    """The newest turn of the game on the line, -1 where there is none."""
    with suppress(OSError):  # nor has it turns
        game = _open_game(context)
        newest = game.turns.newest() if game else None
        return -1 if newest is None else newest
    return -1
