"""What else is wrong with an item that is no order: of the order that was meant, and of the condition beside it.

No line explains it away: one with something else in it is an example, and a condition that cannot be asked is not
offered.
"""

from collections.abc import Iterator, Mapping

from adjudicator.core.order import ELSE, THEN, Gravity, Order, Problem
from adjudicator.rules.through_the_desert.mail.conditions import find_faults, spell_names
from adjudicator.rules.through_the_desert.mail.quoting import say_alone
from adjudicator.rules.through_the_desert.state import State, Table
from adjudicator.rules.through_the_desert.written import BESIDE, find_kind, read_order
from adjudicator.rules.through_the_desert.written.mending import find_either, list_conditions, mend_condition
from adjudicator.rules.through_the_desert.written.misread import (
    Offers,
    explain_fault,
    is_meant,
    leave_uncertain,
)
from adjudicator.rules.through_the_desert.written.readings import FaultKind
from adjudicator.rules.through_the_desert.written.tokens import list_pieces, shorten, suggest_colour

_STRANGE = frozenset({FaultKind.UNKNOWN_COLOUR, FaultKind.UNKNOWN_HEX, FaultKind.MOUNTAIN})
"""Faults that a line in place of the text does not explain, but for a misspelt colour that it has."""


def is_one_order(table: Table, unread: Order) -> bool:
    """Whether an item was meant to be one order, as a text or behind a key, with whatever is beside it."""
    if not isinstance(unread.value, Mapping):
        return isinstance(unread.value, str)
    if find_either(unread.value) is not None or not {THEN, ELSE}.isdisjoint(unread.value):
        return False
    return any(map(find_kind, unread.value.keys() - list_conditions(table, unread.value).keys()))


def explain_strange(table: Table, unread: Order, order: Order, offers: Offers) -> Iterator[Problem]:
    """What of ``order``, which ``unread`` was meant to be, is not in this game, and not explained by ``offers``."""
    names_hex = any(map(str.isdigit, " ".join(list_pieces(order))))  # "pass" is no colour
    for fault in read_order(table, order).faults if names_hex and is_one_order(table, unread) else ():
        is_near = fault.kind is FaultKind.UNKNOWN_COLOUR and suggest_colour(table, fault.word) is not None
        if fault.kind in _STRANGE and not (is_near and is_meant(fault, offers)):
            yield leave_uncertain(explain_fault(table, order, fault, ()))  # the item begins elsewhere


def say_strange(table: Table, unread: Order, order: Order, offers: Offers) -> str:
    """The same in one clause, for a remark; empty where there is nothing."""
    return "; ".join(dict.fromkeys(map(say_alone, explain_strange(table, unread, order, offers))))


def explain_conditions(known: State, unread: Order) -> Iterator[Problem]:
    """What of the conditions beside ``unread`` cannot be asked even where they are spelt as they were meant."""
    item = unread.value if isinstance(unread.value, Mapping) else {}
    around = BESIDE.union(list_conditions(known.table, item))
    for key, asked in item.items():
        meant = mend_condition(known.table, asked) if key in around else None
        if meant and spell_names(meant, known) is None:
            for code, facts in find_faults(meant, known):
                place = max(unread.places, default=unread.place)
                yield Problem(code, Gravity.INVALID, place, {"key": shorten(key), **facts})
