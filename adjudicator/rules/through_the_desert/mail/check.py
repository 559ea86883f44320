"""Checking a seat's orders before their moment: with the same rules that will carry them out.

Refused is only what no choice of alternatives and no order of others' moves allows in the move now due. What is for a
later move gets remarks, even where it is not understood: such an order is blocked when its move comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from adjudicator.core.json_value import JsonScalar
from adjudicator.core.order import EITHER, UNREAD, MoveFile, Order
from adjudicator.core.problem import Gravity, Place, Problem
from adjudicator.rules.through_the_desert.legal import Action, ActionKind, is_legal, list_legal, seat_phase
from adjudicator.rules.through_the_desert.mail import condition_words, reasons
from adjudicator.rules.through_the_desert.mail.branches import (
    count_actions,
    find_break,
    kind_of,
    list_branches,
    list_written,
)
from adjudicator.rules.through_the_desert.mail.prospect import Prospect, ReachedPosition
from adjudicator.rules.through_the_desert.mail.quoting import (
    UNREAD_SENTENCES,
    quote_choices,
    read_meant,
    remark_unread,
    write_either,
    write_instead,
)
from adjudicator.rules.through_the_desert.state import COLOURS, Phase, State
from adjudicator.rules.through_the_desert.written import misread
from adjudicator.rules.through_the_desert.written.mending import BESIDE, guess_key, list_conditions
from adjudicator.rules.through_the_desert.written.misread import explain_fault, propose, propose_later
from adjudicator.rules.through_the_desert.written.misshapen import Meant, find_either, read_branches
from adjudicator.rules.through_the_desert.written.orders import (
    KEY_OF,
    FaultKind,
    Reading,
    WordFault,
    read_order,
    write_action,
)

SENTENCES: Mapping[str, str] = {
    **reasons.SENTENCES,
    **misread.SENTENCES,
    **condition_words.SENTENCES,
    **UNREAD_SENTENCES,
    "condition-false": "{why}",
    "later-move": "{order}: this is for a later move, and as things stand not possible then: {why}",
    "later-never": "{order}: this is for a later move, and cannot be done as it is written: {why}",
    "never-legal": "{order}: this alternative can never be carried out: {why}",
    "named-twice": "{order}: this alternative was named before in the same order",
    "orders-missing": "{missing}, so the turn would stop at your seat",
    "standing-kind": "{order}: standing orders place camels; this belongs under orders:",
    "write-order": "write {instead}",
}
_MISPLACED = frozenset({FaultKind.MOUNTAIN, FaultKind.UNKNOWN_HEX})
"""What is wrong with a choice that is understood and can never be: the other choices of its order count without it."""
_CONDITION = frozenset({"if"})
_DUE = {Phase.RETURNS: ActionKind.RETURN, Phase.LEADERS: ActionKind.LEADER, Phase.CAMELS: ActionKind.CAMEL}
_IN_ORDER = (ActionKind.RETURN, ActionKind.LEADER, ActionKind.CAMEL)


def check_orders(known: State, seat: int, file: MoveFile, due: int) -> tuple[Problem, ...]:
    """All problems of a file's orders for ``seat``, of which ``due`` are wanted now."""
    problems = list(_check_list(known, seat, file, due))
    for order in file.standing or ():
        problems += _check_standing(known, seat, order)
    for order in file.fallback or ():
        problems += _check_fallback(known, seat, order)
    if known.phase is Phase.OVER:
        return tuple(problems)
    count = _count_due(known, seat, file.orders)
    if count < due and not any(order.kind == UNREAD for order in file.orders):
        place = file.places.get("orders", Place(1, 1))
        few = f"only {count} of the {due} camels that are due is ordered" if count else ""
        missing = few or "there is no order for the move that is due"
        facts: reasons.Facts = {"count": count, "due": due, "missing": missing}
        problems.append(Problem("orders-missing", Gravity.UNWISE, place, facts))
    return tuple(problems)


def _count_due(known: State, seat: int, orders: Sequence[Order]) -> int:
    """How many orders there are before the first one that has to wait for a later phase."""
    waits = (number for number, order in enumerate(orders) if _comes_later(known, seat, order))
    return sum(map(count_actions, orders[: next(waits, len(orders))]))


def _check_list(known: State, seat: int, file: MoveFile, due: int) -> Iterator[Problem]:
    """Problems of orders in sequence.

    Behind an order that was not understood or cannot be, only what no order of one's own could mend is held against
    the rest.
    """
    judge = _Judge(known, seat, due)
    for number, order in enumerate(file.orders):
        yield from judge.judge(sum(map(count_actions, file.orders[:number])), order)


