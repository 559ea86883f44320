"""How often each total of the dice has come, as a small chart and in characters."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.kit.charts.bars import Bar, Group, draw_groups

TOTALS = range(2, 13)
_WAYS = 36


def _count(rolls: Mapping[str, int]) -> list[int]:
    return [rolls.get(str(total), 0) for total in TOTALS]


def _expect(total: int, rolled: int) -> float:
    """How often ``total`` is to be expected in so many rolls."""
    return rolled * (6 - abs(7 - total)) / _WAYS


def _say_rolls(number: int) -> str:
    """``1 roll`` or ``2 rolls``."""
    return "1 roll" if number == 1 else f"{number} rolls"


def draw_dice(rolls: Mapping[str, int]) -> str:
    """A bar chart of ``rolls``, counts by total, as one ``<svg>`` element; a thin mark shows what was to be expected.

    Nothing is drawn before the first roll.
    """
    counts = _count(rolls)
    rolled = sum(counts)
    if not rolled:
        return ""
    groups = [
        Group([Bar(count, expected=_expect(total, rolled))], (str(total),))
        for total, count in zip(TOTALS, counts, strict=True)
    ]
    return draw_groups(f"{_say_rolls(rolled)} by total", groups)


def draw_dice_text(rolls: Mapping[str, int]) -> str:
    """The same as a small table: totals, how often each came, how often it was to be expected; empty before a roll."""
    counts = _count(rolls)
    rolled = sum(counts)
    if not rolled:
        return ""
    rows = (
        (_say_rolls(rolled), TOTALS),
        ("came", counts),
        ("expected", [round(_expect(total, rolled)) for total in TOTALS]),
    )
    return "".join(f"{head:<10}{''.join(f'{number:>5}' for number in row)}\n" for head, row in rows)
