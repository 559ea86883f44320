"""Actions as CASE files write them: an order's key and value, parted by a blank; a trade is told whole.

``trade 1 wool for 1 ore with bilal`` is what both have agreed on, seen from the seat on turn. A knight and Road
Building are played by ``knight play`` and ``road-building play``; the robber and the roads are actions of their own.
"""

from __future__ import annotations

import re

from adjudicator.core.bench import ActionTextError
from adjudicator.rules.catan.actions import Action, Trade
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan.mail.order_text import FORMS, BankDeal, read_plan, resolve_bank
from adjudicator.rules.catan.mail.vocabulary import OrderTextError, read_cards_text, read_seat
from adjudicator.rules.catan.state import State, Table

NOT_UNDERSTOOD = "not-understood"
_TRADE = "trade"
_TERMS = re.compile(r"(.+) for (.+) with (\S+)")
_NOTHING = "nothing"


def read_action(state: State, text: str) -> Action:
    """The one action that ``text`` asks for. Raises :class:`ActionTextError`."""
    key, _, rest = " ".join(text.split()).partition(" ")
    try:
        if key == _TRADE:
            return _read_trade(state.table, rest)
        if key not in FORMS:
            raise ActionTextError(NOT_UNDERSTOOD)
        steps = read_plan(state.table, key, rest).steps
        actions = [
            action
            for step in steps
            for action in (resolve_bank(state.rates(state.mover), step) if isinstance(step, BankDeal) else (step,))
        ]
    except OrderTextError as error:
        raise ActionTextError(error.code) from error
    if len(actions) != 1:
        raise ActionTextError(NOT_UNDERSTOOD)
    return actions[0]


def _read_trade(table: Table, text: str) -> Trade:
    terms = _TERMS.fullmatch(text)
    if terms is None:
        raise ActionTextError(NOT_UNDERSTOOD)
    give, take, partner = terms.groups()
    return Trade(read_seat(table, partner), _read_side(give), _read_side(take))


def _read_side(text: str) -> Bundle:
    return 0 if text == _NOTHING else read_cards_text(text)
