"""The cells that follow from others, from scratch: what the actions keep up to date step by step."""

from __future__ import annotations

from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.actions import MAX_SEATS
from adjudicator.rules.catan.awards import measure_roads, rival_buildings
from adjudicator.rules.catan.cards import VICTORY_POINT, count_kind
from adjudicator.rules.catan.placing import better_rates, find_front
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan.topology import END_MASKS, HEX_MASKS_AT, NEIGHBOURS, list_intersections, list_paths


def derive(table: Table, cells: list[int], extra: object) -> None:
    """Fill the derived cells from pieces, cards and awards. They hold what an empty board has."""
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
