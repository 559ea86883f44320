"""What a seat may do, kind of action by kind: masks within one block of the numbered actions, and discards.

Every function here takes the table, the cells and a seat, and says which entries of a block hand, pieces, bank and
board allow; whether it is the moment for such an action is not its question.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import overload

from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.actions import (
    FIRST,
    NO_VICTIM,
    PLENTIES,
    PLENTY_PAIRS,
    Action,
    Discard,
    PlayKnight,
    PlayMonopoly,
    PlayPlenty,
    PlayRoadBuilding,
)
from adjudicator.rules.catan.cards import (
    COUNT,
    EACH,
    GUARD,
    KINDS,
    KNIGHT,
    MONOPOLY,
    ONE,
    ROAD_BUILDING,
    VICTORY_POINT,
    WIDTH,
    YEAR_OF_PLENTY,
    Bundle,
    covers,
    is_bundle,
    unpack,
)
from adjudicator.rules.catan.state import Cells, Table
from adjudicator.rules.catan.topology import HEXES, INTERSECTIONS, PATHS_AT

_EVERYWHERE = (1 << INTERSECTIONS) - 1
_KNIGHT, _ROAD_BUILDING = 1 << FIRST[PlayKnight], 1 << FIRST[PlayRoadBuilding]
_MONOPOLIES = (1 << KINDS) - 1 << FIRST[PlayMonopoly]
_FIRST_PLENTY = FIRST[PlayPlenty]
_ALL_PAIRS = (1 << len(PLENTY_PAIRS)) - 1
_TWO = 2


def _select_trades(*, given: bool) -> dict[int, int]:
    """By the guard bits of some resources: the entries of the bank's block that give, or take, one of those."""
    return {
        sum(ONE[kind] << WIDTH - 1 for kind in list_bits(some)): sum(
            1 << give * KINDS + take
            for give in range(KINDS)
            for take in range(KINDS)
            if give != take and some >> (give if given else take) & 1
        )
        for some in range(1 << KINDS)
    }


_GIVING = _select_trades(given=True)
_TAKING = _select_trades(given=False)


def always(table: Table, cells: Cells, seat: SeatNumber) -> int:
    """One entry, which nothing forbids."""
    del table, cells, seat
    return 1


def first_settlement_sites(table: Table, cells: Cells, seat: SeatNumber) -> int:
    """Where a settlement may be placed in the set-up: not next to another."""
    del table, seat
    return _EVERYWHERE & ~cells[at.BARRED]


def settlement_sites(table: Table, cells: Cells, seat: SeatNumber) -> int:
    """Where a settlement may be built: at the seat's roads, not next to another."""
    edition = table.edition
    if not covers(cells[at.HAND + seat], edition.settlement_cost):
        return 0
    if cells[at.SETTLEMENTS + seat].bit_count() >= edition.settlements:
        return 0
    return cells[at.REACH + seat] & ~cells[at.BARRED]


def city_sites(table: Table, cells: Cells, seat: SeatNumber) -> int:
    """Which settlements may become cities (ruling B06)."""
    edition = table.edition
    if not covers(cells[at.HAND + seat], edition.city_cost) or cells[at.CITIES + seat].bit_count() >= edition.cities:
        return 0
    return cells[at.SETTLEMENTS + seat]


def first_road_sites(table: Table, cells: Cells, seat: SeatNumber) -> int:
    """Where a road may be placed in the set-up: at the settlement just placed."""
    del table, seat
    return PATHS_AT[cells[at.ANCHOR]] & ~cells[at.ALL_ROADS]


def free_road_sites(table: Table, cells: Cells, seat: SeatNumber) -> int:
    """Where a road may be placed that costs nothing: next to the seat's network (ruling B07)."""
    if cells[at.ROADS + seat].bit_count() >= table.edition.roads:
        return 0
    return cells[at.FRONT + seat] & ~cells[at.ALL_ROADS]


def road_sites(table: Table, cells: Cells, seat: SeatNumber) -> int:
    """Where a road may be built for its price."""
    return free_road_sites(table, cells, seat) if covers(cells[at.HAND + seat], table.edition.road_cost) else 0


def card_purchase(table: Table, cells: Cells, seat: SeatNumber) -> int:
    """One entry, if the seat can pay a development card and there is one."""
    return 1 if cells[at.DECK] and covers(cells[at.HAND + seat], table.edition.card_cost) else 0


def bank_trades(table: Table, cells: Cells, seat: SeatNumber) -> int:
    """The trades with the bank that hand and bank allow, at the best rate the seat has."""
    del table
    enough = ((cells[at.HAND + seat] | GUARD) - cells[at.RATES + seat]) & GUARD
    if not enough:
        return 0
    return _GIVING[enough] & _TAKING[((cells[at.BANK] | GUARD) - EACH) & GUARD]


