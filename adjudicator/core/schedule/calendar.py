"""The calendar that a rule is applied to: the first instant at which a deadline may fall, in the game's time zone.

With an hour of the day, a deadline falls at that hour by the clocks there: where they leave the hour out, as summer
time begins, at the instant they go on; where they show it twice, the second time. So nobody has less time than was
told.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import islice

from adjudicator.core.instant import LATEST, add_hours, expect_near
from adjudicator.core.schedule.rhythm import DAY, Rhythm, Rule

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
    """Where ``deadline`` moves that must fall after ``day``: to the same time of the first day on which it may."""
    local = deadline.astimezone(zone)
    moved = local.replace(year=day.year, month=day.month, day=day.day) + _ONE_DAY
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
