"""What a forecast calls certain happens, whatever rivals do before: they play at random, and against the orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import pytest
from oracle.dice import Dice

from adjudicator.core.order import Order, Place
from adjudicator.core.table import Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.legal import Action, is_legal, list_legal
from adjudicator.rules.through_the_desert.mail import forecast
from adjudicator.rules.through_the_desert.mail.asks import Move, list_moves
from adjudicator.rules.through_the_desert.mail.forecast import Forecaster, Outlook
from adjudicator.rules.through_the_desert.mail.quoting import quote_action
from adjudicator.rules.through_the_desert.mail.threats import Threats
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import Phase, State

CHANCE = SecretChance("forecasts", bytes(32))
"""For what the rules draw; the players' choices come from dice of their own."""
_SCARCE = 3
"""So few camels of a colour are left in every fourth game that it may end before a move to come."""
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


def plan_moves(state: State, dice: Dice, seat: int, dues: Sequence[int]) -> Iterator[Action]:
    """Camels that ``seat`` would place in its next moves, so many in each, if nobody else moved."""
    for due in dues:
        state = state._replace(on_move=seat, left=due)
        for _ in range(due):
            actions = list(list_legal(state, seat))
            if not actions:
                return
            action = dice.pick(actions)
            yield action
            state, _ = carry_out(state, seat, action)


def try_game(number: int) -> tuple[int, list[str]]:
    """How many actions were called certain, and those that were not possible when their move came."""
    dice = Dice("forecast", number)
    state, _ = GAME.kernel.setup(Setting("2005", {}, SEATS), CHANCE)
    state = play_on(state, dice, 20 + dice.below(60))
    while number % 4 == 0 and state.phase is not Phase.OVER and min(state.supply) > _SCARCE:
        state = play_on(state, dice, 1)
    if state.phase is not Phase.CAMELS:
        return 0, []
    seat = dice.below(len(SEATS))
    moves = [move for move in islice(list_moves(state), 2 * len(SEATS)) if move.seat == seat]
    actions = list(plan_moves(state, dice, seat, [move.due for move in moves]))
    orders = [write_order(state, action, line) for line, action in enumerate(actions, start=5)]
    outlooks = [outlook for outlook in Forecaster(state, seat).follow(orders) if outlook.actions]
    certain = sum(outlook.certain for outlook in outlooks)
    grid = state.table.board.grid
    near = grid.grow(grid.grow(sum({1 << outlook.actions[0].hex for outlook in outlooks if outlook.certain})))
    misses = [try_once(state, dice, seat, moves, outlooks, near) for _ in range(12 if certain else 0)]
    return certain, [f"{number}: {miss}" for miss in misses if miss]


def try_once(
    state: State, dice: Dice, seat: int, moves: Sequence[Move], outlooks: Sequence[Outlook], near: int
) -> str | None:
    """What was certain and not possible, where rivals play near it; None where nothing was, or an order was blocked.

    Neither is what the end of the game comes before.
    """
    left = list(outlooks)
    for move in moves:
        while state.phase is not Phase.OVER and state.on_move != seat:
            state = play_on(state, dice, 1, near)
        for _ in range(move.due):
            if not left:
                return None
            outlook = left.pop(0)
            (action,) = outlook.actions
            if state.phase is Phase.OVER or not is_legal(state, seat, action):
                return quote_action(state.table, action) if outlook.certain else None
            state, _ = GAME.kernel.apply(state, state.table.seats[seat], action, CHANCE)
    return None


def test_what_is_certain_is_done() -> None:
    tried = [try_game(number) for number in range(80)]
    assert [miss for _, misses in tried for miss in misses] == []
    assert sum(count for count, _ in tried) > 40


def overlook_everything(known: State, seat: int, _: Mapping[int, int]) -> Threats:
    return Threats(known, seat, {})


def overlook_second_camels(known: State, seat: int, camels: Mapping[int, int]) -> Threats:
    return Threats(known, seat, dict.fromkeys(camels, 1))


class EndlessThreats(Threats):
    """Threats without the end of the game."""

    def find_enders(self, supply: Sequence[int]) -> frozenset[int]:
        del supply
        return frozenset()


@pytest.mark.slow
@pytest.mark.parametrize("careless", [overlook_everything, overlook_second_camels, EndlessThreats])
def test_a_forecaster_who_overlooks_something_is_found_out(careless: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "Threats", careless)
    assert [miss for number in range(80) for miss in try_game(number)[1]]
