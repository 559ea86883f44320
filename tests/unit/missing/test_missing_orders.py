"""The table of missing orders, row by row: as it is written down, and as games are played by it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from unit.moderation.tables import Table, found

from adjudicator.acts.filing import submit_file
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.seats import give_to_house, replace_player, substitute_player
from adjudicator.acts.moderation.terms import edit_charter, extend_deadline
from adjudicator.acts.run import Status, run_turn
from adjudicator.acts.status import read_status
from adjudicator.core.agenda import EMPTY, Agenda, Item, Source, play_by_house
from adjudicator.core.charter import MissedPolicy
from adjudicator.core.deadlines import WhenSilent, find_policy, say_if_silent
from adjudicator.core.instant import add_hours
from adjudicator.core.order import START, Order
from adjudicator.core.recorded_act import list_lineage
from adjudicator.core.refusals import ActRefusedError
from adjudicator.registry import find_game

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "moderators.md"
DESERT, CATAN = "through-the-desert", "catan"


SILENT = {
    "fallback orders alone": (Agenda(fallback=(Item(Order("camel", "L5", None, START, (START,)), "01.yaml"),)), "use"),
    "nothing": (EMPTY, "skip"),
    "nothing, and it is on holiday": (EMPTY, "skip"),
    "nothing, and a substitute plays it": (EMPTY, "skip"),
    "nothing, and the house plays it": (play_by_house(EMPTY), ""),
}
"""Rows of the guide's table about seats whose orders give no answer: what is on file, and what the game does of itself.
"""


def test_the_guide_has_what_becomes_of_silent_seats() -> None:
    text = GUIDE.read_text()
    for on_file, (agenda, done) in SILENT.items():
        cells = [find_policy(agenda, missed) for missed in MissedPolicy]
        told = " | ".join(done if cell is MissedPolicy.GAME else cell.value for cell in cells)
        assert re.search(rf"^\| {re.escape(on_file)} \| \w+ \| {re.escape(told)} \|$", text, re.MULTILINE), on_file


def test_the_guide_has_that_orders_are_used_whatever_the_policy() -> None:
    text = GUIDE.read_text()
    for on_file, early in (("orders", "use"), ("standing orders that answer", "use"), ("a draft alone", "wait")):
        assert f"| {on_file} | {early} | use | use | use |" in text
    assert "| nothing, and it is not asked | skip | skip | skip | skip |" in text
    for on_file, early in (
        ("fallback orders alone", "wait"),
        ("nothing", "wait"),
        ("nothing, and it is on holiday", "extend"),
        ("nothing, and a substitute plays it", "substitute"),
        ("nothing, and the house plays it", "house"),
    ):
        assert f"| {on_file} | {early} |" in text


def begin(folder: Path, game: str, settings: Mapping[str, str]) -> Table:
    """A game of which two turns have run, by these policies."""
    table = found(folder, game)
    if settings:
        edit_charter(table.path, settings, "as agreed", table.now)
    table.play(2)
    return table


def legal_order(table: Table, seat: str, place: int = -1) -> str:
    opened = table.opened
    known = opened.see(seat)
    action = opened.game.kernel.legal(opened.record.state, seat)[place]
    ((key, value),) = opened.game.orders.write(known, action).items()
    return f"{{{key}: {value}}}"


def send(table: Table, seat: str, *lines: str) -> None:
    text = "\n".join([f"game: toy\nturn: {table.newest + 1}\nseat: {seat}", *lines, ""])
    receipt = table.submit(seat, text)
    assert receipt.state.value in {"green", "yellow"}, receipt.problems


def run(table: Table, *, late: bool) -> Status:
    moment = add_hours(max(table.opened.due.values()), 0 if late else -1)
    return run_turn(table.path, None, moment).status


def sources(table: Table, seat: str) -> set[Source]:
    return {result.source for result in table.opened.record.results if result.seat == seat}


@pytest.mark.parametrize(
    ("lines", "policy", "early", "late"),
    [
        (["orders: [ORDER]"], "game", True, Source.ORDERS),
        (["draft: true", "orders: [ORDER]"], "wait", False, Source.ORDERS),
        (["fallback: [ORDER]"], "wait", False, Source.FALLBACK),
        (["fallback: [ORDER]"], "house", False, Source.FALLBACK),
        ([], "game", False, None),
        ([], "wait", False, None),
        ([], "house", False, Source.HOUSE),
    ],
)
def test_what_is_on_file_and_what_comes_of_it(
    tmp_path: Path, lines: list[str], policy: str, early: bool, late: Source | None
) -> None:
    table = begin(tmp_path, DESERT, {} if policy == "game" else {"policies.missed": policy})
    seat = table.opened.asks[0].seat
    assert table.opened.game.kernel.decisions(table.opened.record.state)[0].kind == "leader"
    if lines:
        send(table, seat, *(line.replace("ORDER", legal_order(table, seat)) for line in lines))
    for other in table.opened.asks[1:]:
        if early:
            send(table, other.seat, f"orders: [{legal_order(table, other.seat)}]")
    if early:
        assert run(table, late=False) is Status.ADJUDICATED
    else:
        assert run(table, late=False) is Status.WAITING
        done = run(table, late=True)
        assert (done is Status.ADJUDICATED) == (late is not None)
    assert late is None or late in sources(table, seat)
    assert table.findings(reports=True) == []


def test_where_the_house_steps_in_it_does_for_a_fallback_that_became_impossible(tmp_path: Path) -> None:
    table = begin(tmp_path, DESERT, {"policies.missed": "house"})
    first, second, *_ = (ask.seat for ask in table.opened.asks)
    wanted = legal_order(table, first)
    assert wanted == legal_order(table, second)
    send(table, first, f"orders: [{wanted}]")
    send(table, second, f"fallback: [{wanted}]")
    assert run(table, late=False) is Status.WAITING
    assert run(table, late=True) is Status.ADJUDICATED
    assert sources(table, second) == {Source.FALLBACK, Source.HOUSE}
    text = " ".join(table.read(f"turns/{table.newest:04}/reports/{second}.txt").decode().split())
    assert "chosen by the house, because you had no usable order" in text
    place = wanted.split()[2].removesuffix("}")
    assert f"as things stand the house plays for you this time: your fallback is blocked (leader purple {place}" in text
    assert table.findings(reports=True) == []


def test_it_plays_the_rest_of_a_move_that_the_fallback_leaves_open(tmp_path: Path) -> None:
    table = begin(tmp_path, DESERT, {"policies.missed": "house"})
    while table.opened.game.kernel.decisions(table.opened.record.state)[0].kind == "leader":
        table.play(1)
    seat = next(ask.seat for ask in table.opened.asks if ask.due == 2)
    wanted = legal_order(table, seat)
    send(table, seat, f"fallback: [{wanted}, {wanted}]")
    assert run(table, late=True) is Status.ADJUDICATED
    assert sources(table, seat) == {Source.FALLBACK, Source.HOUSE}
    assert table.findings(reports=True) == []


def test_it_plays_the_rest_of_a_move_that_is_on_file_in_part_and_says_so(tmp_path: Path) -> None:
    table = begin(tmp_path, DESERT, {"policies.missed": "house"})
    while table.opened.game.kernel.decisions(table.opened.record.state)[0].kind == "leader":
        table.play(1)
    opened = table.opened
    ask = next(ask for ask in opened.asks if ask.due == 2)
    seat, wanted = ask.seat, legal_order(table, ask.seat)
    order = Order("place", wanted.removeprefix("{place: ").removesuffix("}"), None, START, (START,))
    silent = WhenSilent(late=True, missed=MissedPolicy.HOUSE)
    for agenda, told in (
        (EMPTY, "the house plays for you this time"),
        (Agenda((Item(order, "01.yaml"),)), "(your orders); then the house plays for you"),
    ):
        assert told in say_if_silent(opened.game, opened.see(seat), agenda, ask, silent)
    send(table, seat, f"orders: [{wanted}]")
    assert run(table, late=True) is Status.ADJUDICATED
    assert sources(table, seat) == {Source.ORDERS, Source.HOUSE}


def test_standing_orders_that_answer_are_used_before_the_deadline(tmp_path: Path) -> None:
    table = begin(tmp_path, DESERT, {"policies.missed": "wait"})
    while table.opened.game.kernel.decisions(table.opened.record.state)[0].kind == "leader":
        table.play(1)
    for seat in table.opened.seats:
        known = table.opened.see(seat)
        legal = table.opened.game.kernel.legal(table.opened.record.state, seat)
        orders = [dict(table.opened.game.orders.write(known, action)) for action in legal[::7]]
        send(table, seat, "orders: []", f"standing: {json.dumps(orders)}")
    assert run(table, late=False) is Status.ADJUDICATED
    assert sources(table, table.opened.seats[0]) == {Source.STANDING}


@pytest.mark.parametrize(("policy", "late"), [("game", None), ("wait", None), ("house", Source.HOUSE)])
@pytest.mark.parametrize("back", [False, True])
def test_a_substitute_is_asked_and_its_owner_is_back_with_a_file(
    tmp_path: Path, policy: str, late: Source | None, *, back: bool
) -> None:
    table = begin(tmp_path, DESERT, {} if policy == "game" else {"policies.missed": policy})
    seat = table.opened.asks[0].seat
    substitute_player(table.path, seat, "Fay", "", "ill", b"f" * 32, table.now)
    for other in table.opened.asks:
        if other.seat != seat:
            send(table, other.seat, f"orders: [{legal_order(table, other.seat)}]")
    assert run(table, late=False) is Status.WAITING
    if back:
        _, owner = table.opened.directory.read_tokens().speaking[seat]
        text = f"game: toy\nturn: {table.newest + 1}\nseat: {seat}\norders: [{legal_order(table, seat)}]\n"
        submit_file(table.path, text.encode(), "mail", seat, table.now, reply_turn=table.newest + 1, holder=owner)
        assert len(table.opened.directory.read_tokens().speaking[seat]) == 1
        assert run(table, late=False) is Status.ADJUDICATED
    else:
        assert (run(table, late=True) is Status.ADJUDICATED) == (late is not None)
    assert sources(table, seat) >= ({Source.ORDERS} if back else {late} if late else set())
    assert table.findings(reports=True) == []


@pytest.mark.parametrize("game", [DESERT, CATAN, "catan-caravans"])
def test_the_house_plays_a_seat_to_the_end_of_the_game_and_all_of_it_verifies(tmp_path: Path, game: str) -> None:
    table = found(tmp_path, game)
    for seat in table.opened.seats:
        give_to_house(table.path, seat, "nobody has time", table.now)
    assert table.opened.asks == ()
    with pytest.raises(ActRefusedError, match="nobody is asked"):
        extend_deadline(table.path, None, add_hours(table.now, 500), "why", table.now)
    turns = 0
    while turns < 12 and not table.opened.over:
        assert table.run().status is Status.ADJUDICATED
        turns += 1
    assert table.findings(reports=True) == []
    assert turns == 12 or table.opened.over
    points = {score.seat: score.points for score in table.opened.game.kernel.scores(table.opened.record.state)}
    assert sum(points.values()) > 0


def test_nobody_waits_for_a_seat_of_the_house_and_everybody_is_told(tmp_path: Path) -> None:
    table = begin(tmp_path, DESERT, {})
    first, *others = table.opened.seats
    letters = give_to_house(table.path, first, "away", table.now).letters
    assert len(letters) == len(table.opened.seats)
    give_to_house(table.path, others.pop(), "away too", table.now)
    assert first not in {ask.seat for ask in table.opened.asks}
    for other in others:
        send(table, other, f"orders: [{legal_order(table, other)}]")
    assert run(table, late=False) is Status.ADJUDICATED
    assert sources(table, first) == {Source.HOUSE}
    public = " ".join(table.read(f"turns/{table.newest:04}/reports/public.txt").decode().split())
    own = " ".join(table.read(f"turns/{table.newest:04}/reports/{first}.txt").decode().split())
    assert re.search(rf"The house plays for ({first} and \w+|\w+ and {first}) until they send a file again\.", public)
    assert "The house plays for you. Send a file, and you play again." in own
    assert "Done for you: " in own
    assert "chosen by the house." in own
    send(table, first, f"orders: [{legal_order(table, first)}]")
    for other in others:
        send(table, other, f"orders: [{legal_order(table, other)}]")
    assert run(table, late=False) is Status.ADJUDICATED
    public, own = (
        " ".join(table.read(f"turns/{table.newest:04}/reports/{reader}.txt").decode().split())
        for reader in ("public", first)
    )
    assert f"{first} plays again instead of the house." in public
    assert "You play again instead of the house." in own
    give_to_house(table.path, first, "away again", add_hours(table.now, 500))
    assert list_lineage(table.opened.acts, table.opened.record.agendas)[first][1] == "back from the house with a file"
    assert table.findings(reports=True) == []


def test_the_house_moves_in_the_round_in_which_it_is_its_turn(tmp_path: Path) -> None:
    table = begin(tmp_path, DESERT, {})
    *others, last = (ask.seat for ask in table.opened.asks)
    give_to_house(table.path, last, "away", table.now)
    for place, other in enumerate(others):
        send(table, other, f"orders: [{legal_order(table, other, -place)}]")
    assert run(table, late=False) is Status.ADJUDICATED
    assert sources(table, last) == {Source.HOUSE}
    assert [sources(table, other) for other in others] == [{Source.ORDERS}, {Source.ORDERS}]
    assert table.findings(reports=True) == []


def test_with_a_file_the_seat_is_its_players_again(tmp_path: Path) -> None:
    table = begin(tmp_path, DESERT, {})
    first = table.opened.seats[0]
    give_to_house(table.path, first, "away", table.now)
    table.send()
    table.run()
    assert table.opened.record.agendas[first].house
    send(table, first, f"orders: [{legal_order(table, first)}]")
    table.send()
    table.run()
    assert not table.opened.record.agendas[first].house
    assert sources(table, first) == {Source.ORDERS}
    assert first in {ask.seat for ask in table.opened.asks}
    assert read_status(table.path).lineage == (
        (first, "to the house after turn 2; back from the house since its last file"),
    )
    assert table.findings(reports=True) == []


def test_an_act_and_a_successor_end_it_too(tmp_path: Path) -> None:
    table = begin(tmp_path, DESERT, {})
    first, second, _ = table.opened.seats
    for seat in (first, second):
        give_to_house(table.path, seat, "away", table.now)
    give_to_house(table.path, first, "back", table.now, plays=False)
    replace_player(table.path, second, None, "a new player", b"k" * 32, table.now)
    assert {first, second} <= {ask.seat for ask in table.opened.asks}
    table.play(1)
    assert not any(agenda.house for agenda in table.opened.record.agendas.values())
    assert table.findings(reports=True) == []


def test_whoever_misses_as_many_deadlines_as_agreed_is_played_by_the_house(tmp_path: Path) -> None:
    table = begin(tmp_path, CATAN, {"policies.abandoned": "2"})
    missing: set[str] = set()
    while not missing:
        table.run()
        missing = {seat for seat, agenda in table.opened.record.agendas.items() if agenda.house}
        assert table.newest < 20
    assert table.findings(reports=True) == []
    rewind_game(table.path, table.newest - 1, "once more", table.now)
    assert not any(agenda.house for agenda in table.opened.record.agendas.values())
    table.run()
    assert {seat for seat, agenda in table.opened.record.agendas.items() if agenda.house} == missing


@pytest.mark.parametrize("missed", ["game", "wait"])
def test_it_is_so_where_play_waits_for_them_and_each_deadline_is_followed_by_another(
    missed: str, tmp_path: Path
) -> None:
    table = begin(tmp_path, DESERT, {"policies.abandoned": "2", "policies.missed": missed})
    first, due = table.opened.asks[0].seat, table.opened.due
    for count in (1, 2):
        table.run()
        assert table.newest == 2 + count
        assert table.opened.due["turn"] > due["turn"]
        due = table.opened.due
    assert table.opened.record.agendas[first].house
    table.run()
    assert table.opened.record.events
    assert table.findings(reports=True) == []


def test_what_the_house_cannot_do_is_refused(tmp_path: Path) -> None:
    table = found(tmp_path)
    seat = table.opened.seats[0]
    with pytest.raises(ActRefusedError, match="the seats are"):
        give_to_house(table.path, "eve", "why", table.now)
    with pytest.raises(ActRefusedError, match="does not play"):
        give_to_house(table.path, seat, "why", table.now, plays=False)
    give_to_house(table.path, seat, "why", table.now)
    with pytest.raises(ActRefusedError, match="already"):
        give_to_house(table.path, seat, "why not", table.now)


def test_the_house_reads_nothing_but_what_its_seat_knows(tmp_path: Path) -> None:
    """What is hidden is not in what it is given, so the choice cannot depend on it: here the hands of others."""
    table = begin(tmp_path, CATAN, {})
    game = find_game(CATAN)
    seat = table.opened.asks[0].seat
    known = table.opened.see(seat)
    assert [one.hand is None for number, one in enumerate(known.seats) if known.table.seats[number] != seat] == [
        True,
        True,
    ]
    assert game.house is not None
