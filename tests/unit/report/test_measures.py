"""What is measured of pages in a browser: a sound page has no fault, and each damage to it is found."""

from __future__ import annotations

import shutil
import sys
import zlib
from pathlib import Path

import pytest
from unit.report.conftest import GAMES

from adjudicator.acts.open_game import open_game
from adjudicator.acts.upkeep import describe_opened
from adjudicator.report.render import render_reports

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench"))

from browser import BROWSERS, PNG, find_browser, photograph
from measure_pages import measure

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no Chromium browser is installed"),
]

PAGE = """<!doctype html><meta charset="utf-8"><style>body{margin:0;font:16px sans-serif}
.wide{overflow-x:auto}.closer:has(:checked)+.wide svg{min-width:600px}</style>
<main><section id="board"><label class="closer"><input type="checkbox"> close view</label>
<div class="wide"><svg viewBox="0 0 600 100" style="width:100%" font-size="14" font-family="sans-serif">
<defs><g id="camel"><path d="M0 0h40v40h-40z" fill="#fc0"/><text x="15" y="25">P</text></g></defs>
<g class="pieces"><use href="#camel" x="20" y="40"/><use href="#camel" x="220" y="40"/></g>
<text x="25" y="35">A1</text><text x="225" y="35">B1</text></svg></div></section></main>"""


def find_faults(page: str, width: int = 390, *, close: bool = True) -> list[str]:
    return measure(find_browser(), page, width, close=close)["faults"]


@pytest.mark.parametrize(("width", "close"), [(390, False), (390, True), (1280, False)])
def test_a_sound_page_has_no_fault(width: int, close: bool) -> None:
    measures = measure(find_browser(), PAGE, width, close=close)

    assert measures["faults"] == []
    assert (measures["labels"], measures["pieces"]) == (4, 2)
    assert measures["offsets"] == {"board": 0}


@pytest.mark.parametrize(
    ("sound", "damaged", "fault"),
    [
        ('<text x="225"', '<text x="35"', "label A1 overlaps label B1"),
        ('<text x="225" y="35">', '<text x="25" y="60">', "label P overlaps label B1"),
        (">A1<", ' dy="10">The first and the second camel here<', "overlaps a piece"),
        ("</svg>", '<path d="M20 20h40v20h-40z"/></svg>', "label A1 is covered"),
        ('font-size="14"', 'font-size="10.5"', "10.5 pixels"),
        ("</main>", "<p style='font-size:10px'>small</p></main>", "10.0 pixels: small"),
        ("</main>", "<p style='width:500px'>wide</p></main>", "the page is 500 wide"),
    ],
)
def test_a_damage_is_found(sound: str, damaged: str, fault: str) -> None:
    page = PAGE.replace(sound, damaged)

    assert [found for found in find_faults(page) if fault in found]


def test_a_board_that_has_to_be_pushed_in_the_overview_is_found() -> None:
    page = PAGE.replace('style="width:100%"', 'width="600"')

    assert find_faults(page, close=False) == ["the board is 600 wide and has 390"]


@pytest.mark.parametrize("width", [390, 1280])
def test_a_picture_is_as_wide_as_was_asked_and_as_tall_as_the_page(width: int, tmp_path: Path) -> None:
    page = "<!doctype html><style>body{margin:0}</style><button>a</button><div style='background:#fc0'></div>"
    page += "<script>document.querySelector('button').onclick = event => {"
    page += " event.target.nextSibling.style.height = '600px'; event.target.remove() }</script>"
    picture = tmp_path / "a.png"
    photograph(find_browser(), page, width, picture, press=("button",))
    content = picture.read_bytes()

    assert content.startswith(PNG + (13).to_bytes(4) + b"IHDR" + width.to_bytes(4) + (600).to_bytes(4))
    at = content.index(b"IDAT")
    rows = zlib.decompress(content[at + 4 : at + 4 + int.from_bytes(content[at - 4 : at])])
    assert len(rows) == 600 * (1 + 3 * width)
    assert read_row(rows[: 1 + 3 * width]) == bytes.fromhex("ffcc00") * width


def read_row(row: bytes) -> bytes:
    """The colours of the first row of a picture, as its filter has them: nothing is above it."""
    assert row[0] in {0, 1, 2, 4}
    if row[0] in {0, 2}:
        return row[1:]
    told = bytearray()
    for place, byte in enumerate(row[1:]):
        told.append((byte + (told[place - 3] if place > 2 else 0)) % 256)
    return bytes(told)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", ["caravan", "finished-2005", "finished-caravan", "late"])
def test_a_report_never_scrolls_sideways_whatever_people_are_called(name: str, width: int) -> None:
    opened = open_game(str(GAMES / name))
    names = {seat: sign * 40 for seat, sign in zip(opened.seats, "WMÄ@%", strict=False)}
    charter = opened.charter._replace(names=names)
    page = render_reports(describe_opened(opened._replace(charter_then=charter)))[f"{opened.seats[0]}.html"].decode()

    assert names[opened.seats[1]] in page
    assert [fault for fault in find_faults(page, width, close=False) if fault.startswith("the page")] == []
