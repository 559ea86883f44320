"""How far away a deadline is said to be, wherever it is: in reports, in letters and by ``status``."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from adjudicator.core.instant import say_distance

FRIDAY = datetime(2026, 11, 27, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("distance", "words"),
    [
        ("0:00", "it has passed"),
        ("0:01", "in less than an hour"),
        ("0:49", "in less than an hour"),
        ("0:50", "in 1 hour"),
        ("1:00", "in 1 hour"),
        ("1:49", "in 1 hour"),
        ("1:50", "in 2 hours"),
        ("23:59", "in 24 hours"),
        ("24:30", "in 24 hours"),
        ("47:49", "in 47 hours"),
        ("47:59", "in 2 days"),
        ("48:00", "in 2 days"),
        ("61:59", "in 2 days"),
        ("62:00", "in 3 days"),
        ("71:59", "in 3 days"),
        ("72:00", "in 3 days"),
        ("85:00", "in 3 days"),
        ("168:00", "in 7 days"),
    ],
)
def test_a_distance_is_hours_and_then_days_of_the_calendar(distance: str, words: str) -> None:
    """A turn that runs a minute late names the days that its charter gives."""
    hours, minutes = map(int, distance.split(":"))
    assert say_distance(FRIDAY, FRIDAY + timedelta(hours=hours, minutes=minutes)) == words


def test_days_are_those_of_the_clocks_that_the_deadline_is_told_by() -> None:
    """Friday 06:30 to Monday 20:00 in St John's, where Monday is over in Greenwich."""
    zone = ZoneInfo("America/St_Johns")
    due = datetime(2026, 11, 30, 20, tzinfo=zone)
    assert say_distance(FRIDAY, due, zone) == "in 3 days"
    assert say_distance(FRIDAY + timedelta(hours=17), due, zone) == "in 3 days"
    assert say_distance(FRIDAY + timedelta(hours=18), due, zone) == "in 2 days"
    assert (
        say_distance(datetime(2026, 11, 27, 0, 2, tzinfo=UTC), datetime(2026, 11, 28, 23, 59, tzinfo=UTC))
        == "in 2 days"
    )


def test_no_distance_is_said_far_off() -> None:
    """Hours are right to the hour, never more than ten minutes too long; days to a day."""
    for minutes in range(1, 10 * 24 * 60):
        distance = timedelta(minutes=minutes)
        said = say_distance(FRIDAY, FRIDAY + distance).split()
        if said[1] == "less":
            assert distance < timedelta(hours=1)
            continue
        hours = said[2].startswith("hour")
        unit = timedelta(hours=1) if hours else timedelta(days=1)
        too_long = int(said[1]) * unit - distance
        assert too_long <= (timedelta(minutes=10) if hours else timedelta(days=1))
        assert -too_long <= (timedelta(hours=1) if hours else timedelta(days=1))
