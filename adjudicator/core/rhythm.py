"""The rule by which the deadlines of a class fall: as moderators write it, how it is told, and when one may fall by it.

The terms are those of the mail judges of Diplomacy: next, minimum, grace, delay, days, hour. A rule is written as
``72``, or as ``3 days, weekdays mon-fri, hour 20, minimum 48 hours``. With an hour of the day, a deadline falls at that
hour by the clocks of the game's time zone: where they leave the hour out, as summer time begins, at the instant they go
on; where they show it twice, the second time. So nobody has less time than was told.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

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
            parts["weekdays"] = _list_days(self.weekdays, WEEKDAYS, "-", " ")
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
_VERBS = frozenset({"negotiate"})
"""Classes of deadlines that are called by what is done."""
_LEAST = DAY


def count_hours(rule: Rule) -> int:
    """How many hours after the report the deadline falls, but for the calendar."""
    return rule if isinstance(rule, int) else rule.next


def count_least(rule: Rule) -> int:
    """How many hours players are given at least by whoever sets the deadline anew, such as after a pause."""
    if isinstance(rule, Rhythm) and rule.minimum:
        return rule.minimum
    return min(_LEAST, count_hours(rule))


def find_grace(rule: Rule | None) -> timedelta:
    """How long after a deadline by ``rule`` a file still counts."""
    return timedelta(hours=rule.grace) if isinstance(rule, Rhythm) else timedelta()


def write_hours(count: int) -> str:
    """``3 days``, ``6 hours``."""
    number, unit = (count // DAY, "day") if count % DAY == 0 else (count, "hour")
    return f"{number} {unit}{'' if number == 1 else 's'}"


def write_wait(delay: timedelta) -> str:
    """The same of a time that a turn waits; empty where it waits for nothing."""
    return write_hours(delay // timedelta(hours=1)) if delay else ""


def _list_days(days: tuple[int, ...], names: Sequence[str], to: str, between: str) -> str:
    """The ``names`` of weekdays; of more than a few in a row, the first ``to`` the last."""
    first, last = days[0], days[-1]
    if len(days) > _FEW and last - first == len(days) - 1:
        return f"{names[first]}{to}{names[last]}"
    return between.join(names[day] for day in days)


def say_purpose(deadline: str) -> str:
    """What a class of deadlines gives time for: ``for a turn``, ``to negotiate``."""
    return f"to {deadline}" if deadline in _VERBS else f"for a {deadline}"


def tell_rule(rule: Rule) -> str:
    """What the rule means to a player, in a sentence without its full stop."""
    if isinstance(rule, int):
        return f"{write_hours(rule)} after the report"
    after = f"{write_hours(rule.next)} after the report"
    at = "" if rule.hour is None else f", at {rule.hour:02}:00"
    on = "" if rule.weekdays == ANY_DAY else f", {_list_days(rule.weekdays, DAYS, ' to ', ', ')} only"
    off = f", never {' or '.join(map(tell_break, rule.holidays))}" if rule.holidays else ""
    least = "" if rule.hour is None else f"; you have at least {write_hours(rule.least)}"
    late = f"; a file that comes up to {write_hours(rule.grace)} late still counts" if rule.grace else ""
    wait = f"; when all orders are in, the turn waits {write_hours(rule.delay)} longer" if rule.delay else ""
    return f"{after}{at}{on}{off}{least}{late}{wait}"


def tell_break(days: Break) -> str:
    """``from 24 December 2026 to 2 January 2027``, or ``on 26 March 2027``."""
    first, last = (f"{day.day} {MONTHS[day.month - 1]} {day.year}" for day in days)
    return f"on {first}" if first == last else f"from {first} to {last}"


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
    while True:
        deadline = find_deadline(rule, deadline + find_grace(rule), zone)
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


_MOST_BREAKS = 100
_LONGEST_BREAK = 366
_HOURS = re.compile(r"([0-9]{1,5}) ?(h|hours?|d|days?|)")


_UNPARTED = re.compile(r"\s(minimum|grace|delay|weekdays|hour|holidays)\s")


def read_rule(text: str) -> Rule:
    """The rule that ``text`` means: parts between commas, the hours or days to the next deadline first.

    Raises ``ValueError`` that tells all that is wrong with it.
    """
    parts: dict[str, str] = {}
    faults: list[str] = []
    for number, part in enumerate(text.split(",")):
        words = part.strip()
        if unparted := _UNPARTED.search(words.lower()):
            raise ValueError(f"put a comma before {unparted[1]!r}, as between all parts: {text!r}")
        key, _, value = words.partition(" ")
        if number == 0 and words.lstrip("-")[:1].isdigit():
            key, value = "next", words
        if key.lower() in parts:
            faults.append(f"{key} is said twice")
        parts[key.lower()] = value.strip()
    return read_parts(parts, faults)


def read_parts(parts: Mapping[str, str], faults: list[str] | None = None) -> Rule:
    """The rule of these ``parts``, by key, as they stand in a charter; plain hours where there is nothing else to it.

    Raises ``ValueError`` that tells all that is wrong with them, after the ``faults`` that were found before.
    """
    found = [*(faults or []), *(_say_unknown(key) for key in parts if key not in _READERS)]

    agreed: dict[str, Any] = {"next": 1}
    for key, read in _READERS.items():
        if key in parts:
            try:
                agreed[key] = read(parts[key])
            except ValueError as error:
                found.append(f"{key}: {error}")
    rhythm = Rhythm(**agreed)
    if "next" not in parts:
        found.append("say first how long it is to the next deadline, such as 72 or 3 days")
    if "hour" not in parts:
        found += [
            f"{key} go with an hour of the day, such as hour 20" for key in ("weekdays", "holidays") if key in parts
        ]
    if found:
        raise ValueError("; ".join(found))
    return rhythm.next if rhythm == Rhythm(rhythm.next) else rhythm


def _say_unknown(key: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - for a key with a mistake

    near = get_close_matches(key, _READERS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(_READERS)}"
    return f"there is no {key!r}; {hint}"


def _read_hours(text: str) -> int:
    match = _HOURS.fullmatch(text.lower())
    count = int(match[1]) * (DAY if match[2].startswith("d") else 1) if match else 0
    if not 0 < count <= MOST_HOURS:
        raise ValueError(f"{text!r} is not a number of hours or days, such as 48 hours; at most {MOST_HOURS} hours")
    return count


def _read_hour(text: str) -> int | None:
    whole = text.removesuffix(":00")
    if not (whole.isascii() and whole.isdigit() and int(whole) < DAY):
        raise ValueError(f"{text!r} is not a full hour of the day, 0 to {DAY - 1}")
    return int(whole)


def _read_weekdays(text: str) -> tuple[int, ...]:
    days: set[int] = set()
    for word in text.lower().split():
        first, _, last = word.partition("-")
        start, end = _find_weekday(first), _find_weekday(last or first)
        days |= {day % len(WEEKDAYS) for day in range(start, end + (len(WEEKDAYS) if end < start else 0) + 1)}
    if not days:
        raise ValueError("name days, such as mon-fri, or mon wed sat")
    return tuple(sorted(days))


def _find_weekday(word: str) -> int:
    if word[:3] not in WEEKDAYS:
        raise ValueError(f"{word!r} is not a day of the week: {' '.join(WEEKDAYS)}")
    return WEEKDAYS.index(word[:3])


def _read_breaks(text: str) -> tuple[Break, ...]:
    breaks = tuple(sorted(_list_breaks(text)))
    if not 0 < len(breaks) <= _MOST_BREAKS:
        raise ValueError(f"name 1 to {_MOST_BREAKS} days, such as 2026-12-25, or 2026-12-24..2027-01-02")
    return breaks


def _list_breaks(text: str) -> Iterator[Break]:
    for word in text.split():
        first, _, last = word.partition("..")
        one = Break(read_day(first), read_day(last or first))
        if not 0 <= (one.last - one.first).days < _LONGEST_BREAK:
            raise ValueError(f"{word!r}: the second day must not be before the first, nor more than a year after it")
        yield one


def read_day(text: str) -> date:
    """The day that ``text``, such as ``2026-12-25``, names. Raises ``ValueError``."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or str(day) != text:
        raise ValueError(f"{text!r} is not a day such as 2026-12-25")
    return day


_READERS: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(("next", "minimum", "grace", "delay"), _read_hours),
    "weekdays": _read_weekdays,
    "hour": _read_hour,
    "holidays": _read_breaks,
}
"""How each part is read, in the order of the help."""
