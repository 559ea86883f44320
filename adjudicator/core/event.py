"""Events: what happened, including what chance decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from adjudicator.core.json_value import JsonObject, JsonValue

K = TypeVar("K")


class Event(NamedTuple):
    """One thing that happened.

    ``kind`` is a word of the game's own vocabulary (its schema lists them); ``facts`` are plain data. Who may read
    which fact is the game's view to say, not the event's.
    """

    kind: str
    facts: JsonObject

    def to_json(self) -> dict[str, JsonValue]:
        """The event as one flat JSON object, its kind first."""
        return {"kind": self.kind, **self.facts}


class Moment(NamedTuple, Generic[K]):
    """A moment of a game: the number of the table turn under way or just over, what was known, what led to it."""

    turn: int
    known: K
    heard: Sequence[Event]


def event_from_json(saved: JsonObject) -> Event:
    """The event that :meth:`Event.to_json` wrote."""
    kind = saved["kind"]
    assert isinstance(kind, str)
    return Event(kind, {key: value for key, value in saved.items() if key != "kind"})
