"""Whole games by scripted players: what counts as a wait, and that the same seed gives the same game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from players.tables import Variant, play_game

from adjudicator.core.table import Pacing

WAITS = Path(__file__).resolve().parents[3] / "bench" / "waits.py"
ASKED = {"preroll": "ask", "discard": "ask"}
BY_SEAT = Variant("catan", "base", 4, Pacing.SEAT, standing=True, options={})
BY_ROUND = BY_SEAT._replace(pacing=Pacing.ROUND)
SECOND_HALF = 3 - 1
"""So many seats are asked beside the next one for their second settlement: the last placed both at once."""
WITHOUT = BY_SEAT._replace(standing=False, options=ASKED)


def test_with_standing_orders_a_turn_costs_one_wait_and_the_set_up_two() -> None:
    game = play_game(BY_SEAT, "tests", 0)
    assert game.ending == "victory"
    assert game.waits == game.turns + 2
    assert game.asked == game.waits + SECOND_HALF


def test_by_round_everybody_is_asked_before_every_adjudication() -> None:
    game = play_game(BY_ROUND, "tests", 0)
    assert game.ending == "victory"
    assert game.waits == game.adjudications == 2 + -(-game.turns // 4)
    assert game.asked > 3 * game.adjudications


def test_without_standing_orders_windows_are_waits_for_several_seats() -> None:
    game = play_game(WITHOUT, "tests", 0)
    assert game.ending == "victory"
    assert game.asked > game.waits > 1.5 * game.turns


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game() -> None:
    assert play_game(BY_ROUND, "tests", 1) == play_game(BY_ROUND, "tests", 1)
    assert play_game(BY_ROUND, "tests", 1) != play_game(BY_ROUND, "tests", 2)


def test_standing_votes_cost_no_wait() -> None:
    game = play_game(Variant("catan-caravans", "box", 4, Pacing.SEAT, standing=True, options={}), "tests", 0)
    assert game.ending == "victory"
    assert game.asked - SECOND_HALF == game.waits <= game.turns + 2


@pytest.mark.slow
def test_the_benchmark_reaches_goals_in_three_games() -> None:
    command = [sys.executable, str(WAITS), "--games", "3", "--only", "catan", "--seats", "4"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert told.count("3 by victory") == 3
    assert told.count("opening at most 2, reached") == 2
    assert told.count("asked at most 90, reached") == 1
    assert told.count("adjudications at most 22, reached") == 1
