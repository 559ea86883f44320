"""Roads, settlements and cities: placing them, and what follows from where they stand."""

from collections.abc import Sequence
from functools import lru_cache

from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.actions import MAX_SEATS, Action, BuildCity, BuildRoad, BuildSettlement
from adjudicator.rules.catan.awards import award_longest, count_parts, measure_seat, measure_with, rival_buildings
from adjudicator.rules.catan.cards import RESOURCES, Bundle, name_cards, pack, unpack
from adjudicator.rules.catan.course import note_piece, note_yield
from adjudicator.rules.catan.rules import Edition
from adjudicator.rules.catan.state import Cells, Draft, Stage, Table
from adjudicator.rules.catan.topology import (
    ANY,
    END_MASKS,
    ENDS,
    HEX_MASKS_AT,
    NEIGHBOURS,
    PATH_NAMES,
    PATHS_AT,
    Intersection,
    list_intersections,
    list_paths,
)

_TURN = Stage.TURN.value


def pay(draft: Draft, seat: SeatNumber, price: Bundle) -> None:
    """Move a price from a hand to the bank."""
    draft.cells[at.HAND + seat] -= price
    draft.cells[at.BANK] += price


def build_city(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """A city in place of a settlement, which goes back to its seat (ruling B06)."""
    assert isinstance(action, BuildCity)
    edition, cells = draft.table.edition, draft.cells
    intersection = action.intersection
    pay(draft, seat, edition.city_cost)
    cells[at.BUILT] += 1
    cells[at.SETTLEMENTS + seat] &= ~(1 << intersection)
    cells[at.CITIES + seat] |= 1 << intersection
    cells[at.POINTS + seat] += edition.city_points - edition.settlement_points
    _add_gains(draft, seat, intersection)
    note_piece(cells, "cities", intersection)
    draft.note("city-built", {"seat": draft.table.seats[seat], "intersection": intersection})


def place_settlement(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """A settlement of the set-up; the second one brings a card of every hex next to it."""
    assert isinstance(action, BuildSettlement)
    cells, table = draft.cells, draft.table
    build_settlement(draft, seat, action)
    if cells[at.PLACED] >= len(table.seats):
        income = table.board.incomes[action.intersection]
        cells[at.HAND + seat] += income
        cells[at.BANK] -= income
        if income:
            draft.note("income", {"seat": table.seats[seat], "cards": name_cards(income)})
    cells[at.ANCHOR] = action.intersection


def build_settlement(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """Put a settlement on the board, in a turn for its price; it may cut a rival's road."""
    assert isinstance(action, BuildSettlement)
    cells, table = draft.cells, draft.table
    intersection, spot = action.intersection, 1 << action.intersection
    paid = cells[at.STAGE] == _TURN
    if paid:
        pay(draft, seat, table.edition.settlement_cost)
        cells[at.BUILT] += 1
    cells[at.SETTLEMENTS + seat] |= spot
    cells[at.FRONT + seat] |= PATHS_AT[intersection]
    cells[at.POINTS + seat] += table.edition.settlement_points
    _occupy(table, cells, seat, intersection)
    _add_gains(draft, seat, intersection)
    note_piece(cells, "settlements", intersection)
    draft.note("settlement-built", {"seat": table.seats[seat], "intersection": intersection, "paid": paid})
    cut = False
    for rival in table.numbers:
        if rival != seat and cells[at.REACH + rival] & spot:
            cells[at.FRONT + rival] = find_front(cells, rival)
            measure_seat(cells, rival, table.rules.weigh(draft.extra))
            cut = True
    if cut:
        award_longest(draft)


def build_road(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """Put a road on the board, in a turn for its price; those of the set-up and of Road Building cost nothing."""
    assert isinstance(action, BuildRoad)
    cells, table, path = draft.cells, draft.table, action.path
    paid = cells[at.STAGE] == _TURN
    if paid:
        pay(draft, seat, table.edition.road_cost)
    closed = rival_buildings(cells, seat)
    roads = cells[at.ROADS + seat] | 1 << path
    cells[at.ROADS + seat] = roads
    cells[at.ALL_ROADS] |= 1 << path
    cells[at.REACH + seat] |= END_MASKS[path]
    for end in ENDS[path]:
        if not closed >> end & 1:
            cells[at.FRONT + seat] |= PATHS_AT[end]
    before = cells[at.LENGTH + seat]
    length = measure_with(path, roads, closed, table.rules.weigh(draft.extra), before)
    note_piece(cells, "roads", path)
    draft.note("road-built", {"seat": table.seats[seat], "path": PATH_NAMES[path], "paid": paid})
    if length != before:
        cells[at.LENGTH + seat] = length
        award_longest(draft)


def find_front(cells: Cells, seat: SeatNumber) -> int:
    """The paths next to a seat's roads and buildings, but for those beyond a rival's building."""
    own = cells[at.SETTLEMENTS + seat] | cells[at.CITIES + seat]
    front = 0
    for node in list_intersections((cells[at.REACH + seat] | own) & ~rival_buildings(cells, seat)):
        front |= PATHS_AT[node]
    return front


def _occupy(table: Table, cells: list[int], seat: SeatNumber, intersection: Intersection) -> None:
    """What follows for everybody, for the robber and for the seat's trades from a building, a city or not."""
    cells[at.OCCUPIED] |= 1 << intersection
    cells[at.BARRED] |= 1 << intersection | NEIGHBOURS[intersection]
    cells[at.PRESENCE + seat] |= HEX_MASKS_AT[intersection]
    harbour = table.board.harbour_at[intersection]
    if harbour is not None:
        cells[at.RATES + seat] = _better_rates(cells[at.RATES + seat], harbour, table.edition)


def _better_rates(rates: Bundle, harbour: str, edition: Edition) -> Bundle:
    """The bank's rates for a seat that has come to a harbour."""
    usual = edition.harbour_rate if harbour == ANY else edition.special_rate
    best = [
        min(rate, usual) if harbour in (ANY, name) else rate
        for name, rate in zip(RESOURCES, unpack(rates), strict=True)
    ]
    return pack(best)


def _add_gains(draft: Draft, seat: SeatNumber, intersection: Intersection) -> None:
    for number, card in draft.table.board.yields[intersection]:
        draft.cells[at.GAINS + number * MAX_SEATS + seat] += card
        note_yield(draft.cells, seat, number)


def derive(table: Table, cells: list[int], extra: object) -> None:
    """Fill the cells that actions keep up to date from pieces, cards and awards; now they are as on an empty board."""
    pieces = tuple(cells[at.SETTLEMENTS : at.REACH])
    for place, part in _follow_pieces(table, pieces, cells[at.RATES], table.rules.weigh(extra)):
        cells[place : place + len(part)] = part
    for seat in table.numbers:
        cells[at.POINTS + seat] = sum(count_parts(table, cells, seat).values())


@lru_cache(maxsize=8)
def _follow_pieces(
    table: Table, pieces: tuple[int, ...], rates: Bundle, weights: tuple[int, ...]
) -> Sequence[tuple[int, Cells]]:
    """The cells that follow from the ``pieces`` of all seats alone, the same for all readers, and where they begin.

    ``rates`` are those of a seat without a harbour.
    """
    cells = [0] * at.CELLS
    cells[at.SETTLEMENTS : at.REACH] = pieces
    cells[at.RATES : at.CARDS] = [rates] * MAX_SEATS
    for seat in table.numbers:
        cells[at.ALL_ROADS] |= cells[at.ROADS + seat]
        for path in list_paths(cells[at.ROADS + seat]):
            cells[at.REACH + seat] |= END_MASKS[path]
        for spot in list_intersections(cells[at.SETTLEMENTS + seat] | cells[at.CITIES + seat]):
            _occupy(table, cells, seat, spot)
            size = 2 if cells[at.CITIES + seat] >> spot & 1 else 1
            for number, card in table.board.yields[spot]:
                cells[at.GAINS + number * MAX_SEATS + seat] += size * card
    for seat in table.numbers:
        cells[at.FRONT + seat] = find_front(cells, seat)
        measure_seat(cells, seat, weights)
    spans = ((at.ALL_ROADS, at.HAND), (at.REACH, at.CARDS), (at.LENGTH, at.POINTS), (at.GAINS, at.ROLLS))
    return [(begin, cells[begin:end]) for begin, end in spans]
