"""The cells that follow from others, from scratch: what the actions keep up to date step by step."""

from __future__ import annotations

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.actions import MAX_SEATS
from adjudicator.rules.catan.awards import measure_roads, rival_buildings
from adjudicator.rules.catan.building import better_rates, find_front
from adjudicator.rules.catan.cards import VICTORY_POINT, count_kind
from adjudicator.rules.catan.state import (
    ALL_ROADS,
    BARRED,
    CARDS,
    CITIES,
    FRONT,
    GAINS,
    LARGEST,
    LENGTH,
    LONGEST,
    OCCUPIED,
    POINTS,
    PRESENCE,
    RATES,
    REACH,
    ROADS,
    SETTLEMENTS,
    Table,
)
from adjudicator.rules.catan.topology import END_MASKS, HEX_MASKS_AT, NEIGHBOURS


def derive(table: Table, cells: list[int], extra: object) -> None:
    """Fill the derived cells from pieces, cards and awards. They hold what an empty board has."""
    seats = range(len(table.seats))
    for seat in seats:
        cells[ALL_ROADS] |= cells[ROADS + seat]
        cells[OCCUPIED] |= cells[SETTLEMENTS + seat] | cells[CITIES + seat]
        for path in list_bits(cells[ROADS + seat]):
            cells[REACH + seat] |= END_MASKS[path]
    for spot in list_bits(cells[OCCUPIED]):
        cells[BARRED] |= 1 << spot | NEIGHBOURS[spot]
    weights = table.rules.weigh(extra)
    for seat in seats:
        _derive_buildings(table, cells, seat)
        cells[FRONT + seat] = find_front(cells, seat)
        cells[LENGTH + seat] = measure_roads(cells[ROADS + seat], rival_buildings(cells, seat), weights)
        cells[POINTS + seat] = _count_points(table, cells, seat)


def _derive_buildings(table: Table, cells: list[int], seat: int) -> None:
    board = table.board
    for spot in list_bits(cells[SETTLEMENTS + seat] | cells[CITIES + seat]):
        cells[PRESENCE + seat] |= HEX_MASKS_AT[spot]
        harbour = board.harbour_at[spot]
        if harbour is not None:
            cells[RATES + seat] = better_rates(cells[RATES + seat], harbour, table.edition)
        size = 2 if cells[CITIES + seat] >> spot & 1 else 1
        for number, card in board.yields[spot]:
            cells[GAINS + number * MAX_SEATS + seat] += size * card


def _count_points(table: Table, cells: list[int], seat: int) -> int:
    edition = table.edition
    return (
        cells[SETTLEMENTS + seat].bit_count() * edition.settlement_points
        + cells[CITIES + seat].bit_count() * edition.city_points
        + count_kind(cells[CARDS + seat], VICTORY_POINT) * edition.card_points
        + (edition.longest_points if cells[LONGEST] == seat else 0)
        + (edition.largest_points if cells[LARGEST] == seat else 0)
    )
