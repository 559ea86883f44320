"""How a seat's agenda answers the decision that is open: its orders, its standing orders, then what is for silence.

One item is one action, or with branches the camels of one move, taken in order; alternatives stand inside an item. A
block sets aside the rest of that move; what was planned for later moves waits until the move is made. What was not
understood in an order for a later move was remarked on when it was sent; when its move comes it is blocked. A standing
order places a camel whenever there is no order left for one, until it has served its time.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.core.agenda import (
    Act,
    Agenda,
    BlockedOrder,
    Fate,
    Item,
    NoOrder,
    OrderResult,
    Question,
    Refusal,
    Reply,
    Source,
)
from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import BARE, UNREAD, Gravity, Order, Problem
from adjudicator.core.table import SeatNumber
from adjudicator.rules.through_the_desert.legal import DECISIONS, Action
from adjudicator.rules.through_the_desert.mail.conditions import find_faults, foresee, holds, part_fact
from adjudicator.rules.through_the_desert.mail.quoting import quote_action, quote_chain, quote_choices
from adjudicator.rules.through_the_desert.mail.reasons import explain, find_break, find_chain, is_lost
from adjudicator.rules.through_the_desert.state import Phase, State, Table
from adjudicator.rules.through_the_desert.written import (
    comes_later,
    count_actions,
    kind_of,
    list_actions,
    list_branches,
    read_order,
    write_action,
)
from adjudicator.rules.through_the_desert.written.misread import explain_fault


class MoveChoice(NamedTuple):
    """One alternative of an order: its steps, each as the actions that it may be; or why it was not understood."""

    steps: Sequence[Sequence[Action]]
    fault: Problem | None = None


def _find_end(known: State, seat: SeatNumber, order: Order, *, is_due: bool) -> Refusal | None:
    """Why a standing order of ``seat`` can never act again, whatever comes; once its move ``is_due``, why it ends."""
    words = quote_choices(order)
    if order.kind == UNREAD:
        return Refusal(words, "unread", {"order": words, "why": "; ".join(order.faults)})
    if any(find_faults(condition or {}, known) for condition in (order.condition, order.until)):
        return Refusal(words, "never-asked", {"order": words})
    if order.times == 0:
        return Refusal(words, "times-up", {"order": words})
    if all(is_lost(known, seat, action) for action in list_actions(known.table, order)):
        return Refusal(words, "never-again", {"order": words})
    if is_due and order.until is not None and holds(order.until, known):
        return _refuse_by_fact("until-true", order, order.until, known)
    return None


def _refuse_by_fact(code: str, order: Order, condition: JsonObject, known: State) -> Refusal:
    """Why ``order`` does nothing, with the fact that makes its ``condition`` true or false; seats stand in it apart."""
    words, facts = quote_choices(order), part_fact(condition, known)
    return Refusal(words, code if "why" in facts else f"{code}-of", {"order": words, **facts})


def answer_decision(known: State, agenda: Agenda) -> Reply[Action]:
    """What the seat on move does next: the first item that is to be done now; where there is none, or it is blocked,
    the first standing order.
    """
    name, due = known.table.seats[known.on_move], DECISIONS[known.phase]
    results: list[OrderResult] = []
    items, is_blocked = agenda.items, False
    while items and not is_blocked and not kind_of(items[0].order).comes_after(due):
        item, items = items[0], items[1:]
        if item.order.condition is not None and not _is_wanted(item.order, known):
            why = _refuse_by_fact("condition-false", item.order, item.order.condition, known)
            results.append(_tell(name, item, Fate.SKIPPED, refusals=(why,)))
            continue
        chain, result = _choose(known, item, Source.ORDERS)
        if not (chain and item.order.kind == BARE):  # the rest of a branch was told with its first camel
            results.append(result)
        if chain:
            place = item.order.place
            steps = (Order(BARE, write_action(known.table, action), None, place, (place,)) for action in chain[1:])
            rest = tuple(Item(step, item.file) for step in steps)  # of the branch that was chosen
            return Act(chain[0], {name: agenda._replace(items=(*rest, *items))}, tuple(results))
        dropped, later = _split_move(known, items, known.left - count_actions(item.order))
        results += [_tell(name, rest, Fate.SET_ASIDE) for rest in dropped]
        agenda, items, is_blocked = agenda._replace(later=later or agenda.later), (), True
    return _stand_in(known, agenda._replace(items=items), results, is_blocked=is_blocked)


def answer_silence(known: State, agenda: Agenda) -> Reply[Action]:
    """The first fallback order of the seat on move that is legal now; the list is kept for other times."""
    results: list[OrderResult] = []
    for item in agenda.fallback:
        if kind_of(item.order) is DECISIONS[known.phase] and _is_wanted(item.order, known):
            chain, result = _choose(known, item, Source.FALLBACK)
            if chain:
                return Act(chain[0], {}, (result,))
            results.append(result)
    return NoOrder({}, tuple(results))


def _stand_in(known: State, agenda: Agenda, results: list[OrderResult], *, is_blocked: bool) -> Reply[Action]:
    """What standing orders do where there is no order for a camel; those that have served their time are told."""
    name = known.table.seats[known.on_move]
    if known.phase is Phase.CAMELS and agenda.standing:
        agenda = _end_standing(known, name, agenda, results, is_due=True)
        for number, item in enumerate(agenda.standing):
            if not _is_wanted(item.order, known):
                continue
            chain, result = _choose(known, item, Source.STANDING)
            if chain:
                times = item.order.times
                acted = item._replace(order=item.order._replace(times=times and times - 1))
                standing = (*agenda.standing[:number], acted, *agenda.standing[number + 1 :])
                results.append(result)
                agenda = _end_standing(known, name, agenda._replace(standing=standing), results, is_due=True)
                return Act(chain[0], {name: agenda}, tuple(results))
    return (BlockedOrder if is_blocked else NoOrder)({name: agenda}, tuple(results))


def settle_agendas(question: Question[State, Action]) -> Reply[Action]:
    """Standing orders that can never act again are told as soon as that is so, whoever is to move.

    Orders for a later phase than a seat's next move become its plan for after that move.
    """
    changed: dict[str, Agenda] = {}
    results: list[OrderResult] = []
    for name, agenda in question.agendas.items():
        left = agenda
        if agenda.standing:
            left = _end_standing(question.know(name), name, agenda, results, is_due=False)
        if left.items and comes_later(question.known, question.known.table.number_of[name], left.items[0].order):
            left = left._replace(items=(), later=left.items)
        if left != agenda:
            changed[name] = left
    return NoOrder(changed, tuple(results))


def _end_standing(known: State, name: str, agenda: Agenda, results: list[OrderResult], *, is_due: bool) -> Agenda:
    """The agenda without the standing orders that end, which are added to ``results``."""
    left: list[Item] = []
    for item in agenda.standing:
        why = _find_end(known, known.table.number_of[name], item.order, is_due=is_due)
        if why is None:
            left.append(item)
        else:
            results.append(_tell(name, item, Fate.ENDED, Source.STANDING, refusals=(why,)))
    return agenda._replace(standing=tuple(left))


def _is_wanted(order: Order, known: State) -> bool:
    """Whether the order's condition does not hinder it; one that cannot be asked does not, but :func:`_choose` does."""
    return foresee(order.condition, known, known.on_move).holds is not False


