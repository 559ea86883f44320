"""Checking a seat's orders before their moment: by the same steps that will carry them out, on what the seat knows.

Red is only what cannot be done whatever others do and chance brings; what depends on them is accepted.
"""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.agenda import Refusal
from adjudicator.core.order import (
    AGAIN,
    CORRECTION,
    HELD,
    START,
    THEN,
    UNREAD,
    Gravity,
    MoveFile,
    Order,
    Problem,
    give_reason,
)
from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import count_of
from adjudicator.rules.catan.actions import END_TURN
from adjudicator.rules.catan.cards import covers
from adjudicator.rules.catan.legal import apply_action, is_legal, list_legal
from adjudicator.rules.catan.mail import check_orders
from adjudicator.rules.catan.mail.asks import PLACE
from adjudicator.rules.catan.mail.check_orders import FileSender
from adjudicator.rules.catan.mail.check_standing import check_standing
from adjudicator.rules.catan.mail.check_unread import answer_unread
from adjudicator.rules.catan.mail.choosing import choose_robber, tell_once, try_alternatives
from adjudicator.rules.catan.mail.conditions import find_stage
from adjudicator.rules.catan.mail.language.meant import mend_several
from adjudicator.rules.catan.mail.language.meant_phrases import mend_discard
from adjudicator.rules.catan.mail.language.meant_trade import mend_answer, mend_take, write_for_now
from adjudicator.rules.catan.mail.language.order_text import END, FORMS, list_alternatives, write_action
from adjudicator.rules.catan.mail.language.quoting import quote_alternative, quote_order
from adjudicator.rules.catan.mail.language.vocabulary import Facts, OrderTextError, read_accepted
from adjudicator.rules.catan.mail.offers import names_seat
from adjudicator.rules.catan.mail.plans import NOTHING_LACKS, SOFT, Way
from adjudicator.rules.catan.mail.proposals import ACCEPT, ANSWERS, COUNTER, REFUSE, brings_wanted, read_proposed
from adjudicator.rules.catan.mail.rehearsal import PROPOSE, AnyChance, OrderChoice, ScriptRehearsal
from adjudicator.rules.catan.mail.remarks import remark_on_file
from adjudicator.rules.catan.mail.script import list_due_orders, mentions
from adjudicator.rules.catan.mail.taking import NO_OFFER, list_open_offers, list_wanted, read_wanted
from adjudicator.rules.catan.mail.wording import SENTENCES
from adjudicator.rules.catan.order_of_play import count_to_place, imagine_turn
from adjudicator.rules.catan.state import HAND, STAGE, Stage, State, put
from adjudicator.rules.catan.views.known import Proposal, Terms, View, as_state

_WITHOUT_PROPOSAL = {
    ACCEPT: "to take an offer, ",
    COUNTER: "to propose it on your turn, ",
    REFUSE: "to say no in advance, under 'standing:', ",
}
"""What an answer may have been meant for where nobody has asked."""
_WAYS = 8
"""So many courses of a script are followed at most."""


def check_file(sender: FileSender, file: MoveFile, *, asked: bool, answered: bool = True) -> Iterator[Problem]:
    """All problems of a file's orders; ``asked`` says whether play waits for orders of the seat.

    ``answered`` says whether those of the file are such ones.
    """
    problems = [
        *_check_script(sender, file.orders),
        *check_standing(sender, file.standing or ()),
        *_check_fallback(sender, file.fallback or ()),
    ]
    yield from problems
    if file.gap is None and all(problem.gravity is Gravity.UNWISE for problem in problems):
        places = {problem.place for problem in problems}
        yield from (remark for remark in remark_on_file(sender, file) if remark.place not in places)
    if file.gap is None:
        yield from _remark(sender.known, file, asked=asked, answered=answered)
        yield from _remark_on_robber(sender, file)


