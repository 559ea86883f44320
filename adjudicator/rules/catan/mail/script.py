"""The script of a turn: orders run top to bottom; one that is refused is told, and the next one tried (section 4.3)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from adjudicator.core.agenda import Act, Agenda, AnswerKinds, Fate, Item, Reply, Source
from adjudicator.core.order import THEN, Order
from adjudicator.core.table import Pacing
from adjudicator.rules.catan.actions import END_TURN, GIVE_UP_ROADS, ROLL, Action
from adjudicator.rules.catan.mail import choosing
from adjudicator.rules.catan.mail.answer import QuestionAnswer, adopt_fallback, is_lent, lend_fallback
from adjudicator.rules.catan.mail.conditions import is_met
from adjudicator.rules.catan.mail.language.order_text import END, list_steps, write_action
from adjudicator.rules.catan.mail.language.vocabulary import write_cards_text
from adjudicator.rules.catan.mail.plans import NOTHING_LACKS
from adjudicator.rules.catan.mail.proposals import propose, resolve_proposal
from adjudicator.rules.catan.mail.taking import meet, take_offer

Kinds: TypeAlias = Collection[str]
KINDS_FOR: Mapping[str, Kinds] = {
    "settlement": ("place", "settlement"),
    "road": ("road",),
    "before-roll": (*choosing.CARDS_BEFORE_ROLL, "roll"),
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
    true = is_met(order, answer.known, answer.seat, answer.fates)
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


def list_all(orders: Sequence[Order]) -> Iterator[Order]:
    """Orders and those in their blocks, from top to bottom."""
    for order in orders:
        yield order
        yield from list_all((*order.then, *order.otherwise))


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
    choice = choosing.choose(answer.known, answer.seat, item.order)
    if isinstance(choice, choosing.Choice):
        return _take_steps(answer, item, choice)
    needless = all(refusal.code == NOTHING_LACKS for refusal in choice)
    answer.note(item, Fate.NEEDLESS if needless else Fate.REFUSED, refusals=choice)
    return None


def _take_steps(
    answer: QuestionAnswer, item: Item, choice: choosing.Choice, source: Source | None = None
) -> Act[Action]:
    """Take the first step of what was chosen and leave the others under way."""
    answer.note(item, Fate.DONE, source=source, done=choice.words, choice=choice.number, refusals=choice.refusals)
    first, *rest = choice.steps
    under_way: list[tuple[str, str | int]] = []
    for step in rest:
        ((key, text),) = write_action(answer.table, step).items()
        assert isinstance(text, str | int)
        under_way.append((key, text))
    answer.remember(answer.memory._replace(under_way=tuple(under_way)))
    return answer.act(first)


def is_asked(answer: QuestionAnswer, option: str) -> bool:
    """Whether an option says to ask for what could go by standing order; in a round nobody is asked in between."""
    return dict(answer.table.options)[option] == "ask" and answer.question.pacing is Pacing.SEAT


def act_at_once(answer: QuestionAnswer) -> Reply[Action]:
    """What happens at once: steps under way, standing cards before the roll and the roll, discards, standing trades."""
    if answer.memory.under_way:
        reply = _go_on(answer)
        if reply is not None:
            return reply
    match answer.question.decision.kind:
        case "turn" if answer.agenda.standing:
            return meet(answer) or answer.stop()
        case "before-roll":
            act = _play_standing(answer, *choosing.CARDS_BEFORE_ROLL)
            if act is not None or is_asked(answer, "preroll"):
                return act or answer.stop()
            return answer.act(ROLL)
        case "discard" if not is_asked(answer, "discard"):
            return discard(answer)
    return answer.stop()


def _go_on(answer: QuestionAnswer) -> Act[Action] | None:
    """The next step of an order that was begun; None, and nothing is under way any more, where it cannot be taken."""
    (key, text), *rest = answer.memory.under_way
    answer.remember(answer.memory._replace(under_way=tuple(rest)))
    (step,) = list_steps(answer.table, key, text, answer.known.seats[answer.seat].rates)
    if answer.question.allows(step):
        return answer.act(step)
    answer.remember(answer.memory._replace(under_way=()))
    return None


def _play_standing(answer: QuestionAnswer, *kinds: str) -> Act[Action] | None:
    """The first standing order of some kinds that can be carried out."""
    found = choosing.find_choice(answer.known, answer.seat, answer.agenda, *kinds)
    return found and _take_steps(answer, *found, Source.STANDING)


def discard(answer: QuestionAnswer) -> Act[Action]:
    """Discard by standing order, else by the default."""
    me = answer.known.seats[answer.seat]
    assert me.hand is not None
    item = choosing.find_discard(answer.known, answer.seat, answer.agenda)
    action = choosing.choose_discard(item, me.hand, me.owes)
    text = f"discard {write_cards_text(action.cards)}"
    if item is None:
        answer.note_policy(text)
    else:
        answer.note(item, Fate.DONE, source=Source.STANDING, done=text)
    return answer.act(action)


def reply(answer: QuestionAnswer, outside: Kinds) -> Reply[Action]:
    """What the orders say to an open decision. ``outside`` are kinds of orders that are for something else.

    In a round a seat that has sent a script down to its end is not asked again: defaults fill what it leaves open.
    """
    unasked = answer.memory.progress.ends and answer.question.pacing is Pacing.ROUND
    match answer.question.decision.kind:
        case "turn":
            act = run_script(answer, outside)
            if act is None and unasked:
                act = answer.act(END_TURN)
        case "before-roll":
            act = answer_early(answer, KINDS_FOR["before-roll"], first_only=outside)
            if act is None and has_script(answer.agenda, outside):
                act = answer.act(ROLL)
        case "discard":
            act = answer_early(answer, KINDS_FOR["discard"])
            if act is None and any(choosing.find_standing(answer.agenda, "discard")):
                act = discard(answer)
        case "robber":
            act = answer_early(answer, KINDS_FOR["robber"])
            act = act or move_robber(answer, by_default=unasked)
        case kind:
            act = answer_early(answer, KINDS_FOR[kind])
            if act is None and answer.known.free_roads and any(item.order.kind == END for item in answer.agenda.items):
                act = answer.act(GIVE_UP_ROADS)
            if act is None and unasked and answer.known.turn:
                act = _act_by_policy(answer, answer.question.legal[0])
    return act or answer.stop()


def move_robber(answer: QuestionAnswer, *, by_default: bool) -> Act[Action] | None:
    """Move the robber by standing order, else by the default where that is wanted."""
    act = _play_standing(answer, "robber")
    if act is None and by_default:
        act = _act_by_policy(answer, choosing.choose_robber(answer.known, answer.seat, answer.question.legal))
    return act


def _act_by_policy(answer: QuestionAnswer, action: Action) -> Act[Action]:
    """Do what the game does for a silent seat, and say so."""
    ((key, text),) = write_action(answer.table, action).items()
    answer.note_policy(f"{key} {text}")
    return answer.act(action)


def fall_back(answer: QuestionAnswer, outside: Kinds) -> Reply[Action]:
    """Fallback orders, then what the game does for a silent seat (rulings section 4.7).

    In a seat's own turn they become its script, where it has none. Otherwise one of them may answer this decision.
    Nobody is silent while others are asked about a proposal of his.
    """
    if answer.memory.proposal is not None:
        return answer.stop()
    found = _use_fallback(answer, outside)
    if found is not None:
        return found
    legal = answer.question.legal
    match answer.question.decision.kind:
        case "turn":
            return _act_by_policy(answer, END_TURN)
        case "before-roll":
            return _act_by_policy(answer, ROLL)
        case "discard":
            return discard(answer)
        case "robber":
            return move_robber(answer, by_default=True) or answer.stop()
    return _act_by_policy(answer, choosing.choose_first_site(answer.known, legal))


def _use_fallback(answer: QuestionAnswer, outside: Kinds) -> Reply[Action] | None:
    """What fallback orders say; None where they say nothing."""
    if not answer.agenda.fallback:
        return None
    turn = answer.known.turn
    own_turn = turn > 0 and answer.question.decision.kind != "discard"
    if own_turn and not has_script(answer.agenda, outside):
        if answer.memory.fallback_turn == turn:
            return None
        answer.change(answer.name, adopt_fallback(answer.agenda, turn))
        found = reply(answer, outside)
        return found if isinstance(found, Act) or answer.memory.proposal is not None else None
    answer.lent = True
    answer.change(answer.name, lend_fallback(answer.agenda))
    act = answer_early(answer, KINDS_FOR.get(answer.question.decision.kind, ()))
    answer.keep_items([item for item in answer.agenda.items if not is_lent(answer.agenda, item)])
    return act and answer.act(act.action)
