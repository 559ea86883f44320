"""The rule by which the deadlines of a class fall, how it is told, and the first instant at which one may fall by it.

The terms are those of the mail judges of Diplomacy: next, minimum, grace, delay, days, hour. With an hour of the day, a
deadline falls at that hour by the clocks of the game's time zone: where they leave the hour out, as summer time begins,
at the instant they go on; where they show it twice, the second time. So nobody has less time than was told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from adjudicator.core.instant import DAYS, LATEST, MONTHS, add_hours, expect_near

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
        return f"{write_hours(rule)} after the report"
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


_NOON = 12
_ONE_DAY = timedelta(days=1)


def find_deadline(rule: Rule, report: datetime, zone: tzinfo) -> datetime:
    """The deadline of what is asked in a report of the instant ``report``. Raises ``InstantError``: too far away."""
    if isinstance(rule, int):
        return add_hours(report, rule)
    if rule.hour is None:
        return add_hours(report, max(rule.next, rule.minimum))
    # whole days are days of the calendar, however long the clocks make them; that late files were waited for costs none
    days, hours = divmod(rule.next, DAY)
    first = add_hours(report, hours - rule.grace).astimezone(zone).date() + days * _ONE_DAY
    return _find_on_days(rule, first, add_hours(report, rule.least), zone)


def find_allowed(rule: Rule, earliest: datetime, zone: tzinfo) -> datetime:
    """The first instant from ``earliest`` on at which a deadline by ``rule`` may fall. Raises ``InstantError``."""
    if isinstance(rule, int) or rule.hour is None:
        return expect_near(earliest)
    return _find_on_days(rule, earliest.astimezone(zone).date(), earliest, zone)


def find_after(rule: Rule, deadline: datetime, day: date, zone: tzinfo) -> datetime:
    """Where ``deadline`` moves that must fall after ``day``: to the same time of the first day on which it may.

    Before noon that is the second day after ``day`` at the earliest, so that whoever comes back has some hours left.
    """
    local = deadline.astimezone(zone)
    moved = local.replace(year=day.year, month=day.month, day=day.day) + _ONE_DAY * (1 if local.hour >= _NOON else 2)
    return find_allowed(rule, _settle(moved.replace(tzinfo=None), zone), zone)


def predict_deadlines(rule: Rule, first: datetime, zone: tzinfo, count: int) -> list[datetime]:
    """The ``count`` deadlines after ``first`` where every turn runs when its deadline, with its grace, has passed."""
    return list(islice(_follow(rule, first, zone), count))


def _follow(rule: Rule, deadline: datetime, zone: tzinfo) -> Iterator[datetime]:
    grace = timedelta(hours=rule.grace) if isinstance(rule, Rhythm) else timedelta()
    while True:
        deadline = find_deadline(rule, deadline + grace, zone)
        yield deadline


def _find_on_days(rule: Rhythm, first: date, earliest: datetime, zone: tzinfo) -> datetime:
    """The first deadline at the hour of ``rule``, from the day ``first`` and the instant ``earliest`` on."""
    assert rule.hour is not None, "its callers know"
    day = first
    while day < LATEST.date():
        if rule.allows(day):
            instant = _settle(datetime(day.year, day.month, day.day, rule.hour), zone)  # noqa: DTZ001 - local
            if instant >= earliest:
                return expect_near(instant)
        day += _ONE_DAY
    return expect_near(LATEST + _ONE_DAY, "the deadline")


def _settle(local: datetime, zone: tzinfo) -> datetime:
    """The instant at which the clocks of ``zone`` show ``local``; the later one where there are two, or none."""
    return max(local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
