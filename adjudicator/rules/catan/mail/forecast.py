"""The forecast of a receipt: what orders would do as far as their sender can know, without drawing anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.order import Order
from adjudicator.rules.catan.known import Known
from adjudicator.rules.catan.mail.card_text import write_cards_text
from adjudicator.rules.catan.mail.quoting import quote_order
from adjudicator.rules.catan.mail.rehearsal import Outlook, Rehearsal, Tried
from adjudicator.rules.catan.mail.script import Kinds
from adjudicator.rules.catan.mail.trading import ACCEPT, REFUSE

_DRAWN = " (what it brings is drawn when the turn runs)"


def forecast_orders(known: Known, seat: int, orders: Sequence[Order], aside: Kinds) -> Iterator[str]:
    """A line for each order that is tried, then the cards in hand after those that are certain.

    Orders of the kinds ``aside`` are for something else than the turn.
    """
    rehearsal = Rehearsal(known, seat, aside)
    hand = rehearsal.hand if rehearsal.sure else None
    for tried in rehearsal.try_orders(orders):
        yield f"{tried.words or quote_order(tried.order)}: {_say(tried)}"
        if rehearsal.sure:
            hand = rehearsal.hand
    if hand is not None and orders:
        yield f"In your hand after what is certain: {write_cards_text(hand)}."


def forecast_answers(orders: Sequence[Order]) -> Iterator[str]:
    """A line for each answer to a proposal."""
    for order in orders:
        if order.kind == ACCEPT:
            yield f"{quote_order(order)}: trades if nobody asked before you does, and both hands allow it then"
        elif order.kind == REFUSE:
            yield f"{quote_order(order)}: your answer is no"


def _say(tried: Tried) -> str:
    match tried.outlook:
        case Outlook.DONE:
            return f"done{_DRAWN if tried.draws else ''}"
        case Outlook.SKIPPED:
            return "skipped, its condition is not true"
    return f"subject to {'the others' if tried.sure else 'what comes before it'}"
