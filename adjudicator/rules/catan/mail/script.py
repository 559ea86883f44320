"""The script of a turn: orders run top to bottom; one that is refused is told, and the next one tried (section 4.3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from adjudicator.core.agenda import Act, Agenda, AnswerKinds, Fate, Item, Source
from adjudicator.core.order import THEN, Order
from adjudicator.rules.catan.actions import END_TURN, Action
from adjudicator.rules.catan.mail.answer import QuestionAnswer
from adjudicator.rules.catan.mail.choosing import CARDS_BEFORE_ROLL, choose
from adjudicator.rules.catan.mail.conditions import holds
from adjudicator.rules.catan.mail.language.order_text import write_action
from adjudicator.rules.catan.mail.memory import is_lent
from adjudicator.rules.catan.mail.trade.answers import resolve_proposal
from adjudicator.rules.catan.mail.trade.proposals import propose
from adjudicator.rules.catan.mail.trade.taking import take_offer

END = "end"
Kinds: TypeAlias = Collection[str]
KINDS_FOR: Mapping[str, Kinds] = {
    "settlement": ("place", "settlement"),
    "road": ("road",),
    "before-roll": (*CARDS_BEFORE_ROLL, "roll"),
    "discard": ("discard",),
    "robber": ("robber",),
}
"""The orders that answer each decision but a turn."""


def has_script(agenda: Agenda, outside: Kinds) -> bool:
    """Whether there are orders for a turn on ``agenda``; those of the kinds ``outside`` are for something else."""
    return any(item.order.kind not in outside for item in agenda.items)


def leave_out_replaced(agenda: Agenda, answers: AnswerKinds) -> Agenda:
    """``agenda`` without the orders of its script that answer what newer ``answers`` answer.

    A robber behind a knight is none: it is the rest of the card.
    """
    said = {kind for item in agenda.answers for kinds in answers if item.order.kind in kinds for kind in kinds}
    if any(mentions(item.order, ("knight",)) for item in agenda.items):
        said.discard("robber")
    return agenda._replace(items=tuple(item for item in agenda.items if item.order.kind not in said))


def run_script(answer: QuestionAnswer, outside: Kinds) -> Act[Action] | None:
    """The next action of the script; None where it is at its end, or waits for answers to a proposal.

    Orders of the kinds ``outside`` stay where they are. What stands behind ``end`` is left for the next turn. An answer
    to what did not come up is tried first, and refused.
    """
    act = None if answer.memory.proposal is None else resolve_proposal(answer)
    act = act or _try_answers(answer, {item.order.kind for item in answer.agenda.answers}.difference(outside))
    if act is not None:
        return act
    kept: list[Item] = []
    items = list(answer.agenda.items)
    while items:
        item = items.pop(0)
        if item.order.kind in outside:
            kept.append(item)
            continue
        answer.keep_items([*kept, *items])
        inner = open_item(answer, item)
        if inner is not None:
            items = [*inner, *items]
            answer.keep_items([*kept, *items])
            continue
        outcome = _carry_out(answer, item)
        if outcome is True:
            return None
        if outcome:
            return outcome
    return None


def open_item(answer: QuestionAnswer, item: Item) -> tuple[Item, ...] | None:
    """The orders that stand for ``item``: those of its block, or none where it is skipped; None where it is itself."""
    order = item.order
    true = order.condition is None or holds(order.condition, answer.known, answer.seat, answer.fates)
    if true and order.kind != THEN:
        return None
    inner = order.then if true else order.otherwise
    if not true and not inner:
        answer.note(item, Fate.SKIPPED)
    return tuple(Item(part, item.file) for part in inner)


def list_due(items: Sequence[Item]) -> Sequence[Item]:
    """The orders of this turn: those before the first that ends it, and that one."""
    ends = [number for number, item in enumerate(items) if item.order.kind == END]
    return items[: ends[0] + 1] if ends else items


def list_due_orders(orders: Sequence[Order]) -> Sequence[Order]:
    """The same for orders that are on no agenda yet."""
    return [item.order for item in list_due([Item(order, "") for order in orders])]


def mentions(order: Order, kinds: Kinds) -> bool:
    """Whether ``order`` is of one of ``kinds``, or has one in its block."""
    return order.kind in kinds or any(mentions(inner, kinds) for inner in (*order.then, *order.otherwise))


def answer_early(answer: QuestionAnswer, kinds: Kinds, first_only: Kinds | None = None) -> Act[Action] | None:
    """Carry out the first order of one of ``kinds``, before those that stand above it; those refused are used up.

    Such orders answer what has to be decided before the script can go on; those of files that only answer come first.
    What stands behind ``end`` is for later.
    With ``first_only`` nothing but orders of these kinds may stand above it.
    """
    act = _try_answers(answer, kinds)
    if act is not None:
        return act
    tried = 0
    while tried < len(list_due(answer.agenda.items)):
        items = answer.agenda.items
        item = items[tried]
        if not mentions(item.order, kinds):
            if first_only is not None and item.order.kind not in first_only:
                return None
            tried += 1
            continue
        inner = open_item(answer, item)
        if inner is not None:
            answer.keep_items([*items[:tried], *inner, *items[tried + 1 :]])
        elif item.order.kind in kinds:
            answer.keep_items([*items[:tried], *items[tried + 1 :]])
            act = begin_order(answer, item)
            if act is not None:
                return act
        else:
            tried += 1
    return None


def _try_answers(answer: QuestionAnswer, kinds: Kinds) -> Act[Action] | None:
    """Use up the orders of ``kinds`` that came in files which only answer, up to the first that can be carried out."""
    for item in answer.agenda.answers:
        if item.order.kind in kinds:
            answer.keep_answers([other for other in answer.agenda.answers if other is not item])
            act = begin_order(answer, item) if open_item(answer, item) is None else None
            if act is not None:
                return act
    return None


def _carry_out(answer: QuestionAnswer, item: Item) -> Act[Action] | bool:
    """The action of one order; True where play waits for others, False where the order is refused."""
    match item.order.kind:
        case "end":
            answer.note(item, Fate.DONE)
            if answer.source_of(item) is Source.FALLBACK:
                answer.keep_items([kept for kept in answer.agenda.items if not is_lent(answer.agenda, kept)])
            return answer.act(END_TURN)
        case "take":
            return take_offer(answer, item) or False
        case "propose":
            return propose(answer, item)
    return begin_order(answer, item) or False


def begin_order(answer: QuestionAnswer, item: Item) -> Act[Action] | None:
    """The first step of the first alternative that can be carried out; the other steps are under way then."""
    choice, refusals = choose(answer.known, answer.seat, item.order)
    if choice is None:
        answer.note(item, Fate.REFUSED, refusals=refusals)
        return None
    answer.note(item, Fate.DONE, done=choice.words, choice=choice.number, refusals=refusals)
    return take_steps(answer, choice.steps)


def take_steps(answer: QuestionAnswer, steps: tuple[Action, ...]) -> Act[Action]:
    """Take the first step and leave the others under way."""
    first, *rest = steps
    under_way: list[tuple[str, str | int]] = []
    for step in rest:
        ((key, text),) = write_action(answer.table, step).items()
        assert isinstance(text, str | int)
        under_way.append((key, text))
    answer.remember(answer.memory._replace(under_way=tuple(under_way)))
    return answer.act(first)
