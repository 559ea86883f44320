"""Random games of Catan, position by position, with trades between players and with dice published ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from oracle.catan_positions import KERNEL, SEATS

from adjudicator.acts.simulate import PickedChance, Picker
from adjudicator.core.table import Event, Onlooker, Reader, Setting
from adjudicator.rules.catan.actions import Action, Trade
from adjudicator.rules.catan.cards import KINDS, ONE
from adjudicator.rules.catan.dealing import foretell_dice
from adjudicator.rules.catan.state import State

Below = Callable[[int], int]


class Step(NamedTuple):
    """What happened and the position after it."""

    events: tuple[Event, ...]
    state: State


def picker(*seed: int) -> Below:
    return Picker(bytes(seed)).below


def readers_of(state: State) -> tuple[Reader, ...]:
    return (*state.table.seats, Onlooker.PUBLIC, Onlooker.MODERATOR)


def play(number: int) -> Iterator[Step]:
    """Game ``number``: three or four seats in turn, targets from 5 to 10, no 7 in up to two first rounds."""
    chance, below = PickedChance(bytes([number, 0])), picker(number, 1)
    options = {"target": str(5 + number % 6), "calm-rounds": str(number // 2 % 3)}
    state, events = KERNEL.setup(Setting("base", options, SEATS[: 3 + number % 2]), chance)
    yield Step(events, state)
    while decisions := KERNEL.decisions(state):
        if number % 3 == 0 and below(2 if 0 < state.turn < 4 else 20) == 0:
            state, events = foretell_dice(state, chance)
            yield Step(events, state)
        seat = decisions[below(len(decisions))].seat
        state, events = KERNEL.apply(state, seat, choose(state, seat, below), chance)
        yield Step(events, state)


def choose(state: State, seat: str, below: Below) -> Action:
    trade = Trade(below(len(state.table.seats)), ONE[below(KINDS)], ONE[below(KINDS)])
    if KERNEL.is_legal(state, seat, trade):
        return trade
    actions = KERNEL.legal(state, seat)
    return actions[below(len(actions))]
