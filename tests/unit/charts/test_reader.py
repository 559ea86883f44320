"""Charts that are drawn once for all readers call the one whose page they stand on *you*, and nothing else so."""

from __future__ import annotations

import re

import pytest

from adjudicator.kit.charts import Series, address_reader
from adjudicator.kit.charts.bars import Bar, Group, draw_groups
from adjudicator.kit.charts.race import draw_race, draw_rows

LONG = "Bartholomäus von und zu Hohenlohe-Öhringen"


def list_texts(drawing: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", drawing)


@pytest.mark.parametrize("reader", ["amira", "pink", "A & B", LONG])
def test_the_reader_is_you_where_the_seat_is_meant(reader: str) -> None:
    seats = ("amira", "pink", "A & B", LONG)
    courses = [Series(seat, [0, number]) for number, seat in enumerate(seats)]
    groups = [Group([Bar(number) for number in range(4)], (colour, "3 left")) for colour in ("pink", "red")]
    charts = [
        draw_race("Points", courses, "table turns"),
        draw_rows("Cards", courses, "table turns", 7),
        draw_groups("Camels", groups, seats),
    ]
    called = address_reader("<p>between</p>".join(charts), seats, reader).split("<p>between</p>")

    place = seats.index(reader)
    for before, after in zip(map(list_texts, charts), map(list_texts, called), strict=True):
        changed = [(was, now) for was, now in zip(before, after, strict=True) if was != now]
        assert [now.removeprefix(f"{place} ") for _, now in changed] == ["you"]
    assert list_texts(called[2])[-4:][place] == "you"
    assert [text for text in list_texts(called[2]) if text in ("pink", "red")][:2] == ["pink", "red"]


def test_a_chart_without_seats_stays_as_it_is() -> None:
    chart = draw_groups("Dice", [Group([Bar(3)], ("amira",))])
    assert address_reader(chart, ("bilal", "chadi"), "bilal") == chart
