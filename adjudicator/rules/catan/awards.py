"""The two awards."""

from __future__ import annotations

from adjudicator.rules.catan.cards import KNIGHT, count_kind
from adjudicator.rules.catan.draft import Draft
from adjudicator.rules.catan.state import (
    CITIES,
    LARGEST,
    LENGTH,
    LONGEST,
    NOBODY,
    OCCUPIED,
    PLAYED,
    POINTS,
    ROADS,
    SETTLEMENTS,
    Cells,
)
from adjudicator.rules.catan.trail import measure_roads


def rival_buildings(cells: Cells, seat: int) -> int:
    """The intersections that other seats hold, a mask."""
    return cells[OCCUPIED] & ~(cells[SETTLEMENTS + seat] | cells[CITIES + seat])


def measure_seat(draft: Draft, seat: int) -> None:
    """Measure the longest road of a seat from scratch."""
    cells = draft.cells
    weights = draft.table.rules.weigh(draft.extra)
    cells[LENGTH + seat] = measure_roads(cells[ROADS + seat], rival_buildings(cells, seat), weights)


def award_longest(draft: Draft) -> None:
    """Give, pass or set aside the longest road, by the lengths as they stand.

    The holder keeps it on a tie. Without a holder among the longest, one seat alone takes it and several leave it
    aside until one of them is alone (rulings B08, C74).
    """
    cells, table = draft.cells, draft.table
    edition = table.edition
    lengths = cells[LENGTH : LENGTH + len(table.seats)]
    best = max(lengths)
    holder = cells[LONGEST]
    if best < edition.longest_minimum:
        taker = NOBODY
    elif holder != NOBODY and lengths[holder] == best:
        return
    else:
        taker = lengths.index(best) if lengths.count(best) == 1 else NOBODY
    if taker == holder:
        return
    cells[LONGEST] = taker
    _pass_points(draft, holder, taker, edition.longest_points)
    draft.note("longest-road", {"seat": _name(draft, taker), "from": _name(draft, holder), "length": best})


def award_largest(draft: Draft, seat: int) -> None:
    """Give the largest army to ``seat`` if it has just played the knight that earns it."""
    cells = draft.cells
    knights = count_kind(cells[PLAYED + seat], KNIGHT)
    holder = cells[LARGEST]
    if seat == holder or knights < draft.table.edition.largest_minimum:
        return
    if holder != NOBODY and knights <= count_kind(cells[PLAYED + holder], KNIGHT):
        return
    cells[LARGEST] = seat
    _pass_points(draft, holder, seat, draft.table.edition.largest_points)
    draft.note("largest-army", {"seat": _name(draft, seat), "from": _name(draft, holder), "knights": knights})


def _name(draft: Draft, seat: int) -> str | None:
    return None if seat == NOBODY else draft.table.seats[seat]


def _pass_points(draft: Draft, loser: int, winner: int, points: int) -> None:
    if loser != NOBODY:
        draft.cells[POINTS + loser] -= points
    if winner != NOBODY:
        draft.cells[POINTS + winner] += points
