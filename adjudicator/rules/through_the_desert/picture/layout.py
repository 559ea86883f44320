"""What pictures read, the view of a game as plain data; and where every hex of a board lies, in columns and heights.

Hexes are flat-topped. The column letter is ``x`` (A = 0) and the row number is ``y`` + 1. Even columns sit half a hex
lower, so heights are counted in halves of a hex: ``2 * y``, and one more in an even column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypedDict

AROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The six neighbours as steps in column and height, clockwise from the one above."""


class HexPlace(NamedTuple):
    """The place of one hex: its column and its height, in halves of a hex."""

    x: int
    height: int


@dataclass(frozen=True, eq=False)
class Layout:
    """The places of a board's hexes and mountains, by name. A board has one layout, told from others by identity.

    ``onward`` has for each playable hex the neighbours above right, below right and below it, so that every pair
    of neighbours occurs once. ``strip`` are the hexes beyond the dark line. ``columns`` counts from
    column A, ``top`` and ``bottom`` are heights.
    """

    hexes: dict[str, HexPlace]
    mountains: dict[str, HexPlace]
    onward: dict[str, tuple[str, ...]]
    river: tuple[tuple[str, str], ...]
    strip: tuple[str, ...]
    columns: int
    top: int
    bottom: int


def locate(name: str) -> HexPlace:
    """The place of the hex called ``name``. Raises ``ValueError`` for a text that is no hex name."""
    x = ord(name[:1] or " ") - ord("A")
    if not 0 <= x < 26 or not name[1:].isdecimal():  # noqa: PLR2004  the letters of the alphabet
        raise ValueError(f"{name!r} is not the name of a hex")
    return HexPlace(x, 2 * (int(name[1:]) - 1) + (x + 1) % 2)


def name_spot(spot: HexPlace) -> str:
    """The name of the hex at ``spot``."""
    return f"{chr(ord('A') + spot.x)}{spot.height // 2 + 1}"


def touch(one: str, other: str) -> bool:
    """Whether the hexes of these names lie next to each other."""
    here, there = locate(one), locate(other)
    return (there.x - here.x, there.height - here.height) in AROUND


def lay_out(board: BoardView) -> Layout:
    """The layout of ``board``; kept, since every report of a game asks for the same one."""
    return _lay_out(tuple(board["hexes"]), tuple(board["mountains"]), tuple(board["river"]), tuple(board["strip"]))


@lru_cache(maxsize=16)
def _lay_out(
    hexes: tuple[str, ...], mountains: tuple[str, ...], river: tuple[str, ...], strip: tuple[str, ...]
) -> Layout:
    playable = {name: locate(name) for name in hexes}
    blocked = {name: locate(name) for name in mountains}
    everything = [*playable.values(), *blocked.values()]
    return Layout(
        hexes=playable,
        mountains=blocked,
        onward={name: _look_onward(spot, playable) for name, spot in playable.items()},
        river=tuple((one, other) for one, _, other in (side.partition("-") for side in river)),
        strip=strip,
        columns=max(spot.x for spot in everything) + 1,
        top=min(spot.height for spot in everything),
        bottom=max(spot.height for spot in everything),
    )


def _look_onward(spot: HexPlace, playable: Iterable[str]) -> tuple[str, ...]:
    steps = [HexPlace(spot.x + right, spot.height + down) for right, down in AROUND[1:4]]
    return tuple(name for name in map(name_spot, steps) if name in playable)


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
