"""What is hidden in rock, paper, scissors: the throws of others, until everybody has thrown."""

from __future__ import annotations

from typing import Any

from adjudicator.seam import Reader
from adjudicator.testing import Below, Parting, PlainTwins

THROWS = ("rock", "paper", "scissors")


class ThrowTwins(PlainTwins[Any]):
    def vary_state(self, state: Any, reader: Reader, below: Below, boldness: int) -> Any:
        pairs = zip(state.seats, state.position.throws, strict=True)
        throws = tuple(throw if not throw or seat == reader else THROWS[below(3)] for seat, throw in pairs)
        return state._replace(position=state.position._replace(throws=throws))

    def explain(self, opened: Any, parting: Parting, reader: Reader) -> str | None:
        shown = [event is not None and event.kind == "shown" for event in parting[1:]]
        return "the throws are shown" if all(shown) else None
