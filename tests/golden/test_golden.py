"""What must not change by accident: the sample games, and everything that turn 7 of g42 makes, byte for byte."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from parts import turn_of

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GAMES = ROOT / "games"
GOLDEN = HERE / "g42-turn-7"
COMMAND = str(Path(sys.executable).parent / "adjudicate")
NOW = "2026-09-22T07:00:00Z"

ENVIRONMENTS: dict[str, dict[str, str]] = {
    "another order of hashes": {"PYTHONHASHSEED": "1"},
    "Kathmandu": {"TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "2"},
    "west of the date line": {"TZ": "Etc/GMT+12", "LANG": "C", "LC_ALL": "C"},
    "Turkish": {"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "12345"},
    "no UTF-8": {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "bare": {"PYTHONOPTIMIZE": "1", "HOME": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent"},
}


def read_tree(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder``; a folder of no files is nothing, as in git."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def read_turn(game: Path) -> dict[str, bytes]:
    """The record of turn 7 and what stands beside it."""
    files = read_tree(game)
    return {name: data for name, data in files.items() if name.startswith(("turns/0007.turn", "turns/0007/"))}


def compare(made: dict[str, bytes], stored: dict[str, bytes]) -> None:
    assert sorted(made) == sorted(stored)
    different = [name for name in stored if made[name] != stored[name]]
    assert different == [], "`make golden` renews them; look at the difference first"


def run(*arguments: object, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [COMMAND, *map(str, arguments)],
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of g42 after ``adjudicate g42 --turn 7``."""
    game = Path(shutil.copytree(GAMES / "g42", tmp_path_factory.mktemp("golden") / "g42"))
    done = run(game, "--turn", 7, "--now", NOW)
    assert done.returncode == 0, done
    return game


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.parent.name for path in GAMES.glob("*/game.yaml")))
def test_the_sample_games_are_built_from_move_files_alone(name: str, tmp_path: Path) -> None:
    build = ROOT / "tests" / "samples" / "build.py"
    subprocess.run([sys.executable, build, tmp_path, name], check=True, timeout=300, cwd=tmp_path)
    compare(read_tree(tmp_path / name), read_tree(GAMES / name))


@pytest.mark.slow
def test_the_sample_games_verify_with_every_report() -> None:
    done = run("verify", *sorted(path.parent for path in GAMES.glob("*/game.yaml")), "--reports", "--json")
    verdicts = json.loads(done.stdout)
    assert [verdict["findings"] for verdict in verdicts] == [[]] * len(verdicts)
    assert done.returncode == 0


def test_turn_7_makes_exactly_the_files_that_are_stored(played: Path) -> None:
    compare(read_turn(played), read_tree(GOLDEN))


def test_running_it_again_changes_nothing(played: Path) -> None:
    before = read_tree(played)
    done = run(played, "--turn", 7, "--now", "2030-01-01T00:00:00Z")
    assert (done.returncode, b"has run already" in done.stdout) == (0, True)
    assert read_tree(played) == before


def test_the_story_one_second_choice_fires_and_one_file_has_a_remark() -> None:
    results = json.loads((turn_of(GOLDEN, 7) / "events.json").read_text())["results"]
    assert [result["seat"] for result in results] == [
        "bilal",
        "bilal",
        "chen",
        "chen",
        "dora",
        "dora",
        "amira",
        "amira",
    ]
    dora = results[4]
    assert (dora["done"], dora["choice"]) == ("place yellow O6", 2)  # P5, her first choice, went to chen before her
    assert results[2]["done"] == "place teal P5"
    states = {
        path.parent.name: json.loads(path.read_text())["state"]
        for path in turn_of(GOLDEN, 7).glob("orders/*/01.receipt.json")
    }
    assert states == {"amira": "yellow", "bilal": "green", "chen": "green", "dora": "green"}


def test_doras_report_says_why_her_second_choice_fired() -> None:
    report = " ".join((GOLDEN / "turns" / "0007" / "reports" / "dora.txt").read_text().split())
    assert (
        "Place yellow O6 (line 6), your second choice. Not done: place yellow P5, since P5 is taken by chen's teal "
        "camel." in report
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("where", ENVIRONMENTS)
def test_neither_hashes_nor_clock_nor_locale_nor_place_nor_umask_change_a_byte(where: str, tmp_path: Path) -> None:
    (tmp_path / "at" / "work").mkdir(parents=True)
    shutil.copytree(GAMES / "g42", tmp_path / "at" / "game")
    number = list(ENVIRONMENTS).index(where)
    before = os.umask(0o777 if number % 2 else 0o000)
    try:
        done = run("../game", "--turn", 7, "--now", NOW, cwd=tmp_path / "at" / "work", **ENVIRONMENTS[where])
    finally:
        os.umask(before)
    assert done.returncode == 0, done
    compare(read_turn(tmp_path / "at" / "game"), read_tree(GOLDEN))
    verified = run("verify", "../game", cwd=tmp_path / "at" / "work", **ENVIRONMENTS[where])
    assert verified.returncode == 0, verified
