"""What will happen without a further word of a seat, said in advance and to that seat alone (rulings section 4.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.agenda import Agenda, Ask, Item
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import COUNT
from adjudicator.rules.catan.known import Known, as_state
from adjudicator.rules.catan.legal import list_legal
from adjudicator.rules.catan.mail.card_text import write_cards_text
from adjudicator.rules.catan.mail.memory import recall
from adjudicator.rules.catan.mail.order_text import write_action
from adjudicator.rules.catan.mail.quoting import quote_order
from adjudicator.rules.catan.mail.script import KINDS_FOR, Kinds, has_script, list_due, mentions
from adjudicator.rules.catan.mail.standing import (
    CARDS_BEFORE_ROLL,
    choose_discard,
    choose_first_site,
    choose_robber,
    find_choice,
    find_discard,
    find_standing,
)
from adjudicator.rules.catan.state import DECISION_KINDS, Stage


def announce_silence(known: Known, agenda: Agenda, ask: Ask, aside: Kinds) -> str:
    """What happens when the deadline of ``ask`` passes; orders of the kinds ``aside`` are for something else."""
    seat = known.table.number_of[ask.seat]
    match ask.decision:
        case "answer":
            return "If I hear nothing, you refuse."
        case "place" if not ask.must:
            return "If I hear nothing now, you are asked when you are next to place."
        case "place":
            return f"If I hear nothing, {_say_place(known, seat, agenda)}."
        case "discard":
            return f"If I hear nothing, {_say_discard(known, seat, agenda)}."
        case "before-roll" if not agenda.fallback and not has_script(agenda, aside):
            return "If I hear nothing, the dice are rolled, and you are asked again."
    return f"If I hear nothing: {_say_turn(known, seat, agenda, aside)}."


def _say_place(known: Known, seat: int, agenda: Agenda) -> str:
    stage = known.stage if seat == known.mover else Stage.SETTLEMENT
    kinds = KINDS_FOR[DECISION_KINDS[stage]]
    site = _write(known, choose_first_site(known, list_legal(as_state(known), seat)))
    best = f"{site}, the free place with the best numbers" if stage is Stage.SETTLEMENT else site
    if any(mentions(item.order, kinds) for item in agenda.fallback):
        return f"your fallback orders are used ({_quote(agenda.fallback)}), and if none of them can be done, {best}"
    return f"as things stand {best}"


def _say_discard(known: Known, seat: int, agenda: Agenda) -> str:
    me = known.seats[seat]
    assert me.hand is not None
    cards = write_cards_text(choose_discard(find_discard(known, seat, agenda), me.hand, me.owes).cards)
    ordered = [item for item in agenda.fallback if mentions(item.order, KINDS_FOR["discard"])]
    if ordered:
        return f"your fallback order is used ({_quote(ordered)}), and if it cannot be done, you discard {cards}"
    return f"you discard {cards}"


def _say_turn(known: Known, seat: int, agenda: Agenda, aside: Kinds) -> str:
    """What a turn consists of, in its order: what was sent, what is forced, fallback orders."""
    sent = [item for item in list_due(agenda.items) if item.order.kind not in aside]
    adopted = recall(agenda).fallback_turn == known.turn and seat == known.mover
    fallback = () if adopted else agenda.fallback
    parts = [_say_forced(known, seat, agenda)] if seat == known.mover else []
    if sent:
        parts.append(f"the orders that I have ({_quote(sent)})")
    if fallback:
        parts.append(f"your fallback orders ({_quote(fallback)})")
    if not sent and not fallback:
        parts.append("nothing is built or traded")
    return f"{', '.join(part for part in parts if part)}, and your turn ends"


def _say_forced(known: Known, seat: int, agenda: Agenda) -> str:
    """What has to be decided before anything else, where no order speaks of it."""
    kind = DECISION_KINDS[known.stage]
    ordered = [item.order for item in (*list_due(agenda.items), *agenda.fallback)]
    if known.stage not in (Stage.ROBBER, Stage.FREE_ROADS) or any(mentions(o, KINDS_FOR[kind]) for o in ordered):
        return ""
    legal = list_legal(as_state(known), seat)
    if known.stage is Stage.FREE_ROADS:
        return _write(known, choose_first_site(known, legal))
    chosen = find_choice(known, seat, agenda, kind)
    return _write(known, choose_robber(known, seat, legal)) if chosen is None else chosen.choice.words


def _write(known: Known, action: Action) -> str:
    ((key, text),) = write_action(known.table, action).items()
    return f"{key} {text}"


def list_promises(known: Known, seat: int, agenda: Agenda) -> Iterator[str]:
    """What standing orders and defaults do for ``seat`` whoever is on turn."""
    if known.stage is Stage.OVER or not known.turn:
        return
    yield _promise_discard(known, seat, agenda)
    robber = list(find_standing(agenda, "robber"))
    if robber:
        yield f"The robber by standing order, where you send none: {_quote(robber)}."
    else:
        yield "Where no order of yours moves the robber, it goes where the others have the fewest points."
    cards = list(find_standing(agenda, *CARDS_BEFORE_ROLL))
    if cards:
        yield f"Before your roll, where it is possible: {_quote(cards)}."
    wishes = list(find_standing(agenda, "want", "refuse"))
    if wishes:
        yield f"Your answers to proposals, seen by nobody else: {_quote(wishes)}."


def _promise_discard(known: Known, seat: int, agenda: Agenda) -> str:
    options = dict(known.table.options)
    item = find_discard(known, seat, agenda)
    ordered = list(find_standing(agenda, "discard"))
    if not ordered and options["discard"] == "ask":
        return "After a 7 you are asked what to discard; in a round, and after a deadline, the largest piles go first."
    how = f"by your standing order ({_quote(ordered)})" if ordered else "from the largest pile"
    text = f"If a 7 is rolled while you hold more than {known.table.edition.hand_limit} cards, you discard {how}"
    me = known.seats[seat]
    if me.hand is not None and me.hand % COUNT > known.table.edition.hand_limit:
        action = choose_discard(item, me.hand, me.hand % COUNT // 2)
        text += f"; as you stand now {write_cards_text(action.cards)}"
    return text + "."


def _quote(items: Sequence[Item]) -> str:
    return "; ".join(quote_order(item.order) for item in items)
