"""What ``either`` was probably meant to be where its branches stand in another shape than lists in a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import EITHER, Order
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.state import Table
from adjudicator.rules.through_the_desert.written.mending import keep_beside, spell_conditions
from adjudicator.rules.through_the_desert.written.orders import KEY_OF, read_order, write_branches, write_line
from adjudicator.rules.through_the_desert.written.readings import FaultKind

Branch = tuple[tuple[Action, ...], ...]
"""What each step of a branch may be."""


class Meant(NamedTuple):
    """What was probably meant: one camel to choose, branches to choose, or either of the two; empty where not that.

    Branches may still be of unlike length.
    """

    choice: tuple[Action, ...]
    branches: tuple[Branch, ...]


def find_either(item: JsonValue) -> str | None:
    """The key of ``item`` that is ``either`` but for its spelling."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a file with a mistake needs it

    keys = item if isinstance(item, Mapping) else ()
    return next((key for key in keys if get_close_matches(key.lower(), [EITHER], n=1, cutoff=0.75)), None)


def read_branches(table: Table, unread: Order, key: str) -> Meant:
    """What an item says that has ``either`` as its ``key``."""
    item = unread.value if isinstance(unread.value, Mapping) else {}
    said = [item[key], item["or"]] if "or" in item else item[key]
    parts = [said] if isinstance(said, str | Mapping) else said
    read = [_read_part(table, unread, part) for part in parts] if isinstance(parts, list) else []
    as_choice = tuple(action for choice, _ in read for action in choice)
    as_branches = tuple(branch for _, branch in read)
    lengths = {len(branch) for branch in as_branches}
    return Meant(
        as_choice if read and all(choice for choice, _ in read) else (),
        as_branches if len(read) > 1 and min(lengths) > 0 and max(lengths) > 1 else (),
    )


def _read_part(table: Table, unread: Order, part: JsonValue) -> tuple[tuple[Action, ...], Branch]:
    """One item of ``either``: as places to choose from, and as a branch; each empty where it cannot be that."""
    place = KEY_OF[ActionKind.CAMEL]
    match part:
        case Mapping() if set(part) == {place}:
            inner = part[place]
            choice, branch = _read_place(table, unread, inner)
            return choice, _read_part(table, unread, inner)[1] if isinstance(inner, list) else branch
        case [*steps]:
            values = [step[place] if isinstance(step, Mapping) and set(step) == {place} else step for step in steps]
            choices = tuple(_read_place(table, unread, value)[0] for value in values)
            single = choices[0] if len(choices) == 1 else ()
            return single, choices if all(choices) else ()
        case _:
            return _read_place(table, unread, part)


def _read_place(table: Table, unread: Order, value: JsonValue) -> tuple[tuple[Action, ...], Branch]:
    """A text as the places to choose from that it says, or the branch that it joins with ``and``."""
    count = len(value) if isinstance(value, list) else 1
    order = Order(KEY_OF[ActionKind.CAMEL], value, None, unread.place, (unread.place,) * count)
    alternatives, faults = read_order(table, order)
    if not faults:
        choice = tuple(dict.fromkeys(alternative.action for alternative in alternatives))
        return choice, (choice,)
    joined = len(faults) == 1 and faults[0].kind is FaultKind.TWO_ORDERS and faults[0].readings
    return (), tuple((action,) for action in faults[0].readings[0]) if joined else ()


def write_either(table: Table, unread: Order, key: str, meant: Meant, beside: frozenset[str]) -> str:
    """What to write for an item whose ``key`` was to be ``either``; empty where it is written as it should."""
    written = unread.value[key] if isinstance(unread.value, Mapping) else None
    lists = [branch for branch in written if isinstance(branch, list)] if isinstance(written, list) else []
    if key == EITHER and lists == written and len(set(map(len, lists))) == 1:
        return spell_conditions(table, unread)
    kept = keep_beside(table, unread, beside)
    lines = [write_line(table, meant.choice)] if meant.choice else []
    lines += [write_branches(table, meant.branches)] if meant.branches else []
    lines = [f"'{line}'{kept}" if kept else f"'- {line}'" for line in lines]
    return " for one camel, or ".join(lines) + (" for all of a branch" if len(lines) > 1 else "")
