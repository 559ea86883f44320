"""The table: seats, readers, pacing, settings, decisions, scores, and what happens at it."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Generic, NamedTuple, NewType, TypeAlias, TypeVar

from adjudicator.core.json_value import JsonObject, JsonValue

K = TypeVar("K")


Seat: TypeAlias = str
"""A place at the table, by its id."""
SeatNumber = NewType("SeatNumber", int)
"""A seat inside a kernel: its place in table order, from 0."""


def say_seats(counts: range) -> str:
    """How many seats a game is for: ``2 to 5 seats``, ``2 seats``."""
    least, most = counts.start, counts.stop - 1
    return f"{least} seats" if least == most else f"{least} to {most} seats"


class Onlooker(Enum):
    """Readers of a game who hold no seat."""

    PUBLIC = "public"
    MODERATOR = "moderator"


Reader: TypeAlias = Seat | Onlooker


class Pacing(Enum):
    """How much of the game one turn covers."""

    SEAT = "seat"
    """One seat's move."""
    ROUND = "round"
    """Every seat's next move."""


class Option(NamedTuple):
    """A switch of a rule set: its name, what it does in a sentence, its values and the default.

    An option with free values has no ``values`` but says in ``takes`` what it takes ("a seat's name or random"); the
    set-up judges them. ``seats`` are the numbers of seats with which the option means anything, all where it is empty.
    ``means`` has, by value, what it makes of the game, for those who were given that value and no other; that of ``""``
    is for any value without its own. An option that ``asks`` says when players are asked within a move, which means
    nothing where nobody is.
    """

    name: str
    description: str
    values: tuple[str, ...]
    default: str
    takes: str = ""
    seats: tuple[int, ...] = ()
    means: Mapping[str, str] = MappingProxyType({})
    asks: bool = False

    def tell(self, value: str) -> str:
        """What ``value`` makes of the game, in sentences; what the option is about where nothing is said of it."""
        return self.means.get(value) or self.means.get("", self.description)

    def allows(self, value: str) -> bool:
        """Whether ``value`` is one of its values, or any where they are free."""
        return not self.values or value in self.values

    def matters(self, seats: int, pacing: Pacing = Pacing.SEAT) -> bool:
        """Whether it means anything at a table of so many ``seats``, where turns are of that ``pacing``."""
        return (not self.seats or seats in self.seats) and not (self.asks and pacing is Pacing.ROUND)


def choose_values(options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """The value of each of ``options``: the one that is ``given``, or the default where that is none of its values."""
    return {
        option.name: value if (value := given.get(option.name)) and option.allows(value) else option.default
        for option in options
    }


class Setting(NamedTuple):
    """What a game is set up with: the edition's name, the options given, the seats in the order they were given."""

    edition: str
    options: Mapping[str, str]
    seats: tuple[Seat, ...]


class Decision(NamedTuple):
    """An open question to one seat; ``kind`` is a word of the game (``camel``)."""

    seat: Seat
    kind: str


class Score(NamedTuple):
    """A seat's points so far, and how they come about (parts by name, in the game's order).

    ``complete`` is false where the reader may not know all of them.
    """

    seat: Seat
    points: int
    parts: Mapping[str, int]
    complete: bool = True


class IllegalActionError(Exception):
    """An action was applied that is not legal: a fault of the caller, never of a player."""


class ScoreTable(NamedTuple):
    """Scores for a report: the heads of the columns and for each seat its cells, the total last."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Seat, tuple[str, ...]], ...]
    remarks: tuple[str, ...] = ()


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
