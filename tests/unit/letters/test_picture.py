"""The board in a mail: the drawing of the report, letters and all, whatever fonts the machine has."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

from adjudicator.report import picture
from adjudicator.report.mail_page import find_board

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


def read_parts(png: bytes) -> dict[bytes, bytes]:
    """The parts of a picture by their names, those of one name together."""
    parts, at = dict[bytes, bytes](), 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4])
        name = png[at + 4 : at + 8]
        parts[name] = parts.get(name, b"") + png[at + 8 : at + 8 + size]
        at += 12 + size
    return parts


def decode(png: bytes) -> list[bytes]:
    """The rows of a picture with a palette, four channels of eight bits a pixel."""
    parts = read_parts(png)
    assert parts[b"IHDR"][8:10] == b"\x08\x03"
    length = 1 + int.from_bytes(parts[b"IHDR"][:4])
    data, palette = zlib.decompress(parts[b"IDAT"]), parts[b"PLTE"]
    colours = [palette[at : at + 3] + b"\xff" for at in range(0, len(palette), 3)]
    return [
        b"".join(colours[number] for number in data[start + 1 : start + length])
        for start in range(0, len(data), length)
    ]


def decode_in_full(png: bytes) -> list[bytes]:
    """The same of a picture that has its colours beside its pixels."""
    parts = read_parts(png)
    assert parts[b"IHDR"][8:10] == b"\x08\x06"
    length = 1 + 4 * int.from_bytes(parts[b"IHDR"][:4])
    data = zlib.decompress(parts[b"IDAT"])
    rows, above = [], bytes(length - 1)
    for start in range(0, len(data), length):
        above = _unfilter(data[start], data[start + 1 : start + length], above)
        rows.append(above)
    return rows


def _unfilter(kind: int, row: bytes, above: bytes) -> bytes:
    new = bytearray(row)
    for i in range(len(new)):
        left, up, corner = (new[i - 4], above[i], above[i - 4]) if i >= 4 else (0, above[i], 0)
        guess = left + up - corner
        near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
        new[i] = new[i] + (0, left, up, (left + up) // 2, near)[kind] & 255
    return bytes(new)


def count_different(one: list[bytes], other: list[bytes], most: int = 64) -> int:
    return sum(
        1
        for row, same in zip(one, other, strict=True)
        if row != same
        for i in range(0, len(row), 4)
        if max(abs(row[i + k] - same[i + k]) for k in range(3)) > most
    )


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
    one, other = decode_in_full(full), decode(small)
    pixels = len(one) * len(one[0]) // 4
    assert count_different(one, other, 40) == 0
    assert count_different(one, other, 16) < pixels / 100


def test_a_picture_of_few_colours_keeps_them_all() -> None:
    squares = "".join(f'<rect x="{x}" width="1" height="9" fill="rgb({x},9,{x})"/>' for x in range(200))
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="9">{squares}</svg>'
    assert decode(picture.draw_png(drawing)) == decode_in_full(picture.draw_in_full(drawing))


def test_the_same_drawing_is_drawn_once_and_gives_the_same_bytes() -> None:
    drawing = find_board(BOARDS["catan-caravans"].read_text(encoding="utf-8"))
    png = picture.draw_png(drawing)
    assert picture.draw_png(drawing) is png
    assert picture.draw_png.__wrapped__(drawing) == png


def test_what_is_no_drawing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\S"):
        picture.draw_png("<svg")
