"""The set-up's placements: forwards, then backwards round the table."""

from __future__ import annotations

from adjudicator.rules.catan.actions import Action, BuildRoad, BuildSettlement
from adjudicator.rules.catan.building import place_road, place_settlement
from adjudicator.rules.catan.cards import name_cards
from adjudicator.rules.catan.draft import Draft
from adjudicator.rules.catan.state import ANCHOR, BANK, HAND, MOVER, NOWHERE, PLACED, STAGE, TURN, Stage
from adjudicator.rules.catan.turns import begin_turn

_SETTLEMENT, _ROAD = Stage.SETTLEMENT.value, Stage.ROAD.value


def place_first_settlement(draft: Draft, seat: int, action: Action) -> None:
    """A settlement of the set-up; the second one brings a card of every hex next to it."""
    assert isinstance(action, BuildSettlement)
    cells, table = draft.cells, draft.table
    place_settlement(draft, seat, action.intersection, paid=False)
    if cells[PLACED] >= len(table.seats):
        income = table.board.incomes[action.intersection]
        cells[HAND + seat] += income
        cells[BANK] -= income
        if income:
            draft.note("income", {"seat": table.seats[seat], "cards": name_cards(income)})
    cells[ANCHOR] = action.intersection
    cells[STAGE] = _ROAD


def place_first_road(draft: Draft, seat: int, action: Action) -> None:
    """The road that goes with it; after the last one the first seat begins."""
    assert isinstance(action, BuildRoad)
    cells, seats = draft.cells, len(draft.table.seats)
    place_road(draft, seat, action.path, paid=False)
    cells[ANCHOR] = NOWHERE
    cells[PLACED] += 1
    placed = cells[PLACED]
    if placed == 2 * seats:
        cells[MOVER] = 0
        cells[TURN] = 1
        begin_turn(draft)
    else:
        cells[MOVER] = placed if placed < seats else 2 * seats - 1 - placed
        cells[STAGE] = _SETTLEMENT
