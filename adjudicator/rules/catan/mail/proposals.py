"""Proposals of the seat on turn: terms best first, met by standing orders or put to the others in one window.

Rulings section 4.4 b.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, cast

from adjudicator.core.agenda import Act, Fate, Item, Refusal, Source
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import Order
from adjudicator.core.table import Event, Pacing, Seat, SeatNumber
from adjudicator.rules.catan.actions import Action, Trade
from adjudicator.rules.catan.cards import COUNT, KINDS, RESOURCES, Bundle, covers, name_cards, unpack
from adjudicator.rules.catan.mail import taking
from adjudicator.rules.catan.mail.answer import OpenProposal, OpenTerms, ProposalItem, QuestionAnswer
from adjudicator.rules.catan.mail.conditions import is_met
from adjudicator.rules.catan.mail.language.quoting import quote_order, quote_terms
from adjudicator.rules.catan.mail.language.vocabulary import (
    OrderTextError,
    read_accepted,
    read_cards_text,
    read_terms,
    write_cards_text,
)
from adjudicator.rules.catan.mail.offers import answers_terms, names_seat
from adjudicator.rules.catan.mail.reasons import NOT_YOUR_CARDS
from adjudicator.rules.catan.mail.wording import find_short_cards
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan.views.known import Proposal, Terms, View

NO_TAKER = "no-taker"
NOBODY, AGAIN = "nobody", "again"
"""Whom a proposal waits for: nobody at all; everybody it names, though another one has waited in this turn."""


class ProposalTerms(NamedTuple):
    """One of the terms of an order ``propose``: ``limit`` is the most that is given for a counter-offer."""

    choice: int
    trade: Terms
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


def find_missing(known: View, seat: SeatNumber, order: Order) -> Bundle:
    """The cards that ``seat`` cannot give for a yes or a counter-offer to the open proposal; none where it can pay one.

    Where it can pay for no terms, it is those of the first. Raises the errors of the vocabulary.
    """
    proposal, hand = known.book.proposal, known.seats[seat].hand
    if proposal is None or hand is None or seat not in proposal.to or order.kind not in {ACCEPT, COUNTER}:
        return 0
    if order.kind == ACCEPT:
        _, number = read_accepted(known.table, str(order.value))
        asked = [terms.get for index, terms in proposal.list_for(seat) if number in (0, index)]
    else:
        asked = [read_cards_text(str(value["give"])) for value in list_values(order.value)]
    return 0 if not asked or any(covers(hand, cards) for cards in asked) else find_short_cards(hand, asked[0])


def brings_wanted(known: View, seat: SeatNumber, order: Order) -> bool:
    """Whether terms of a counter-offer give what the open proposal asks for, as they must to be taken (ruling M12)."""
    proposal = known.book.proposal
    wanted = [terms.get for _, terms in proposal.list_for(seat)] if proposal else []
    given = [read_cards_text(str(value["give"])) for value in list_values(order.value)]
    return any(covers(gives, want) for gives in given for want in wanted)


def find_sample(hand: Bundle) -> JsonObject:
    """Terms for a form: one card of the kind of which ``hand`` has most for one of which it has fewest."""
    counts = unpack(hand)
    give = counts.index(max(counts)) if hand else RESOURCES.index("wool")
    get = min(reversed(range(KINDS)), key=lambda kind: (kind == give, counts[kind]))
    return {"give": f"1 {RESOURCES[give]}", "get": f"1 {RESOURCES[get]}"}


def has_windows(options: Mapping[str, str], pacing: Pacing) -> bool:
    """Whether a proposal waits for answers: not in a round, and not where only standing orders count."""
    return pacing is Pacing.SEAT and options["trade-hours"] != "0"


def propose(answer: QuestionAnswer, item: Item) -> Act[Action] | bool:
    """Propose a trade: carried out at once where a standing order agrees, else put to the others.

    True where it now waits for answers, False where the script goes on.
    """
    words = quote_order(item.order)
    possible: list[tuple[ProposalTerms, Terms]] = []
    refused: dict[int, Refusal] = {}
    asked = list(read_proposed(answer.table, item.order.value))
    for proposed in asked:
        terms = _address(answer, proposed.trade)
        partner, *_ = terms.to or answer.table.list_others(answer.seat)
        refusal = taking.explain_trade(answer, Trade(partner, terms.give, terms.get), f"propose {proposed.words}")
        if refusal.code == taking.NOT_AVAILABLE:
            possible.append((proposed, terms))
        else:
            refused[proposed.choice] = refusal
    if not possible:
        answer.note(item, Fate.REFUSED, refusals=tuple(refused.values()))
        return False
    for proposed, terms in possible:
        agreed = taking.find_standing_partner(answer, terms)
        if agreed is not None:
            done = None if isinstance(item.order.value, Mapping) else f"propose {proposed.words}"
            before = asked[: proposed.choice - 1]
            refusals = tuple(refused.get(each.choice) or find_no_taker(f"propose {each.words}") for each in before)
            answer.note(item, Fate.DONE, choice=proposed.choice, done=done, refusals=refusals)
            return answer.act(agreed)
    first, *others = [_describe(answer, terms) for _, terms in possible]
    more: JsonObject = {"or": others} if others else {}
    answer.events.append(Event("trade-proposed", {"seat": answer.name, **first, **more}))
    opened = [
        OpenTerms(terms, proposed.limit, number)
        for number, (proposed, terms) in enumerate(possible, start=1)
        if terms.to and _may_wait(answer, proposed)
    ]
    if all(_is_settled(answer, each.terms) for each in opened):
        close(answer)
        answer.note(item, Fate.REFUSED, refusals=(*refused.values(), find_no_taker(words)))
        return False
    number = answer.memory.progress.number_of(item.order)
    fallback = answer.source_of(item) is Source.FALLBACK
    made = ProposalItem(item.file, item.order.place.line, words, number, fallback)
    turn = answer.known.turn
    answer.remember(answer.memory._replace(proposal=OpenProposal(tuple(opened), made), asked_turn=turn))
    return True


def _address(answer: QuestionAnswer, trade: Terms) -> Terms:
    """To whom it is proposed: the seats named, else all others, but nobody who holds fewer cards than it asks for."""
    give, get, to = trade
    partners = to or answer.table.list_others(answer.seat)
    return Terms(give, get, tuple(seat for seat in partners if answer.known.seats[seat].cards >= get % COUNT))


def _may_wait(answer: QuestionAnswer, proposed: ProposalTerms) -> bool:
    """Whether somebody may be awaited for these terms: one window a turn, unless the order asks for more."""
    windows = has_windows(dict(answer.table.options), answer.question.pacing)
    spent = answer.memory.asked_turn == answer.known.turn and proposed.ask != AGAIN
    return windows and not spent and proposed.ask != NOBODY


def _is_settled(answer: QuestionAnswer, terms: Terms) -> bool:
    """Whether standing orders say yes or no to these terms for all to whom they are proposed."""
    agendas = ((seat, answer.agenda_of(answer.table.seats[seat])) for seat in terms.to)
    return all(answers_terms(answer.known, seat, agenda, answer.seat, terms) for seat, agenda in agendas)


def _describe(answer: QuestionAnswer, terms: Terms) -> JsonObject:
    partners = [answer.table.seats[partner] for partner in terms.to]
    return {"give": name_cards(terms.give), "get": name_cards(terms.get), "to": partners}


def find_no_taker(words: str) -> Refusal:
    """The refusal that nobody took what was proposed."""
    return Refusal(words, NO_TAKER, {"order": words, "legal": ""})


def close(answer: QuestionAnswer) -> None:
    """Tell everybody that nothing came of a proposal."""
    answer.events.append(Event("proposal-closed", {"seat": answer.name}))


ACCEPT, REFUSE, COUNTER = "accept", "refuse", "counter"
ANSWERS = (ACCEPT, REFUSE, COUNTER)
"""Orders that answer a proposal."""
NOT_TAKEN = "counter-not-taken"


_Given: TypeAlias = Mapping[SeatNumber, Sequence[Item]]
"""By partner the orders that answer a proposal, up to the first that says yes or no to everything."""


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
        for seat, items in given.items()
        for _, gives, gets in _list_counters(items)
    ]
    deal = _find_deal(answer, proposed, given) or _find_counter(answer, proposed, given)
    for seat, items in given.items():
        _drop_answers(answer, seat, items, deal, proposed)
    made = proposed.item
    if deal is None:
        close(answer)
        answer.note_proposal(made, taken=False, refusals=(find_no_taker(made.words),))
        return None
    give, get = write_cards_text(deal.trade.give), write_cards_text(deal.trade.take)
    plain = deal.choice == 1 and len(proposed.terms) == 1
    done = None if plain else f"{give} for {get} with {answer.table.seats[deal.trade.partner]}"
    answer.note_proposal(made, taken=True, done=done)
    return answer.act(deal.trade)


def is_certain(answer: QuestionAnswer, waiting: Collection[Seat]) -> bool:
    """Whether somebody takes the open proposal, whatever the ``waiting`` seats answer."""
    proposed = answer.memory.proposal
    if proposed is None:
        return False
    asked = {seat for opened in proposed.terms for seat in opened.terms.to}
    given = {seat: _list_given(answer, seat) for seat in asked}
    return _find_deal(answer, proposed, given, waiting) is not None


def _list_given(answer: QuestionAnswer, seat: SeatNumber) -> list[Item]:
    """The orders of a partner that answer the proposal and whose conditions hold; a newer file takes their place."""
    found: list[Item] = []
    agenda = answer.agenda_of(answer.table.seats[seat])
    newer, older = (
        [item for item in items if item.order.kind in ANSWERS and _is_meant(answer, item.order)]
        for items in (agenda.answers, agenda.items)
    )
    for item in newer or older:
        if is_met(item.order, answer.question.know(answer.table.seats[seat]), seat):
            found.append(item)
            accepts = item.order.kind == ACCEPT and not read_accepted(answer.table, str(item.order.value))[1]
            if accepts or item.order.kind == REFUSE:
                break
    return found


def _says(answer: QuestionAnswer, items: Sequence[Item], number: int) -> bool | None:
    """Yes or no of a partner to the terms of that number; None where only a standing order may agree."""
    for item in items:
        if item.order.kind == REFUSE:
            return False
        if item.order.kind == ACCEPT and read_accepted(answer.table, str(item.order.value))[1] in (0, number):
            return True
    return False if items else None


def _is_meant(answer: QuestionAnswer, order: Order) -> bool:
    """Whether ``order`` answers the seat that has proposed."""
    if order.kind == ACCEPT:
        return read_accepted(answer.table, str(order.value))[0] == answer.seat
    return order.kind != REFUSE or names_seat(answer.table, order.value, answer.seat)


def _find_deal(
    answer: QuestionAnswer, proposed: OpenProposal, given: _Given, waiting: Collection[Seat] = ()
) -> _Deal | None:
    """The first terms, and the first partner for them, who agrees and can, by order or standing order.

    None too where that depends on one of the ``waiting``.
    """
    for opened in proposed.terms:
        for seat in opened.terms.to:
            if answer.table.seats[seat] in waiting:
                return None
            said = _says(answer, given[seat], opened.choice)
            trade = Trade(seat, opened.terms.give, opened.terms.get)
            if said is None:
                agreed = taking.agree_by_standing(answer, seat, opened.terms)
                if agreed is not None:
                    return _Deal(agreed, None, opened.choice)
            elif said and answer.question.allows(trade):
                return _Deal(trade, next(i for i in given[seat] if i.order.kind == ACCEPT), opened.choice)
    return None


def _find_counter(answer: QuestionAnswer, proposed: OpenProposal, given: _Given) -> _Deal | None:
    """The first counter-offer that brings what was wanted for no more than the limit."""
    for seat, items in given.items():
        limits = [(opened.limit, opened.terms.get) for opened in proposed.terms if seat in opened.terms.to]
        for item, gives, gets in _list_counters(items):
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
    sides: JsonObject = {"give": name_cards(gives), "get": name_cards(gets)}
    return Event("counter-offered", {"seat": answer.table.seats[seat], "to": answer.name, **sides})


def _drop_answers(
    answer: QuestionAnswer, seat: SeatNumber, given: Sequence[Item], deal: _Deal | None, proposed: OpenProposal
) -> None:
    """Take the answers to a proposal from a partner's agenda, and tell him what became of them."""
    name = answer.table.seats[seat]
    agenda = answer.agenda_of(name)
    for item in (*agenda.answers, *agenda.items):
        if item.order.kind not in ANSWERS:
            continue
        words = quote_order(item.order)
        taken = deal is not None and deal.trade.partner == seat and item is deal.item
        if not any(item is other for other in given):
            answer.note(item, Fate.SKIPPED, seat=name)
        elif item.order.kind == REFUSE or taken:
            answer.note(item, Fate.DONE, seat=name)
        else:
            code = NOT_TAKEN if item.order.kind == COUNTER else taking.NOT_AVAILABLE
            unpaid = _find_unpaid(answer, seat, item.order, proposed) if item.order.kind == ACCEPT else None
            refusal = unpaid or Refusal(words, code, {"order": words, "legal": ""})
            answer.note(item, Fate.REFUSED, seat=name, refusals=(refusal,))
    answer.drop_kinds(ANSWERS, name)


def _find_unpaid(answer: QuestionAnswer, seat: SeatNumber, order: Order, proposed: OpenProposal) -> Refusal | None:
    """That a partner's own hand does not hold what is asked for, which is told to nobody else; None where it does."""
    number = read_accepted(answer.table, str(order.value))[1]
    mine = [opened for opened in proposed.terms if seat in opened.terms.to and number in (0, opened.choice)]
    hand = taking.hand_of(answer, seat)
    if not mine or any(covers(hand, opened.terms.get) for opened in mine):
        return None
    words, missing = quote_order(order), write_cards_text(find_short_cards(hand, mine[0].terms.get))
    facts = {"order": words, "legal": "", "missing": missing, "held": write_cards_text(hand)}
    return Refusal(words, NOT_YOUR_CARDS, facts)


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
