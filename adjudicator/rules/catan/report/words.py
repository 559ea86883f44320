"""Events in sentences, and where the game stands in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.core.event import Event
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.catan.report.phrases import BOUGHT, PHRASES, Clause, Phrase, tell_foretold, tell_roll
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.known import Known

__all__ = ["NO_PHRASES", "Clause", "Phrase", "describe_phase", "join_words", "tell_events"]

NO_PHRASES: Mapping[str, Phrase] = MappingProxyType({})

_TURN_BEGAN = "turn-began"
_FOLLOWS = {"bank-short": "dice-rolled", "produced": "dice-rolled", "dice-foretold": "dice-foretold"}
"""Which events are told together with the one before them."""
_TOGETHER = {"dice-rolled": tell_roll, "dice-foretold": tell_foretold}
_LONGEST_LINE = 150
"""How far lines are merged: two lines of a letter."""


class _Line(NamedTuple):
    """A line in the making: what ``seat`` did one after the other, or a sentence without a seat."""

    head: str
    seat: str | None
    deeds: tuple[str, ...]

    def write(self) -> str:
        if not self.deeds:
            return f"{self.head}{self.seat} is on turn."
        subject = "" if self.seat is None else f"{self.seat} "
        return f"{self.head}{subject}{_join_deeds(self.deeds)}."

    def takes(self, clause: Clause) -> bool:
        """Whether the clause goes on with this line."""
        if self.seat is None or self.seat != clause.seat:
            return False
        return len(self.add(clause).write()) <= _LONGEST_LINE

    def add(self, clause: Clause) -> _Line:
        return _Line(self.head, clause.seat, (*self.deeds, clause.words))


def tell_events(known: Known, events: Sequence[Event], phrases: Mapping[str, Phrase] = NO_PHRASES) -> list[str]:
    """The events, as the reader heard them, in sentences.

    What a seat does on end stands in one line, and so does a roll with what it brings. ``phrases`` has the words for
    the events of a game built on this one, by kind. Raises ``ValueError`` for an event that nobody has words for.
    """
    lines: list[_Line] = []
    for group in _group_events(events):
        event = group[0]
        if event.kind == _TURN_BEGAN:
            lines.append(_Line(f"Table turn {event.facts['turn']}: ", str(event.facts["seat"]), ()))
            continue
        clause = _tell(known, group, phrases)
        if lines and (not lines[-1].deeds or lines[-1].takes(clause)):
            lines[-1] = lines[-1].add(clause)
        else:
            lines.append(_Line("", clause.seat, (clause.words,)))
    return [line.write() for line in lines]


def _group_events(events: Sequence[Event]) -> Iterator[list[Event]]:
    group: list[Event] = []
    for event in events:
        if group and _FOLLOWS.get(event.kind) == group[0].kind:
            group.append(event)
            continue
        if group:
            yield group
        group = [event]
    if group:
        yield group


def _tell(known: Known, group: Sequence[Event], phrases: Mapping[str, Phrase]) -> Clause:
    event = group[0]
    if event.kind in _TOGETHER:
        return _TOGETHER[event.kind](known, group)
    phrase = PHRASES.get(event.kind) or phrases.get(event.kind)
    if phrase is None:
        raise ValueError(event.kind)
    return phrase(known, event)


def _join_deeds(deeds: Sequence[str]) -> str:
    """``built a road and a city, and bought a card``: a verb that several share is said once."""
    parts: list[str] = []
    for _, group in groupby(_count_purchases(deeds), key=lambda deed: deed.split(" ", 1)[0]):
        first, *others = group
        parts.append(join_words([first, *(other.split(" ", 1)[1] for other in others)]))
    if any(" and " in part for part in parts[:-1]):
        return ", ".join([*parts[:-1], f"and {parts[-1]}"])
    return join_words(parts)


def _count_purchases(deeds: Sequence[str]) -> Iterator[str]:
    """The same with hidden cards that were bought one after the other counted."""
    for deed, group in groupby(deeds):
        same = list(group)
        if deed == BOUGHT and len(same) > 1:
            yield f"bought {len(same)} development cards"
        else:
            yield from same


def describe_phase(known: Known) -> str:
    """Where the game stands."""
    mover = known.table.seats[known.mover]
    if known.stage is Stage.OVER:
        return f"The game is over; {mover} wins with {count_of(known.seats[known.mover].points, 'point')}"
    if not known.turn:
        due = 2 * len(known.seats)
        what = "a settlement" if known.stage is Stage.SETTLEMENT else "the road to it"
        return f"Set-up, settlement {known.placed + 1} of {due}: {mover} places {what}"
    return f"Table turn {known.turn}: {_describe_stage(known, mover)}"


def _describe_stage(known: Known, mover: str) -> str:
    if known.book.proposal is not None:
        return f"{mover} has proposed a trade and waits for answers"
    match known.stage:
        case Stage.BEFORE_ROLL:
            return f"{mover} has not rolled yet"
        case Stage.DISCARD:
            owing = [f"{seat.name} {seat.owes}" for seat in known.seats if seat.owes]
            return f"{mover} rolled {known.dice}; cards still to be discarded: {', '.join(owing)}"
        case Stage.ROBBER:
            return f"{mover} moves the robber"
        case Stage.FREE_ROADS:
            return f"{mover} places roads of Road Building, {known.free_roads} left"
        case Stage.INTERLUDE:
            return f"{mover} has ended the turn; the next one has not begun"
        case _:
            return f"{mover} rolled {known.dice} and is trading and building"
