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


def decode(png: bytes) -> list[bytes]:
    """The rows of a picture with four channels of eight bits."""
    chunks, at = list[tuple[bytes, bytes]](), 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4])
        chunks.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + size]))
        at += 12 + size
    header = next(content for name, content in chunks if name == b"IHDR")
    assert header[8:10] == b"\x08\x06"
    length = 1 + 4 * int.from_bytes(header[:4])
    data = zlib.decompress(b"".join(content for name, content in chunks if name == b"IDAT"))
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


def count_different(one: list[bytes], other: list[bytes]) -> int:
    return sum(
        1
        for row, same in zip(one, other, strict=True)
        if row != same
        for i in range(0, len(row), 4)
        if max(abs(row[i + k] - same[i + k]) for k in range(3)) > 64
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


def test_the_same_drawing_is_drawn_once_and_gives_the_same_bytes() -> None:
    drawing = find_board(BOARDS["catan-caravans"].read_text(encoding="utf-8"))
    png = picture.draw_png(drawing)
    assert picture.draw_png(drawing) is png
    assert picture.draw_png.__wrapped__(drawing) == png


def test_what_is_no_drawing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\S"):
        picture.draw_png("<svg")