def _split_move(known: State, items: tuple[Item, ...], left: int) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """``items`` that were meant for the ``left`` placements of the move under way, and those for later moves."""
    count, due = 0, DECISIONS[known.phase]
    while left > 0 and count < len(items) and not kind_of(items[count].order).comes_after(due):
        left -= count_actions(items[count].order) if _is_wanted(items[count].order, known) else 0
        count += 1
    return items[:count], items[count:]


def set_lost_aside(known: State, seat: str, agenda: Agenda) -> tuple[Agenda, tuple[OrderResult, ...]]:
    """The agenda of the seat on move without its first order that is lost already and the rest of that move, both told.

    Nobody moves before it, so whatever stops its first order is final; for an order behind that, what none of its own
    can lift. What others may still change for a seat that moves later is left for when its move comes.
    """
    if seat != known.table.seats[known.on_move]:
        return agenda, ()
    move, plan = _split_move(known, agenda.items, known.left)
    is_first = True
    for place, item in enumerate(move):
        if item.order.condition is not None and not refuse_condition(known, item.order):
            if not is_first:
                break  # what is done before may change it
            if not holds(item.order.condition, known):
                continue
        refusals = _find_loss(known, item.order, is_first=is_first)
        if refusals:
            blocked = _tell(seat, item, Fate.BLOCKED, refusals=refusals)
            dropped = [_tell(seat, rest, Fate.SET_ASIDE) for rest in move[place + 1 :]]
            return agenda._replace(items=move[:place], later=plan or agenda.later), (blocked, *dropped)
        is_first = False
    return agenda, ()


def _find_loss(known: State, order: Order, *, is_first: bool) -> tuple[Refusal, ...]:
    """Why no alternative of ``order`` of the seat on move can be done any more; nothing while one may.

    The first is to be done here; for one behind it orders before may lift what is not for good.
    """
    choices = () if is_first or refuse_condition(known, order) else list_choices(known.table, order)
    may_come = any(
        not choice.fault
        and all(any(not is_lost(known, known.on_move, action) for action in step) for step in choice.steps)
        for choice in choices
    )
    return () if may_come else refuse_order(known, order)


