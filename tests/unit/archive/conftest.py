"""Simulated games of every kind, made once by the real path."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.acts.simulate import Wish, play_directories
from adjudicator.core.table import Pacing
from adjudicator.registry import find_game

SEATS = {"through-the-desert": 3, "catan": 3, "catan-caravans": 3}


@pytest.fixture(
    scope="session",
    params=[
        "through-the-desert",
        pytest.param("catan", marks=pytest.mark.slow),
        pytest.param("catan-caravans", marks=pytest.mark.slow),
    ],
)
def simulated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A finished game of one kind, played a round at a time."""
    rules = find_game(request.param)
    folder = tmp_path_factory.mktemp(request.param)
    wish = Wish(rules, next(iter(rules.editions)), {}, SEATS[request.param], Pacing.ROUND, b"archives")
    play_directories(wish, 1, str(folder))
    return sorted(path for path in folder.iterdir() if path.is_dir())
