"""Players on holiday: deadlines move beyond it, as often as was agreed, and nobody else's do."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from unit.moderation.tables import Table, found

from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.seats import end_substitution, replace_player, substitute_player
from adjudicator.acts.moderation.terms import edit_charter, extend_deadline, note_holiday, pause_game, resume_game
from adjudicator.acts.status import read_status
from adjudicator.core.agenda import Ask
from adjudicator.core.deadlines import pass_holidays
from adjudicator.core.instant import read_instant
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.rhythm import Break
from adjudicator.registry import find_zone


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game of which a turn has run, with two days for the next, to the evening."""
    table = found(tmp_path, zone="Europe/Berlin")
    table.hours = 18
    table.play(1)
    return table


def day_of(table: Table) -> date:
    return table.opened.due["turn"].astimezone(table.opened.zone).date()


def test_the_running_deadline_moves_to_the_same_hour_after_the_holiday(table: Table) -> None:
    due, first = table.opened.due["turn"], day_of(table)
    recorded = note_holiday(table.path, "bob", first, first + timedelta(days=4), "the hills", table.now)
    assert table.opened.due == {"turn": due + timedelta(days=5)}
    assert len(recorded.letters) == len(table.opened.seats)
    table.play(1)
    told = " ".join(table.read("turns/0002/reports/public.txt").decode().split())
    assert "The moderator noted that bob is away from 3 January 2026 to 7 January 2026; the deadline for" in told
    assert table.findings(reports=True) == []


def test_a_later_deadline_moves_when_its_turn_is_set(table: Table) -> None:
    first = day_of(table) + timedelta(days=1)
    note_holiday(table.path, "bob", first, first + timedelta(days=6), "the hills", table.now)
    assert day_of(table) < first
    table.hours += 24
    table.play(1)
    assert day_of(table) == first + timedelta(days=7)
    assert table.findings(reports=True) == []
    rewind_game(table.path, 1, "once more", table.now)
    assert day_of(table) == first + timedelta(days=7)
    table.play(1)
    assert table.findings(reports=True) == []


def test_a_holiday_is_not_handed_on_with_the_seat(table: Table) -> None:
    first = day_of(table) + timedelta(days=1)
    note_holiday(table.path, "bob", first, first + timedelta(days=6), "the hills", table.now)
    replace_player(table.path, "bob", None, "Bob has left", b"k" * 32, table.now)
    table.hours += 24
    table.play(1)
    assert day_of(table) == first
    assert table.findings(reports=True) == []


def test_no_deadline_moves_for_a_player_on_holiday_while_a_substitute_plays(table: Table) -> None:
    first = day_of(table) + timedelta(days=1)
    note_holiday(table.path, "bob", first, first + timedelta(days=6), "the hills", table.now)
    substitute_player(table.path, "bob", "Fay", "", "the hills", b"f" * 32, table.now)
    table.hours += 24
    table.play(1)
    assert day_of(table) == first
    note_holiday(table.path, "bob", first, first + timedelta(days=9), "longer", table.now)
    assert day_of(table) == first
    assert table.findings(reports=True) == []
    end_substitution(table.path, "bob", "Bob is back", table.now)
    table.hours += 24
    table.play(1)
    assert day_of(table) > first + timedelta(days=9)
    assert table.findings(reports=True) == []


@pytest.mark.parametrize("to_an_instant", [False, True])
def test_a_deadline_that_is_extended_into_a_holiday_moves_past_it(table: Table, to_an_instant: bool) -> None:
    due, first = table.opened.due["turn"], day_of(table) + timedelta(days=1)
    note_holiday(table.path, "bob", first, first + timedelta(days=6), "the hills", table.now)
    hours, until = (None, due + timedelta(days=2)) if to_an_instant else (48, None)
    recorded = extend_deadline(table.path, hours, until, "slow", table.now)
    assert recorded.note.startswith("A player who is awaited is on holiday at the time asked for, so the deadline")
    assert all(recorded.note in " ".join(table.read(name).decode().split()) for name in recorded.letters)
    assert table.opened.due == {"turn": due + timedelta(days=8)}
    assert extend_deadline(table.path, hours, until, "slow", table.now).already
    again = extend_deadline(table.path, 24, None, "slower", table.now)
    assert not again.note
    assert table.opened.due == {"turn": due + timedelta(days=9)}
    table.play(1)
    assert table.findings(reports=True) == []


