"""The two boards we ship, cell by cell against their tables of coordinates, and against what a faithful board needs."""

from __future__ import annotations

from itertools import combinations

import pytest
from oracle.board_rules import TREES, check_full, check_small, check_symmetry, legal_leader_hexes
from oracle.field import Field, read_board, read_drawing
from oracle.hexes import Hex, distance, height, neighbours
from oracle.maps import FULL_BOARD, SMALL_BOARD

from adjudicator.rules.through_the_desert.board import Board
from adjudicator.rules.through_the_desert.boards import load_board

SMALL_TABLE: dict[int, tuple[int, int, int, set[int], set[int]]] = {
    # column: first and last playable row, playable hexes, pools, palm spaces
    0: (2, 8, 7, {5}, set()),
    1: (1, 10, 10, {3, 9}, {7}),
    2: (0, 10, 11, {4}, set()),
    3: (0, 11, 12, {0, 8}, {2}),
    4: (0, 11, 12, {5, 9, 11}, set()),
    5: (0, 12, 11, {2, 4}, set()),
    6: (0, 12, 11, {8, 11}, set()),
    7: (0, 12, 12, {1, 3}, {10}),
    8: (0, 12, 12, {4}, set()),
    9: (1, 12, 11, {8, 10}, {2}),
    10: (1, 11, 11, {11}, set()),
    11: (1, 11, 11, {1, 3, 5, 8}, set()),
    12: (0, 10, 11, {9}, {6}),
    13: (0, 10, 11, {4}, set()),
    14: (0, 9, 10, {1, 6, 8}, set()),
    15: (0, 9, 10, {4}, set()),
    16: (0, 8, 9, {0, 6}, {2}),
    17: (1, 7, 7, {5}, set()),
}
STRIP_TABLE: dict[int, tuple[int, int, int, set[int], set[int]]] = {
    18: (0, 8, 9, {0, 7}, set()),
    19: (0, 9, 10, {3}, set()),
    20: (0, 9, 10, {5, 8}, set()),
    21: (0, 10, 11, {1, 3}, set()),
    22: (0, 10, 11, {5, 7}, {9}),
    23: (1, 10, 10, {2, 4}, set()),
}
MOUNTAINS = {(5, 6), (5, 7), (6, 6), (6, 7), (7, 7), (8, 7), (9, 7)}
BOTTOM_EDGE = [17, 20, 21, 22, 23, 24, 25, 24, 25, 24, 23, 22, 21, 20, 19, 18, 17, 14]


def from_table(table: dict[int, tuple[int, int, int, set[int], set[int]]], mountains: set[Hex]) -> Field:
    """The field that a table of columns describes."""
    return Field(
        frozenset((x, y) for x, row in table.items() for y in range(row[0], row[1] + 1)) - mountains,
        frozenset(mountains),
        frozenset((x, y) for x, row in table.items() for y in row[3]),
        frozenset((x, y) for x, row in table.items() for y in row[4]),
    )


@pytest.fixture(params=["small", "full"])
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


def test_the_small_board_is_its_table_its_drawing_and_its_file() -> None:
    table = from_table(SMALL_TABLE, MOUNTAINS)

    assert table == SMALL_BOARD
    assert table == read_board(load_board("small"))


def test_the_full_board_is_its_table_its_drawing_and_its_file() -> None:
    table = from_table(SMALL_TABLE | STRIP_TABLE, MOUNTAINS)

    assert table == FULL_BOARD
    assert table == read_board(load_board("full"))


@pytest.mark.parametrize(("column", "count"), [(x, row[2]) for x, row in (SMALL_TABLE | STRIP_TABLE).items()])
def test_every_column_has_as_many_playable_hexes_as_its_table_says(column: int, count: int) -> None:
    assert sum(x == column for x, _ in read_board(load_board("full")).playable) == count


def test_both_boards_have_the_numbers_of_hexes_and_features_that_were_measured() -> None:
    assert [len(part) for part in (SMALL_BOARD.playable, SMALL_BOARD.pools, SMALL_BOARD.palms)] == [189, 32, 6]
    assert [len(part) for part in (FULL_BOARD.playable, FULL_BOARD.pools, FULL_BOARD.palms)] == [250, 43, 7]
    assert len(SMALL_BOARD.playable - SMALL_BOARD.features) == 151


def test_nothing_is_wrong_with_the_small_board() -> None:
    assert check_small(read_board(load_board("small"))) == []


def test_nothing_is_wrong_with_the_full_board() -> None:
    assert check_full(read_board(load_board("full")), read_board(load_board("small"))) == []


def test_the_grid_has_the_neighbours_of_the_table_of_directions(board: Board) -> None:
    grid, field = board.grid, read_board(board)
    for word, index in grid.index_of.items():
        spot = grid.position(index)
        beside = {grid.position(grid.index_of[near]) for near in grid.names_of(grid.neighbours[index])}

        assert beside == field.playable.intersection(neighbours(spot)), word


def test_being_beside_each_other_is_mutual(board: Board) -> None:
    grid = board.grid

    def beside(spot: Hex) -> set[Hex]:
        index = spot[0] * grid.stride + spot[1]
        return {grid.position(grid.index_of[near]) for near in grid.names_of(grid.neighbours[index])}

    assert check_symmetry(read_board(board).playable, beside) == []


def test_neighbours_are_the_hexes_at_distance_one() -> None:
    for one, other in combinations(sorted(FULL_BOARD.playable), 2):
        assert (distance(one, other) == 1) == (other in neighbours(one))


def test_the_bottom_edge_runs_straight() -> None:
    lowest = [max(height(spot) for spot in SMALL_BOARD.playable if spot[0] == x) for x in range(18)]

    assert lowest == BOTTOM_EDGE


def test_pools_keep_a_distance_of_two() -> None:
    nearest = [min(distance(pool, other) for other in SMALL_BOARD.pools - {pool}) for pool in sorted(SMALL_BOARD.pools)]

    assert (nearest.count(2), nearest.count(3)) == (31, 1)


def test_palm_spaces_are_six_apart_six_times() -> None:
    apart = [distance(one, other) for one, other in combinations(sorted(SMALL_BOARD.palms), 2)]

    assert (min(apart), apart.count(6)) == (6, 6)


@pytest.mark.parametrize(("field", "room"), [(SMALL_BOARD, 121), (FULL_BOARD, 170)], ids=["small", "full"])
def test_there_is_room_for_leaders_wherever_the_palm_trees_stand(field: Field, room: int) -> None:
    rooms = [len(legal_leader_hexes(field, set(trees))) for trees in combinations(sorted(field.palms), TREES)]

    assert min(rooms) == room


def test_a_board_is_labelled_as_a_reconstruction(board: Board) -> None:
    assert "not a publisher's product" in board.origin
    assert board.river == ()


def test_an_unknown_board_is_not_there() -> None:
    with pytest.raises(FileNotFoundError):
        load_board("round")


def test_a_drawing_stands_on_the_grid() -> None:
    with pytest.raises(ValueError, match="between two hexes"):
        read_drawing(".")
