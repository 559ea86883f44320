"""Placing roads, settlements and cities, and all that follows from where they stand."""

from __future__ import annotations

from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.actions import MAX_SEATS, Action, BuildCity, BuildRoad, BuildSettlement
from adjudicator.rules.catan.awards import award_longest, measure_roads, measure_seat, measure_with, rival_buildings
from adjudicator.rules.catan.board import ANY
from adjudicator.rules.catan.cards import KINDS, RESOURCES, VICTORY_POINT, WIDTH, Bundle, count_kind, name_cards
from adjudicator.rules.catan.course import note_piece, note_yield
from adjudicator.rules.catan.editions import Edition
from adjudicator.rules.catan.state import NOWHERE, Cells, Draft, Table
from adjudicator.rules.catan.topology import (
    END_MASKS,
    ENDS,
    HEX_MASKS_AT,
    NEIGHBOURS,
    PATH_NAMES,
    PATHS_AT,
    Intersection,
    PathNumber,
    list_intersections,
    list_paths,
)


def pay(draft: Draft, seat: SeatNumber, price: Bundle) -> None:
    """Move a price from a hand to the bank."""
    draft.cells[at.HAND + seat] -= price
    draft.cells[at.BANK] += price


def build_settlement(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """A settlement for its price."""
    assert isinstance(action, BuildSettlement)
    pay(draft, seat, draft.table.edition.settlement_cost)
    draft.cells[at.BUILT] += 1
    place_settlement(draft, seat, action.intersection, paid=True)


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


def build_road(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """A road for its price."""
    assert isinstance(action, BuildRoad)
    pay(draft, seat, draft.table.edition.road_cost)
    place_road(draft, seat, action.path, paid=True)


def place_first_settlement(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """A settlement of the set-up; the second one brings a card of every hex next to it."""
    assert isinstance(action, BuildSettlement)
    cells, table = draft.cells, draft.table
    place_settlement(draft, seat, action.intersection, paid=False)
    if cells[at.PLACED] >= len(table.seats):
        income = table.board.incomes[action.intersection]
        cells[at.HAND + seat] += income
        cells[at.BANK] -= income
        if income:
            draft.note("income", {"seat": table.seats[seat], "cards": name_cards(income)})
    cells[at.ANCHOR] = action.intersection


def place_first_road(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """The road that goes with it."""
    assert isinstance(action, BuildRoad)
    cells = draft.cells
    place_road(draft, seat, action.path, paid=False)
    cells[at.ANCHOR] = NOWHERE
    cells[at.PLACED] += 1


def place_settlement(draft: Draft, seat: SeatNumber, intersection: Intersection, *, paid: bool) -> None:
    """Put a settlement on the board; it may cut a rival's road."""
    cells, table = draft.cells, draft.table
    spot = 1 << intersection
    cells[at.SETTLEMENTS + seat] |= spot
    cells[at.OCCUPIED] |= spot
    cells[at.BARRED] |= spot | NEIGHBOURS[intersection]
    cells[at.FRONT + seat] |= PATHS_AT[intersection]
    cells[at.PRESENCE + seat] |= HEX_MASKS_AT[intersection]
    cells[at.POINTS + seat] += table.edition.settlement_points
    _add_gains(draft, seat, intersection)
    harbour = table.board.harbour_at[intersection]
    if harbour is not None:
        cells[at.RATES + seat] = better_rates(cells[at.RATES + seat], harbour, table.edition)
    note_piece(cells, "settlements", intersection)
    draft.note("settlement-built", {"seat": table.seats[seat], "intersection": intersection, "paid": paid})
    cut = False
    for rival in table.numbers:
        if rival != seat and cells[at.REACH + rival] & spot:
            cells[at.FRONT + rival] = find_front(cells, rival)
            measure_seat(draft, rival)
            cut = True
    if cut:
        award_longest(draft)


def place_road(draft: Draft, seat: SeatNumber, path: PathNumber, *, paid: bool) -> None:
    """Put a road on the board."""
    cells, table = draft.cells, draft.table
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


def better_rates(rates: Bundle, harbour: str, edition: Edition) -> Bundle:
    """The bank's rates for a seat that has come to a harbour."""
    if harbour == ANY:
        return sum(min(count_kind(rates, kind), edition.harbour_rate) << WIDTH * kind for kind in range(KINDS))
    kind = RESOURCES.index(harbour)
    gained = max(0, count_kind(rates, kind) - edition.special_rate)
    return rates - (gained << WIDTH * kind)


def _add_gains(draft: Draft, seat: SeatNumber, intersection: Intersection) -> None:
    for number, card in draft.table.board.yields[intersection]:
        draft.cells[at.GAINS + number * MAX_SEATS + seat] += card
        note_yield(draft.cells, seat, number)


def derive(table: Table, cells: list[int], extra: object) -> None:
    """Fill the cells that actions keep up to date from pieces, cards and awards; now they are as on an empty board."""
    seats = table.numbers
    for seat in seats:
        cells[at.ALL_ROADS] |= cells[at.ROADS + seat]
        cells[at.OCCUPIED] |= cells[at.SETTLEMENTS + seat] | cells[at.CITIES + seat]
        for path in list_paths(cells[at.ROADS + seat]):
            cells[at.REACH + seat] |= END_MASKS[path]
    for spot in list_intersections(cells[at.OCCUPIED]):
        cells[at.BARRED] |= 1 << spot | NEIGHBOURS[spot]
    weights = table.rules.weigh(extra)
    for seat in seats:
        _derive_buildings(table, cells, seat)
        cells[at.FRONT + seat] = find_front(cells, seat)
        cells[at.LENGTH + seat] = measure_roads(cells[at.ROADS + seat], rival_buildings(cells, seat), weights)
        cells[at.POINTS + seat] = _count_points(table, cells, seat)


def _derive_buildings(table: Table, cells: list[int], seat: SeatNumber) -> None:
    board = table.board
    for spot in list_intersections(cells[at.SETTLEMENTS + seat] | cells[at.CITIES + seat]):
        cells[at.PRESENCE + seat] |= HEX_MASKS_AT[spot]
        harbour = board.harbour_at[spot]
        if harbour is not None:
            cells[at.RATES + seat] = better_rates(cells[at.RATES + seat], harbour, table.edition)
        size = 2 if cells[at.CITIES + seat] >> spot & 1 else 1
        for number, card in board.yields[spot]:
            cells[at.GAINS + number * MAX_SEATS + seat] += size * card


def _count_points(table: Table, cells: list[int], seat: SeatNumber) -> int:
    edition = table.edition
    return (
        cells[at.SETTLEMENTS + seat].bit_count() * edition.settlement_points
        + cells[at.CITIES + seat].bit_count() * edition.city_points
        + count_kind(cells[at.CARDS + seat], VICTORY_POINT) * edition.card_points
        + (edition.longest_points if cells[at.LONGEST] == seat else 0)
        + (edition.largest_points if cells[at.LARGEST] == seat else 0)
    )
