"""The cases can fail: one expectation after the other is turned round, and each time that spot is told."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from running import FILES, run_text


def spoil(number: str, right: str, wrong: str) -> list[str]:
    (text,) = (file.read_text(encoding="utf-8") for file in FILES if file.stem.startswith(f"{number}-"))
    assert text.count(right) == 1, text
    assert run_text(text).ok
    return [line.partition(": ")[2] for line in run_text(text.replace(right, wrong)).to_lines()[1:]]


@pytest.mark.parametrize(
    ("number", "right", "wrong", "said"),
    [
        ("S03-01", 'hand: "1 brick, 1 lumber"', "hand: 2 brick", (
            "hand of chadi: expected 2 brick, got 1 brick, 1 lumber")),
        ("S05-01", "robber: J", "robber: null", "robber: expected beside the board, got J"),
        ("S05-02", "D: 5", "D: 2", "number on D: expected 2, got 5"),
        ("B01-01", "bank: {ore: 0}", "bank: {ore: 1}", (
            "bank: expected 19 brick, 19 lumber, 19 wool, 19 grain, 1 ore, "
            "got 19 brick, 19 lumber, 19 wool, 19 grain")),
        ("B02-01", "amira: {owes: 4}", "amira: {owes: 5}", "cards that amira has to discard: expected 5, got 4"),
        ("B02-05", "from: E", "from: J", (
            "event 1: expected robber-moved (seat amira, from J, hex F), "
            "got robber-moved (seat amira, from E, hex F)")),
        ("B02-07", "because: victim-unnamed", "because: victim-poor", (
            "amira: robber B: expected refused as victim-poor, got refused as victim-unnamed")),
        ("B04-02", "cards: 1 knight, played", "cards: 2 knight, played", (
            "development cards of amira: expected 2 knight, got 1 knight")),
        ("B04-05", "card-played: true", "card-played: false", (
            "a card was played in this turn: expected no, got yes")),
        ("B05-01", "free-roads: 1", "free-roads: 2", "free roads left: expected 2, got 1"),
        ("B06-02", "cities: [16]", "cities: [18]", "cities of amira: expected 18, got 16"),
        ("B08-02", "longest: amira", "longest: null", "who holds the longest road: expected nobody, got amira"),
        ("G01-01", "roads: [19-20-21]", "roads: [19-20]", "roads of amira: expected 19-20, got 19-20, 20-21"),
        ("T01-04", "wool: 3}}", "wool: 4}}", (
            "rates of the bank for amira: expected 2 brick, 3 lumber, 4 wool, 3 grain, 3 ore, "
            "got 2 brick, 3 lumber, 3 wool, 3 grain, 3 ore")),
        ("A01-02", "largest: bilal", "largest: amira", "who holds the largest army: expected amira, got bilal"),
        ("V01-01", "winners: [amira]", "winners: [bilal]", (
            "event 2: expected game-over (reason victory, winners [bilal], points 10), "
            "got game-over (reason victory, winners [amira], points 10)")),
        ("V02-01", "points: {bilal: 10}", "points: {bilal: 8}", "points of bilal: expected 8, got 10"),
    ],
)  # fmt: skip
def test_an_expectation_that_is_turned_round_fails(number: str, right: str, wrong: str, said: str) -> None:
    assert spoil(number, right, wrong) == [said]


@pytest.mark.parametrize(
    ("number", "right", "wrong", "said"),
    [
        ("G01-02", 'hand: "1 brick, 1 lumber, 1 wool, 1 grain"', 'hand: "1 brick, 1 lumber, 1 wool"', (
            "amira: settlement 21: expected to be legal, got not legal: cannot-pay")),
        ("S02-01", "bilal: settlement 22", "amira: settlement 22", (
            "amira: settlement 22: expected to be on move, got bilal is")),
        ("B03-06", "bilal: {hand: 1 ore}", "bilal: {hand: 1 wool}", (
            "amira: trade 2 brick, 1 wool for 1 ore with bilal: expected to be legal, got not legal: not-available")),
        ("B02-13", "gives: 1", "gives: 0", (
            "event 2: expected card-stolen (victim bilal, resource ore), "
            "got card-stolen (seat amira, victim bilal, resource brick)")),
    ],
)  # fmt: skip
def test_another_beginning_comes_out_otherwise(number: str, right: str, wrong: str, said: str) -> None:
    assert spoil(number, right, wrong)[0] == said