class _Judge:
    """Judges the orders of one list, one after the other."""

    def __init__(self, known: State, seat: int, due: int) -> None:
        self.known, self.seat, self.due = known, seat, due
        self.prospect = Prospect(known, seat, due)
        self.is_lost = False
        """Whether an order before was not understood or cannot be, so that nobody knows where the others start."""
        self.reach = list(known.reach[seat * COLOURS : (seat + 1) * COLOURS])
        """By colour, every hex that the orders so far could bring within reach."""
        self._reasons: dict[Action, str] = {}
        self._returned: tuple[int, frozenset[int]] | None = None
        """The line of the order that returns the one leader, and the colours that it may be."""

    def judge(self, number: int, order: Order) -> Iterator[Problem]:
        """The problems of the order that comes after ``number`` actions."""
        if order.kind == UNREAD or order.branches:
            yield from (self._judge_branches if order.branches else self._judge_unread)(number, order)
            return
        known, seat, prospect = self.known, self.seat, self.prospect
        about_condition = list(_check_condition(known, order))
        reading = read_order(known.table, order)
        if self._is_later(number, order):
            yield from self._remark(order, about_condition, [(order, reading)])
            if about_condition or not reading.alternatives:
                return
        elif about_condition or reading.faults:
            yield from self._explain_wrong(order, about_condition, reading)
            if about_condition or not _is_only_misplaced(reading):
                return
        yield from self._remark_returned(order, reading)
        if number >= self.due and _comes_later(known, seat, order):
            prospect.may_be_whole = True
            return
        actions = [alternative.action for alternative in reading.alternatives]
        is_later = prospect.may_be_whole
        if self.is_lost:
            spot, is_later = None, number >= self.due
            possible = [False] * len(actions)
        else:
            spot, possible = prospect.follow(order, actions)
            if spot is None and not is_later:  # skipped in any case, as the forecast says
                return
        if self.is_lost or is_later:
            hopeless = [self._is_hopeless(action, is_later=is_later) for action in actions]
            possible = [fits or not never for fits, never in zip(possible, hopeless, strict=True)]
        yield from self._judge_alternatives(order, reading, possible, spot, is_later=is_later)
        self.is_lost = self.is_lost or not (is_later or any(possible))
        self._extend_reach(actions)

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
        about_condition = list(_check_condition(self.known, order))
        readings = [[(step, read_order(self.known.table, step)) for step in branch] for branch in list_branches(order)]
        faulty = [(step, reading) for branch in readings for step, reading in branch if reading.faults]
        readings = [branch for branch in readings if all(reading.alternatives for _, reading in branch)]
        if self._is_later(number, order):
            yield from self._remark(order, about_condition, faulty)
        else:
            if about_condition or not all(_is_misplaced(reading) for _, reading in faulty):
                readings = []
            yield from about_condition
            yield from self._explain_steps(faulty, goes_on=bool(readings))
        if about_condition or not readings:
            return
        if number >= self.due and _comes_later(self.known, self.seat, order):
            self.prospect.may_be_whole = True
            return
        branches = [
            [tuple(alternative.action for alternative in reading.alternatives) for _, reading in branch]
            for branch in readings
        ]
        self._extend_reach(action for branch in branches for step in branch for action in step)
        is_later = self.prospect.may_be_whole
        spot, possible = (
            (None, [False] * len(branches)) if self.is_lost else self.prospect.follow_branches(order, branches)
        )
        if spot is None and not is_later and not self.is_lost:  # skipped in any case, as the forecast says
            return
        is_later = number >= self.due if self.is_lost else is_later
        if self.is_lost or is_later:
            hopeless = [
                any(all(self._is_hopeless(action, is_later=is_later) for action in step) for step in branch)
                for branch in branches
            ]
            possible = [fits or not never for fits, never in zip(possible, hopeless, strict=True)]
        written = [[step for step, _ in branch] for branch in readings]
        for branch, fits, steps in zip(branches, possible, written, strict=True):
            if not fits:
                code, facts = self._explain_branch(branch, steps, spot)
                yield _grade(code, steps[0].place, facts, fits=any(possible), is_later=is_later)
        self.is_lost = self.is_lost or not (is_later or any(possible))

    def _explain_steps(self, faulty: Sequence[tuple[Order, Reading]], *, goes_on: bool) -> Iterator[Problem]:
        """What is wrong with steps of branches: no more than remarks where other branches go on without them."""
        for step, reading in faulty:
            yield from self._remark_misplaced(step, reading) if goes_on else self._explain_faults(step, reading)
        self.is_lost = self.is_lost or not goes_on

    def _explain_branch(
        self, branch: Sequence[Sequence[Action]], steps: Sequence[Order], spot: ReachedPosition | None
    ) -> tuple[str, reasons.Facts]:
        words = " and ".join(quote_choices(step) for step in steps)
        left = self.due - (len(spot.lines) if spot else 0)
        if spot is not None and len(branch) > left and seat_phase(self.known, self.seat) is Phase.CAMELS:
            return "branch-too-long", {"order": words, "count": len(branch), "left": left}
        position, action = find_break(spot.position if spot else self.known, self.seat, branch)
        code, facts = reasons.explain(position, self.seat, action)
        return code, {"legal": "", "order": words, **facts}

    def _judge_unread(self, number: int, unread: Order) -> Iterator[Problem]:
        """A line that would work in place of an item that is no order; for a later move with what is wrong with it."""
        is_later = self._is_later(number, unread)
        either = find_either(unread.value)
        due = _DUE.get(seat_phase(self.known, self.seat))
        if due and not is_later:
            order, fault = read_meant(self.known.table, unread, KEY_OF[due])
            if _comes_later(self.known, self.seat, order):
                self.is_lost = True
                yield from self._explain_too_early(unread, order, fault)
                return
        mend = self._mend if either is None else partial(self._mend_either, key=either)
        instead = mend(unread, is_later=is_later)
        if not is_later:
            self.is_lost = True
            if instead:
                yield Problem("write-order", Gravity.INVALID, unread.place, {"instead": instead})
            return
        for branch in list_written(unread):
            for value in branch:
                self._mend(unread._replace(value=value), is_later=True)
        yield from remark_unread(unread, instead)

    def _explain_too_early(self, unread: Order, order: Order, fault: WordFault) -> Iterator[Problem]:
        """What is due in place of an item that was meant to be an ``order`` for a later phase."""
        meant = next((reading[0] for reading in fault.readings if reading), None)
        if meant is None or list_conditions(unread.value):
            return
        code, facts = reasons.explain(self.known, self.seat, meant)
        words = f"{order.kind} {write_action(self.known.table, meant)}"
        yield Problem(code, Gravity.ILLEGAL, unread.place, {"legal": "", "order": words, **facts})

    def _mend(self, unread: Order, *, is_later: bool) -> str:
        """The line that ``unread`` was probably meant to be, which is assumed; empty where that does not help."""
        phase = seat_phase(self.known, self.seat)
        if phase is Phase.OVER:
            return ""
        order, fault = read_meant(self.known.table, unread, KEY_OF[_DUE[phase]])
        offers = self._find_later_offers(order, fault) if is_later else self._find_offers(order, fault)
        offers = offers if fault.kind is FaultKind.TWO_ORDERS else offers[:1]
        if is_later:
            self._extend_reach(action for offer in offers for action in offer)
        else:
            self._assume(order, offers)
        return write_instead(self.known.table, unread, order, offers, _CONDITION)

    def _mend_either(self, unread: Order, *, key: str, is_later: bool) -> str:
        """The same for an item that was meant to have branches, which stand behind its ``key``."""
        choice, branches = read_branches(self.known.table, unread, key)
        self._extend_reach(action for branch in branches or [[choice]] for step in branch for action in step)
        if not is_later:
            spots = list(self.prospect.spots())
            choice = choice if any(spot.allows(action) for spot in spots for action in choice) else ()
            plain = Order(EITHER, None, None, unread.place, ())
            branches = branches if any(self.prospect.follow_branches(plain, branches)[1]) else ()
            self._assume(plain, [choice] if choice else [])
        return write_either(self.known.table, unread, key, Meant(choice, branches), _CONDITION)

    def _is_later(self, number: int, order: Order) -> bool:
        """Whether the order that comes after ``number`` actions may be for a later move, as far as is known."""
        beyond = number >= self.due and (self.is_lost or _comes_later(self.known, self.seat, order))
        return beyond or self.prospect.may_be_whole

    def _remark(
        self, order: Order, about_condition: Sequence[Problem], readings: Sequence[tuple[Order, Reading]]
    ) -> Iterator[Problem]:
        """Remarks on what of an order for a later move is not understood; what it was meant to be is taken as read."""
        words = {"order": quote_choices(order)}
        for problem in about_condition:
            yield _soften("later-never", problem, words)
        for step, reading in readings:
            for fault in reading.faults:
                offers = self._find_later_offers(order, fault)
                yield _soften("later-never", explain_fault(self.known.table, step, fault, offers))
                self._extend_reach(action for actions in offers for action in actions)

    def _extend_reach(self, actions: Iterable[Action]) -> None:
        for action in actions:
            if action.kind is ActionKind.CAMEL:
                self.reach[action.colour] |= self.known.table.board.grid.neighbours[action.hex]

    def _find_later_offers(self, order: Order, fault: WordFault) -> Sequence[tuple[Action, ...]]:
        """What could stand in place of a text that is not understood, in a later move."""
        waits = _comes_later(self.known, self.seat, order)
        return propose_later(fault, lambda action: waits or not self._is_hopeless(action, is_later=True))

    def _find_offers(self, order: Order, fault: WordFault) -> Sequence[tuple[Action, ...]]:
        """What could stand in place of a text that is not understood."""
        if _comes_later(self.known, self.seat, order):
            return propose_later(fault)
        spots = list(self.prospect.spots())

        def allows(action: Action) -> bool:
            if not spots:
                return not self._is_hopeless(action, is_later=True)
            return any(spot.allows(action) for spot in spots)

        return propose(fault, allows, spots[-1].legal if spots else list_legal(self.known, self.seat))

    def _assume(self, order: Order, offers: Sequence[tuple[Action, ...]]) -> None:
        """Goes on as if what was offered stood there; nothing that rests on it is held against the player."""
        for offer in offers:
            self.prospect.follow(order, offer)
            self._extend_reach(offer)
        self.is_lost = True

    def _explain_faults(self, order: Order, reading: Reading) -> Iterator[Problem]:
        """What is not understood, with what could stand there instead."""
        for fault in reading.faults:
            yield explain_fault(self.known.table, order, fault, self._find_offers(order, fault))
        last = reading.faults[-1]
        offers = self._find_offers(order, last)
        self._assume(order._replace(condition=None), offers if last.kind is FaultKind.TWO_ORDERS else offers[:1])

    def _explain_wrong(self, order: Order, about_condition: Sequence[Problem], reading: Reading) -> Iterator[Problem]:
        """What is wrong with an order that is due; no more than remarks on choices that never can be beside others."""
        yield from about_condition
        plain = order._replace(condition=None)
        if not reading.faults:
            self._assume(plain, [tuple(alternative.action for alternative in reading.alternatives)])
        elif about_condition or not _is_only_misplaced(reading):
            yield from self._explain_faults(order, reading)
        else:
            yield from self._remark_misplaced(order, reading)

    def _remark_misplaced(self, order: Order, reading: Reading) -> Iterator[Problem]:
        """Remarks on choices that never can be, beside others."""
        for fault in reading.faults:
            yield _soften("never-legal", explain_fault(self.known.table, order, fault, self._find_offers(order, fault)))

    def _find_reason(self, action: Action) -> str:
        """The code of the reason why ``action`` is not legal now; empty where it is."""
        if action not in self._reasons:
            legal = is_legal(self.known, self.seat, action)
            self._reasons[action] = "" if legal else reasons.explain(self.known, self.seat, action, offer=False)[0]
        return self._reasons[action]

    def _is_hopeless(self, action: Action, *, is_later: bool) -> bool:
        """Whether no order of one's own can make ``action`` possible; for a later move, none of those before it."""
        code = self._find_reason(action)
        if code in reasons.LASTING:
            return True
        if not is_later:
            return False
        out_of_reach = action.kind is ActionKind.CAMEL and not self.reach[action.colour] >> action.hex & 1
        return (code == "not-next" and out_of_reach) or code == "wrong-kind"

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
                yield _grade(code, place, facts, fits=any(possible), is_later=is_later)
            seen.add(action)

    def _explain(
        self, action: Action, words: str, spot: ReachedPosition | None, *, offer: bool
    ) -> tuple[str, reasons.Facts]:
        """Why ``action`` cannot be; where that rests on orders before it, their lines are named."""
        first, position = self._find_reason(action), self.known
        if spot is not None and spot.lines and first not in reasons.LASTING:
            position = spot.position
            lines = " and ".join(f"line {line}" for line in spot.lines)
            words += f" (after your order in {lines})"
        code, facts = reasons.explain(position, self.seat, action, offer=offer)
        return code, {"legal": "", "order": words, **facts}


