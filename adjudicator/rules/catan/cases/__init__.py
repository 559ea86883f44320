"""Positions and actions of Catan as CASE files write them.

An action is an order's key and value, parted by a blank; a trade is told whole: ``trade 1 wool for 1 ore with bilal``
is what both have agreed on, seen from the seat on turn. A knight and Road Building are played by ``knight play`` and
``road-building play``; the robber and the roads are actions of their own.
"""

import re
from collections.abc import Sequence

from adjudicator.core.bench import ActionTextError, Mismatch, PositionError
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Setting
from adjudicator.kit.positions import find_faults, find_mismatches
from adjudicator.rules.catan.actions import Action, Trade
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan.cases.forms import NO_EXPANSION, ExpansionCases, list_forms
from adjudicator.rules.catan.cases.laying_out import describe_state, read_position
from adjudicator.rules.catan.mail.language.order_text import FORMS, list_steps
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError, read_cards_text, read_seat
from adjudicator.rules.catan.mail.reasons import explain
from adjudicator.rules.catan.rules import BASE_RULES, Rules
from adjudicator.rules.catan.state import State, Table
from adjudicator.rules.catan.views.known import EMPTY_BOOK, as_state, see_state


class CatanCases:
    """See :class:`adjudicator.core.bench.CaseBench`. The schema ``position`` describes every key.

    A game built on this one hands in its ``rules``, and as ``expansion`` what its CASE files have beyond the base's.
    """

    def __init__(self, rules: Rules = BASE_RULES, expansion: ExpansionCases = NO_EXPANSION) -> None:
        self.rules = rules
        self.expansion = expansion

    def read_position(self, content: JsonObject, setting: Setting) -> State:
        """The position; what is not named is as simple as can be, bank, deck and awards follow from the rest."""
        return read_position(self.rules, self.expansion, content, setting)

    def compare(self, state: State, expected: JsonObject) -> Sequence[Mismatch]:
        """Where the position differs from what is named."""
        table = state.table
        forms = {**list_forms(table.seats, table.edition.barren), **self.expansion.list_forms(table.seats)}
        faults = list(find_faults(expected, forms))
        if faults:
            raise PositionError(faults)
        return list(find_mismatches(expected, describe_state(state, self.expansion), forms))

    def read_action(self, state: State, text: str) -> Action:
        """The action behind ``road 12-13``, ``robber F from bilal`` or ``trade 1 wool for 1 ore with bilal``."""
        own = self.expansion.read_action(state, text)
        return read_action(state, text) if own is None else own

    def explain(self, state: State, seat: str, action: Action) -> str:
        """The code of the reason, by what the seat itself knows."""
        number = state.table.number_of[seat]
        code = self.expansion.explain(state, number, action)
        if code is not None:
            return code
        return explain(as_state(see_state(state, EMPTY_BOOK, seat)), number, action)[0]


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
        actions = list_steps(state.table, key, rest, state.rates(state.mover))
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
