"""What becomes of a proposal that waited: answers in the order of its terms, then counter-offers within its limits."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from adjudicator.core.agenda import Act, Fate, Item, Refusal
from adjudicator.core.order import Order
from adjudicator.core.table import Event, Seat, SeatNumber
from adjudicator.rules.catan.actions import Action, Trade
from adjudicator.rules.catan.cards import Bundle, covers, name_cards
from adjudicator.rules.catan.mail.answer import QuestionAnswer
from adjudicator.rules.catan.mail.conditions import holds
from adjudicator.rules.catan.mail.language.quoting import quote_order
from adjudicator.rules.catan.mail.language.vocabulary import read_accepted, read_cards_text, write_cards_text
from adjudicator.rules.catan.mail.memory import OpenProposal
from adjudicator.rules.catan.mail.reasons import NOT_YOUR_CARDS
from adjudicator.rules.catan.mail.trade.agreement import names_seat
from adjudicator.rules.catan.mail.trade.proposals import agree_by_standing, close, find_no_taker, list_values
from adjudicator.rules.catan.mail.trade.taking import NOT_AVAILABLE, hand_of
from adjudicator.rules.catan.mail.wording import find_missing_cards

ACCEPT, REFUSE, COUNTER = "accept", "refuse", "counter"
ANSWERS = (ACCEPT, REFUSE, COUNTER)
"""Orders that answer a proposal."""
NOT_TAKEN = "counter-not-taken"


class _PartnerAnswers(NamedTuple):
    """A partner's orders that answer, up to the first that says yes or no to everything."""

    seat: SeatNumber
    items: tuple[Item, ...]

    def says(self, answer: QuestionAnswer, number: int) -> bool | None:
        """Yes or no to the terms of that number; None where only a standing order may agree."""
        for item in self.items:
            if item.order.kind == REFUSE:
                return False
            if item.order.kind == ACCEPT and read_accepted(answer.table, str(item.order.value))[1] in (0, number):
                return True
        return False if self.items else None


class _Deal(NamedTuple):
    """What a proposal came to: with whom, by which of his orders, and the number of the terms (0 for others)."""

    trade: Trade
    item: Item | None = None
    choice: int = 0


def resolve_proposal(answer: QuestionAnswer) -> Act[Action] | None:
    """What became of the open proposal; None where nobody took it and the script goes on."""
    proposed = answer.memory.proposal
    assert proposed is not None
    answer.remember(answer.memory._replace(proposal=None))
    partners = dict.fromkeys(seat for opened in proposed.terms for seat in opened.terms.to)
    given = {seat: _list_given(answer, seat) for seat in partners}
    # told first and all of them, so that who else agreed, and by which order, changes nothing in what is told
    answer.events += [
        _tell_counter(answer, seat, gives, gets)
        for seat, answers in given.items()
        for _, gives, gets in _list_counters(answers.items)
    ]
    deal = _find_deal(answer, proposed, given) or _find_counter(answer, proposed, given)
    for answers in given.values():
        _drop_answers(answer, answers, deal, proposed)
    made = proposed.item
    if deal is None:
        close(answer)
        answer.note_proposal(made, taken=False, refusals=(find_no_taker(made.words),))
        return None
    plain = deal.choice == 1 and len(proposed.terms) == 1
    answer.note_proposal(made, taken=True, done=None if plain else _say(answer, deal.trade))
    return answer.act(deal.trade)


def is_certain(answer: QuestionAnswer, waiting: Collection[Seat]) -> bool:
    """Whether somebody takes the open proposal, whatever the ``waiting`` seats answer."""
    proposed = answer.memory.proposal
    if proposed is None:
        return False
    asked = {seat for opened in proposed.terms for seat in opened.terms.to}
    given = {seat: _list_given(answer, seat) for seat in asked}
    return _find_deal(answer, proposed, given, waiting) is not None


def _list_given(answer: QuestionAnswer, seat: SeatNumber) -> _PartnerAnswers:
    """The orders of a partner that answer the proposal and whose conditions hold; a newer file takes their place."""
    found: list[Item] = []
    agenda = answer.agenda_of(answer.table.seats[seat])
    newer, older = (
        [item for item in items if item.order.kind in ANSWERS and _is_meant(answer, item.order)]
        for items in (agenda.answers, agenda.items)
    )
    for item in newer or older:
        if _holds(answer, seat, item.order):
            found.append(item)
            if item.order.kind == REFUSE or (
                item.order.kind == ACCEPT and not read_accepted(answer.table, str(item.order.value))[1]
            ):
                break
    return _PartnerAnswers(seat, tuple(found))


def _list_answers(answer: QuestionAnswer, name: Seat) -> list[Item]:
    """A partner's orders that answer proposals; those of files that only answer come first."""
    agenda = answer.agenda_of(name)
    return [item for item in (*agenda.answers, *agenda.items) if item.order.kind in ANSWERS]


