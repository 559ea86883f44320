"""Places of hexes agree with the grid that the rules use."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator.rules.through_the_desert.boards.reading import load_board
from adjudicator.rules.through_the_desert.picture.layout import HexPlace, View, lay_out, locate, name_spot


@pytest.mark.parametrize(
    ("name", "spot"), [("A3", HexPlace(0, 5)), ("B3", HexPlace(1, 4)), ("D9", HexPlace(3, 16)), ("E9", HexPlace(4, 17))]
)
def test_even_columns_sit_half_a_hex_lower(name: str, spot: HexPlace) -> None:
    assert locate(name) == spot
    assert name_spot(spot) == name


@pytest.mark.parametrize("text", ["", "D", "9", "d9", "D-9", "DD9", "?3"])
def test_what_is_no_hex_name_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not the name of a hex"):
        locate(text)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_pair_of_neighbours_is_found_once(grow: Callable[..., View], seats: int) -> None:
    board = grow(seats, camels=0)["board"]
    grid = load_board(board["name"]).grid

    drawn = [frozenset((name, other)) for name, onward in lay_out(board).onward.items() for other in onward]

    beside = {name: grid.names_of(grid.neighbours[index]) for name, index in grid.index_of.items()}
    pairs = {frozenset((name, other)) for name, others in beside.items() for other in others}
    assert len(drawn) == len(pairs)
    assert set(drawn) == pairs
