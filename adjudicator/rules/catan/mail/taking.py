"""Taking a standing offer: by its number, or the best that fits given terms."""

from collections.abc import Iterable, Mapping
from functools import partial

from adjudicator.core.agenda import Act, Fate, Item, Refusal, Source
from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Seat, SeatNumber
from adjudicator.rules.catan.actions import Action, Trade
from adjudicator.rules.catan.cards import COUNT, Bundle, covers
from adjudicator.rules.catan.mail.answer import QuestionAnswer
from adjudicator.rules.catan.mail.choosing import find_standing, make_refusal
from adjudicator.rules.catan.mail.conditions import holds
from adjudicator.rules.catan.mail.language.quoting import quote_order
from adjudicator.rules.catan.mail.language.vocabulary import read_take, read_terms, write_cards_text
from adjudicator.rules.catan.mail.offers import Deal, count_deal, find_agreement, list_deals, name_deal
from adjudicator.rules.catan.mail.reasons import explain
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan.views.known import Offer, Terms, View, as_state

NOT_AVAILABLE = "not-available"
NO_OFFER = "no-offer"
ANYBODY = "anybody"


def read_wanted(table: Table, value: JsonValue) -> tuple[SeatNumber, int] | Terms:
    """What stands behind ``take``: whose offer and its number, or terms. Raises :class:`OrderTextError`."""
    return read_terms(table, value) if isinstance(value, Mapping) else read_take(table, str(value))


def list_wanted(known: View, seat: SeatNumber, wanted: tuple[SeatNumber, int] | Terms) -> list[Offer]:
    """The offers that ``seat`` may take and that are meant, the best first.

    That is the one of the seat named first; then the one that gives up fewest cards, then the one that brings most, in
    table order.
    """
    found = [offer for offer in known.book.offers if may_take(offer, seat)]
    if not isinstance(wanted, Terms):
        return [offer for offer in found if (offer.seat, offer.number) == wanted]
    give, get, seats = wanted
    fitting = (o for o in found if covers(give, o.get) and covers(o.give, get) and (not seats or o.seat in seats))

    def rank(offer: Offer) -> tuple[int, ...]:
        preferred, after = seats.index(offer.seat) if seats else 0, (offer.seat - seat) % len(known.seats)
        return preferred, offer.get % COUNT, -(offer.give % COUNT), after, offer.number

    return sorted(fitting, key=rank)


def take_offer(answer: QuestionAnswer, item: Item) -> Act[Action] | None:
    """Take somebody's standing offer, if both hands allow it; None where it cannot be."""
    words = quote_order(item.order)
    offers = list_wanted(answer.known, answer.seat, read_wanted(answer.table, item.order.value))
    refusals: list[Refusal] = []
    for offer in offers:
        act = carry_out(answer, offer)
        if act is not None:
            chosen = f"take {answer.table.seats[offer.seat]} {offer.number}"
            answer.note(item, Fate.DONE, done=None if isinstance(item.order.value, str) else chosen)
            return answer.act(act)
        refusals.append(explain_trade(answer, Trade(offer.seat, offer.get, offer.give), words))
    if not offers:
        facts = {"order": words, "legal": list_open_offers(answer.known, answer.seat)}
        refusals.append(Refusal(words, NO_OFFER, facts))
    answer.note(item, Fate.REFUSED, refusals=tuple(refusals[:1]))
    return None


def carry_out(answer: QuestionAnswer, offer: Offer) -> Trade | None:
    """The trade that ``offer`` says, counted for it; None where the hands do not allow it."""
    name = answer.table.seats[offer.seat]
    deals = list_deals(answer.table, answer.agenda_of(name), "offer", answer.known.turn)
    deal = next((deal for deal in deals if deal.number == offer.number and deal.is_for(answer.seat)), None)
    trade = Trade(offer.seat, offer.get, offer.give)
    if deal is None or not answer.question.allows(trade) or not deal.leaves(hand_of(answer, offer.seat)):
        return None
    count(answer, name, deal.words)
    return trade


def hand_of(answer: QuestionAnswer, seat: SeatNumber) -> Bundle:
    """A partner's hand, as the partner knows it: for the partner's own orders, for nothing that is told."""
    hand = answer.question.know(answer.table.seats[seat]).seats[seat].hand
    assert hand is not None
    return hand


