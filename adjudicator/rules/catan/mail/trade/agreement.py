"""What standing orders answer to a proposal: no by its terms or its maker, yes where a wish or an offer fits.

Whether they answer depends on the terms and on what everybody sees alone: nobody is awaited, or not, for his cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from adjudicator.core.agenda import Agenda
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Order
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.cards import Bundle, count_kind
from adjudicator.rules.catan.mail.choosing import find_standing
from adjudicator.rules.catan.mail.conditions import find_leader, holds
from adjudicator.rules.catan.mail.language.spelling import spell_whom
from adjudicator.rules.catan.mail.language.vocabulary import read_kind, read_seats
from adjudicator.rules.catan.mail.trade.offers import list_deals
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan.views.known import Known, Terms

ANYBODY, LEADER = "any", "leader"


def is_settled(known: Known, seat: SeatNumber, agenda: Agenda) -> bool:
    """Whether the standing orders of ``seat`` say yes or no to all that is proposed to it."""
    proposal = known.book.proposal
    assert proposal is not None
    return all(answers_terms(known, seat, agenda, proposal.seat, terms) for _, terms in proposal.list_for(seat))


def answers_terms(known: Known, seat: SeatNumber, agenda: Agenda, proposer: SeatNumber, terms: Terms) -> bool:
    """Whether a standing order of ``seat`` refuses these terms, or is a wish or an offer that they fit.

    Such a wish is an answer whatever the hand: yes where it can be kept, else no.
    """
    if refuses(known, seat, agenda, proposer, terms.give, terms.get):
        return True
    deals = (
        deal for kind in ("offer", "want") for deal in list_deals(known.table, agenda, kind, known.turn, fresh=True)
    )
    return any(deal.fits(known, seat, proposer, terms.give, terms.get) for deal in deals)


def refuses(known: Known, seat: SeatNumber, agenda: Agenda, proposer: SeatNumber, give: Bundle, get: Bundle) -> bool:
    """Whether a standing order of ``seat`` refuses what ``proposer`` would ``give`` it for ``get``."""
    for item in find_standing(agenda, "refuse"):
        condition = item.order.condition
        if condition is not None and not holds(condition, known, seat, {}):
            continue
        if _names(known, item.order.value, proposer) and _speaks_of(item.order.value, gets=give, gives=get):
            return True
    return False


def _names(known: Known, value: JsonValue, proposer: SeatNumber) -> bool:
    """Whether a standing refusal is for what ``proposer`` proposes."""
    names = list_refused(value)
    if LEADER in names:
        return proposer == find_leader(known)
    return ANYBODY in names or proposer in read_seats(known.table, names)


def list_refused(value: JsonValue) -> list[str]:
    """Whose proposals a refusal is for: seats, ``leader`` and ``any``, as it was understood."""
    whom = value.get("from", ANYBODY) if isinstance(value, Mapping) else value
    words = [whom] if isinstance(whom, str) else cast("Sequence[JsonValue]", whom)
    return [spell_whom(str(word)) for word in words]


def _speaks_of(value: JsonValue, *, gets: Bundle, gives: Bundle) -> bool:
    """Whether it is for these cards: some of those that it will not give, nothing but those that it does not want."""
    if not isinstance(value, Mapping):
        return True
    kept, unwanted = read_kinds(value.get("give")), read_kinds(value.get("get"))
    spends = kept is None or any(count_kind(gives, kind) for kind in kept)
    gains = [kind for kind in range(5) if count_kind(gets, kind)]
    return spends and (unwanted is None or all(kind in unwanted for kind in gains))


def read_kinds(names: JsonValue) -> tuple[int, ...] | None:
    """The kinds in a list of resources, or the one named; None for nothing. Raises ``UnknownCardError``."""
    if names is None:
        return None
    words = [names] if isinstance(names, str) else cast("Sequence[JsonValue]", names)
    return tuple(read_kind(str(word)) for word in words)


def names_seat(table: Table, order: Order, seat: SeatNumber) -> bool:
    """Whether an answer among the orders speaks of the proposal of ``seat``: ``any``, a seat or a list."""
    names = list_refused(order.value)
    return ANYBODY in names or seat in read_seats(table, names)


def find_agreement(
    known: Known, seat: SeatNumber, agenda: Agenda, look: Callable[[], Bundle], proposer: SeatNumber, terms: Terms
) -> str | None:
    """The words of the standing order of ``seat`` that a trade counts for; None where none agrees.

    ``look`` tells its hand. A wish or an offer agrees as often as it allows, and keeps what it wants to keep. The trade
    counts for the first offer that fits to everybody's eyes, so that what is left of offers does not tell which order
    agreed.
    """
    if refuses(known, seat, agenda, proposer, terms.give, terms.get):
        return None
    counted: str | None = None
    for kind in ("offer", "want"):
        for deal in list_deals(known.table, agenda, kind, known.turn):
            if not deal.fits(known, seat, proposer, terms.give, terms.get):
                continue
            if kind == "offer":
                counted = counted or deal.words
            if deal._replace(give=terms.get, get=terms.give).leaves(look()):
                return counted or deal.words
    return None
