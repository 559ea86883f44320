"""Turn 60 does about as much as turn 6: counted without a clock, by the benchmark's own measure."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import pytest
from our_games import OUR_GAMES

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench"))

from turn_sixty import BOUND, EARLY, LATE, Kept, count_work, keep_turns

from adjudicator.acts.run import run_turn

DRAWN = ("draw_board", "draw_text")


@pytest.fixture(scope="module", params=OUR_GAMES)
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[int, Kept]:
    """A random four-seat game of each kind, as it was before turns 6 and 60."""
    return keep_turns(tmp_path_factory.mktemp("kept"), request.param, 0)


@pytest.mark.slow
def test_a_late_turn_does_not_do_more_than_an_early_one(kept: dict[int, Kept]) -> None:
    for turn in (EARLY, LATE):
        count_work(kept[turn])  # what is imported and compiled once is no part of a turn
    early, late = count_work(kept[EARLY]), count_work(kept[LATE])
    assert early.steps > 100_000, "the interpreter's steps are counted"
    assert late.steps <= BOUND * early.steps
    assert (late.files, late.syncs) == (early.files, early.syncs)
    assert early.syncs == 3, "the record, and the folder of turns before and after it"
    assert early.files > early.syncs, "reports are written, and not waited for"


@pytest.mark.slow
def test_the_board_is_drawn_once_for_all_readers(kept: dict[int, Kept], tmp_path: Path) -> None:
    calls: Counter[str] = Counter()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name in DRAWN:
            calls[frame.f_code.co_name] += 1

    before = sys.getprofile()
    for turn in (EARLY, LATE):
        calls.clear()
        game = shutil.copytree(kept[turn].before, tmp_path / str(turn))
        sys.setprofile(profile)
        try:
            run_turn(str(game), None, kept[turn].now)
        finally:
            sys.setprofile(before)
        assert calls == dict.fromkeys(DRAWN, 1)
