"""Pages can be found one's way about in without seeing them: landmarks, headings in order, boxes that keys scroll."""

from __future__ import annotations

import shutil
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from unit.report.conftest import GAMES

from adjudicator.acts.archive import archive_game
from adjudicator.acts.open_game import open_game
from adjudicator.acts.upkeep import describe_opened
from adjudicator.ledger.archive import read_archive
from adjudicator.report.render import render_reports

SAMPLES = sorted(path.parent.name for path in GAMES.glob("*/game.yaml"))
LANDMARKS = {"header", "nav", "main", "footer"}
EMPTY = {"meta", "input", "br", "rect", "use", "path", "circle", "link", "img"}


class Outline(HTMLParser):
    """The levels of the headings, the landmarks, the texts outside of them, and boxes that no key could scroll."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.levels: list[int] = []
        self.landmarks: list[str] = []
        self.outside: list[str] = []
        self.unreached: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in EMPTY:
            self.open.append(tag)
        if tag in LANDMARKS:
            self.landmarks.append(tag)
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.levels.append(int(tag[1]))
        held = dict(attributes)
        if (tag == "pre" or "wide" in (held.get("class") or "").split()) and held.get("tabindex") != "0":
            self.unreached.append(self.get_starttag_text() or tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and "body" in self.open and not {*LANDMARKS, "script", "style"} & {*self.open}:
            self.outside.append(data.strip())


def check(page: str, landmarks: list[str]) -> None:
    outline = Outline(page)
    assert outline.landmarks == landmarks
    assert outline.outside == []
    assert outline.unreached == []
    assert outline.levels.count(1) == 1
    assert outline.levels[0] == 1
    assert all(level <= before + 1 for before, level in pairwise(outline.levels)), outline.levels


@pytest.mark.parametrize("name", SAMPLES)
def test_the_reports_of_every_kind(name: str) -> None:
    reports = render_reports(describe_opened(open_game(str(GAMES / name))))
    pages = [report.decode() for file, report in reports.items() if file.endswith(".html")]
    assert len(pages) > 3
    for page in pages:
        check(page, ["header", "main"])


def test_what_is_yours_stands_below_the_board_where_the_page_is_crowded() -> None:
    opened = (open_game(str(GAMES / "finished-caravan"), 20), open_game(str(GAMES / "caravan")))
    long, short = (render_reports(describe_opened(game)) for game in opened)
    assert b"#board{grid-row:2/span 2}" in long["hugo.html"]
    assert not any(b"#board{grid-row:2/span 2}" in page for page in short.values())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["finished-2005", "finished-caravan", "late"])
def test_the_replay(name: str, tmp_path: Path) -> None:
    archive_game(str(shutil.copytree(GAMES / name, tmp_path / name)), str(tmp_path / "a.zip"))
    check(read_archive(str(tmp_path / "a.zip"))["replay.html"].decode(), ["header", "nav", "main", "footer"])


@pytest.mark.parametrize(
    "damaged",
    [
        "<body><header><h1>a</h1></header><main><h3>b</h3></main>",
        "<body><h1>a</h1><header></header><main><h2>b</h2></main>",
        "<body><header><h1>a</h1></header><main><pre>b</pre></main>",
        '<body><header><h1>a</h1></header><main><div class="wide">b</div></main>',
        "<body><header><h1>a</h1></header><div>b</div>",
    ],
)
def test_a_damage_is_found(damaged: str) -> None:
    check("<body><header><h1>a</h1></header><main><h2>b</h2></main></body>", ["header", "main"])
    with pytest.raises(AssertionError):
        check(damaged, ["header", "main"])