def _choose(known: State, item: Item, source: Source) -> tuple[tuple[Action, ...], OrderResult]:
    """What the first legal alternative of an item does, its first action to be done now; and what became of it."""
    name = known.table.seats[known.on_move]
    refusals: list[Refusal] = []
    for number, found in enumerate(try_choices(known, item.order), start=1):
        if not isinstance(found, Refusal):
            done = _tell(name, item, Fate.DONE, source, refusals=tuple(refusals))
            return found, done._replace(done=quote_chain(known.table, found), choice=number)
        refusals.append(found)
    return (), _tell(name, item, Fate.BLOCKED, source, refusals=tuple(refusals))


def try_choices(known: State, order: Order) -> Iterator[tuple[Action, ...] | Refusal]:
    """What each alternative of an order of the seat on move does, one action after the other, or why it cannot be done;
    of an order whose condition cannot be asked, only why that is so.
    """
    misasked = refuse_condition(known, order)
    yield from misasked
    for choice in () if misasked else list_choices(known.table, order):
        chain = None if choice.fault else find_chain(known, known.on_move, choice.steps)
        yield _refuse(known, choice) if chain is None else chain


def refuse_order(known: State, order: Order) -> tuple[Refusal, ...]:
    """Why no alternative of an order of the seat on move can be done; nothing where one can."""
    tried = list(try_choices(known, order))
    refusals = tuple(why for why in tried if isinstance(why, Refusal))
    return refusals if len(refusals) == len(tried) else ()


def list_readable(known: State, agenda: Agenda) -> Iterator[Order]:
    """The orders of an agenda up to the first at which its seat's move stops in any case, since it cannot be read."""
    for item in agenda.items:
        order = item.order
        misasked = refuse_condition(known, order)
        if not misasked and any(choice.fault is None for choice in list_choices(known.table, order)):
            yield order
        elif misasked or order.condition is None:
            return


def list_choices(table: Table, order: Order) -> Sequence[MoveChoice]:
    """The alternatives of an order as they are written."""
    if order.kind == UNREAD:
        facts = {"order": quote_choices(order), "why": "; ".join(order.faults)}
        return [MoveChoice((), Problem("unread", Gravity.INVALID, order.place, facts))]
    if order.branches:
        return [_read_branch(table, branch) for branch in list_branches(table, order)]
    alternatives, faults = read_order(table, order)
    choices = [(place, MoveChoice([(action,)])) for action, place in alternatives]
    choices += [(fault.place, MoveChoice((), explain_fault(table, order, fault, ()))) for fault in faults]
    return [choice for _, choice in sorted(choices, key=lambda placed: placed[0])]


def _read_branch(table: Table, branch: Sequence[Order]) -> MoveChoice:
    readings = [(step, read_order(table, step)) for step in branch]
    faulty = [(step, reading.faults[0]) for step, reading in readings if not reading.alternatives]
    fault = explain_fault(table, *faulty[0], ()) if faulty else None
    return MoveChoice([[action for action, _ in reading.alternatives] for _, reading in readings], fault)


def refuse_condition(known: State, order: Order) -> tuple[Refusal, ...]:
    """Why the condition of an order cannot be asked; nothing where it can."""
    words = quote_choices(order) if order.condition else ""
    faults = find_faults(order.condition or {}, known)
    return tuple(Refusal(words, code, {"key": "if", **facts}) for code, facts in faults)


def _refuse(known: State, choice: MoveChoice) -> Refusal:
    """Why an alternative cannot be done by the seat on move."""
    if choice.fault:
        return Refusal(str(choice.fault.facts["order"]), choice.fault.code, choice.fault.facts)
    steps = choice.steps
    words = " and ".join(" or ".join(quote_action(known.table, action) for action in step) for step in steps)
    if len(steps) > known.left:
        return Refusal(words, "branch-too-long", {"order": words, "count": len(steps), "left": known.left})
    position, action = find_break(known, known.on_move, steps)
    code, facts = explain(position, known.on_move, action)
    return Refusal(words, code, {**facts, "legal": "", "order": words})


def _tell(
    seat: str, item: Item, fate: Fate, source: Source = Source.ORDERS, *, refusals: tuple[Refusal, ...] = ()
) -> OrderResult:
    order = item.order
    return OrderResult(seat, source, item.file, order.place.line, quote_choices(order), fate, refusals=refusals)
