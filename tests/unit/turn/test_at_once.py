"""Games in which everybody moves at once: a turn ends with the round, whatever somebody has on file for the next one.

Three seats throw a number at once, three rounds long. What such a game says of its mover is tried in all the ways that
an author might think of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from unit.turn.toy import Position, Toy, ToyKernel, ToyOrders, agenda

from adjudicator.core.agenda import EMPTY, Agenda, Ask
from adjudicator.core.chance import Chance
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.driver import Stop, Verdict, adjudicate
from adjudicator.core.table import Decision, Event, Pacing, Seat
from adjudicator.ledger.keys import SecretChance

ROUNDS = 3
START = Position(("ann", "bob", "cid"))
THROW, PLANNED = ("throw", 1), agenda(("throw", 1), ("throw", 2))

MOVERS: dict[str, Callable[[Position], Seat | None]] = {
    "nobody": lambda _: None,
    "the first seat": lambda state: state.seats[0],
    "who has not thrown": lambda state: pending(state)[0],
    "each in turn": lambda state: state.seats[len(state.rolls) % len(state.seats)],
}


def pending(state: Position) -> tuple[Seat, ...]:
    """Who has not thrown in this round: ``hailing`` says so, everybody where it is empty."""
    return state.hailing or state.seats


class ThrowKernel(ToyKernel):
    def __init__(self, mover: Callable[[Position], Seat | None]) -> None:
        self.find_mover = mover

    def decisions(self, state: Position) -> tuple[Decision, ...]:
        return () if len(state.rolls) == ROUNDS else tuple(Decision(seat, "throw") for seat in pending(state))

    def mover(self, state: Position) -> Seat | None:
        return self.find_mover(state) if self.decisions(state) else None

    def legal(self, state: Position, seat: Seat) -> Sequence[int]:
        return [1, 2] if seat in pending(state) else []

    def apply(self, state: Position, seat: Seat, action: int, chance: Chance) -> tuple[Position, tuple[Event, ...]]:
        del chance
        left = tuple(other for other in pending(state) if other != seat)
        rolls = state.rolls if left else (*state.rolls, action)
        return state._replace(hailing=left, rolls=rolls), (Event("threw", {"seat": seat}),)


class ThrowOrders(ToyOrders):
    kinds = ("throw",)

    def asks(self, known: Position, pacing: Pacing) -> tuple[Ask, ...]:
        del pacing
        seats = () if len(known.rolls) == ROUNDS else pending(known)
        return tuple(Ask(seat, "throw", 1, must=True, deadline="turn", duty="Throw.") for seat in seats)

    def answers(self, known: Position, agenda: Agenda, ask: Ask) -> bool:
        del known, ask
        return bool(agenda.items)


class Throws(Toy):
    orders = ThrowOrders()

    def __init__(self, mover: Callable[[Position], Seat | None]) -> None:
        self.kernel = ThrowKernel(mover)


def drive(mover: str, pacing: Pacing, agendas: dict[str, Agenda], leave: WhenSilent | None = None) -> Verdict[Position]:
    chance = SecretChance("g", bytes(32))
    return adjudicate(Throws(MOVERS[mover]), START, agendas, chance, pacing, leave or WhenSilent())


@pytest.mark.parametrize("pacing", Pacing)
@pytest.mark.parametrize("mover", MOVERS)
def test_plans_of_some_for_the_next_round_wait_until_all_are_asked(mover: str, pacing: Pacing) -> None:
    verdict = drive(mover, pacing, {"ann": PLANNED, "bob": PLANNED, "cid": agenda(THROW)})
    assert [event.facts["seat"] for event in verdict.events] == ["ann", "bob", "cid"]
    assert pending(verdict.state) == START.seats, "nobody has thrown in round 2"
    assert verdict.agendas["ann"] == verdict.agendas["bob"] == agenda(("throw", 2))


@pytest.mark.parametrize("pacing", Pacing)
@pytest.mark.parametrize("mover", MOVERS)
def test_no_turn_ends_within_a_round_that_all_have_answered(mover: str, pacing: Pacing) -> None:
    verdict = drive(mover, pacing, dict.fromkeys(START.seats, PLANNED))
    assert verdict.stop in {Stop.PACING, Stop.WINDOW}
    assert pending(verdict.state) == START.seats
    assert len(verdict.state.rolls) in {1, 2}


@pytest.mark.parametrize("pacing", Pacing)
def test_where_nobody_is_on_move_a_turn_is_one_round(pacing: Pacing) -> None:
    verdict = drive("nobody", pacing, dict.fromkeys(START.seats, PLANNED))
    assert (verdict.stop, len(verdict.state.rolls)) == (Stop.PACING, 1)


@pytest.mark.parametrize("mover", MOVERS)
def test_a_deadline_fills_this_round_and_no_other(mover: str) -> None:
    agendas = {"ann": PLANNED, "bob": PLANNED, "cid": EMPTY._replace(fallback=agenda(THROW, THROW).items)}
    verdict = drive(mover, Pacing.ROUND, agendas, WhenSilent(late=True))
    assert [event.facts["seat"] for event in verdict.events] == ["ann", "bob", "cid"]
    assert (pending(verdict.state), verdict.silent) == (START.seats, {"cid"})
