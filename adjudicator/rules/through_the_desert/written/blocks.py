"""What ``or:``, ``then:`` and ``else:`` were meant to say: each order is an item with its own condition here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import ELSE, THEN, UNREAD, Order
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.state import Table
from adjudicator.rules.through_the_desert.written.mending import read_meant
from adjudicator.rules.through_the_desert.written.misasked import mend_condition, write_condition
from adjudicator.rules.through_the_desert.written.misshapen import Branch
from adjudicator.rules.through_the_desert.written.orders import (
    KEYS,
    list_actions,
    read_order,
    write_branches,
    write_line,
)

_FURTHER = re.compile(r"\W*(?:or|else|otherwise)\b[\s:,]*(?:else\b[\s:,]*)?(.*)", re.IGNORECASE | re.DOTALL)
_APART = "each order as an item of its own, with a condition of its own, as there are no blocks here"


class Rewriting(NamedTuple):
    """What to write, and the actions that it names."""

    instead: str
    actions: tuple[Action, ...]


def is_further_choice(item: JsonValue) -> bool:
    """Whether ``item`` says no more than what to do in place of the order before it."""
    return bool(_FURTHER.fullmatch(item)) if isinstance(item, str) else _find_further(item) is not None


def _find_further(item: JsonValue) -> str | None:
    keys = list(item) if isinstance(item, Mapping) else []
    return keys[0] if keys and "if" not in keys and _FURTHER.fullmatch(keys[0]) else None


def write_further_choice(table: Table, previous: Order | None, unread: Order) -> Rewriting | None:
    """What to write for an item that adds a choice to the ``previous`` order; None for any other item.

    Beside a condition it may also be what to do where that is false: then no line is offered.
    """
    if previous is None or not is_further_choice(unread.value):
        return None
    where = f"the order in line {previous.place.line}"
    if previous.condition:
        return Rewriting("this as an order of its own, with a condition of its own", ())
    plain = previous.kind in KEYS
    meant = list(_read_items(table, _leave_out_word(unread.value), unread, previous.kind)) if plain else []
    before = list_actions(table, previous) if plain else ()
    if len(meant) != 1 or not meant[0] or not before or meant[0][0].kind is not before[0].kind:
        return Rewriting(f"this as a further choice in {where}", ())
    actions = tuple(dict.fromkeys((*before, *meant[0])))
    return Rewriting(f"'- {write_line(table, actions)}' for this and {where}", actions)


def _leave_out_word(item: JsonValue) -> JsonValue:
    if isinstance(item, str):
        match = _FURTHER.fullmatch(item)
        return match[1] if match else item
    key = _find_further(item)
    if not isinstance(item, Mapping) or key is None:
        return item
    if item[key] is None:  # `else:` and the order below it
        return {other: value for other, value in item.items() if other != key}
    return item[key] if len(item) == 1 else ""


def write_block(table: Table, unread: Order, due: str) -> Rewriting | None:
    """What to write for orders that stand behind ``then`` or ``else`` of a condition; None for any other item.

    A line is offered where there is one side, or the condition asks what stands on a hex. What is done where the hex is
    not empty comes first then, as one's own camel may be what makes it so. Several orders on a side are a branch.
    """
    item = unread.value
    if not isinstance(item, Mapping) or "if" not in item or not {THEN, ELSE} & item.keys():
        return None
    kind = next((key for key in item if key in KEYS), due)
    first = item.get(THEN, item.get(kind))
    sides = [tuple(_read_items(table, side, unread, kind)) for side in (first, item.get(ELSE))]
    actions = tuple(action for side in sides for order in side for action in order)
    known = {"if", THEN, ELSE, *([kind] if THEN not in item else [])}
    texts = [_write_side(table, side) if side else "" for side in sides]
    condition = mend_condition(table, item["if"]) or item["if"]
    if item.keys() - known or None in texts or not any(texts) or not isinstance(condition, Mapping):
        return Rewriting(_APART, actions)
    asked = condition.get("is")
    if all(texts) and asked not in ("empty", "taken"):
        return Rewriting(_APART, actions)
    words = write_condition(condition)
    lines = [
        f"'- {{{text}, if: {question}}}'"
        for text, question in zip(texts, (words, f"{{not: {words}}}"), strict=True)
        if text
    ]
    return Rewriting(" and below it ".join(reversed(lines) if asked == "empty" else lines), actions)


def _write_side(table: Table, side: Branch) -> str | None:
    """The order that says all of one side; None where none does."""
    if not all(side):
        return None
    if len(side) == 1:
        return write_line(table, side[0])
    is_a_move = len(side) <= table.edition.camels_a_move and all(step[0].kind is ActionKind.CAMEL for step in side)
    return write_branches(table, [side]) if is_a_move else None


def _read_items(table: Table, items: JsonValue, unread: Order, kind: str) -> Iterator[tuple[Action, ...]]:
    """The alternatives of each order that stands behind a key; none for one that is not understood."""
    if items is None:
        return
    is_list = isinstance(items, list) and any(isinstance(item, Mapping) for item in items)
    for item in items if is_list and isinstance(items, list) else [items]:
        value = {kind: item} if isinstance(item, list) else item
        order, _ = read_meant(table, Order(UNREAD, value, None, unread.place, (unread.place,)), kind)
        reading = read_order(table, order)
        yield () if reading.faults else tuple(found.action for found in reading.alternatives)
