"""What a turn of the program did piece by piece: each as everybody knew the board right after it.

Hands and cards stay as they were until the last moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from adjudicator.core.event import Event, Moment, list_moments
from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import Hex
from adjudicator.rules.catan.topology import LETTERS, PATH_NAMED
from adjudicator.rules.catan.views.known import Known, KnownSeat

_SHOWN = frozenset({"turn-began", "settlement-built", "city-built", "road-built", "robber-moved"})
"""The events with which a moment begins."""
Following: TypeAlias = Mapping[str, Callable[[object, Event], object]]
"""For each kind of event that changes the extra of a game built on this one: the extra after it. It begins a moment."""
NOTHING_MORE: Following = MappingProxyType({})


def retell(before: Known, after: Known, heard: Sequence[Event], following: Following) -> list[Moment[Known]]:
    """The moments between two positions, the last of which is ``after`` itself, with the events that led to each."""

    def follow(known: Known, events: Sequence[Event]) -> Known:
        for event in events:
            known = _follow(known, event)
            if event.kind in following:
                known = known._replace(extra=following[event.kind](known.extra, event))
        return known

    shown = {*_SHOWN, *following}
    return list_moments(before, after, heard, shown=shown, follow=follow, turn_of=lambda known: known.turn)


def _follow(known: Known, event: Event) -> Known:
    """What everybody knows once ``event`` has happened, as far as the board and the dice show it."""
    facts = event.facts
    match event.kind:
        case "turn-began":
            return known._replace(turn=int(str(facts["turn"])), mover=known.table.number_of[str(facts["seat"])], dice=0)
        case "dice-rolled":
            total = int(str(facts["total"]))
            rolls = [count + (number == total) for number, count in enumerate(known.rolls, start=2)]
            return known._replace(dice=total, rolls=tuple(rolls))
        case "robber-moved":
            return known._replace(robber=Hex(LETTERS.index(str(facts["hex"]))))
        case "longest-road":
            return known._replace(longest=_find_holder(known, facts["seat"]))
        case "largest-army":
            return known._replace(largest=_find_holder(known, facts["seat"]))
        case "settlement-built" | "city-built" | "road-built":
            number = known.table.number_of[str(facts["seat"])]
            seats = list(known.seats)
            seats[number] = _build(seats[number], event)
            return known._replace(seats=tuple(seats))
    return known


def _find_holder(known: Known, seat: object) -> SeatNumber | None:
    return None if seat is None else known.table.number_of[str(seat)]


def _build(seat: KnownSeat, event: Event) -> KnownSeat:
    if event.kind == "road-built":
        return seat._replace(roads=seat.roads | 1 << PATH_NAMED[str(event.facts["path"])])
    spot = 1 << int(str(event.facts["intersection"]))
    if event.kind == "city-built":
        return seat._replace(settlements=seat.settlements & ~spot, cities=seat.cities | spot)
    return seat._replace(settlements=seat.settlements | spot)
