"""Orders in a few words, as their player would say them: ``offer 1 wool for 1 ore to anybody, twice``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import THEN, Order
from adjudicator.kit.words import join_words
from adjudicator.rules.catan.mail.conditions import quote_condition

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
    if say is not None and isinstance(value, Mapping):
        return say(value)
    if order.kind in _ANSWERS:
        return _ANSWERS[order.kind](value)
    return " ".join([order.kind, *_words_of(value)])


def _quote_block(order: Order) -> str:
    """``then buy card and end turn, else end turn``: the orders of a block that depends on a condition."""
    branches = (("then", order.then), ("else", order.otherwise))
    return ", ".join(f"{word} {join_words([quote_order(item) for item in items])}" for word, items in branches if items)


def quote_alternative(order: Order, number: int) -> str:
    """One of the alternatives of an order whose values are texts: ``road 12-13``."""
    value = order.value
    chosen = value[number] if isinstance(value, Sequence) and not isinstance(value, str) else value
    return " ".join([order.kind, *_words_of(chosen)])


def _words_of(value: JsonValue) -> list[str]:
    """``12-13 or 13-14``; nothing for what is no text."""
    if isinstance(value, bool) or value is None or isinstance(value, Mapping):
        return []
    items = [value] if isinstance(value, str | int | float) else value
    words = [str(item) for item in items if isinstance(item, str | int)]
    return [" or ".join(words)] if words else []


def _list(value: JsonValue) -> Sequence[object]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else [value]


def _limits(value: JsonObject) -> str:
    """``, twice, keeping 1 wool, until table turn 30``."""
    parts = []
    if "times" in value:
        times = value["times"]
        parts.append(_TIMES.get(times, f"{times} times") if isinstance(times, int) else str(times))
    if "keep" in value:
        parts.append(f"keeping {value['keep']}")
    if "until" in value:
        parts.append(f"until table turn {value['until']}")
    return "".join(f", {part}" for part in parts)


def _say_offer(value: JsonObject) -> str:
    to = join_words(_list(value["to"]), "or") if value.get("to") else "anybody"
    return f"offer {value.get('give')} for {value.get('get')} to {to}{_limits(value)}"


def _say_want(value: JsonObject) -> str:
    others = join_words(_list(value["from"]), "or") if value.get("from") else "anybody"
    return f"want {value.get('get')} for {value.get('give')} from {others}{_limits(value)}"


def _say_proposal(value: JsonObject) -> str:
    to = join_words(_list(value["to"]), "or") if value.get("to") else "everybody"
    return f"propose {value.get('give')} for {value.get('get')} to {to}"


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
    "propose": _say_proposal,
    "discard": _say_discard,
}
_ANSWERS: Mapping[str, Callable[[JsonValue], str]] = {"accept": _accept, "refuse": _refuse}
