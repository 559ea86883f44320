"""Standing offers and wishes that fit each other, carried out when the turn of one of their owners begins."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.agenda import Act, Fate, Source
from adjudicator.rules.catan.actions import Action, Trade
from adjudicator.rules.catan.mail.answer import QuestionAnswer
from adjudicator.rules.catan.mail.choosing import find_standing
from adjudicator.rules.catan.mail.conditions import holds
from adjudicator.rules.catan.mail.language.vocabulary import TradeTerms
from adjudicator.rules.catan.mail.trade.offers import Deal, count_deal, list_deals, name_deal
from adjudicator.rules.catan.mail.trade.proposals import agree_by_standing
from adjudicator.rules.catan.mail.trade.taking import OfferWish, carry_out, list_wanted
from adjudicator.rules.catan.views.known import Terms


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
                answer.change(answer.name, count_deal(answer.agenda, deal.words))
                answer.note(item, Fate.DONE, source=Source.STANDING)
                _remember(answer, met)
                return answer.act(trade)
    _remember(answer, memory.posted.keys())
    return None


def _remember(answer: QuestionAnswer, met: Iterable[str]) -> None:
    """Note that these standing orders were compared in this turn."""
    answer.remember(answer.memory._replace(met=tuple(sorted(met)), met_turn=answer.known.turn))


def _find_trade(answer: QuestionAnswer, deal: Deal) -> Trade | None:
    hand = answer.known.seats[answer.seat].hand
    assert hand is not None
    if deal.condition is not None and not holds(deal.condition, answer.known, answer.seat, {}):
        return None
    for offer in list_wanted(answer.known, answer.seat, OfferWish((), 0, TradeTerms(deal.give, deal.get, deal.seats))):
        if deal._replace(give=offer.get, get=offer.give).leaves(hand):
            trade = carry_out(answer, offer)
            if trade is not None:
                return trade
    if not deal.leaves(hand):
        return None
    others = deal.seats or answer.table.list_others(answer.seat)
    terms = Terms(deal.give, deal.get, others)
    return next((trade for seat in others if (trade := agree_by_standing(answer, seat, terms)) is not None), None)
