"""`Kernel.play` gives the state and the draws that `Kernel.apply` gives, for every action taken from the list."""

from __future__ import annotations

import pytest
from oracle.dice import Dice
from our_games import OUR_GAMES

from adjudicator.core.table import Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.registry import find_game

SEATS = ("amira", "bilal", "carla", "dario")
GAMES = 3


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("name", OUR_GAMES)
def test_an_action_from_the_list_is_played_as_if_it_had_been_judged(name: str, number: int) -> None:
    game = find_game(name)
    kernel, dice = game.kernel, Dice("unjudged", name, number)
    judging, playing = (SecretChance(f"unjudged-{number}", bytes(32)) for _ in range(2))
    setting = Setting(list(game.editions)[number % len(game.editions)], {}, SEATS)
    state, _ = kernel.setup(setting, judging)
    assert kernel.setup(setting, playing)[0] == state
    while decisions := kernel.decisions(state):
        seat = dice.pick(decisions).seat
        action = dice.pick(kernel.legal(state, seat))
        judged, _ = kernel.apply(state, seat, action, judging)
        assert kernel.play(state, seat, action, playing) == judged
        assert playing.draws == judging.draws
        state = judged
    assert kernel.ending(state) is not None