def _is_only_misplaced(reading: Reading) -> bool:
    """Whether the choices that are wrong are understood and can never be, and the order has others."""
    return bool(reading.alternatives) and _is_misplaced(reading)


def _is_misplaced(reading: Reading) -> bool:
    return _MISPLACED.issuperset(fault.kind for fault in reading.faults)


def say_why(code: str, facts: Mapping[str, JsonScalar]) -> reasons.Facts:
    """The facts of a remark that repeats another problem's sentence as its reason, without what would be legal."""
    words = str(facts["order"])
    why = SENTENCES[code].format_map({**facts, "legal": ""}).removeprefix(f"{words}: ")
    return {"order": words, "why": why}


def _grade(code: str, place: Place, facts: reasons.Facts, *, fits: bool, is_later: bool) -> Problem:
    """A choice that cannot be: a remark where another one ``fits`` or the order is for a later move, else illegal."""
    if not (fits or is_later):
        return Problem(code, Gravity.ILLEGAL, place, facts)
    return Problem("never-legal" if fits else "later-move", Gravity.UNWISE, place, say_why(code, facts))


def _comes_later(known: State, seat: int, order: Order) -> bool:
    """Whether the order is for a phase that has not come yet, where it cannot be judged."""
    phase = seat_phase(known, seat)
    return phase is not Phase.OVER and _IN_ORDER.index(kind_of(order)) > _IN_ORDER.index(_DUE[phase])


