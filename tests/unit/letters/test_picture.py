"""The board in a mail: the drawing of the report, letters and all, whatever fonts the machine has."""

from __future__ import annotations

import html
import re
from functools import reduce
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from adjudicator.core.seat_names import show_names
from adjudicator.report import report_letter as picture
from adjudicator.report.report_letter import find_board

GAMES = Path(__file__).resolve().parents[3] / "games"
BOARDS = {
    "through-the-desert": GAMES / "g42/turns/0006/reports/public.html",
    "catan-caravans": GAMES / "caravan/turns/0064/reports/public.html",
}
SIGNS = {"through-the-desert": 700, "catan-caravans": 700}
"""At least so many pixels of the part change where letters are left out."""


def cut_out(drawing: str) -> str:
    """A part of the drawing, so that the test takes no time."""
    size = r'viewBox="[^"]*" width="[0-9]*" height="[0-9]*"'
    return re.sub(size, 'viewBox="250 150 250 200" width="250" height="200"', drawing, count=1)


def decode(png: bytes) -> Image.Image:
    """The pixels of a picture, red, green and blue."""
    return Image.open(BytesIO(png)).convert("RGB")


def count_different(one: Image.Image, other: Image.Image, most: int = 64) -> int:
    """The pixels of which a colour differs by more than ``most``."""
    assert one.size == other.size
    widest = reduce(ImageChops.lighter, ImageChops.difference(one, other).split())
    return sum(widest.histogram()[most + 1 :])


@pytest.mark.parametrize("game", BOARDS)
def test_the_picture_has_its_letters(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = cut_out(find_board(BOARDS[game].read_text(encoding="utf-8")))
    bare = decode(picture.draw_png(re.sub(r"<text\b.*?</text>", "", drawing)))
    rows = decode(picture.draw_png(drawing))
    assert count_different(rows, bare) > SIGNS[game]
    # what a machine without fonts would show
    monkeypatch.setattr(picture, "_FONTS", ())
    lost = decode(picture.draw_png.__wrapped__(drawing))
    assert count_different(lost, bare) == 0


@pytest.mark.parametrize("game", BOARDS)
def test_a_third_of_the_bytes_shows_the_same(game: str) -> None:
    drawing = find_board(BOARDS[game].read_text(encoding="utf-8"))
    full, small = picture.draw_in_full(drawing), picture.draw_png(drawing)
    assert 3 * len(small) < len(full)
    one, other = decode(full), decode(small)
    assert count_different(one, other, 40) == 0
    assert count_different(one, other, 16) < one.width * one.height / 100


def test_a_picture_of_few_colours_keeps_them_all() -> None:
    squares = "".join(f'<rect x="{x}" width="1" height="9" fill="rgb({x},9,{x})"/>' for x in range(200))
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="9">{squares}</svg>'
    assert count_different(decode(picture.draw_png(drawing)), decode(picture.draw_in_full(drawing)), 0) == 0


def test_the_same_drawing_is_drawn_once_and_gives_the_same_bytes() -> None:
    drawing = find_board(BOARDS["catan-caravans"].read_text(encoding="utf-8"))
    png = picture.draw_png(drawing)
    assert picture.draw_png(drawing) is png
    assert picture.draw_png.__wrapped__(drawing) == png


def test_what_is_no_drawing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\S"):
        picture.draw_png("<svg")


def test_names_in_scripts_that_pictures_lack_stand_by_their_ids() -> None:
    page = BOARDS["through-the-desert"].read_text(encoding="utf-8")
    called = {"bilal": "بلال", "dora": "Δώρα", "chen": "陳美玲"}
    names = show_names(tuple(called.items()), ("amira", "bilal", "chen", "dora"))
    for seat in called:
        page = page.replace(f"> {seat}</li>", f"> {names.call(seat)}</li>").replace(
            f" {seat}\n", f" {names.call(seat)}\n"
        )
    legend = re.findall(r"<text[^>]*>([^<]*)</text>", find_board(page, names))
    assert {"amira", "bilal", "chen", names.call("dora")} <= set(legend)
    assert all(picture.can_draw(words) for words in legend)


def test_what_can_be_drawn_is_what_the_font_has() -> None:
    box = picture.draw_in_full(write_letter("\u0e01"))
    for start, end in re.findall(r"([^\\])-([^\\])", picture._DRAWN.pattern.replace("[ -~", "[!-~")):
        for letter in (start, end):
            assert picture.can_draw(letter)
            assert "\u2066" <= letter <= "\u2069" or picture.draw_in_full(write_letter(letter)) != box, letter


def write_letter(letter: str) -> str:
    """A drawing of nothing else."""
    words = html.escape(letter)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text x="5" y="30">{words}</text></svg>'
