"""Trades of the seat on turn: taking an offer, proposing, and what comes of a proposal (rulings section 4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from adjudicator.core.agenda import Act, Fate, Item, Refusal, Source
from adjudicator.core.event import Event
from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import Order
from adjudicator.core.table import Pacing, Seat
from adjudicator.rules.catan.actions import Action, Trade
from adjudicator.rules.catan.cards import Bundle, name_cards
from adjudicator.rules.catan.mail.answer import QuestionAnswer
from adjudicator.rules.catan.mail.conditions import holds
from adjudicator.rules.catan.mail.memory import OpenProposal, ProposalItem
from adjudicator.rules.catan.mail.offers import count_deal, find_agreement, list_deals, names_seat, refuses
from adjudicator.rules.catan.mail.quoting import quote_order
from adjudicator.rules.catan.mail.reasons import explain
from adjudicator.rules.catan.mail.vocabulary import OrderTextError, read_take, read_terms
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan.views.known import Known, Offer, Proposal, TradeBook

ACCEPT, REFUSE = "accept", "refuse"
ANSWERS = (ACCEPT, REFUSE)
"""Orders that answer a proposal."""
NOT_AVAILABLE = "not-available"
NO_TAKER = "no-taker"
NO_OFFER = "no-offer"


def has_windows(options: Mapping[str, str], pacing: Pacing) -> bool:
    """Whether a proposal waits for answers: not in a round, and not where only standing orders count."""
    return pacing is Pacing.SEAT and options["trade-hours"] != "0"


def take_offer(answer: QuestionAnswer, item: Item) -> Act[Action] | None:
    """Take somebody's standing offer, if both hands allow it; None where it cannot be."""
    partner, number = read_take(answer.table, str(item.order.value))
    name, words = answer.table.seats[partner], quote_order(item.order)
    deals = list_deals(answer.table, answer.agenda_of(name), "offer", answer.known.turn)
    deal = next((deal for deal in deals if deal.number == number and deal.is_for(answer.seat)), None)
    if deal is None:
        facts = {"order": words, "legal": list_open_offers(answer.known, answer.seat)}
        answer.note(item, Fate.REFUSED, refusals=(Refusal(words, NO_OFFER, facts),))
        return None
    trade = Trade(partner, deal.get, deal.give)
    if answer.question.allows(trade) and deal.leaves(_hand_of(answer, partner)):
        answer.change(name, count_deal(answer.agenda_of(name), deal.words))
        answer.note(item, Fate.DONE)
        return answer.act(trade)
    answer.note(item, Fate.REFUSED, refusals=(_explain(answer, trade, words),))
    return None


def _hand_of(answer: QuestionAnswer, seat: int) -> Bundle:
    """A partner's hand, as the partner knows it: for the partner's own orders, for nothing that is told."""
    hand = answer.question.know(answer.table.seats[seat]).seats[seat].hand
    assert hand is not None
    return hand


def list_open_offers(known: Known, seat: int) -> str:
    """The end of a sentence that names the offers that ``seat`` may take."""
    names = [f"{known.seats[o.seat].name} {o.number}" for o in known.book.offers if may_take(o, seat)]
    return f"; open to you: {', '.join(names)}" if names else "; no offer is open to you"


def may_take(offer: Offer, seat: int) -> bool:
    """Whether ``offer`` is for ``seat``."""
    return offer.seat != seat and (not offer.to or seat in offer.to)


def find_price(table: Table, book: TradeBook, seat: int, order: Order) -> Bundle | None:
    """What a ``take`` or a ``propose`` of ``seat`` costs it; None where nothing tells it."""
    try:
        if order.kind == "propose":
            return read_terms(table, cast("JsonObject", order.value)).give
        if order.kind == "take":
            wanted = read_take(table, str(order.value))
            open_ = (offer for offer in book.offers if may_take(offer, seat))
            return next((offer.get for offer in open_ if (offer.seat, offer.number) == wanted), None)
    except OrderTextError:
        return None
    return None


def _explain(answer: QuestionAnswer, trade: Trade, words: str) -> Refusal:
    """Why a trade is not possible: for a reason of one's own, else without one (an offer never reveals a hand)."""
    code, facts = explain(answer.known, answer.seat, trade)
    return Refusal(words, code, {"legal": "", **facts, "order": words})


