"""Charters, secrets and rules that are not what turn 0 was made with; folders where one game of many is broken."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from cli.shell import BEFORE_DEADLINE, COMMAND, adjudicate, copy_game, newest
from parts import turn_of


@pytest.fixture
def g42(tmp_path: Path) -> Path:
    return copy_game("g42", tmp_path)


def change(path: Path, pattern: str, text: str) -> None:
    before = path.read_text()
    path.write_text(re.sub(pattern, text, before))
    assert path.read_text() != before


def test_a_changed_charter_stops_the_run(g42: Path) -> None:
    change(g42 / "game.yaml", "pacing: round", "pacing: seat")
    assert (adjudicate(g42, "--now", BEFORE_DEADLINE).code, newest(g42)) == (1, 6)


def test_another_secret_stops_the_run(g42: Path) -> None:
    (g42 / "private" / "secret").write_text("00" * 32 + "\n")
    assert (adjudicate(g42, "--now", BEFORE_DEADLINE).code, newest(g42)) == (1, 6)


def test_other_rules_stop_the_run(g42: Path) -> None:
    for path in (g42 / "game.yaml", turn_of(g42, 0) / "game.yaml"):
        change(path, "  version: 2\n", "  version: 3\n")
    assert adjudicate(g42, "--now", BEFORE_DEADLINE).code in {1, 3}
    assert newest(g42) == 6


@pytest.mark.parametrize("module", ["this:s", "os:getcwd", "os", ":", "..os:x", "adjudicator.rules:x"])
def test_a_charter_imports_nothing_that_is_no_game(g42: Path, module: str) -> None:
    change(g42 / "game.yaml", 'module: ".*"', f'module: "{module}"')
    for command in ("verify", "status", "run", "show"):
        ran = adjudicate(command, g42)
        assert ran.code in {1, 2}, (command, ran)
        assert "Zen of Python" not in ran.out


def test_a_huge_number_of_epochs_keeps_nobody_waiting(g42: Path) -> None:
    for path in (g42 / "game.yaml", turn_of(g42, 0) / "game.yaml"):
        change(path, "epochs: 256", "epochs: 99999999")
    ran = subprocess.run([COMMAND, "verify", g42], capture_output=True, timeout=20, check=False)
    assert ran.returncode == 1


@pytest.mark.parametrize("broken", ["linked charter", "bad receipt", "no turns"])
def test_one_broken_game_does_not_silence_status(g42: Path, tmp_path: Path, broken: str) -> None:
    bad = copy_game("late", tmp_path)
    if broken == "linked charter":
        (bad / "game.yaml").rename(bad / "x")
        (bad / "game.yaml").symlink_to("x")
    elif broken == "bad receipt":
        (bad / "inbox" / "farid").mkdir(parents=True, exist_ok=True)
        (bad / "inbox" / "farid" / "01.yaml").write_text("x")
        (bad / "inbox" / "farid" / "01.receipt.json").write_text('{"problems": 5}')
    else:
        (bad / "turns").rename(bad / "gone")
    ran = adjudicate("status", tmp_path)
    assert ran.code == 1
    assert f"{g42.name}: turn 6 has run" in ran.out
    assert str(bad) in ran.err


def test_several_games_give_a_list_even_if_one_breaks(g42: Path, tmp_path: Path) -> None:
    told = adjudicate(g42, tmp_path / "nothing", "--json", "--now", BEFORE_DEADLINE).json
    assert isinstance(told, list)
    assert told[0]["game"] == "g42"
