"""What a check refuses is impossible: no choice, and no play of others that a slow search finds, carries it out."""

from __future__ import annotations

import json
from collections.abc import Sequence

from oracle.dice import Dice
from scrutiny.positions import KERNEL, NOBODY, play_on, reach_position

from adjudicator.cases.running import open_intake
from adjudicator.core.order import Gravity
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.legal import Action, list_legal
from adjudicator.rules.through_the_desert.mail.asks import count_due
from adjudicator.rules.through_the_desert.state import Phase, State
from adjudicator.rules.through_the_desert.written import write_line

Orders = Sequence[Sequence[Action]]
FILES = 150
CONTINUATIONS = 8


def draw_orders(state: State, seat: int, dice: Dice) -> list[list[Action]]:
    """Orders near to what is legal: some of it is not."""
    field = list(state.table.board.grid.index_of.values())
    legal = list_legal(state, seat)
    near = [index for action in legal if action.hex >= 0 for index in (action.hex,)] or field
    kind = legal[0].kind

    def draw() -> Action:
        spot = dice.pick(near if dice.below(3) else field)
        around = [index for index in field if state.table.board.grid.neighbours[spot] >> index & 1]
        return Action(kind, dice.below(5), dice.pick(around) if around and dice.below(2) else spot)

    return [[draw() for _ in range(1 + dice.below(3))] for _ in range(1 + dice.below(3))]


def can_be_carried_out(state: State, seat: int, orders: Orders) -> bool:
    """Whether some choice carries out the orders of the move that ``seat`` has now."""
    if not orders or state.phase is Phase.OVER or state.on_move != seat:
        return True
    legal = list_legal(state, seat)
    name = state.table.seats[seat]
    return any(
        can_be_carried_out(KERNEL.apply(state, name, action, NOBODY)[0], seat, orders[1:])
        for action in orders[0]
        if action in legal
    )


def is_refused(state: State, seat: int, orders: Orders) -> bool:
    intake = open_intake(GAME, state, {})
    lines = [write_line(state.table, actions) for actions in orders]
    text = "\n".join(["game: case", "turn: 1", f"seat: {state.table.seats[seat]}", "orders:"])
    data = f"{text}\n" + "".join(f"  - {line}\n" for line in lines)
    judgement = intake.judge(data.encode(), state.table.seats[seat])
    assert Gravity.INVALID not in {problem.gravity for problem in judgement.problems}, json.dumps(lines)
    return any(problem.gravity is Gravity.ILLEGAL for problem in judgement.problems)


def come_to_move(state: State, seat: int, dice: Dice) -> State:
    while state.phase is not Phase.OVER and state.on_move != seat:
        state = play_on(state, dice)
    return state


def draw_position(number: int) -> tuple[State, int, Orders, Dice]:
    dice = Dice("red orders", number)
    state = reach_position(dice, 15 + dice.below(60))
    while state.phase is not Phase.CAMELS:
        state = reach_position(dice, 15 + dice.below(60))
    seat = state.on_move if dice.below(2) else dice.below(len(state.table.seats))
    return state, seat, draw_orders(state, seat, dice), dice


def test_for_the_seat_on_move_red_is_what_no_choice_carries_out() -> None:
    answers = set()
    for number in range(FILES):
        state, seat, orders, _ = draw_position(number)
        if state.on_move == seat:
            possible = can_be_carried_out(state, seat, orders[: state.left])
            assert is_refused(state, seat, orders) is not possible, (number, orders)
            answers.add(possible)
    assert answers == {True, False}


def test_for_other_seats_nothing_red_is_carried_out_after_any_play() -> None:
    tried = 0
    for number in range(FILES):
        state, seat, orders, dice = draw_position(number)
        if state.on_move == seat or not is_refused(state, seat, orders):
            continue
        for _ in range(CONTINUATIONS):
            after = come_to_move(state, seat, dice)
            if after.phase is not Phase.OVER:
                due = orders[: count_due(after, seat)]
                assert not can_be_carried_out(after, seat, due), (number, orders)
                tried += 1
    assert tried > FILES
