"""What the pictures read: the view of a game as plain data, typed key by key.

The last three keys belong to games built on this one; where a key is absent, nothing is drawn for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict


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


class OasisView(TypedDict):
    """The paths on which the first camel of a route may lie."""

    spokes: Sequence[str]


class RouteView(TypedDict):
    """One route: the paths of its camels, the first one first, and the intersection at which it goes on.

    ``front`` is None before the first camel and after the last.
    """

    camels: Sequence[str]
    front: int | None
    ended: bool


class PositionView(TypedDict):
    """Where the next camel may be put."""

    route: str
    path: str


class View(TypedDict):
    """What the pictures use of what one reader may know of a game.

    ``seats`` stand in table order; ``robber`` is the letter of its hex, None beside the board; ``rolls`` says how often
    each total of the dice has come. ``positions`` are named by the letters that are voted for.
    """

    board: BoardView
    robber: str | None
    rolls: Mapping[str, int]
    seats: Mapping[str, SeatView]
    oasis: NotRequired[OasisView]
    routes: NotRequired[Mapping[str, RouteView]]
    positions: NotRequired[Mapping[str, PositionView]]
