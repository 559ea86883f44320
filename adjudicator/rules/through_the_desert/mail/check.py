"""Checking a seat's orders before their moment: with the same rules that will carry them out.

Refused is only what no choice of alternatives and no order of others' moves allows in the move now due. What is for a
later move gets remarks, even where it is not understood: such an order is blocked when its move comes. The orders of a
list are judged one after the other, each by where those before it can lead.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.core.agenda import EMPTY, enlist
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.order import UNREAD, Gravity, MoveFile, Order, Place, Problem
from adjudicator.core.table import SeatNumber
from adjudicator.rules.through_the_desert import written
from adjudicator.rules.through_the_desert.legal import DECISIONS, Action, ActionKind, list_legal, seat_phase
from adjudicator.rules.through_the_desert.mail import conditions, quoting, reasons
from adjudicator.rules.through_the_desert.mail.asks import rehearse
from adjudicator.rules.through_the_desert.mail.meant import (
    explain_conditions,
    explain_strange,
    is_one_order,
    say_strange,
)
from adjudicator.rules.through_the_desert.mail.offers import (
    Mender,
    choose_meant,
    mend_apart,
    write_block,
    write_kinds_apart,
)
from adjudicator.rules.through_the_desert.mail.prospect import Prospect, ReachedPosition, find_room
from adjudicator.rules.through_the_desert.state import Phase, State
from adjudicator.rules.through_the_desert.written.mending import Branch, list_conditions, read_meant
from adjudicator.rules.through_the_desert.written.misread import (
    explain_fault,
    is_certain,
    leave_uncertain,
    propose,
    propose_later,
)
from adjudicator.rules.through_the_desert.written.readings import FaultKind

_NOT_ORDERED = {
    ActionKind.RETURN: "the leader that you return is still missing; add it",
    ActionKind.LEADER: "your leader is still missing; add it",
    ActionKind.CAMEL: "your camels are still missing; add them",
}


def check_orders(known: State, seat: SeatNumber, file: MoveFile) -> tuple[Problem, ...]:
    """All problems of a file's orders for ``seat``."""
    judge, number = Judge(known, seat, len(file.orders) - 1), 0
    problems: list[Problem] = []
    for index, order in enumerate(file.orders):
        problems += judge.judge(number, order)
        problems += _remark_length(known, seat, file.orders[:index], order) if order.branches else ()
        judge.mender.previous = order
        number += written.count_actions(order)
    for check, orders in ((_check_standing, file.standing), (_check_fallback, file.fallback)):
        for previous, order in zip((None, *(orders or ())), orders or (), strict=False):
            problems += check(known, seat, previous, order)
    if known.phase is Phase.OVER or not file.has_orders:
        return tuple(problems)
    count, due = _count_ordered(known, seat, file.orders), judge.prospect.due
    is_unread = any(order.kind == UNREAD for order in file.orders)
    if count < due and not is_unread and not _stands_in(known, seat, file, problems):
        place, kind = file.places.get("orders", Place(1, 1)), DECISIONS[seat_phase(known, seat)]
        more = "another camel" if due - count == 1 else f"{due - count} more camels"
        ordered = f"only {count} of your {due} camels {'is' if count == 1 else 'are'} ordered; add {more}"
        missing = ordered if count else _NOT_ORDERED[kind]
        facts: reasons.Facts = {"count": count, "due": due, "missing": missing}
        problems.append(Problem("orders-missing", Gravity.UNWISE, place, facts))
    return tuple(problems)


def _remark_length(known: State, seat: SeatNumber, before: Sequence[Order], order: Order) -> Iterator[Problem]:
    """A remark on branches that are longer than what is left of the later move that they are for."""
    count, left = len(order.branches[0]), find_room(known, seat, before)
    if left is not None and count > left:
        facts: reasons.Facts = {"order": quoting.quote_choices(order), "count": count, "left": left}
        yield quoting.grade("branch-too-long", order.place, facts, fits=False, is_later=True)


