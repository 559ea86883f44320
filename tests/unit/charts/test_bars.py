"""Bars: groups of them by seat, and bars made of parts. Everything that they show is written beside them too."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from adjudicator.kit.charts.bars import Bar, Group, Stack, draw_groups, draw_stacks


def read_texts(drawing: str) -> list[str]:
    return [text.text or "" for text in ET.fromstring(drawing).iter("text")]  # noqa: S314  our own drawing


def test_every_bar_carries_its_number_and_every_group_its_words() -> None:
    groups = [Group([Bar(3), Bar(12, strong=True)], ("pink", "7 left")), Group([Bar(0), Bar(1)], ("green", "0 left"))]

    texts = read_texts(draw_groups("Caravans", groups, ("amira", "bilal")))
    assert texts == ["301", "12", "7 left", "0 left", "pink", "green", "amira", "bilal"]  # single signs are one text


@pytest.mark.parametrize(("value", "expected"), [(10, 11.0), (0, 1.0), (3, 3.2)])
def test_a_number_stands_above_the_mark_of_what_was_to_be_expected(value: int, expected: float) -> None:
    groups = [Group([Bar(value, expected=expected)], ("8",)), Group([Bar(12, expected=6.0)], ("7",))]
    drawing = ET.fromstring(draw_groups("Dice", groups))  # noqa: S314  our own drawing
    number = next(text for text in drawing.iter("text") if text.text == str(value))
    mark = next(path for path in drawing.iter("path") if path.get("stroke-width") == "2.5")

    assert int(number.attrib["y"]) < int(mark.attrib["d"].split()[1].partition("h")[0])


def test_seats_of_a_legend_stand_closer_after_a_name_of_thin_letters() -> None:
    groups = [Group([Bar(1), Bar(2), Bar(3)], ("pink",))]
    drawing = ET.fromstring(draw_groups("Caravans", groups, ("illi", "mona", "chen")))  # noqa: S314  our own drawing
    thin, broad, last = (int(text.attrib["x"]) for text in [*drawing.iter("text")][-3:])

    assert 10 < (last - broad) - (broad - thin) < 20


@pytest.mark.parametrize(
    ("name", "width"),
    [("王小美", 34.5), ("山田太郎", 46), ("김철수", 34.5), ("\u2068דורה\u2069", 23), ("መሠረት", 33), ("தமிழரசன்", 55)],  # noqa: RUF001 - Hebrew
)
def test_a_name_of_any_script_ends_before_the_next_token_of_a_legend(name: str, width: float) -> None:
    groups = [Group([Bar(1), Bar(2)], ("pink",))]
    drawing = ET.fromstring(draw_groups("Caravans", groups, (name, "zoe")))  # noqa: S314  our own drawing
    first, second = (int(text.attrib["x"]) for text in [*drawing.iter("text")][-2:])

    assert width <= second - 9 - 5 - first <= width + 17  # a token lies before a name, and is no wider than 10


def test_nothing_at_all_is_drawn_all_the_same() -> None:
    assert read_texts(draw_groups("Dice", [Group([Bar(0, expected=0.0)], ("8",))])) == ["0", "8"]
    assert read_texts(draw_stacks("Points", [Stack("amira", {"water": 0}, "0")])) == ["amira", "0"]


def test_a_stack_names_its_seat_its_total_and_the_parts_that_anybody_has() -> None:
    parts = {"water": 10, "oases": 20, "river": 0}
    texts = read_texts(
        draw_stacks("Points", [Stack("<amira>", parts, "30"), Stack("bilal", {**parts, "water": 0}, "20")])
    )

    assert {"<amira>", "30", "10", "20", "water", "oases"} <= set(texts)
    assert "river" not in texts


def test_a_legend_that_does_not_fit_in_one_row_has_even_rows() -> None:
    parts = dict.fromkeys(("settlements", "cities", "road", "army", "cards", "caravan"), 2)
    drawing = ET.fromstring(draw_stacks("Points", [Stack("amira", parts, "12")]))  # noqa: S314  our own drawing
    named = [text for text in drawing.iter("text") if text.text in parts]
    places = {str(text.text): (int(text.attrib["x"]), int(text.attrib["y"])) for text in named}
    first, second = (
        [places[part] for part in row] for row in (("settlements", "cities", "road"), ("army", "cards", "caravan"))
    )

    assert [x for x, _ in first] == [x for x, _ in second]
    assert len({y for _, y in first}) == len({y for _, y in second}) == 1
    assert second[0][1] > first[0][1]


def test_every_filling_differs_from_the_others_without_colour() -> None:
    parts = {f"part {number}": 10 for number in range(6)}
    drawing = ET.fromstring(draw_stacks("Points", [Stack("amira", parts, "60")]))  # noqa: S314
    fillings = [path for path in drawing.iter("path") if path.get("fill-opacity")]
    lines = [path.attrib for path in drawing.iter("path") if not path.get("fill-opacity")]

    assert len(fillings) == 6
    upright = {line["stroke"] for line in lines if "stroke-dasharray" in line}
    level = {line["stroke"] for line in lines if "stroke-dasharray" not in line}
    tints = [path.attrib["fill"] for path in fillings]
    assert ([tint in upright for tint in tints], [tint in level for tint in tints]) == (
        [False, False, True, False, False, True],
        [False, False, False, True, False, True],
    )
    heights = {line["stroke-width"] for line in lines if line["stroke"] == tints[2]}
    assert heights == {"17", "12"}, "the lines are as high as the bar and as the square that explains them"
    plain = [path.attrib["fill-opacity"] for path in fillings]
    assert (plain[0], plain[1], plain[4]) == (".85", ".12", ".5")
