"""What a game brings to the search for leaks: how it is played, and how a position is changed in what is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from adjudicator.acts.opened import OpenGame
from adjudicator.core.event import Event
from adjudicator.core.record import TurnRecord
from adjudicator.core.table import Reader, Seat
from adjudicator.kit.secrecy.memory import Plan, SplitChance

Below = Callable[[int], int]
"""Draws a number from 0 to below its argument; the same search draws the same numbers again."""
BOLDEST = 0
"""The boldness of a change: 0 changes all it can, 1 little, 2 nothing that the next turn is likely to need."""
SHY = 2


class Twin(NamedTuple):
    """Another game that looks the same to a reader: its newest record, and the files that wait in its inbox.

    ``changed`` counts the secrets that differ, by kind.
    """

    record: TurnRecord[Any]
    files: Mapping[Seat, bytes]
    changed: Counter[str]


class Parting(NamedTuple):
    """Where two courses part in public: the last event they share, and the first of each that they do not.

    An event is None where there is none: ``before`` at the beginning of the turn, the others at its end.
    """

    before: Event | None
    one: Event | None
    other: Event | None


class Twins(Protocol):
    """What a game brings to the search; :class:`~adjudicator.kit.secrecy.plain.PlainTwins` has most of it."""

    @property
    def turns(self) -> int:
        """A game is played for so many turns at most."""
        ...

    def plan(self, number: int) -> Plan:
        """What game ``number`` is."""
        ...

    def skip_ahead(self, opened: OpenGame, chance: SplitChance, below: Below) -> OpenGame:
        """The game some moves later, played on the bare kernel, or as it is."""
        ...

    def write_files(self, opened: OpenGame, below: Below) -> Mapping[Seat, bytes]:
        """What the seats send before the next turn; a seat that is left out misses the deadline."""
        ...

    def vary(self, opened: OpenGame, files: Mapping[Seat, bytes], reader: Reader, below: Below, boldness: int) -> Twin:
        """A twin for ``reader``. Who has answered what he is asked is public and stays."""
        ...

    def list_probes(self, opened: OpenGame, reader: Seat, below: Below) -> Mapping[str, bytes]:
        """Files that ``reader`` might send, good and bad ones."""
        ...

    def tell_story(self, event: Event, reader: Reader) -> object:
        """What ``reader`` hears of an event by the rules of the game; None where it is none of his business."""
        ...

    def explain(self, opened: OpenGame, parting: Parting, reader: Reader) -> str | None:
        """Why hidden things may make this difference; None where the rules allow no such thing."""
        ...
