"""Deadlines: how they are set and move, when they have passed, and what a seat that missed one has coming.

They are of classes, such as ``turn`` and ``vote``. The charter gives the hours of each class, every turn that does
something sets them anew, and two acts of the moderator move them. A turn is late when all deadlines have passed of
what must be answered: from then on it runs without the answers, and :class:`WhenSilent` says what may be done in the
seats' names. Who has not answered is found by :func:`adjudicator.core.driver.find_missing`, deadline or not.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from adjudicator.core.act_kinds import Deadlines, Extend, Rewind
from adjudicator.core.agenda import Ask
from adjudicator.core.charter import Charter
from adjudicator.core.instant import add_hours
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.core.table import Seat

MOST_HOURS = 24 * 366
"""From one turn to the next."""


class WhenSilent(NamedTuple):
    """What may be done for a seat whose own orders give no answer.

    ``fall_back_when_blocked`` is the charter's policy; ``late`` says that the deadline has passed, ``force`` that
    the moderator wants the turn run whatever is missing.
    """

    fall_back_when_blocked: bool = False
    late: bool = False
    force: bool = False

    def allows_fallback(self, *, blocked: bool) -> bool:
        """Whether fallback orders may answer for a seat that was asked, ``blocked`` or silent."""
        return self.force or (self.fall_back_when_blocked if blocked else self.late)


def set_deadlines(charter: Charter, now: datetime) -> Deadlines:
    """The deadlines that begin at ``now``."""
    return {name: add_hours(now, hours) for name, hours in charter.deadlines.items()}


def move_deadlines(due: Deadlines, acts: Sequence[RecordedAct]) -> Deadlines:
    """The deadlines that hold after ``acts`` where ``due`` held before them."""
    for act in acts:
        if isinstance(act.change, Rewind):
            due = act.change.due
        elif isinstance(act.change, Extend):
            due = {**due, **act.change.due}
    return due


def find_last(asks: Collection[Ask], due: Deadlines) -> datetime | None:
    """The last deadline of what is asked; None where nothing asked has one."""
    return max((due[ask.deadline] for ask in asks if ask.deadline in due), default=None)


def find_late(asks: Collection[Ask], due: Deadlines) -> datetime | None:
    """When every deadline has passed of what must be answered; None where that never comes."""
    must = [ask for ask in asks if ask.must]
    return find_last(must, due) if all(ask.deadline in due for ask in must) else None


def is_late(asks: Collection[Ask], due: Deadlines, now: datetime) -> bool:
    """Whether every deadline has passed of what must be answered."""
    late_from = find_late(asks, due)
    return late_from is not None and now >= late_from


def count_missed(missed: int, seat: Seat, asked: Collection[Seat], silent: Collection[Seat]) -> int:
    """How many deadlines ``seat`` has missed in a row, which had ``missed`` so many before this turn.

    A turn that has not ``asked`` it changes nothing. The ``silent`` are those that were asked and for which something
    else than their orders answered, since the deadline had passed.
    """
    return missed + 1 if seat in silent else 0 if seat in asked else missed
