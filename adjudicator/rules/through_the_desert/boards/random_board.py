"""Makes a whole board from a seed, like the printed ones in all that is known of those.

First the ground: its outline, the range inside, the small area and the strip; then pools and palm spaces, spread as
evenly as on the board that was measured. The river is a winding line from edge to edge, or to the range, with room on
each bank. The same seed makes the same board for ever: games that were set up with a random board are played again from
the seed when they are verified, so that a change here is a change of the rules' version.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from struct import unpack
from typing import NamedTuple, TypeVar

from adjudicator.kit.hexes import Hex, HexGrid, list_hexes, select_hex
from adjudicator.rules.through_the_desert.board import Board, lay_grid

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
_WITH_RANGE = range(SMALL_SIZE.start + _RANGE_SIZE.start, SMALL_SIZE.stop + _RANGE_SIZE.stop - 1)
_LOWEST_FIRST = 17
"""Column A ends with row 9 at the latest: the text has no room between a longer name and the number of its row."""
FEWEST_NEIGHBOURS = 3
_TOPS, _BOTTOMS = range(7), range(17, 2 * ROWS)
_CUT = (0, SMALL_COLUMNS - 1, ALL_COLUMNS - 1)

CANVAS = HexGrid(ALL_COLUMNS, ROWS, sum(((1 << ROWS) - 1) << x * (ROWS + 1) for x in range(ALL_COLUMNS)))
"""All hexes that a board made at random may have."""
_RANGE_ROOM = sum(0b00111111111100 << x * CANVAS.stride for x in range(4, 14))
"""Where mountains may lie: neither in the outer columns nor with the edge of the canvas within two steps."""


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
    room = inside & ~CANVAS.grow(CANVAS.grow(CANVAS.field & ~inside)) & _RANGE_ROOM
    if not room:
        return 0
    mountains = picks.choose_bit(room)
    for _ in range(1, picks.choose(_RANGE_SIZE)):
        beside = CANVAS.grow(mountains) & room & ~mountains
        if not beside:
            return 0
        mountains |= picks.choose_bit(beside)
    return mountains


def _is_open(field: int) -> bool:
    """Whether the field is one, has no hex with fewer than three neighbours, and none that alone leads to others."""
    for index in list_hexes(field):
        around = CANVAS.neighbours[index] & field
        first, rest = around & -around, field & ~(1 << index)
        if around.bit_count() < FEWEST_NEIGHBOURS:
            return False
        if CANVAS.flood(first, around) != around and around & ~CANVAS.flood(first, rest):
            return False
    return True


SMALL_POOLS, SMALL_PALMS = 32, 6
STRIP_POOLS, STRIP_PALMS = 11, 1
_LAYINGS = 8
"""How often features are laid on one ground before another is made."""


def make_board(seed: int, *, with_strip: bool, with_river: bool) -> Board:
    """The board that ``seed``, a whole number from 0, makes.

    It has the counts of the printed boards and all that was measured on the small one: see the docs on boards.
    """
    picks = Picks(seed)
    while (board := _try(picks, f"{seed:016x}", with_strip=with_strip, with_river=with_river)) is None:
        pass
    return board


def _try(picks: Picks, name: str, *, with_strip: bool, with_river: bool) -> Board | None:
    ground = make_ground(picks, with_strip=with_strip)
    if ground is None:
        return None
    for _ in range(_LAYINGS):
        features = _lay_features(picks, ground.field & ~ground.strip, ground.strip)
        river = run_river(picks, ground) if features and with_river else ()
        if features is not None and river is not None:
            names_of = CANVAS.names_of
            grid = lay_grid(names_of(ground.field))
            return Board(
                name="random",
                title=f"Board {name}, made at random",
                origin="Made by chance for one game; not a publisher's product.",
                grid=grid,
                mountains=tuple(names_of(ground.mountains)),
                pools=grid.mask_of(names_of(features.pools)),
                palms=grid.mask_of(names_of(features.palms)),
                river=river,
                strip=grid.mask_of(names_of(ground.strip)),
            )
    return None


def _lay_features(picks: Picks, small: int, strip: int) -> Features | None:
    """Pools and palm spaces of the small area by itself, then those of the strip; None where it failed."""
    features = Features(small)
    if not features.lay_palms(picks, small, SMALL_PALMS) or not features.lay_pools(picks, small, SMALL_POOLS):
        return None
    if not strip:
        return features
    features = Features(small | strip, features.pools, features.palms)
    laid = features.lay_palms(picks, strip, STRIP_PALMS) and features.lay_pools(picks, strip, STRIP_POOLS)
    return features if laid else None


_COURSES = 200
_MOST_FOR_ONE = 4
"""At least one part of so many lies on each bank."""


def run_river(picks: Picks, ground: Ground) -> tuple[tuple[str, str], ...] | None:
    """The sides along which the river runs, from one end to the other; None where no course was found."""
    for _ in range(_COURSES):
        bank = _flow_across(picks) if picks.below(2) else _flow_down(picks)
        if all(_is_fair(bank, part) for part in (ground.field, ground.field & ~ground.strip)):
            return _list_sides(bank & ground.field, ground.field & ~bank)
    return None


def _flow_across(picks: Picks) -> int:
    """The hexes above a line from left to right."""
    level, slope, bank = 2 * (3 + picks.below(ROWS - 6)), 1, 0
    for x in range(ALL_COLUMNS):
        bank |= ((1 << max(0, (level + x % 2) // 2)) - 1) << x * CANVAS.stride
        slope = picks.choose((slope, slope, -slope))
        level += slope * picks.choose((1, 1, 3))
        if not 4 <= level <= 2 * ROWS - 4:  # noqa: PLR2004 - two hexes from the edge of the canvas
            slope = -slope
        level = min(max(level, 2), 2 * ROWS - 2)
    return bank & CANVAS.field


def _flow_down(picks: Picks) -> int:
    """The hexes left of a line from top to bottom."""
    column, slope = 4 + picks.below(SMALL_COLUMNS - 8), picks.choose((-1, 1))
    lefts = []
    for _ in range(2 * ROWS):
        slope = picks.choose((slope, slope, slope, -slope, 0)) or picks.choose((-1, 1))
        column = min(max(column + slope * picks.choose((0, 1, 1)), 3), SMALL_COLUMNS - 3)
        lefts.append(column)
    bank = 0
    for index in list_hexes(CANVAS.field):
        x, y = CANVAS.position(index)
        if x < lefts[2 * y + (x + 1) % 2]:
            bank |= 1 << index
    return bank


def _is_fair(bank: int, field: int) -> bool:
    """Whether the river parts ``field`` into two banks, each in one piece and large enough."""
    return all(
        _MOST_FOR_ONE * half.bit_count() >= field.bit_count() and CANVAS.flood(half & -half, half) == half
        for half in (bank & field, field & ~bank)
    )


def _list_sides(bank: int, other: int) -> tuple[tuple[str, str], ...]:
    names, neighbours = CANVAS.names, CANVAS.neighbours
    return tuple(
        (names[here], names[there]) for here in list_hexes(bank) for there in list_hexes(neighbours[here] & other)
    )


_ATTEMPTS, _TRIALS = 40, 6
APART = 6
"""Palm spaces are so many steps apart, so that no camel touches two oases."""


_SIDES = 6
_RIM = sum(1 << index for index in list_hexes(CANVAS.field) if CANVAS.neighbours[index].bit_count() < _SIDES)
"""The hexes of the canvas that have no neighbour on one side."""


class Features:
    """Pools and palm spaces laid so far, as masks, on ``field``.

    No two lie side by side, no plain hex touches three, and each pool has another feature two steps away.
    """

    def __init__(self, field: int, pools: int = 0, palms: int = 0) -> None:
        self.field = field
        self.pools = pools
        self.palms = palms
        self._once = self._twice = 0
        for index in list_hexes(pools | palms):
            self._touch(index)

    @property
    def everything(self) -> int:
        """Pools and palm spaces."""
        return self.pools | self.palms

    def _touch(self, index: Hex) -> None:
        around = CANVAS.neighbours[index] & self.field
        self._twice |= self._once & around
        self._once |= around

    def _free(self) -> int:
        """Where another feature may lie."""
        return self.field & ~CANVAS.grow(self.everything) & ~CANVAS.grow(self._twice)

    def lay_palms(self, picks: Picks, within: int, count: int) -> bool:
        """Lay so many more palm spaces ``within`` a part of the field, open on all sides; False where it failed."""
        open_spots = within & self._free() & ~CANVAS.grow(CANVAS.field & ~self.field) & ~_RIM
        for _ in range(_ATTEMPTS):
            palms, free = self.palms, open_spots & ~_reach(self.palms, APART - 1)
            left = count
            while free and left:
                spot = max((picks.choose_bit(free) for _ in range(_TRIALS)), key=lambda one: _count_left(free, one))
                palms |= spot
                free &= ~_reach(spot, APART - 1)
                left -= 1
            if not left:
                for index in list_hexes(palms & ~self.palms):
                    self._touch(index)
                self.palms = palms
                return True
        return False

    def lay_pools(self, picks: Picks, within: int, count: int) -> bool:
        """Lay so many more pools ``within`` a part of the field, all of it near a feature; False where it failed."""
        for _ in range(count):
            beside = within & self._free() & _reach(self.everything, 2)
            if not beside:
                return False
            far = within & ~_reach(self.everything, 2)
            spot = picks.choose_bit(beside)
            if far:
                trials = [picks.choose_bit(beside) for _ in range(_TRIALS)]
                spot = max(trials, key=lambda one: (_reach(one, 2) & far).bit_count())
            self.pools |= spot
            self._touch(next(list_hexes(spot)))
        return not within & ~_reach(self.everything, 2)


def _count_left(free: int, spot: int) -> int:
    return (free & ~_reach(spot, APART - 1)).bit_count()


def _reach(mask: int, steps: int) -> int:
    for _ in range(steps):
        mask = CANVAS.grow(mask)
    return mask
