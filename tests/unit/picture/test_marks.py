"""Letters tell seats apart, and colours within an edition."""

from __future__ import annotations

import re
from itertools import accumulate
from math import hypot
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.kit.charts import SHAPES, shape_steps
from adjudicator.rules.through_the_desert.picture import DISC, PAINTS, letter_seats
from adjudicator.rules.through_the_desert.picture.badges import BESIDE, choose_badge, draw_badge

NAMES = st.from_regex(r"[a-z][a-z0-9-]{0,31}", fullmatch=True)


@pytest.mark.parametrize(
    "colours", [("pink", "yellow", "green", "turquoise", "purple"), ("red", "teal", "yellow", "pink", "purple")]
)
def test_no_two_colours_of_an_edition_share_a_letter_or_a_paint(colours: tuple[str, ...]) -> None:
    assert len({PAINTS[colour].letter for colour in colours}) == 5
    assert len({PAINTS[colour].fill for colour in colours}) == 5


def test_a_seat_has_the_first_letter_of_its_name_that_is_free() -> None:
    assert letter_seats(["amira", "ali", "aal", "b2", "a"]) == {
        "amira": "a",
        "ali": "l",
        "aal": "b",
        "b2": "c",
        "a": "d",
    }


@given(st.lists(NAMES, min_size=2, max_size=5, unique=True))
def test_seats_never_share_a_letter(seats: list[str]) -> None:
    letters = letter_seats(seats)

    assert list(letters) == seats
    assert len(set(letters.values())) == len(seats)
    assert set(letters.values()) <= set(ascii_lowercase)


def test_the_outlines_of_tokens_differ_and_are_closed() -> None:
    outlines = {shape_steps(shape, 12.5) for shape in SHAPES}

    assert len(outlines) == 5
    assert all(steps.endswith("z") for _, _, steps in outlines)


@pytest.mark.parametrize("initial", ["a", "j"])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_badge_reaches_as_far_to_each_side_as_its_outline(number: int, initial: str) -> None:
    badge = choose_badge(number, initial)
    right, _, steps = shape_steps(SHAPES[number - 1], badge.radius)
    sides = [int(step[1]) for step in re.finditer(r"[hl](-?\d+)", steps)]

    # a circle begins at its left
    places = [*accumulate(sides, initial=right)] if sides else [right, -right]
    assert (min(places), max(places)) == (-badge.reach, badge.reach)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_an_initial_that_reaches_below_the_line_stands_higher_in_a_larger_badge(number: int) -> None:
    plain, tailed = choose_badge(number, "a"), choose_badge(number, "j")

    assert tailed.radius > plain.radius
    assert tailed.middle + tailed.drop < plain.middle + plain.drop


def test_a_stem_leans_away_from_the_side_of_a_triangle() -> None:
    places = {
        (number, initial): float(re.findall(r'<text x="([0-9.]+)"', draw_badge(number, initial))[0])
        for number in (1, 2, 3, 4, 5)
        for initial in "abdhk"
    }

    assert places[3, "d"] < BESIDE < min(places[3, initial] for initial in "bhk")
    assert {x for (number, initial), x in places.items() if number != 3 or initial == "a"} == {BESIDE}


@pytest.mark.parametrize("initial", ["a", "j"])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_the_disc_of_a_new_camel_leaves_its_badge_whole(number: int, initial: str) -> None:
    badge = choose_badge(number, initial)
    right, down, outline = shape_steps(SHAPES[number - 1], badge.radius)
    x, y = BESIDE + right, badge.middle + down
    corners = [(x, y)]
    for kind, first, second in re.findall(r"([hlv])(-?\d+) ?(-?\d+)?", outline):
        x += int(first) if kind in "hl" else 0
        y += int(second) if kind == "l" else int(first) if kind == "v" else 0
        corners.append((x, y))
    away = [hypot(x - DISC[0], y - DISC[1]) for x, y in corners]
    if SHAPES[number - 1] == "circle":
        away = [hypot(BESIDE - DISC[0], badge.middle - DISC[1]) - badge.radius]

    assert min(away) > 9.75