def list_open_offers(known: View, seat: SeatNumber) -> str:
    """The end of a sentence that names the offers that ``seat`` may take."""
    names = [
        f"{known.seats[o.seat].name} {o.number} ({write_cards_text(o.give)} for {write_cards_text(o.get)})"
        for o in known.book.offers
        if may_take(o, seat)
    ]
    return f"; open to you: {'; '.join(names)}" if names else ", nor anything else"


def may_take(offer: Offer, seat: SeatNumber) -> bool:
    """Whether ``offer`` is for ``seat``."""
    return offer.seat != seat and (not offer.to or seat in offer.to)


def explain_trade(answer: QuestionAnswer, trade: Trade, words: str) -> Refusal:
    """Why a trade is not possible: for a reason of one's own, else without one (an offer never reveals a hand)."""
    return make_refusal(words, explain(as_state(answer.known), answer.seat, trade))


def meet(answer: QuestionAnswer) -> Act[Action] | None:
    """The next trade between a standing order of the seat on turn and one of another's; None where there is none left.

    Each of its offers and wishes is compared once a turn, in order: first with others' offers, of which the best is
    taken as it stands, then, as if it were proposed, with others' wishes.
    """
    turn = answer.known.turn
    memory = answer.memory
    met = set(memory.met) if memory.met_turn == turn else set()
    if met >= memory.posted.keys():
        return None
    for kind in ("offer", "want"):
        for deal in list(list_deals(answer.table, answer.agenda, kind, turn)):
            if deal.words in met:
                continue
            met.add(deal.words)
            trade = _find_trade(answer, deal)
            if trade is not None:
                item = next(i for i in find_standing(answer.agenda, kind) if name_deal(i.order) == deal.words)
                if not count(answer, answer.name, deal.words):
                    answer.note(item, Fate.DONE, source=Source.STANDING)
                _remember(answer, met)
                return answer.act(trade)
    _remember(answer, memory.posted.keys())
    return None


def _remember(answer: QuestionAnswer, met: Iterable[str]) -> None:
    answer.remember(answer.memory._replace(met=tuple(sorted(met)), met_turn=answer.known.turn))


def _find_trade(answer: QuestionAnswer, deal: Deal) -> Trade | None:
    hand = answer.known.seats[answer.seat].hand
    assert hand is not None
    if deal.condition is not None and not holds(deal.condition, answer.known, answer.seat, {}):
        return None
    for offer in list_wanted(answer.known, answer.seat, Terms(deal.give, deal.get, deal.seats)):
        if deal._replace(give=offer.get, get=offer.give).leaves(hand):
            trade = carry_out(answer, offer)
            if trade is not None:
                return trade
    if not deal.leaves(hand):
        return None
    others = deal.seats or answer.table.list_others(answer.seat)
    return find_standing_partner(answer, Terms(deal.give, deal.get, others))


def find_standing_partner(answer: QuestionAnswer, terms: Terms) -> Trade | None:
    """The first partner who agrees by standing order and can; counts the deal."""
    return next((trade for seat in terms.to if (trade := agree_by_standing(answer, seat, terms)) is not None), None)


def agree_by_standing(answer: QuestionAnswer, partner: SeatNumber, terms: Terms) -> Trade | None:
    """The trade, if a standing order of ``partner`` agrees to the terms and both hands allow it; counts the deal."""
    name, trade = answer.table.seats[partner], Trade(partner, terms.give, terms.get)
    if not answer.question.allows(trade):
        return None
    agenda = answer.agenda_of(name)
    look = partial(hand_of, answer, partner)
    words = find_agreement(answer.known, partner, agenda, look, answer.seat, terms)
    if words is None:
        return None
    count(answer, name, words)
    return trade


def count(answer: QuestionAnswer, owner: Seat, words: str) -> bool:
    """Count a deal for its ``owner``, who is told where it has served its times; whether it has."""
    agenda = answer.agenda_of(owner)
    counted = count_deal(agenda, words)
    answer.change(owner, counted)
    gone = [item for item in agenda.standing if item not in counted.standing]
    for item in gone[-1:]:  # what differs in what is kept alone is one deal, and the last one counts
        answer.note(item, Fate.ENDED, source=Source.STANDING, seat=owner)
    return bool(gone)
