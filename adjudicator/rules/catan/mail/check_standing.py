"""Checking standing orders, which are judged again and again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import CORRECTION, THEN, UNREAD, Gravity, Order, Problem, list_questions
from adjudicator.kit.negation import find_denial
from adjudicator.rules.catan.actions import MoveRobber, PlayPlenty
from adjudicator.rules.catan.mail.check_orders import (
    ONLY_STANDING,
    STANDING,
    FileSender,
    check_condition,
    check_terms,
    check_texts,
    join_lines,
    misplaced,
    misread,
)
from adjudicator.rules.catan.mail.check_unread import answer_unread
from adjudicator.rules.catan.mail.conditions import PUBLIC
from adjudicator.rules.catan.mail.language import vocabulary
from adjudicator.rules.catan.mail.language.likeness import is_spelt_nearly
from adjudicator.rules.catan.mail.language.meant import say_item
from adjudicator.rules.catan.mail.language.meant_phrases import mend_wishes
from adjudicator.rules.catan.mail.language.meant_terms import OFFER, PROPOSE, mend_terms
from adjudicator.rules.catan.mail.language.meant_trade import mend_refusal
from adjudicator.rules.catan.mail.language.order_text import list_alternatives, list_steps
from adjudicator.rules.catan.mail.language.quoting import quote_alternative, quote_order
from adjudicator.rules.catan.mail.language.respelt import respell_order
from adjudicator.rules.catan.mail.offers import ANYBODY, LEADER, list_refused, read_kinds, words_of
from adjudicator.rules.catan.mail.proposals import ACCEPT
from adjudicator.rules.catan.mail.reasons import judge_plenty
from adjudicator.rules.catan.topology import LETTERS

_AGREED = "; to agree in advance, say there what you would trade, such as 'want: {give: 1 wool, get: 1 ore}'"
_WITHOUT_HAND = (*ONLY_STANDING, "refuse")
"""Whether these hold must not depend on a hand: everybody can see what comes of them."""


def check_standing(sender: FileSender, orders: Sequence[Order]) -> Iterator[Problem]:
    """What cannot be read of standing orders, has no place there, or is surely not meant."""
    said: list[str] = []
    for order in orders:
        yield from _check_order(sender, order)
        if order.kind in ONLY_STANDING:
            words = words_of(order)
            if words in said:
                yield Problem("said-twice", Gravity.UNWISE, order.places[0], {"order": quote_order(order)})
            said.append(words)


def _check_order(sender: FileSender, order: Order) -> Iterator[Problem]:
    if order.kind == UNREAD:
        yield from answer_unread(sender, order, standing=True)
        return
    in_orders = order.kind == "discard" and not isinstance(order.value, Mapping)
    if order.kind == THEN:
        yield misplaced(sender, "no-blocks", order)
        return
    if order.kind in sender.own.kinds:
        yield from check_condition(sender, order, 0)
        yield from sender.own.check(sender.known, sender.seat, order, True)
    elif in_orders:
        said = say_item(order.value)
        lines = [line for line in mend_wishes(order.value) if not find_denial(said, line)]
        lines = lines or ["discard: {keep: [ore, grain]}"]
        is_sure = len(lines) == 1 and is_spelt_nearly(f"discard {said}", lines[0])
        facts = {"instead": join_lines(lines), **({CORRECTION: f"- {lines[0]}"} if is_sure else {})}
        yield misplaced(sender, "discard-wishes", order, None, **facts)
        return
    elif order.kind not in STANDING:
        names = ", ".join([*STANDING, *sender.own.kinds])
        lines = mend_terms(sender.known, sender.seat, OFFER, order.value) if order.kind == PROPOSE else []
        legal = f"; write {join_lines(lines)}" if lines else _AGREED if order.kind == ACCEPT else ""
        yield misplaced(sender, "belongs-in-orders", order, known=names, legal=legal)
        return
    else:
        yield from check_condition(sender, order, 0)
        yield from _check_value(sender, order)
    if order.otherwise:
        yield misplaced(sender, "no-else", order)
    if order.condition is not None and order.kind in _WITHOUT_HAND:
        public = all(PUBLIC & part.keys() for part in list_questions(order.condition))
        if order.kind == "offer" or not public:
            code = "no-condition" if order.kind == "offer" else "condition-on-hand"
            says = "{leads: {seat}} or {points: {of: {seat}, at-least: 8}}"
            instead = "; use keep for your own cards" if order.kind in ONLY_STANDING else ""
            yield misplaced(sender, code, order, order.condition_place, says=says, instead=instead)


def _check_value(sender: FileSender, order: Order) -> Iterator[Problem]:
    place = order.places[0]
    try:
        if order.kind in ONLY_STANDING:
            yield from check_terms(sender, order)
            until = cast("JsonObject", order.value).get("until")
            if isinstance(until, int) and until < sender.known.turn:
                over = until + 1
                yield Problem("offer-over", Gravity.UNWISE, place, {"order": quote_order(order), "turn": over})
        elif order.kind == "refuse":
            named = [name for name in list_refused(order.value) if name not in (ANYBODY, LEADER)]
            vocabulary.read_seats(sender.known.table, named)
            if isinstance(order.value, Mapping):
                read_kinds(order.value.get("give"))
                read_kinds(order.value.get("get"))
        elif order.kind == "discard":
            for names in cast("JsonObject", order.value).values():
                for name in vocabulary.list_items(names):
                    vocabulary.read_kind(str(name))
        else:
            misreadings = list(check_texts(sender, order, standing=True))
            yield from misreadings or _check_alternatives(sender, order)
    except vocabulary.OrderTextError as error:
        respelt = respell_order(sender.known, order.kind, order.value)
        is_refusal = order.kind == "refuse"
        lines = mend_refusal(sender.known, sender.seat, order.value) if is_refusal else [*mend_wishes(order.value)]
        lines = [respelt] if respelt else lines
        yield misread(error, quote_order(order), place, lines, is_sure=bool(respelt))


def _check_alternatives(sender: FileSender, order: Order) -> Iterator[Problem]:
    """Alternatives that no turn to come can allow; the order is illegal where none of them ever can."""
    reasons = [_judge_plan(sender, order.kind, text) for text in list_alternatives(order)]
    gravity = Gravity.UNWISE if None in reasons else Gravity.ILLEGAL
    for number, reason in enumerate(reasons):
        if reason is not None:
            code, facts = reason
            words = quote_alternative(order, number)
            yield Problem(code, gravity, order.places[number], {"legal": "", **facts, "order": words})


def _judge_plan(sender: FileSender, kind: str, text: str | int) -> vocabulary.Reason | None:
    """Why a card, or the robber, can never be played so, whatever the moment; None where it may be."""
    table = sender.known.table
    for step in list_steps(table, kind, text):
        if isinstance(step, PlayPlenty):
            return judge_plenty(step.cards)
        if isinstance(step, MoveRobber) and step.victim == sender.seat:
            return "victim-yourself", {}
        if isinstance(step, MoveRobber) and not table.robber_hexes >> step.hex & 1:
            return "robber-barred", {"hex": LETTERS[step.hex], "terrain": table.board.terrains[step.hex]}
    return None