def propose(answer: QuestionAnswer, item: Item) -> Act[Action] | bool:
    """Propose a trade: carried out at once where a standing order agrees, else put to the others.

    True where it now waits for answers, False where the script goes on.
    """
    value = cast("JsonObject", item.order.value)
    give, get, to = read_terms(answer.table, value)
    count = len(answer.table.seats)
    partners = to or tuple((answer.seat + ahead) % count for ahead in range(1, count))
    words = quote_order(item.order)
    refusal = _explain(answer, Trade(partners[0], give, get), words)
    if refusal.code != NOT_AVAILABLE:
        answer.note(item, Fate.REFUSED, refusals=(refusal,))
        return False
    proposal = Proposal(answer.seat, give, get, partners)
    agreed = _find_partner(answer, proposal, asked=False)
    if agreed is not None:
        answer.note(item, Fate.DONE)
        return answer.act(agreed)
    answer.events.append(Event("trade-proposed", _describe(answer, proposal)))
    windows = has_windows(dict(answer.table.options), answer.question.pacing)
    if not windows or all(_refuses(answer, partner) for partner in partners):
        _close(answer, proposal)
        answer.note(item, Fate.REFUSED, refusals=(_find_no_taker(words),))
        return False
    number = answer.memory.progress.number_of(item.order)
    fallback = answer.source_of(item) is Source.FALLBACK
    made = ProposalItem(item.file, item.order.place.line, words, number, fallback)
    answer.remember(answer.memory._replace(proposal=OpenProposal(give, get, partners, made)))
    return True


def _find_no_taker(words: str) -> Refusal:
    return Refusal(words, NO_TAKER, {"order": words, "legal": ""})


def _refuses(answer: QuestionAnswer, partner: int) -> bool:
    return refuses(answer.table, answer.agenda_of(answer.table.seats[partner]), answer.seat)


def _find_partner(answer: QuestionAnswer, proposal: Proposal, *, asked: bool) -> Trade | None:
    """The first partner who agrees and can, by order (where he was asked) or standing order; counts the deal."""
    for partner in proposal.to:
        name, trade = answer.table.seats[partner], Trade(partner, proposal.give, proposal.get)
        ordered = _find_answer(answer, name) if asked else None
        if (ordered is not None and ordered.order.kind == REFUSE) or not answer.question.allows(trade):
            continue
        if ordered is not None:
            return trade
        agenda, turn = answer.agenda_of(name), answer.known.turn
        words = find_agreement(answer.table, agenda, _hand_of(answer, partner), proposal, turn)
        if words is not None:
            answer.change(name, count_deal(agenda, words))
            return trade
    return None


def _find_answer(answer: QuestionAnswer, name: Seat) -> Item | None:
    """The first order of a partner's that answers the proposal and whose condition holds."""
    given = (item for item in _list_answers(answer, name) if _applies(answer, name, item))
    return next(given, None)


def _list_answers(answer: QuestionAnswer, name: Seat) -> list[Item]:
    """A partner's orders that answer proposals; those of files that only answer come first."""
    agenda = answer.agenda_of(name)
    return [item for item in (*agenda.answers, *agenda.items) if item.order.kind in ANSWERS]


def _applies(answer: QuestionAnswer, name: Seat, item: Item) -> bool:
    order, table = item.order, answer.table
    if not names_seat(table, order, answer.seat):
        return False
    known = answer.question.know(name)
    return order.condition is None or holds(order.condition, known, table.number_of[name], {})


def resolve_proposal(answer: QuestionAnswer) -> Act[Action] | None:
    """What became of the open proposal; None where nobody took it and the script goes on."""
    proposed = answer.memory.proposal
    assert proposed is not None
    give, get, to, made = proposed
    proposal = Proposal(answer.seat, give, get, to)
    answer.remember(answer.memory._replace(proposal=None))
    trade = _find_partner(answer, proposal, asked=True)
    for partner in to:
        _drop_answers(answer, answer.table.seats[partner], taken=trade is not None and trade.partner == partner)
    if trade is None:
        _close(answer, proposal)
        answer.note_proposal(made, taken=False, refusals=(_find_no_taker(made.words),))
        return None
    answer.note_proposal(made, taken=True)
    return answer.act(trade)


def _drop_answers(answer: QuestionAnswer, name: Seat, *, taken: bool) -> None:
    """Take the answers to a proposal from a partner's agenda, and tell him what became of them."""
    given = _find_answer(answer, name)
    for item in _list_answers(answer, name):
        words = quote_order(item.order)
        if item is not given:
            answer.note(item, Fate.SKIPPED, seat=name)
        elif taken or item.order.kind == REFUSE:
            answer.note(item, Fate.DONE, seat=name)
        else:
            refusal = Refusal(words, NOT_AVAILABLE, {"order": words, "legal": ""})
            answer.note(item, Fate.REFUSED, seat=name, refusals=(refusal,))
    answer.drop_kinds(ANSWERS, name)


def _close(answer: QuestionAnswer, proposal: Proposal) -> None:
    answer.events.append(Event("proposal-closed", {"seat": answer.table.seats[proposal.seat]}))


def _describe(answer: QuestionAnswer, proposal: Proposal) -> JsonObject:
    seats = answer.table.seats
    return {
        "seat": seats[proposal.seat],
        "give": name_cards(proposal.give),
        "get": name_cards(proposal.get),
        "to": [seats[partner] for partner in proposal.to],
    }
