"""The moves to come: whose each is, and how much is placed in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from adjudicator.rules.through_the_desert.legal import ActionKind
from adjudicator.rules.through_the_desert.state import (
    Phase,
    State,
    count_leader_moves,
    count_return_moves,
    find_next_mover,
)


class Move(NamedTuple):
    """A move to come: how many others come before it, whose it is, what is done in it and how much."""

    ahead: int
    seat: int
    kind: ActionKind
    due: int


def list_moves(known: State) -> Iterator[Move]:
    """The moves from the one under way on, as if the game did not end."""
    for ahead in count():
        moves = known.moves + ahead
        yield Move(ahead, find_next_mover(known, ahead), *_find_work(known, moves, ahead))


def _find_work(known: State, moves: int, ahead: int) -> tuple[ActionKind, int]:
    if known.phase is Phase.RETURNS and moves < count_return_moves(known.table):
        return ActionKind.RETURN, 1
    opening = moves - count_leader_moves(known.table)
    if known.phase is not Phase.CAMELS and opening < 0:
        return ActionKind.LEADER, 1
    if ahead == 0:
        return ActionKind.CAMEL, known.left
    short = 1 if len(known.table.seats) == 2 else 2  # noqa: PLR2004 - two players
    return ActionKind.CAMEL, 1 if opening < short else known.table.edition.camels_a_move
