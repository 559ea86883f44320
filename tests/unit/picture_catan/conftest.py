"""Trial positions: games played at random, with and without caravans."""

from __future__ import annotations

import pytest
from oracle.catan_views import SEATS, add_caravans, newest_of, play_view

from adjudicator.rules.catan.picture import BoardView, Newest


@pytest.fixture(params=[(3, 0), (4, 12), (4, 200)], ids=lambda of: f"{of[0]}-seats-{of[1]}-turns", scope="session")
def view(request: pytest.FixtureRequest) -> BoardView:
    """Positions of the base game: after the set-up, early, late."""
    seats, turns = request.param
    return play_view(SEATS[:seats], seed=7, turns=turns)


@pytest.fixture(params=[(2, True), (22, False)], ids=["early", "late"], scope="session")
def caravans(request: pytest.FixtureRequest) -> BoardView:
    """Positions with an oasis, camels and a vote."""
    camels, upward = request.param
    return add_caravans(play_view(seed=7), seed=9, camels=camels, upward=upward)


@pytest.fixture
def newest(view: BoardView) -> Newest:
    return newest_of(view)
