"""The ground of a board made at random: its outline, the range inside, the small area and the strip."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from struct import unpack
from typing import NamedTuple, TypeVar

from adjudicator.kit.hexes import HexGrid, list_hexes, select_hex

_Kind = TypeVar("_Kind")
_WORD = 64


class Picks:
    """Choices from a seed, a whole number from 0. The game draws the seed fairly; this only makes much of it."""

    def __init__(self, seed: int) -> None:
        self._words = _list_words(f"{seed:x}".encode())

    def below(self, number: int) -> int:
        """A whole number from 0 to ``number - 1``."""
        return next(self._words) * number >> _WORD

    def choose(self, values: Sequence[_Kind]) -> _Kind:
        """One of ``values``."""
        return values[self.below(len(values))]

    def choose_bit(self, mask: int) -> int:
        """One of the bits of ``mask``, as a mask."""
        return 1 << select_hex(mask, self.below(mask.bit_count()))


def _list_words(seed: bytes) -> Iterator[int]:
    for number in count():
        yield from unpack(">8Q", hashlib.sha512(b"board/%s/%d" % (seed, number)).digest())


ROWS = 14
SMALL_COLUMNS, ALL_COLUMNS = 18, 24
SMALL_SIZE, STRIP_SIZE, FULL_SIZE = range(184, 195), range(55, 66), range(244, 255)
"""How many playable hexes: as on the small board, five more or fewer, and as is known of the printed ones."""
_RANGE_SIZE = range(5, 10)
_RANGE_COLUMNS = range(4, 14)
_WITH_RANGE = range(SMALL_SIZE.start + _RANGE_SIZE.start, SMALL_SIZE.stop + _RANGE_SIZE.stop - 1)
_LOWEST_FIRST = 17
"""Column A ends with row 9 at the latest: the text has no room between a longer name and the number of its row."""
_FEWEST_NEIGHBOURS = 3
_TOPS, _BOTTOMS = range(7), range(17, 2 * ROWS)
_CUT = (0, SMALL_COLUMNS - 1, ALL_COLUMNS - 1)

CANVAS = HexGrid(ALL_COLUMNS, ROWS, sum(((1 << ROWS) - 1) << x * (ROWS + 1) for x in range(ALL_COLUMNS)))
"""All hexes that a board made at random may have."""


class Ground(NamedTuple):
    """Masks on :data:`CANVAS`: all playable hexes, those of them that belong to the strip, and the range inside."""

    field: int
    strip: int
    mountains: int


def make_ground(picks: Picks, *, with_strip: bool) -> Ground | None:
    """One attempt; None where it came to nothing that a faithful board may be."""
    tops, bottoms = _walk(picks, _TOPS, (1, 3, 5), 1), _walk(picks, _BOTTOMS, (19, 21, 23), -1)
    small = _fill(tops, bottoms, range(SMALL_COLUMNS))
    strip = _fill(tops, bottoms, range(SMALL_COLUMNS, ALL_COLUMNS))
    if strip.bit_count() not in STRIP_SIZE or small.bit_count() not in _WITH_RANGE:
        return None
    if not _is_open(small) or not _is_open(small | strip):
        return None
    mountains = _raise_range(picks, small)
    small &= ~mountains
    if small.bit_count() not in SMALL_SIZE or (small | strip).bit_count() not in FULL_SIZE:
        return None
    if not mountains or not _is_open(small):
        return None
    return Ground(small | strip, strip, mountains) if with_strip else Ground(small, 0, mountains)


def _walk(picks: Picks, heights: range, starts: tuple[int, ...], inwards: int) -> list[int]:
    """An edge of the board from left to right: for each column the height of its last hex.

    Heights are halves of a hex. One column differs from the next by one, which makes an edge of straight pieces; the
    outermost columns of the board and of its small area are cut, since a corner hex would have two neighbours only.
    """
    height, slope, edge = picks.choose(starts), picks.choose((-1, 1)), []
    for x in range(ALL_COLUMNS):
        edge.append(height + 2 * inwards if x in _CUT else height)
        slope = picks.choose((slope, slope, slope, -slope, -slope))
        if height + slope not in heights:
            slope = -slope
        height += slope
    edge[0] = min(edge[0], _LOWEST_FIRST)
    return edge


def _fill(tops: list[int], bottoms: list[int], columns: range) -> int:
    """The hexes between the edges, in ``columns``."""
    mask = 0
    for x in columns:
        first, last = tops[x] // 2, bottoms[x] // 2
        mask |= ((1 << last - first + 1) - 1) << x * CANVAS.stride + first
    return mask


def _raise_range(picks: Picks, inside: int) -> int:
    """A range of mountains, two hexes from every edge at least; 0 where it does not fit."""
    room = inside & ~CANVAS.grow(CANVAS.grow(CANVAS.field & ~inside)) & _list_columns(_RANGE_COLUMNS)
    room &= ~_list_outer_rows()
    if not room:
        return 0
    mountains = picks.choose_bit(room)
    for _ in range(1, picks.choose(_RANGE_SIZE)):
        beside = CANVAS.grow(mountains) & room & ~mountains
        if not beside:
            return 0
        mountains |= picks.choose_bit(beside)
    return mountains


def _list_columns(columns: range) -> int:
    return sum(((1 << ROWS) - 1) << x * CANVAS.stride for x in columns)


def _list_outer_rows() -> int:
    """Hexes with the edge of the canvas within two steps, above or below."""
    return sum(0b11000000000011 << x * CANVAS.stride for x in range(ALL_COLUMNS))


def _is_open(field: int) -> bool:
    """Whether the field is one, has no hex with fewer than three neighbours, and none that alone leads to others."""
    neighbours = CANVAS.neighbours
    for index in list_hexes(field):
        around = neighbours[index] & field
        if around.bit_count() < _FEWEST_NEIGHBOURS:
            return False
        if any(_list_apart(field & ~(1 << index), around)):
            return False
    return True


def _list_apart(field: int, spots: int) -> Iterator[int]:
    """The ``spots`` that cannot be reached from the first of them within ``field``."""
    near = CANVAS.flood(spots & -spots, spots)
    if near != spots:
        yield spots & ~CANVAS.flood(spots & -spots, field)
