"""The course of a finished game: points camel by camel as a chart and a table, and when each hex was taken."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from adjudicator.report.render import tabulate
from adjudicator.rules.through_the_desert.picture.chart import (
    draw_chart,
    draw_heat,
    draw_scale,
    tabulate_course,
    trace_course,
)
from adjudicator.rules.through_the_desert.picture.ground import draw_ground
from adjudicator.rules.through_the_desert.picture.layout import lay_out
from adjudicator.rules.through_the_desert.picture.view import View

SVG = "{http://www.w3.org/2000/svg}"
SEATS = ("amira", "bilal", "carla", "dario", "emine")
PLACED = [(number % 5, number * 7 % 4) for number in range(123)]
COURSE = trace_course(SEATS, PLACED, [60, 61, 62, 90, 20])


def parse(drawing: str) -> ET.Element:
    return ET.fromstring(drawing)  # noqa: S314  our own drawing


def test_points_add_up_camel_by_camel_and_the_end_is_the_total() -> None:
    course = trace_course(("amira", "bilal"), [(0, 3), (1, 0), (0, 5), (1, 2)], [18, 12])

    assert course == {"amira": (0, 3, 3, 8, 8, 18), "bilal": (0, 0, 0, 0, 2, 12)}


@pytest.mark.parametrize(("camels", "columns"), [(7, 0), (95, 9), (120, 12), (123, 6)])
def test_the_table_has_a_column_for_every_tenth_camel_and_stays_within_78_columns(camels: int, columns: int) -> None:
    heads, rows = tabulate_course(trace_course(SEATS, PLACED[:camels], [100] * 5))
    lines = tabulate({"columns": heads, "rows": [{"seat": seat, "cells": cells} for seat, cells in rows]}).splitlines()

    assert len(heads) == columns + 1
    assert heads[-1] == "end"
    assert {cells[-1] for _, cells in rows} == {"100"}
    assert max(map(len, lines)) <= 78


def test_each_seat_has_a_line_of_its_own_dash_and_its_name_at_the_end() -> None:
    drawing = parse(draw_chart(COURSE))
    lines = [path for path in drawing.iter(f"{SVG}path") if path.get("stroke-width") == "2"]
    texts = [text for text in drawing.iter(f"{SVG}text") if text.get("font-weight")]

    assert len({line.get("stroke-dasharray") for line in lines}) == len(lines) == 5
    assert [text.text for text in texts] == ["60 amira", "61 bilal", "62 carla", "90 dario", "20 emine"]
    heights = sorted(int(text.attrib["y"]) for text in texts)
    assert all(below - above >= 14 for above, below in pairwise(heights))
    assert heights[0] > 8


def test_a_line_ends_higher_where_more_points_are() -> None:
    lines = [path for path in parse(draw_chart(COURSE)).iter(f"{SVG}path") if path.get("stroke-width") == "2"]
    ends = [int(line.attrib["d"].rpartition(" ")[2]) for line in lines]

    assert sorted(range(5), key=lambda number: -ends[number]) == [4, 0, 1, 2, 3]


def test_a_game_without_points_or_camels_is_drawn_all_the_same() -> None:
    assert parse(draw_chart(trace_course(("amira", "bilal"), [], [0, 0]))).tag == f"{SVG}svg"


def test_what_players_are_called_stays_text() -> None:
    course = trace_course(("<script>alert(1)</script>", 'b"&b'), [(0, 3)], [3, 0])

    assert [text.text for text in parse(draw_chart(course)).iter(f"{SVG}text") if text.get("font-weight")] == [
        "3 <script>alert(1)</script>",
        '0 b"&b',
    ]


def test_the_heat_map_shades_hexes_by_when_they_were_taken(view: View) -> None:
    placed = [(camel["hex"], number % 3) for number, camel in enumerate(view["camels"]) if not camel["leader"]]
    leaders = [camel["hex"] for camel in view["camels"] if camel["leader"]]
    drawing = parse(draw_heat(view["board"], placed, leaders))
    shades = re.findall(r'fill="(#\w+)"', draw_scale())
    painted = {path.attrib["fill"]: path.attrib["d"] for path in drawing.iter(f"{SVG}path") if path.get("fill")}
    middles = draw_ground(lay_out(view["board"])).middles

    def shade_of(name: str) -> str:
        x, y = middles[name]
        return next(shade for shade in shades if f"M{x - 30} {y}l" in painted[shade])

    assert [shades.index(shade_of(name)) for name, _ in placed] == [n * 5 // len(placed) for n in range(len(placed))]
    points = sorted(text.text or "" for text in drawing.iter(f"{SVG}text"))
    assert points == sorted(str(points) for _, points in placed if points)
    assert painted["#fff"].count("M") == len(leaders)


def test_the_shades_grow_darker_step_by_step_in_grey() -> None:
    shades = re.findall(r'fill="#(..)(..)(..)"', draw_scale())
    greys = [0.3 * int(red, 16) + 0.59 * int(green, 16) + 0.11 * int(blue, 16) for red, green, blue in shades]

    assert len(greys) == 5
    assert all(lighter - darker > 25 for lighter, darker in pairwise([246, *greys]))
