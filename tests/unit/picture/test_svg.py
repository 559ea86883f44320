"""The drawn board: well-formed, complete, harmless and small."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from adjudicator.kit.words import count_of
from adjudicator.rules.through_the_desert.picture.ground import draw_ground
from adjudicator.rules.through_the_desert.picture.layout import lay_out
from adjudicator.rules.through_the_desert.picture.legend import list_marks
from adjudicator.rules.through_the_desert.picture.marks import PAINTS
from adjudicator.rules.through_the_desert.picture.svg import LIFT, draw_board
from adjudicator.rules.through_the_desert.picture.view import View

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a&b", "{{7*7}}", "]]>")


def parse(drawing: str) -> ET.Element:
    return ET.fromstring(drawing)  # noqa: S314  our own drawing


def letters_of(drawing: ET.Element) -> Counter[tuple[int, int, str]]:
    """Where every letter of the drawing stands."""
    return Counter(
        (int(text.attrib["x"]), int(text.attrib["y"]), text.text or "") for text in drawing.iter(f"{SVG}text")
    )


def rename(view: View, names: dict[str, str]) -> None:
    view["seats"] = {names[seat]: known for seat, known in view["seats"].items()}
    for owned in (*view["camels"], *view["areas"]):
        owned["seat"] = names[owned["seat"]]


def test_every_hex_camel_and_water_token_is_drawn_where_it_lies(view: View, newest: set[str]) -> None:
    letters = letters_of(parse(draw_board(view, newest)))
    middles = draw_ground(lay_out(view["board"])).middles

    expected = Counter({(x, y + 22, name): 1 for name, (x, y) in middles.items()})
    for camel in view["camels"]:
        x, y = middles[camel["hex"]]
        expected[x, y - LIFT + 5, PAINTS[camel["colour"]].letter] += 1
    for name, value in view["water"].items():
        x, y = middles[name]
        expected[x, y + 5, str(value)] += 1
    assert letters == expected


def test_a_caravan_is_one_group_with_its_owner_colour_and_size(view: View) -> None:
    drawing = parse(draw_board(view))
    titles = [title.text for title in drawing.iter(f"{SVG}title")]
    sizes = Counter((camel["seat"], camel["colour"]) for camel in view["camels"])

    for (seat, colour), size in sizes.items():
        assert titles.count(f"{seat}: {colour}, {count_of(size, 'camel')}") == 1
    for area in view["areas"]:
        assert f"{area['seat']}: {count_of(area['points'], 'point')}, closed by {area['colour']}" in titles


def test_face_down_water_shows_no_value(view: View) -> None:
    view["water"] = dict.fromkeys(view["water"])

    shown = [text.text for text in parse(draw_board(view)).iter(f"{SVG}text")]

    assert shown.count("?") == len(view["water"])
    assert not {"1", "2", "3"} & set(shown)


def test_only_the_newest_hexes_are_ringed(view: View, newest: set[str]) -> None:
    rings = [
        path.attrib["d"]
        for path in parse(draw_board(view, newest)).iter(f"{SVG}path")
        if path.get("stroke-width") == "5"
    ]

    assert [ring.count("M") for ring in rings] == [len(newest)]
    assert 'stroke-width="5"' not in draw_board(view)


def test_a_river_is_drawn_along_its_sides(view: View) -> None:
    dry = draw_board(view)
    view["board"]["river"] = ["D9-E9", "E8-D9"]

    assert "#1f5f9f" not in dry
    river = next(path for path in parse(draw_board(view)).iter(f"{SVG}path") if path.get("stroke") == "#1f5f9f")
    assert river.attrib["d"].count("M") == 2


def test_nothing_runs_and_nothing_is_fetched(view: View, newest: set[str]) -> None:
    pictures = draw_board(view, newest) + "".join(mark.picture for group in list_marks(view) for mark in group)

    assert not re.search(
        r"<script|<style|<image|<foreignObject|href|javascript:|data:|\son\w+=", pictures, re.IGNORECASE
    )
    assert re.findall(r"https?://[^\"]*", pictures) == ["http://www.w3.org/2000/svg"]
    assert set(re.findall(r"url\(([^)]*)\)", pictures)) <= {f"#seat{number}" for number in range(1, 6)}


@pytest.mark.parametrize("view", [(5, 110)], indirect=True)
def test_hostile_seat_names_stay_text(view: View, newest: set[str]) -> None:
    harmless = [element.tag for element in parse(draw_board(view, newest)).iter()]
    names = dict(zip(view["seats"], HOSTILE, strict=True))
    rename(view, names)

    drawing = parse(draw_board(view, newest))

    assert [element.tag for element in drawing.iter()] == harmless
    titles = " ".join(title.text or "" for title in drawing.iter(f"{SVG}title"))
    assert all(name in titles for name in HOSTILE)


@pytest.mark.parametrize("view", [(5, 130)], indirect=True)
def test_a_crowded_full_board_stays_below_60_kilobytes(view: View, newest: set[str]) -> None:
    assert len(view["camels"]) > 100
    assert len(draw_board(view, newest).encode()) < 60_000


def test_the_river_runs_along_its_sides_above_oases_and_closed_areas(river_view: View) -> None:
    drawing = draw_board(river_view)
    ground = draw_ground(lay_out(river_view["board"]))
    dark, *river = list(parse(f"<g>{ground.lines}</g>"))
    (sides,) = {path.attrib["d"].count("M") for path in river}

    assert sides == len(river_view["board"]["river"]) > 20
    assert dark.attrib["stroke"] not in {path.attrib["stroke"] for path in river}
    assert drawing.index(ground.lines) > drawing.rindex('fill="#cfe5b5"') > drawing.index(ground.below)
    assert drawing.index(ground.lines) < drawing.index(ground.names)


def test_what_is_special_has_its_mark_in_the_legend(river_view: View) -> None:
    words = [mark.words for group in list_marks(river_view) for mark in group]

    assert {"river", "water, face down", "amira returned the green leader"} <= set(words)
    assert "water" not in words
    assert not [said for said in words if said.startswith(("bilal returned", "ayse returned"))]


def test_what_is_not_there_has_no_mark_in_the_legend(view: View) -> None:
    words = {mark.words for group in list_marks(view) for mark in group}

    assert "water" in words
    assert not words & {"river", "water, face down"}


def test_the_legend_names_every_seat_and_colour(view: View) -> None:
    seats, colours, others = list_marks(view)

    assert [mark.words for mark in seats] == list(view["seats"])
    assert [mark.words for mark in colours] == [f"{colour}, {left} left" for colour, left in view["supply"].items()]
    for mark in (*seats, *colours, *others):
        assert parse(mark.picture).tag == "svg"
