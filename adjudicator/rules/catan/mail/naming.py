"""What a sentence about a position needs: who stands where, and what is near, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.topology import ENDS, HEX_POINTS, INTERSECTION_POINTS, PATH_NAMES, Point

SHOWN = 12
"""So many possibilities are named at most."""


def find_building(state: State, intersection: int) -> tuple[int, str] | None:
    """Whose building stands on an intersection, and what it is; None where none does."""
    for seat in range(len(state.table.seats)):
        if state.settlements(seat) >> intersection & 1:
            return seat, "settlement"
        if state.cities(seat) >> intersection & 1:
            return seat, "city"
    return None


def find_road(state: State, path: int) -> int | None:
    """Whose road lies on a path; None where none does."""
    return next((seat for seat in range(len(state.table.seats)) if state.roads(seat) >> path & 1), None)


def name_owner(state: State, seat: int, owner: int) -> str:
    """``your own`` or ``bilal's``, said to ``seat``."""
    return "your own" if owner == seat else f"{state.table.seats[owner]}'s"


def middle_of(path: int) -> Point:
    """Where the middle of a path is, in half the units of ``INTERSECTION_POINTS``."""
    (x1, y1), (x2, y2) = (INTERSECTION_POINTS[end] for end in ENDS[path])
    return x1 + x2, y1 + y2


def square_distance(one: Point, other: Point) -> int:
    """The square of a distance, for comparison; x counts half widths of a hex, y quarter heights."""
    return 3 * (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def name_paths(paths: int, wanted: int) -> list[str]:
    """The paths of a mask, nearest to ``wanted`` first."""
    here = middle_of(wanted)
    return [PATH_NAMES[path] for path in sorted(list_bits(paths), key=lambda p: square_distance(middle_of(p), here))]


def name_intersections(intersections: int, wanted: int) -> list[str]:
    """The intersections of a mask, nearest to ``wanted`` first."""
    points, here = INTERSECTION_POINTS, INTERSECTION_POINTS[wanted]
    return [str(n) for n in sorted(list_bits(intersections), key=lambda n: square_distance(points[n], here))]


def sort_hexes(hexes: Iterable[int], wanted: int) -> list[int]:
    """Hexes, nearest to ``wanted`` first."""
    return sorted(hexes, key=lambda tile: square_distance(HEX_POINTS[tile], HEX_POINTS[wanted]))


def list_legal_names(names: Sequence[str], heading: str, none: str) -> str:
    """The end of a sentence: ``; free paths: 12-13, 13-14 and 3 more``, or ``; `` and ``none`` where there are none."""
    if not names:
        return f"; {none}"
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"; {heading}: {', '.join(names[:SHOWN])}{more}"
