"""Time zones: what clocks show when a deadline is told, and which names there are."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from adjudicator.core.instant import write_deadline
from adjudicator.registry import find_zone, list_zones, suggest_zones


@pytest.mark.parametrize(
    ("zone", "instant", "told"),
    [
        ("UTC", "2026-09-22T08:00", "Tuesday 22 September 2026, 08:00 UTC"),
        ("Europe/Berlin", "2026-09-22T08:00", "Tuesday 22 September 2026, 10:00 Berlin time"),
        ("Europe/Berlin", "2026-12-22T23:30", "Wednesday 23 December 2026, 00:30 Berlin time"),
        # clocks go from 02:00 to 03:00 on 29 March, and from 03:00 to 02:00 on 25 October
        ("Europe/Berlin", "2026-03-29T00:59", "Sunday 29 March 2026, 01:59 Berlin time"),
        ("Europe/Berlin", "2026-03-29T01:00", "Sunday 29 March 2026, 03:00 Berlin time"),
        ("Europe/Berlin", "2026-10-25T00:30", "Sunday 25 October 2026, 02:30 Berlin time (UTC+2)"),
        ("Europe/Berlin", "2026-10-25T01:30", "Sunday 25 October 2026, 02:30 Berlin time (UTC+1)"),
        ("Europe/Berlin", "2026-10-25T02:00", "Sunday 25 October 2026, 03:00 Berlin time"),
        ("America/New_York", "2026-01-01T02:00", "Wednesday 31 December 2025, 21:00 New York time"),
        ("America/Argentina/Buenos_Aires", "2026-01-01T02:00", "Wednesday 31 December 2025, 23:00 Buenos Aires time"),
        ("America/St_Johns", "2026-11-01T04:00", "Sunday 1 November 2026, 01:30 St Johns time (UTC-2:30)"),
        ("Asia/Kathmandu", "2026-09-22T08:00", "Tuesday 22 September 2026, 13:45 Kathmandu time"),
        ("Pacific/Kiritimati", "2026-09-22T12:00", "Wednesday 23 September 2026, 02:00 Kiritimati time"),
        ("Etc/GMT+5", "2026-09-22T08:00", "Tuesday 22 September 2026, 03:00 UTC-5"),
        ("Etc/UTC", "2026-09-22T08:00", "Tuesday 22 September 2026, 08:00 UTC"),
        ("CET", "2026-09-22T08:00", "Tuesday 22 September 2026, 10:00 UTC+2"),
    ],
)
def test_a_deadline_as_clocks_show_it(zone: str, instant: str, told: str) -> None:
    assert write_deadline(datetime.fromisoformat(instant).replace(tzinfo=UTC), find_zone(zone)) == told


def test_every_zone_of_the_list_is_there_and_tells_a_deadline() -> None:
    zones = list_zones()
    assert len(zones) > 400
    for zone in zones:
        assert write_deadline(datetime(2026, 9, 22, 8, tzinfo=UTC), find_zone(zone)).startswith(("Tues", "Mon", "Wed"))


@pytest.mark.parametrize("name", ["Europe/Berln", "", "Factory", "../zones", "/etc/localtime", "europe/berlin", "Mars"])
def test_no_other_name_is_a_zone(name: str) -> None:
    with pytest.raises(ValueError, match="no time zone"):
        find_zone(name)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Europe/Berln", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("Asia/Calcuta", "Asia/Calcutta"),
        ("europe/berlin", "Europe/Berlin"),
    ],
)
def test_a_name_with_a_mistake_is_answered_with_the_nearest(name: str, meant: str) -> None:
    assert meant in suggest_zones(name)
    assert len(suggest_zones(name)) <= 3
    assert suggest_zones("qqqqqqqqqq") == ()


@pytest.mark.parametrize(
    ("name", "meant"),
    [("europe/berlin", "Europe/Berlin"), (" america/new york", "America/New_York"), ("etc/utc", "Etc/UTC")],
)
def test_a_name_in_other_capitals_is_answered_with_that_one_alone(name: str, meant: str) -> None:
    assert suggest_zones(name) == (meant,)


def test_zones_do_not_come_from_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("PYTHONTZPATH", str(tmp_path))
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    find_zone.cache_clear()
    told = write_deadline(datetime(2026, 9, 22, 8, tzinfo=UTC), find_zone("Europe/Berlin"))
    assert told == "Tuesday 22 September 2026, 10:00 Berlin time"
