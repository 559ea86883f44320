"""Who writes a player's name where an order wants a seat is answered with the id; other files are left alone."""

from __future__ import annotations

import pytest

from adjudicator.core.order import CORRECTION
from adjudicator.core.seat_names import show_names
from adjudicator.intake.called_names import find_called

NAMES = show_names(
    (
        ("dora", "Dora Köhler"),
        ("red", "Bilal Öz"),
        ("tom", "Ann Smith"),
        ("ann2", "Ann Brown"),
        ("z", "דורה כהן"),
        ("ravi", "Ravi D'Souza"),
        ("ali", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"),
        ("sri", "\u0dc1\u0dca\u200d\u0dbb\u0dd3 Perera"),
    )
)


def find(text: str) -> list[tuple[int, str, str]]:
    return [
        (problem.place.column, str(problem.facts["id"]), str(problem.facts[CORRECTION]))
        for problem in find_called(text.encode(), NAMES).problems
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("seat: Dora Köhler\n", [(7, "dora", "dora")]),
        ("- offer: {to: [Bilal, 'bilal öz', dora]}\n", [(16, "red", "red"), (23, "red", "red")]),
        ("if: {hex: D8, holds: {seat: דורה כהן}}\n", [(29, "z", "z")]),
        ("to: [Ann]\n", []),
        ("to: [Ann (tom), Ann Brown (ann2), Ann (dora)]\n", [(6, "tom", "tom"), (17, "ann2", "ann2")]),
        ("to: [Ann Smith]\n", [(6, "tom", "tom")]),
        ("note: Bilal Öz\n", []),
        ("seat: dora\n", []),
        ("game: g\npress:\n- to: Dora Köhler\n  text: Wait: why?\n", [(7, "dora", "dora")]),
        ("to: Ravi D'Souza\n", [(5, "ravi", "ravi")]),
        ("to: Ravi D\u2019Souza\n", [(5, "ravi", "ravi")]),
        ("to: \u0639\u0644\u06cc\u200c\u0631\u0636\u0627\n", [(5, "ali", "ali")]),
        (
            "to: [\u0639\u0644\u06cc\u0631\u0636\u0627, \u0dc1\u0dca\u0dbb\u0dd3]\n",
            [(6, "ali", "ali"), (14, "sri", "sri")],
        ),
        ("to: \u0639\u0644\u06cc\n", []),
        ("to: [Bilal\n", []),
        ("game: g\nOrders:\n\u2022 offer: {to: [Bilal]}\n", [(16, "red", "red")]),
    ],
)
def test_a_name_is_found_where_it_is_one_players_alone(text: str, found: list[tuple[int, str, str]]) -> None:
    assert find(text) == found


@pytest.mark.parametrize(
    ("text", "corrected"),
    [
        ("- robber: D from Bilal\n", ["D from red"]),
        ("- robber: D from Bilal Öz (red)\n", ["D from red"]),
        ("- robber: D from דורה כהן\n", ["D from z"]),
        ("- robber: [D from Bilal, E from Ravi D\u2019Souza]\n", ["D from red", "E from ravi"]),
        ("- take: Dora Köhler's offer 1\n", ["dora's offer 1"]),
        ("- robber: D from Dora Köhler or Bilal\n", ["D from dora or red"] * 2),
        ("- robber: D from \u0639\u0644\u06cc\u200c\u0631\u0636\u0627 or Bilal\n", ["D from ali or red"] * 2),
        ("- robber: D from \u0639\u0644\u06cc\u0631\u0636\u0627\n", ["D from ali"]),
        ("- robber: D from \u0dc1\u0dca\u200d\u0dbb\u0dd3 Perera\n", ["D from sri"]),
        ("- robber: D from Bilal-2\n", []),
        ("- note: D from Bilal\n", []),
        ("- robber: D from Ann\n", []),
    ],
)
def test_a_name_is_found_within_a_text_of_a_line_that_is_looked_at(text: str, corrected: list[str]) -> None:
    found = find_called(text.encode(), NAMES, within={1}).problems
    assert [problem.facts[CORRECTION] for problem in found] == corrected
    assert find_called(text.encode(), NAMES, within=()).problems == ()
