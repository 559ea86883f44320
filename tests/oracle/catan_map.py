"""Catan's island a second time: an intersection is the three hexes round it, a path the two hexes beside it.

Hexes are pairs of axial coordinates; those in the sea count too, so that the coast needs no special case.
"""

from __future__ import annotations

from itertools import combinations

Hex = tuple[int, int]

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
LETTERS = "ABCDEFGHIJKLMNOPQRS"


def distance(one: Hex, other: Hex) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def around(spot: Hex) -> list[Hex]:
    return [(spot[0] + q, spot[1] + r) for q, r in STEPS]


def place(spot: Hex) -> tuple[float, float]:
    """Where the middle of a hex is: row, and half columns."""
    return float(spot[1]), spot[0] + spot[1] / 2


LAND = sorted(((q, r) for q in range(-2, 3) for r in range(-2, 3) if distance((q, r), (0, 0)) <= 2), key=place)
HEX_OF = dict(zip(LETTERS, LAND, strict=True))
LETTER_OF = {spot: letter for letter, spot in HEX_OF.items()}

_CORNERS = {
    frozenset({spot, one, other})
    for spot in LAND
    for one, other in combinations(around(spot), 2)
    if distance(one, other) == 1
}


def _reading_order(corner: frozenset[Hex]) -> tuple[int, float]:
    """Line by line from the top: a corner lies above the row of the lowest hexes round it."""
    return max(row for _, row in corner), sum(place(spot)[1] for spot in corner) / 3


_ORDERED = sorted(_CORNERS, key=_reading_order)
INTERSECTIONS = range(len(_ORDERED))
HEXES_AT = {number: {LETTER_OF[spot] for spot in corner if spot in LETTER_OF} for number, corner in enumerate(_ORDERED)}
CORNERS_OF = {letter: {number for number in INTERSECTIONS if letter in HEXES_AT[number]} for letter in LETTERS}
PATHS = [
    (low, high)
    for low, high in combinations(INTERSECTIONS, 2)
    if len(_ORDERED[low] & _ORDERED[high]) == 2 and HEXES_AT[low] & HEXES_AT[high]
]
COASTAL = [path for path in PATHS if len(HEXES_AT[path[0]] & HEXES_AT[path[1]]) == 1]
NEXT_TO = {number: {(set(path) - {number}).pop() for path in PATHS if number in path} for number in INTERSECTIONS}
HEX_NEIGHBOURS = {
    letter: {LETTER_OF[near] for near in around(HEX_OF[letter]) if near in LETTER_OF} for letter in LETTERS
}
