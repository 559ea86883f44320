from __future__ import annotations

from itertools import pairwise

from oracle import catan_map

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.topology import (
    BEGINNERS,
    CENTRE,
    COAST,
    CORNER_HEXES,
    CORNERS,
    ENDS,
    HARBOUR_PATHS,
    HEX_NEIGHBOURS,
    HEXES,
    HEXES_AT,
    INTERSECTIONS,
    LETTERS,
    NEIGHBOURS,
    PATH_NAMES,
    PATHS,
    PATHS_AT,
    spiral,
)


def letters(tiles: tuple[int, ...]) -> str:
    return "".join(LETTERS[tile] for tile in tiles)


def test_the_island_has_the_size_of_the_printed_one() -> None:
    assert (HEXES, INTERSECTIONS, PATHS, len(COAST)) == (19, 54, 72, 30)


def test_inland_intersections_touch_three_hexes_and_three_paths() -> None:
    for number in range(INTERSECTIONS):
        paths = PATHS_AT[number].bit_count()
        inland = not any(path in COAST for path in list_bits(PATHS_AT[number]))

        assert len(HEXES_AT[number]) in ({3} if inland else {1, 2})
        assert paths == NEIGHBOURS[number].bit_count()
        assert paths == 3 or (paths == 2 and len(HEXES_AT[number]) == 1)


def test_a_second_derivation_numbers_everything_alike() -> None:
    assert list(ENDS) == catan_map.PATHS
    assert {ENDS[path] for path in COAST} == set(catan_map.COASTAL)
    assert [{LETTERS[tile] for tile in tiles} for tiles in HEXES_AT] == list(catan_map.HEXES_AT.values())
    assert [set(corners) for corners in CORNERS] == list(catan_map.CORNERS_OF.values())
    assert [set(list_bits(mask)) for mask in NEIGHBOURS] == list(catan_map.NEXT_TO.values())
    for tile, mask in enumerate(HEX_NEIGHBOURS):
        assert {LETTERS[near] for near in list_bits(mask)} == catan_map.HEX_NEIGHBOURS[LETTERS[tile]]


def test_lines_of_intersections_are_numbered_from_left_to_right() -> None:
    lines = [range(7), range(7, 16), range(16, 27), range(27, 38), range(38, 47), range(47, 54)]

    for line in lines:
        assert all(NEIGHBOURS[number] >> number + 1 & 1 for number in line[:-1])
        assert not NEIGHBOURS[line[-1]] >> line[-1] + 1 & 1


def test_paths_are_named_lower_number_first() -> None:
    assert "12-13" in PATH_NAMES
    assert all(low < high for low, high in ENDS)


def test_the_coast_is_one_ring() -> None:
    for path, following in zip(COAST, (*COAST[1:], COAST[0]), strict=True):
        assert len(set(ENDS[path]) & set(ENDS[following])) == 1


def test_harbours_stand_at_the_printed_gaps() -> None:
    places = [COAST.index(path) for path in HARBOUR_PATHS]
    gaps = [(following - place) % 30 for place, following in zip(places, (*places[1:], places[0]), strict=True)]

    assert gaps == [3, 4, 3, 3, 4, 3, 3, 4, 3]


def test_harbours_of_the_beginners_board_stand_at_their_hexes() -> None:
    at = {
        LETTERS[tile]: kind
        for path, kind in zip(HARBOUR_PATHS, BEGINNERS.harbours, strict=True)
        for tile in range(HEXES)
        if set(ENDS[path]) <= set(CORNERS[tile])
    }

    assert at == {
        "A": "any",
        "B": "grain",
        "G": "ore",
        "L": "any",
        "P": "wool",
        "R": "any",
        "Q": "any",
        "M": "brick",
        "D": "lumber",
    }


def test_a_harbour_beside_a_bare_corner_hex_is_on_the_path_nearer_to_it() -> None:
    bare = {"C", "S", "H"}
    for path in HARBOUR_PATHS:
        hexes = [LETTERS[tile] for tile in range(HEXES) if set(ENDS[path]) <= set(CORNERS[tile])]
        if LETTERS.index(hexes[0]) not in CORNER_HEXES:
            touched = {LETTERS[tile] for end in ENDS[path] for tile in HEXES_AT[end]}
            assert touched & bare


def test_the_spiral_goes_counter_clockwise_and_ends_in_the_centre() -> None:
    assert letters(spiral(0)) == "ADHMQRSPLGCBEINOKFJ"
    assert letters(CORNER_HEXES) == "ACLSQH"
    for corner in CORNER_HEXES:
        order = spiral(corner)
        assert sorted(order) == list(range(HEXES))
        assert (order[0], order[-1]) == (corner, CENTRE)
        assert all(HEX_NEIGHBOURS[tile] >> near & 1 for tile, near in pairwise(order))
