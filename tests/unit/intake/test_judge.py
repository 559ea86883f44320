"""Judging a file in a real game: the catalogues fit together, and what is told reads as a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.core.order import describe
from adjudicator.intake import judge, sentences
from adjudicator.rules.through_the_desert import GAME

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def g42() -> OpenGame:
    return open_game(str(ROOT / "games" / "g42"))


def complaints(g42: OpenGame, text: str) -> list[str]:
    intake = g42.intake()
    said = re.search("^seat: (.*)$", text, re.MULTILINE)
    assert said is not None
    judgement = intake.judge(text.encode(), said[1] if said[1] in intake.seats else None)
    return [
        f"{problem.place.line}:{problem.place.column}: {describe(problem, intake.sentences)}"
        for problem in judgement.problems
    ]


def test_no_code_means_two_things() -> None:
    catalogues = [sentences.SENTENCES, judge._SENTENCES, GAME.orders.sentences]
    assert sum(len(catalogue) for catalogue in catalogues) == len({code for each in catalogues for code in each})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "game: g42\nturn: 7\nseat: dorra\norders: []\n",
            (
                "3:7: there is no seat 'dorra' in this game (did you mean dora?); "
                "the seats are bilal, chen, dora and amira"
            ),
        ),
        (
            "game: g42\nturn: 7\nseat: dora\norders: [place: purpl N5]\n",
            (
                "4:17: place purpl N5: 'purpl' is not a colour of this game (did you mean purple? write 'place: purple "
                "N5'); the colours are red, teal, yellow, pink and purple"
            ),
        ),
        (
            "game: g42\nturn: 7\nseat: dora\norders: [place: red A1]\n",
            (
                "4:17: place red A1: A1 is not a hex of this board; column A has rows 3 to 9; "
                "write for example 'place: red F4'"
            ),
        ),
        (
            "game: g42\nturn: 7\nseat: dora\norders:\n  - place: red F5\n    if: {hex: F7, is: empty}\n",
            "6:15: if: F7 is a mountain, where nothing can stand",
        ),
        (
            "game: g42\nturn: 7\nseat: dora\norders: []\npress:\n  - {to: [zoe], text: hi}\n",
            "6:10: press: there is no seat 'zoe' in this game; the seats are bilal, chen, dora and amira",
        ),
        (
            "game: g42\nturn: 7\nseat: dora\norders: []\npress:\n  - {to: everybody, text: hi}\n",
            (
                "6:10: press: there is no seat 'everybody' in this game (did you mean all?); "
                "the seats are bilal, chen, dora and amira"
            ),
        ),
        (
            "game: g42\nturn: 7\nseat: dora\norders: []\nfallback:\n  - leader: red F5\n",
            ("6:13: leader red F5: this can never be carried out: this move needs a camel"),
        ),
        (
            "game: g42\nturn: 5\nseat: dora\norders: []\n",
            "2:7: these orders are for turn 5; please send orders for turn 7",
        ),
    ],
)
def test_what_is_told(g42: OpenGame, text: str, told: str) -> None:
    assert told in complaints(g42, text)


def test_problems_come_by_place(g42: OpenGame) -> None:
    told = complaints(g42, "game: g42\nturn: 7\nseat: dora\norders:\n  - place: purpl N5\n  - plcae: red F5\n")
    assert [line.split(":")[0] for line in told] == ["5", "6", "6"]
