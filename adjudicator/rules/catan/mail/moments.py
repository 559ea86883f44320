"""What an agenda says to each kind of decision: set-up, before the roll, discards, the robber, free roads, the turn."""

from __future__ import annotations

from adjudicator.core.agenda import Act, Fate, Reply, Source
from adjudicator.core.table import Pacing
from adjudicator.rules.catan.actions import END_TURN, GIVE_UP_ROADS, ROLL, Action
from adjudicator.rules.catan.mail.answer import QuestionAnswer
from adjudicator.rules.catan.mail.choosing import (
    CARDS_BEFORE_ROLL,
    choose_discard,
    choose_first_site,
    choose_robber,
    find_choice,
    find_discard,
    find_standing,
)
from adjudicator.rules.catan.mail.language.order_text import list_steps, write_action
from adjudicator.rules.catan.mail.language.vocabulary import write_cards_text
from adjudicator.rules.catan.mail.memory import adopt_fallback, is_lent, lend_fallback
from adjudicator.rules.catan.mail.script import END, KINDS_FOR, Kinds, answer_early, has_script, run_script, take_steps
from adjudicator.rules.catan.mail.trade.meeting import meet


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
            act = _play_standing(answer, *CARDS_BEFORE_ROLL)
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
    (step,) = list_steps(answer.table, answer.known.seats[answer.seat].rates, key, text)
    if answer.question.allows(step):
        return answer.act(step)
    answer.remember(answer.memory._replace(under_way=()))
    return None


def _play_standing(answer: QuestionAnswer, *kinds: str) -> Act[Action] | None:
    """The first standing order of some kinds that can be carried out."""
    found = find_choice(answer.known, answer.seat, answer.agenda, *kinds)
    if found is None:
        return None
    item, (number, words, steps), refusals = found
    answer.note(item, Fate.DONE, source=Source.STANDING, done=words, choice=number, refusals=refusals)
    return take_steps(answer, steps)


def discard(answer: QuestionAnswer) -> Act[Action]:
    """Discard by standing order, else by the default."""
    me = answer.known.seats[answer.seat]
    assert me.hand is not None
    item = find_discard(answer.known, answer.seat, answer.agenda)
    action = choose_discard(item, me.hand, me.owes)
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
            if act is None and any(find_standing(answer.agenda, "discard")):
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
        act = _act_by_policy(answer, choose_robber(answer.known, answer.seat, answer.question.legal))
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
    return _act_by_policy(answer, choose_first_site(answer.known, legal))


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
