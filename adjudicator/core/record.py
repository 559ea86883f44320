"""The record of one turn: all that its reports are made from and its replay is held against."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from adjudicator.core.agenda import Agenda, OrderResult
from adjudicator.core.chance import Draw
from adjudicator.core.driver import Stop
from adjudicator.core.event import Event
from adjudicator.core.mixing import NO_MIXES, NOBODY, Mixes
from adjudicator.core.table import Seat

S = TypeVar("S")


class Circumstances(NamedTuple):
    """What a turn was run under besides orders: the instant used as now, whether forced, whether after the deadline."""

    now: datetime
    forced: bool = False
    late: bool = False


class TurnRecord(NamedTuple, Generic[S]):
    """One turn.

    ``agendas`` are what is left after it; ``due`` has the next deadline of each class. ``revealed`` is the chance
    secret (hex) at the end of the game. ``mixes`` are those that this turn fixed, ``known_mixes`` all that later draws
    may need, ``withheld`` counts how often each seat was asked to add to draws and did not.
    ``settled`` are the mixes that turns fixed which were abandoned since; acts have them, and no turn stores them.
    """

    number: int
    state: S
    agendas: Mapping[Seat, Agenda]
    events: tuple[Event, ...]
    results: tuple[OrderResult, ...]
    draws: tuple[Draw, ...]
    circumstances: Circumstances
    stop: Stop
    stopped_at: Seat | None
    due: Mapping[str, datetime]
    revealed: str | None
    mixes: Mixes = NO_MIXES
    known_mixes: Mixes = NO_MIXES
    withheld: Mapping[Seat, int] = NOBODY
    settled: Mixes = NO_MIXES
