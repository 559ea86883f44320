"""Checking standing orders, which are judged again and again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import THEN, Order
from adjudicator.core.problem import Gravity, Problem
from adjudicator.rules.catan.actions import MoveRobber, PlayPlenty
from adjudicator.rules.catan.mail.card_text import read_kind
from adjudicator.rules.catan.mail.check_words import Bench, check_condition, check_terms, check_texts, misread
from adjudicator.rules.catan.mail.memory import words_of
from adjudicator.rules.catan.mail.offers import names_seat
from adjudicator.rules.catan.mail.order_text import list_alternatives, read_plan
from adjudicator.rules.catan.mail.quoting import quote_alternative, quote_order
from adjudicator.rules.catan.mail.reasons import Reason, judge_plenty
from adjudicator.rules.catan.mail.standing import CARDS_BEFORE_ROLL
from adjudicator.rules.catan.mail.text_errors import OrderTextError
from adjudicator.rules.catan.topology import LETTERS

ONLY_STANDING = ("offer", "want")
"""What can stand nowhere else."""
STANDING = (*ONLY_STANDING, "refuse", "discard", "robber", *CARDS_BEFORE_ROLL)
"""What can stand under ``standing:``."""
_UNCONDITIONAL = (*ONLY_STANDING, "refuse")
"""Whether these hold must not depend on a hand: everybody can see what comes of them."""


def check_standing(bench: Bench, orders: Sequence[Order]) -> Iterator[Problem]:
    """What cannot be read of standing orders, has no place there, or is surely not meant."""
    said: list[str] = []
    for order in orders:
        yield from _check_order(bench, order)
        if order.kind in ONLY_STANDING and words_of(order) in said:
            yield Problem("said-twice", Gravity.UNWISE, order.places[0], {"order": quote_order(order)})
        said.append(words_of(order))


def _check_order(bench: Bench, order: Order) -> Iterator[Problem]:
    facts = {"order": quote_order(order)}
    in_orders = order.kind == "discard" and not isinstance(order.value, Mapping)
    if order.kind == THEN:
        yield Problem("no-blocks", Gravity.INVALID, order.place, facts)
        return
    if bench.annex is not None and order.kind in bench.annex.kinds:
        yield from check_condition(bench, order, 0)
        yield from bench.annex.check(bench.known, bench.seat, order, standing=True)
    elif in_orders:
        yield Problem("discard-wishes", Gravity.INVALID, order.place, facts)
        return
    elif order.kind not in STANDING:
        names = ", ".join([*STANDING, *(bench.annex.kinds if bench.annex else ())])
        yield Problem("belongs-in-orders", Gravity.INVALID, order.place, {**facts, "known": names})
        return
    else:
        yield from check_condition(bench, order, 0)
        yield from _check_value(bench, order)
    if order.otherwise:
        yield Problem("no-else", Gravity.INVALID, order.place, facts)
    if order.condition is not None and order.kind in _UNCONDITIONAL:
        yield Problem("no-condition", Gravity.INVALID, order.condition_place or order.place, facts)


def _check_value(bench: Bench, order: Order) -> Iterator[Problem]:
    place, words = order.places[0], quote_order(order)
    try:
        if order.kind in ONLY_STANDING:
            yield from check_terms(bench, order)
            until = cast("JsonObject", order.value).get("until")
            if isinstance(until, int) and until < bench.known.turn:
                yield Problem("offer-over", Gravity.UNWISE, place, {"order": words, "turn": until + 1})
        elif order.kind == "refuse":
            names_seat(bench.known.table, order, bench.seat)
        elif order.kind == "discard":
            for names in cast("Mapping[str, Sequence[JsonValue]]", order.value).values():
                for name in names:
                    read_kind(str(name))
        else:
            misreadings = list(check_texts(bench, order))
            yield from misreadings or _check_alternatives(bench, order)
    except OrderTextError as error:
        yield misread(error, words, place)


def _check_alternatives(bench: Bench, order: Order) -> Iterator[Problem]:
    """Alternatives that no turn to come can allow; the order is illegal where none of them ever can."""
    reasons = [_judge_plan(bench, order.kind, text) for text in list_alternatives(order)]
    gravity = Gravity.UNWISE if None in reasons else Gravity.ILLEGAL
    for number, reason in enumerate(reasons):
        if reason is not None:
            code, facts = reason
            words = quote_alternative(order, number)
            yield Problem(code, gravity, order.places[number], {"legal": "", **facts, "order": words})


def _judge_plan(bench: Bench, kind: str, text: str | int) -> Reason | None:
    """Why a card, or the robber, can never be played so, whatever the moment; None where it may be."""
    table = bench.known.table
    for step in read_plan(table, kind, text).steps:
        if isinstance(step, PlayPlenty):
            return judge_plenty(step.cards)
        if isinstance(step, MoveRobber) and step.victim == bench.seat:
            return "victim-yourself", {}
        if isinstance(step, MoveRobber) and not table.robber_hexes >> step.hex & 1:
            return "robber-barred", {"hex": LETTERS[step.hex], "terrain": table.board.terrains[step.hex]}
    return None
