"""What is not legal is refused, and the list of legal actions says the same as the refusals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from oracle.dice import Dice
from oracle.maps import FULL_BOARD
from oracle.match import KERNEL, NOTHING_DRAWN, begin
from oracle.policies import wander

from adjudicator.core.table import IllegalActionError
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.state import State


@pytest.fixture(scope="module")
def decisions() -> list[tuple[State, str]]:
    """Some decisions of a game with returns, leaders and camels, and the seats that made them."""
    options = {"returned-leaders": "choice"}
    match = begin(5, "2005", options, SecretChance("refusals", bytes(32)), FULL_BOARD)
    dice = Dice("refusals")
    while match.oracle.on_move is not None:
        match.play(wander(match.oracle, dice))
    return [(state, seat) for state, seat, _ in [*match.history[:10], *match.history[10::8]]]


def conceivable(state: State) -> Iterator[Action]:
    """Every action that can be written down, and some beside the board and beyond the colours."""
    grid = state.table.board.grid
    for kind in ActionKind:
        for colour in range(len(state.table.colours)):
            for index in range(-3, grid.columns * grid.stride + 3):
                yield Action(kind, colour, index)
    for kind in ActionKind:
        for colour in (-2, -1, 5, 6):
            for index in grid.index_of.values():
                yield Action(kind, colour, index)


def is_refused(state: State, seat: str, action: Action) -> bool:
    try:
        KERNEL.apply(state, seat, action, NOTHING_DRAWN)
    except IllegalActionError:
        return True
    return False


def test_exactly_the_listed_actions_are_carried_out(decisions: list[tuple[State, str]]) -> None:
    for state, seat in decisions:
        listed = set(KERNEL.legal(state, seat))

        carried_out = {action for action in conceivable(state) if not is_refused(state, seat, action)}

        assert carried_out == listed


def test_the_list_contains_exactly_what_it_lists(decisions: list[tuple[State, str]]) -> None:
    for state, seat in decisions:
        legal = KERNEL.legal(state, seat)

        contained = {action for action in conceivable(state) if action in legal}

        assert contained == set(legal)


def test_nobody_acts_out_of_turn(decisions: list[tuple[State, str]]) -> None:
    for state, seat in decisions:
        for other in set(KERNEL.seats(state)) - {seat}:
            for action in KERNEL.legal(state, other):
                assert is_refused(state, other, action)


def test_nobody_acts_after_the_end(decisions: list[tuple[State, str]]) -> None:
    state, _ = decisions[-1]
    dice = Dice("after the end")
    while KERNEL.decisions(state):
        mover = KERNEL.mover(state)
        assert mover is not None
        state, _ = KERNEL.apply(state, mover, dice.pick(KERNEL.legal(state, mover)), NOTHING_DRAWN)

    for seat in KERNEL.seats(state):
        assert list(KERNEL.legal(state, seat)) == []
        assert is_refused(state, seat, Action(ActionKind.CAMEL, 0, state.table.board.grid.index_of["C5"]))