def _check_fallback(known: State, seat: int, order: Order) -> Iterator[Problem]:
    """What of a fallback order is not understood, or can never be carried out; the rest depends on its moment."""
    if order.kind == UNREAD:
        due = _DUE.get(seat_phase(known, seat))
        yield from _mend_apart(known, seat, order, KEY_OF[due]) if due else ()
        return
    yield from _check_words(known, seat, order)
    for action, place in read_order(known.table, order).alternatives:
        code, facts = ("", {}) if is_legal(known, seat, action) else reasons.explain(known, seat, action)
        too_late = code == "wrong-kind" and not _comes_later(known, seat, order)
        if code in reasons.LASTING or too_late:
            words = f"{order.kind} {write_action(known.table, action)}"
            yield Problem("never-legal", Gravity.UNWISE, place, say_why(code, {**facts, "order": words}))


def _mend_apart(known: State, seat: int, unread: Order, due: str) -> Iterator[Problem]:
    """A line in place of an item that is no order, where it does not matter what stands before it."""
    order, fault = read_meant(known.table, unread, due)
    offers = propose_later(fault)
    offers = offers if fault.kind is FaultKind.TWO_ORDERS else offers[:1]
    either = find_either(unread.value)
    if either is None:
        instead = write_instead(known.table, unread, order, offers, BESIDE)
    else:
        choice = read_branches(known.table, unread, either).choice
        instead = write_either(known.table, unread, either, Meant(choice, ()), BESIDE)
    if _comes_later(known, seat, order):
        yield from remark_unread(unread, instead)
    elif instead:
        yield Problem("write-order", Gravity.INVALID, unread.place, {"instead": instead})


