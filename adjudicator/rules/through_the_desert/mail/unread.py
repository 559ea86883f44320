"""Items that are no orders: what each was probably meant to be, and what is said of one that is for a later move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.order import UNREAD_LATER, Order
from adjudicator.core.problem import Gravity, Problem
from adjudicator.rules.through_the_desert.legal import Action
from adjudicator.rules.through_the_desert.mail.quoting import quote_choices
from adjudicator.rules.through_the_desert.state import Table
from adjudicator.rules.through_the_desert.words import join_words
from adjudicator.rules.through_the_desert.written.mending import is_sound, mend_item
from adjudicator.rules.through_the_desert.written.orders import KEYS, Fault, FaultKind, read_order, write_line

SENTENCES = {UNREAD_LATER: "{order}: this is for a later move, and cannot be read: {why}{write}"}
_IN_ORDER = tuple(reversed(KEYS))
"""The keys of orders as their phases come."""


def read_meant(table: Table, unread: Order, due: str) -> tuple[Order, Fault]:
    """The order that an item was probably meant to be where ``due`` is wanted, and what is wrong with it or it says."""
    order = mend_item(table, unread, due)
    if _IN_ORDER.index(order.kind) < _IN_ORDER.index(due):  # a leader when all of them stand
        order = order._replace(kind=due)
    reading = read_order(table, order)
    meant = tuple(alternative.action for alternative in reading.alternatives)
    understood = Fault(FaultKind.NOT_UNDERSTOOD, "", unread.place, (meant,), meant[0].colour if meant else None)
    return order, reading.faults[0] if reading.faults else understood


def write_instead(
    table: Table, unread: Order, order: Order, offers: Sequence[Sequence[Action]], beside: frozenset[str]
) -> str:
    """What to write for ``unread``, which was meant to be ``order``; empty where what stands ``beside`` it is wrong."""
    if is_sound(table, unread, order, beside):
        return ""
    lines = [write_line(table, offer) for offer in offers]
    kept = [f"{key}:" for key in unread.value if key in beside] if isinstance(unread.value, Mapping) else []
    if len(lines) == 1 and kept:
        return f"'{lines[0]}' beside its {join_words(kept)}"
    return " and below it ".join(f"'- {line}'" for line in lines)


def remark_unread(unread: Order, instead: str) -> Iterator[Problem]:
    """Remarks on an item that is for a later move, one for each of its faults."""
    words = quote_choices(unread)
    write = f"; write {instead}" if instead else ""
    for place, fault in zip(unread.places, unread.faults, strict=True):
        yield Problem(UNREAD_LATER, Gravity.UNWISE, place, {"order": words, "why": fault, "write": write})
