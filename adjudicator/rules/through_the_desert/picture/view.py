"""What the pictures read: the view of a game as plain data, typed key by key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict


class BoardView(TypedDict):
    """The printed board: playable hexes, mountains and the sides (``D9-E9``) along which a river runs.

    ``strip`` are the playable hexes that four and five seats alone use; the printed dark line parts them from the rest.
    """

    name: str
    hexes: Sequence[str]
    mountains: Sequence[str]
    river: Sequence[str]
    strip: Sequence[str]


class CamelView(TypedDict):
    """One camel on the board; ``leader`` is the one with a rider."""

    hex: str
    colour: str
    seat: str
    leader: bool


class AreaView(TypedDict):
    """An enclosed area: all its hexes, oases included, and the points it is worth."""

    seat: str
    colour: str
    hexes: Sequence[str]
    points: int


class SeatView(TypedDict, total=False):
    """What a seat has off the board, as far as it is drawn: the colour of the leader it returned to the box."""

    returned: str | None


class View(TypedDict):
    """What one reader may know of a game.

    ``oases`` are the palm trees; ``water`` the tokens still lying, None for a token that lies face down; ``supply``
    the camels left of each colour; ``seats`` stand in table order.
    """

    board: BoardView
    oases: Sequence[str]
    water: Mapping[str, int | None]
    camels: Sequence[CamelView]
    areas: Sequence[AreaView]
    supply: Mapping[str, int]
    seats: Mapping[str, SeatView]
