"""The command among other commands: help, versions, pipes that close, locks that are held."""

from __future__ import annotations

import fcntl
import os
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest
from cli.shell import AFTER_DEADLINE, BEFORE_DEADLINE, COMMAND, LETTERS, adjudicate, copy_game, newest, snapshot


def test_the_version_is_told_and_nothing_is_a_usage_error() -> None:
    assert adjudicate("--version").out == f"adjudicate {version('adjudicator')}\n"
    assert adjudicate().code == 2


@pytest.mark.parametrize(
    "words", [("--nonsense",), ("run", "--nonsense"), ("run",), ("check", "g"), ("submit", "g"), ("form", "g")]
)
def test_what_is_not_understood_is_a_usage_error(words: tuple[str, ...]) -> None:
    ran = adjudicate(*words)
    assert (ran.code, ran.out) == (2, "")
    assert "--help" in ran.err


@pytest.mark.parametrize("now", ["2026-09-22T08:00:00", "yesterday", "", "2026-13-01T00:00:00Z", "1790000000"])
def test_an_instant_needs_an_offset(tmp_path: Path, now: str) -> None:
    game = copy_game("g42", tmp_path)
    before = snapshot(game)
    assert adjudicate(game, "--now", now).code == 2
    assert snapshot(game) == before


def test_instants_of_any_offset_are_the_same_instant(tmp_path: Path) -> None:
    game = copy_game("g42", tmp_path)
    for now, late in (
        ("2026-09-22T09:59:59+02:00", False),
        ("2026-09-22T10:00:00+02:00", True),
        ("2026-09-21T22:00:00-10:00", True),
    ):
        assert adjudicate("status", game, "--json", "--now", now).json[0]["late"] is late


@pytest.mark.parametrize("words", [("show", "--format", "html"), ("legal", "--seat", "dora", "--json"), ("verify",)])
def test_a_reader_who_has_seen_enough_gets_no_complaint(tmp_path: Path, words: tuple[str, ...]) -> None:
    game = copy_game("g42", tmp_path)
    command = subprocess.Popen(
        [COMMAND, words[0], str(game), *words[1:]], stdout=subprocess.PIPE, stderr=subprocess.PIPE, close_fds=True
    )
    assert command.stdout is not None
    command.stdout.close()
    _, complaint = command.communicate(timeout=30)
    assert complaint == b""


def test_while_another_process_is_at_work_a_game_is_busy(tmp_path: Path) -> None:
    game, other = copy_game("g42", tmp_path), copy_game("late", tmp_path)
    before = snapshot(game)
    handle = os.open(game, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        busy = adjudicate(game, "--now", BEFORE_DEADLINE)
        assert (busy.code, busy.out, "is busy" in busy.err) == (75, "", True)
        assert adjudicate("submit", game, LETTERS / "chen.yaml", "--seat", "chen", "--now", BEFORE_DEADLINE).code == 75
        both = adjudicate(game, other, "--now", "2026-10-17T00:00:00Z", "--json")
        assert both.code == 75  # worse than the other's 4
        assert snapshot(game) == before
        (game / "private" / "status.json").unlink()
        asked = adjudicate("status", game)
        assert "busy" in asked.err, asked  # whoever only asks waits for a moment, and is told
    finally:
        os.close(handle)
    assert adjudicate(game, "--now", BEFORE_DEADLINE).code == 0


def test_of_many_who_run_a_turn_at_once_one_does(tmp_path: Path) -> None:
    game = copy_game("g42", tmp_path)
    crowd = [
        subprocess.Popen(
            [COMMAND, str(game), "--turn", "7", "--now", AFTER_DEADLINE],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(6)
    ]
    told = [(*process.communicate(timeout=60), process.returncode) for process in crowd]
    assert {code for _, _, code in told} <= {0, 75}
    assert sum("turn 7: adjudicated" in out for out, _, _ in told) == 1
    assert all("adjudicated" in out or "has run already" in out or "is busy" in err for out, err, _ in told)
    assert newest(game) == 7
    assert adjudicate("verify", game).code == 0


def test_the_checker_is_written_into_the_folder_one_is_in(tmp_path: Path) -> None:
    ran = adjudicate("verify-mail", "--checker", "verify_mail.pyz", cwd=tmp_path)
    assert (ran.code, (tmp_path / "verify_mail.pyz").exists()) == (0, True), ran
