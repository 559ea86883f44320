"""A rehearsal: a list of orders tried on what its sender knows, before its moment and without any draw.

The check of a file, its forecast and what is promised of orders on file are made from it.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import NamedTuple, cast

from adjudicator.core.agenda import Refusal
from adjudicator.core.chance import Label
from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import THEN, UNREAD, Order
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.actions import END_TURN, ROLL, Action, BuyCard, MoveRobber, PlayMonopoly
from adjudicator.rules.catan.cards import COUNT, DEVELOPMENT_TITLES, Bundle, count_kind, covers
from adjudicator.rules.catan.legal import apply_action, is_legal
from adjudicator.rules.catan.mail.choosing import make_refusal, try_alternatives
from adjudicator.rules.catan.mail.conditions import holds
from adjudicator.rules.catan.mail.language.order_text import END, FORMS
from adjudicator.rules.catan.mail.language.quoting import quote_condition, quote_order
from adjudicator.rules.catan.mail.language.vocabulary import Facts, OrderTextError, read_terms, write_cards_text
from adjudicator.rules.catan.mail.offers import DEALS
from adjudicator.rules.catan.mail.plans import Way
from adjudicator.rules.catan.mail.proposals import read_proposed
from adjudicator.rules.catan.mail.reasons import BANK_RATE, CANNOT_PAY, LASTING, LASTING_AFTER_SEVEN, NOT_YOUR_CARDS
from adjudicator.rules.catan.mail.script import KINDS_FOR, Kinds, mentions
from adjudicator.rules.catan.mail.taking import list_wanted, read_wanted
from adjudicator.rules.catan.mail.wording import find_short_cards
from adjudicator.rules.catan.order_of_play import imagine_turn, is_deciding
from adjudicator.rules.catan.state import DECISION_KINDS, HAND, STAGE, Stage, State, put
from adjudicator.rules.catan.views.known import EMPTY_BOOK, View, as_state, see_state

PROPOSE = "propose"
_AIMED = ("robber", "knight")
_UNPAID = (BANK_RATE, CANNOT_PAY, NOT_YOUR_CARDS)
"""Reasons that say how many cards are missing."""
_FOR_PRICES = ("settlement", "city", "road", "buy", "build", "discard")
"""Orders that bring no cards of resources."""
_CARDLESS = frozenset({"bought-this-turn", "card-not-held"})
"""Reasons that name development cards of the hand."""


class OrderOutlook(Enum):
    """How an order will fare."""

    DONE = "done"
    """It will be done: nothing can come between."""
    OPEN = "open"
    """It may be done or refused: that depends on others, on dice or cards."""
    REFUSED = "refused"
    """It cannot be done."""
    SKIPPED = "skipped"
    """Its condition will be false."""


class OrderChoice(NamedTuple):
    """How an order fares: the words of the alternative that will be done, and why others will not.

    ``refusals`` has one entry for every alternative looked at, None for one that is possible. ``sure`` says whether
    nothing unknown came before it, ``draws`` whether what it brings is drawn. ``chosen`` are the words of what the
    first possible alternative leaves to the moment, as things stand. ``gains`` are the cards that may have come and are
    not in the hand it was tried with, None where that is not known. ``later`` says that it stands behind the end of
    the turn, and waits for the next. ``when`` are the words before an order of a block whose condition is still open.
    ``lasting`` are the codes of the reasons that nothing before it can lift.
    """

    order: Order
    outlook: OrderOutlook
    words: str = ""
    refusals: tuple[Refusal | None, ...] = ()
    sure: bool = False
    draws: bool = False
    chosen: str = ""
    gains: int | None = None
    later: bool = False
    when: str = ""
    lasting: AbstractSet[str] = LASTING

    @property
    def hopeless(self) -> bool:
        """Whether it cannot be done: nothing unknown comes before it, or nothing can lift the reasons."""
        return self.outlook is OrderOutlook.REFUSED and (self.sure or self._is_barred or self.unpayable)

    @property
    def unpayable(self) -> bool:
        """Whether more cards are missing for it than may come before it, such as the one of the robber."""
        gains = self.gains
        return (
            gains is not None
            and not self._is_barred
            and all(
                refusal is not None and (refusal.code in self.lasting or _count_lacking(refusal) > gains)
                for refusal in self.refusals
            )
        )

    @property
    def _is_barred(self) -> bool:
        """Whether nothing can lift any of the reasons."""
        return all(refusal is not None and refusal.code in self.lasting for refusal in self.refusals)


def _count_lacking(refusal: Refusal) -> int:
    """How many cards a price is short of; 0 where no price is the reason."""
    count = refusal.facts.get("count") if refusal.code in _UNPAID else 0
    return count if isinstance(count, int) else 0


class AnyChance:
    """Stands in for a draw in a rehearsal: its outcome is not looked at."""

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """The first of what there is."""
        del epoch, label, below, hidden
        return 0


class _ListedOrder(NamedTuple):
    """An order still to be tried, its number in the list, or that of its block, and when it is of one that is open."""

    order: Order
    number: int
    when: str = ""


def _count_met(known: View, seat: SeatNumber) -> int:
    """How many cards standing orders of ``seat`` may bring before its script goes on, as the offers of others stand.

    Each is compared with those of others once a turn, behind the roll and the robber of a 7.
    """
    if known.stage is Stage.TURN:
        return 0
    orders = [item.order for item in known.standing if item.order.kind in DEALS]
    deals = [read_terms(known.table, cast("JsonObject", order.value)) for order in orders]
    return sum(
        max(terms.get % COUNT, *(offer.give % COUNT for offer in list_wanted(known, seat, terms)), 0) for terms in deals
    )


def _join(outer: str, inner: str) -> str:
    """The words before an order of a block in a block: ``if the dice show 8, else``."""
    return f"{outer.removesuffix('then ').rstrip(' ,')}, {inner}" if outer and inner else outer or inner


class ScriptRehearsal:
    """A list of orders under way. ``sure`` says whether nothing unknown lies between now and the next order.

    With ``supposing`` what may be placed in the set-up is taken to be placed, though others may come first.
    """

    def __init__(self, known: View, seat: SeatNumber, outside: Kinds = (), *, supposing: bool = False) -> None:
        self.seat = seat
        self.supposing = supposing
        self.outside = outside
        self.state = as_state(known)
        """The position as far as the rehearsal has got; what the seat does not know are stand-ins."""
        self._seen: tuple[State, View] = self.state, known
        self.book = known.book
        self.fates: dict[str, bool] = {}
        """Whether orders were done, by their numbers, as conditions ask for it."""
        proposal = known.book.proposal
        self.sure = is_deciding(self.state, seat) and (proposal is None or proposal.seat != seat)
        self._developments = self.state.developments(seat)
        """Those that the seat has seen: what it buys in the rehearsal is a stand-in."""
        self._seven = seat == known.mover and known.stage in (Stage.DISCARD, Stage.ROBBER)
        """Whether the robber of a 7, or of a knight, is still to be moved from where it stands."""
        self._offers = any(offer.seat == seat for offer in known.book.offers)
        waits = self._seven and self.state.stage is Stage.DISCARD and not self.sure
        self._gains: int | None = _count_met(known, seat) + waits if self.sure or waits else None
        """How many cards may have come that are not in the hand of ``state``; None for any number."""
        if not is_deciding(self.state, seat) or self.state.stage is Stage.INTERLUDE:
            self.sure = False
            self.state = imagine_turn(self.state, seat)

    @property
    def hand(self) -> Bundle:
        """The seat's hand as far as the rehearsal has got."""
        return self.state.hand(self.seat)

    def try_orders(self, orders: Sequence[Order]) -> Iterator[OrderChoice]:
        """Each order when its moment comes, those in blocks included; what comes after the end of the game is not.

        Orders of the kinds ``outside``, which are for something else, are passed over.
        """
        numbered = enumerate(orders, start=1)
        listed = [_ListedOrder(order, number) for number, order in numbered if order.kind not in self.outside]
        is_ended = False
        while listed and self.state.stage is not Stage.OVER:
            place = self._find_next([item.order for item in listed])
            order, number, when = listed.pop(place)
            if order.kind == UNREAD:
                self.distrust()
                continue
            tried, inner = self._try(order)
            if tried is not None:
                done = tried.outlook is OrderOutlook.DONE
                self.fates[str(number)] = done or self.fates.get(str(number), False)
                # who asks for the cards first, and offers some for others, waits for what may come of that
                gains = None if self._offers and (when or order.condition is not None) else tried.gains
                yield tried._replace(later=is_ended, when=when, gains=gains)
                robs = order.kind == "robber" and tried.outlook in (OrderOutlook.DONE, OrderOutlook.OPEN)
                self._seven = self._seven and not robs and order.kind not in (END, "knight")
            is_ended = is_ended or (order.kind == END and order.condition is None and order is orders[number - 1])
            listed[place:place] = [_ListedOrder(part, number, _join(when, asked)) for asked, part in inner]

    def _find_next(self, orders: Sequence[Order]) -> int:
        """Which order comes next: one that answers what has to be decided first, else the first one.

        Where none answers it, nothing is certain any more.
        """
        stage = self.state.stage
        kinds = KINDS_FOR.get(DECISION_KINDS[stage]) if stage < len(DECISION_KINDS) else None
        if kinds is None or not self.sure:
            return 0
        for number, order in enumerate(orders):
            if mentions(order, kinds):
                return number
            if order.kind == END or stage is Stage.BEFORE_ROLL:
                break
        self._lose_track()
        return 0

    def distrust(self) -> None:
        """From here on nothing is certain, and any cards may have come."""
        self.sure = self._seven = False
        self._gains = None

    def _lose_track(self) -> None:
        robs = self.state.stage in (Stage.DISCARD, Stage.ROBBER) and self.state.mover == self.seat
        self._gain(1 if robs and self.state.dice else None)
        self.sure = False
        self.state = imagine_turn(self.state, self.seat)

    def _gain(self, count: int | None) -> None:
        self._gains = None if count is None or self._gains is None else self._gains + count

    def _try(self, order: Order) -> tuple[OrderChoice | None, Sequence[tuple[str, Order]]]:
        """How ``order`` fares, if it asks for something itself, and the orders of its block that come next.

        Each with the words for when it is done, where that is still open.
        """
        asked, otherwise = "", list[tuple[str, Order]]()
        if order.condition is not None:
            held = self._ask(order.condition)
            if held is None:
                self.sure = False
                asked = f"{quote_condition(order.condition)}, then "
                otherwise = [("else ", inner) for inner in order.otherwise]
            elif not held:
                # what stands behind else speaks for the order
                tried = None if order.otherwise else OrderChoice(order, OrderOutlook.SKIPPED)
                return tried, [("", inner) for inner in order.otherwise]
        inner = [*((asked, inner) for inner in order.then), *otherwise]
        return (None if order.kind == THEN else self._try_order(order)), inner

    def _ask(self, condition: JsonObject) -> bool | None:
        """Whether a condition holds; None where it cannot be read, or something unknown comes before it."""
        if not self.sure:
            return None
        if self._seen[0] is not self.state:
            self._seen = self.state, see_state(self.state, EMPTY_BOOK, self.state.table.seats[self.seat])
        try:
            return holds(condition, self._seen[1], self.seat, self.fates)
        except OrderTextError:
            return None

    def _try_order(self, order: Order) -> OrderChoice:
        if order.kind not in FORMS:
            return self._try_trade(order)
        seven = self._seven and order.kind == "robber"
        state = put(self.state, STAGE, Stage.ROBBER) if seven and not self.sure else self.state
        tried = list(try_alternatives(state, self.seat, order))
        refusals = tuple(None if isinstance(way, Way) else self._hide_stand_ins(way) for _, way in tried)
        choice = OrderChoice(order, OrderOutlook.REFUSED, refusals=refusals, sure=self.sure, gains=self._gains)
        choice = choice._replace(lasting=LASTING_AFTER_SEVEN) if seven else choice
        found = next(((words, way) for words, way in tried if isinstance(way, Way)), None)
        if found is not None:
            words, way = found
            choice = choice._replace(outlook=OrderOutlook.OPEN, chosen=way.words if way.chosen else "")
            if self.sure:
                return choice._replace(outlook=OrderOutlook.DONE, words=words, draws=self._take(way.steps))
            if self.supposing and self.state.turn == 0:
                self._take(way.steps)
        if not choice.hopeless and order.kind not in _FOR_PRICES and not seven:  # its card was reckoned with before
            self._gain(1 if order.kind in _AIMED else None)
        return choice

    def _hide_stand_ins(self, refusal: Refusal) -> Refusal:
        """``refusal`` without the kind of a card that is bought in the rehearsal, which nobody has drawn yet."""
        bought = self.state.developments(self.seat) != self._developments
        if refusal.code not in _CARDLESS or not bought:
            return refusal
        title = str(refusal.facts["card"])
        if count_kind(self._developments, DEVELOPMENT_TITLES.index(title)):
            return refusal
        return make_refusal(refusal.text, ("card-to-come", {"card": title}))

    def _try_trade(self, order: Order) -> OrderChoice:
        """A trade that the hand cannot pay is refused; whether another one is made is for the others to say."""
        hand = self.hand
        deals = self._list_deals(order)
        prices = [price for price, _ in deals]
        if prices and not any(covers(hand, price) for price in prices):
            words = quote_order(order)
            refusals = []
            for price in prices:
                missing = find_short_cards(hand, price)
                facts: Facts = {"held": write_cards_text(hand), "missing": write_cards_text(missing)}
                refusals.append(make_refusal(words, (NOT_YOUR_CARDS, {**facts, "count": missing % COUNT})))
            kept = refusals if order.kind == PROPOSE else refusals[:1]
            return OrderChoice(order, OrderOutlook.REFUSED, refusals=tuple(kept), sure=self.sure, gains=self._gains)
        alone = self.sure
        self.sure = False
        limits = [one.limit for one in read_proposed(self.state.table, order.value)] if order.kind == PROPOSE else []
        is_open = not deals or any(limit is not None for limit in limits)  # a counter-offer may bring more
        self._gain(None if is_open else max(brings % COUNT for _, brings in deals))
        return OrderChoice(order, OrderOutlook.OPEN, sure=alone)

    def _list_deals(self, order: Order) -> Sequence[tuple[Bundle, Bundle]]:
        """What a trade may cost and bring, one of these as offers stand; nothing where nothing tells it."""
        try:
            if order.kind == PROPOSE:
                trades = [proposed.trade for proposed in read_proposed(self.state.table, order.value)]
                return [(trade.give, trade.get) for trade in trades]
            known = see_state(self.state, self.book, self.state.table.seats[self.seat])
            offers = (
                list_wanted(known, self.seat, read_wanted(known.table, order.value)) if order.kind == "take" else ()
            )
            return [(offer.get, offer.give) for offer in offers]
        except OrderTextError:
            return ()

    def _take(self, steps: Sequence[Action]) -> bool:
        """Take the steps; whether what they bring depends on a draw."""
        draws = False
        for step in steps:
            rolled, hand = self.state.dice, self.hand
            if step == END_TURN or not is_legal(self.state, self.seat, step):
                break
            self.state, _ = apply_action(self.state, self.seat, step, AnyChance())
            robs = isinstance(step, MoveRobber) and step.victim is not None
            draws = draws or robs or isinstance(step, BuyCard) or step == ROLL
            wins = isinstance(step, BuyCard) and self._may_win_by_card()
            if isinstance(step, PlayMonopoly) or self.state.dice != rolled:
                self.distrust()
            elif robs or wins:
                self.sure = False
                self._gain(int(robs))
            if robs:
                self.state = put(self.state, HAND + self.seat, hand)
        if self.state.stage is Stage.OVER:
            return draws
        if END_TURN in steps or not is_deciding(self.state, self.seat):
            self._lose_track()
        return draws

    def _may_win_by_card(self) -> bool:
        edition = self.state.table.edition
        return self.state.points(self.seat) + edition.card_points >= edition.target
