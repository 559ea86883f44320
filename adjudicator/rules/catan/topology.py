"""The shape of the board: hexes, intersections and paths, derived from the geometry of nineteen pointy-topped hexes.

**Hexes** stand in rows of 3, 4, 5, 4 and 3 and are lettered A to S row by row, left to right. **Intersections** lie on
six zigzag lines, one above each row of hexes and one below the last, of 7, 9, 11, 11, 9 and 7 intersections; they are
numbered 0 to 53 line by line from the top, left to right, so that neighbours on a line have neighbouring numbers.
**Paths** are named by their two intersections, the lower number first (``12-13``), and numbered 0 to 71 in the order
of these pairs.

Sets of intersections, paths and hexes are masks: bit *n* stands for number *n*.

At the end stands the board of one game: terrain, number tokens, harbours, and what follows from them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NewType, cast

from adjudicator.kit.hexes import Hex, list_bits
from adjudicator.rules.catan.cards import ONE, RESOURCES, Bundle

Intersection = NewType("Intersection", int)
"""An intersection, by its number."""
PathNumber = NewType("PathNumber", int)
"""A path, by its number."""

# list_bits where the bits are these: said once here, since to make each number one of them would take time
list_intersections = cast("Callable[[int], Iterator[Intersection]]", list_bits)
list_paths = cast("Callable[[int], Iterator[PathNumber]]", list_bits)

ROWS = (3, 4, 5, 4, 3)
LETTERS = "ABCDEFGHIJKLMNOPQRS"
HEXES = len(LETTERS)
CENTRE = Hex(LETTERS.index("J"))

Point = tuple[int, int]

# Half a hex's width and a quarter of its height are the units, so that all points are whole; y grows downwards.
_CORNERS: tuple[Point, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_ROW_HEIGHT = 3
_SIDES: tuple[Point, ...] = ((2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3), (1, -3))
"""From a hex to its neighbours, clockwise."""


def _place_hexes() -> tuple[Point, ...]:
    widest = max(ROWS)
    return tuple(
        (2 * column + widest - length, _ROW_HEIGHT * row) for row, length in enumerate(ROWS) for column in range(length)
    )


def _add(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]


def mask_of(numbers: Iterable[int]) -> int:
    """The mask of ``numbers``."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


HEX_POINTS = _place_hexes()
"""Where the middle of each hex lies, for drawing: x in half widths, y in quarter heights."""
_HEX_AT = {point: Hex(number) for number, point in enumerate(HEX_POINTS)}

