"""Answers to a proposal that stand below one which settles it: the first counts, and those behind it do nothing."""

from collections.abc import Iterator, Sequence

from adjudicator.core.order import Order
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError, read_accepted
from adjudicator.rules.catan.mail.offers import names_seat
from adjudicator.rules.catan.mail.proposals import ACCEPT, ANSWERS, REFUSE
from adjudicator.rules.catan.views.known import Proposal, View


def list_overruled(known: View, seat: SeatNumber, orders: Sequence[Order]) -> Iterator[tuple[Order, Order]]:
    """Each answer of ``orders`` that does nothing, and the one above it that counts in its place."""
    proposal = known.book.proposal
    if proposal is None or seat not in proposal.to:
        return
    first: Order | None = None
    for order in orders:
        if first is not None and order.kind in ANSWERS:
            yield order, first
        elif first is None and order.condition is None and _settles(known, seat, order, proposal):
            first = order


def _settles(known: View, seat: SeatNumber, order: Order, proposal: Proposal) -> bool:
    """Whether no answer below ``order`` is looked at, or what it says is all there is to say."""
    try:
        if order.kind == ACCEPT:
            whose, number = read_accepted(known.table, str(order.value))
            return whose == proposal.seat and (not number or len(proposal.list_for(seat)) == 1)
        return order.kind == REFUSE and names_seat(known.table, order.value, proposal.seat)
    except OrderTextError:
        return False
