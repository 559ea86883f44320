"""The rule by which the deadlines of a class fall, and how it is written and told.

The terms are those of the mail judges of Diplomacy: next, minimum, grace, delay, days, hour.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from adjudicator.core.instant import DAYS, MONTHS

DAY = 24
"""Hours."""
MOST_HOURS = DAY * 366
"""From one turn to the next."""
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
ANY_DAY = tuple(range(len(WEEKDAYS)))
_FEW = 2
"""Days up to which they are listed one by one."""


class Break(NamedTuple):
    """Days on which no deadline falls, the last included."""

    first: date
    last: date

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}..{self.last}"


class Rhythm(NamedTuple):
    """When the next deadline of a class falls: ``next`` hours after the report, and what else is agreed.

    ``minimum`` is how many hours a player has at least (half of ``next`` where an hour is named and that is not),
    ``grace`` how many after the deadline a file still counts,
    ``delay`` how many a turn waits once all orders are in, for those who think again. With an ``hour`` (0 to 23, by the
    clocks of the game's time zone) deadlines fall at that hour, on the ``weekdays`` (0 is Monday) and on no day of the
    ``holidays``; without one they fall at any.
    """

    next: int
    minimum: int = 0
    grace: int = 0
    delay: int = 0
    weekdays: tuple[int, ...] = ANY_DAY
    hour: int | None = None
    holidays: tuple[Break, ...] = ()

    @property
    def least(self) -> int:
        """How many hours there are at least from the report to the deadline."""
        return self.minimum or (self.next if self.hour is None else (self.next + 1) // 2)

    def allows(self, day: date) -> bool:
        """Whether a deadline may fall on ``day``."""
        return day.weekday() in self.weekdays and not any(one.first <= day <= one.last for one in self.holidays)

    @property
    def parts(self) -> Mapping[str, str]:
        """What is agreed, as it is written: by key, in the order of the help."""
        hours = {"next": self.next, "minimum": self.minimum, "grace": self.grace, "delay": self.delay}
        parts = {key: write_hours(count) for key, count in hours.items() if count}
        if self.weekdays != ANY_DAY:
            parts["weekdays"] = _write_weekdays(self.weekdays)
        if self.hour is not None:
            parts["hour"] = str(self.hour)
        if self.holidays:
            parts["holidays"] = " ".join(map(str, self.holidays))
        return parts

    def __str__(self) -> str:
        """As it is given behind ``--deadline``."""
        return ", ".join(value if key == "next" else f"{key} {value}" for key, value in self.parts.items())


Rule: TypeAlias = int | Rhythm
"""Plain hours from the report, or a rhythm."""
Rules: TypeAlias = Mapping[str, Rule]
"""By class of deadline."""
Grace: TypeAlias = Mapping[str, timedelta]
"""How long after the deadline a file still counts, by class."""
NO_GRACE: Grace = MappingProxyType({})
_LEAST = DAY


def count_hours(rule: Rule) -> int:
    """How many hours after the report the deadline falls, but for the calendar."""
    return rule if isinstance(rule, int) else rule.next


def count_least(rule: Rule) -> int:
    """How many hours players are given at least by whoever sets the deadline anew, such as after a pause."""
    if isinstance(rule, Rhythm) and rule.minimum:
        return rule.minimum
    return min(_LEAST, count_hours(rule))


def list_grace(rules: Rules) -> Grace:
    """How long after the deadline a file still counts, of the classes where it does."""
    return {
        name: timedelta(hours=rule.grace) for name, rule in rules.items() if isinstance(rule, Rhythm) and rule.grace
    }


def write_hours(count: int) -> str:
    """``3 days``, ``6 hours``."""
    number, unit = (count // DAY, "day") if count % DAY == 0 else (count, "hour")
    return f"{number} {unit}{'' if number == 1 else 's'}"


def _write_weekdays(days: tuple[int, ...]) -> str:
    first, last = days[0], days[-1]
    if len(days) > _FEW and last - first == len(days) - 1:
        return f"{WEEKDAYS[first]}-{WEEKDAYS[last]}"
    return " ".join(WEEKDAYS[day] for day in days)


def tell_rule(rule: Rule) -> str:
    """What the rule means to a player, in a sentence without its full stop."""
    if isinstance(rule, int):
        return f"{rule} hours after the report"
    after = f"{write_hours(rule.next)} after the report"
    at = "" if rule.hour is None else f", at {rule.hour:02}:00"
    on = "" if rule.weekdays == ANY_DAY else f", {_tell_weekdays(rule.weekdays)} only"
    off = f", never on {' or '.join(map(tell_break, rule.holidays))}" if rule.holidays else ""
    least = "" if rule.hour is None else f"; you have at least {write_hours(rule.least)}"
    late = f"; a file that comes up to {write_hours(rule.grace)} late still counts" if rule.grace else ""
    wait = f"; when all orders are in, the turn waits for {write_hours(rule.delay)} more" if rule.delay else ""
    return f"{after}{at}{on}{off}{least}{late}{wait}"


def _tell_weekdays(days: tuple[int, ...]) -> str:
    first, last = days[0], days[-1]
    if len(days) > _FEW and last - first == len(days) - 1:
        return f"{DAYS[first]} to {DAYS[last]}"
    return ", ".join(DAYS[day] for day in days)


def tell_break(days: Break) -> str:
    """``24 December 2026 to 2 January 2027``."""
    first, last = (f"{day.day} {MONTHS[day.month - 1]} {day.year}" for day in days)
    return first if first == last else f"{first} to {last}"
