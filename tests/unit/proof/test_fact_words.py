"""What a player alone knew is told in words, whatever the game."""

from __future__ import annotations

import pytest

from adjudicator.core.json_value import JsonValue
from adjudicator.proof.fact_words import LONGEST, tell_facts


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"seats": {"ann": {"fresh": {}, "hand": {"brick": 1, "ore": 2}, "unplayed": {}}}}, "hand: brick 1, ore 2"),
        ({"seats": {"ann": {"water": {"1": 2, "2": 0, "3": 4}}}}, "water: 2 of kind 1, 4 of kind 3"),
        ({"seats": {"ann": {"card": 7}}, "deck": ["ace", "king"]}, "card 7; deck: ace, king"),
        (
            {"seats": {"ann": {"hand": {"ore": 1}, "cards": [{"suit": "red"}, True]}}},
            "hand: ore 1; cards: suit red, yes",
        ),
        ({"seats": {"ann": {"water": {"1": 0}}}}, ""),
        ({}, ""),
        ("x" * (LONGEST + 1), "x" * LONGEST + " …"),
    ],
)
def test_facts_in_words(facts: JsonValue, words: str) -> None:
    assert tell_facts(facts, "ann") == words