def _is_meant(answer: QuestionAnswer, order: Order) -> bool:
    """Whether ``order`` answers the seat that has proposed."""
    match order.kind:
        case "accept":
            return read_accepted(answer.table, str(order.value))[0] == answer.seat
        case "refuse":
            return names_seat(answer.table, order, answer.seat)
    return True


def _holds(answer: QuestionAnswer, seat: SeatNumber, order: Order) -> bool:
    if order.condition is None:
        return True
    return holds(order.condition, answer.question.know(answer.table.seats[seat]), seat, {})


def _find_deal(
    answer: QuestionAnswer,
    proposed: OpenProposal,
    given: dict[SeatNumber, _PartnerAnswers],
    waiting: Collection[Seat] = (),
) -> _Deal | None:
    """The first terms, and the first partner for them, who agrees and can, by order or standing order.

    None too where that depends on one of the ``waiting``.
    """
    for opened in proposed.terms:
        for seat in opened.terms.to:
            if answer.table.seats[seat] in waiting:
                return None
            said = given[seat].says(answer, opened.choice)
            trade = Trade(seat, opened.terms.give, opened.terms.get)
            if said is None:
                agreed = agree_by_standing(answer, seat, opened.terms)
                if agreed is not None:
                    return _Deal(agreed, None, opened.choice)
            elif said and answer.question.allows(trade):
                return _Deal(trade, next(i for i in given[seat].items if i.order.kind == ACCEPT), opened.choice)
    return None


def _find_counter(
    answer: QuestionAnswer, proposed: OpenProposal, given: dict[SeatNumber, _PartnerAnswers]
) -> _Deal | None:
    """The first counter-offer that brings what was wanted for no more than the limit."""
    for seat, answers in given.items():
        limits = [(opened.limit, opened.terms.get) for opened in proposed.terms if seat in opened.terms.to]
        for item, gives, gets in _list_counters(answers.items):
            trade = Trade(seat, gets, gives)
            within = any(limit is not None and covers(limit, gets) and covers(gives, want) for limit, want in limits)
            if within and answer.question.allows(trade):
                return _Deal(trade, item)
    return None


def _list_counters(items: Sequence[Item]) -> Iterator[tuple[Item, Bundle, Bundle]]:
    """Each counter-offer with what its maker gives and gets."""
    for item in items:
        if item.order.kind == COUNTER:
            for value in list_values(item.order.value):
                yield item, read_cards_text(str(value["give"])), read_cards_text(str(value["get"]))


def _tell_counter(answer: QuestionAnswer, seat: SeatNumber, gives: Bundle, gets: Bundle) -> Event:
    name = answer.table.seats[seat]
    return Event(
        "counter-offered", {"seat": name, "to": answer.name, "give": name_cards(gives), "get": name_cards(gets)}
    )


def _say(answer: QuestionAnswer, trade: Trade) -> str:
    give, get = write_cards_text(trade.give), write_cards_text(trade.take)
    return f"{give} for {get} with {answer.table.seats[trade.partner]}"


def _drop_answers(answer: QuestionAnswer, given: _PartnerAnswers, deal: _Deal | None, proposed: OpenProposal) -> None:
    """Take the answers to a proposal from a partner's agenda, and tell him what became of them."""
    name: Seat = answer.table.seats[given.seat]
    taken = deal is not None and deal.trade.partner == given.seat
    for item in _list_answers(answer, name):
        words = quote_order(item.order)
        if not any(item is other for other in given.items):
            answer.note(item, Fate.SKIPPED, seat=name)
        elif item.order.kind == REFUSE or (taken and deal is not None and item is deal.item):
            answer.note(item, Fate.DONE, seat=name)
        else:
            code = NOT_TAKEN if item.order.kind == COUNTER else NOT_AVAILABLE
            unpaid = _find_unpaid(answer, given.seat, item.order, proposed) if item.order.kind == ACCEPT else None
            refusal = unpaid or Refusal(words, code, {"order": words, "legal": ""})
            answer.note(item, Fate.REFUSED, seat=name, refusals=(refusal,))
    answer.drop_kinds(ANSWERS, name)


def _find_unpaid(answer: QuestionAnswer, seat: SeatNumber, order: Order, proposed: OpenProposal) -> Refusal | None:
    """That a partner's own hand does not hold what is asked for, which is told to nobody else; None where it does."""
    number = read_accepted(answer.table, str(order.value))[1]
    mine = [opened for opened in proposed.terms if seat in opened.terms.to and number in (0, opened.choice)]
    hand = hand_of(answer, seat)
    if not mine or any(covers(hand, opened.terms.get) for opened in mine):
        return None
    words, missing = quote_order(order), write_cards_text(find_missing_cards(hand, mine[0].terms.get))
    facts = {"order": words, "legal": "", "missing": missing, "held": write_cards_text(hand)}
    return Refusal(words, NOT_YOUR_CARDS, facts)
