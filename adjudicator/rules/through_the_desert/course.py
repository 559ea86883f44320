"""How a game went, from the camels in the order in which they were placed: points by source, table turn by table turn.

All of it lay on the table, but for what hidden water was worth: that is part of a camel's points, which a reader who
may not know it reads as 0. So what oases, areas and the river brought is found out again from where the camels stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

from adjudicator.kit.hexes import list_hexes
from adjudicator.rules.through_the_desert.score import score_seats
from adjudicator.rules.through_the_desert.state import (
    COLOURS,
    PlacedCamel,
    State,
    count_placements,
)


class CamelGain(NamedTuple):
    """What a camel brought at once, by source; ``water`` is 0 where the reader may not know it."""

    water: int
    oases: int
    river: int
    areas: int


def trace_gains(known: State) -> Iterator[CamelGain]:
    """What each camel of the trail brought, in order."""
    board, edition = known.table.board, known.table.edition
    neighbours = board.grid.neighbours
    camels = [1 << leader if leader >= 0 else 0 for leader in known.leaders]
    linked, crossed = [0] * len(camels), 0
    closings = _find_closings(known)
    for step, (caravan, index, points) in enumerate(known.trail):
        camels[caravan] |= 1 << index
        reached, areas = neighbours[index], 0
        for area in closings.get(step, ()):
            reached |= known.areas[area].hexes
            areas += known.areas[area].points
        fresh = reached & known.oases & ~linked[caravan]
        linked[caravan] |= fresh
        river = 0
        if board.river and board.across[index] & camels[caravan] and not crossed >> caravan & 1:
            crossed |= 1 << caravan
            river = edition.river_points
        oases = fresh.bit_count() * edition.oasis_points
        yield CamelGain(max(points - oases - river - areas, 0), oases, river, areas)


def _find_closings(known: State) -> dict[int, list[int]]:
    """Which areas the camel of each step closed: the last of those that stand round them."""
    grid = known.table.board.grid
    step_of = {(camel.caravan, camel.hex): step for step, camel in enumerate(known.trail)}
    closings: dict[int, list[int]] = {}
    for number, area in enumerate(known.areas):
        caravan = area.seat * COLOURS + area.colour
        border = grid.grow(area.hexes) & known.camels[caravan] & ~area.hexes
        last = max(step_of.get((caravan, index), -1) for index in list_hexes(border))
        closings.setdefault(last, []).append(number)
    return closings


def group_turns(known: State) -> list[tuple[PlacedCamel, ...]]:
    """The camels of every table turn, the first one after the leaders first; the newest may be under way."""
    turns: list[tuple[PlacedCamel, ...]] = []
    camels = iter(known.trail)
    moves = known.table.leader_moves
    while turn := tuple(islice(camels, count_placements(known.table, moves + len(turns)))):
        turns.append(turn)
    return turns


class PointsByTurn(NamedTuple):
    """The points of each seat before the first camel and after every table turn; ``gains`` by seat, turn and source.

    Where the game is over the total, which the largest caravans lift, comes last in ``points``.
    """

    points: Sequence[Sequence[int]]
    gains: Sequence[Sequence[CamelGain]]


def count_by_turn(known: State) -> PointsByTurn:
    """The course of the game as far as it has come, in points that stand; taken water only where it is known."""
    traced = trace_gains(known)
    turns = [(turn[0].caravan // COLOURS, list(islice(traced, len(turn)))) for turn in group_turns(known)]
    nothing = CamelGain(0, 0, 0, 0)
    seats = range(len(known.table.seats))
    gains = [[_add_up(gains) if owner == seat else nothing for owner, gains in turns] for seat in seats]
    points = [list(accumulate(map(sum, of_seat), initial=0)) for of_seat in gains]
    if known.ending is not None:
        for of_seat, score in zip(points, score_seats(known), strict=True):
            of_seat.append(score.points)
    return PointsByTurn(points, gains)


def _add_up(gains: Sequence[CamelGain]) -> CamelGain:
    return CamelGain(*map(sum, zip(*gains, strict=True)))


def counts_water(known: State) -> bool:
    """Whether the course has the points of water: not while what was taken lies face down."""
    return known.ending is not None or not known.table.taken_hidden