def _remark(known: View, file: MoveFile, *, asked: bool, answered: bool) -> Iterator[Problem]:
    """What is surely not meant, though allowed."""
    plain = bool(file.orders) and not any(order.then or order.otherwise for order in file.orders)
    elsewhere = known.by_round or known.stage in (Stage.ROBBER, Stage.INTERLUDE, Stage.FREE_ROADS)
    is_beside = plain and not answered and not elsewhere
    if asked and (is_beside or not (file.orders or file.standing or file.fallback)):
        yield Problem("nothing-ordered", Gravity.UNWISE, file.places.get("orders", START))


def _remark_on_robber(sender: FileSender, file: MoveFile) -> Iterator[Problem]:
    """A script that does not move the robber of a 7, be it rolled or announced, nor a standing order."""
    known, seat = sender.known, sender.seat
    script = [order for order in file.orders if not (known.by_round and order.kind in sender.outside)]
    # by seat one that is on file has been tried already
    filed = [item.order for item in known.standing] if known.by_round else ()
    standing = filed if file.standing is None else file.standing
    moved = any(mentions(order, ("robber",)) for order in [*list_due_orders(file.orders), *standing])
    if find_stage(known, seat) is not Stage.ROBBER or not script or moved:
        return
    state = as_state(known)
    legal = list_legal(state if seat == known.mover else put(imagine_turn(state, seat), STAGE, Stage.ROBBER), seat)
    ((key, text),) = write_action(known.table, choose_robber(known, seat, legal)).items()
    then = "it is moved for you" if known.by_round else "the turn stops there"
    place = file.places.get("orders", START)
    yield Problem("robber-missing", Gravity.UNWISE, place, {"example": f"{key}: {text}", "else": then})


def _check_script(sender: FileSender, orders: Sequence[Order]) -> Iterator[Problem]:
    """Words first: orders that cannot be read are told as such, and the others are tried all the same."""
    problems: list[Problem] = []
    readable: list[Order] = []
    for number, order in enumerate(orders, start=1):
        found = list(_check_words(sender, order, number))
        is_read = all(problem.gravity is not Gravity.INVALID for problem in found)
        readable.append(order if is_read else order._replace(kind=UNREAD))
        problems += found
    yield from problems
    if not problems:
        yield from _check_places(sender, orders)
    rehearsal = ScriptRehearsal(sender.known, sender.seat, sender.outside)
    hand = rehearsal.hand if rehearsal.sure else None
    begun = sender.seat == sender.known.mover and sender.known.stage in (Stage.TURN, Stage.ROBBER, Stage.FREE_ROADS)
    has_own = any(order.kind in sender.own.kinds for order in orders)
    for tried in rehearsal.try_orders(readable):
        yield from _judge(tried)
        if tried.order.kind == END and hand is not None:
            yield from sender.own.foresee(sender.known, orders, [hand])
        elif tried.order.kind == END and begun and has_own and not problems:
            state = put(as_state(sender.known), STAGE, Stage.TURN.value)
            ends = _follow([state], sender.seat, list_due_orders(orders))  # drawn or stolen cards are stand-ins
            yield from sender.own.foresee(sender.known, orders, [end.hand(sender.seat) for end in ends])
        hand = rehearsal.hand if rehearsal.sure else None


def _check_places(sender: FileSender, orders: Sequence[Order]) -> Iterator[Problem]:
    """More lines of places than there are settlements to place: alternatives, or one too many."""
    left = count_to_place(as_state(sender.known), sender.seat)
    lines = [order for order in orders if order.kind == PLACE and order.condition is None]
    if sender.known.turn or len(lines) <= left:
        return
    words = [quote_alternative(order, n) for order in lines for n in range(len(list_alternatives(order)))]
    places = dict.fromkeys(text.removeprefix(f"{PLACE} ") for text in words)
    ranked = ", ".join(sorted(places, key="best".__eq__) if len(places) > 1 else ("12 12-13", "best"))
    for order in lines[left:]:
        facts = {"order": quote_order(order), "count": count_of(left, "settlement"), "instead": f"{PLACE}: [{ranked}]"}
        yield Problem("places-left" if left else "places-over", Gravity.ILLEGAL, order.place, facts)


