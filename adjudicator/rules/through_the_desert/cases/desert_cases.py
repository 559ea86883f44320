"""Positions and actions of CASE files: from a sparse position to a state, and from a state to what differs."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.bench import ActionTextError, Mismatch
from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import Order
from adjudicator.core.problem import START
from adjudicator.core.table import Setting
from adjudicator.rules.through_the_desert.cases.comparing import compare_position
from adjudicator.rules.through_the_desert.cases.reading import read_position
from adjudicator.rules.through_the_desert.legal import Action
from adjudicator.rules.through_the_desert.mail.reasons import explain
from adjudicator.rules.through_the_desert.state import State
from adjudicator.rules.through_the_desert.written.orders import KEYS, read_order


class DesertCases:
    """See :class:`adjudicator.core.game.CaseBench`. The schema ``position`` describes every key."""

    def read_position(self, content: JsonObject, setting: Setting) -> State:
        """The position; unnamed hexes are free, and leaders that are not named play no part."""
        return read_position(content, setting)

    def compare(self, state: State, expected: JsonObject) -> Sequence[Mismatch]:
        """Where the position differs from a drawing and from lists."""
        return compare_position(state, expected)

    def read_action(self, state: State, text: str) -> Action:
        """The action behind ``place pink D9``, ``leader pink D9`` or ``return pink``."""
        key, _, rest = text.partition(" ")
        if key not in KEYS:
            raise ActionTextError("not-understood")
        reading = read_order(state.table, Order(key, rest, None, START, (START,)))
        if reading.faults:
            raise ActionTextError(reading.faults[0].kind.value)
        if len(reading.alternatives) > 1:
            raise ActionTextError("not-understood")
        return reading.alternatives[0].action

    def explain(self, state: State, seat: str, action: Action) -> str:
        """The code of the reason."""
        return explain(state, state.table.seats.index(seat), action)[0]
