"""``start`` stopped at any call to the system: what was published stands, and running it again finishes the job."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from cli.level_two import SEATS, Table
from unit.store.test_interrupted import Killed, Saboteur, no_space

from adjudicator.acts.verify import verify_game
from adjudicator.core.instant import read_instant
from adjudicator.nonces.start import StartStage, start_game

NOW = read_instant("2026-01-01T00:00:00Z")


@pytest.fixture
def saboteur(monkeypatch: pytest.MonkeyPatch) -> Saboteur:
    return Saboteur(monkeypatch)


@pytest.fixture(scope="module", params=["join", "open"])
def ready(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose next start publishes the anchors, or plays the set-up."""
    table = Table(tmp_path_factory.mktemp("ready"), "through-the-desert")
    for seat in SEATS:
        table.answer(seat, "join")
    if request.param == "open":
        table.start()
        for seat in SEATS:
            table.answer(seat, "open")
    return table.path


def contents(path: Path) -> dict[str, bytes]:
    return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize("error", [Killed, no_space], ids=["killed", "disk full"])
def test_nothing_is_half_begun(
    ready: Path, tmp_path: Path, saboteur: Saboteur, error: Callable[[], BaseException]
) -> None:
    whole = Path(shutil.copytree(ready, tmp_path / "whole"))
    saboteur.rest()
    reached = start_game(str(whole), NOW).stage
    steps, wanted = saboteur.count, contents(whole)
    assert reached in {StartStage.OPENING, StartStage.STARTED}
    assert steps > 20
    for number in range(0, steps, 1 if reached is StartStage.OPENING else 5):
        game = Path(shutil.copytree(ready, tmp_path / "game"))
        saboteur.strike(number, error)
        with suppress(Killed, OSError):
            start_game(str(game), NOW)
        saboteur.rest()
        assert verify_game(str(game)).findings == [], number
        assert start_game(str(game), NOW).stage in {reached, StartStage.ALREADY}, number
        assert contents(game) == wanted, number
        shutil.rmtree(game)
