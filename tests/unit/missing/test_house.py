"""The house plays every game of ours to its end, alone and by the same choices."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudicator.core.agenda import EMPTY, Agenda, play_by_house
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.driver import adjudicate
from adjudicator.core.table import Pacing, Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.registry import find_game

MOST_TURNS = 400


def play(name: str, pacing: Pacing) -> tuple[str | None, Mapping[str, int]]:
    """How the game ended, and everybody's points."""
    game, chance = find_game(name), SecretChance("toy", bytes(range(32)))
    state, _ = game.kernel.setup(Setting(next(iter(game.editions)), {}, ("ann", "bob", "cem")), chance)
    agendas: Mapping[str, Agenda] = {seat: play_by_house(EMPTY) for seat in game.kernel.seats(state)}
    for _ in range(MOST_TURNS):
        if not game.kernel.decisions(state):
            break
        verdict = adjudicate(game, state, agendas, chance, pacing, WhenSilent())
        state, agendas = verdict.state, verdict.agendas
    return game.kernel.ending(state), {score.seat: score.points for score in game.kernel.scores(state)}


@pytest.mark.parametrize("pacing", list(Pacing))
@pytest.mark.parametrize("name", ["through-the-desert", "catan", "catan-caravans"])
def test_the_house_plays_to_the_end_and_always_the_same(name: str, pacing: Pacing) -> None:
    ending, points = play(name, pacing)
    assert ending is not None
    assert max(points.values()) >= 10
    assert play(name, pacing) == (ending, points)
