"""A turn retold camel by camel. Oracle: the game itself, played placement by placement."""

from __future__ import annotations

from itertools import pairwise

import pytest

from adjudicator.core.table import Event, Onlooker, Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.state import State, group_turns

NAMES = ("amira", "bilal", "carla", "dario", "emine")
SPAN = 7
"""So many placements make a turn here."""


def see(state: State) -> State:
    return GAME.views.see(state, {}, Onlooker.PUBLIC)


def hear(events: list[Event]) -> list[Event]:
    return [heard for event in events if (heard := GAME.views.hear(event, Onlooker.PUBLIC)) is not None]


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {"water": "face-down"}), (4, {"taken-water": "shown"}), (5, {"returned-leaders": "choice"})],
)
def test_every_moment_is_the_board_as_it_was_then(seats: int, options: dict[str, str]) -> None:
    chance = SecretChance("retold", bytes(32))
    state, _ = GAME.kernel.setup(Setting("manual", options, NAMES[:seats]), chance)
    states, told = [state], list[list[Event]]()
    while mover := GAME.kernel.mover(state):
        legal = GAME.kernel.legal(state, mover)
        state, events = GAME.kernel.apply(state, mover, legal[len(states) * 7919 % len(legal)], chance)
        states.append(state)
        told.append(list(events))
    bounds = [*range(0, len(told), SPAN), len(told)]
    for start, end in pairwise(bounds):
        heard = hear([event for events in told[start:end] for event in events])
        moments = GAME.views.retell(see(states[start]), see(states[end]), heard)
        assert len(moments) == end - start
        assert [event for moment in moments for event in moment.heard] == heard
        assert moments[-1].known == see(states[end])
        for moment, then in zip(moments, states[start + 1 : end + 1], strict=True):
            assert moment.turn == len(group_turns(then))
            assert moment.known.camels == then.camels
            assert moment.known.leaders == then.leaders
            assert moment.known.water == then.water
            assert moment.known.areas == then.areas
            assert moment.known.supply == then.supply


def test_a_turn_without_a_placement_is_one_moment() -> None:
    state, _ = GAME.kernel.setup(Setting("2005", {}, NAMES[:3]), SecretChance("still", bytes(32)))

    assert GAME.views.retell(see(state), see(state), []) == [(0, see(state), ())]