def _stands_in(known: State, seat: SeatNumber, file: MoveFile, problems: Sequence[Problem]) -> bool:
    """Whether standing orders fill the move; what a file with mistakes would do is not known, so it is taken as if."""
    has_mistakes = any(problem.gravity is not Gravity.UNWISE for problem in problems)
    return bool(file.standing) and (
        has_mistakes or not rehearse(known, seat, enlist(EMPTY, file, ""), WhenSilent()).left
    )


def _count_ordered(known: State, seat: SeatNumber, orders: Sequence[Order]) -> int:
    """How many orders there are before the first one that has to wait for a later phase."""
    waits = (number for number, order in enumerate(orders) if written.comes_later(known, seat, order))
    return sum(map(written.count_actions, orders[: next(waits, len(orders))]))


def _check_fallback(known: State, seat: SeatNumber, previous: Order | None, order: Order) -> Iterator[Problem]:
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


def _check_standing(known: State, seat: SeatNumber, previous: Order | None, order: Order) -> Iterator[Problem]:
    """What of a standing order is not understood, or can never be done."""
    if order.kind == UNREAD and written.guess_key(order.value) is None and known.phase is not Phase.OVER:
        yield from mend_apart(known, seat, previous, order, written.KEY_OF[ActionKind.CAMEL])
    elif written.kind_of(order) is not ActionKind.CAMEL:
        yield Problem("standing-kind", Gravity.ILLEGAL, order.place, {"order": quoting.quote_choices(order)})
    else:
        yield from _check_fallback(known, seat, previous, order)


_PASSING = re.compile(
    r"(?:i |we )?(?:pass|skip|wait|none|nothing|no|end|done|stop|finish)\b[:, ]*"
    r"(?:(?:my|the) )?(?:turn|move|round|true|yes|0)?"
)
"""What people write who want to do nothing."""
_LACKING = frozenset({FaultKind.NOT_UNDERSTOOD, FaultKind.NO_COLOUR, FaultKind.NO_HEX})
"""Faults that a line in place of the text explains where it has what was named."""


class _Option(NamedTuple):
    """What an order may choose: what each step of it may be, where it stands, and its words."""

    steps: Branch
    place: Place
    words: str


def _list_actions(options: Sequence[_Option]) -> Iterator[Action]:
    return (action for option in options for step in option.steps for action in step)


