"""No green receipt for a line of Catan that is passed over for what its sender could see."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrutiny.catan_green import DEFECTS, plant, play_game, play_games
from torture.bar import with_defect


@pytest.mark.parametrize("number", [5, 48, 63, 80])
def test_a_green_line_is_not_passed_over_for_what_could_be_seen(number: int) -> None:
    tally = play_game(number)

    assert tally.failures == ()
    assert tally.tried


@pytest.mark.slow
@pytest.mark.parametrize("defect", DEFECTS)
def test_a_planted_defect_is_found(defect: str, tmp_path: Path) -> None:
    assert with_defect(defect, lambda folder: play_games(folder, range(60), enough=1), plant)(tmp_path).failures