def _check_standing(known: State, seat: int, order: Order) -> Iterator[Problem]:
    """What of a standing order is not understood, or can never be done."""
    if order.kind == UNREAD and guess_key(order.value) is None and known.phase is not Phase.OVER:
        yield from _mend_apart(known, seat, order, KEY_OF[ActionKind.CAMEL])
        return
    if kind_of(order) is not ActionKind.CAMEL:
        yield Problem("standing-kind", Gravity.ILLEGAL, order.place, {"order": quote_choices(order)})
        return
    yield from _check_fallback(known, seat, order)


def _check_words(known: State, seat: int, order: Order) -> Iterator[Problem]:
    """What of an order is not understood, where it does not matter what stands before it."""
    is_later = _comes_later(known, seat, order)
    legal = list_legal(known, seat)
    is_due = legal.kind is kind_of(order)
    reading = read_order(known.table, order)
    words = {"order": quote_choices(order)}
    for problem in _check_condition(known, order):
        yield _soften("later-never", problem, words) if is_later else problem
    for fault in reading.faults:
        offers = propose(fault, legal.__contains__, legal) if is_due else propose_later(fault)
        problem = explain_fault(known.table, order, fault, offers)
        if is_later or _is_only_misplaced(reading):
            problem = _soften("later-never" if is_later else "never-legal", problem)
        yield problem


def _soften(code: str, problem: Problem, more: Mapping[str, JsonScalar] = MappingProxyType({})) -> Problem:
    """A remark that has ``problem`` as its reason; ``more`` has the words of the order where it lacks them."""
    return Problem(code, Gravity.UNWISE, problem.place, say_why(problem.code, {**problem.facts, **more}))


def _check_condition(known: State, order: Order) -> Iterator[Problem]:
    asked = (("if", order.condition, order.condition_place), ("until", order.until, order.until_place))
    for key, condition, place in asked:
        for code, facts in condition_words.find_faults(condition or {}, known):
            yield Problem(code, Gravity.INVALID, place or order.place, {"key": key, **facts})
