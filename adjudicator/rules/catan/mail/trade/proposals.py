"""Proposals of the seat on turn: terms best first, met by standing orders or put to the others in one window.

Rulings section 4.4 b.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, cast

from adjudicator.core.agenda import Act, Fate, Item, Refusal, Source
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import Event, Pacing, SeatNumber
from adjudicator.rules.catan.actions import Action, Trade
from adjudicator.rules.catan.cards import COUNT, KINDS, RESOURCES, Bundle, name_cards, unpack
from adjudicator.rules.catan.mail.answer import QuestionAnswer
from adjudicator.rules.catan.mail.language.quoting import quote_order, quote_terms
from adjudicator.rules.catan.mail.language.vocabulary import TradeTerms, read_cards_text, read_terms
from adjudicator.rules.catan.mail.memory import OpenProposal, OpenTerms, ProposalItem
from adjudicator.rules.catan.mail.trade.agreement import answers_terms, find_agreement
from adjudicator.rules.catan.mail.trade.offers import count_deal
from adjudicator.rules.catan.mail.trade.taking import NOT_AVAILABLE, explain_trade, hand_of
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan.views.known import Terms

NO_TAKER = "no-taker"
NOBODY, AGAIN = "nobody", "again"
"""Whom a proposal waits for: nobody at all; everybody it names, though another one has waited in this turn."""


class ProposalTerms(NamedTuple):
    """One of the terms of an order ``propose``: ``limit`` is the most that is given for a counter-offer."""

    choice: int
    trade: TradeTerms
    limit: Bundle | None
    ask: str
    words: str


def list_values(value: JsonValue) -> Sequence[JsonObject]:
    """The terms behind ``propose`` or ``counter``, in order of liking; one where there is no choice."""
    return cast("Sequence[JsonObject]", value if isinstance(value, Sequence) else [value])


def read_proposed(table: Table, value: JsonValue) -> Iterator[ProposalTerms]:
    """What stands behind ``propose``. Raises the errors of the vocabulary."""
    for number, terms in enumerate(list_values(value), start=1):
        limit = read_cards_text(str(terms["up-to"])) if "up-to" in terms else None
        yield ProposalTerms(number, read_terms(table, terms), limit, str(terms.get("ask", "")), quote_terms(terms))


def find_sample(hand: Bundle) -> JsonObject:
    """Terms for a form: one card of the kind of which ``hand`` has most for one of which it has fewest."""
    counts = unpack(hand)
    give = counts.index(max(counts)) if hand else _WOOL
    get = min(reversed(range(KINDS)), key=lambda kind: (kind == give, counts[kind]))
    return {"give": f"1 {RESOURCES[give]}", "get": f"1 {RESOURCES[get]}"}


_WOOL = RESOURCES.index("wool")


def has_windows(options: Mapping[str, str], pacing: Pacing) -> bool:
    """Whether a proposal waits for answers: not in a round, and not where only standing orders count."""
    return pacing is Pacing.SEAT and options["trade-hours"] != "0"


def propose(answer: QuestionAnswer, item: Item) -> Act[Action] | bool:
    """Propose a trade: carried out at once where a standing order agrees, else put to the others.

    True where it now waits for answers, False where the script goes on.
    """
    words = quote_order(item.order)
    possible: list[tuple[ProposalTerms, Terms]] = []
    refusals: list[Refusal] = []
    for proposed in read_proposed(answer.table, item.order.value):
        terms = _address(answer, proposed.trade)
        refusal = explain_trade(answer, Trade(_one_of(terms, answer), terms.give, terms.get), proposed.words)
        if refusal.code == NOT_AVAILABLE:
            possible.append((proposed, terms))
        else:
            refusals.append(refusal)
    if not possible:
        answer.note(item, Fate.REFUSED, refusals=tuple(refusals))
        return False
    for proposed, terms in possible:
        agreed = _find_standing_partner(answer, terms)
        if agreed is not None:
            answer.note(item, Fate.DONE, choice=proposed.choice, done=_say_done(item, proposed.words))
            return answer.act(agreed)
    answer.events.append(_announce(answer, [terms for _, terms in possible]))
    opened = [
        OpenTerms(terms, proposed.limit, number)
        for number, (proposed, terms) in enumerate(possible, start=1)
        if terms.to and _may_wait(answer, proposed)
    ]
    if all(_is_settled(answer, each.terms) for each in opened):
        close(answer)
        answer.note(item, Fate.REFUSED, refusals=(*refusals, find_no_taker(words)))
        return False
    number = answer.memory.progress.number_of(item.order)
    fallback = answer.source_of(item) is Source.FALLBACK
    made = ProposalItem(item.file, item.order.place.line, words, number, fallback)
    turn = answer.known.turn
    answer.remember(answer.memory._replace(proposal=OpenProposal(tuple(opened), made), asked_turn=turn))
    return True


def _address(answer: QuestionAnswer, trade: TradeTerms) -> Terms:
    """To whom it is proposed: the seats named, else all others, but nobody who holds fewer cards than it asks for."""
    give, get, to = trade
    partners = to or answer.table.list_others(answer.seat)
    return Terms(give, get, tuple(seat for seat in partners if answer.known.seats[seat].cards >= get % COUNT))


def _one_of(terms: Terms, answer: QuestionAnswer) -> SeatNumber:
    """A partner by whom to judge the proposer's own side."""
    return (terms.to or answer.table.list_others(answer.seat))[0]


def _say_done(item: Item, words: str) -> str | None:
    return None if isinstance(item.order.value, Mapping) else f"propose {words}"


def _may_wait(answer: QuestionAnswer, proposed: ProposalTerms) -> bool:
    """Whether somebody may be awaited for these terms: one window a turn, unless the order asks for more."""
    windows = has_windows(dict(answer.table.options), answer.question.pacing)
    spent = answer.memory.asked_turn == answer.known.turn and proposed.ask != AGAIN
    return windows and not spent and proposed.ask != NOBODY


def _is_settled(answer: QuestionAnswer, terms: Terms) -> bool:
    """Whether standing orders say yes or no to these terms for all to whom they are proposed."""
    return all(
        answers_terms(answer.known, seat, answer.agenda_of(answer.table.seats[seat]), answer.seat, terms)
        for seat in terms.to
    )


def _find_standing_partner(answer: QuestionAnswer, terms: Terms) -> Trade | None:
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
    answer.change(name, count_deal(agenda, words))
    return trade


def find_no_taker(words: str) -> Refusal:
    """The refusal that nobody took what was proposed."""
    return Refusal(words, NO_TAKER, {"order": words, "legal": ""})


def close(answer: QuestionAnswer) -> None:
    """Tell everybody that nothing came of a proposal."""
    answer.events.append(Event("proposal-closed", {"seat": answer.name}))


def _announce(answer: QuestionAnswer, terms: Sequence[Terms]) -> Event:
    first, *others = [_describe(answer, each) for each in terms]
    more: JsonObject = {"or": others} if others else {}
    return Event("trade-proposed", {"seat": answer.name, **first, **more})


def _describe(answer: QuestionAnswer, terms: Terms) -> JsonObject:
    seats = answer.table.seats
    return {
        "give": name_cards(terms.give),
        "get": name_cards(terms.get),
        "to": [seats[partner] for partner in terms.to],
    }