class Judge:
    """Judges the orders of one list.

    Behind an order that was not understood or cannot be, only what no order of one's own could mend is held against
    the rest.
    """

    def __init__(self, known: State, seat: SeatNumber, beside: int) -> None:
        """``beside`` any order of the list there are so many."""
        self.known, self.seat, self._beside = known, seat, beside
        self.prospect = Prospect(known, seat)
        self.mender = Mender(self.prospect)
        self._returned: tuple[int, frozenset[int]] | None = None
        """The line of the order that returns the one leader, and the colours that it may be."""

    def judge(self, number: int, order: Order) -> Iterator[Problem]:
        """The problems of the order that comes after ``number`` actions."""
        if order.kind == UNREAD:
            yield from self._judge_unread(number, order)
            return
        prospect = self.prospect
        about_condition = list(quoting.check_condition(self.known, order))
        options, faulty = self._read(order)
        if prospect.is_later(number, order):
            yield from self._remark(order, about_condition, faulty)
        else:
            yield from about_condition
            is_misplaced = all(quoting.is_misplaced(reading) for _, reading in faulty)
            goes_on = bool(options) and not about_condition and is_misplaced
            for step, reading in faulty:
                yield from self._explain_faults(step, reading, goes_on=goes_on)
            if not goes_on:
                if not faulty:
                    prospect.follow(order._replace(condition=None), [option.steps for option in options])
                    prospect.extend_reach(_list_actions(options))
                prospect.is_lost = True
                return
        if about_condition or not options:
            return
        yield from self._remark_returned(order, options)
        if number >= prospect.due and written.comes_later(self.known, self.seat, order):
            prospect.may_be_whole = True
            return
        yield from self._judge_options(number, order, options)

    def _read(self, order: Order) -> tuple[list[_Option], list[tuple[Order, written.Reading]]]:
        """What an order has to choose from, and those parts of it that are not understood."""
        if not order.branches:
            reading = written.read_order(self.known.table, order)
            options = [
                _Option(((action,),), place, quoting.quote_action(self.known.table, action))
                for action, place in reading.alternatives
            ]
            return options, [(order, reading)] if reading.faults else []
        options, faulty = [], []
        for branch in written.list_branches(self.known.table, order):
            readings = [written.read_order(self.known.table, step) for step in branch]
            faulty += [(step, reading) for step, reading in zip(branch, readings, strict=True) if reading.faults]
            if all(reading.alternatives for reading in readings):
                steps = tuple(tuple(found.action for found in reading.alternatives) for reading in readings)
                options.append(_Option(steps, branch[0].place, " and ".join(map(quoting.quote_choices, branch))))
        return options, faulty

    def _judge_options(self, number: int, order: Order, options: Sequence[_Option]) -> Iterator[Problem]:
        """The problems of what an order has to choose from, where it stands."""
        prospect = self.prospect
        is_later = prospect.may_be_whole
        if order.branches:  # the steps of a branch rest on one another
            prospect.extend_reach(_list_actions(options))
        spot = None
        possible = [False] * len(options)
        if prospect.is_lost:
            is_later = number >= prospect.due
        else:
            spot, possible = prospect.follow(order, [option.steps for option in options])
            if spot is None and not is_later:  # skipped in any case, as the forecast says
                return
        if prospect.is_lost or is_later:
            hopeless = [
                any(all(prospect.is_hopeless(action, is_later=is_later) for action in step) for step in option.steps)
                for option in options
            ]
            possible = [fits or not never for fits, never in zip(possible, hopeless, strict=True)]
        seen: set[Branch] = set()
        for option, fits in zip(options, possible, strict=True):
            if option.steps in seen:
                yield Problem("named-twice", Gravity.UNWISE, option.place, {"order": option.words})
            elif not fits:
                if order.branches:
                    code, facts = self._explain_branch(option, spot)
                else:
                    code, facts = self._explain_choice(option, spot, offer=not (is_later or any(possible)))
                yield quoting.grade(code, option.place, facts, fits=any(possible), is_later=is_later)
            seen.add(option.steps)
        prospect.is_lost = prospect.is_lost or not (is_later or any(possible))
        prospect.extend_reach(_list_actions(options))

    def _explain_choice(
        self, option: _Option, spot: ReachedPosition | None, *, offer: bool
    ) -> tuple[str, reasons.Facts]:
        """Why an action cannot be; where that rests on orders before it, their lines are named."""
        position, words, ((action,),) = self.known, option.words, option.steps
        if spot is not None and spot.lines and self.prospect.find_reason(action) not in reasons.LASTING:
            position = spot.position
            lines = " and ".join(f"line {line}" for line in spot.lines)
            words += f" (after your order in {lines})"
        code, facts = reasons.explain(position, self.seat, action, offer=offer)
        return code, {"legal": "", "order": words, **facts}

    def _explain_branch(self, option: _Option, spot: ReachedPosition | None) -> tuple[str, reasons.Facts]:
        """Why a branch cannot be done as a whole."""
        count, left = len(option.steps), self.prospect.due - (len(spot.lines) if spot else 0)
        if spot is not None and count > left and seat_phase(self.known, self.seat) is Phase.CAMELS:
            return "branch-too-long", {"order": option.words, "count": count, "left": left}
        position, action = reasons.find_break(spot.position if spot else self.known, self.seat, option.steps)
        if spot is None:  # orders before it may lead to its first steps
            hopeless = self.prospect.is_hopeless
            never = (step for step in option.steps if all(hopeless(choice, is_later=True) for choice in step))
            action = next(never, (action,))[0]
        code, facts = reasons.explain(position, self.seat, action)
        return code, {"legal": "", "order": option.words, **facts}

    def _remark_returned(self, order: Order, options: Sequence[_Option]) -> Iterator[Problem]:
        """Remarks on what cannot be since one leader is returned before: a second one, or to place that very one."""
        if self._returned is None:
            if written.kind_of(order) is ActionKind.RETURN and not order.condition:
                self._returned = order.place.line, frozenset(action.colour for action in _list_actions(options))
            return
        line, colours = self._returned
        for option in options:
            action = option.steps[0][0]
            why = f"you return only one leader, by your order in line {line}"
            if action.kind is ActionKind.LEADER and {action.colour} == colours:
                why = f"this leader goes back to the box by your order in line {line}"
            elif action.kind is not ActionKind.RETURN:
                continue
            yield Problem("later-never", Gravity.UNWISE, option.place, {"order": option.words, "why": why})

    def _judge_unread(self, number: int, unread: Order) -> Iterator[Problem]:
        """A line that would work in place of an item that is no order; for a later move with what is wrong with it."""
        is_later = self.prospect.is_later(number, unread)
        due = DECISIONS.get(seat_phase(self.known, self.seat))
        meant = read_meant(self.known.table, unread, written.KEY_OF[due]) if due else None
        if not is_later and meant and written.comes_later(self.known, self.seat, meant[0]):
            self.prospect.is_lost = True
            too_early = next((reading[0] for reading in meant[1].readings if reading), None)
            if too_early and not list_conditions(self.known.table, unread.value):
                yield self._refuse(unread, too_early)
            return
        if not is_later:
            certain = meant is not None and self._is_certain(unread, *meant)
            why = list(self._explain_meant(unread, *meant)) if meant else []
            is_offered = meant is None or self._is_offered(unread, *meant)
            instead = self.mender.mend(unread, is_later=False)
            self.prospect.is_lost = True
            if wrong := list(explain_conditions(self.known, unread)):
                yield from (*why, *wrong)
            elif instead and _PASSING.fullmatch(" ".join(quoting.quote_choices(unread).lower().split())):
                problem = quoting.write_order(unread, instead, example=True)
                facts = {**problem.facts, "instead": f"{problem.facts['instead']}, since nobody can pass in this game"}
                yield problem._replace(facts=facts)
            elif instead:
                yield from () if quoting.say_denied(unread, instead) else why
                is_example = (
                    bool(why)
                    or not is_offered
                    or self.mender.adds_camels(unread)
                    or (meant is not None and meant[1].besides is FaultKind.NO_HEX)
                )
                yield quoting.write_order(unread, instead, certain=certain and not why, example=is_example)
            return
        yield from self._remark_unread(unread, meant)

    def _remark_unread(self, unread: Order, meant: tuple[Order, written.WordFault] | None) -> Iterator[Problem]:
        """The same for a later move."""
        instead = self.mender.mend(unread, is_later=True)
        for branch in written.list_written(unread):
            for value in branch:
                self.mender.mend(unread._replace(value=value), is_later=True)
        strange = ""
        if meant:  # it stands for nothing in this game
            offers = self.mender.find_offers(*meant, is_later=True)
            strange = say_strange(self.known.table, unread, meant[0], offers)
        certain = meant is not None and not strange and self._is_certain(unread, *meant)
        wrong = list(explain_conditions(self.known, unread))
        yield from quoting.remark_unread(unread, "" if wrong else instead, strange, certain=certain)
        for problem in wrong:
            yield quoting.soften("later-never", problem, quoting.quote_choices(unread))

    def _is_certain(self, unread: Order, order: Order, fault: written.WordFault) -> bool:
        """Whether an item that is no order, and was meant to be ``order``, can mean one only."""
        due = written.KEY_OF[DECISIONS[seat_phase(self.known, self.seat)]]
        apart = write_block(self.known.table, unread, due) or write_kinds_apart(self.known.table, unread)
        if apart:
            return apart.certain
        if isinstance(unread.value, list) or list_conditions(self.known.table, unread.value):
            return False
        if self.mender.adds_camels(unread):
            return False
        return is_certain(self.known.table, fault, self.mender.find_offers(order, fault, is_later=False))

    def _is_offered(self, unread: Order, order: Order, fault: written.WordFault) -> bool:
        """Whether the line in place of ``unread`` has anything that was meant by it."""
        meant = {action for reading in fault.readings for action in reading}
        offers = self.mender.find_offers(order, fault, is_later=False)
        if not meant:
            is_example = is_one_order(self.known.table, unread)
            return not is_example and fault.kind not in {FaultKind.NO_COLOUR, FaultKind.NO_HEX}
        return any(action in meant for offer in offers for action in offer)

    def _explain_meant(self, unread: Order, order: Order, fault: written.WordFault) -> Iterator[Problem]:
        """Why an item that is no order would not do as one either, where the line in its place says something else."""
        table = self.known.table
        meant = [action for reading in fault.readings for action in reading]
        is_offered = bool(meant) and self._is_offered(unread, order, fault)
        faults = written.read_order(table, order).faults
        if isinstance(unread.value, str) and not is_offered:
            yield from (explain_fault(table, order, one, ()) for one in faults if one.kind in _LACKING)
        yield from explain_strange(table, unread, order, self.mender.find_offers(order, fault, is_later=False))
        is_alone = isinstance(unread.value, str) or (isinstance(unread.value, dict) and len(unread.value) == 1)
        if is_alone and meant and not faults and not is_offered:
            yield self._refuse(unread, meant[0], next(iter(self.prospect.spots()), None))

    def _refuse(self, unread: Order, action: Action, spot: ReachedPosition | None = None) -> Problem:
        """Why the ``action`` that an item was meant to ask for would not be legal."""
        option = _Option(((action,),), unread.place, quoting.quote_action(self.known.table, action))
        code, facts = self._explain_choice(option, spot, offer=False)
        return Problem(code, Gravity.ILLEGAL, unread.place, facts)

    def _remark(
        self, order: Order, about_condition: Sequence[Problem], readings: Sequence[tuple[Order, written.Reading]]
    ) -> Iterator[Problem]:
        """Remarks on what of an order for a later move is not understood; what it was meant to be is taken as read."""
        for problem in about_condition:
            yield quoting.soften("later-never", problem, quoting.quote_choices(order))
        for step, reading in readings:
            for fault in reading.faults:
                offers = self.mender.find_offers(order, fault, is_later=True)
                problem = explain_fault(self.known.table, step, fault, offers)
                problem = leave_uncertain(problem) if fault.are_apart else problem  # perhaps a choice
                yield quoting.soften("later-never", problem)
                self.prospect.extend_reach(action for actions in offers for action in actions)

    def _explain_faults(self, order: Order, reading: written.Reading, *, goes_on: bool) -> Iterator[Problem]:
        """What is not understood, with what could stand there; remarks if the order ``goes_on`` with other choices.

        Several in one that make more orders than are due were perhaps meant as a choice, so they are not certain.
        """
        for fault in reading.faults:
            offers = self.mender.find_offers(order, fault, is_later=False)
            problem = explain_fault(self.known.table, order, fault, offers)
            if fault.are_apart and self._beside + len(offers) > self.prospect.due:  # perhaps a choice
                problem = leave_uncertain(problem)
            yield quoting.soften("never-legal", problem) if goes_on else problem
        if not goes_on:
            self.mender.assume(order._replace(condition=None), choose_meant(fault, offers))
