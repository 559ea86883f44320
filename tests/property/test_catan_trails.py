"""The longest road against trying every order of roads, on 2,000 random networks with rivals' buildings in them."""

from __future__ import annotations

import pytest
from oracle.catan_trails import longest
from oracle.dice import Dice

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.awards import measure_roads, measure_with
from adjudicator.rules.catan.topology import END_MASKS, ENDS, INTERSECTIONS, PATHS, PATHS_AT, mask_of

NETWORKS = 500
PLAIN = (1,) * PATHS
MOST_ROADS = 15


def grow(dice: Dice) -> list[int]:
    """Roads in the order of building, in one piece or two; half of the networks prefer to close rings."""
    roads: list[int] = []
    reach = 0
    rings = dice.below(2)
    for _ in range(1 + dice.below(MOST_ROADS)):
        near = [path for path in range(PATHS) if END_MASKS[path] & reach and path not in roads]
        closing = [path for path in near if not END_MASKS[path] & ~reach]
        fresh = not near or not dice.below(12)
        path = dice.below(PATHS) if fresh else dice.pick(closing if rings and closing else near)
        if path not in roads:
            roads.append(path)
            reach |= END_MASKS[path]
    return roads


def scatter(dice: Dice, roads: list[int]) -> int:
    """Rivals' buildings, some of them on the network."""
    nodes = list(list_bits(mask_of(end for path in roads for end in ENDS[path])))
    on = {dice.pick(nodes) for _ in range(dice.below(4))}
    return mask_of(on | {dice.below(INTERSECTIONS)})


def expected(roads: list[int], rivals: int, weights: tuple[int, ...]) -> int:
    weight = {ENDS[path]: weights[path] for path in roads}
    return longest(set(weight), set(list_bits(rivals)), weight)


@pytest.mark.parametrize("part", range(4))
def test_the_longest_trail_is_found(part: int) -> None:
    lengths: set[int] = set()
    for number in range(NETWORKS):
        dice = Dice("trails", part, number)
        roads = grow(dice)
        rivals = scatter(dice, roads)
        weights = PLAIN if number % 2 else tuple(1 + dice.below(2) for _ in range(PATHS))
        length = expected(roads, rivals, weights)

        assert measure_roads(mask_of(roads), rivals, weights) == length, (roads, rivals, weights)
        before = measure_roads(mask_of(roads[:-1]), rivals, weights)
        assert measure_with(roads[-1], mask_of(roads), rivals, weights, before) == length, (roads, rivals, weights)
        lengths.add(length)
    assert lengths >= set(range(1, 16))


def test_no_roads_have_no_length() -> None:
    assert measure_roads(0, 0, PLAIN) == 0


def test_a_ring_is_as_long_as_its_roads() -> None:
    ring = mask_of(path for path in range(PATHS) if set(ENDS[path]) <= {0, 1, 2, 8, 9, 10})

    assert measure_roads(ring, 0, PLAIN) == 6
    assert measure_roads(ring, 1 << 0, PLAIN) == 6  # it may begin and end at the rival's building
    assert measure_roads(ring, 1 << 0 | 1 << 10, PLAIN) == 3


def test_a_ring_with_a_tail_counts_both() -> None:
    ring = mask_of(path for path in range(PATHS) if set(ENDS[path]) <= {0, 1, 2, 8, 9, 10})
    tail = mask_of(path for path in list_bits(PATHS_AT[10]) if 11 in ENDS[path])

    assert measure_roads(ring | tail, 0, PLAIN) == 7
    assert measure_roads(ring | tail, 1 << 10, PLAIN) == 6
