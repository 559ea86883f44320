"""Trade with the bank and between players."""

from __future__ import annotations

from adjudicator.core.json_value import JsonValue
from adjudicator.rules.catan.actions import Action, Trade, TradeWithBank
from adjudicator.rules.catan.cards import ONE, RESOURCES, WIDTH, count_kind, name_cards
from adjudicator.rules.catan.draft import Draft
from adjudicator.rules.catan.state import BANK, HAND, RATES


def trade_with_bank(draft: Draft, seat: int, action: Action) -> None:
    """Cards of one resource for one of another, at the best rate of the seat's harbours."""
    assert isinstance(action, TradeWithBank)
    cells, give, take = draft.cells, action.give, action.take
    rate = count_kind(cells[RATES + seat], give)
    change = (rate << WIDTH * give) - ONE[take]
    cells[HAND + seat] -= change
    cells[BANK] += change
    given, taken = {RESOURCES[give]: rate}, {RESOURCES[take]: 1}
    draft.note("bank-traded", {"seat": draft.table.seats[seat], "give": given, "take": taken})


def trade(draft: Draft, seat: int, action: Action) -> None:
    """Cards of the seat on turn for cards of a partner (ruling B03)."""
    assert isinstance(action, Trade)
    cells, seats = draft.cells, draft.table.seats
    change = action.give - action.take
    cells[HAND + seat] -= change
    cells[HAND + action.partner] += change
    facts: dict[str, JsonValue] = {
        "seat": seats[seat],
        "partner": seats[action.partner],
        "give": name_cards(action.give),
        "take": name_cards(action.take),
    }
    draft.note("traded", facts)
