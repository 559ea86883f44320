"""The bench of Catan: positions and actions of CASE files."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.bench import Mismatch, PositionError
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Setting
from adjudicator.kit.positions import find_faults, find_mismatches
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cases.action_text import read_action
from adjudicator.rules.catan.cases.expansion import NO_EXPANSION, ExpansionCases
from adjudicator.rules.catan.cases.forms import list_forms
from adjudicator.rules.catan.cases.laying_out import describe_state, read_position
from adjudicator.rules.catan.mail.reasons import explain
from adjudicator.rules.catan.rules import BASE_RULES, Rules
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.views.known import EMPTY_BOOK, see_state


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
        return explain(see_state(state, EMPTY_BOOK, seat), number, action)[0]
