"""How the game goes, in charts: points, what each number of the dice brought, hands, cards won and lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from adjudicator.kit.charts.bars import Bar, Group, draw_groups
from adjudicator.kit.charts.paper import Series
from adjudicator.kit.charts.race import draw_race, draw_rows
from adjudicator.rules.catan.course import Course, read_course
from adjudicator.rules.catan.picture.marks import INKS
from adjudicator.rules.catan.report.ending import tell_ending
from adjudicator.rules.catan.resources import SEVEN, TOTALS
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.known import Known, as_state

_LUCK = ("dice", "due", "kept", "took", "lost", "sevens")
NO_CHARTS: Mapping[str, object] = {
    "race_svg": "",
    "numbers_svg": "",
    "hands_svg": "",
    "luck": None,
    "ending": None,
}
"""Before the first table turn is over."""
_WAYS = 36


def draw_charts(known: Known, records: Callable[[Known], Sequence[str]]) -> Mapping[str, object]:
    """The charts of a game, and of a finished one how it ended; nothing in them is known to some readers alone.

    ``records`` are what a game on top tells of how it ended.
    """
    state = as_state(known)
    course = read_course(known.table, state.cells)
    names = known.table.seats
    points = [Series(name, seat.points) for name, seat in zip(names, course.seats, strict=True)]
    if not points[0].values[1:]:
        return NO_CHARTS
    hands = [Series(name, seat.cards) for name, seat in zip(names, course.seats, strict=True)]
    limit = known.table.edition.hand_limit
    over = known.stage is Stage.OVER
    return {
        "race_svg": "" if over else draw_race("Points after every table turn", points, "table turns", inks=INKS),
        "numbers_svg": _draw_numbers(course),
        "hands_svg": draw_rows("Cards in hand after every table turn", hands, "table turns", limit, inks=INKS),
        "luck": _tabulate_luck(names, course),
        "ending": tell_ending(known, course, points, records(known)) if over else None,
    }


def _draw_numbers(course: Course) -> str:
    """What each number brought all seats together, with a mark at what was to be expected."""
    groups = [
        Group([Bar(course.produced[total], expected=course.expected[total])], (str(total),))
        for total in TOTALS
        if total != SEVEN
    ]
    return draw_groups("Cards that each number brought", groups)


def _tabulate_luck(names: Sequence[str], course: Course) -> Mapping[str, object]:
    """What the dice brought each seat against what was to be expected, and what went from hand to hand."""
    rows = [
        {
            "seat": name,
            "cells": (seat.produced, f"{seat.expected:.0f}", seat.missed, seat.took, seat.lost, seat.discarded),
        }
        for name, seat in zip(names, course.seats, strict=True)
    ]
    return {"columns": _LUCK, "rows": rows}


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
