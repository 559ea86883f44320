"""Checking a seat's orders before their moment: with the same rules that will carry them out.

Refused is only what no choice of alternatives and no order of others' moves allows in the move now due. What is for a
later move gets remarks, even where it is not understood: such an order is blocked when its move comes. The orders of a
list are judged one after the other, each by where those before it can lead.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.core.agenda import EMPTY, enlist
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.order import UNREAD, Gravity, MoveFile, Order, Place, Problem
from adjudicator.core.table import SeatNumber
from adjudicator.rules.through_the_desert import written
from adjudicator.rules.through_the_desert.legal import DECISIONS, Action, ActionKind, seat_phase
from adjudicator.rules.through_the_desert.mail import quoting, reasons
from adjudicator.rules.through_the_desert.mail.asks import rehearse
from adjudicator.rules.through_the_desert.mail.check_standing import check_fallback, check_standing
from adjudicator.rules.through_the_desert.mail.check_unread import UnreadJudge
from adjudicator.rules.through_the_desert.mail.offers import Mender, choose_meant
from adjudicator.rules.through_the_desert.mail.prospect import Prospect, ReachedPosition, find_room
from adjudicator.rules.through_the_desert.state import Phase, State
from adjudicator.rules.through_the_desert.written.mending import Branch
from adjudicator.rules.through_the_desert.written.misread import explain_fault, leave_uncertain

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
    for check, orders in ((check_standing, file.standing), (check_fallback, file.fallback)):
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


class _Option(NamedTuple):
    """What an order may choose: what each step of it may be, where it stands, and its words."""

    steps: Branch
    place: Place
    words: str


def _list_actions(options: Sequence[_Option]) -> Iterator[Action]:
    return (action for option in options for step in option.steps for action in step)


def _find_clash(known: State, before: Sequence[Action], action: Action) -> str:
    """Why ``action`` is not possible after any of the actions ``before`` of the same seat; empty where it may be."""
    if not before or ActionKind.RETURN in {action.kind, *(one.kind for one in before)}:
        return ""
    grid, is_leader = known.table.board.grid, action.kind is ActionKind.LEADER
    name = grid.names[action.hex]
    if all(one.hex == action.hex for one in before):
        return f"{name} is taken"
    leaders = [one for one in before if one.kind is action.kind] if is_leader else []
    if len(leaders) < len(before):
        return ""
    if all(one.colour == action.colour for one in leaders):
        return f"your {known.table.colours[action.colour]} leader is placed"
    if all(grid.neighbours[one.hex] >> action.hex & 1 for one in leaders):
        return f"{name} is next to a leader that is placed"
    return ""


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
        self._unread = UnreadJudge(self.prospect, self.mender)
        self._returned: tuple[int, frozenset[int]] | None = None
        """The line of the order that returns the one leader, and the colours that it may be."""
        self._own: list[tuple[int, Sequence[Action]]] = []
        """The line and the choices of each order so far of which nothing is said, and that has no condition."""

    def judge(self, number: int, order: Order) -> Iterator[Problem]:
        """The problems of the order that comes after ``number`` actions."""
        if order.kind == UNREAD:
            yield from self._unread.judge(number, order)
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
        told = list(self._remark_returned(order, options))
        is_later = prospect.is_later(number, order) or number >= prospect.due
        if number >= prospect.due and written.comes_later(self.known, self.seat, order):
            prospect.may_be_whole = True
        else:
            told += self._judge_options(number, order, options)
        if not (told or order.branches or prospect.is_lost):
            told += self._remark_own(options) if is_later else ()
            self._own += [] if told or order.condition else [(order.place.line, list(_list_actions(options)))]
        yield from told

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
                    offer = not (is_later or any(possible))
                    code, facts = prospect.explain_choice(option.steps[0][0], option.words, spot, offer=offer)
                yield quoting.grade(code, option.place, facts, fits=any(possible), is_later=is_later)
            seen.add(option.steps)
        prospect.is_lost = prospect.is_lost or not (is_later or any(possible))
        prospect.extend_reach(_list_actions(options))

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

    def _remark_own(self, options: Sequence[_Option]) -> Iterator[Problem]:
        """Remarks on an order for a later move each of whose ``options`` is impossible after an order before it."""
        why = [self._find_own(option.steps[0][0]) for option in options]
        for option, clash in zip(options, why if all(why) else (), strict=False):
            yield Problem("later-move", Gravity.UNWISE, option.place, {"order": option.words, "why": clash})

    def _find_own(self, action: Action) -> str:
        """By which order before it ``action`` is impossible whatever that does, in words; empty for none."""
        clashes = ((line, _find_clash(self.known, choices, action)) for line, choices in self._own)
        return next((f"{clash} by your order in line {line}" for line, clash in clashes if clash), "")

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
