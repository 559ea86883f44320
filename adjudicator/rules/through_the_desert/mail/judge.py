"""The orders of a list, judged one after the other, each by where those before it can lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.order import UNREAD, Order
from adjudicator.core.problem import Gravity, Problem
from adjudicator.rules.through_the_desert.legal import DECISIONS, Action, ActionKind, seat_phase
from adjudicator.rules.through_the_desert.mail import reasons
from adjudicator.rules.through_the_desert.mail.branches import (
    comes_later,
    find_break,
    kind_of,
    list_branches,
    list_written,
)
from adjudicator.rules.through_the_desert.mail.offers import Mender, choose_meant
from adjudicator.rules.through_the_desert.mail.prospect import Prospect, ReachedPosition
from adjudicator.rules.through_the_desert.mail.quoting import quote_choices
from adjudicator.rules.through_the_desert.mail.remarks import (
    check_condition,
    grade,
    is_misplaced,
    is_only_misplaced,
    remark_unread,
    soften,
)
from adjudicator.rules.through_the_desert.state import Phase, State
from adjudicator.rules.through_the_desert.written.mending import list_conditions, read_meant
from adjudicator.rules.through_the_desert.written.misread import explain_fault
from adjudicator.rules.through_the_desert.written.orders import KEY_OF, Reading, WordFault, read_order, write_action


class Judge:
    """Judges the orders of one list.

    Behind an order that was not understood or cannot be, only what no order of one's own could mend is held against
    the rest.
    """

    def __init__(self, known: State, seat: int) -> None:
        self.known, self.seat = known, seat
        self.prospect = Prospect(known, seat)
        self.mender = Mender(self.prospect)
        self._returned: tuple[int, frozenset[int]] | None = None
        """The line of the order that returns the one leader, and the colours that it may be."""

    def judge(self, number: int, order: Order) -> Iterator[Problem]:
        """The problems of the order that comes after ``number`` actions."""
        if order.kind == UNREAD:
            yield from self._judge_unread(number, order)
        elif order.branches:
            yield from self._judge_branches(number, order)
        else:
            yield from self._judge_choice(number, order)

    def _judge_choice(self, number: int, order: Order) -> Iterator[Problem]:
        """The problems of an order that does one action, whichever it chooses."""
        prospect = self.prospect
        about_condition = list(check_condition(self.known, order))
        reading = read_order(self.known.table, order)
        if prospect.is_later(number, order):
            yield from self._remark(order, about_condition, [(order, reading)])
            if about_condition or not reading.alternatives:
                return
        elif about_condition or reading.faults:
            yield from self._explain_wrong(order, about_condition, reading)
            if about_condition or not is_only_misplaced(reading):
                return
        yield from self._remark_returned(order, reading)
        if self._waits(number, order):
            return
        actions = [alternative.action for alternative in reading.alternatives]
        is_later = prospect.may_be_whole
        if prospect.is_lost:
            spot, is_later = None, number >= prospect.due
            possible = [False] * len(actions)
        else:
            spot, possible = prospect.follow(order, actions)
            if spot is None and not is_later:  # skipped in any case, as the forecast says
                return
        if prospect.is_lost or is_later:
            hopeless = [prospect.is_hopeless(action, is_later=is_later) for action in actions]
            possible = [fits or not never for fits, never in zip(possible, hopeless, strict=True)]
        yield from self._judge_alternatives(order, reading, possible, spot, is_later=is_later)
        prospect.is_lost = prospect.is_lost or not (is_later or any(possible))
        prospect.extend_reach(actions)

    def _waits(self, number: int, order: Order) -> bool:
        """Whether the order behind a whole move is for a later phase, so that nothing more can be said of it."""
        waits = number >= self.prospect.due and comes_later(self.known, self.seat, order)
        self.prospect.may_be_whole = self.prospect.may_be_whole or waits
        return waits

    def _remark_returned(self, order: Order, reading: Reading) -> Iterator[Problem]:
        """Remarks on what cannot be since one leader is returned before: a second one, or to place that very one."""
        if self._returned is None:
            if kind_of(order) is ActionKind.RETURN and not order.condition:
                colours = frozenset(alternative.action.colour for alternative in reading.alternatives)
                self._returned = order.place.line, colours
            return
        line, colours = self._returned
        for action, place in reading.alternatives:
            why = f"one leader is returned, by your order in line {line}"
            if action.kind is ActionKind.LEADER and {action.colour} == colours:
                why = f"this leader goes back to the box by your order in line {line}"
            elif action.kind is not ActionKind.RETURN:
                continue
            words = f"{order.kind} {write_action(self.known.table, action)}"
            yield Problem("later-never", Gravity.UNWISE, place, {"order": words, "why": why})

    def _judge_branches(self, number: int, order: Order) -> Iterator[Problem]:
        """The problems of an order whose branches are done as a whole."""
        prospect = self.prospect
        about_condition = list(check_condition(self.known, order))
        readings = [[(step, read_order(self.known.table, step)) for step in branch] for branch in list_branches(order)]
        faulty = [(step, reading) for branch in readings for step, reading in branch if reading.faults]
        readings = [branch for branch in readings if all(reading.alternatives for _, reading in branch)]
        if prospect.is_later(number, order):
            yield from self._remark(order, about_condition, faulty)
        else:
            if about_condition or not all(is_misplaced(reading) for _, reading in faulty):
                readings = []
            yield from about_condition
            yield from self._explain_steps(faulty, goes_on=bool(readings))
        if about_condition or not readings or self._waits(number, order):
            return
        branches = [
            [tuple(alternative.action for alternative in reading.alternatives) for _, reading in branch]
            for branch in readings
        ]
        prospect.extend_reach(action for branch in branches for step in branch for action in step)
        is_later = prospect.may_be_whole
        if prospect.is_lost:
            spot, is_later = None, number >= prospect.due
            possible = [False] * len(branches)
        else:
            spot, possible = prospect.follow_branches(order, branches)
            if spot is None and not is_later:  # skipped in any case, as the forecast says
                return
        if prospect.is_lost or is_later:
            hopeless = [
                any(all(prospect.is_hopeless(action, is_later=is_later) for action in step) for step in branch)
                for branch in branches
            ]
            possible = [fits or not never for fits, never in zip(possible, hopeless, strict=True)]
        written = [[step for step, _ in branch] for branch in readings]
        for branch, fits, steps in zip(branches, possible, written, strict=True):
            if not fits:
                code, facts = self._explain_branch(branch, steps, spot)
                yield grade(code, steps[0].place, facts, fits=any(possible), is_later=is_later)
        prospect.is_lost = prospect.is_lost or not (is_later or any(possible))

    def _explain_steps(self, faulty: Sequence[tuple[Order, Reading]], *, goes_on: bool) -> Iterator[Problem]:
        """What is wrong with steps of branches: no more than remarks where other branches go on without them."""
        for step, reading in faulty:
            yield from self._remark_misplaced(step, reading) if goes_on else self._explain_faults(step, reading)
        self.prospect.is_lost = self.prospect.is_lost or not goes_on

    def _explain_branch(
        self, branch: Sequence[Sequence[Action]], steps: Sequence[Order], spot: ReachedPosition | None
    ) -> tuple[str, reasons.Facts]:
        words = " and ".join(quote_choices(step) for step in steps)
        left = self.prospect.due - (len(spot.lines) if spot else 0)
        if spot is not None and len(branch) > left and seat_phase(self.known, self.seat) is Phase.CAMELS:
            return "branch-too-long", {"order": words, "count": len(branch), "left": left}
        position, action = find_break(spot.position if spot else self.known, self.seat, branch)
        code, facts = reasons.explain(position, self.seat, action)
        return code, {"legal": "", "order": words, **facts}

    def _judge_unread(self, number: int, unread: Order) -> Iterator[Problem]:
        """A line that would work in place of an item that is no order; for a later move with what is wrong with it."""
        is_later = self.prospect.is_later(number, unread)
        due = DECISIONS.get(seat_phase(self.known, self.seat))
        if due and not is_later:
            order, fault = read_meant(self.known.table, unread, KEY_OF[due])
            if comes_later(self.known, self.seat, order):
                self.prospect.is_lost = True
                yield from self._explain_too_early(unread, order, fault)
                return
        instead = self.mender.mend(unread, is_later=is_later)
        if not is_later:
            self.prospect.is_lost = True
            if instead:
                yield Problem("write-order", Gravity.INVALID, unread.place, {"instead": instead})
            return
        for branch in list_written(unread):
            for value in branch:
                self.mender.mend(unread._replace(value=value), is_later=True)
        yield from remark_unread(unread, instead)

    def _explain_too_early(self, unread: Order, order: Order, fault: WordFault) -> Iterator[Problem]:
        """What is due in place of an item that was meant to be an ``order`` for a later phase."""
        meant = next((reading[0] for reading in fault.readings if reading), None)
        if meant is None or list_conditions(unread.value):
            return
        code, facts = reasons.explain(self.known, self.seat, meant)
        words = f"{order.kind} {write_action(self.known.table, meant)}"
        yield Problem(code, Gravity.ILLEGAL, unread.place, {"legal": "", "order": words, **facts})

    def _remark(
        self, order: Order, about_condition: Sequence[Problem], readings: Sequence[tuple[Order, Reading]]
    ) -> Iterator[Problem]:
        """Remarks on what of an order for a later move is not understood; what it was meant to be is taken as read."""
        words = {"order": quote_choices(order)}
        for problem in about_condition:
            yield soften("later-never", problem, words)
        for step, reading in readings:
            for fault in reading.faults:
                offers = self.mender.find_offers(order, fault, is_later=True)
                yield soften("later-never", explain_fault(self.known.table, step, fault, offers))
                self.prospect.extend_reach(action for actions in offers for action in actions)

    def _explain_faults(self, order: Order, reading: Reading) -> Iterator[Problem]:
        """What is not understood, with what could stand there instead."""
        for fault in reading.faults:
            offers = self.mender.find_offers(order, fault, is_later=False)
            yield explain_fault(self.known.table, order, fault, offers)
        self.mender.assume(order._replace(condition=None), choose_meant(fault, offers))

    def _explain_wrong(self, order: Order, about_condition: Sequence[Problem], reading: Reading) -> Iterator[Problem]:
        """What is wrong with an order that is due; no more than remarks on choices that never can be beside others."""
        yield from about_condition
        plain = order._replace(condition=None)
        if not reading.faults:
            self.mender.assume(plain, [tuple(alternative.action for alternative in reading.alternatives)])
        elif about_condition or not is_only_misplaced(reading):
            yield from self._explain_faults(order, reading)
        else:
            yield from self._remark_misplaced(order, reading)

    def _remark_misplaced(self, order: Order, reading: Reading) -> Iterator[Problem]:
        """Remarks on choices that never can be, beside others."""
        for fault in reading.faults:
            offers = self.mender.find_offers(order, fault, is_later=False)
            yield soften("never-legal", explain_fault(self.known.table, order, fault, offers))

    def _judge_alternatives(
        self, order: Order, reading: Reading, possible: Sequence[bool], spot: ReachedPosition | None, *, is_later: bool
    ) -> Iterator[Problem]:
        seen: set[Action] = set()
        for (action, place), fits in zip(reading.alternatives, possible, strict=True):
            words = f"{order.kind} {write_action(self.known.table, action)}"
            if action in seen:
                yield Problem("named-twice", Gravity.UNWISE, place, {"order": words})
            elif not fits:
                code, facts = self._explain(action, words, spot, offer=not (is_later or any(possible)))
                yield grade(code, place, facts, fits=any(possible), is_later=is_later)
            seen.add(action)

    def _explain(
        self, action: Action, words: str, spot: ReachedPosition | None, *, offer: bool
    ) -> tuple[str, reasons.Facts]:
        """Why ``action`` cannot be; where that rests on orders before it, their lines are named."""
        position = self.known
        if spot is not None and spot.lines and self.prospect.find_reason(action) not in reasons.LASTING:
            position = spot.position
            lines = " and ".join(f"line {line}" for line in spot.lines)
            words += f" (after your order in {lines})"
        code, facts = reasons.explain(position, self.seat, action, offer=offer)
        return code, {"legal": "", "order": words, **facts}
