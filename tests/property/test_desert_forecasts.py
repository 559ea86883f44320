"""What a forecast calls certain happens, whatever rivals do before: they play at random, and against the orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from oracle.dice import Dice

from adjudicator.chance import SecretChance
from adjudicator.core.order import Order
from adjudicator.core.problem import Place
from adjudicator.core.table import Setting
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.legal import Action, is_legal, list_legal
from adjudicator.rules.through_the_desert.mail import forecast
from adjudicator.rules.through_the_desert.mail.forecast import Forecaster
from adjudicator.rules.through_the_desert.mail.quoting import quote_action
from adjudicator.rules.through_the_desert.mail.threats import Threats
from adjudicator.rules.through_the_desert.state import Phase, State

CHANCE = SecretChance("forecasts", bytes(32))
"""For what the rules draw; the players' choices come from dice of their own."""
SEATS = ("amira", "bilal", "carla", "dora")


def play_on(state: State, dice: Dice, moves: int, near: int = 0) -> State:
    """``state`` after so many moves at random, next to ``near`` (a mask) wherever one can be."""
    last = state.moves + moves
    while state.phase is not Phase.OVER and state.moves < last:
        actions = list(list_legal(state, state.on_move))
        close = [action for action in actions if near >> max(action.hex, 0) & 1] if dice.below(5) else []
        state, _ = GAME.kernel.apply(state, state.table.seats[state.on_move], dice.pick(close or actions), CHANCE)
    return state


def write_order(state: State, action: Action, line: int) -> Order:
    kind, text = quote_action(state.table, action).split(" ", 1)
    return Order(kind, text, None, Place(line, 5), (Place(line, 12),))


def list_plans(state: State, dice: Dice, seat: int, moves: int) -> Iterator[Action]:
    """Camels that ``seat`` would place in its next ``moves`` moves if nobody else moved."""
    for _ in range(moves):
        position = state._replace(on_move=seat, left=2, moves=40)
        for _ in range(2):
            actions = list(list_legal(position, seat))
            if not actions or position.phase is Phase.OVER:
                return
            action = dice.pick(actions)
            yield action
            position, _ = GAME.kernel.apply(position, state.table.seats[seat], action, CHANCE)
        state = position


def try_game(number: int) -> tuple[int, list[str]]:
    """How many actions were called certain, and those that were not possible when their move came."""
    dice = Dice("forecast", number)
    setting = Setting("2005", {}, SEATS)
    state, _ = GAME.kernel.setup(setting, CHANCE)
    state = play_on(state, dice, 20 + dice.below(60))
    if state.phase is not Phase.CAMELS:
        return 0, []
    seat = dice.below(len(SEATS))
    actions = list(list_plans(state, dice, seat, 1))[: state.left if seat == state.on_move else 2]
    orders = [write_order(state, action, line) for line, action in enumerate(actions, start=5)]
    certain = [outlook.actions[0] for outlook in Forecaster(state, seat).follow(orders) if outlook.certain]
    misses = []
    grid = state.table.board.grid
    near = grid.grow(grid.grow(sum({1 << action.hex for action in certain})))
    for _ in range(12 if certain and seat != state.on_move else 0):
        position = play_on(state, dice, (seat - state.on_move) % len(SEATS), near)
        for action in certain if position.phase is not Phase.OVER else ():
            if not is_legal(position, seat, action):
                misses.append(f"{number}: {state.table.seats[seat]} {quote_action(state.table, action)}")
                break
            position, _ = GAME.kernel.apply(position, state.table.seats[seat], action, CHANCE)
    return len(certain), misses


def test_what_is_certain_is_done() -> None:
    tried = [try_game(number) for number in range(120)]
    assert [miss for _, misses in tried for miss in misses] == []
    assert sum(count for count, _ in tried) > 40


def overlook_everything(known: State, seat: int, _: Mapping[int, int]) -> Threats:
    return Threats(known, seat, {})


def overlook_second_camels(known: State, seat: int, camels: Mapping[int, int]) -> Threats:
    return Threats(known, seat, dict.fromkeys(camels, 1))


@pytest.mark.parametrize("careless", [overlook_everything, overlook_second_camels])
def test_a_forecaster_who_overlooks_something_is_found_out(careless: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "Threats", careless)
    assert [miss for number in range(120) for miss in try_game(number)[1]]
