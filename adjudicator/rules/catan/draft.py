"""A position in the making: what one action changes before the next immutable state is made of it."""

from __future__ import annotations

from adjudicator.core.chance import Chance
from adjudicator.core.event import Event
from adjudicator.core.json_value import JsonObject
from adjudicator.rules.catan.state import State, Table


class Draft:
    """The cells of a state, open for writing, and what has happened so far.

    It lives as long as one action is carried out. One that ``tells`` nothing keeps no events: nobody will read them.
    Named tuples are made with ``tuple.__new__``: calling them says the same, but takes longer, and there is one of them
    for everything that happens.
    """

    __slots__ = ("cells", "chance", "events", "extra", "table", "tells")

    def __init__(self, table: Table, cells: list[int], extra: object, chance: Chance, *, tells: bool) -> None:
        self.table = table
        self.cells = cells
        self.extra = extra
        self.chance = chance
        self.events: list[Event] = []
        self.tells = tells

    def note(self, kind: str, facts: JsonObject) -> None:
        """Note that something has happened, where anybody will read it."""
        if self.tells:
            self.events.append(tuple.__new__(Event, (kind, facts)))

    def freeze(self) -> State:
        """The state as the draft stands."""
        return tuple.__new__(State, (self.table, tuple(self.cells), self.extra))
