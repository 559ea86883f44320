"""What will happen in a vote without a further word of a seat, said in advance and to that seat alone (section 4.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.core.agenda import Agenda
from adjudicator.core.order import Order
from adjudicator.rules.catan.known import Known
from adjudicator.rules.catan.mail.choosing import find_standing
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan_caravans.mail.ballots import BALLOTS, BIDS, Said, list_vote_items
from adjudicator.rules.catan_caravans.mail.vote_text import quote_vote
from adjudicator.rules.catan_caravans.state import caravans_of


def announce_vote(agenda: Agenda, *, negotiating: bool) -> str:
    """What the deadline of a vote, or of the negotiation after it, brings to a silent seat."""
    ballots = list(_list_counting(list_vote_items(agenda, BALLOTS)))
    if negotiating:
        return _say(ballots) if ballots else "If I hear nothing, you name no position."
    bids = list(_list_counting(list_vote_items(agenda, BIDS)))
    if not bids:
        return "If I hear nothing, you lay no cards."
    return _say([*bids, *ballots])


def _list_counting(items: Iterable[Said]) -> Iterator[Said]:
    """Down to the first order without a condition: what stands below it is never reached."""
    for said in items:
        yield said
        if said.item.order.condition is None:
            return


def _say(items: Sequence[Said]) -> str:
    return f"If I hear nothing, this counts: {'; '.join(quote_vote(said.item.order) for said in items)}."


def list_vote_promises(known: Known, agenda: Agenda) -> Iterator[str]:
    """What standing orders and defaults do in votes to come."""
    caravans = caravans_of(known.extra)
    if not known.turn or known.stage is Stage.OVER or not caravans.positions:
        return
    advance = [item.order for item in agenda.items if item.order.kind in (*BIDS, *BALLOTS)]
    if advance and caravans.vote is None:
        yield f"In the next vote, and in no other: {'; '.join(map(quote_vote, advance))}."
    standing = [item.order for item in find_standing(agenda, *BIDS, *BALLOTS)]
    if standing:
        yield f"In every vote, where your orders say nothing else: {'; '.join(map(quote_vote, standing))}."
    if not any(order.kind in BIDS for order in standing):
        yield "In a vote without a bid of yours you lay no cards."


def forecast_votes(known: Known, orders: Sequence[Order]) -> Iterator[str]:
    """A line for each order about a vote: when it counts."""
    later = "" if caravans_of(known.extra).vote is not None else " in the next vote"
    bids = 0
    for order in orders:
        if order.kind in BIDS:
            bids += 1
            above = " and no bid above it counts" if bids > 1 else ""
            yield f"{quote_vote(order)}: laid when it is your turn to lay{later}{above}"
        elif order.kind in BALLOTS:
            yield f"{quote_vote(order)}: counts{later} if you have laid cards or decide"
