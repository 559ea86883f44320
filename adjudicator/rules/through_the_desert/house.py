"""The house player of Through the Desert: the legal action with the most points now, else the one nearest to some.

It reads no more than what its seat knows, and decides the same in the same position.
"""

from __future__ import annotations

from adjudicator.core.agenda import Question
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.score import score_seats
from adjudicator.rules.through_the_desert.state import COLOURS, State

_LOOKED_AT = 12
"""Camels that are played in thought; the others come no nearer to anything."""


class DesertHouse:
    """See :class:`adjudicator.core.game.HousePlayer`."""

    def choose(self, question: Question[State, Action]) -> Action | None:
        """The camel or leader, by points, then by nearness, then in the order of the list; a return is left alone."""
        known, seat = question.known, question.known.table.number_of[question.decision.seat]
        if question.decision.kind == ActionKind.RETURN.value:
            return None
        distances = [_measure(known, goal) for goal in _list_goals(known, seat)]
        near = sorted(
            question.legal, key=lambda action: (distances[action.colour].get(action.hex, 0), action.colour, action.hex)
        )
        if question.decision.kind == ActionKind.LEADER.value:
            return near[0]

        def count(action: Action) -> int:
            return score_seats(carry_out(known, seat, action)[0])[seat].points

        return max(near[:_LOOKED_AT], key=count)


def _list_goals(known: State, seat: int) -> list[int]:
    """By colour, the hexes with tokens and the oases that the seat's caravan has not linked, as masks."""
    linked = known.linked[seat * COLOURS : (seat + 1) * COLOURS]
    return [known.water | known.oases & ~mask for mask in linked]


def _measure(known: State, goals: int) -> dict[int, int]:
    """How far each hex is from the nearest of ``goals``, as numbers below 0, since 0 is for what reaches none."""
    grid = known.table.board.grid
    free = known.table.board.everywhere & ~(known.closed | known.occupied)
    far: dict[int, int] = {}
    reached, distance = goals, -len(grid.neighbours)
    while True:
        far |= dict.fromkeys((index for index in list_bits(reached) if index not in far), distance)
        grown = grid.grow(reached) & free | reached
        if grown == reached:
            return far
        reached, distance = grown, distance + 1