INTERSECTION_POINTS: tuple[Point, ...] = tuple(
    sorted(
        {_add(middle, corner) for middle in HEX_POINTS for corner in _CORNERS},
        key=lambda point: ((point[1] + 2) // _ROW_HEIGHT, point[0]),
    )
)
"""Where each intersection lies, in the units of ``HEX_POINTS``."""
INTERSECTIONS = len(INTERSECTION_POINTS)
_INTERSECTION_AT = {point: Intersection(number) for number, point in enumerate(INTERSECTION_POINTS)}

CORNERS: tuple[tuple[Intersection, ...], ...] = tuple(
    tuple(_INTERSECTION_AT[_add(middle, corner)] for corner in _CORNERS) for middle in HEX_POINTS
)
"""The six intersections of each hex, clockwise from the top."""
CORNER_MASKS = tuple(mask_of(corners) for corners in CORNERS)
HEX_NEIGHBOURS = tuple(
    mask_of(_HEX_AT[near] for side in _SIDES if (near := _add(middle, side)) in _HEX_AT) for middle in HEX_POINTS
)
HEXES_AT = tuple(tuple(tile for tile in _HEX_AT.values() if number in CORNERS[tile]) for number in range(INTERSECTIONS))
"""The hexes, one to three, that meet at each intersection."""
HEX_MASKS_AT = tuple(mask_of(hexes) for hexes in HEXES_AT)


def _edges(tile: Hex) -> list[tuple[Intersection, Intersection]]:
    """The six edges of a hex as pairs of intersections, clockwise from the top."""
    corners = CORNERS[tile]
    return [(corners[side], corners[(side + 1) % len(corners)]) for side in range(len(corners))]


ENDS: tuple[tuple[Intersection, Intersection], ...] = tuple(
    sorted({(min(edge), max(edge)) for tile in _HEX_AT.values() for edge in _edges(tile)})
)
"""The two intersections of each path, the lower one first."""
PATHS = len(ENDS)
PATH_NAMES = tuple(f"{low}-{high}" for low, high in ENDS)
PATH_NAMED = {name: PathNumber(number) for number, name in enumerate(PATH_NAMES)}
END_MASKS = tuple(1 << low | 1 << high for low, high in ENDS)
END_SUMS = tuple(low ^ high for low, high in ENDS)
"""The numbers of a path's ends, combined: with one end it gives the other (see :func:`cross`)."""
PATHS_AT = tuple(mask_of(path for path, ends in enumerate(ENDS) if number in ends) for number in range(INTERSECTIONS))


def cross(path: PathNumber, end: Intersection) -> Intersection:
    """The other end of a path."""
    return Intersection(END_SUMS[path] ^ end)


NEIGHBOURS = tuple(
    mask_of(END_SUMS[path] ^ number for path in list_bits(PATHS_AT[number])) for number in range(INTERSECTIONS)
)
"""The intersections one path away from each intersection."""


def _walk_round() -> tuple[Hex, ...]:
    """The outer hexes, clockwise from the top left corner of the island."""
    ring = [Hex(0)]
    point = HEX_POINTS[0]
    for side in _SIDES:
        while (near := _add(point, side)) in _HEX_AT and _HEX_AT[near] not in ring:
            point = near
            ring.append(_HEX_AT[near])
    return tuple(ring)


OUTER_RING = _walk_round()
CORNER_HEXES = OUTER_RING[::2]
"""The six hexes at the corners of the island, clockwise from the top left: those with three paths on the coast."""


def _walk_coast() -> tuple[PathNumber, ...]:
    """The paths on the coast, clockwise, beginning with the first of the top left hex."""
    number_of = {ends: PathNumber(path) for path, ends in enumerate(ENDS)}
    clockwise: list[PathNumber] = []
    for tile in OUTER_RING:
        shore = [number_of[min(edge), max(edge)] for edge in _edges(tile)]
        wet = [sum(set(ENDS[path]) <= set(corners) for corners in CORNERS) == 1 for path in shore]
        # A hex's coastal paths are consecutive: the first is the one behind an inland path.
        first = next(side for side in range(len(shore)) if wet[side] and not wet[side - 1])
        clockwise += [shore[(first + step) % len(shore)] for step in range(sum(wet))]
    return tuple(clockwise)


COAST = _walk_coast()
"""The thirty paths between land and sea, clockwise, beginning with the first of the top left hex."""

_HARBOUR_GAPS = (3, 4, 3, 3, 4, 3, 3, 4)


def _place_harbours() -> tuple[PathNumber, ...]:
    places = [1]  # the middle one of the three coastal paths of the top left hex
    for gap in _HARBOUR_GAPS:
        places.append(places[-1] + gap)
    return tuple(COAST[place] for place in places)


HARBOUR_PATHS = _place_harbours()
"""The nine coastal paths with a harbour, clockwise from the top left hex."""


def spiral(corner: Hex) -> tuple[Hex, ...]:
    """All hexes, counter-clockwise round the coast from a corner hex, then the inner ring, then the centre.

    ``corner`` is one of ``CORNER_HEXES``.
    """
    start = OUTER_RING.index(corner)
    outer = [OUTER_RING[start - step] for step in range(len(OUTER_RING))]
    x, y = HEX_POINTS[CENTRE]
    # The inner ring lies half way between the corner hexes and the centre.
    inner = [_HEX_AT[(HEX_POINTS[tile][0] + x) // 2, (HEX_POINTS[tile][1] + y) // 2] for tile in outer[::2]]
    return (*outer, *inner, CENTRE)


YIELDS: Mapping[str, str] = {
    "hills": "brick",
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
}
"""The resource of every terrain; one that is not named yields nothing."""

ANY = "any"
"""The kind of a harbour that takes every resource."""
BARE = 0
"""In place of the number of a hex without a token."""


@dataclass(frozen=True)
class Board:
    """Terrain and number by hex, kind of harbour by place.

    ``harbours`` follows ``HARBOUR_PATHS``; each is a resource or ``ANY``.
    """

    terrains: tuple[str, ...]
    numbers: tuple[int, ...]
    harbours: tuple[str, ...]

    @cached_property
    def hex_yields(self) -> tuple[Bundle, ...]:
        """The card that each hex yields to a settlement; no card for one that yields nothing."""
        return tuple(ONE[RESOURCES.index(YIELDS[terrain])] if terrain in YIELDS else 0 for terrain in self.terrains)

    @cached_property
    def yields(self) -> tuple[tuple[tuple[int, Bundle], ...], ...]:
        """For each intersection the number and the card of every hex there that yields something."""
        return tuple(
            tuple((self.numbers[tile], self.hex_yields[tile]) for tile in HEXES_AT[number] if self.numbers[tile])
            for number in range(INTERSECTIONS)
        )

    @cached_property
    def incomes(self) -> tuple[Bundle, ...]:
        """For each intersection one card of every hex there: what the second settlement brings."""
        return tuple(sum(card for _, card in yields) for yields in self.yields)

    @cached_property
    def robbed_numbers(self) -> tuple[int, ...]:
        """The number that the robber silences on each hex; the last entry is for the place beside the board."""
        return (*self.numbers, BARE)

    @cached_property
    def harbour_at(self) -> tuple[str | None, ...]:
        """The kind of harbour at each intersection."""
        found: list[str | None] = [None] * INTERSECTIONS
        for path, kind in zip(HARBOUR_PATHS, self.harbours, strict=True):
            for end in ENDS[path]:
                found[end] = kind
        return tuple(found)


BEGINNERS = Board(
    terrains=(
        *("mountains", "pasture", "forest"),
        *("fields", "hills", "pasture", "hills"),
        *("fields", "forest", "desert", "forest", "mountains"),
        *("forest", "mountains", "fields", "pasture"),
        *("hills", "fields", "pasture"),
    ),
    numbers=(10, 2, 9, 12, 6, 4, 10, 9, 11, BARE, 3, 8, 8, 3, 4, 5, 5, 6, 11),
    harbours=(ANY, "grain", "ore", ANY, "wool", ANY, ANY, "brick", "lumber"),
)
"""The fixed board, whose middle hex yields nothing."""

TOKENS = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)
"""The number tokens in letter order."""
RED = (6, 8)
"""The numbers printed in red."""
TERRAINS = (*("hills",) * 3, *("forest",) * 4, *("pasture",) * 4, *("fields",) * 4, *("mountains",) * 3)
"""The terrain hexes but for the barren one."""
HARBOURS = (*(ANY,) * 4, *RESOURCES)


def describe_board(board: Board) -> dict[str, dict[str, str] | dict[str, int]]:
    """Terrain and number by hex, harbours by path."""
    return {
        "terrain": dict(zip(LETTERS, board.terrains, strict=True)),
        "numbers": {letter: number for letter, number in zip(LETTERS, board.numbers, strict=True) if number != BARE},
        "harbours": {PATH_NAMES[path]: kind for path, kind in zip(HARBOUR_PATHS, board.harbours, strict=True)},
    }


_share_board = lru_cache(maxsize=64)(Board)
"""One board for every position of a game, since much is worked out once for each board."""


def read_board(saved: Mapping[str, Mapping[str, Any]]) -> Board:
    """The board that a dump describes."""
    return _share_board(
        terrains=tuple(saved["terrain"][letter] for letter in LETTERS),
        numbers=tuple(saved["numbers"].get(letter, BARE) for letter in LETTERS),
        harbours=tuple(saved["harbours"][PATH_NAMES[path]] for path in HARBOUR_PATHS),
    )
