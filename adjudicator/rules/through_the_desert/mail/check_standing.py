"""Checking standing and fallback orders: what of them is not understood, or can never be carried out."""

from collections.abc import Iterator

from adjudicator.core.order import UNREAD, Gravity, Order, Problem
from adjudicator.core.table import SeatNumber
from adjudicator.rules.through_the_desert import written
from adjudicator.rules.through_the_desert.legal import DECISIONS, ActionKind, list_legal, seat_phase
from adjudicator.rules.through_the_desert.mail import conditions, quoting, reasons
from adjudicator.rules.through_the_desert.mail.offers import mend_apart
from adjudicator.rules.through_the_desert.state import Phase, State
from adjudicator.rules.through_the_desert.written.misread import explain_fault, propose, propose_later


def check_fallback(known: State, seat: SeatNumber, previous: Order | None, order: Order) -> Iterator[Problem]:
    """What of a fallback order is not understood, or can never be carried out; the rest depends on its moment."""
    if order.kind == UNREAD:
        due = DECISIONS.get(seat_phase(known, seat))
        if due:
            yield from mend_apart(
                known, seat, previous, order, written.KEY_OF[due], lambda action: due.comes_after(action.kind)
            )
        return
    is_later, legal = written.comes_later(known, seat, order), list_legal(known, seat)
    for problem in quoting.check_condition(known, order):
        is_soft = is_later and problem.code not in conditions.WRONG_NAMES
        yield quoting.soften("never-as-written", problem, quoting.quote_choices(order)) if is_soft else problem
    reading = written.read_order(known.table, order)
    for fault in reading.faults:
        is_due = legal.kind is written.kind_of(order)
        offers = (
            propose(fault, legal.__contains__, legal)
            if is_due
            else propose_later(fault, lambda action: not reasons.explain_taken(known, seat, action))
        )
        problem = explain_fault(known.table, order, fault, offers)
        if is_later or (reading.alternatives and quoting.is_misplaced(reading)):
            problem = quoting.soften("never-as-written" if is_later else "never-legal", problem)
        yield problem
    for action, place in reading.alternatives:
        code, facts = ("", {}) if action in legal else reasons.explain(known, seat, action)
        too_late = code == "wrong-kind" and not is_later
        if code in reasons.LASTING or too_late:
            words = quoting.quote_action(known.table, action)
            yield Problem("never-legal", Gravity.UNWISE, place, quoting.say_why(code, {**facts, "order": words}))


def check_standing(known: State, seat: SeatNumber, previous: Order | None, order: Order) -> Iterator[Problem]:
    """What of a standing order is not understood, or can never be done."""
    if order.kind == UNREAD and written.guess_key(order.value) is None and known.phase is not Phase.OVER:
        yield from mend_apart(known, seat, previous, order, written.KEY_OF[ActionKind.CAMEL])
    elif written.kind_of(order) is not ActionKind.CAMEL:
        yield Problem("standing-kind", Gravity.ILLEGAL, order.place, {"order": quoting.quote_choices(order)})
    else:
        yield from check_fallback(known, seat, previous, order)
