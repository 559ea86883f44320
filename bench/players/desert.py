"""Scripted players of Through the Desert: greedy towards water and oases, from nothing but what their seat knows.

A camel is rated by the points that it brings at once and by how near it comes to water and to oases that its caravan
has not linked. A plan follows one's own camels as if nobody else moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.agenda import Agenda
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.through_the_desert.legal import Action, ActionKind, leader_mask, list_legal
from adjudicator.rules.through_the_desert.mail.asks import come_to_move
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.score import score_seats
from adjudicator.rules.through_the_desert.state import COLOURS, Phase, State
from adjudicator.rules.through_the_desert.written import KEY_OF, write_action

_FAR = 8
_LIST = 40
_ROUTE = 16
_LOOKED_AT = 6
_TOKEN = 2
"""What a token is worth whose value is not known."""


class Habits(NamedTuple):
    """How a player plays by mail: choices for each camel, moves in a file, and whether anything stands behind them."""

    alternatives: int
    moves: int
    fallback: bool = False
    standing: bool = False


def rate_hexes(known: State, targets: Mapping[int, float]) -> dict[int, float]:
    """What each hex promises by the ``targets`` (masks, with their worth) within a few steps, less the farther."""
    grid, free = known.table.board.grid, known.table.board.everywhere & ~(known.closed | known.occupied)
    worth: dict[int, float] = {}
    for target, value in targets.items():
        reached = target
        for distance in range(_FAR):
            grown = grid.grow(reached) & free | reached
            for index in list_bits(grown & ~reached if distance else reached):
                worth[index] = worth.get(index, 0) + value / (1 + distance) ** 2
            reached = grown
    return worth


def rate_for(known: State, seat: int) -> list[dict[int, float]]:
    """What each hex promises the caravans of a seat, by colour: tokens for all, and the oases not linked."""
    tokens = rate_hexes(known, {1 << index: known.values[index] or _TOKEN for index in list_bits(known.water)})
    oases = {index: rate_hexes(known, {1 << index: 5}) for index in list_bits(known.oases)}
    rated: list[dict[int, float]] = []
    for linked in known.linked[seat * COLOURS : (seat + 1) * COLOURS]:
        mine = dict(tokens)
        for oasis, worth in oases.items():
            for index, value in worth.items() if not linked >> oasis & 1 else ():
                mine[index] = mine.get(index, 0) + value
        rated.append(mine)
    return rated


def rank_camels(known: State, seat: int) -> list[Action]:
    """The legal camels, best first: by promise, and the best of them again with the points they bring."""
    promise = rate_for(known, seat)

    def hope(action: Action) -> tuple[float, int, int]:
        return -promise[action.colour].get(action.hex, 0), action.colour, action.hex

    ranked = sorted(list_legal(known, seat), key=hope)
    before = score_seats(known)[seat].points

    def rate(action: Action) -> tuple[float, int, int]:
        gain = score_seats(carry_out(known, seat, action)[0])[seat].points - before
        return -(2 * gain + promise[action.colour].get(action.hex, 0)), action.colour, action.hex

    return [*sorted(ranked[:_LOOKED_AT], key=rate), *ranked[_LOOKED_AT:]]


def rank_leaders(known: State, seat: int) -> list[Action]:
    """The legal leaders, best first: near to water and oases, each player with a taste of his own.

    No two of the first choices lie next to one another, since a leader of somebody else on one would bar both.
    """
    grid, promise = known.table.board.grid, rate_for(known, seat)[0]
    colours = sorted({action.colour for action in list_legal(known, seat)})

    def taste(index: int) -> float:
        return promise.get(index, 0) * (1 + (index * 7919 + seat * 104729) % 101 / 101)

    spots = sorted(list_bits(leader_mask(known)), key=lambda index: (-taste(index), index))
    apart: list[int] = []
    barred = 0
    for spot in spots:
        if not barred >> spot & 1:
            apart.append(spot)
            barred |= 1 << spot | grid.neighbours[spot]
    return [Action(ActionKind.LEADER, colours[n % len(colours)], spot) for n, spot in enumerate(apart)]


def plan(known: State, seat: int, choices: int, moves: int) -> Iterator[list[Action]]:
    """The choices for every action of the next moves, the first of them followed."""
    position = come_to_move(known, seat)
    while moves and position.phase is not Phase.OVER:
        ranked = rank_camels(position, seat) if position.phase is Phase.CAMELS else rank_leaders(position, seat)
        if not ranked:
            return
        yield ranked[:choices]
        position, _ = carry_out(position, seat, ranked[0])
        if not position.left:
            moves -= 1
            position = _come_again(position, seat)


def _come_again(position: State, seat: int) -> State:
    """The seat's move after the one just made, as if nobody else moved."""
    hand = any(index == -1 for index in position.leaders[seat * COLOURS : (seat + 1) * COLOURS])
    if position.phase is not Phase.CAMELS and hand:
        return position._replace(left=1)
    return position._replace(phase=Phase.CAMELS, left=position.table.edition.camels_a_move)


def answer(habits: Habits, known: State, seat: str) -> dict[str, list[JsonObject]]:
    """The lists of the file that the seat sends."""
    number = known.table.seats.index(seat)
    position = come_to_move(known, number)
    if habits.standing and position.phase is Phase.CAMELS:
        route = [choices[0] for choices in plan(known, number, 1, _ROUTE)]
        spare = [action for action in rank_camels(position, number) if action not in route]
        return {"orders": [], "standing": [_write(known, [*route, *spare][:_LIST])]}
    moves = known.table.leaders_each if habits.standing else habits.moves
    lists = {"orders": [_write(known, choices) for choices in plan(known, number, habits.alternatives, moves)]}
    if habits.fallback and position.phase is Phase.CAMELS:
        lists["fallback"] = [_write(known, rank_camels(position, number)[:_LIST])]
    elif habits.fallback:
        lists["fallback"] = [_write(known, rank_leaders(position, number)[:_LIST])]
    return lists


def _write(known: State, actions: Sequence[Action]) -> JsonObject:
    texts: list[JsonValue] = [write_action(known.table, action) for action in actions]
    return {KEY_OF[actions[0].kind]: texts}


def wants_more(habits: Habits, agenda: Agenda) -> bool:
    """Whether a player whose orders are on file sends new ones when somebody else is awaited anyway."""
    return habits.moves > 1 and not habits.standing and len(agenda.items) <= 2 * (habits.moves - 1)
