"""Orders in a few words, as their player would say them: ``offer 1 wool for 1 ore to anybody, twice``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import THEN, Order
from adjudicator.kit.words import join_words
from adjudicator.rules.catan.mail.conditions import quote_condition
from adjudicator.rules.catan.mail.language.order_text import has_text, write_text
from adjudicator.rules.catan.mail.language.spelling import WORDS_ALONE, spell, spell_cards

_WAITING = {"nobody": ", if standing orders agree", "again": ", in a window of its own"}
_TIMES = {1: "once", 2: "twice"}


def quote_order(order: Order) -> str:
    """The order and its condition in a few words; kind and condition alone where a game built on this one says more."""
    asked = "" if order.condition is None else quote_condition(order.condition)
    if order.kind == THEN:
        return " ".join([*([asked] if asked else []), _quote_block(order)])
    return " ".join([_quote_deed(order), *([asked] if asked else [])])


def _quote_deed(order: Order) -> str:
    say = _SAYINGS.get(order.kind)
    value = order.value
    if order.kind in _RANKED:
        say = _RANKED[order.kind]
        return f"{order.kind} {join_words([say(cast('JsonObject', terms)) for terms in _list(value)], 'or')}"
    if say is not None and isinstance(value, Mapping):
        return say(value)
    if order.kind in _ANSWERS:
        return _ANSWERS[order.kind](value)
    return " ".join([order.kind, *_words_of(order.kind, value)])


def _quote_block(order: Order) -> str:
    """``then buy card and end turn, else end turn``: the orders of a block that depends on a condition."""
    branches = (("then", order.then), ("else", order.otherwise))
    return ", ".join(f"{word} {join_words([quote_order(item) for item in items])}" for word, items in branches if items)


def quote_alternative(order: Order, number: int) -> str:
    """One of the alternatives of an order whose values are texts: ``road 12-13``."""
    value = order.value
    chosen = value[number] if isinstance(value, Sequence) and not isinstance(value, str) else value
    return " ".join([order.kind, *_words_of(order.kind, chosen)])


def _words_of(kind: str, value: JsonValue) -> list[str]:
    """``12-13 or 13-14``, as it was understood; nothing for what is no text."""
    if isinstance(value, bool) or value is None:
        return [spell(kind, str(value or ""))] if kind in WORDS_ALONE else []
    items = [value] if isinstance(value, str | int | float | Mapping) else value
    words = [
        str(write_text(item)) if isinstance(item, Mapping) else spell(kind, item)
        for item in items
        if isinstance(item, str | int) or has_text(item)
    ]
    return [" or ".join(words)] if words else []


def _list(value: JsonValue) -> Sequence[object]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else [value]


def _cards(value: JsonObject, key: str) -> str:
    return spell_cards(str(value.get(key)))


def _limits(value: JsonObject) -> str:
    """``, twice, keeping 1 wool, until table turn 30``."""
    parts = []
    if "times" in value:
        times = value["times"]
        parts.append(_TIMES.get(times, f"{times} times") if isinstance(times, int) else str(times))
    if "keep" in value:
        parts.append(f"keeping {_cards(value, 'keep')}")
    if "until" in value:
        parts.append(f"until table turn {value['until']}")
    return "".join(f", {part}" for part in parts)


def _say_offer(value: JsonObject) -> str:
    to = join_words(_list(value["to"]), "or") if value.get("to") else "anybody"
    return f"offer {_cards(value, 'give')} for {_cards(value, 'get')} to {to}{_limits(value)}"


def _say_want(value: JsonObject) -> str:
    others = join_words(_list(value["from"]), "or") if value.get("from") else "anybody"
    return f"want {_cards(value, 'get')} for {_cards(value, 'give')} from {others}{_limits(value)}"


def quote_terms(value: JsonObject) -> str:
    """``1 wool for 1 ore to bilal``: one of the terms of a proposal."""
    to = join_words(_list(value["to"]), "or") if value.get("to") else "everybody"
    text = f"{_cards(value, 'give')} for {_cards(value, 'get')} to {to}"
    if "up-to" in value:
        text += f" (for a counter-offer up to {_cards(value, 'up-to')})"
    return text + _WAITING.get(str(value.get("ask")), "")


def _say_counter(value: JsonObject) -> str:
    return f"{_cards(value, 'give')} for {_cards(value, 'get')}"


def _say_take(value: JsonObject) -> str:
    of = value.get("of", "anybody")
    return f"take {_cards(value, 'get')} for {_cards(value, 'give')} of {join_words(_list(of), 'or')}"


def _say_refusal(value: JsonObject) -> str:
    parts = [f"to give {join_words(_list(value['give']), 'or')}"] if "give" in value else []
    parts += [f"to get {join_words(_list(value['get']), 'or')}"] if "get" in value else []
    whom = f" from {join_words(_list(value['from']), 'or')}" if "from" in value else ""
    return f"refuse{whom} {' '.join(parts)}"


def _say_discard(value: JsonObject) -> str:
    if "first" in value:
        return f"discard first {join_words(_list(value['first']), 'then')}"
    return f"discard, keeping {join_words(_list(value.get('keep')), 'then')}"


def _accept(value: JsonValue) -> str:
    return f"accept {value}'s proposal"


def _refuse(value: JsonValue) -> str:
    if isinstance(value, str):
        return "refuse any proposal" if value == "any" else f"refuse {value}'s proposal"
    return f"refuse proposals of {join_words(_list(value))}"


_SAYINGS: Mapping[str, Callable[[JsonObject], str]] = {
    "offer": _say_offer,
    "want": _say_want,
    "take": _say_take,
    "refuse": _say_refusal,
    "discard": _say_discard,
}
_RANKED: Mapping[str, Callable[[JsonObject], str]] = {"propose": quote_terms, "counter": _say_counter}
_ANSWERS: Mapping[str, Callable[[JsonValue], str]] = {"accept": _accept, "refuse": _refuse}
