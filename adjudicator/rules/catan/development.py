"""Development cards: buying and playing them."""

from __future__ import annotations

from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.actions import Action, BuildRoad, BuyCard, PlayMonopoly, PlayPlenty
from adjudicator.rules.catan.awards import award_largest
from adjudicator.rules.catan.cards import (
    COUNT,
    DEVELOPMENTS,
    KNIGHT,
    MONOPOLY,
    ONE,
    RESOURCES,
    ROAD_BUILDING,
    VICTORY_POINT,
    WIDTH,
    YEAR_OF_PLENTY,
    count_kind,
    kind_at,
    name_cards,
)
from adjudicator.rules.catan.placing import pay, place_road
from adjudicator.rules.catan.state import Draft


def buy_card(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """Draw a development card, evenly from those left; a victory point counts at once (ruling C06)."""
    assert isinstance(action, BuyCard)
    cells, table = draft.cells, draft.table
    name = table.seats[seat]
    pay(draft, seat, table.edition.card_cost)
    deck = cells[at.DECK]
    number = (cells[at.CARDS + seat] + cells[at.PLAYED + seat]) % COUNT
    drawn = draft.chance.draw(cells[at.TURN], ("dev-card", name, number), deck % COUNT, hidden=True)
    kind = kind_at(deck, drawn)
    cells[at.DECK] = deck - ONE[kind]
    cells[at.CARDS + seat] += ONE[kind]
    cells[at.NEW] += ONE[kind]
    if kind == VICTORY_POINT:
        cells[at.POINTS + seat] += table.edition.card_points
    draft.note("card-bought", {"seat": name, "card": DEVELOPMENTS[kind]})


def play_knight(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """A knight, and perhaps the largest army."""
    del action
    _show(draft, seat, KNIGHT, {})
    award_largest(draft, seat)


def play_road_building(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """The card alone; its roads are placed one by one."""
    del action
    _show(draft, seat, ROAD_BUILDING, {})


def place_free_road(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """One of the free roads."""
    assert isinstance(action, BuildRoad)
    place_road(draft, seat, action.path, paid=False)


def play_plenty(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """Cards from the bank."""
    assert isinstance(action, PlayPlenty)
    _show(draft, seat, YEAR_OF_PLENTY, {"cards": name_cards(action.cards)})
    draft.cells[at.BANK] -= action.cards
    draft.cells[at.HAND + seat] += action.cards


def play_monopoly(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """All cards of one resource from all other hands."""
    assert isinstance(action, PlayMonopoly)
    cells, kind = draft.cells, action.resource
    given: dict[str, int] = {}
    for other, name in enumerate(draft.table.seats):
        count = count_kind(cells[at.HAND + other], kind)
        if other != seat and count:
            given[name] = count
            cells[at.HAND + other] -= count << WIDTH * kind
            cells[at.LOST + other] += count
    cells[at.HAND + seat] += sum(given.values()) << WIDTH * kind
    cells[at.TOOK + seat] += sum(given.values())
    _show(draft, seat, MONOPOLY, {"resource": RESOURCES[kind], "given": given})


def _show(draft: Draft, seat: SeatNumber, kind: int, facts: dict[str, JsonValue]) -> None:
    """Lay a card from the hand face up; it is the one of this turn."""
    cells = draft.cells
    cells[at.CARDS + seat] -= ONE[kind]
    cells[at.PLAYED + seat] += ONE[kind]
    cells[at.CARD_PLAYED] = 1
    draft.note("card-played", {"seat": draft.table.seats[seat], "card": DEVELOPMENTS[kind], **facts})
