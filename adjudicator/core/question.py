"""Questions: what the driver puts to the orders of a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from adjudicator.core.agenda import EMPTY, Agenda
from adjudicator.core.table import Decision, Pacing, Seat

A = TypeVar("A")
K = TypeVar("K")


class Question(NamedTuple, Generic[K, A]):
    """An open decision, put to the orders of the seat that has to take it.

    ``known`` is what that seat knows, ``legal`` its legal actions, ``agendas`` are everybody's (others' standing
    orders may take part in an action, as a trade does). ``allows`` says whether an action that ``legal`` does not
    list is legal, ``know`` what another seat knows.
    """

    decision: Decision
    known: K
    legal: Sequence[A]
    agendas: Mapping[Seat, Agenda]
    pacing: Pacing
    allows: Callable[[A], bool]
    know: Callable[[Seat], K]

    @property
    def agenda(self) -> Agenda:
        """The deciding seat's own."""
        return self.agendas.get(self.decision.seat, EMPTY)
