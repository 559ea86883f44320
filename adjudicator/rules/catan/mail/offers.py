"""Standing orders about trade: offers that everybody sees, wishes that answer proposals, and what is left of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from adjudicator.core.agenda import Agenda
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import Order
from adjudicator.core.table import Event, Seat, SeatNumber
from adjudicator.rules.catan.cards import Bundle, count_kind, covers, name_cards
from adjudicator.rules.catan.mail.answer import NOTHING, StandingTrade, recall, remember
from adjudicator.rules.catan.mail.choosing import find_standing
from adjudicator.rules.catan.mail.conditions import find_leader, holds, is_met
from adjudicator.rules.catan.mail.language.spelling import spell_whom
from adjudicator.rules.catan.mail.language.vocabulary import (
    list_items,
    read_cards_text,
    read_kind,
    read_seats,
    read_terms,
)
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan.views.known import Offer, Proposal, Terms, TradeBook, View

DEALS = ("offer", "want")
"""Standing orders about trade."""


class Deal(NamedTuple):
    """A standing order about trade as it stands now: an offer (numbered) or a wish (number 0).

    ``give``, ``get`` and ``keep`` are its owner's; ``keep`` is what must stay in hand and nobody else's business.
    ``condition`` is that of a wish, about what everybody can see.
    """

    words: str
    number: int
    give: Bundle
    get: Bundle
    seats: tuple[SeatNumber, ...]
    keep: Bundle
    left: int | None
    until: int | None
    condition: JsonObject | None = None

    def is_for(self, seat: SeatNumber) -> bool:
        """Whether ``seat`` is among those it is for."""
        return not self.seats or seat in self.seats

    def leaves(self, hand: Bundle) -> bool:
        """Whether ``hand`` can pay it and keeps what its owner wants to keep."""
        return covers(hand, self.give) and covers(hand - self.give + self.get, self.keep)

    def fits(self, known: View, owner: SeatNumber, seat: SeatNumber, terms: Terms) -> bool:
        """Whether its ``owner`` would take the ``terms`` of ``seat``, cards in hand aside.

        It gets at least what it asks for, and gives at most what it says.
        """
        wanted = self.is_for(seat) and covers(terms.give, self.get) and covers(self.give, terms.get)
        return wanted and (self.condition is None or holds(self.condition, known, owner, {}))


def words_of(order: Order) -> str:
    """The words that tell a standing order about trade from others: kind and value, in a fixed spelling."""
    import json  # noqa: PLC0415 - only agendas with such orders need it

    return f"{order.kind} {json.dumps(order.value, sort_keys=True)}"


def name_deal(order: Order) -> str:
    """The words that tell a standing order about trade from others.

    What is kept is none of them: a change of that alone must show nowhere.
    """
    value = cast("JsonObject", order.value)
    return words_of(order._replace(value={key: part for key, part in value.items() if key != "keep"}))


def list_deals(table: Table, agenda: Agenda, kind: str, turn: int, *, fresh: bool = False) -> Iterator[Deal]:
    """The offers (``offer``) or wishes (``want``) that were taken up and still stand in table turn ``turn``.

    With ``fresh`` those too that were sent since the last turn, and were not taken up yet. What is said twice in the
    same words is one; of those that differ in what they keep alone, the last one counts.
    """
    orders = {name_deal(item.order): item.order for item in find_standing(agenda, kind)}
    memory = recall(agenda) if orders else NOTHING
    for words, order in orders.items():
        posted = memory.posted.get(words)
        value = cast("JsonObject", order.value)
        times, until = cast("int | None", value.get("times")), cast("int | None", value.get("until"))
        left = None if times is None or posted is None else times - posted.done
        if (posted is None and not fresh) or left == 0 or (until is not None and turn > until):
            continue
        terms = read_terms(table, value)
        keep = read_cards_text(str(value["keep"])) if "keep" in value else 0
        number = 0 if posted is None else posted.number
        yield Deal(words, number, terms.give, terms.get, terms.to, keep, left, until, order.condition)


def tell_alike(one: Agenda, other: Agenda) -> bool:
    """Whether two agendas of a seat put the same into the book: standing orders, taken up alike, and the proposal."""
    if one is other:
        return True
    mine, theirs = one.memory or {}, other.memory or {}
    same = all(mine.get(key) == theirs.get(key) for key in ("posted", "proposal"))
    return one.standing is other.standing and same


def read_book(table: Table, agendas: Mapping[Seat, Agenda], turn: int) -> TradeBook:
    """The public part of everybody's agenda: offers, and the open proposal."""
    offers: list[Offer] = []
    proposal: Proposal | None = None
    for seat, name in zip(table.numbers, table.seats, strict=True):
        agenda = agendas.get(name)
        if agenda is None:
            continue
        offers += (
            Offer(seat, deal.number, deal.give, deal.get, deal.seats, deal.left, deal.until)
            for deal in list_deals(table, agenda, "offer", turn)
        )
        proposed = recall(agenda).proposal
        if proposed is not None:
            terms = tuple(opened.terms for opened in proposed.terms)
            proposal = Proposal(seat, terms, tuple(opened.choice for opened in proposed.terms))
    return TradeBook(tuple(offers), proposal)


