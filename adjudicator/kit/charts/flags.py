"""Where the numbered flags of a chart stand: each near the point that it marks, clear of all that is drawn there."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import cos, radians, sin
from typing import NamedTuple

Point = tuple[int, int]

RADIUS = 8
"""Of the disc of a flag."""
_CLEAR = RADIUS + 3
"""So far from the middle of a disc begins what it touches not even nearly."""
_BESIDE = 2
"""So far from what it does not belong to runs a staff."""
_APART = 10
"""Half the side of the square round a disc that others stay out of."""
_FOOT = 3
"""The same round the foot of a flag, for the staffs of others."""
_LEFTWARDS = 115
"""The angle at which a staff likes best to rise from its point, in degrees: lines climb towards the right."""


class Box(NamedTuple):
    """Something that takes room: a rectangle, or a line straight across or up."""

    left: float
    top: float
    right: float
    bottom: float


def _list_steps() -> Iterator[tuple[float, Point]]:
    """Ways from a point to the middle of its disc, each with what it costs: its length, and more off the best angle."""
    for length, angle in product(range(15, 56, 4), range(0, 360, 20)):
        if angle % 180 == 0:  # it would be taken for a part of the line at its foot
            continue
        off = abs((angle - _LEFTWARDS + 180) % 360 - 180)
        step = round(length * cos(radians(angle))), -round(length * sin(radians(angle)))
        yield length + off / 9, step


_STEPS = tuple(step for _, step in sorted(_list_steps()))
_FARTHEST = 56 + _CLEAR


@lru_cache(maxsize=8)
def place_flags(
    points: tuple[Point, ...], room: Box, drawn: tuple[Box, ...], rules: tuple[Box, ...]
) -> Sequence[Point]:
    """The middles of the discs of flags at ``points``, inside ``room``: worked out once for all readers of a chart.

    They keep clear of each other and, as far as there is room, of other points, of what is ``drawn`` and of the
    ``rules`` of the grid; and their staffs keep clear of that.
    """
    feet = tuple([Box(x, y, x, y) for x, y in points])
    placed: dict[int, Point] = {}
    for number, (x, y) in reversed([*enumerate(points)]):  # lines climb, so the last one has most room above
        near = [box for box in drawn if not _is_clear((x, y), [box], _FARTHEST)]
        discs = [_surround(middle, _APART) for middle in placed.values()]
        beside = [*discs, *(_surround(point, _FOOT) for point in points if point != (x, y))]
        spots = [
            spot
            for spot in ((x + right, y + down) for right, down in _STEPS)
            if room.left + _CLEAR <= spot[0] <= room.right - _CLEAR
            and room.top + _CLEAR <= spot[1] <= room.bottom - _CLEAR
            and _is_clear(spot, discs)
        ]
        wishes = (
            ([*near, *rules, *feet], [*beside, *near]),
            ([*near, *feet], [*beside, *near]),
            (near, beside),
            ((), ()),
        )
        found = (
            spot
            for boxes, crossed in wishes
            for spot in spots
            if _is_clear(spot, boxes) and _is_staff_clear((x, y), spot, crossed)
        )
        placed[number] = next(found, (x, y))
    return [placed[number] for number in range(len(points))]


def _is_staff_clear(foot: Point, top: Point, boxes: Sequence[Box]) -> bool:
    """Whether the staff of a flag leaves ``boxes`` alone, but for what lies at its foot."""
    right, down = top[0] - foot[0], top[1] - foot[1]
    return all(
        _is_clear((foot[0] + right * part // 4, foot[1] + down * part // 4), boxes, _BESIDE) for part in (1, 2, 3)
    )


def _surround(middle: Point, reach: int) -> Box:
    return Box(middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach)


def _is_clear(middle: Point, boxes: Iterable[Box], distance: int = _CLEAR) -> bool:
    """Whether all ``boxes`` are at that ``distance`` at least."""
    x, y = middle
    for left, top, right, bottom in boxes:
        across = left - x if left > x else x - right if x > right else 0
        down = top - y if top > y else y - bottom if y > bottom else 0
        if across * across + down * down < distance * distance:
            return False
    return True
