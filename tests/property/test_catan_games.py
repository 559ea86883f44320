"""Whole games of Catan: the kernel and the oracle agree on everything after every action."""

from __future__ import annotations

from collections import Counter

import pytest
from oracle.catan_match import Match
from oracle.catan_rules import RESOURCES
from oracle.dice import Dice

from adjudicator.ledger.keys import SecretChance

HOUSE = {"friendly-robber": "yes", "calm-rounds": "2", "discard-limit": "9"}
BOARDS: list[dict[str, str]] = [
    {"board": "beginners"},
    {"board": "variable"},
    {"board": "variable", "spread": "yes"},
    {"board": "variable", **HOUSE},
]
GAMES = 8
MOST_TURNS = 2000
"""No random game of these seeds takes so many table turns."""


def table(seats: int, options: dict[str, str], *seed: str | int) -> Match:
    return Match(seats, options, SecretChance("/".join(map(str, seed)), bytes(32)))


def propose(match: Match, dice: Dice) -> None:
    """A random trade of the seat on turn, if both hands allow it."""
    oracle = match.oracle
    partner = dice.pick([seat for seat in oracle.seats if seat != oracle.mover])
    give, take = dice.shuffled(RESOURCES)[:2]
    offer, price = Counter({give: 1 + dice.below(2)}), Counter({take: 1})
    if oracle.may_trade(oracle.mover, partner, offer, price):
        match.trade(partner, offer, price)
        match.seen["trades"] += 1


def play_game(match: Match, dice: Dice) -> Match:
    """``match``, played at random to its end, trades between players included."""
    while deciding := match.oracle.deciding():
        if deciding[0][1] == "turn" and not dice.below(8):
            propose(match, dice)
        seat = dice.pick(match.oracle.deciding())[0]
        actions = match.actions(seat)
        match.play(seat, dice.pick(actions))
        assert match.oracle.turn < MOST_TURNS
    return match


@pytest.mark.sampled(1)
@pytest.mark.parametrize("options", BOARDS, ids=["beginners", "variable", "spread", "house"])
@pytest.mark.parametrize("seats", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_the_oracle_agrees_with_every_position_of_random_games(seats: int, options: dict[str, str]) -> None:
    seen: Counter[str] = Counter()
    for number in range(GAMES):
        match = play_game(table(seats, options, seats, *options.values(), number), Dice(seats, number))
        assert match.oracle.has_won()
        seen += match.seen

    assert seen["trades"]
    assert {"card-stolen", "discarded", "bank-traded", "longest-road", "largest-army", "card-played"} <= set(seen)
