"""Small courses one below the other: as high as what each seat had, on one scale, with a line at the limit."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from adjudicator.kit.charts import Series
from adjudicator.kit.charts.race import draw_rows


def list_tops(drawing: str) -> list[list[float]]:
    """The heights that the outline of each row goes through."""
    tops = []
    for path in ET.fromstring(drawing).iter("path"):  # noqa: S314  our own drawing
        if path.get("fill-opacity"):
            base = float(path.attrib["d"].split()[1].split("h")[0].split("v")[0])
            height, heights = base, []
            for step in re.findall(r"v(-?\d+)", path.attrib["d"]):
                height += float(step)
                heights.append(base - height)
            tops.append(heights)
    return tops


def test_every_row_rises_and_falls_with_its_cards_on_the_scale_of_all() -> None:
    rows = list_tops(draw_rows("Hands", [Series("amira", [0, 4, 4, 2]), Series("bilal", [8, 0, 8, 8])], "turns", 7))

    assert rows == [[13, 6], [26, 0, 26]]


def test_names_and_the_newest_values_are_written() -> None:
    drawing = draw_rows("Hands", [Series("<amira>", [3, 0]), Series("b" * 40, [1, 12])], "table turns", 7)
    texts = [text.text for text in ET.fromstring(drawing).iter("text")]  # noqa: S314  our own drawing

    assert texts == ["<amira>", "0", f"{'b' * 10}\u2026", "12", "0", "1", "table turns"]
