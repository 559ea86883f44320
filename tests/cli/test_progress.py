"""A bar shows how far a long command has come, on a terminal only; programs and pipes never see one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cli.shell import AFTER_DEADLINE, copy_game, run_on_a_terminal

SHORT = ("simulate", "--game", "through-the-desert", "--seats", "5", "--seed", "1", "--games")
LONG = (*SHORT, "2000")
"""More than two seconds of work on any machine that we know."""
HASTY = "from adjudicator.cli import main, output; output._LONG = output._SOON = 0.0; main.program()"
"""The program, where nothing is too short for a bar."""
BAR = "\x1b[?25l"


@pytest.mark.slow
def test_a_long_simulation_shows_how_far_it_has_come() -> None:
    told = run_on_a_terminal(*LONG)
    assert told.code == 0
    assert BAR in told.out
    steps = [int(part.split("/2000")[0].split()[-1]) for part in told.out.split("\r") if "/2000" in part]
    assert steps == sorted(set(steps))
    assert steps[-1] == 2000
    assert "\x1b[?25h" in told.out.split("2000/2000")[1]  # the cursor is back
    assert "2000 games, " in told.out.splitlines()[-3]


def test_with_json_there_is_no_bar() -> None:
    hasty = (sys.executable, "-c", HASTY)
    assert BAR in run_on_a_terminal(*SHORT, "20", command=hasty).out
    told = run_on_a_terminal(*SHORT, "20", "--json", command=hasty)
    assert told.code == 0
    assert "\x1b" not in told.out
    assert told.json["games"] == 20


def test_a_game_that_is_written_takes_long_and_shows_a_bar_before_it_is_over(tmp_path: Path) -> None:
    hasty = (sys.executable, "-c", HASTY)
    told = run_on_a_terminal(*SHORT[:4], "2", *SHORT[5:], "1", "--out", tmp_path / "sim", command=hasty)
    assert told.code == 0
    assert "0/1" in told.out
    assert "1 game, " in told.out


def test_in_a_pipe_there_is_no_bar() -> None:
    told = subprocess.run([sys.executable, "-c", HASTY, *SHORT, "20"], capture_output=True, check=True)
    assert told.stderr == b""
    assert b"\x1b" not in told.stdout


@pytest.mark.parametrize(
    "words", [("verify", "g42"), ("archive", "g42", "-o", "g42.zip"), ("g42", "--now", AFTER_DEADLINE)]
)
def test_what_is_soon_done_shows_no_bar(words: tuple[str, ...], tmp_path: Path) -> None:
    copy_game("g42", tmp_path)
    told = run_on_a_terminal(*words, cwd=tmp_path)
    assert told.code == 0
    assert "\x1b" not in told.out
