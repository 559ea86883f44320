"""Whole games with caravans: the kernel and the oracle agree on everything after every action, and every game ends."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from oracle.caravan_match import CaravanMatch
from oracle.dice import Dice

from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.catan_caravans.kernel import KERNEL

SETTINGS: list[tuple[str, dict[str, str]]] = [
    ("great-caravan", {}),
    ("box", {}),
    ("great-caravan", {"coast": "no", "robber": "barred"}),
    ("great-caravan", {"flank": "no", "board": "beginners", "target": "11"}),
    ("box", {"coast": "no", "flank": "no", "robber": "returns"}),
    ("box", {"votepress": "none", "negotiate-hours": "24", "spread": "yes", "target": "14"}),
]
GAMES = 5
MOST_TURNS = 2000
"""No random game of these seeds takes so many table turns."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "options"), SETTINGS, ids=[f"{name}-{number}" for number, (name, _) in enumerate(SETTINGS)]
)
@pytest.mark.parametrize("seats", [3, 4])
def test_the_oracle_agrees_with_every_position_of_random_games(
    seats: int, edition: str, options: dict[str, str]
) -> None:
    seen: Counter[str] = Counter()
    for number in range(GAMES):
        dice = Dice("caravans", seats, edition, *options.values(), number)
        chance = SecretChance(f"{edition}-{number}", bytes(32))
        match = CaravanMatch(seats, edition, options, chance)
        while KERNEL.decisions(match.state):
            match.play(*match.choose(dice))
            assert match.oracle.turn < MOST_TURNS
            saved = json.loads(json.dumps(KERNEL.dump(match.state)))
            assert KERNEL.load(saved) == match.state
        assert match.oracle.has_won()
        seen += match.seen

    assert {"majority", "agreement", "mover"} <= set(seen)
    assert seen["vote-opened"] + seen["only-position"] == seen["camel-placed"] == seen["vote-decided"]
