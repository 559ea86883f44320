"""Time in a running game: rhythms, grace, delay, pauses, and outages of the program."""

from __future__ import annotations

import shutil
from datetime import UTC, timedelta
from pathlib import Path

import pytest
from unit.moderation.tables import START, Table, found, tree

from adjudicator.acts.filing import submit_file
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.terms import (
    edit_charter,
    extend_after_outage,
    extend_deadline,
    pause_game,
    resume_game,
)
from adjudicator.acts.open_game import open_game
from adjudicator.acts.outbox import list_receipt_lines
from adjudicator.acts.run import Status, run_turn
from adjudicator.acts.status import read_status
from adjudicator.cli.status import tell_status
from adjudicator.core.act_kinds import KINDS, Extend, Resume, Telling
from adjudicator.core.instant import add_hours, read_instant
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.seat_names import NO_NAMES

HOUR = timedelta(hours=1)
GAMES = Path(__file__).resolve().parents[3] / "games"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game of which a turn has run, with two days for the next."""
    table = found(tmp_path, zone="Europe/Berlin")
    table.play(1)
    return table


def run(table: Table, hours: int) -> Status:
    table.hours += hours
    return run_turn(table.path, None, table.now).status


def test_by_a_rhythm_turns_fall_on_its_days_and_verify(table: Table) -> None:
    edit_charter(table.path, {"deadline": "2 days, weekdays mon-fri, hour 20"}, "no weekends", table.now)
    table.play(3)
    due = table.opened.due["turn"].astimezone(table.opened.zone)
    assert (due.hour, due.minute) == (20, 0)
    assert due.weekday() < 5
    schedule = read_status(table.path).schedule
    assert [one.astimezone(table.opened.zone).hour for one in schedule] == [20, 20, 20]
    assert sorted([table.opened.due["turn"], *schedule]) == [table.opened.due["turn"], *schedule]
    assert table.findings(reports=True) == []


def test_what_comes_in_the_grace_still_counts(table: Table) -> None:
    edit_charter(table.path, {"deadline": "48 hours, grace 6 hours"}, "slow mail", table.now)
    table.play(1)
    assert run(table, 48) is Status.WAITING
    assert run(table, 5) is Status.WAITING
    late_from = table.opened.due["turn"] + 6 * HOUR
    assert read_status(table.path).late_from == late_from
    assert table.opened.is_late(late_from)
    assert not table.opened.is_late(late_from - timedelta(seconds=1))


def test_a_turn_waits_for_those_who_think_again(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    edit_charter(table.path, {"deadline": "48 hours, delay 3 hours"}, "no haste", table.now)
    table.send()
    ran = run_turn(table.path, None, add_hours(table.now, 2))
    assert (ran.status, ran.awaiting) == (Status.WAITING, ())
    assert "all orders are in; the turn waits until" in ran.lacking
    assert read_status(table.path).delayed == add_hours(table.now, 3)
    capsys.readouterr()
    for hours, told in ((0, "; all orders are in; the turn waits until "), (3, "; all orders are in: ready to run  (")):
        tell_status(read_status(table.path), add_hours(table.now, hours))
        assert told in capsys.readouterr().out
    assert run_turn(table.path, None, add_hours(table.now, 3)).status is Status.ADJUDICATED


def test_in_a_pause_no_deadline_passes_and_orders_are_taken(table: Table) -> None:
    left = table.opened.due["turn"] - table.now
    pause_game(table.path, "Christmas", table.now)
    assert run(table, 1000) is Status.WAITING
    assert run_turn(table.path, None, table.now, force=True).status is Status.WAITING
    status = read_status(table.path)
    assert status.paused == add_hours(START, table.hours - 1000)
    assert (status.due, status.late_from) == (None, None)
    answer, sentences = submit_file(
        table.path, f"game: toy\nturn: {table.newest + 1}\norders: []\n".encode(), "mail", "ann", table.now
    )
    told = list_receipt_lines(answer, sentences, kept=True)
    assert "You can change your orders until the turn runs. The game is paused: no turn runs until it goes on." in told
    refused = submit_file(
        table.path, f"game: toy\nturn: {table.newest + 1}\norder: []\n".encode(), "mail", "ann", table.now
    )
    told = list_receipt_lines(*refused, kept=True)
    assert "You can send another file until the turn runs. The game is paused: no turn runs until it goes on." in told
    table.send()
    assert run(table, 1) is Status.WAITING
    resume_game(table.path, "a new year", table.now)
    assert table.opened.due == {"turn": table.now + left}
    assert run(table, 1) is Status.ADJUDICATED
    assert table.findings(reports=True) == []
    told = " ".join(table.read("turns/0002/reports/public.txt").decode().split())
    assert "The moderator paused the game before turn 2" in told
    assert "The moderator ended the pause; the deadline for turn 2 is " in told


def test_after_a_pause_nothing_is_due_but_what_is_asked(tmp_path: Path) -> None:
    """In this turn of the caravans a road may be built, and nobody trades or votes."""
    shutil.copytree(GAMES / "caravan", tmp_path / "caravan")
    game = str(tmp_path / "caravan")
    now = open_game(game).record.circumstances.now
    pause_game(game, "Christmas", now)
    assert open_game(game).due.keys() == {"turn", "trade", "vote"}
    due = resume_game(game, "a new year", add_hours(now, 1)).act.change
    assert isinstance(due, Resume)
    assert due.due.keys() == {ask.deadline for ask in open_game(game).asks}


def test_deadlines_that_fall_together_are_told_once() -> None:
    other = {"turn": START, "trade": START, "negotiate": add_hours(START, -12)}
    told = KINDS[Resume].says(Resume(other), Telling(7, UTC, NO_NAMES))
    assert told == (
        "ended the pause; the deadline for turn 8 is Thursday 1 January 2026, 00:00 UTC; to negotiate it is "
        "Wednesday 31 December 2025, 12:00 UTC"
    )


def test_who_goes_on_has_at_least_the_least_time(table: Table) -> None:
    late = add_hours(table.opened.due["turn"], -1)
    pause_game(table.path, "ill", late)
    resume_game(table.path, "well", add_hours(late, 200))
    assert table.opened.due == {"turn": add_hours(late, 224)}


def test_after_a_pause_a_deadline_falls_where_the_rhythm_lets_it(table: Table) -> None:
    edit_charter(table.path, {"deadline": "3 days, hour 20, weekdays mon-fri, minimum 30 hours"}, "so", table.now)
    table.play(1)
    pause_game(table.path, "away", table.now)
    resume_game(table.path, "back", read_instant("2026-02-06T18:00:00Z"))
    assert table.opened.due == {"turn": read_instant("2026-02-11T19:00:00Z")}


def test_a_pause_outlasts_what_else_the_moderator_does_in_it(table: Table) -> None:
    table.play(1)
    pause_game(table.path, "away", table.now)
    with pytest.raises(ActRefusedError, match="the game is paused"):
        extend_deadline(table.path, 24, None, "a holiday", add_hours(table.now, 1))
    rewind_game(table.path, 1, "a wrong file", add_hours(table.now, 2))
    assert run(table, 500) is Status.WAITING
    resume_game(table.path, "back", table.now)
    assert table.opened.due == {"turn": add_hours(table.now, 48)}
    table.run()
    assert table.findings(reports=True) == []


def test_a_pause_begins_and_ends_once(table: Table) -> None:
    with pytest.raises(ActRefusedError, match="not paused"):
        resume_game(table.path, "why", table.now)
    assert not pause_game(table.path, "away", table.now).already
    assert pause_game(table.path, "away", table.now).already
    with pytest.raises(ActRefusedError, match="has been paused since Thursday 1 January 2026"):
        pause_game(table.path, "again", table.now)


def test_everybody_gets_a_letter(table: Table) -> None:
    letters = pause_game(table.path, "Christmas", table.now).letters
    assert letters == tuple(f"outbox/0001-{seat}-pause-0001.txt" for seat in table.opened.seats)
    text = " ".join(table.read(letters[0]).decode().split())
    assert "paused the game before turn 2" in text
    assert "The reason: Christmas." in text


def test_a_dry_run_writes_nothing(table: Table) -> None:
    before = tree(table.path)
    pause_game(table.path, "why", table.now, dry_run=True)
    assert tree(table.path) == before


@pytest.mark.parametrize(
    ("off", "back", "deadline"),
    [
        (-10, -9, None),  # an hour is no outage
        (-60, -50, None),  # long over when it matters
        (-20, -4, 12),  # sixteen hours of it, and only four left
        (-1, 12, 25),  # it passed meanwhile
        (-1, 500, 524),  # a day at most
        (1, 30, None),  # it had passed before
    ],
)
def test_no_outage_counts_against_anybody(table: Table, off: int, back: int, deadline: int | None) -> None:
    due = table.opened.due["turn"]
    recorded = extend_after_outage(table.path, add_hours(due, off), add_hours(due, back))
    assert (None if recorded is None else recorded.act.change) == (
        None if deadline is None else Extend(None, {"turn": add_hours(due, deadline)})
    )
    if recorded:
        assert "no email could be read since" in recorded.act.reason
        assert extend_after_outage(table.path, add_hours(due, off), add_hours(due, back)) is None
        assert not table.opened.is_late(add_hours(due, back))
        table.hours = (add_hours(due, back) - START) // HOUR
        table.run()
        assert table.findings(reports=True) == []


def test_no_outage_is_made_up_for_who_has_answered(table: Table) -> None:
    table.send()
    due = table.opened.due["turn"]
    assert extend_after_outage(table.path, table.now, add_hours(due, 100)) is None
