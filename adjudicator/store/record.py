"""The record of one turn, which its reports are made from and its replay is held against; what each seat knows then."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from adjudicator.core.agenda import Agenda, OrderResult
from adjudicator.core.chance import NO_MIXES, NOBODY, Draw, Mixes
from adjudicator.core.driver import Stop
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import Event, Onlooker, Seat

if TYPE_CHECKING:
    from adjudicator.core.game import Game

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


A = TypeVar("A")
K = TypeVar("K")


class Knowledge(NamedTuple):
    """What is known after a turn, as JSON: by everybody, and by each seat beside that, in table order."""

    public: JsonObject
    facts: Mapping[Seat, JsonObject]


def list_knowledge(game: Game[S, A, K], record: TurnRecord[S]) -> Knowledge:
    """What everybody and each seat knows after the turn of ``record``."""
    see, write = game.views.see, game.views.to_json
    public = write(see(record.state, record.agendas, Onlooker.PUBLIC))
    return Knowledge(
        public,
        {
            seat: subtract(write(see(record.state, record.agendas, seat)), public)
            for seat in game.kernel.seats(record.state)
        },
    )


def subtract(view: JsonObject, public: JsonObject) -> dict[str, JsonValue]:
    """What ``view`` says and ``public`` does not say equally; lists are taken whole."""
    left: dict[str, JsonValue] = {}
    for key, value in view.items():
        known = public.get(key)
        if key in public and (value is known or value == known):
            continue
        both = isinstance(value, Mapping) and isinstance(known, Mapping)
        left[key] = subtract(value, known) if both else value  # type: ignore[arg-type]  # both are objects here
    return left