def _judge(tried: OrderChoice) -> Iterator[Problem]:
    """What is to be said of an order that was tried."""
    refusals = [refusal for refusal in tried.refusals if refusal is not None]
    lasting = [refusal for refusal in refusals if refusal.code in tried.lasting]
    none_due = all(refusal.code == NOTHING_LACKS for refusal in refusals)
    soft = tried.order.kind in SOFT or none_due or (tried.unpayable and not tried.sure)
    shown = iter(_shorten_again(tell_once(refusals)))
    for refusal, place in zip(tried.refusals, tried.order.places, strict=False):
        if refusal is not None and tried.hopeless:
            gravity = Gravity.UNWISE if soft else Gravity.ILLEGAL
            told = next(shown)
            yield Problem(told.code, gravity, place, {**told.facts, **_turn_round(tried.order, told)})
        elif refusal is not None and refusal in lasting:
            facts = give_reason(refusal.code, {**refusal.facts, "legal": ""}, refusal.text)
            yield Problem("never-legal", Gravity.UNWISE, place, facts)


def _turn_round(order: Order, told: Refusal) -> Facts:
    """The line that puts right a trade with the bank which is right the other way round; nothing for any other."""
    line = f"bank: {told.facts.get('example')}"
    return {CORRECTION: f"- {line}"} if len(order.places) == 1 and told.facts["legal"] == f"; write '{line}'" else {}


def _shorten_again(refusals: Sequence[Refusal]) -> Iterator[Refusal]:
    """``refusals`` without the hand in those that come after one with the same hand."""
    held: set[object] = set()
    for refusal in refusals:
        known = refusal.facts.get(HELD)
        is_again = known in held and f"{refusal.code}{AGAIN}" in SENTENCES
        yield refusal._replace(code=f"{refusal.code}{AGAIN}") if is_again else refusal
        held.add(known)


def _check_words(sender: FileSender, order: Order, number: int, *, inner: bool = False) -> Iterator[Problem]:
    """What cannot be read, or has no place among the orders of a turn; ``number`` is the order's in its list."""
    yield from check_orders.check_condition(sender, order, number)
    for part in (*order.then, *order.otherwise):
        yield from _check_words(sender, part, number, inner=True)
    if order.kind == UNREAD:
        yield from answer_unread(sender, order)
    elif order.kind in sender.outside and (inner or order.otherwise):
        yield check_orders.misplaced(sender, "not-in-block", order)
    elif order.kind in sender.own.kinds:
        yield from sender.own.check(sender.known, sender.seat, order, False)
    elif order.kind in check_orders.ONLY_STANDING or (order.kind == "discard" and isinstance(order.value, Mapping)):
        known, seat = sender.known, sender.seat
        owes = order.kind == "discard" and known.seats[seat].owes
        lines = mend_discard(known, seat, order.value) if owes else write_for_now(known, seat, order)
        legal = f"; to do this now, write {check_orders.join_lines(lines)}" if lines else ""
        yield check_orders.misplaced(sender, "belongs-in-standing", order, legal=legal)
    elif order.kind in ANSWERS:
        yield from _check_answer(sender, order)
    elif order.kind == "take":
        yield from _check_take(sender, order)
    elif order.kind == "propose":
        yield from check_orders.check_terms(sender, order)
    elif order.kind != THEN:
        yield from check_orders.check_texts(sender, order)


def _check_answer(sender: FileSender, order: Order) -> Iterator[Problem]:
    """An answer needs a proposal."""
    known, place = sender.known, order.places[0]
    proposal = known.book.proposal
    asks = proposal is not None and sender.seat in proposal.to
    try:
        if proposal is not None and asks and _answers(sender, order, proposal):
            problems = list(check_orders.check_terms(sender, order)) if order.kind == COUNTER else []
            yield from problems
            if order.kind == COUNTER and not problems and not brings_wanted(known, sender.seat, order):
                yield Problem("counter-in-vain", Gravity.UNWISE, place, {"order": quote_order(order)})
            return
    except OrderTextError as error:
        lines = mend_answer(known, sender.seat, order.kind, order.value)
        yield check_orders.misread(error, quote_order(order), place, lines)
        return
    lines = mend_answer(known, sender.seat, order.kind, order.value)
    code, whose = "no-proposal", _WITHOUT_PROPOSAL.get(order.kind, "")
    if proposal is not None and asks:
        code, whose = "other-proposal", ""
        if order.kind == ACCEPT and read_accepted(known.table, str(order.value))[0] == proposal.seat:
            code = "no-such-terms"
    legal = f"; {whose}write {check_orders.join_lines(lines)}" if lines else ""
    yield Problem(code, Gravity.ILLEGAL, place, {"order": quote_order(order), "legal": legal})


