"""The river of a board made at random: a winding line from edge to edge, or to the range, with room on each bank."""

from __future__ import annotations

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.through_the_desert.boards.making.ground import (
    ALL_COLUMNS,
    CANVAS,
    ROWS,
    SMALL_COLUMNS,
    Ground,
    Picks,
)

_ATTEMPTS = 200
_MOST_FOR_ONE = 4
"""At least one part of so many lies on each bank."""


def run_river(picks: Picks, ground: Ground) -> tuple[tuple[str, str], ...] | None:
    """The sides along which the river runs, from one end to the other; None where no course was found."""
    for _ in range(_ATTEMPTS):
        bank = _flow_across(picks) if picks.below(2) else _flow_down(picks)
        if all(_is_fair(bank, part) for part in (ground.field, ground.field & ~ground.strip)):
            return _list_sides(bank & ground.field, ground.field & ~bank)
    return None


def _flow_across(picks: Picks) -> int:
    """The hexes above a line from left to right."""
    level, slope, bank = 2 * (3 + picks.below(ROWS - 6)), 1, 0
    for x in range(ALL_COLUMNS):
        bank |= ((1 << max(0, (level + x % 2) // 2)) - 1) << x * CANVAS.stride
        slope = picks.choose((slope, slope, -slope))
        level += slope * picks.choose((1, 1, 3))
        if not 4 <= level <= 2 * ROWS - 4:  # noqa: PLR2004 - two hexes from the edge of the canvas
            slope = -slope
        level = min(max(level, 2), 2 * ROWS - 2)
    return bank & CANVAS.field


def _flow_down(picks: Picks) -> int:
    """The hexes left of a line from top to bottom."""
    column, slope = 4 + picks.below(SMALL_COLUMNS - 8), picks.choose((-1, 1))
    lefts = []
    for _ in range(2 * ROWS):
        slope = picks.choose((slope, slope, slope, -slope, 0)) or picks.choose((-1, 1))
        column = min(max(column + slope * picks.choose((0, 1, 1)), 3), SMALL_COLUMNS - 3)
        lefts.append(column)
    bank = 0
    for index in list_bits(CANVAS.field):
        x, y = CANVAS.position(index)
        if x < lefts[2 * y + (x + 1) % 2]:
            bank |= 1 << index
    return bank


def _is_fair(bank: int, field: int) -> bool:
    """Whether the river parts ``field`` into two banks, each in one piece and large enough."""
    return all(
        _MOST_FOR_ONE * half.bit_count() >= field.bit_count() and CANVAS.flood(half & -half, half) == half
        for half in (bank & field, field & ~bank)
    )


def _list_sides(bank: int, other: int) -> tuple[tuple[str, str], ...]:
    names, neighbours = CANVAS.names, CANVAS.neighbours
    return tuple(
        (names[here], names[there]) for here in list_bits(bank) for there in list_bits(neighbours[here] & other)
    )
