"""Where deadlines fall: a table of days that are easily got wrong, and what holds of any rule and any instant."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.instant import read_instant, write_deadline
from adjudicator.core.rhythm import (
    Rhythm,
    find_after,
    find_allowed,
    find_deadline,
    predict_deadlines,
    read_day,
    read_rule,
)
from adjudicator.registry import find_zone

BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"
EVENING = "3 days, hour 20"
AT_WORK = "1 day, weekdays mon-fri, hour 18"


@pytest.mark.parametrize(
    ("rule", "zone", "report", "deadline"),
    [
        # plain hours, as ever
        ("72", "UTC", "2026-03-02T10:00:00+00:00", "2026-03-05T10:00:00+00:00"),
        ("72", BERLIN, "2026-03-27T10:00:00+01:00", "2026-03-30T11:00:00+02:00"),
        ("24, minimum 30 hours", "UTC", "2026-03-02T10:00:00+00:00", "2026-03-03T16:00:00+00:00"),
        # the same hour of the day, whenever the report came
        (EVENING, BERLIN, "2026-03-02T09:00:00+01:00", "2026-03-05T20:00:00+01:00"),
        (EVENING, BERLIN, "2026-03-02T20:00:05+01:00", "2026-03-05T20:00:00+01:00"),
        (EVENING, BERLIN, "2026-03-02T23:59:59+01:00", "2026-03-05T20:00:00+01:00"),
        (f"{EVENING}, minimum 72 hours", BERLIN, "2026-03-02T20:00:05+01:00", "2026-03-06T20:00:00+01:00"),
        ("12 hours, hour 20", BERLIN, "2026-03-02T07:00:00+01:00", "2026-03-02T20:00:00+01:00"),
        ("12 hours, hour 20", BERLIN, "2026-03-02T21:00:00+01:00", "2026-03-03T20:00:00+01:00"),
        ("2 hours, hour 20", BERLIN, "2026-03-02T21:00:00+01:00", "2026-03-03T20:00:00+01:00"),
        # summer time begins: three days of the calendar are 71 hours; an hour that is left out
        (EVENING, BERLIN, "2026-03-27T20:00:00+01:00", "2026-03-30T20:00:00+02:00"),
        ("1 day, hour 2", BERLIN, "2026-03-28T02:00:00+01:00", "2026-03-29T03:00:00+02:00"),
        ("1 day, hour 0", BERLIN, "2026-03-28T23:30:00+01:00", "2026-03-30T00:00:00+02:00"),
        # summer time ends: the hour that comes twice is the second one
        (EVENING, BERLIN, "2026-10-23T20:00:00+02:00", "2026-10-26T20:00:00+01:00"),
        ("1 day, hour 2", BERLIN, "2026-10-24T02:00:00+02:00", "2026-10-25T02:00:00+01:00"),
        ("1 day, hour 1", NEW_YORK, "2026-10-31T01:00:00-04:00", "2026-11-01T01:00:00-05:00"),
        ("1 day, hour 23", "Asia/Beirut", "2026-10-23T23:00:00+03:00", "2026-10-24T23:00:00+02:00"),
        # a weekend, and one with a minimum that begins before it
        (AT_WORK, BERLIN, "2026-03-05T18:00:00+01:00", "2026-03-06T18:00:00+01:00"),
        (AT_WORK, BERLIN, "2026-03-06T10:00:00+01:00", "2026-03-09T18:00:00+01:00"),
        (AT_WORK, BERLIN, "2026-03-07T10:00:00+01:00", "2026-03-09T18:00:00+01:00"),
        (f"{AT_WORK}, minimum 48 hours", BERLIN, "2026-03-04T19:00:00+01:00", "2026-03-09T18:00:00+01:00"),
        # month's end, year's end, a leap day and none
        ("1 day, hour 20", "UTC", "2027-02-27T12:00:00+00:00", "2027-02-28T20:00:00+00:00"),
        ("1 day, hour 20", "UTC", "2027-02-28T12:00:00+00:00", "2027-03-01T20:00:00+00:00"),
        ("1 day, hour 20", "UTC", "2028-02-28T12:00:00+00:00", "2028-02-29T20:00:00+00:00"),
        ("2 days, hour 20", "UTC", "2026-12-30T12:00:00+00:00", "2027-01-01T20:00:00+00:00"),
        # days of the charter
        (
            "2 days, hour 20, holidays 2026-12-24..2027-01-02",
            BERLIN,
            "2026-12-22T12:00:00+01:00",
            "2027-01-03T20:00:00+01:00",
        ),
        (
            "1 day, hour 20, weekdays mon-fri, holidays 2027-01-01 2026-12-31",
            BERLIN,
            "2026-12-30T12:00:00+01:00",
            "2027-01-04T20:00:00+01:00",
        ),
        # far from Greenwich the day is another one
        ("1 day, hour 8", "Pacific/Auckland", "2026-03-02T20:00:00+00:00", "2026-03-03T19:00:00+00:00"),
    ],
)
def test_a_deadline_falls_where_it_should(rule: str, zone: str, report: str, deadline: str) -> None:
    place = find_zone(zone)
    found = find_deadline(read_rule(rule), read_instant(report), place)
    assert write_deadline(found, place) == write_deadline(read_instant(deadline), place)


def test_a_deadline_before_noon_leaves_whoever_comes_back_a_day() -> None:
    for deadline, moved in (
        ("00:01", "2026-01-22T00:01"),
        ("11:59", "2026-01-22T11:59"),
        ("12:00", "2026-01-21T12:00"),
    ):
        found = find_after(
            24, read_instant(f"2026-01-12T{deadline}:00+01:00"), read_day("2026-01-20"), find_zone(BERLIN)
        )
        assert found == read_instant(f"{moved}:00+01:00")


@pytest.mark.parametrize(
    ("deadline", "day", "moved"),
    [
        ("2026-03-05T20:00:00+01:00", "2026-03-08", "2026-03-09T20:00:00+01:00"),
        ("2026-03-27T20:00:00+01:00", "2026-03-28", "2026-03-29T20:00:00+02:00"),
        ("2026-12-23T20:00:00+01:00", "2026-12-23", "2026-12-27T20:00:00+01:00"),
    ],
)
def test_a_deadline_moves_beyond_a_day_to_the_same_hour(deadline: str, day: str, moved: str) -> None:
    rule = read_rule("3 days, hour 20, holidays 2026-12-24..2026-12-26")
    assert find_after(rule, read_instant(deadline), read_day(day), find_zone(BERLIN)) == read_instant(moved)


def test_turns_that_wait_for_their_deadlines_are_foretold() -> None:
    rule, berlin = read_rule("2 days, weekdays mon-fri, hour 20, grace 6 hours"), find_zone(BERLIN)
    ahead = predict_deadlines(rule, read_instant("2026-03-27T20:00:00+01:00"), berlin, 3)
    assert [write_deadline(one, berlin).partition(" 2026")[0] for one in ahead] == [
        "Monday 30 March",
        "Wednesday 1 April",
        "Friday 3 April",
    ]


RULES = st.builds(
    Rhythm,
    next=st.integers(1, 400),
    minimum=st.integers(0, 300),
    grace=st.integers(0, 72),
    delay=st.integers(0, 12),
    holidays=st.just(()),
    weekdays=st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
    hour=st.integers(0, 23),
)
REPORTS = st.datetimes(datetime(2026, 1, 1), datetime(2036, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - its zone is beside it
ZONES = st.sampled_from(
    ["UTC", BERLIN, NEW_YORK, "America/Havana", "Asia/Beirut", "Australia/Lord_Howe", "Asia/Kathmandu"]
)


@given(RULES, REPORTS, ZONES)
def test_a_deadline_keeps_to_its_rule(rule: Rhythm, report: datetime, zone: str) -> None:
    report = report.replace(microsecond=0)
    place = find_zone(zone)
    deadline = find_deadline(rule, report, place)
    local = deadline.astimezone(place)
    assert deadline > report
    assert deadline - report >= timedelta(hours=max(rule.minimum, 1))
    shown = local.hour == rule.hour and local.minute == 0
    skipped = local.replace(hour=rule.hour or 0, minute=0).astimezone(UTC).astimezone(place).hour != rule.hour
    assert shown or skipped
    assert local.weekday() in rule.weekdays or skipped
    assert find_allowed(rule, deadline, place) == deadline


@given(RULES, REPORTS, st.integers(0, 10**6), ZONES)
def test_a_later_report_has_no_earlier_deadline(rule: Rhythm, report: datetime, later: int, zone: str) -> None:
    report, place = report.replace(microsecond=0), find_zone(zone)
    assert find_deadline(rule, report, place) <= find_deadline(rule, report + timedelta(seconds=later), place)


@given(RULES)
def test_a_rule_is_read_as_it_is_written(rule: Rhythm) -> None:
    assert read_rule(str(rule)) == rule
