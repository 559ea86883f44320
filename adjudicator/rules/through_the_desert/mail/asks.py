"""What each seat is asked to send before the next turn, and the position its move will find."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from adjudicator.core.agenda import Ask
from adjudicator.core.table import Pacing, SeatNumber
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.through_the_desert.legal import DECISIONS, ActionKind, seat_phase
from adjudicator.rules.through_the_desert.state import (
    Phase,
    State,
    count_placements,
    find_next_mover,
    find_phase,
    list_movers,
)


def count_ahead(known: State, seat: SeatNumber) -> int:
    """How many moves are made before the next one of ``seat``; 0 for the seat on move."""
    return next(ahead for ahead in count() if find_next_mover(known, ahead) == seat)


def count_due(known: State, seat: SeatNumber) -> int:
    """How much ``seat`` does in its next move: the camels that it places (ruling T1), or one thing before them."""
    if seat_phase(known, seat) is not Phase.CAMELS:
        return 1
    if known.phase is Phase.CAMELS and seat == known.on_move:
        return known.left
    first = max(known.moves, known.table.leader_moves)
    return count_placements(known.table, first + (seat - first) % len(known.table.seats))


def come_to_move(known: State, seat: SeatNumber) -> State:
    """The position with ``seat`` on move, as if nobody placed anything before."""
    phase, moves = seat_phase(known, seat), known.moves + count_ahead(known, seat)
    return known._replace(on_move=seat, phase=phase, left=count_due(known, seat), moves=moves)


def list_before(known: State, seat: SeatNumber) -> tuple[SeatNumber, ...]:
    """The seats that move before the next move of ``seat``, in order; each once, though it may move twice."""
    return tuple(dict.fromkeys(find_next_mover(known, ahead) for ahead in range(count_ahead(known, seat))))


def list_asks(known: State, pacing: Pacing) -> tuple[Ask, ...]:
    """In a round the next move of everybody who moves before somebody moves again; else of the seat on move alone.

    In serpentine order a round that begins with the last seats of a row ends with the row (ruling L5).
    """
    if known.phase is Phase.OVER:
        return ()
    movers = list_movers(known) if pacing is Pacing.ROUND else [known.on_move]
    return tuple(_ask(known, seat, movers[:ahead]) for ahead, seat in enumerate(movers))


_DUTIES = {ActionKind.RETURN: "Return one leader to the box.", ActionKind.LEADER: "Place one leader."}


def _ask(known: State, seat: SeatNumber, before: list[SeatNumber]) -> Ask:
    """What is asked of ``seat``, whose next move comes after those of the seats ``before``."""
    kind = DECISIONS[seat_phase(known, seat)]
    due = count_due(known, seat)
    duty = f"Place {count_of(due, 'camel')}." if kind is ActionKind.CAMEL else _DUTIES[kind]
    if before:
        names = [known.table.seats[other] for other in before]
        duty += f" {join_words(names)} will move before you, so give alternatives."
    if find_next_mover(known, len(before) + 1) == seat:
        duty += " You move twice in a row: your next move follows at once, so you may send it too."
    return Ask(known.table.seats[seat], kind.value, due, must=True, deadline="turn", duty=duty)


class Move(NamedTuple):
    """A move to come: how many others come before it, whose it is, what is done in it and how much."""

    ahead: int
    seat: SeatNumber
    kind: ActionKind
    due: int


def list_moves(known: State) -> Iterator[Move]:
    """The moves from the one under way on, as if the game did not end."""
    for ahead in count():
        kind, due = DECISIONS[find_phase(known, ahead)], 1
        if kind is ActionKind.CAMEL:
            due = count_placements(known.table, known.moves + ahead) if ahead else known.left
        yield Move(ahead, find_next_mover(known, ahead), kind, due)
