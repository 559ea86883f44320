"""How far away a deadline is said to be, wherever it is: in reports, in letters and by ``status``."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adjudicator.core.instant import say_distance


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
        ("59:59", "in 2 days"),
        ("60:00", "in 3 days"),
        ("71:59", "in 3 days"),
        ("72:00", "in 3 days"),
        ("83:00", "in 3 days"),
        ("168:00", "in 7 days"),
    ],
)
def test_a_distance_is_rounded_as_people_round_it(distance: str, words: str) -> None:
    """A turn that runs a minute late names the days that its charter gives."""
    hours, minutes = map(int, distance.split(":"))
    assert say_distance(timedelta(hours=hours, minutes=minutes)) == words


def test_no_distance_is_said_far_off() -> None:
    """Hours are right to the hour, never more than ten minutes too long; days to half a day."""
    for minutes in range(1, 10 * 24 * 60):
        distance = timedelta(minutes=minutes)
        said = say_distance(distance).split()
        if said[1] == "less":
            assert distance < timedelta(hours=1)
            continue
        hours = said[2].startswith("hour")
        unit = timedelta(hours=1) if hours else timedelta(days=1)
        too_long = int(said[1]) * unit - distance
        assert too_long <= (timedelta(minutes=10) if hours else timedelta(hours=12))
        assert -too_long <= (timedelta(hours=1) if hours else timedelta(hours=12))
