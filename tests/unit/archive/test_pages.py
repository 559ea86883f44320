"""The pages of an archive: complete, self-contained, and without what the public may not know."""

from __future__ import annotations

import hashlib
import re
import shutil
from base64 import b64encode
from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest
from cli.shell import adjudicate, copy_game

from adjudicator.acts.archive import archive_game
from adjudicator.ledger.archive import read_archive

GAMES = Path(__file__).resolve().parents[3] / "games"


@pytest.fixture(scope="module", params=["finished-2005", "finished-caravan"])
def pages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, int]:
    """``play.txt``, ``replay.html`` and the number of the newest turn."""
    folder = tmp_path_factory.mktemp("pages")
    game, file = shutil.copytree(GAMES / request.param, folder / request.param), folder / "a.zip"
    turn = archive_game(str(game), str(file)).turn
    members = read_archive(str(file))
    return members["play.txt"].decode("ascii"), members["replay.html"].decode(), turn


def test_every_turn_is_told(pages: tuple[str, str, int]) -> None:
    text, page, newest = pages
    assert re.findall(r"^Turn (\d+), ", text, re.MULTILINE) == [str(turn) for turn in range(newest + 1)]
    assert re.findall(r'<section id="t(\d+)"', page) == [str(turn) for turn in range(newest + 1)]
    assert all(len(line) <= 78 for line in text.splitlines())


def test_the_page_shows_every_move_of_every_table_turn(pages: tuple[str, str, int]) -> None:
    _, page, newest = pages
    frames = re.findall(r'<section id="t(\d+)(?:-(\d+))?" data-turn="(\d+)" data-table="(\d+)"', page)
    assert [turn for turn, _, _, _ in frames] == [turn for _, _, turn, _ in frames]
    assert len(frames) > 3 * newest
    tables = [int(table) for _, _, _, table in frames]
    assert tables == sorted(tables)
    assert set(tables) == set(range(tables[-1] + 1))


def test_the_page_ends_with_all_that_the_last_report_tells_of_the_end(pages: tuple[str, str, int]) -> None:
    _, page, _ = pages
    ended = page.index("<summary><h2>How it ended</h2></summary>")
    record = "Longest road" if "Catan" in page else "Largest caravan"
    said = ["The podium", "Points by source", "The race", "For the record", record, '<div class="strip">']
    places = [page.index(words, ended) for words in said]
    assert places == sorted(places)
    assert places[-1] < page.index("Legend, scores and charts after the last turn")


def test_marks_that_only_earlier_boards_have_are_explained_too(pages: tuple[str, str, int]) -> None:
    _, page, _ = pages
    last, earlier, marks = page.partition('<p class="under">Earlier in the game:</p>\n<ul class="legend">\n')
    if "Catan" in page:
        assert "next camel" not in last[last.index("What the marks mean") :]
        assert re.findall(r"</svg> ([^<]*)</li>", marks.partition("</ul>")[0]) == ["where the next camel may go"]
    else:
        assert not earlier


def test_a_seat_that_changed_hands_has_one_name_in_all_turns(tmp_path: Path) -> None:
    game, file = copy_game("g42", tmp_path), tmp_path / "a.zip"
    replaced = adjudicate("replace", game, "--seat", "amira", "--name", "Zoe Xu", "--reason", "Moved away.")
    assert replaced.code == 0
    archive_game(str(game), str(file))
    members = read_archive(str(file))
    text, page = members["play.txt"].decode(), members["replay.html"].decode()
    assert text.count("Zoe") > 10
    assert "amira" not in text.replace("(amira)", "")
    assert set(re.findall(r".{8}amira", page)) == {"Zoe Xu (amira"}


def test_whose_pieces_are_which_is_said_above_the_first_board(pages: tuple[str, str, int]) -> None:
    _, page, _ = pages
    seats = ["gita", "esra", "femi", "hugo"] if "Catan" in page else ["karima", "jamal", "latif"]
    head = page[page.index("<header>") : page.index("</header>")]
    assert re.findall(r"</svg> (\w+)</li>", head) == seats
    assert head.count("<p") == 1  # nobody has another name, so the seats are not listed twice


def test_a_board_that_a_low_window_makes_smaller_stands_at_the_left(pages: tuple[str, str, int]) -> None:
    _, page, _ = pages
    boards = re.findall(r'<div class="board" tabindex="0">\s*<svg preserveAspectRatio="xMinYMin" ', page)
    assert len(boards) == page.count("data-place=")


def test_the_race_says_how_far_it_goes_so_that_it_can_be_followed(pages: tuple[str, str, int]) -> None:
    _, page, _ = pages
    last = int(re.findall(r'data-table="(\d+)"', page)[-1])
    (race,) = re.findall(
        r'<div class="charts" id="race">\s*<p class="title">Points after every table turn</p>\s*(<svg[^>]*>)', page
    )
    assert f'data-steps="{last}"' in race


