"""Names in wide letters stay on the sheet of every chart, and say whose they are."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from adjudicator.kit.charts import LETTER, WIDTH, Series, address_reader, call_seats
from adjudicator.kit.charts.bars import Bar, Group, Stack, draw_groups, draw_stacks
from adjudicator.kit.charts.race import draw_race, draw_rows

SEATS = ("W" * 20 + " " + "W" * 19, "M" * 14, "Mohammed Ali", "zoe")
PLAIN = {"W": 0.99, "M": 0.85, "\u2026": 0.82, " ": 0.36}
BOLD = {"W": 1.13, "M": 0.95, "\u2026": 0.99, "m": 1.06, "l": 0.35, "i": 0.35, " ": 0.35}
"""What letters take of their height in Verdana; what is not named takes no more than ``ELSE``."""
ELSE = 0.72
COURSES = [Series(seat, [0, 3, number + 8]) for number, seat in enumerate(SEATS)]


def list_ends(drawing: str, widths: dict[str, float]) -> list[tuple[str, float]]:
    """The texts of a drawing that have a wide letter, each with where it begins and how wide it is."""
    texts = [text for text in ET.fromstring(drawing).iter("text") if set(text.text or "") & {"W", "M"}]  # noqa: S314  our own drawing
    return [(text.get("x", ""), LETTER * sum(widths.get(sign, ELSE) for sign in text.text or "")) for text in texts]


def test_names_beside_rows_begin_on_the_sheet() -> None:
    stacks = [Stack(seat, {"water": 3}, "3") for seat in SEATS]
    for drawing in (draw_rows("Cards", COURSES, "turns", 7), draw_stacks("Points", stacks)):
        ends = list_ends(drawing, PLAIN)
        assert len(ends) == 3
        assert all(int(x) - width >= 0 for x, width in ends)


@pytest.mark.parametrize("over", [False, True])
def test_names_at_the_ends_of_lines_end_on_the_sheet(*, over: bool) -> None:
    ends = list_ends(draw_race("Points", COURSES, "turns", over=over), BOLD)

    assert len(ends) == 3
    assert all(int(x) + width <= WIDTH for x, width in ends)


def test_a_name_in_a_legend_ends_before_the_next_token() -> None:
    ends = list_ends(draw_groups("Camels", [Group([Bar(1)] * 4, ("pink",))], SEATS), PLAIN)
    (first, width), (second, _) = ends[:2]

    assert int(first) + width <= int(second) - 9 - 5


def test_only_what_is_wide_is_cut_and_its_reader_is_you_all_the_same() -> None:
    called = call_seats(SEATS, 13)
    assert list(called.values()) == ["WWWWWWW\u2026", "MMMMMMM\u2026", "Mohammed Ali", "zoe"]

    for draw in (draw_race, lambda *words: draw_rows(*words, 7)):
        chart = draw("Points", COURSES, "turns")
        assert "you</text>" in address_reader(chart, SEATS, SEATS[0])


def test_names_that_begin_alike_are_cut_before_their_ends() -> None:
    assert list(call_seats(("WWWWWWWWWWab", "WWWWWWWWWWcd"), 13).values()) == ["WWWWWW\u2026ab", "WWWWWW\u2026cd"]
    alike = [f"{SEATS[0][:-1]}{last}" for last in "WXY"]
    courses = [Series(seat, [0, 3, number + 8]) for number, seat in enumerate(alike)]
    stacks = [Stack(seat, {"water": 3}, "3") for seat in alike]
    for drawing in (draw_rows("Cards", courses, "turns", 7), draw_stacks("Points", stacks)):
        assert all(int(x) - width >= 0 for x, width in list_ends(drawing, PLAIN))
    ends = list_ends(draw_race("Points", courses, "turns", over=True), BOLD)
    assert len(ends) == 3
    assert all(int(x) >= 0 and int(x) + width <= WIDTH for x, width in ends)


def test_names_that_do_not_end_differently_either_are_whole() -> None:
    seats = (f"{'W' * 15}a{'W' * 15}", f"{'W' * 15}b{'W' * 15}")
    assert list(call_seats(seats, 13).values()) == list(seats)
