"""Agendas: what a seat still wants done, and what the order language answers to an open decision."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from adjudicator.core.json_value import JsonObject, JsonScalar
from adjudicator.core.order import MoveFile, Order

A = TypeVar("A")


class Item(NamedTuple):
    """An order on an agenda and the file it was written in."""

    order: Order
    file: str


class Agenda(NamedTuple):
    """What a seat still wants done.

    ``items`` are orders not yet reached, ``standing`` orders that repeat, ``fallback`` what to do on silence.
    ``draft`` says that the newest file must not make a turn run early. ``memory`` is the order language's own
    (counters of standing orders).
    """

    items: tuple[Item, ...] = ()
    standing: tuple[Item, ...] = ()
    fallback: tuple[Item, ...] = ()
    draft: bool = False
    memory: JsonObject | None = None


EMPTY = Agenda()


def enlist(agenda: Agenda, file: MoveFile, name: str) -> Agenda:
    """``agenda`` after the accepted ``file`` takes force under ``name``.

    Its orders take the place of those not yet reached. Standing orders and fallback stay unless the file speaks of
    them.
    """

    def items(orders: tuple[Order, ...]) -> tuple[Item, ...]:
        return tuple(Item(order, name) for order in orders)

    return agenda._replace(
        items=items(file.orders),
        standing=agenda.standing if file.standing is None else items(file.standing),
        fallback=agenda.fallback if file.fallback is None else items(file.fallback),
        draft=file.draft,
    )


class Ask(NamedTuple):
    """What a seat is asked to send before the next turn.

    ``decision`` is a word of the game, ``due`` how many orders answer it, ``must`` whether the turn waits for it,
    ``deadline`` the class of deadline (``turn``, ``vote``), ``duty`` and ``silence`` are sentences for the player:
    what to send, and what happens if nothing comes.
    """

    seat: str
    decision: str
    due: int
    must: bool
    deadline: str
    duty: str
    silence: str


class Fate(Enum):
    """What became of an order."""

    DONE = "done"
    SKIPPED = "skipped"
    """Its condition was false."""
    BLOCKED = "blocked"
    """Nothing it asked for was legal when its moment came."""
    SET_ASIDE = "set-aside"
    """It came after a blocked order and was dropped with it; its player is asked again."""


class Source(Enum):
    """Where something done came from."""

    ORDERS = "orders"
    STANDING = "standing"
    FALLBACK = "fallback"
    FORCED = "forced"
    """Nobody ordered it: the moderator forced the turn, and the first legal action was taken."""


class Refusal(NamedTuple):
    """An alternative that was not legal when its moment came, and why: a problem code of the game and its facts."""

    text: str
    code: str
    facts: Mapping[str, JsonScalar]


class OrderResult(NamedTuple):
    """What became of one order: for its own player's report and the moderator's, for nobody else.

    ``done`` is what was carried out, ``choice`` its number among the alternatives, from 1 (0 where nothing was).
    """

    seat: str
    source: Source
    file: str
    line: int
    text: str
    fate: Fate
    done: str | None = None
    choice: int = 0
    refusals: tuple[Refusal, ...] = ()


class Act(NamedTuple, Generic[A]):
    """Carry out ``action``; ``agenda`` is what is left to do, ``results`` what became of the orders looked at."""

    action: A
    agenda: Agenda
    results: tuple[OrderResult, ...]


class Blocked(NamedTuple):
    """The next order cannot be carried out: all its alternatives became illegal."""

    agenda: Agenda
    results: tuple[OrderResult, ...]


class Done(NamedTuple):
    """There is no order for this decision."""

    agenda: Agenda
    results: tuple[OrderResult, ...] = ()


Reply: TypeAlias = Act[A] | Blocked | Done