def test_by_rounds_deadlines_that_are_foretold_pass_holidays(table: Table) -> None:
    edit_charter(table.path, {"deadline": "2 days, hour 20", "pacing": "round"}, "as agreed", table.now)
    table.play(1)
    first, second, third = read_status(table.path).schedule
    away = second.astimezone(table.opened.zone).date()
    note_holiday(table.path, "bob", away, away + timedelta(days=2), "the hills", table.now)
    assert read_status(table.path).schedule == (first, second + timedelta(days=3), third + timedelta(days=3))


def test_after_a_pause_nobody_is_awaited_on_holiday(table: Table) -> None:
    pause_game(table.path, "away", table.now)
    first = (table.now + timedelta(days=1)).date()
    note_holiday(table.path, "cem", first, first + timedelta(days=20), "the sea", table.now)
    resume_game(table.path, "back", table.now)
    assert day_of(table) == first + timedelta(days=21)


def test_no_year_has_more_than_366_days_of_holidays(table: Table) -> None:
    edit_charter(table.path, {"policies.holidays": "366"}, "as agreed", table.now)
    with pytest.raises(ActRefusedError, match=r"0 to 366 \(or any\), not '367'"):
        edit_charter(table.path, {"policies.holidays": "367"}, "as agreed", table.now)


def test_a_player_is_away_as_many_days_of_a_year_as_agreed(table: Table) -> None:
    edit_charter(table.path, {"policies.holidays": "10"}, "as agreed", table.now)
    note_holiday(table.path, "bob", date(2026, 12, 27), date(2027, 1, 5), "the hills", table.now)
    note_holiday(table.path, "bob", date(2026, 12, 25), date(2026, 12, 28), "longer", table.now)
    with pytest.raises(ActRefusedError, match=r"bob would be away for 11 days in 2026; the charter allows 10"):
        note_holiday(table.path, "bob", date(2026, 5, 1), date(2026, 5, 4), "the sea", table.now)
    note_holiday(table.path, "bob", date(2026, 5, 1), date(2026, 5, 3), "the sea", table.now)
    note_holiday(table.path, "ann", date(2026, 5, 1), date(2026, 5, 10), "the sea", table.now)


@pytest.mark.parametrize(
    ("seat", "first", "last", "words"),
    [
        ("eve", date(2026, 2, 1), date(2026, 2, 3), "the seats are"),
        ("ann", date(2026, 2, 4), date(2026, 2, 3), "is before the first"),
        ("ann", date(2025, 2, 1), date(2025, 2, 3), "is over already"),
        ("ann", date(2026, 2, 1), date(2028, 2, 3), "a year at most"),
    ],
)
def test_what_is_no_holiday_is_refused(table: Table, seat: str, first: date, last: date, words: str) -> None:
    with pytest.raises(ActRefusedError, match=words):
        note_holiday(table.path, seat, first, last, "why", table.now)


@pytest.mark.parametrize(
    ("holidays", "moved"),
    [
        ([("ann", "2026-03-10", "2026-03-12")], "2026-03-13T20:00:00Z"),
        ([("ann", "2026-03-11", "2026-03-12")], "2026-03-10T20:00:00Z"),
        ([("ann", "2026-03-09", "2026-03-12"), ("bob", "2026-03-13", "2026-03-15")], "2026-03-16T20:00:00Z"),
        ([("bob", "2026-03-13", "2026-03-15"), ("ann", "2026-03-09", "2026-03-12")], "2026-03-16T20:00:00Z"),
        ([("cem", "2026-03-09", "2026-03-12")], "2026-03-10T20:00:00Z"),
    ],
)
def test_deadlines_move_for_those_who_are_asked(holidays: list[tuple[str, str, str]], moved: str) -> None:
    asks = [Ask(seat, "turn", 1, must, "turn", "") for seat, must in (("ann", True), ("bob", True), ("cem", False))]
    away = [(seat, Break(date.fromisoformat(first), date.fromisoformat(last))) for seat, first, last in holidays]
    due = {"turn": read_instant("2026-03-10T20:00:00Z")}
    assert pass_holidays({"turn": 72}, asks, due, away, find_zone("UTC")) == {"turn": read_instant(moved)}