def take_up_deals(table: Table, seat: SeatNumber, agenda: Agenda) -> tuple[Agenda, tuple[Event, ...]]:
    """Number new offers, forget those that are gone, and tell everybody of both."""
    memory = recall(agenda)
    standing = {name_deal(item.order): item.order for item in find_standing(agenda, *DEALS)}
    if standing.keys() == memory.posted.keys():
        return agenda, ()
    name = table.seats[seat]
    events = [
        Event("offer-withdrawn", {"seat": name, "number": posted.number})
        for words, posted in memory.posted.items()
        if posted.number and words not in standing
    ]
    posted = {words: posted for words, posted in memory.posted.items() if words in standing}
    number = memory.next_number
    for words, order in standing.items():
        if words in posted:
            continue
        if order.kind == "want":
            posted[words] = StandingTrade(0)
            continue
        posted[words] = StandingTrade(number)
        events.append(Event("offer-posted", _describe_offer(table, name, number, cast("JsonObject", order.value))))
        number += 1
    memory = memory._replace(posted=posted, next_number=number)
    return remember(agenda, memory), tuple(events)


def _describe_offer(table: Table, name: str, number: int, value: JsonObject) -> dict[str, JsonValue]:
    terms = read_terms(table, value)
    sides: JsonObject = {"give": name_cards(terms.give), "get": name_cards(terms.get)}
    limits: JsonObject = {"times": value.get("times"), "until": value.get("until")}
    return {"seat": name, "number": number, **sides, "to": [table.seats[seat] for seat in terms.to], **limits}


def count_deal(agenda: Agenda, words: str) -> Agenda:
    """``agenda`` after one of its deals was carried out; one that has served its times is on file no more."""
    memory = recall(agenda)
    posted = {**memory.posted, words: memory.posted[words]._replace(done=memory.posted[words].done + 1)}
    alike = [item for item in find_standing(agenda, *DEALS) if name_deal(item.order) == words]
    if any(cast("JsonObject", item.order.value).get("times") == posted[words].done for item in alike):
        del posted[words]
        agenda = agenda._replace(standing=tuple(item for item in agenda.standing if item not in alike))
    return remember(agenda, memory._replace(posted=posted))


def list_left(agenda: Agenda) -> Sequence[Order]:
    """The standing orders of ``agenda``, those about trade with how often they may still be carried out."""
    memory = recall(agenda)
    return [_count_left(item.order, memory.posted) for item in agenda.standing]


def _count_left(order: Order, posted: Mapping[str, StandingTrade]) -> Order:
    done = posted[name].done if posted and order.kind in DEALS and (name := name_deal(order)) in posted else 0
    if not done:
        return order
    value = cast("JsonObject", order.value)
    left = {"times": cast("int", value["times"]) - done} if "times" in value else {}
    return order._replace(value={**value, **left})


ANYBODY, LEADER = "any", "leader"


