"""Checking the words of single orders: texts, conditions, terms of trades."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import Order
from adjudicator.core.problem import Gravity, Place, Problem
from adjudicator.rules.catan.known import Known
from adjudicator.rules.catan.mail.annex import Annex
from adjudicator.rules.catan.mail.card_text import read_cards_text
from adjudicator.rules.catan.mail.conditions import holds, list_parts
from adjudicator.rules.catan.mail.order_text import list_alternatives, read_plan
from adjudicator.rules.catan.mail.quoting import quote_alternative, quote_order
from adjudicator.rules.catan.mail.reasons import Reason, judge_count, judge_terms
from adjudicator.rules.catan.mail.script import Kinds
from adjudicator.rules.catan.mail.text_errors import OrderTextError
from adjudicator.rules.catan.mail.trade_text import Terms, read_terms
from adjudicator.rules.catan.state import Stage


class Bench(NamedTuple):
    """What orders are checked against: what their ``seat`` knows, and the orders of a game on top.

    ``aside`` are kinds of orders that answer something else than a turn.
    """

    known: Known
    seat: int
    annex: Annex | None
    aside: Kinds


def misread(error: OrderTextError, words: str, place: Place) -> Problem:
    """The problem that ``words`` cannot be read."""
    return Problem(error.code, Gravity.INVALID, place, {"legal": "", **error.facts, "order": words})


def check_texts(bench: Bench, order: Order) -> Iterator[Problem]:
    """Alternatives that cannot be read."""
    for number, text in enumerate(list_alternatives(order)):
        place = order.places[number] if number < len(order.places) else order.place
        try:
            read_plan(bench.known.table, order.kind, text)
        except OrderTextError as error:
            yield misread(error, quote_alternative(order, number), place)


def check_condition(bench: Bench, order: Order, number: int) -> Iterator[Problem]:
    """What a condition asks for that does not exist; ``number`` is the order's, 0 where no order is above it."""
    place = order.condition_place or order.place
    for part in list_parts(order.condition) if order.condition is not None else ():
        try:
            holds(part, bench.known, bench.seat, {})
        except OrderTextError as error:
            yield misread(error, "if", place)
        line = part.get("line")
        if isinstance(line, int) and not 0 < line < number:
            yield Problem("no-such-line", Gravity.UNWISE, place, {"order": "if", "number": line})


def check_terms(bench: Bench, order: Order) -> Iterator[Problem]:
    """The terms of a trade: readable, no gift, nothing for its like, not with oneself (ruling B03).

    They are judged whatever the moment is, for an offer stands for more than one.
    """
    known, seat, words, place = bench.known, bench.seat, quote_order(order), order.places[0]
    value = cast("JsonObject", order.value)
    try:
        give, get, seats = read_terms(known.table, value)
        if "keep" in value:
            read_cards_text(str(value["keep"]))
    except OrderTextError as error:
        yield misread(error, words, place)
        return
    reason = _judge_trade(known, seat, Terms(give, get, seats))
    if reason is not None:
        code, facts = reason
        yield Problem(code, Gravity.ILLEGAL, place, {"legal": "", **facts, "order": words})


def _judge_trade(known: Known, seat: int, terms: Terms) -> Reason | None:
    """Why a trade can never be, whatever the moment; None where it may be one day."""
    if known.stage is Stage.OVER:
        return "game-over", {}
    if seat in terms.seats:
        return "trade-alone", {
            "known": ", ".join(other.name for other in known.seats if other.name != known.seats[seat].name)
        }
    edition = known.table.edition
    return judge_terms(terms.give, terms.get) or judge_count(terms.give, edition) or judge_count(terms.get, edition)
