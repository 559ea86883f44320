"""The race of points: lines, names at their ends, numbered moments; the table of it; and who stands on the podium."""

from __future__ import annotations

import re
from itertools import pairwise
from math import hypot
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from adjudicator.kit.charts import LETTER, Series
from adjudicator.kit.charts.ending import draw_podium, rank_seats, tabulate_race
from adjudicator.kit.charts.race import Flag, Turning, TurningPoint, draw_race, find_moments
from adjudicator.registry import find_resources
from adjudicator.report.plain_text import tabulate

SEATS = ("amira", "bilal", "carla", "dario", "emine")
ENDS = (60, 61, 62, 90, 20)
COURSES = [
    Series(seat, [*(step * (number + 2) // 6 for step in range(124)), end])
    for number, (seat, end) in enumerate(zip(SEATS, ENDS, strict=True))
]


def parse(drawing: str) -> ET.Element:
    return ET.fromstring(drawing)  # noqa: S314  our own drawing


def list_lines(drawing: str) -> list[ET.Element]:
    groups = (group for group in parse(drawing).iter("g") if group.get("stroke-width") == "2")
    return [path for group in groups for path in group]


def list_bold(drawing: ET.Element) -> list[ET.Element]:
    groups = (group for group in drawing.iter("g") if group.get("font-weight"))
    return [text for text in next(groups) if text.tag == "text"]


def test_each_seat_has_a_line_of_its_own_dash_and_its_name_at_the_end() -> None:
    drawing = draw_race("Points", COURSES, "table turns", over=True)
    names = list_bold(parse(drawing))

    assert len({line.get("stroke-dasharray") for line in list_lines(drawing)}) == 5
    assert [text.text for text in names] == ["60 amira", "61 bilal", "62 carla", "90 dario", "20 emine"]
    heights = sorted(int(text.attrib["y"]) for text in names)
    assert all(below - above >= 13 for above, below in pairwise(heights))
    assert heights[0] > 8


def test_a_game_whose_seats_have_colours_draws_its_lines_in_them() -> None:
    inks = ("#a00", "#0a0", "#00a", "#aa0", "#0aa")
    drawing = draw_race("Points", COURSES, "table turns", [Flag(30, 1)], over=True, inks=inks)

    assert [line.get("stroke") for line in list_lines(drawing)] == list(inks)
    assert [text.get("fill") for text in list_bold(parse(drawing))] == list(inks)
    assert [disc.get("stroke") for disc in parse(drawing).iter("circle")] == ["#0a0"]


def test_a_name_at_the_foot_stands_clear_of_the_last_number_there() -> None:
    courses = [Series("amira", [*range(20), 20]), Series("bilal", [0] * 21)]
    drawing = parse(draw_race("Points", courses, "table turns"))
    lowest = max(int(text.attrib["y"]) for text in list_bold(drawing))
    (last,) = (
        int(text.attrib["y"])
        for text in drawing.iter("text")
        if text.text == "20" and "y" in text.attrib and int(text.attrib["y"]) > 200
    )

    assert last - LETTER >= lowest + 2


@pytest.mark.parametrize("steps", [1, 2, 4, 6, 40])
def test_no_token_lies_on_the_number_at_the_foot_of_the_scale(steps: int) -> None:
    courses = [Series(seat, [0] * (steps + 1)) for seat in SEATS]
    drawing = parse(draw_race("Points", courses, "table turns"))
    groups = (group for group in drawing.iter("g") if group.get("stroke-width") == "1.5")
    tokens = [path.attrib["d"] for group in groups for path in group]

    assert len(tokens) == 5
    assert all(int(start) > 26 for path in tokens for start in re.findall(r"M(\d+)", path))


def test_the_names_of_seats_that_lead_together_stand_below_the_top_as_all_else_does() -> None:
    drawing = parse(draw_race("Points", [Series(seat, [1, 2, 3]) for seat in SEATS], "table turns"))
    heights = sorted(int(text.attrib["y"]) for text in list_bold(drawing))
    top = int(drawing.attrib["viewBox"].split()[1])

    assert all(below - above >= 13 for above, below in pairwise(heights))
    assert min(int(text.attrib["y"]) for text in drawing.iter("text") if "y" in text.attrib) - LETTER >= top
    assert heights[0] - LETTER <= top + 8


def test_a_line_ends_higher_where_more_points_are() -> None:
    lines = list_lines(draw_race("Points", COURSES, "table turns", over=True))
    ends = [int(line.attrib["d"].rpartition(" ")[2]) for line in lines]

    assert sorted(range(5), key=lambda number: -ends[number]) == [4, 0, 1, 2, 3]


def test_what_the_end_brings_stands_apart_only_when_the_game_is_over() -> None:
    assert all("L" in line.attrib["d"] for line in list_lines(draw_race("", COURSES, "turns", over=True)))
    assert not any("L" in line.attrib["d"] for line in list_lines(draw_race("", COURSES, "turns")))


def test_the_place_of_what_the_end_brings_is_named_clear_of_the_number_of_the_last_step() -> None:
    courses = [Series("amira", [*range(81), 85]), Series("bilal", [0] * 82)]
    drawing = parse(draw_race("Points", courses, "table turns", over=True))
    (end,) = (text for text in drawing.iter("text") if text.text == "end")
    (last,) = (text for text in drawing.iter("text") if text.text == "80" and text.get("y") == end.get("y"))

    assert int(end.attrib["x"]) - int(last.attrib["x"]) >= 10
    assert not [text for text in parse(draw_race("", courses, "turns")).iter("text") if text.text == "end"]


@pytest.mark.parametrize("courses", [[Series("amira", [0])], [Series("amira", [0, 0]), Series("bilal", [0, 0])]])
def test_a_game_without_points_is_drawn_all_the_same(courses: list[Series]) -> None:
    assert parse(draw_race("Points", courses, "table turns")).tag == "svg"


def test_what_players_are_called_stays_text_and_is_cut_where_it_is_long() -> None:
    courses = [Series("<b>alert</b>", [0, 3]), Series('b"&b', [0, 0]), Series("n" * 40, [0, 1])]
    drawing = parse(draw_race("Points", courses, "table turns"))

    names = [text.text for text in list_bold(drawing)]
    assert names == ["3 <b>alert</b>", '0 b"&b', "1 nnnnnnnnnnnn\u2026"]
    assert names[2] is not None
    end = next(text for text in drawing.iter("text") if text.text == names[2])
    assert int(end.attrib["x"]) + 6.6 * len(names[2]) < 352


def test_flags_are_numbered_and_do_not_cover_each_other() -> None:
    drawing = parse(draw_race("Points", COURSES, "table turns", [Flag(30, 1), Flag(31, 1), Flag(90, 0)], over=True))
    discs = [(int(disc.attrib["cx"]), int(disc.attrib["cy"])) for disc in drawing.iter("circle")]

    assert len(discs) == 3
    for number, (x, y) in enumerate(discs):
        assert all(abs(x - other) >= 17 or abs(y - height) >= 17 for other, height in discs[:number])


def test_a_flag_stands_on_its_step_and_touches_neither_grid_nor_lines() -> None:
    flags = [Flag(30, 1), Flag(60, 3), Flag(90, 0), Flag(96, 0)]
    drawing = parse(draw_race("Points", COURSES, "table turns", flags, over=True))
    marked = next(group for group in drawing.iter("g") if group.find("circle") is not None)
    discs = [(int(disc.attrib["cx"]), int(disc.attrib["cy"])) for disc in marked.iter("circle")]
    feet = [tuple(map(int, re.findall(r"\d+", staff.attrib["d"])[:2])) for staff in marked.iter("path")]
    rules = [int(y) for y in re.findall(r"M\d+ (\d+)H", drawing.findall("path")[0].attrib["d"])]
    corners = [corner for line in list_lines(ET.tostring(drawing, "unicode")) for corner in list_corners(line)]

    assert len(discs) == len(flags)
    assert all(foot in corners for foot in feet)
    assert all(abs(y - rule) > 9 for _, y in discs for rule in rules)
    assert all(hypot(x - across, y - down) > 9 for x, y in discs for across, down in corners)


def test_no_staff_of_a_flag_lies_along_a_line_and_nothing_is_free_above_the_highest() -> None:
    steps = [0, 0, 2, 2, 2, 8, 8, 8, 8, 9]
    courses = [Series("amira", [*steps, 9]), Series("bilal", [*[min(value, 5) for value in steps], 5])]
    for flags in ([Flag(2, 0)], [Flag(2, 1), Flag(5, 0)], [Flag(5, 0), Flag(9, 0)]):
        drawing = parse(draw_race("Points", courses, "table turns", flags, over=True))
        staffs = [
            tuple(map(int, found.groups()))
            for path in drawing.iter("path")
            if (found := re.fullmatch(r"M(\d+) (\d+)L(\d+) (\d+)", path.attrib["d"]))
        ]

        assert len(staffs) == len(flags)
        assert all(foot != top for _, foot, _, top in staffs)
        assert int(drawing.attrib["viewBox"].split()[1]) == min([22, *(top - 10 for *_, top in staffs)])


def list_corners(line: ET.Element) -> list[tuple[int, int]]:
    """The corners of a line of the race."""
    start, steps = re.fullmatch(r"M(\d+ \d+)([hv\d-]*)H.*", line.attrib["d"]).groups()  # type: ignore[union-attr]
    x, y = map(int, start.split())
    corners = [(x, y)]
    for kind, step in re.findall(r"([hv])(-?\d+)", steps):
        x, y = (x + int(step), y) if kind == "h" else (x, y + int(step))
        corners.append((x, y))
    return corners


def test_no_letter_is_smaller_than_11_pixels_on_a_phone() -> None:
    drawing = parse(draw_race("Points", COURSES, "table turns"))

    assert float(drawing.attrib["viewBox"].split()[2]) <= 358
    assert LETTER >= 11
    assert f"font:{LETTER}px" in Path(find_resources("templates"), "report", "colours.css.j2").read_text("utf-8")


@pytest.mark.parametrize("steps", [1, 7, 35, 123])
def test_the_table_of_the_race_stays_within_78_columns_and_ends_in_the_totals(steps: int) -> None:
    courses = [Series(course.seat, [*course.values[: steps + 1], 100]) for course in COURSES]
    table = tabulate_race(courses)

    assert len(table["columns"]) <= 11
    assert table["columns"][-1] == "end"
    assert {row["cells"][-1] for row in table["rows"]} == {"100"}
    assert max(map(len, tabulate(table).splitlines())) <= 78  # type: ignore[arg-type]  # rows of text


def test_the_last_step_is_left_out_of_the_table_where_it_has_the_totals() -> None:
    same, more = ([Series("amira", [0, 1, 2, last])] for last in (2, 9))

    assert tabulate_race(same)["columns"] == ("1", "end")
    assert tabulate_race(more)["columns"] == ("1", "2", "end")


def test_moments_are_the_changes_of_the_lead_and_the_longest_leap() -> None:
    courses = [Series("amira", [0, 5, 5, 5, 6]), Series("bilal", [0, 0, 6, 6, 6]), Series("carla", [0, 0, 0, 5, 99])]

    assert find_moments(courses, 3) == [
        TurningPoint(1, 0, Turning.LEAD, 5),
        TurningPoint(2, 1, Turning.LEAD, 6),
    ]
    assert find_moments(courses, 4)[-1] == TurningPoint(4, 2, Turning.LEAD, 94)


def test_a_leap_that_does_not_take_the_lead_is_told_as_a_leap() -> None:
    courses = [Series("amira", [0, 9, 18, 18]), Series("bilal", [0, 0, 0, 12])]

    assert find_moments(courses, 3) == [TurningPoint(1, 0, Turning.LEAD, 9), TurningPoint(3, 1, Turning.LEAP, 12)]


def test_a_leap_that_another_step_equals_is_marked_as_one_of_several() -> None:
    courses = [Series("amira", [0, 9, 18, 18]), Series("bilal", [0, 0, 0, 9])]

    assert find_moments(courses, 3)[0] == TurningPoint(1, 0, Turning.LEAD, 9)
    assert find_moments([Series("amira", [8, 9, 10, 10, 10]), Series("bilal", [0, 0, 0, 3, 6])], 4) == [
        TurningPoint(1, 0, Turning.LEAD, 1),
        TurningPoint(3, 1, Turning.LEAP, 3, equalled=True),
    ]


def test_a_tie_for_the_lead_is_no_change_of_it() -> None:
    courses = [Series("amira", [0, 1, 1, 2]), Series("bilal", [0, 0, 1, 1])]

    assert [moment.step for moment in find_moments(courses, 3)] == [1]


def test_before_the_first_step_there_is_no_moment() -> None:
    assert find_moments([Series("amira", [0])], 0) == []
    assert find_moments([Series("amira", [0, 0])], 1) == []


def test_winners_stand_first_and_seats_with_as_many_points_share_a_place() -> None:
    points = {"amira": 10, "bilal": 11, "carla": 10, "dario": 3}

    assert rank_seats(points, ["bilal"]) == [(1, "bilal"), (2, "amira"), (2, "carla"), (4, "dario")]
    assert rank_seats(points, ["amira"])[0] == (1, "amira")


def test_the_podium_shows_three_with_their_points() -> None:
    points = {"amira": 10, "bilal": 11, "carla": 10, "dario": 3}
    texts = [text.text for text in parse(draw_podium(rank_seats(points, ["bilal"]), points)).iter("text")]

    assert texts == ["bilal", "11 points", "1", "amira", "10 points", "2", "carla", "10 points", "2"]


@pytest.mark.parametrize(
    ("points", "places"),
    [((9, 8, 7, 7), "1233"), ((9, 8, 8, 8, 8), "12222"), ((9, 8, 7), "123"), ((9, 8, 8, 8, 8, 8), "122222")],
)
def test_all_who_share_a_place_on_the_podium_stand_on_it(points: tuple[int, ...], places: str) -> None:
    totals = dict(zip((*SEATS, "faruk"), points, strict=False))
    texts = list(parse(draw_podium(rank_seats(totals, ["amira"]), totals)).iter("text"))

    assert [text.text for text in texts[::3]] == list(totals)
    assert "".join(str(text.text) for text in texts[2::3]) == places
    middles = [float(text.attrib["x"]) for text in texts[::3]]
    assert middles[1] < middles[0] < middles[2]
    assert len(set(middles)) == len(points)
    assert max(middles) < 350


def test_a_name_stands_clear_of_a_token_on_the_last_step() -> None:
    drawing = parse(draw_race("Points", [Series(seat, range(5)) for seat in SEATS], "table turns"))
    last = float(drawing.attrib["data-right"])

    assert all(float(text.attrib["x"]) >= last + 9 for text in list_bold(drawing))
