"""The record of one turn: all that its reports are made from and its replay is held against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from adjudicator.core.agenda import Agenda, OrderResult
from adjudicator.core.chance import Draw
from adjudicator.core.driver import Stop
from adjudicator.core.event import Event
from adjudicator.core.game import Seat

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a turn was run under besides orders: the instant used as now, whether forced, whether the deadline passed."""

    now: datetime
    forced: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class TurnRecord(Generic[S]):
    """One turn. ``agendas`` are what is left after it; ``due`` has the next deadline of each class."""

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
