"""Orders and what is done, in a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import Order
from adjudicator.rules.through_the_desert.legal import Action
from adjudicator.rules.through_the_desert.order_text import KEY_OF, write_action
from adjudicator.rules.through_the_desert.order_tokens import list_pieces
from adjudicator.rules.through_the_desert.state import Table


def quote_action(table: Table, action: Action) -> str:
    """``place teal D9``."""
    return f"{KEY_OF[action.kind]} {write_action(table, action)}"


def quote_choices(order: Order) -> str:
    """What an order asks for, without its condition: ``place teal D9 or pink H4``, ``either pink L5 and pink M5``."""
    if order.branches:
        return f"{order.kind} {', or '.join(' and '.join(map(_say_choices, branch)) for branch in order.branches)}"
    return f"{order.kind} {_say_choices(order)}"


def _say_choices(order: Order) -> str:
    return " or ".join(list_pieces(order))


def quote_order(order: Order) -> str:
    """All that an order says: ``place teal D9 or pink H4, if D8 is empty, 3 times at most``."""
    condition = f", if {say_condition(order.condition)}" if order.condition else ""
    times = "" if order.times is None else f", {order.times} time{'' if order.times == 1 else 's'} at most"
    until = f", until {say_condition(order.until)}" if order.until else ""
    return f"{quote_choices(order)}{condition}{times}{until}"


def say_condition(condition: JsonObject) -> str:
    """A condition in words: ``D8 is empty and not (C8 is taken or C9 is taken)``."""
    for key, word in (("all", " and "), ("any", " or ")):
        if key in condition:
            parts = cast("Sequence[JsonObject]", condition[key])
            return word.join(_in_brackets(part) if len(parts) > 1 else say_condition(part) for part in parts)
    if "not" in condition:
        return f"not ({say_condition(cast('JsonObject', condition['not']))})"
    if "hex" in condition:
        return f"{condition['hex']} is {condition['is']}"
    return ", ".join(f"{key} {_say_value(value)}" for key, value in condition.items())


def _in_brackets(condition: JsonObject) -> str:
    words = say_condition(condition)
    return f"({words})" if "all" in condition or "any" in condition else words


def _say_value(value: JsonValue) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_say_value(inner)}" for key, inner in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_say_value(inner) for inner in value)
    return str(value)
