"""Trial positions, early and late, on both boards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from unit.picture.trial_positions import View, grow_position, see_board


@pytest.fixture(scope="session")
def grow() -> Callable[..., View]:
    """Trial positions; see :func:`grow_position`."""
    return grow_position


@pytest.fixture(params=[(2, 14), (3, 80), (4, 24), (5, 110)], ids=lambda of: f"{of[0]}-seats-{of[1]}-camels")
def view(request: pytest.FixtureRequest) -> View:
    """Positions early and late, on both boards."""
    seats, camels = request.param
    return grow_position(seats, camels, seed=seats)


@pytest.fixture
def river_view() -> View:
    """Four seats, the river between columns L and M, and tokens face down."""
    view = grow_position(4, 90, seed=3)
    grid = see_board(view).grid
    view["board"]["river"] = [
        f"{name}-{other}"
        for name in view["board"]["hexes"]
        for other in grid.names_of(grid.neighbours[grid.index_of[name]])
        if name[0] + other[0] == "LM"
    ]
    view["water"] = dict.fromkeys(view["water"])
    return view


@pytest.fixture
def newest(view: View) -> list[str]:
    """The hexes of the last few camels of ``view``, in the order in which they were placed."""
    return [camel["hex"] for camel in view["camels"][-5:]]