def _answers(sender: FileSender, order: Order, proposal: Proposal) -> bool:
    """Whether an order answers the proposal, and terms of it that are for the sender."""
    if order.kind == COUNTER:
        return True
    if order.kind == ACCEPT:
        seat, number = read_accepted(sender.known.table, str(order.value))
        return seat == proposal.seat and number in (0, *(n for n, _ in proposal.list_for(sender.seat)))
    return names_seat(sender.known.table, order.value, proposal.seat)


def _check_take(sender: FileSender, order: Order) -> Iterator[Problem]:
    """An offer that is not there may still be made; one that is for others never comes to the seat."""
    known, seat = sender.known, sender.seat
    place = order.places[0]
    try:
        wanted = read_wanted(known.table, order.value)
    except OrderTextError as error:
        lines = mend_several(known, seat, order.kind, order.value) if isinstance(order.value, str) else None
        lines = mend_take(known, seat, order.value) if lines is None else lines
        yield check_orders.misread(error, quote_order(order), place, lines)
        return
    by_terms = isinstance(wanted, Terms)
    problems = list(check_orders.check_terms(sender, order)) if by_terms else []
    yield from problems
    if not problems and not list_wanted(known, seat, wanted):
        for_others = any((offer.seat, offer.number) == wanted for offer in known.book.offers)
        gravity = Gravity.ILLEGAL if not by_terms and (wanted[0] == seat or for_others) else Gravity.UNWISE
        facts = {"order": quote_order(order), "legal": list_open_offers(known, seat)}
        yield Problem(NO_OFFER, gravity, place, facts)


def _check_fallback(sender: FileSender, orders: Sequence[Order]) -> Iterator[Problem]:
    """What cannot be read of fallback orders, or never be carried out; the rest depends on its moment."""
    problems: list[Problem] = []
    for number, order in enumerate(orders, start=1):
        if mentions(order, sender.outside):
            problems.append(check_orders.misplaced(sender, "not-in-fallback", order))
        else:
            problems += _check_words(sender, order, number)
    yield from problems
    if problems or not orders:
        return
    rehearsal = ScriptRehearsal(sender.known, sender.seat, sender.outside)
    rehearsal.distrust()
    for tried in rehearsal.try_orders(orders):
        for problem in _judge(tried):
            yield problem._replace(gravity=Gravity.UNWISE)


def _follow(states: Sequence[State], seat: SeatNumber, orders: Sequence[Order]) -> Sequence[State]:
    for order in orders:
        done = _follow([_do(state, seat, order) for state in states], seat, order.then)
        open_ = order.condition is not None or order.kind == PROPOSE
        skipped = _follow(states, seat, order.otherwise) if open_ else ()
        states = list(dict.fromkeys((*done, *skipped)))[:_WAYS]
    return states


def _do(state: State, seat: SeatNumber, order: Order) -> State:
    """The position after the first alternative that can be carried out; the same where there is none."""
    if order.kind == THEN:
        return state
    if order.kind == PROPOSE:
        hand = state.hand(seat)
        deals = (proposed.trade for proposed in read_proposed(state.table, order.value))
        return next((put(state, HAND + seat, hand - d.give + d.get) for d in deals if covers(hand, d.give)), state)
    for _, way in try_alternatives(state, seat, order) if order.kind in FORMS else ():
        if isinstance(way, Way):
            for step in way.steps:
                if step != END_TURN and is_legal(state, seat, step):
                    state, _ = apply_action(state, seat, step, AnyChance())
            return state
    return state
