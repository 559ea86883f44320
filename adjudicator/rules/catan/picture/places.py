"""Where hexes, intersections and paths lie in the drawing.

A hex is 124 wide and 144 high, a path 72 long; round the island there is room for harbours.
"""

from __future__ import annotations

from collections.abc import Container

from adjudicator.kit.charts.paper import write_step
from adjudicator.rules.catan.topology import CORNERS, ENDS, HEX_POINTS, INTERSECTION_POINTS, LETTERS, PATH_NAMED

Point = tuple[int, int]

_HALF, _QUARTER = 62, 36
PATH_LENGTH = 2 * _QUARTER
_SIDE, _TOP = 66, 44
WIDTH = 10 * _HALF + 2 * _SIDE
HEIGHT = 16 * _QUARTER + 2 * _TOP


def _place(point: Point) -> Point:
    return _SIDE + (point[0] + 1) * _HALF, _TOP + (point[1] + 2) * _QUARTER


MIDDLES = {letter: _place(point) for letter, point in zip(LETTERS, HEX_POINTS, strict=True)}
"""The middle of each hex."""
SPOTS = tuple(_place(point) for point in INTERSECTION_POINTS)
"""Each intersection."""
POINTS_UP = tuple(point[1] % 3 == 1 for point in INTERSECTION_POINTS)
"""Whether an intersection is the top of a hex or bay below it; else it is the bottom of one above."""
OUTLINE = f"l{_HALF} {_QUARTER}v{2 * _QUARTER}l-{_HALF} {_QUARTER}-{_HALF}-{_QUARTER}v-{2 * _QUARTER}z"
"""The steps round a hex from its top."""


def outline(letter: str) -> str:
    """The path round a hex."""
    x, y = MIDDLES[letter]
    return f"M{x} {y - 2 * _QUARTER}{OUTLINE}"


def ends_of(path: str) -> tuple[Point, Point]:
    """Both ends of a path. Raises ``KeyError`` for a text that names none."""
    low, high = ENDS[PATH_NAMED[path]]
    return SPOTS[low], SPOTS[high]


def middle_of(path: str) -> Point:
    """The middle of a path."""
    (low_x, low_y), (high_x, high_y) = ends_of(path)
    return (low_x + high_x) // 2, (low_y + high_y) // 2


def line_along(path: str, inset: int) -> str:
    """A line along a path, beginning and ending ``inset`` before its ends."""
    (low_x, low_y), (high_x, high_y) = ends_of(path)
    right, down = round((high_x - low_x) * inset / PATH_LENGTH), round((high_y - low_y) * inset / PATH_LENGTH)
    return f"M{low_x + right} {low_y + down}{write_step(high_x - low_x - 2 * right, high_y - low_y - 2 * down)}"


def place_at(path: str, along: float, aside: float = 0) -> Point:
    """A place near a path: so far from its middle towards its lower end, and so far to its side.

    The side is above a slanting path and right of an upright one; less than 0 is towards the upper end, and to the
    other side. A building's number stands neither at the upper end above the path nor at the lower end below it.
    """
    (upper_x, upper_y), (lower_x, lower_y) = _hang(path)
    right, down = (lower_x - upper_x) / PATH_LENGTH, (lower_y - upper_y) / PATH_LENGTH
    side_x, side_y = (down, -right) if right >= 0 else (-down, right)
    x, y = (upper_x + lower_x) / 2, (upper_y + lower_y) / 2
    return round(x + right * along + side_x * aside), round(y + down * along + side_y * aside)


def find_end(path: str, taken: Container[int]) -> int:
    """The end of a path at which more room is left: 1 the lower one, -1 the upper one where the lower is ``taken``."""
    return -1 if max(ENDS[PATH_NAMED[path]], key=lambda end: SPOTS[end][1]) in taken else 1


def is_upright(path: str) -> bool:
    """Whether a path goes straight up."""
    (upper_x, _), (lower_x, _) = ends_of(path)
    return upper_x == lower_x


def _hang(path: str) -> tuple[Point, Point]:
    """Both ends of a path, the upper one first."""
    one, other = ends_of(path)
    return (one, other) if one[1] <= other[1] else (other, one)


def step_off(path: str, distance: int) -> Point:
    """The step from a path on the coast out to the sea."""
    tile = next(letter for letter, corners in zip(LETTERS, CORNERS, strict=True) if set(_numbers(path)) <= set(corners))
    x, y = middle_of(path)
    middle_x, middle_y = MIDDLES[tile]
    return round((x - middle_x) * distance / 62), round((y - middle_y) * distance / 62)


def _numbers(path: str) -> tuple[int, int]:
    return ENDS[PATH_NAMED[path]]
