"""Positions and actions of CASE files: from a sparse position to a state, and from a state to what differs."""

from collections.abc import Sequence

from adjudicator.core.bench import ActionTextError, Mismatch, PositionError, PositionFault
from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import START, Order
from adjudicator.core.table import Setting
from adjudicator.kit.positions import find_faults, find_mismatches
from adjudicator.rules.through_the_desert.cases.drawing import compare_drawing, find_misfits, read_drawing
from adjudicator.rules.through_the_desert.cases.forms import as_written, describe_state, list_forms
from adjudicator.rules.through_the_desert.cases.reading import read_position
from adjudicator.rules.through_the_desert.legal import Action
from adjudicator.rules.through_the_desert.mail.reasons import explain
from adjudicator.rules.through_the_desert.state import State
from adjudicator.rules.through_the_desert.written.orders import KEYS, read_order

_ONLY_BEFORE = ("board", "opening", "river")
"""What is laid out, and not to be expected of a position."""


class DesertCases:
    """See :class:`adjudicator.core.game.CaseBench`. The schema ``position`` describes every key."""

    def read_position(self, content: JsonObject, setting: Setting) -> State:
        """The position; unnamed hexes are free, and leaders that are not named play no part."""
        return read_position(content, setting)

    def compare(self, state: State, expected: JsonObject) -> Sequence[Mismatch]:
        """Where the position differs from a drawing and from lists."""
        written = as_written(expected)
        forms = list_forms(state.table, state.oases)
        faults = [
            PositionFault((key,), f"{key} belongs to a position, not to what is expected")
            for key in _ONLY_BEFORE
            if key in expected
        ]
        faults += find_faults(expected, forms)
        drawn = None
        if "text" in written:
            drawn = read_drawing(written["text"], state.table.colours, state.table.seats)
            faults += find_misfits(drawn, state.table.board)
        if faults:
            raise PositionError(faults)
        listed = {key: part for key, part in expected.items() if key != "text"}
        found = [*find_mismatches(listed, describe_state(state, written), forms)]
        return found if drawn is None else [*found, *compare_drawing(state, drawn)]

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
        return explain(state, state.table.number_of[seat], action)[0]