def test_the_race_is_followed_move_by_move(pages: tuple[str, str, int]) -> None:
    _, page, _ = pages
    frames = re.findall(r'data-table="(\d+)" data-place="([\d.]+)"', page)
    moves = [[float(place) for _, place in group] for _, group in groupby(frames, key=lambda frame: frame[0])]

    assert max(map(len, moves)) > 1
    assert moves[0][0] == 0
    for table_turn, places in zip(dict(frames), moves, strict=True):
        assert places[-1] == float(table_turn)
        if places[-1]:
            assert sorted(set(places)) == places
            assert places[0] > places[-1] - 1


def test_the_points_beside_each_board_are_those_that_the_race_has_drawn(pages: tuple[str, str, int]) -> None:
    _, page, _ = pages
    (race,) = re.findall(r'<div class="charts" id="race">.*?(<svg.*?</svg>)', page, re.DOTALL)
    steps, left, right = (int(re.findall(rf'data-{name}="(\d+)"', race)[0]) for name in ("steps", "left", "right"))
    courses = re.findall(r'<path d="M\d+ (\d+)([hv\d-]*)H\d+L\d+ (\d+)"', race)
    frames = list_frames(page)
    assert len(frames) == page.count('data-table="')
    final = count_points(frames[-1].told)
    assert frames[-1].told.startswith("Points at the end: ")
    assert len(final) == len(courses)
    base = int(re.findall(r'<path d="M\d+ (\d+)H', race)[0])
    unit = (base - min(int(end) for _, _, end in courses)) / max(final)
    for frame in (frame for frame in frames[:-1] if frame.table_turn):
        across = round(left + (right - left) * int(frame.place) / steps)
        heights = [follow(line, left, int(start), across) for start, line, _ in courses]
        drawn = [round((base - height) / unit) for height in heights]
        assert count_points(frame.told) == drawn, frame


@pytest.mark.parametrize("name", ["finished-2005", "finished-caravan", "g42", "caravan"])
def test_in_the_midst_of_a_table_turn_the_points_are_those_after_the_one_before(name: str, tmp_path: Path) -> None:
    frames = list_frames(replay(name, tmp_path))
    assert any(frame.place < frame.table_turn for frame in frames)
    standing: list[int] = []
    for frame in frames[:-1]:
        if frame.place == frame.table_turn:
            standing = count_points(frame.told)
        assert count_points(frame.told) == standing, frame
        if frame.table_turn:
            whole = int(frame.place)
            when = f"after table turn {whole}: " if whole else "before table turn 1: "
            assert re.sub("^Points (known to all )?", "", frame.told).startswith(when), frame


class Told(NamedTuple):
    """Where the race is beside a board, and the points that are told there."""

    table_turn: int
    place: float
    told: str


def list_frames(page: str) -> list[Told]:
    """All moments of a replay."""
    pattern = r'<section id="t[\d-]+"[^>]*data-table="(\d+)" data-place="([\d.]+)".*?class="under">(Points .*?)\.</p>'
    return [Told(int(turn), float(place), told) for turn, place, told in re.findall(pattern, page, re.DOTALL)]


def count_points(told: str) -> list[int]:
    """The points of each seat in a sentence about them."""
    return [int(points) for points in re.findall(r"(\d+)(?:,|$)", told.rsplit(": ", 1)[1])]


def replay(name: str, folder: Path) -> str:
    """The replay of a game."""
    game, file = shutil.copytree(GAMES / name, folder / name), folder / "a.zip"
    archive_game(str(game), str(file))
    return read_archive(str(file))["replay.html"].decode()


def follow(steps: str, x: int, y: int, across: int) -> int:
    """How high a line of ``steps`` from a place stands that far across."""
    for right, down in re.findall(r"(?:h(\d+))?v(-?\d+)", steps):
        x += int(right or 0)
        y += int(down) if x <= across else 0
    return y


def test_links_lead_to_turns_and_pictures_to_what_is_shared(pages: tuple[str, str, int]) -> None:
    _, page, _ = pages
    ids = Counter(re.findall(r'\bid="([^"]+)"', page))
    assert {name: count for name, count in ids.items() if count > 1} == {}
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(ids)


def test_the_page_is_self_contained_and_its_one_script_is_allowed_by_its_hash(pages: tuple[str, str, int]) -> None:
    _, page, _ = pages
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == page.count("<script") == 1
    digest = b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" in page
    assert not re.search(r"\b(src|srcset|action|on[a-z]+)=", page)
    assert set(re.findall(r"https?://[^\"' ]+", page)) <= {"http://www.w3.org/2000/svg"}
