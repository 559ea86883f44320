"""Where hexes, intersections and paths lie in the drawing.

A hex is 124 wide and 144 high, a path 72 long; round the island there is room for harbours.
"""

from __future__ import annotations

from adjudicator.rules.catan.topology import CORNERS, ENDS, HEX_POINTS, INTERSECTION_POINTS, LETTERS, PATH_NAMED

Point = tuple[int, int]

_HALF, _QUARTER = 62, 36
_SIDE, _TOP = 62, 42
WIDTH = 10 * _HALF + 2 * _SIDE
HEIGHT = 16 * _QUARTER + 2 * _TOP


def _place(point: Point) -> Point:
    return _SIDE + (point[0] + 1) * _HALF, _TOP + (point[1] + 2) * _QUARTER


MIDDLES = {letter: _place(point) for letter, point in zip(LETTERS, HEX_POINTS, strict=True)}
"""The middle of each hex."""
_TAKEN = frozenset(MIDDLES.values())
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
    right, down = round((high_x - low_x) * inset / 72), round((high_y - low_y) * inset / 72)
    return f"M{low_x + right} {low_y + down}L{high_x - right} {high_y - down}"


def place_beside(path: str, distance: int) -> Point:
    """A place beside a path, for what does not stand in the way of a road.

    It is below a slanting path and left of an upright one, where a hex has room, and not in the sea.
    """
    (low_x, low_y), (high_x, high_y) = ends_of(path)
    x, y = (low_x + high_x) // 2, (low_y + high_y) // 2
    if low_x == high_x:
        return x + (distance if (x - _HALF, y) not in _TAKEN else -distance), y
    right, down = round(distance / 2), round(distance * 0.86)
    falling = high_y > low_y
    if (x + (-31 if falling else 31), y + 54) not in _TAKEN:
        # The name of the terrain takes the middle: aside, to the outer end of the path.
        return (x - 14 + right, y - 8 - down) if falling else (x + 14 - right, y - 8 - down)
    return x + (-right if falling else right), y + down


def step_off(path: str, distance: int) -> Point:
    """The step from a path on the coast out to the sea."""
    tile = next(letter for letter, corners in zip(LETTERS, CORNERS, strict=True) if set(_numbers(path)) <= set(corners))
    x, y = middle_of(path)
    middle_x, middle_y = MIDDLES[tile]
    return round((x - middle_x) * distance / 62), round((y - middle_y) * distance / 62)


def _numbers(path: str) -> tuple[int, int]:
    return ENDS[PATH_NAMED[path]]
