"""The chart of the dice: a bar for every total, and a mark where it was to be expected."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from adjudicator.rules.catan.report.charts import draw_dice, draw_dice_text

EVEN = [6 - abs(7 - total) for total in range(2, 13)]
NONE = [0] * 11


def test_before_the_first_roll_nothing_is_drawn() -> None:
    assert draw_dice(NONE) == draw_dice_text(NONE) == ""


def test_every_total_and_count_is_written() -> None:
    words = [text.text for text in ET.fromstring(draw_dice([3, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0])).iter("text")]  # noqa: S314

    assert words == ["3000000000", "10", *(str(total) for total in range(2, 13))]  # single signs are one text


def test_the_text_shows_totals_how_often_they_came_and_what_was_to_be_expected() -> None:
    assert draw_dice_text([*EVEN[:5], 8, *EVEN[6:]]) == (
        "38 rolls      2    3    4    5    6    7    8    9   10   11   12\n"
        "times         1    2    3    4    5    8    5    4    3    2    1\n"
        "expected      1    2    3    4    5    6    5    4    3    2    1\n"
    )


def test_long_games_stay_on_the_paper() -> None:
    text = draw_dice_text([200 * count for count in EVEN])

    assert max(map(len, text.splitlines())) <= 78
    assert " 1200 1000  800" in text


def test_one_roll_is_one_roll() -> None:
    eight = [*NONE[:6], 1, *NONE[7:]]
    assert draw_dice_text(eight).startswith("1 roll  ")
    assert "<title>1 roll by total; lines show what to expect</title>" in draw_dice(eight)
