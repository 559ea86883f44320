"""A turn that has run and could not be announced: whoever reads the complaint does not force the next one."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from cli.shell import AFTER_DEADLINE, COMMAND, Ran, adjudicate, copy_game, newest

READER_GONE = 141


def run_untold(games: list[Path], sink: int, *words: str, unbuffered: bool) -> Ran:
    """The command run with standard output going to ``sink``, which does not take it."""
    done = subprocess.run(
        [COMMAND, "run", *map(str, games), "--force", "--now", AFTER_DEADLINE, *words],
        stdout=sink,
        stderr=subprocess.PIPE,
        env={**os.environ, **({"PYTHONUNBUFFERED": "1"} if unbuffered else {})},
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, "", done.stderr.decode())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("unbuffered", [False, True])
@pytest.mark.parametrize("words", [(), ("--json",)])
@pytest.mark.parametrize("sink", ["gone", "full"])
def test_a_turn_whose_announcement_failed_is_told_as_run(
    tmp_path: Path, sink: str, words: tuple[str, ...], unbuffered: bool
) -> None:
    games = [copy_game("g42", tmp_path / "a"), copy_game("late", tmp_path / "b")]
    before = [newest(game) for game in games]
    if sink == "gone":
        reader, handle = os.pipe()
        os.close(reader)
    else:
        handle = os.open("/dev/full", os.O_WRONLY)
    try:
        ran = run_untold(games, handle, *words, unbuffered=unbuffered)
    finally:
        os.close(handle)
    assert ran.code == (READER_GONE if sink == "gone" else 70)
    complaint = ran.err.splitlines()[-1]
    ran_now = sum(newest(game) > number for game, number in zip(games, before, strict=True))
    assert complaint.count("was adjudicated") == complaint.count("only its announcement failed") == ran_now > 0
    assert complaint.endswith(": do not run it again, with --force that would be the next turn")
    assert complaint.startswith("adjudicate: ")
    assert "run the command again" not in ran.err
    for game in games:
        assert adjudicate("verify", game).code == 0


def test_a_trial_run_has_done_nothing(tmp_path: Path) -> None:
    game = copy_game("g42", tmp_path)
    with open("/dev/full", "wb") as full:
        ran = run_untold([game], full.fileno(), "--dry-run", unbuffered=False)
    assert ran.code == 70
    assert "was adjudicated" not in ran.err
