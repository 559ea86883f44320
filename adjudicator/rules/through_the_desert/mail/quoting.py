"""Orders, what is done and why something is not, in a few words; and what an item that is no order was meant to be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.agenda import Refusal
from adjudicator.core.order import EITHER, UNREAD, UNREAD_LATER, Order
from adjudicator.core.problem import Gravity, Problem
from adjudicator.kit.words import join_words
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.mail import condition_words, reasons
from adjudicator.rules.through_the_desert.mail.branches import BUNDLED
from adjudicator.rules.through_the_desert.mail.condition_words import say_condition
from adjudicator.rules.through_the_desert.state import Table
from adjudicator.rules.through_the_desert.written import misread
from adjudicator.rules.through_the_desert.written.mending import (
    is_sound,
    leave_out_beside,
    list_conditions,
    mend_item,
)
from adjudicator.rules.through_the_desert.written.misread import write_with_condition
from adjudicator.rules.through_the_desert.written.misshapen import Meant, write_branches
from adjudicator.rules.through_the_desert.written.orders import (
    KEY_OF,
    KEYS,
    FaultKind,
    WordFault,
    read_order,
    write_action,
    write_line,
)
from adjudicator.rules.through_the_desert.written.tokens import list_pieces, shorten

_SENTENCES = {**reasons.SENTENCES, **misread.SENTENCES, **condition_words.SENTENCES}
_MOST_REASONS = 3


def quote_action(table: Table, action: Action) -> str:
    """``place teal D9``."""
    return f"{KEY_OF[action.kind]} {write_action(table, action)}"


def say_done(table: Table, action: Action) -> str:
    """What the program does for a player, behind ``I``: ``place a teal camel on D9``."""
    colour = table.colours[action.colour]
    match action.kind:
        case ActionKind.RETURN:
            return f"return your {colour} leader to the box"
        case ActionKind.LEADER:
            return f"place your {colour} leader on {table.board.grid.names[action.hex]}"
        case ActionKind.CAMEL:
            return f"place a {colour} camel on {table.board.grid.names[action.hex]}"


def quote_choices(order: Order) -> str:
    """What an order asks for, without its condition: ``place teal D9 or pink H4``, ``either pink L5 and pink M5``."""
    if order.kind == UNREAD:
        return shorten(" or ".join(list_pieces(leave_out_beside(order)))) or "an empty item"
    if order.branches:
        return f"{order.kind} {', or '.join(' and '.join(map(_say_choices, branch)) for branch in order.branches)}"
    return f"{order.kind or BUNDLED} {_say_choices(order)}"


def _say_choices(order: Order) -> str:
    return " or ".join(list_pieces(order))


def quote_order(order: Order) -> str:
    """All that an order says: ``place teal D9 or pink H4, if D8 is empty, 3 times at most``."""
    if order.kind == UNREAD:
        return f"{quote_choices(order)} (cannot be read)"
    condition = f", if {say_condition(order.condition)}" if order.condition else ""
    times = "" if order.times is None else f", {order.times} time{'' if order.times == 1 else 's'} at most"
    until = f", until {say_condition(order.until)}" if order.until else ""
    return f"{quote_choices(order)}{condition}{times}{until}"


def join_reasons(refusals: Sequence[Refusal]) -> str:
    """Why each of some choices cannot be done, the first few of them: ``place teal D9, since D9 is an oasis; ...``."""
    whole = [(refusal.text, _SENTENCES[refusal.code].format_map(refusal.facts)) for refusal in refusals]
    told = list(dict.fromkeys(f"{text}, since {sentence.removeprefix(f'{text}: ')}" for text, sentence in whole))
    more = f"; and {len(told) - _MOST_REASONS} more are not possible" if len(told) > _MOST_REASONS else ""
    return "; ".join(told[:_MOST_REASONS]) + more


UNREAD_SENTENCES = {UNREAD_LATER: "{order}: this is for a later move, and cannot be read: {why}{write}"}
_IN_ORDER = tuple(reversed(KEYS))
"""The keys of orders as their phases come."""


def read_meant(table: Table, unread: Order, due: str) -> tuple[Order, WordFault]:
    """The order that an item was probably meant to be where ``due`` is wanted, and what is wrong with it or it says."""
    order = mend_item(table, unread, due)
    if _IN_ORDER.index(order.kind) < _IN_ORDER.index(due):  # a leader when all of them stand
        order = order._replace(kind=due)
    reading = read_order(table, order)
    meant = tuple(alternative.action for alternative in reading.alternatives)
    understood = WordFault(FaultKind.NOT_UNDERSTOOD, "", unread.place, (meant,), meant[0].colour if meant else None)
    return order, reading.faults[0] if reading.faults else understood


def write_instead(
    table: Table, unread: Order, order: Order, offers: Sequence[Sequence[Action]], beside: frozenset[str]
) -> str:
    """What to write for ``unread``, which was meant to be ``order``; empty where that does not help."""
    spelt = _spell_conditions(unread)
    if any(spelling.partition(":")[0] not in beside for spelling in list_conditions(unread.value).values()):
        return ""
    if is_sound(table, unread, order, beside.union(list_conditions(unread.value))):
        return spelt
    faults = read_order(table, order).faults
    if offers and faults and faults[0].kind is FaultKind.CONDITION:
        return write_with_condition(table, offers[0])
    lines = [write_line(table, offer) for offer in offers]
    if len(lines) != 1:
        return "" if _keep_beside(unread, beside) else " and below it ".join(f"'- {line}'" for line in lines)
    return f"'{lines[0]}'{kept}" if (kept := _keep_beside(unread, beside)) else f"'- {lines[0]}'"


def write_either(table: Table, unread: Order, key: str, meant: Meant, beside: frozenset[str]) -> str:
    """The same for an item whose ``key`` was to be ``either``; empty where its branches are written as they should."""
    written = unread.value[key] if isinstance(unread.value, Mapping) else None
    if key == EITHER and isinstance(written, list) and all(isinstance(branch, list) for branch in written):
        return _spell_conditions(unread)
    kept = _keep_beside(unread, beside)
    lines = [write_line(table, meant.choice)] if meant.choice else []
    lines += [write_branches(table, meant.branches)] if meant.branches else []
    lines = [f"'{line}'{kept}" if kept else f"'- {line}'" for line in lines]
    return " for one camel, or ".join(lines) + (" for all of a branch" if len(lines) > 1 else "")


def _keep_beside(unread: Order, beside: frozenset[str]) -> str:
    """What stays beside a new line, and how conditions there are spelt."""
    spelt = _spell_conditions(unread)
    kept = [f"{key}:" for key in unread.value if key in beside] if isinstance(unread.value, Mapping) else []
    return f"{f' beside its {join_words(kept)}' if kept else ''}{f', and {spelt}' if spelt else ''}"


def _spell_conditions(unread: Order) -> str:
    spelt = list_conditions(unread.value).items()
    return " and ".join(f"'{spelling}' for '{shorten(key)}:'" for key, spelling in spelt)


def remark_unread(unread: Order, instead: str) -> Iterator[Problem]:
    """Remarks on an item that is for a later move, one for each of its faults."""
    words = quote_choices(unread)
    write = f"; write {instead}" if instead else ""
    for place, fault in zip(unread.places, unread.faults, strict=True):
        yield Problem(UNREAD_LATER, Gravity.UNWISE, place, {"order": words, "why": fault, "write": write})
