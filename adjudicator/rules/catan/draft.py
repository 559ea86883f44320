"""A position in the making: what one action changes before the next immutable state is made of it."""

from __future__ import annotations

from adjudicator.core.chance import Chance
from adjudicator.core.event import Event
from adjudicator.rules.catan.state import State, Table


class Draft:
    """The cells of a state, open for writing, and what has happened so far.

    It lives as long as one action is carried out; nobody outside sees it.
    """

    __slots__ = ("cells", "chance", "events", "extra", "table")

    def __init__(self, state: State, chance: Chance) -> None:
        self.table: Table
        self.table, cells, self.extra = state
        self.cells = list(cells)
        self.chance = chance
        self.events: list[Event] = []

    def freeze(self) -> State:
        """The state as the draft stands."""
        return State(self.table, tuple(self.cells), self.extra)
