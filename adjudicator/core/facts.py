"""What each seat knows beside what everybody knows: the difference between two views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.record import TurnRecord
from adjudicator.core.table import Onlooker, Seat

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
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
