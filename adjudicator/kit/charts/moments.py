"""The turning points of a race: when the lead changed hands for good or for long, and the longest leap."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from adjudicator.kit.charts.paper import Series


class Turning(Enum):
    """What a moment was."""

    LEAD = "lead"
    """The seat came to lead alone, where another had done so before, or nobody."""
    LEAP = "leap"
    """No seat ever gained more in one step."""


class TurningPoint(NamedTuple):
    """A turning point: after which step, whose, how much that step brought it."""

    step: int
    seat: int
    what: Turning
    gained: int


_MOST_LEADS = 4


def find_moments(courses: Sequence[Series], last: int) -> list[TurningPoint]:
    """The turning points up to the step ``last``, in order: the newest changes of the lead, and the first longest leap.

    A leap that took the lead is told once, as a change of the lead.
    """
    if last < 1:
        return []
    leads = _find_leads(courses, last)[-_MOST_LEADS:]
    gains = [
        (course.values[step] - course.values[step - 1], -step, -number)
        for number, course in enumerate(courses)
        for step in range(1, last + 1)
    ]
    gained, step, number = max(gains)
    leap = TurningPoint(-step, -number, Turning.LEAP, gained)
    known = any((moment.step, moment.seat) == (leap.step, leap.seat) for moment in leads)
    return sorted([*leads, *([] if known or not gained else [leap])], key=lambda moment: moment.step)


def _find_leads(courses: Sequence[Series], last: int) -> list[TurningPoint]:
    leads: list[TurningPoint] = []
    for step in range(1, last + 1):
        values = [course.values[step] for course in courses]
        best = max(values)
        seat = values.index(best)
        if best and values.count(best) == 1 and (not leads or leads[-1].seat != seat):
            leads.append(TurningPoint(step, seat, Turning.LEAD, best - courses[seat].values[step - 1]))
    return leads
