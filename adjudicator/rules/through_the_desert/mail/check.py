"""Checking a seat's orders before their moment: with the same rules that will carry them out.

Refused is only what no choice of alternatives and no order of others' moves allows in the move now due. What is for a
later move gets remarks, even where it is not understood: such an order is blocked when its move comes.
"""

from collections.abc import Iterator, Sequence

from adjudicator.core.order import UNREAD, Gravity, MoveFile, Order, Place, Problem
from adjudicator.core.table import SeatNumber
from adjudicator.rules.through_the_desert.legal import DECISIONS, ActionKind, is_legal, list_legal, seat_phase
from adjudicator.rules.through_the_desert.mail import reasons
from adjudicator.rules.through_the_desert.mail.asks import count_due
from adjudicator.rules.through_the_desert.mail.judge import Judge
from adjudicator.rules.through_the_desert.mail.offers import mend_apart
from adjudicator.rules.through_the_desert.mail.quoting import (
    check_condition,
    is_misplaced,
    quote_choices,
    say_why,
    soften,
)
from adjudicator.rules.through_the_desert.state import Phase, State
from adjudicator.rules.through_the_desert.written.misread import explain_fault, propose, propose_later
from adjudicator.rules.through_the_desert.written.orders import (
    KEY_OF,
    comes_later,
    count_actions,
    guess_key,
    kind_of,
    read_order,
    write_action,
)

_NOT_ORDERED = {
    ActionKind.RETURN: "you have not said yet which leader you return",
    ActionKind.LEADER: "you have not ordered your leader yet",
    ActionKind.CAMEL: "you have not ordered your camels yet",
}


def check_orders(known: State, seat: SeatNumber, file: MoveFile) -> tuple[Problem, ...]:
    """All problems of a file's orders for ``seat``."""
    judge, number = Judge(known, seat), 0
    problems: list[Problem] = []
    for order in file.orders:
        problems += judge.judge(number, order)
        judge.mender.previous = order
        number += count_actions(order)
    for check, orders in ((_check_standing, file.standing), (_check_fallback, file.fallback)):
        for previous, order in zip((None, *(orders or ())), orders or (), strict=False):
            problems += check(known, seat, previous, order)
    if known.phase is Phase.OVER or not file.has_orders:
        return tuple(problems)
    count, due = _count_ordered(known, seat, file.orders), count_due(known, seat)
    if count < due and not any(order.kind == UNREAD for order in file.orders):
        place, kind = file.places.get("orders", Place(1, 1)), DECISIONS[seat_phase(known, seat)]
        missing = f"you have ordered only {count} of your {due} camels" if count else _NOT_ORDERED[kind]
        facts: reasons.Facts = {"count": count, "due": due, "missing": missing}
        problems.append(Problem("orders-missing", Gravity.UNWISE, place, facts))
    return tuple(problems)


def _count_ordered(known: State, seat: SeatNumber, orders: Sequence[Order]) -> int:
    """How many orders there are before the first one that has to wait for a later phase."""
    waits = (number for number, order in enumerate(orders) if comes_later(known, seat, order))
    return sum(map(count_actions, orders[: next(waits, len(orders))]))


def _check_fallback(known: State, seat: SeatNumber, previous: Order | None, order: Order) -> Iterator[Problem]:
    """What of a fallback order is not understood, or can never be carried out; the rest depends on its moment."""
    if order.kind == UNREAD:
        due = DECISIONS.get(seat_phase(known, seat))
        yield from mend_apart(known, seat, previous, order, KEY_OF[due]) if due else ()
        return
    yield from _check_words(known, seat, order)
    for action, place in read_order(known.table, order).alternatives:
        code, facts = ("", {}) if is_legal(known, seat, action) else reasons.explain(known, seat, action)
        too_late = code == "wrong-kind" and not comes_later(known, seat, order)
        if code in reasons.LASTING or too_late:
            words = f"{order.kind} {write_action(known.table, action)}"
            yield Problem("never-legal", Gravity.UNWISE, place, say_why(code, {**facts, "order": words}))


def _check_standing(known: State, seat: SeatNumber, previous: Order | None, order: Order) -> Iterator[Problem]:
    """What of a standing order is not understood, or can never be done."""
    if order.kind == UNREAD and guess_key(order.value) is None and known.phase is not Phase.OVER:
        yield from mend_apart(known, seat, previous, order, KEY_OF[ActionKind.CAMEL])
        return
    if kind_of(order) is not ActionKind.CAMEL:
        yield Problem("standing-kind", Gravity.ILLEGAL, order.place, {"order": quote_choices(order)})
        return
    yield from _check_fallback(known, seat, previous, order)


def _check_words(known: State, seat: SeatNumber, order: Order) -> Iterator[Problem]:
    """What of an order is not understood, where it does not matter what stands before it."""
    is_later = comes_later(known, seat, order)
    legal = list_legal(known, seat)
    is_due = legal.kind is kind_of(order)
    reading = read_order(known.table, order)
    for problem in check_condition(known, order):
        yield soften("never-as-written", problem, quote_choices(order)) if is_later else problem
    for fault in reading.faults:
        offers = propose(fault, legal.__contains__, legal) if is_due else propose_later(fault)
        problem = explain_fault(known.table, order, fault, offers)
        if is_later or (reading.alternatives and is_misplaced(reading)):
            problem = soften("never-as-written" if is_later else "never-legal", problem)
        yield problem
