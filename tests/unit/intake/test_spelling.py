"""The word that was probably meant."""

from __future__ import annotations

import pytest

from adjudicator.intake.sentences import closest, hint

ORDERS = ("place", "leader", "return", "if")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("plcae", "place"),
        ("Place", "place"),
        ("PLACE", "place"),
        ("leaders", "leader"),
        ("retrun", "return"),
        ("iff", "if"),
        ("build", None),
        ("", None),
        ("place" * 20, None),
    ],
)
def test_the_closest_word(word: str, meant: str | None) -> None:
    assert closest(word, ORDERS) == meant


def test_a_hint_names_one_near_word_or_all() -> None:
    assert hint("plcae", ORDERS) == "did you mean 'place'?"
    assert hint("build", ORDERS) == "the keys here are place, leader, return and if"
