"""What the pictures read: the view of a game as plain data, typed key by key.

A game built on this one draws from keys of its own beside these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict


class HexView(TypedDict):
    """One hex: its terrain, and its number, None where it has no token."""

    terrain: str
    number: int | None


class BoardView(TypedDict):
    """The board: hexes by letter, and what is traded at the harbour on a path, a resource or ``any``."""

    hexes: Mapping[str, HexView]
    harbours: Mapping[str, str]


class SeatView(TypedDict):
    """What one seat has on the board; paths by name, ``12-13``."""

    settlements: Sequence[int]
    cities: Sequence[int]
    roads: Sequence[str]


class View(TypedDict):
    """What the pictures use of what one reader may know of a game.

    ``seats`` stand in table order; ``robber`` is the letter of its hex, None beside the board; ``rolls`` says how often
    each total of the dice has come.
    """

    board: BoardView
    robber: str | None
    rolls: Mapping[str, int]
    seats: Mapping[str, SeatView]
