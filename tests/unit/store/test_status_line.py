"""The line of the status: it counts while nothing has changed, and never where a bit of it has."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.acts.open_game import open_game
from adjudicator.acts.run import run_turn
from adjudicator.acts.status import keep_line, read_status
from adjudicator.acts.status_line import STATUS, find_line
from adjudicator.core.instant import read_instant

NOW = read_instant("2027-01-01T00:00:00Z")


@pytest.fixture
def kept(game: Path) -> Path:
    run_turn(str(game), None, NOW, force=True)
    return game


def test_it_says_what_the_opened_game_says(kept: Path) -> None:
    line = find_line(str(kept))
    assert line is not None
    assert line == read_status(str(kept))


def test_a_changed_bit_makes_it_count_no_more(kept: Path) -> None:
    place = kept / STATUS
    whole = place.read_bytes()
    for bit in range(0, 8 * len(whole), 7):
        data = bytearray(whole)
        data[bit // 8] ^= 1 << bit % 8
        place.write_bytes(data)
        line = find_line(str(kept))
        # of the line end nothing depends on it
        assert line is None or data.rstrip(b"\n") == whole.rstrip(b"\n")
    place.write_bytes(whole[: len(whole) // 2])
    assert find_line(str(kept)) is None


def drop(game: Path) -> None:
    folder = game / "inbox" / min(json.loads((game / "private" / "seats.json").read_text()))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "letter.yaml").write_text("game: g1\n")


def touch_charter(game: Path) -> None:
    os.utime(game / "game.yaml", ns=(later := (game / STATUS).stat().st_mtime_ns + 1, later))


def take_away(game: Path) -> None:
    newest = max((game / "turns").glob("*.turn"))
    newest.rename(newest.with_suffix(".kept"))


def touch_first_turn(game: Path) -> None:
    os.utime(game / "turns" / "0000.turn", ns=(later := (game / STATUS).stat().st_mtime_ns + 1, later))


def put_back_older_turns(game: Path) -> None:
    take_away(game)
    os.utime(game / "turns", ns=(0, 0))


def leave_an_act_unfinished(game: Path) -> None:
    (game / "private" / "journal.json").write_text("{}")


def change_a_branch(game: Path) -> None:
    place = game / "branches" / "0001" / "inbox" / "amira" / "01.yaml"
    os.utime(place, ns=(later := (game / STATUS).stat().st_mtime_ns + 1, later))


def change_an_act(game: Path) -> None:
    os.utime(game / "acts" / "0001.json", ns=(later := (game / STATUS).stat().st_mtime_ns + 1, later))


@pytest.mark.parametrize(
    "change",
    [
        *(drop, touch_charter, take_away, touch_first_turn, put_back_older_turns),
        *(leave_an_act_unfinished, change_a_branch, change_an_act),
    ],
)
def test_whatever_changes_in_the_folders_of_the_game_makes_it_count_no_more(
    kept: Path, change: Callable[[Path], None]
) -> None:
    for name in ("acts/0001.json", "branches/0001/inbox/amira/01.yaml"):
        (kept / name).parent.mkdir(parents=True)
        (kept / name).write_text("")
    # as if the line had been written before the clock of the disk ticked
    for place in [kept, *kept.rglob("*")]:
        os.utime(place, ns=(0, 0))
    os.utime(kept / STATUS, ns=(1, 1))
    assert find_line(str(kept)) is not None
    change(kept)
    assert find_line(str(kept)) is None


def test_a_line_that_says_the_same_is_not_written_again(kept: Path) -> None:
    before = (kept / STATUS).stat().st_mtime_ns
    keep_line(open_game(str(kept)))
    assert (kept / STATUS).stat().st_mtime_ns == before
