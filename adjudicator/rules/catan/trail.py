"""The longest road of one seat: the heaviest trail through its roads that uses none of them twice.

Intersections may repeat. A trail may begin or end at a rival's building, but not pass it (rulings B07, C73).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.topology import END_MASKS, END_SUMS, ENDS, PATHS_AT


def measure_roads(roads: int, closed: int, weights: Sequence[int]) -> int:
    """The weight of the heaviest trail in ``roads``.

    ``roads`` is a mask of paths, ``closed`` the intersections that a trail may not pass, ``weights`` says how much
    each path counts, more than 0.
    """
    return _measure(roads, closed, tuple(weights))


@lru_cache(maxsize=1024)
def _measure(roads: int, closed: int, weights: tuple[int, ...]) -> int:
    """The newest answers are kept, since positions are read far more often than their roads change."""
    nodes = 0
    for path in list_bits(roads):
        nodes |= END_MASKS[path]
    return max([_follow(node, roads, closed, weights) for node in list_bits(nodes)], default=0)


def measure_with(path: int, roads: int, closed: int, weights: Sequence[int], before: int) -> int:
    """The weight of the heaviest trail after a road was built on ``path``.

    ``roads`` includes it; ``before`` is what :func:`measure_roads` said without it. Where the road leads out into the
    open, only the trails that begin with it are new.
    """
    rest = roads & ~(1 << path)
    low, high = ENDS[path]
    if closed >> high & 1 or not PATHS_AT[high] & rest:
        inner = low
    elif closed >> low & 1 or not PATHS_AT[low] & rest:
        inner = high
    else:
        return measure_roads(roads, closed, weights)
    onward = 0 if closed >> inner & 1 else _follow(inner, rest, closed, weights)
    return max(before, weights[path] + onward)


def _follow(node: int, roads: int, closed: int, weights: Sequence[int]) -> int:
    """The weight of the heaviest trail through ``roads`` that begins at ``node``."""
    best = 0
    ways = PATHS_AT[node] & roads
    while ways:
        bit = ways & -ways
        ways ^= bit
        path = bit.bit_length() - 1
        weight = weights[path]
        far = END_SUMS[path] ^ node
        rest = roads ^ bit
        if PATHS_AT[far] & rest and not closed >> far & 1:
            weight += _follow(far, rest, closed, weights)
        if weight > best:  # noqa: PLR1730 - max() is a call, and this is the innermost loop
            best = weight
    return best
