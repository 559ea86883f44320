"""How far one turn may draw: never further than the kernel says, and no less far than some turn does."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.acts.open_game import open_game
from adjudicator.acts.simulate import Wish, play_directories
from adjudicator.acts.verify import verify_game
from adjudicator.core.chance import Level
from adjudicator.core.table import Pacing
from adjudicator.registry import find_game
from adjudicator.store.record import CHANCE, read_draws, read_mixes

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = sorted(path for path in (ROOT / "games").iterdir() if path.is_dir())


def measure(path: Path) -> list[tuple[int | None, int]]:
    """For each turn but the first: how far it might draw, and how far it did (-1 where it drew nothing)."""
    newest = open_game(str(path)).record.number
    found = []
    for number in range(newest):
        before = open_game(str(path), number)
        furthest = before.game.kernel.furthest_epoch(before.record.state, before.charter.pacing)
        draws = read_draws(before.directory.turns.read_part(number + 1, CHANCE))
        found.append((furthest, max((draw.epoch for draw in draws), default=-1)))
    return found


def check(path: Path) -> None:
    measured = measure(path)
    assert measured
    if all(furthest is None for furthest, _ in measured):
        assert {drawn for _, drawn in measured} == {-1}
        return
    assert all(furthest is not None and drawn <= furthest for furthest, drawn in measured)
    assert any(furthest == drawn for furthest, drawn in measured)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_no_turn_of_a_sample_game_draws_further_than_it_might(path: Path) -> None:
    check(path)


@pytest.mark.slow
@pytest.mark.parametrize("pacing", list(Pacing))
@pytest.mark.parametrize("seats", [3, 4])
def test_no_turn_of_a_random_game_of_catan_does(tmp_path: Path, pacing: Pacing, seats: int) -> None:
    rules = find_game("catan")
    wish = Wish(rules, next(iter(rules.editions)), {"target": "5"}, seats, pacing, bytes([seats]), Level.L2)
    play_directories(wish, 1, str(tmp_path))
    check(tmp_path / "sim-0000")
    opened = open_game(str(tmp_path / "sim-0000"))
    records = [opened.directory.turns.read_part(number, CHANCE) for number in range(opened.record.number + 1)]
    mixed = {epoch for data in records for epoch in read_mixes(data)}
    assert {draw.epoch for data in records for draw in read_draws(data)} <= mixed
    assert opened.record.mixing.withheld == {}
    assert verify_game(str(tmp_path / "sim-0000")).findings == []


@pytest.mark.slow
@pytest.mark.parametrize("pacing", list(Pacing))
def test_nonces_are_wanted_in_play_just_while_water_that_lies_face_down_may_be_taken(
    tmp_path: Path, pacing: Pacing
) -> None:
    options = {"water": "face-down", "leader-order": "serpentine"}
    wish = Wish(find_game("through-the-desert"), "manual", options, 3, pacing, b"\7", Level.L2)
    play_directories(wish, 1, str(tmp_path))
    path = tmp_path / "sim-0000"

    measured = measure(path)

    wanted = [furthest is not None for furthest, _ in measured]
    leaders = 5 if pacing is Pacing.ROUND else 15
    assert wanted[:leaders] == [False] * leaders
    assert wanted[leaders]
    assert all(drawn <= (-1 if furthest is None else furthest) for furthest, drawn in measured)
    assert any(furthest == drawn for furthest, drawn in measured)
    assert verify_game(str(path)).findings == []
