"""Events: what happened, including what chance decided."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
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


class Story(NamedTuple):
    """What happened in a turn, as one reader is told it, in sentences.

    ``lead`` is the news before all others: how the game was won. ``own`` are what the reader did and what was done to
    him, ``others`` all else: a line or paragraph for each table turn, in order.
    """

    lead: str = ""
    own: Sequence[str] = ()
    others: Sequence[str] = ()

    @property
    def lines(self) -> list[str]:
        """All of it, one after the other."""
        return [*([self.lead] if self.lead else ()), *self.own, *self.others]


def event_from_json(saved: JsonObject) -> Event:
    """The event that :meth:`Event.to_json` wrote."""
    kind = saved["kind"]
    assert isinstance(kind, str)
    return Event(kind, {key: value for key, value in saved.items() if key != "kind"})


def list_moments(
    before: K,
    after: K,
    heard: Sequence[Event],
    *,
    shown: Collection[str],
    follow: Callable[[K, Sequence[Event]], K],
    turn_of: Callable[[K], int],
) -> list[Moment[K]]:
    """The moments between two positions, the last of which is ``after`` itself, with the events that led to each.

    A moment begins with an event whose kind is among ``shown``; ``follow`` says what was known after its events.
    """
    known, moments = before, list[Moment[K]]()
    for events in _group_events(heard, shown):
        known = follow(known, events)
        moments.append(Moment(turn_of(known), known, events))
    last = moments[-1].heard if moments else ()
    return [*moments[:-1], Moment(turn_of(after), after, last)]


def _group_events(heard: Sequence[Event], shown: Collection[str]) -> Iterator[tuple[Event, ...]]:
    """Each event of a kind among ``shown`` with what followed from it; what came before the first goes with it."""
    group: list[Event] = []
    for event in heard:
        if event.kind in shown and any(earlier.kind in shown for earlier in group):
            yield tuple(group)
            group = []
        group.append(event)
    if group:
        yield tuple(group)
