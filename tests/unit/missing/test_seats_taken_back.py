"""A seat that the house plays and that has a file without orders: nobody waits for it, whoever moves first."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.moderation.tables import Table, found

from adjudicator.acts.filing import submit_file
from adjudicator.acts.moderation.seats import give_to_house, substitute_player
from adjudicator.acts.moderation.terms import edit_charter
from adjudicator.acts.run import RunResult, Status, run_turn
from adjudicator.acts.status import read_status
from adjudicator.core.agenda import Source
from adjudicator.core.instant import add_hours
from adjudicator.core.table import Pacing
from adjudicator.intake.receipt import BACK

DESERT, CATAN = "through-the-desert", "catan"
GAMES = [(DESERT, Pacing.ROUND), (CATAN, Pacing.SEAT), (CATAN, Pacing.ROUND)]


def legal_orders(table: Table, seat: str) -> list[str]:
    opened = table.opened
    known, legal = opened.see(seat), opened.game.kernel.legal(opened.record.state, seat)
    orders = [dict(opened.game.orders.write(known, action)) for action in legal]
    return ["{" + ", ".join(f"{key}: {value}" for key, value in order.items()) + "}" for order in orders]


def send(table: Table, seat: str, *lines: str) -> None:
    table.hours += 1
    said = [line.replace("ORDER", legal_orders(table, seat)[0]) for line in lines]
    receipt = table.submit(seat, "\n".join([f"game: toy\nturn: {table.newest + 1}\nseat: {seat}", *said, ""]))
    assert receipt.state.value in {"green", "yellow"}, receipt.problems


def try_run(table: Table, *, late: bool = False) -> RunResult:
    return run_turn(table.path, None, add_hours(max(table.opened.due.values()), 0 if late else -1))


def answer_all(table: Table) -> None:
    """Legal orders of everybody who is asked, which others do not get in the way of."""
    for number, ask in enumerate(table.opened.asks):
        send(table, ask.seat, f"orders: [{legal_orders(table, ask.seat)[-1 - 9 * number]}]")


@pytest.mark.parametrize(("game", "pacing"), GAMES)
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize(
    "lines", [["fallback: [ORDER]"], ["fallback: []"], ["orders: []", "note: I am away"], ["standing: []"]]
)
def test_the_house_plays_what_a_file_without_orders_leaves_open(
    tmp_path: Path, game: str, pacing: Pacing, lines: list[str], *, before: bool
) -> None:
    table = found(tmp_path, game, pacing=pacing)
    first = table.opened.asks[0].seat
    if before:
        send(table, first, *lines)
    give_to_house(table.path, first, "away", table.now)
    if not before:
        send(table, first, *lines)
    answer_all(table)
    assert read_status(table.path).awaiting == ()
    assert try_run(table).status is Status.ADJUDICATED
    done = {result.source for result in table.opened.record.results if result.seat == first}
    assert done
    assert done <= {Source.HOUSE, Source.POLICY, Source.FALLBACK}
    assert not table.opened.record.agendas[first].house
    assert table.findings(reports=True) == []


@pytest.mark.parametrize("pacing", [Pacing.SEAT, Pacing.ROUND])
def test_it_does_in_a_move_with_dice_too(tmp_path: Path, pacing: Pacing) -> None:
    table = found(tmp_path, CATAN, pacing=pacing)
    while table.opened.game.kernel.epoch(table.opened.record.state) == 0:
        table.play(1)
    first = table.opened.asks[0].seat
    send(table, first, "fallback: []")
    give_to_house(table.path, first, "away", table.now)
    for ask in table.opened.asks:
        send(table, ask.seat, "orders: [{end: turn}]")
    assert read_status(table.path).awaiting == ()
    assert try_run(table).status is Status.ADJUDICATED
    done = {result.source for result in table.opened.record.results if result.seat == first}
    assert done
    assert done <= {Source.HOUSE, Source.POLICY, Source.FALLBACK}
    assert table.findings(reports=True) == []


@pytest.mark.parametrize("lines", [["fallback: []"], ["orders: []", "standing: [{place: yellow M6, times: 3}]"]])
def test_it_does_after_the_deadline_too(tmp_path: Path, lines: list[str]) -> None:
    table = found(tmp_path)
    first = table.opened.asks[0].seat
    send(table, first, *lines)
    give_to_house(table.path, first, "away", table.now)
    assert try_run(table, late=True).status is Status.ADJUDICATED
    assert {result.source for result in table.opened.record.results} == {Source.HOUSE}
    assert table.findings(reports=True) == []


def test_a_fallback_that_is_possible_acts_after_the_deadline(tmp_path: Path) -> None:
    table = found(tmp_path)
    first = table.opened.asks[0].seat
    send(table, first, "fallback: [ORDER]")
    give_to_house(table.path, first, "away", table.now)
    assert try_run(table, late=True).status is Status.ADJUDICATED
    assert {result.source for result in table.opened.record.results} == {Source.FALLBACK}
    assert table.findings(reports=True) == []


@pytest.mark.parametrize("late", [True, False])
@pytest.mark.parametrize(("game", "pacing"), GAMES)
def test_who_is_awaited_has_not_answered(tmp_path: Path, game: str, pacing: Pacing, *, late: bool) -> None:
    table = found(tmp_path, game, pacing=pacing)
    first, *others = (ask.seat for ask in table.opened.asks)
    for other in others[1:]:
        send(table, other, "orders: [ORDER]")
    outcome = try_run(table, late=late)
    awaited = {ask.seat for ask in outcome.awaiting}
    assert outcome.status is not Status.WAITING or (first in awaited and not awaited & set(others[1:]))


def test_the_receipt_knows_that_the_house_has_just_begun(tmp_path: Path) -> None:
    table = found(tmp_path)
    first = table.opened.asks[0].seat
    give_to_house(table.path, first, "away", table.now)
    text = f"game: toy\nturn: 1\nseat: {first}\nfallback: []\n"
    answer, _ = submit_file(table.path, text.encode(), "file", first, table.now)
    assert answer.forecast is not None
    assert answer.forecast.missing == ()
    assert answer.forecast.on_file[0] == BACK.format(who="the house")


def test_the_player_is_told_where_the_house_takes_the_seat_from_a_substitute_who_misses_deadlines(
    tmp_path: Path,
) -> None:
    table = found(tmp_path, addresses={"ann": "ann@example.org"})
    edit_charter(table.path, {"policies.abandoned": "1"}, "as agreed", table.now)
    substitute_player(table.path, "ann", "Fay", "fay@example.org", "ill", b"f" * 32, table.now)
    while not table.opened.record.agendas["ann"].house:
        assert try_run(table, late=True).status is Status.ADJUDICATED
    (letter,) = Path(table.path, "outbox").glob(f"{table.newest:04}-*-house-*")
    words = " ".join(letter.read_text().split())
    assert words.startswith("To: ann <ann@example.org>")
    assert f"Since turn {table.newest} the house plays the seat" in words
    assert "Your token works as before" in words
    assert table.findings(reports=True) == []
