"""The checks of a board find what is wrong with one: every fault is planted in a good board and found again."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

import pytest
from oracle.board_rules import check_cut_points, check_full, check_small, check_symmetry
from oracle.field import Field
from oracle.hexes import Hex, named, neighbours, read
from oracle.maps import DRAWN, FULL_BOARD, SMALL_BOARD


def move_feature(board: Field, before: str, after: str) -> Field:
    """A pool or palm space of ``board`` one has put elsewhere."""

    def moved(spots: frozenset[Hex]) -> frozenset[Hex]:
        return spots - {named(before)} | {named(after)} if named(before) in spots else spots

    return replace(board, pools=moved(board.pools), palms=moved(board.palms))


def cut(board: Field, *words: str) -> Field:
    """``board`` without some hexes, and without what was on them."""
    gone = read(words)
    return replace(board, playable=board.playable - gone, pools=board.pools - gone, palms=board.palms - gone)


FAULTS_OF_THE_SMALL_BOARD: dict[str, tuple[Field, str]] = {
    "a pool beside another": (move_feature(SMALL_BOARD, "F3", "G4"), "G4 and H4 are adjacent features"),
    "a pool far from all": (move_feature(SMALL_BOARD, "B4", "A3"), "pool A3 has no other feature at distance 2"),
    "a pool gone": (replace(SMALL_BOARD, pools=SMALL_BOARD.pools - read(["R6"])), "31 pools, not 32"),
    "a palm space gone": (replace(SMALL_BOARD, palms=SMALL_BOARD.palms - read(["J3"])), "5 palm spaces, not 6"),
    "a palm space beside another": (move_feature(SMALL_BOARD, "J3", "I3"), "palm spaces D3 and I3 are only 5 apart"),
    "a palm space at the edge": (move_feature(SMALL_BOARD, "B8", "B11"), "palm space B11 is not open on all sides"),
    "a pool on a palm space": (move_feature(SMALL_BOARD, "H2", "J3"), "J3 is both a pool and a palm space"),
    "a pool on a mountain": (move_feature(SMALL_BOARD, "G9", "G8"), "G8 has a feature but is not playable"),
    "a mountain on a playable hex": (
        replace(SMALL_BOARD, mountains=SMALL_BOARD.mountains | read(["G9"])),
        "G9 is both playable and a mountain",
    ),
    "a hex on an island": (cut(SMALL_BOARD, "A4", "B3", "B4"), "A3 cannot be reached"),
    "a hex behind another": (cut(SMALL_BOARD, "B4", "B3"), "A4 is a cut point"),
    "a hex with two neighbours": (cut(SMALL_BOARD, "B3"), "A3 has only 2 neighbours"),
    "a second range": (
        replace(cut(SMALL_BOARD, "O5"), mountains=SMALL_BOARD.mountains | read(["O5"])),
        "2 mountain ranges inside, not 1",
    ),
    "a range that reaches the edge": (
        replace(
            cut(SMALL_BOARD, "F9", "F10", "F11", "F12", "F13"),
            mountains=SMALL_BOARD.mountains | read(["F9", "F10", "F11", "F12", "F13"]),
        ),
        "the range touches the edge at column 5, row 13",
    ),
    "a pool that crowds": (move_feature(SMALL_BOARD, "F3", "G3"), "G4 touches 3 features"),
    "a corner without water": (move_feature(SMALL_BOARD, "B10", "A3"), "B11 has no feature within 2"),
    "no room for leaders": (
        cut(SMALL_BOARD, *(f"{column}{row}" for column in "KLMN" for row in range(1, 13))),
        "leader hexes, not more than 98",
    ),
}

FAULTS_OF_THE_FULL_BOARD: dict[str, tuple[Field, str]] = {
    "a short strip": (cut(FULL_BOARD, *(f"X{row}" for row in range(2, 12))), "the strip has 51 hexes, not 55 to 65"),
    "a small board": (cut(FULL_BOARD, *(f"X{row}" for row in range(2, 12))), "the board has 240 hexes"),
    "a pool too few in the strip": (cut(FULL_BOARD, "X3"), "the strip has 10 pools, not 11"),
    "no palm space in the strip": (
        replace(FULL_BOARD, palms=FULL_BOARD.palms - read(["W10"])),
        "the strip has 0 palm spaces, not 1",
    ),
    "a token left over": (cut(FULL_BOARD, "X3"), "44 water tokens needed, not 45"),
    "a hole in the small area": (cut(FULL_BOARD, "R4"), "R4 of the small board is missing"),
    "a pool moved in the small area": (move_feature(FULL_BOARD, "R6", "R5"), "of the small area differ"),
    "neighbours across the line": (move_feature(FULL_BOARD, "S8", "S6"), "R6 and S6 are adjacent features"),
}


@pytest.mark.parametrize(("board", "finding"), FAULTS_OF_THE_SMALL_BOARD.values(), ids=FAULTS_OF_THE_SMALL_BOARD)
def test_a_fault_of_the_small_board_is_found(board: Field, finding: str) -> None:
    assert finding in "\n".join(check_small(board))


@pytest.mark.parametrize(("board", "finding"), FAULTS_OF_THE_FULL_BOARD.values(), ids=FAULTS_OF_THE_FULL_BOARD)
def test_a_fault_of_the_full_board_is_found(board: Field, finding: str) -> None:
    assert finding in "\n".join(check_full(board, SMALL_BOARD))


def test_a_neighbour_that_does_not_return_it_is_found() -> None:
    def one_way(spot: Hex) -> AbstractSet[Hex]:
        return SMALL_BOARD.playable.intersection(neighbours(spot)) - ({(3, 4)} if spot == (3, 5) else set())

    assert check_symmetry(SMALL_BOARD.playable, one_way) == ["D5 is beside D6, but not the other way round"]


def test_the_other_reading_of_the_columns_is_found() -> None:
    def odd_columns_lower(spot: Hex) -> set[Hex]:
        return {(x + 1, y) for x, y in neighbours((spot[0] - 1, spot[1]))}

    board = SMALL_BOARD.playable
    adjacent = {(one, other) for one in SMALL_BOARD.features for other in SMALL_BOARD.features & odd_columns_lower(one)}

    assert check_symmetry(board, lambda spot: board & odd_columns_lower(spot)) == []
    assert len(adjacent) == 2 * (7 + 2)


@pytest.mark.parametrize("board", DRAWN.values(), ids=DRAWN)
def test_no_leader_encloses_anything_on_the_boards_drawn_for_tests(board: Field) -> None:
    assert check_cut_points(board) == []
