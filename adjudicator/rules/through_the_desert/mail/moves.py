"""How a seat's agenda answers the decision that is open: its orders, then what is for silence.

One item is one action, taken in order; alternatives stand inside an item. A block sets aside the rest of that move;
what was planned for later moves waits until the move is made.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.agenda import Act, Blocked, Done, Fate, Item, OrderResult, Refusal, Reply, Source
from adjudicator.core.order import Order
from adjudicator.core.question import Question
from adjudicator.rules.through_the_desert.conditions import holds
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.mail.quoting import quote_action, quote_choices
from adjudicator.rules.through_the_desert.order_text import KEYS, list_actions
from adjudicator.rules.through_the_desert.reasons import explain
from adjudicator.rules.through_the_desert.state import State

_ORDER_OF_PLAY = (ActionKind.RETURN, ActionKind.LEADER, ActionKind.CAMEL)


def answer_decision(question: Question[State, Action]) -> Reply[Action]:
    """The first item that is to be done now; its first legal alternative."""
    known, decision, agenda = question.known, question.decision, question.agenda
    seat = known.table.seats.index(decision.seat)
    results: list[OrderResult] = []
    items = agenda.items
    while items and not _is_later(items[0].order, decision.kind):
        item, items = items[0], items[1:]
        if not _is_wanted(item.order, known):
            results.append(_tell(decision.seat, item, Fate.SKIPPED))
            continue
        action, result = _choose(known, seat, item, question.legal, Source.ORDERS)
        results.append(result)
        if action is not None:
            return Act(action, {decision.seat: agenda._replace(items=items)}, tuple(results))
        aside, later = _split_move(known, items, decision.kind, known.left - 1)
        results += [_tell(decision.seat, rest, Fate.SET_ASIDE) for rest in aside]
        agenda = agenda._replace(items=(), later=later or agenda.later)
        return Blocked({decision.seat: agenda}, tuple(results))
    return Done({decision.seat: agenda._replace(items=items)}, tuple(results))


def answer_silence(question: Question[State, Action]) -> Reply[Action]:
    """The first fallback order that is legal now; the list is kept for other times."""
    known, decision = question.known, question.decision
    seat = known.table.seats.index(decision.seat)
    results: list[OrderResult] = []
    for item in question.agenda.fallback:
        if KEYS[item.order.kind].value == decision.kind and _is_wanted(item.order, known):
            action, result = _choose(known, seat, item, question.legal, Source.FALLBACK)
            if action is not None:
                return Act(action, {}, (result,))
            results.append(result)
    return Done({}, tuple(results))


def _is_later(order: Order, decision: str) -> bool:
    """Whether an order is for a later phase than the decision that is open."""
    return _ORDER_OF_PLAY.index(KEYS[order.kind]) > _ORDER_OF_PLAY.index(ActionKind(decision))


def _is_wanted(order: Order, known: State) -> bool:
    return order.condition is None or holds(order.condition, known)


def _split_move(
    known: State, items: tuple[Item, ...], decision: str, left: int
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """``items`` that were meant for the ``left`` placements of the move under way, and those for later moves."""
    count = 0
    while left and count < len(items) and not _is_later(items[count].order, decision):
        left -= _is_wanted(items[count].order, known)
        count += 1
    return items[:count], items[count:]


def _choose(
    known: State, seat: int, item: Item, legal: Sequence[Action], source: Source
) -> tuple[Action | None, OrderResult]:
    """The first legal alternative of an item, and what became of it."""
    name, order = known.table.seats[seat], item.order
    refusals: list[Refusal] = []
    for number, action in enumerate(list_actions(known.table, order), start=1):
        words = quote_action(known.table, action)
        if action in legal:
            return action, _tell(name, item, Fate.DONE, source, words, number, tuple(refusals))
        code, facts = explain(known, seat, action)
        refusals.append(Refusal(words, code, {**facts, "legal": "", "order": words}))
    return None, _tell(name, item, Fate.BLOCKED, source, refusals=tuple(refusals))


def _tell(
    seat: str,
    item: Item,
    fate: Fate,
    source: Source = Source.ORDERS,
    done: str | None = None,
    choice: int = 0,
    refusals: tuple[Refusal, ...] = (),
) -> OrderResult:
    order = item.order
    return OrderResult(seat, source, item.file, order.place.line, quote_choices(order), fate, done, choice, refusals)