def card_plays(table: Table, cells: Cells, seat: SeatNumber) -> int:
    """The development cards that may be played (rulings B04, B05), as a mask of all numbered actions."""
    cards = cells[at.CARDS + seat]
    if not cards:
        return 0
    if seat == cells[at.MOVER]:
        if cells[at.CARD_PLAYED]:
            return 0
        cards -= cells[at.NEW]
    mask = _KNIGHT if cards >> WIDTH * KNIGHT & 255 else 0
    if cards >> WIDTH * ROAD_BUILDING:
        if cards >> WIDTH * ROAD_BUILDING & 255 and free_road_sites(table, cells, seat):
            mask |= _ROAD_BUILDING
        if cards >> WIDTH * YEAR_OF_PLENTY & 255:
            mask |= _plenty_choices(cells[at.BANK]) << _FIRST_PLENTY
        if cards >> WIDTH * MONOPOLY & 255:
            mask |= _MONOPOLIES
    return mask


def _plenty_choices(bank: int) -> int:
    """The entries of Year of Plenty: pairs that the bank can pay, or its last card (ruling B05)."""
    if covers(bank, EACH + EACH):
        return _ALL_PAIRS
    size = min(bank % COUNT, _TWO)
    return sum(1 << number for number, cards in enumerate(PLENTIES) if cards % COUNT == size and covers(bank, cards))


def open_hexes(table: Table, cells: Cells, seat: SeatNumber) -> int:
    """The hexes where the seat may send the robber, a mask: another one, and of no rival who is spared (ruling B11)."""
    hexes = table.robber_hexes & ~(1 << cells[at.ROBBER])
    edition = table.edition
    if not edition.spared_points:
        return hexes
    spared = 0
    for rival in table.numbers:
        hidden = (cells[at.CARDS + rival] >> WIDTH * VICTORY_POINT & 255) * edition.card_points
        if rival != seat and cells[at.POINTS + rival] - hidden < edition.spared_points:
            spared |= cells[at.PRESENCE + rival]
    return hexes & ~spared or hexes


def robber_moves(table: Table, cells: Cells, seat: SeatNumber) -> int:
    """The robber moves: to another hex, with a victim where somebody there has cards (ruling B02)."""
    hexes = open_hexes(table, cells, seat)
    mask = inhabited = 0
    for victim in table.numbers:
        if victim != seat and cells[at.HAND + victim]:
            theirs = cells[at.PRESENCE + victim] & hexes
            inhabited |= theirs
            mask |= theirs << (victim + 1) * HEXES
    return mask | (hexes & ~inhabited) << NO_VICTIM * HEXES


@lru_cache(maxsize=1024)
def _count_ways(hand: Bundle, count: int) -> tuple[tuple[int, ...], ...]:
    """By kind and number of cards up to ``count``: in how many ways so many can be taken of it and later kinds."""
    ways = [(1, *[0] * count)]
    for held in reversed(unpack(hand)):
        sums = (*[0] * (held + 1), *accumulate(ways[-1]))
        ways.append(tuple([upto - below for upto, below in zip(sums[held + 1 :], sums, strict=False)]))
    return tuple(reversed(ways))


class Discards(Sequence[Action]):
    """The different ways to discard ``size`` cards of ``hand``, fewest of the first kind first."""

    __slots__ = ("_ways", "hand", "size")

    def __init__(self, hand: Bundle, size: int) -> None:
        self.hand = hand
        self.size = size
        self._ways = _count_ways(hand, size)

    def __len__(self) -> int:
        """How many ways there are."""
        return self._ways[0][self.size]

    @overload
    def __getitem__(self, number: int) -> Action: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Action]: ...
    def __getitem__(self, number: int | slice) -> Action | Sequence[Action]:
        """The way of that number."""
        if isinstance(number, slice):
            return tuple(self)[number]
        rest = range(len(self))[number]
        left, cards = self.size, 0
        for kind in range(KINDS):
            after = self._ways[kind + 1]
            taken = 0
            while rest >= after[left - taken]:
                rest -= after[left - taken]
                taken += 1
            left -= taken
            cards |= taken << WIDTH * kind
        return Discard(cards)

    def __contains__(self, action: object) -> bool:
        """Whether ``action`` is one of them."""
        return (
            isinstance(action, Discard)
            and is_bundle(action.cards)
            and action.cards % COUNT == self.size
            and covers(self.hand, action.cards)
        )
