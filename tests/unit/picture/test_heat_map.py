"""The board as a record: when each hex was taken, and what the camel brought that was placed there."""

from __future__ import annotations

import re
from collections import Counter
from itertools import accumulate, pairwise
from xml.etree import ElementTree as ET

import pytest

from adjudicator.core.table import Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.course import draw_heat_map, draw_strip
from adjudicator.rules.through_the_desert.picture import PAINTS
from adjudicator.rules.through_the_desert.picture.ground import PrintedBoard, draw_ground
from adjudicator.rules.through_the_desert.state import COLOURS, State

DOT = re.compile(r"m(-?\d+) ?(-?\d+)h0")
QUARTERS = 4


@pytest.fixture(scope="module")
def finished() -> tuple[State, PrintedBoard]:
    """A game of five on the river side, over, and its printed board."""
    chance = SecretChance("heat", bytes(32))
    setting = Setting("manual", {"side": "river"}, ("amira", "bilal", "carla", "dario", "emine"))
    state, _ = GAME.kernel.setup(setting, chance)
    number = 0
    while mover := GAME.kernel.mover(state):
        legal = GAME.kernel.legal(state, mover)
        number += 7919
        state, _ = GAME.kernel.apply(state, mover, legal[number % len(legal)], chance)
    return state, draw_ground(state.table.board)


def list_dots(path: str) -> list[tuple[int, int]]:
    """Where the dots of a path lie, each a step from the one before."""
    steps = [(int(x), int(y)) for x, y in DOT.findall(path)]
    return list(accumulate(steps, lambda at, step: (at[0] + step[0], at[1] + step[1])))


def read_quarters(state: State, ground: PrintedBoard) -> dict[str, list[tuple[int, int]]]:
    """Where the new dots of each small board lie, from left to right; before the first one those of leaders."""
    strip = "".join(board.picture for board in draw_strip(state, ground))
    return {
        name: sorted(dot for path in re.findall(r' d="([^"]*)"', dots) for dot in list_dots(path))
        for name, dots in re.findall(r'<g id="(quarter\d)">(.*?)</g>', strip)
    }


def read_shades(state: State, ground: PrintedBoard) -> dict[str, list[tuple[int, int]]]:
    """Where dots of each shade lie, from left to right: the new camels of a small board each."""
    quarters = read_quarters(state, ground)
    drawing = ET.fromstring(draw_heat_map(state, ground).picture)  # noqa: S314  our own drawing
    groups = (group for group in drawing.iter("g") if group.get("stroke"))
    return {group.attrib["stroke"]: quarters[group[0].attrib["href"].strip("#")] for group in groups}


def test_hexes_are_shaded_by_the_quarter_of_the_game_in_which_they_were_taken(
    finished: tuple[State, PrintedBoard],
) -> None:
    state, ground = finished
    (leaders,) = re.findall(r'<use href="#(\w+)" stroke="#555"', draw_heat_map(state, ground).picture)

    assert read_quarters(state, ground)[leaders] == sorted(
        ground.middles[index] for index in state.leaders if index >= 0
    )
    taken = [ground.middles[camel.hex] for camel in state.trail]
    quarters = read_shades(state, ground).values()
    assert len(quarters) == QUARTERS
    bounds = [len(taken) * number // QUARTERS for number in range(QUARTERS + 1)]
    for quarter, first, end in zip(quarters, bounds, bounds[1:], strict=False):
        assert quarter == sorted(taken[first:end])


def test_every_point_that_a_camel_brought_stands_in_its_hex(finished: tuple[State, PrintedBoard]) -> None:
    state, ground = finished
    shown = Counter[tuple[int, int, str]]()
    for text in ET.fromstring(draw_heat_map(state, ground).picture).iter("text"):  # noqa: S314
        across, down = ([int(place) for place in text.attrib[side].split()] for side in ("x", "y"))
        words = text.text or ""
        signs = [words] if len(across) == 1 else list(words)
        shown.update((x, y - 14, sign) for x, y, sign in zip(across, down, signs, strict=True) if sign.isdecimal())

    assert shown == Counter((*ground.middles[camel.hex], str(camel.points)) for camel in state.trail if camel.points)


def test_the_legend_says_that_it_counts_camels(finished: tuple[State, PrintedBoard]) -> None:
    state, ground = finished
    texts = [text.text or "" for text in ET.fromstring(draw_heat_map(state, ground).picture).iter("text")]  # noqa: S314
    word, *quarters = [text for text in texts if not text.isdecimal()]

    assert word == "camels"
    assert quarters[0].startswith("1\u2013")
    assert quarters[-1].endswith(f"\u2013{len(state.trail)}")


def test_every_dot_of_a_small_board_has_a_dark_rim_and_what_is_new_is_larger(
    finished: tuple[State, PrintedBoard],
) -> None:
    for board in draw_strip(*finished):
        rims, *dots = [*ET.fromstring(board.picture)][-3:]  # noqa: S314  our own drawing
        old_rim, new_rim, old_dot, new_dot = (int(group.attrib["stroke-width"]) for group in (*rims, *dots))

        assert rims.attrib["stroke"] == "#111"
        assert old_dot + 8 < old_rim <= new_dot < new_rim - 8


def test_the_shades_grow_darker_step_by_step_in_grey(finished: tuple[State, PrintedBoard]) -> None:
    shades = [paint.strip("#") for paint in read_shades(*finished)]
    greys = [0.3 * int(one[:2], 16) + 0.59 * int(one[2:4], 16) + 0.11 * int(one[4:], 16) for one in shades]

    assert all(lighter - darker > 25 for lighter, darker in pairwise([246, *greys]))


@pytest.mark.parametrize("camels", [1, 2, 3])
def test_a_game_of_a_few_camels_is_drawn_all_the_same(finished: tuple[State, PrintedBoard], camels: int) -> None:
    state, ground = finished
    state = state._replace(trail=state.trail[:camels])
    strip = "".join(board.picture for board in draw_strip(state, ground))

    assert sum(map(len, read_shades(state, ground).values())) == camels
    named = re.findall(r' id="([^"]+)"', strip)
    assert len(named) == len(set(named))
    assert set(re.findall(r'href="#([^"]+)"', strip)) <= {"land", "range", *named}


def test_the_small_boards_have_all_camels_in_their_colours(finished: tuple[State, PrintedBoard]) -> None:
    state, ground = finished
    strip = "".join(board.picture for board in draw_strip(state, ground))
    named = dict(re.findall(r'<path id="(\w+)" d="([^"]+)"', strip))
    paints = re.findall(r'<use href="#(\w+)" stroke="(#\w+)"', strip) + re.findall(
        r'd="([^"]+)" stroke="(#\w+)"', strip
    )
    seen = [(*place, paint) for path, paint in paints for place in list_dots(named.get(path, path))]
    leaders = [(number % COLOURS, index) for number, index in enumerate(state.leaders) if index >= 0]
    pieces = [*leaders, *((camel.caravan % COLOURS, camel.hex) for camel in state.trail)]

    assert Counter(seen) == Counter(
        (*ground.middles[index], PAINTS[state.table.colours[colour]].fill) for colour, index in pieces
    )
