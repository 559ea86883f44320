"""Orders in a few words, as their player would say them: ``offer 1 wool for 1 ore to anybody, twice``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import THEN, Order
from adjudicator.kit.words import join_words
from adjudicator.rules.catan.mail.conditions import quote_condition
from adjudicator.rules.catan.mail.language.order_text import has_text, write_text
from adjudicator.rules.catan.mail.language.spelling import WORDS_ALONE, spell_kind, spell_whom
from adjudicator.rules.catan.mail.language.vocabulary import say_cards, spell_take
from adjudicator.rules.catan.mail.plans.wording import spell_order

_WAITING = {"nobody": ", if standing orders agree", "again": ", asking once more"}
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
        return [spell_order(kind, str(value or ""))] if kind in WORDS_ALONE else []
    items = [value] if isinstance(value, str | int | float | Mapping) else value
    words = [spell_order(kind, write_text(item)) for item in items if isinstance(item, str | int) or has_text(item)]
    return [" or ".join(words)] if words else []


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else [value]


def _seats(value: object, word: str) -> str:
    names = [spell_whom(str(name)) for name in _list(value)]
    return join_words(["anybody" if name == "any" else name for name in names], word)


def _kind(name: object) -> str:
    return spell_kind(str(name))


def _cards(value: JsonObject, key: str) -> str:
    return say_cards(str(value.get(key)))


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
    to = _seats(value["to"], "or") if value.get("to") else "anybody"
    return f"offer {_cards(value, 'give')} for {_cards(value, 'get')} to {to}{_limits(value)}"


def _say_want(value: JsonObject) -> str:
    others = _seats(value["from"], "or") if value.get("from") else "anybody"
    return f"want {_cards(value, 'get')} for {_cards(value, 'give')} from {others}{_limits(value)}"


def quote_terms(value: JsonObject) -> str:
    """``1 wool for 1 ore to bilal``: one of the terms of a proposal."""
    to = _seats(value["to"], "or") if value.get("to") else "everybody"
    text = f"{_cards(value, 'give')} for {_cards(value, 'get')} to {to}"
    if "up-to" in value:
        text += f" (for a counter-offer up to {_cards(value, 'up-to')})"
    return text + _WAITING.get(str(value.get("ask")), "")


def _say_counter(value: JsonObject) -> str:
    return f"{_cards(value, 'give')} for {_cards(value, 'get')}"


def _say_take(value: JsonObject) -> str:
    of = _seats(value.get("of", "any"), "or")
    return f"take {_cards(value, 'get')} for {_cards(value, 'give')} from {of}"


def _say_refusal(value: JsonObject) -> str:
    parts = [
        f"to {key} {join_words([_kind(name) for name in _list(value[key])], 'or')}"
        for key in ("give", "get")
        if key in value
    ]
    whom = _seats(value.get("from", "any"), "or")
    who = "the leader" if whom == "leader" else whom
    if not parts:
        return f"refuse whatever {who} proposes"
    return f"refuse {' '.join(parts)}" + ("" if whom == "anybody" else f" when {who} proposes it")


def _say_discard(value: JsonObject) -> str:
    if "first" in value:
        return f"discard first {join_words([_kind(name) for name in _list(value['first'])], 'then')}"
    return f"discard, keeping {join_words([_kind(name) for name in _list(value.get('keep'))], 'then')}"


def _accept(value: JsonValue) -> str:
    name, _, number = " ".join(str(value).lower().split()).partition(" ")
    return f"accept terms {number} of {name}'s proposal" if number else f"accept {name}'s proposal"


def _take(value: JsonValue) -> str:
    return f"take {spell_take(str(value))}"


def _refuse(value: JsonValue) -> str:
    names = _seats(value, "and")
    if names == "leader":
        return "refuse the leader's proposals"
    if isinstance(value, str):
        return "refuse any proposal" if names == "anybody" else f"refuse {names}'s proposal"
    return f"refuse proposals of {names}"


_SAYINGS: Mapping[str, Callable[[JsonObject], str]] = {
    "offer": _say_offer,
    "want": _say_want,
    "take": _say_take,
    "refuse": _say_refusal,
    "discard": _say_discard,
}
_RANKED: Mapping[str, Callable[[JsonObject], str]] = {"propose": quote_terms, "counter": _say_counter}
_ANSWERS: Mapping[str, Callable[[JsonValue], str]] = {"accept": _accept, "refuse": _refuse, "take": _take}
