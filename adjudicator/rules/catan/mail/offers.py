"""Standing orders about trade: offers that everybody sees, wishes that answer proposals, and what is left of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from adjudicator.core.agenda import Agenda
from adjudicator.core.event import Event
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import Order
from adjudicator.core.table import Seat
from adjudicator.rules.catan.cards import Bundle, covers, name_cards
from adjudicator.rules.catan.mail.choosing import find_standing
from adjudicator.rules.catan.mail.memory import StandingTrade, recall, remember, words_of
from adjudicator.rules.catan.mail.vocabulary import read_cards_text, read_seats, read_terms
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan.views.known import Offer, Proposal, TradeBook

ANYBODY = "any"


class Deal(NamedTuple):
    """A standing order about trade as it stands now: an offer (numbered) or a wish (number 0).

    ``give``, ``get`` and ``keep`` are its owner's; ``keep`` is what must stay in hand and nobody else's business.
    """

    words: str
    number: int
    give: Bundle
    get: Bundle
    seats: tuple[int, ...]
    keep: Bundle
    left: int | None
    until: int | None

    def is_for(self, seat: int) -> bool:
        """Whether ``seat`` is among those it is for."""
        return not self.seats or seat in self.seats

    def leaves(self, hand: Bundle) -> bool:
        """Whether ``hand`` can pay it and keeps what its owner wants to keep."""
        return covers(hand, self.give) and covers(hand - self.give + self.get, self.keep)


def _name_deal(order: Order) -> str:
    """The words that tell a standing order about trade from others.

    What an offer keeps is none of them: a change of that alone must show nowhere.
    """
    if order.kind == "offer":
        value = cast("JsonObject", order.value)
        order = order._replace(value={key: part for key, part in value.items() if key != "keep"})
    return words_of(order)


def list_deals(table: Table, agenda: Agenda, kind: str, turn: int) -> Iterator[Deal]:
    """The offers (``offer``) or wishes (``want``) that were taken up and still stand in table turn ``turn``.

    What is said twice in the same words is one; of offers that differ in what they keep alone, the last one counts.
    """
    memory = recall(agenda)
    orders = {_name_deal(item.order): item.order for item in find_standing(agenda, kind)}
    for words, order in orders.items():
        posted = memory.posted.get(words)
        value = cast("JsonObject", order.value)
        times, until = cast("int | None", value.get("times")), cast("int | None", value.get("until"))
        left = None if times is None or posted is None else times - posted.done
        if posted is None or left == 0 or (until is not None and turn > until):
            continue
        terms = read_terms(table, value)
        keep = read_cards_text(str(value["keep"])) if "keep" in value else 0
        yield Deal(words, posted.number, terms.give, terms.get, terms.seats, keep, left, until)


def read_book(table: Table, agendas: Mapping[Seat, Agenda], turn: int) -> TradeBook:
    """The public part of everybody's agenda: offers, and the open proposal."""
    offers: list[Offer] = []
    proposal: Proposal | None = None
    for seat, name in enumerate(table.seats):
        agenda = agendas.get(name)
        if agenda is None:
            continue
        offers += (
            Offer(seat, deal.number, deal.give, deal.get, deal.seats, deal.left, deal.until)
            for deal in list_deals(table, agenda, "offer", turn)
        )
        proposed = recall(agenda).proposal
        if proposed is not None:
            proposal = Proposal(seat, proposed.give, proposed.get, proposed.to)
    return TradeBook(tuple(offers), proposal)


def take_up_deals(table: Table, seat: int, agenda: Agenda) -> tuple[Agenda, tuple[Event, ...]]:
    """Number new offers, forget those that are gone, and tell everybody of both."""
    memory = recall(agenda)
    standing = {_name_deal(item.order): item.order for item in find_standing(agenda, "offer", "want")}
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
    return {
        "seat": name,
        "number": number,
        "give": name_cards(terms.give),
        "get": name_cards(terms.get),
        "to": [table.seats[seat] for seat in terms.seats],
        "times": value.get("times"),
        "until": value.get("until"),
    }


def count_deal(agenda: Agenda, words: str) -> Agenda:
    """``agenda`` after one of its deals was carried out."""
    memory = recall(agenda)
    done = memory.posted[words]
    return remember(agenda, memory._replace(posted={**memory.posted, words: done._replace(done=done.done + 1)}))


def refuses(table: Table, agenda: Agenda, proposer: int) -> bool:
    """Whether a standing order refuses whatever ``proposer`` proposes."""
    return any(names_seat(table, item.order, proposer) for item in find_standing(agenda, "refuse"))


def names_seat(table: Table, order: Order, seat: int) -> bool:
    """Whether an answer to proposals, in orders or standing, speaks of those of ``seat``: ``any``, a seat or a list."""
    value = order.value
    names = [value] if isinstance(value, str) else value
    return names == [ANYBODY] or seat in read_seats(table, names)


def find_agreement(table: Table, agenda: Agenda, hand: Bundle, proposal: Proposal, turn: int) -> str | None:
    """The words of the standing order that a trade by ``proposal`` counts for; None where none agrees.

    ``hand`` is its owner's. A wish or an offer agrees when it gets at least what it asks for and gives at most what it
    says, as often as it allows, and keeps what it wants to keep. The trade counts for the first offer that fits to
    everybody's eyes, so that what is left of offers does not tell which order agreed.
    """
    if refuses(table, agenda, proposal.seat):
        return None
    counted: str | None = None
    for kind in ("offer", "want"):
        for deal in list_deals(table, agenda, kind, turn):
            fits = covers(proposal.give, deal.get) and covers(deal.give, proposal.get)
            if not fits or not deal.is_for(proposal.seat):
                continue
            if kind == "offer":
                counted = counted or deal.words
            if deal._replace(give=proposal.get, get=proposal.give).leaves(hand):
                return counted or deal.words
    return None
