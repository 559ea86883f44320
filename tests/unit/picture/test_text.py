"""The board in characters: fits a letter of 78 columns, and every hex can be found and named."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from unit.picture.trial_positions import View, see_state

from adjudicator.rules.through_the_desert.board import locate
from adjudicator.rules.through_the_desert.cases.drawing import read_text
from adjudicator.rules.through_the_desert.picture.text import WIDTH, draw_seats_text, draw_text

CORNER = """\
      B     D     F
   A     C     E
 1          d1~2 [Pa]  1
 1       c1    e1      1
 2    b2    Pa*   f2   2
 2       c2    Yb      2
 3    b3   &d3&   f3~? 3
 3 Yb*   c3    e3      3
 4   :yb:   ^^^   f4   4
   A     C     E
      B     D     F
"""


def test_a_corner_of_the_board_looks_like_this() -> None:
    view: View = {
        "board": {
            "name": "corner",
            "hexes": [
                "A3",
                "B2",
                "B3",
                "B4",
                "C1",
                "C2",
                "C3",
                "D1",
                "D2",
                "D3",
                "E1",
                "E2",
                "E3",
                "F1",
                "F2",
                "F3",
                "F4",
            ],
            "mountains": ["D4"],
            "river": [],
            "strip": [],
        },
        "oases": ["D3"],
        "water": {"D1": 2, "F3": None},
        "camels": [
            {"hex": "D2", "colour": "pink", "seat": "amira", "leader": True},
            {"hex": "F1", "colour": "pink", "seat": "amira", "leader": False},
            {"hex": "A3", "colour": "yellow", "seat": "bilal", "leader": True},
            {"hex": "E2", "colour": "yellow", "seat": "bilal", "leader": False},
        ],
        "areas": [{"seat": "bilal", "colour": "yellow", "hexes": ["B4"], "points": 1}],
        "supply": {"pink": 20, "yellow": 21},
        "seats": ("amira", "bilal"),
    }

    text = draw_text(see_state(view), {"F1"})

    assert text.startswith(CORNER)
    assert "P pink (20 left), Y yellow (21 left)" in text
    seats = draw_seats_text(view["seats"], "bilal")
    assert seats.startswith("Camels, second letter: a amira, b bilal (you); * a leader;")
    assert ":yb: for 1" in text


def test_the_river_is_listed_below_the_map_side_by_side(river_view: View) -> None:
    lines = draw_text(see_state(river_view)).splitlines()
    listed = [side for line in lines if line.startswith("river: ") for side in line.removeprefix("river: ").split()]

    assert max(map(len, lines)) <= WIDTH
    assert listed == river_view["board"]["river"]
    assert "water worth" not in "\n".join(lines)
    assert "d9~? water face down" in "\n".join(lines)


def test_a_river_is_read_back_with_its_tokens_face_down(river_view: View) -> None:
    drawn = read_text(draw_text(see_state(river_view)), river_view["supply"], river_view["seats"])

    assert drawn.river == river_view["board"]["river"]
    assert drawn.water == river_view["water"]


def test_every_line_fits_and_is_printable_ascii(view: View, newest: list[str]) -> None:
    for line in draw_text(see_state(view), frozenset(newest)).splitlines():
        assert len(line) <= WIDTH
        assert line == "" or (line.isascii() and line.isprintable())


def test_every_free_hex_shows_the_name_a_player_types(view: View) -> None:
    shown = draw_text(see_state(view)).replace("~", " ").replace("&", " ").split()
    hidden = {camel["hex"] for camel in view["camels"]} | {name for area in view["areas"] for name in area["hexes"]}

    assert [name for name in view["board"]["hexes"] if name not in hidden and name.lower() not in shown] == []


def test_every_hex_stands_below_its_letter_and_beside_its_number(view: View) -> None:
    lines = draw_text(see_state(view)).splitlines()
    letters = {sign: at for line in lines[:2] for at, sign in enumerate(line) if sign != " "}
    top = min(locate(name).height for name in (*view["board"]["hexes"], *view["board"]["mountains"]))

    for name in view["board"]["hexes"]:
        line = lines[2 + locate(name).height - top]
        assert line[letters[name[0]] - 1 : letters[name[0]] + 4].strip()
        assert line[:2].strip() == line[-2:].strip() == name[1:]


@given(seats=st.integers(2, 5), camels=st.integers(10, 115), seed=st.integers(0, 10**6), hide=st.booleans())
def test_what_is_drawn_can_be_read_back(
    grow: Callable[..., View], seats: int, camels: int, seed: int, hide: bool
) -> None:
    view = grow(seats, camels, seed)
    if hide:
        view["water"] = dict.fromkeys(view["water"])
    newest = {camel["hex"] for camel in view["camels"][::3]}

    drawn = read_text(draw_text(see_state(view), frozenset(newest)), view["supply"], view["seats"])

    assert sorted(drawn.camels, key=lambda camel: camel["hex"]) == sorted(
        view["camels"], key=lambda camel: camel["hex"]
    )
    assert drawn.newest == newest
    assert drawn.river == []
    assert drawn.water == view["water"]
    assert sorted(drawn.oases) == sorted(view["oases"])
    assert sorted(drawn.hexes) == sorted(view["board"]["hexes"])
    assert sorted(drawn.mountains) == sorted(view["board"]["mountains"])
    closed = [(name, (area["colour"], area["seat"])) for area in view["areas"] for name in area["hexes"]]
    assert drawn.closed == {name: owner for name, owner in closed if name not in view["oases"]}


def test_the_sample_covers_both_boards_and_closed_areas(grow: Callable[..., View]) -> None:
    views = [grow(seats, 100, seed) for seats, seed in product((3, 5), range(6))]

    assert {view["board"]["name"] for view in views} == {"small", "full"}
    assert any(len(area["hexes"]) > 1 for view in views for area in view["areas"])