def is_settled(known: View, seat: SeatNumber, agenda: Agenda) -> bool:
    """Whether the standing orders of ``seat`` say yes or no to all that is proposed to it."""
    proposal = known.book.proposal
    assert proposal is not None
    return all(answers_terms(known, seat, agenda, proposal.seat, terms) for _, terms in proposal.list_for(seat))


def answers_terms(known: View, seat: SeatNumber, agenda: Agenda, proposer: SeatNumber, terms: Terms) -> bool:
    """Whether a standing order of ``seat`` refuses these terms, or is a wish or an offer that they fit.

    Such a wish is an answer whatever the hand: yes where it can be kept, else no.
    """
    fitting = _list_fitting(known, seat, agenda, proposer, terms, fresh=True)
    return _refuses(known, seat, agenda, proposer, terms) or any(True for _ in fitting)


def _list_fitting(
    known: View, seat: SeatNumber, agenda: Agenda, proposer: SeatNumber, terms: Terms, *, fresh: bool = False
) -> Iterator[Deal]:
    """The offers of ``seat`` that the terms fit, then its wishes."""
    for kind in DEALS:
        for deal in list_deals(known.table, agenda, kind, known.turn, fresh=fresh):
            if deal.fits(known, seat, proposer, terms):
                yield deal


def _refuses(known: View, seat: SeatNumber, agenda: Agenda, proposer: SeatNumber, terms: Terms) -> bool:
    """Whether a standing order of ``seat`` refuses these terms of ``proposer``."""
    orders = [item.order for item in find_standing(agenda, "refuse") if is_met(item.order, known, seat)]
    return any(_names(known, order.value, proposer) and _speaks_of(order.value, terms) for order in orders)


def _names(known: View, value: JsonValue, proposer: SeatNumber) -> bool:
    """Whether a standing refusal is for what ``proposer`` proposes."""
    if LEADER in list_refused(value):
        return proposer == find_leader(known)
    return names_seat(known.table, value, proposer)


def list_refused(value: JsonValue) -> list[str]:
    """Whose proposals a refusal is for: seats, ``leader`` and ``any``, as it was understood."""
    whom = value.get("from", ANYBODY) if isinstance(value, Mapping) else value
    return [spell_whom(str(word)) for word in list_items(whom)]


def _speaks_of(value: JsonValue, terms: Terms) -> bool:
    """Whether it is for these cards: some of those that it will not give, nothing but those that it does not want."""
    if not isinstance(value, Mapping):
        return True
    kept, unwanted = read_kinds(value.get("give")), read_kinds(value.get("get"))
    spends = kept is None or any(count_kind(terms.get, kind) for kind in kept)
    gains = [kind for kind in range(5) if count_kind(terms.give, kind)]
    return spends and (unwanted is None or all(kind in unwanted for kind in gains))


def read_kinds(names: JsonValue) -> tuple[int, ...] | None:
    """The kinds in a list of resources, or the one named; None for nothing. Raises :class:`OrderTextError`."""
    return None if names is None else tuple(read_kind(str(word)) for word in list_items(names))


def names_seat(table: Table, value: JsonValue, seat: SeatNumber) -> bool:
    """Whether a refusal is for the proposal of ``seat``: of ``any``, a seat or a list."""
    names = list_refused(value)
    return ANYBODY in names or seat in read_seats(table, names)


def find_agreement(
    known: View, seat: SeatNumber, agenda: Agenda, look: Callable[[], Bundle], proposer: SeatNumber, terms: Terms
) -> str | None:
    """The words of the standing order of ``seat`` that a trade counts for; None where none agrees.

    ``look`` tells its hand. A wish or an offer agrees as often as it allows, and keeps what it wants to keep. The trade
    counts for the first offer that fits to everybody's eyes, so that what is left of offers does not tell which order
    agreed.
    """
    if _refuses(known, seat, agenda, proposer, terms):
        return None
    counted: str | None = None
    for deal in _list_fitting(known, seat, agenda, proposer, terms):
        if deal.number:
            counted = counted or deal.words
        if deal._replace(give=terms.get, get=terms.give).leaves(look()):
            return counted or deal.words
    return None
