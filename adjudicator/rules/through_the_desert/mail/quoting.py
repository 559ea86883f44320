"""Orders, what is done and why something is not, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.agenda import Refusal
from adjudicator.core.order import UNREAD, Order
from adjudicator.kit.words import count_of
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.mail import condition_words, reasons
from adjudicator.rules.through_the_desert.mail.branches import BUNDLED
from adjudicator.rules.through_the_desert.mail.condition_words import say_condition
from adjudicator.rules.through_the_desert.state import Table
from adjudicator.rules.through_the_desert.written import misread
from adjudicator.rules.through_the_desert.written.mending import leave_out_beside
from adjudicator.rules.through_the_desert.written.orders import KEY_OF, write_action
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
    times = "" if order.times is None else f", {count_of(order.times, 'time')} at most"
    until = f", until {say_condition(order.until)}" if order.until else ""
    return f"{quote_choices(order)}{condition}{times}{until}"


def join_reasons(refusals: Sequence[Refusal]) -> str:
    """Why each of some choices cannot be done, the first few of them: ``place teal D9, since D9 is an oasis; ...``."""
    whole = [(refusal.text, _SENTENCES[refusal.code].format_map(refusal.facts)) for refusal in refusals]
    told = list(dict.fromkeys(f"{text}, since {sentence.removeprefix(f'{text}: ')}" for text, sentence in whole))
    more = f"; and {len(told) - _MOST_REASONS} more are not possible" if len(told) > _MOST_REASONS else ""
    return "; ".join(told[:_MOST_REASONS]) + more
