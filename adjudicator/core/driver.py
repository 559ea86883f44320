"""The turn driver: takes open decisions one by one and lets each seat's agenda answer, until it is blocked.

Knows no game: it asks the kernel what is open and legal, the order language what the agenda says, and the pacing when
to stop. Pure, but for the draws it asks of the chance it is handed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from adjudicator.core.agenda import EMPTY, Act, Agenda, Blocked, Fate, OrderResult, Reply, Source
from adjudicator.core.chance import Chance
from adjudicator.core.event import Event
from adjudicator.core.table import Decision, Pacing, Seat

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")


class Stop(Enum):
    """Why a turn ended where it did."""

    PACING = "pacing"
    """The move, or the round, is complete."""
    WAITING = "waiting"
    """A decision found no order."""
    BLOCKED = "blocked"
    """A seat's orders all became impossible; it is asked first next time."""
    OVER = "over"
    """The game ended."""


class Leave(NamedTuple):
    """What may be done for a seat whose own orders give no answer.

    ``fall_back_when_blocked`` is the charter's policy; ``late`` says that the deadline has passed, ``force`` that
    the moderator wants the turn run whatever is missing.
    """

    fall_back_when_blocked: bool = False
    late: bool = False
    force: bool = False


class Verdict(NamedTuple, Generic[S]):
    """The driver's finding: the state after, what is left on each agenda, what happened, and what became of orders."""

    state: S
    agendas: Mapping[Seat, Agenda]
    events: tuple[Event, ...]
    results: tuple[OrderResult, ...]
    stop: Stop
    stopped_at: Seat | None
    """The seat whose decision is open; None at the end of the game."""
    asked: frozenset[Seat]
    """The seats that a decision was put to: their files are consumed, the others' stay."""


def adjudicate(
    game: Game[S, A, K], state: S, agendas: Mapping[Seat, Agenda], chance: Chance, pacing: Pacing, leave: Leave
) -> Verdict[S]:
    """One turn, from ``state`` until it is blocked or the pacing says stop."""
    kernel = game.kernel
    left = dict(agendas)
    events: list[Event] = []
    results: list[OrderResult] = []
    moved: set[Seat] = set()
    asked: set[Seat] = set()
    blocked: set[Seat] = set()

    def stop(why: Stop, seat: Seat | None) -> Verdict[S]:
        return Verdict(state, left, tuple(events), tuple(results), why, seat, frozenset(asked))

    while True:
        decisions = kernel.decisions(state)
        if not decisions:
            return stop(Stop.OVER, None)
        decision = decisions[0]
        mover = kernel.mover(state)
        if moved and (pacing is Pacing.SEAT or mover in moved):
            return stop(Stop.PACING, decision.seat)
        asked.add(decision.seat)
        legal = kernel.legal(state, decision.seat)
        agenda = left.get(decision.seat, EMPTY)
        reply = _answer(game, state, decision, legal, agenda, leave, was_blocked=decision.seat in blocked)
        left[decision.seat] = reply.agenda
        results += reply.results
        if any(result.fate is Fate.BLOCKED for result in reply.results):
            blocked.add(decision.seat)
        if not isinstance(reply, Act):
            return stop(Stop.BLOCKED if isinstance(reply, Blocked) else Stop.WAITING, decision.seat)
        epoch = kernel.epoch(state)
        state, happened = kernel.apply(state, decision.seat, reply.action, chance)
        events += happened
        if mover is not None and kernel.epoch(state) != epoch:
            moved.add(mover)
            blocked.clear()


def _answer(
    game: Game[S, A, K],
    state: S,
    decision: Decision,
    legal: Sequence[A],
    agenda: Agenda,
    leave: Leave,
    *,
    was_blocked: bool,
) -> Reply[A]:
    """The agenda's own answer; else fallback orders where allowed; else, when forced, the first legal action.

    ``was_blocked`` says that orders of this seat became impossible earlier in this move: what is left of the move is
    then answered like the order that was blocked.
    """
    known = game.views.see(state, decision.seat)
    reply = game.orders.reply(known, decision, legal, agenda)
    if isinstance(reply, Act):
        return reply
    blocked = was_blocked or isinstance(reply, Blocked)
    if leave.force or (leave.fall_back_when_blocked if blocked else leave.late):
        second = game.orders.fall_back(known, decision, legal, reply.agenda)
        results = reply.results + second.results
        if isinstance(second, Act):
            return second._replace(results=results)
        reply = reply._replace(results=results)
    if leave.force:
        action = legal[0]
        text = " ".join(f"{key} {value}" for key, value in game.orders.write(known, action).items())
        forced = OrderResult(decision.seat, Source.FORCED, "", 0, text, Fate.DONE, done=text)
        return Act(action, reply.agenda, (*reply.results, forced))
    return reply
