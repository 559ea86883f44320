"""The game of another package, and what its author brings to the kit."""

from __future__ import annotations

from typing import Any

from adjudicator.acts.open_game import OpenGame
from adjudicator.core.table import Reader
from adjudicator.testing.twins import Below, Parting, PlainTwins


class CardTwins(PlainTwins[Any]):
    """Others' cards are drawn anew."""

    def vary_state(self, state: Any, reader: Reader, below: Below, boldness: int) -> Any:
        del boldness
        pairs = zip(state.seats, state.hands, strict=True)
        return state._replace(hands=tuple(card if seat == reader else below(99) + 1 for seat, card in pairs))

    def explain(self, opened: OpenGame, parting: Parting, reader: Reader) -> str | None:
        del opened
        drawn = [event.facts["seat"] for event in parting[1:] if event is not None and event.kind == "swapped"]
        return "the reader drew another card" if drawn == [reader, reader] else None
