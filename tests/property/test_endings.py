"""Games on drawn boards with little in supply: every way to end, and every way to be paid at the end."""

from __future__ import annotations

from collections import Counter

import pytest
from oracle.dice import Dice
from oracle.encounters import BY_ENDINGS, meet
from oracle.maps import DRAWN
from oracle.match import Match, resume
from oracle.policies import Policy, fence, race, wander
from oracle.positions import lay_out

POLICIES: tuple[Policy, ...] = (wander, fence, race)
GAMES = 40
OFTEN = 3


def play_on(match: Match, policy: Policy, dice: Dice) -> Counter[str]:
    """Play ``match`` to its end; what it met."""
    met: Counter[str] = Counter()
    while match.oracle.on_move is not None:
        move = policy(match.oracle, dice)
        before = match.oracle.copy()
        met.update(meet(before, move, match.play(move), match.oracle))
    return met


@pytest.mark.slow
def test_games_on_small_boards_end_in_every_way() -> None:
    met: Counter[str] = Counter()
    for drawing, board in DRAWN.items():
        for number in range(GAMES):
            for policy in POLICIES:
                dice = Dice(drawing, number, policy.__name__)
                oracle = lay_out(board, 2 + dice.below(4), 1 + dice.below(12), 1 + dice.below(3), dice)
                if oracle.legal("amira"):
                    met += play_on(resume(oracle), policy, dice)

    assert {kind for kind, times in met.items() if times >= OFTEN} >= BY_ENDINGS.keys(), met
