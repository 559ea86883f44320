"""Who places when: clockwise and serpentine, for two to five seats, on the kernel and by mail (rulings L3 to L5)."""

from __future__ import annotations

from itertools import islice

import pytest

from adjudicator.core.agenda import EMPTY, Agenda, Item
from adjudicator.core.deadlines import WhenSilent, list_asked
from adjudicator.core.driver import Stop, adjudicate
from adjudicator.core.order import Order, Place
from adjudicator.core.table import Pacing, Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.state import Phase, State

SEATS = ("amira", "bilal", "carla", "dario", "emine")
HERE = Place(1, 1)
RULES = GAME.kernel


def begin(seats: int, order: str, **more: str) -> State:
    setting = Setting("manual", {"leader-order": order, "first-seat": "amira", **more}, SEATS[:seats])
    return RULES.setup(setting, SecretChance("leaders", bytes(32)))[0]


def list_placings(seats: int, state: State) -> list[int]:
    """Who acts, as numbers in table order, until every seat has placed a camel or two."""
    chance, placings = SecretChance("leaders", bytes(32)), []
    while len(placings) < 7 * seats and (mover := RULES.mover(state)):
        placings.append(state.table.seats.index(mover))
        state, _ = RULES.apply(state, mover, RULES.legal(state, mover)[0], chance)
    return placings


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_other_round_of_leaders_runs_backwards_and_camels_begin_with_the_first_seat(seats: int) -> None:
    forwards = list(range(seats))
    rounds = 4 if seats == 5 else 5
    expected = [seat for number in range(rounds) for seat in (forwards[::-1] if number % 2 else forwards)]

    placings = list_placings(seats, begin(seats, "serpentine"))

    assert placings[: len(expected)] == expected
    assert placings[len(expected)] == 0


def test_leaders_are_returned_in_seat_order_before_the_serpent_begins() -> None:
    placings = list_placings(5, begin(5, "serpentine", **{"returned-leaders": "choice"}))

    assert placings[:15] == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("order", ["clockwise", "serpentine"])
@pytest.mark.parametrize("pacing", list(Pacing))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_turn_asks_those_who_move_in_it_and_takes_all_their_orders(seats: int, pacing: Pacing, order: str) -> None:
    state = begin(seats, order)
    turns = 0
    while state.phase is Phase.LEADERS:
        asked = [ask.seat for ask in list_asked(GAME, state, {}, pacing)]
        assert asked[0] == RULES.mover(state)
        assert len(asked) == (seats if pacing is Pacing.ROUND else 1)
        before = state
        state = answer(state, asked, pacing)
        assert [seat for seat in asked if count(state, seat) == count(before, seat) + 1] == asked
        turns += 1
    assert turns == state.table.leaders_each * (1 if pacing is Pacing.ROUND else seats)
    assert RULES.mover(state) == "amira"


def answer(state: State, asked: list[str], pacing: Pacing) -> State:
    """Everybody who is asked names every hex for every colour, so that one of them is legal."""
    agendas: dict[str, Agenda] = dict.fromkeys(state.table.seats, EMPTY)
    for seat in asked:
        wishes = [str(GAME.orders.write(state, action)["leader"]) for action in RULES.legal(state, seat)]
        order = Order("leader", wishes, None, HERE, (HERE,) * len(wishes))
        agendas[seat] = EMPTY._replace(items=(Item(order, "orders.yaml"),))
    verdict = adjudicate(GAME, state, agendas, SecretChance("leaders", bytes(32)), pacing, WhenSilent())
    assert verdict.stop is Stop.PACING
    return verdict.state


def count(state: State, seat: str) -> int:
    first = state.table.seats.index(seat) * 5
    return sum(index >= 0 for index in state.leaders[first : first + 5])


def play(state: State, moves: int) -> State:
    for _ in islice(range(100), moves):
        mover = RULES.mover(state)
        assert mover is not None
        state, _ = RULES.apply(state, mover, RULES.legal(state, mover)[0], SecretChance("leaders", bytes(32)))
    return state


def tell_duties(state: State, pacing: Pacing) -> dict[str, str]:
    return {ask.seat: ask.duty for ask in list_asked(GAME, state, {}, pacing)}


def test_who_places_twice_running_is_told_so() -> None:
    start = begin(3, "serpentine")

    _, second, third = start.table.seats
    assert tell_duties(play(start, 2), Pacing.SEAT) == {
        third: "Place one leader. You move twice in a row: your next move follows at once, so you may send it too."
    }
    assert "twice in a row" in tell_duties(start, Pacing.ROUND)[third]
    assert "twice" not in tell_duties(start, Pacing.ROUND)[second]
    assert "twice" not in "".join(tell_duties(begin(3, "clockwise"), Pacing.ROUND).values())


def test_who_ends_the_leaders_of_five_seats_begins_the_camels_and_is_told_so() -> None:
    state = play(begin(5, "serpentine"), 19)

    assert tell_duties(state, Pacing.SEAT) == {
        "amira": "Place one leader. You move twice in a row: your next move follows at once, so you may send it too."
    }


def test_a_round_that_begins_in_the_middle_of_a_row_ends_with_the_row() -> None:
    state = play(begin(4, "serpentine"), 2)
    first, second, third, fourth = state.table.seats

    assert list(tell_duties(state, Pacing.ROUND)) == [third, fourth]
    assert list(tell_duties(play(begin(4, "clockwise"), 2), Pacing.ROUND)) == [third, fourth, first, second]


def test_the_waiver_holds_in_the_first_round_of_a_serpent_too() -> None:
    """The last seat returned purple; where the others open with all but purple, it may open with any colour it has."""
    state = begin(5, "serpentine", **{"returned-leaders": "choice"})
    colours = state.table.colours
    for seat, colour in zip(state.table.seats, ("yellow", "green", "turquoise", "pink", "purple"), strict=True):
        action = next(action for action in RULES.legal(state, seat) if colours[action.colour] == colour)
        state, _ = RULES.apply(state, seat, action, SecretChance("leaders", bytes(32)))
    *others, last = state.table.seats
    for seat, colour in zip(others, ("pink", "yellow", "green", "turquoise"), strict=True):
        action = next(action for action in RULES.legal(state, seat) if colours[action.colour] == colour)
        state, _ = RULES.apply(state, seat, action, SecretChance("leaders", bytes(32)))

    free = {colours[action.colour] for action in RULES.legal(state, last)}

    assert free == {"pink", "yellow", "green", "turquoise"}
    after, _ = RULES.apply(state, last, RULES.legal(state, last)[0], SecretChance("leaders", bytes(32)))
    assert RULES.mover(after) == last
    assert {colours[action.colour] for action in RULES.legal(after, last)} == {"yellow", "green", "turquoise"}
