"""A short game, made once through the program's own acts and copied for every test that spoils it."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adjudicator.acts.filing import submit_file
from adjudicator.acts.new import NewGamePlan, set_up_game
from adjudicator.acts.open_game import open_game
from adjudicator.acts.run import Status, run_turn
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.instant import add_hours
from adjudicator.core.table import Pacing
from adjudicator.rules.through_the_desert import GAME

START = datetime(2026, 1, 1, tzinfo=UTC)


def set_up(path: Path, name: str, secret: bytes) -> None:
    plan = NewGamePlan(name, GAME, "2005", {}, ("ann", "bob"), {}, Pacing.ROUND, 72, WhenBlocked.ASK, sample=False)
    set_up_game(str(path), plan, secret, b"tokens of the test".ljust(32), START)


def send_orders(path: Path, pick: int = 0) -> None:
    """A good file from both seats for the next turn: leaders at opposite ends of the board."""
    opened = open_game(str(path))
    turn = opened.record.number + 1
    for number, seat in enumerate(opened.seats):
        actions = opened.game.kernel.legal(opened.record.state, seat)
        action = actions[-1 - pick if number else pick]
        ((kind, value),) = opened.game.orders.write(opened.record.state, action).items()
        words = value if isinstance(value, str) else json.dumps(value)
        text = f"game: {opened.charter.id}\nturn: {turn}\nseat: {seat}\norders:\n  - {kind}: {words}\n"
        submit_file(str(path), text.encode(), f"{seat}.yaml", seat, add_hours(START, 24 * turn))


def play(path: Path, turns: int, pick: int = 0) -> None:
    for _ in range(turns):
        send_orders(path, pick)
        now = add_hours(START, 24 * (open_game(str(path)).record.number + 1))
        assert run_turn(str(path), None, now).status is Status.ADJUDICATED


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game after turn 3, with the files for turn 4 in its inbox and one file refused."""
    path = tmp_path_factory.mktemp("model") / "g1"
    set_up(path, "g1", b"\x01" * 32)
    play(path, 3)
    send_orders(path)
    submit_file(str(path), b"game: g1\nturn: 4\norders: [leader: nonsense]\n", "x", "ann", add_hours(START, 80))
    return path


@pytest.fixture(scope="session")
def other_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another game of the same name and size, by another secret."""
    path = tmp_path_factory.mktemp("other") / "g1"
    set_up(path, "g1", b"\x02" * 32)
    play(path, 3, pick=7)
    return path


@pytest.fixture
def game(model: Path, tmp_path: Path) -> Path:
    """A copy of the model that may be spoilt."""
    return Path(shutil.copytree(model, tmp_path / "g1"))
