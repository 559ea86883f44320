"""A sensible player of Through the Desert, for the sample games: heads for water and oases, closes areas, competes.

Not part of the program, and not a good player; good enough for games that look played.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kit.hexes import HexGrid, list_bits
from adjudicator.rules.through_the_desert.legal import Action, ActionKind, list_camels, list_legal
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.score import score_seats
from adjudicator.rules.through_the_desert.state import COLOURS, NOWHERE, Phase, State

_FADE = 0.7
"""How much of a goal's worth is left for each step it is away."""
_FENCE = 8
"""The longest fence a player will plan."""
_FIELD = 45
"""The largest area a player will dream of."""


def rank_actions(state: State, seat: int) -> list[Action]:
    """All legal actions of ``seat``, the one it likes best first."""
    if state.phase is Phase.LEADERS:
        return sorted(list_legal(state, seat), key=lambda action: -_like_leader(state, action))
    fences = _plan_fences(state, seat)
    likes = {action: _like_camel(state, seat, action, fences) for action in list_legal(state, seat)}
    return sorted(likes, key=lambda action: (-likes[action], action.colour, action.hex))


def _distances(grid: HexGrid, start: int, within: int) -> Iterator[tuple[int, int]]:
    """Rings of hexes (masks) with their distance from ``start``, walking ``within``."""
    reached, ring, steps = start, start, 0
    while ring:
        yield steps, ring
        ring = grid.grow(ring) & within & ~reached
        reached |= ring
        steps += 1


def _pull(state: State, start: int, within: int, linked: int) -> float:
    """What lies around ``start`` to be reached: water and oases not yet scored, faded by distance."""
    grid = state.table.board.grid
    goal = 0.0
    for steps, ring in _distances(grid, start, within):
        fade = _FADE**steps
        goal += fade * sum(state.values[index] for index in list_bits(ring & state.water))
        near = grid.grow(ring) & state.oases & ~linked
        goal += fade * 5 * near.bit_count()
        linked |= near
        if steps > 7:
            break
    return goal


def _like_leader(state: State, action: Action) -> float:
    """Water and oases around, few rivals of the colour, room near other leaders."""
    grid, spot = state.table.board.grid, 1 << action.hex
    like = _pull(state, spot, grid.field & ~state.oases, 0)
    for caravan in range(action.colour, len(state.leaders), COLOURS):
        if state.leaders[caravan] >= 0:
            like -= 6 * _FADE ** _steps(grid, spot, 1 << state.leaders[caravan])
    edge = grid.neighbours[action.hex].bit_count() < 6
    return like + 2 * edge - 0.01 * action.colour


def _steps(grid: HexGrid, one: int, other: int) -> int:
    return next((steps for steps, ring in _distances(grid, one, grid.field) if ring & other), 99)


def _open_to(state: State, seat: int, colour: int) -> int:
    """Where a caravan could still grow, however far."""
    blocked = state.occupied | state.closed | state.oases
    for caravan in range(colour, len(state.reach), COLOURS):
        if caravan // COLOURS != seat:
            blocked |= state.reach[caravan]
    return state.table.board.everywhere & ~blocked


def _like_camel(state: State, seat: int, action: Action, fences: dict[int, float]) -> float:
    after, _ = carry_out(state, seat, action)
    gain = score_seats(after)[seat].points - score_seats(state)[seat].points
    caravan = seat * COLOURS + action.colour
    within = _open_to(after, seat, action.colour)
    pull = _pull(after, 1 << action.hex, within, after.linked[caravan])
    sizes = [mask.bit_count() for mask in state.camels[action.colour :: COLOURS]]
    mine, best = sizes[seat], max(size for other, size in enumerate(sizes) if other != seat)
    contest = 1.2 if -2 <= mine - best <= 1 else 0.2
    return 3 * gain + pull + contest + 2.0 * fences.get(action.colour << 16 | action.hex, 0.0)


def _plan_fences(state: State, seat: int) -> dict[int, float]:
    """For camels that begin a fence closing something off: how much it would bring for each camel it takes."""
    grid = state.table.board.grid
    worth: dict[int, float] = {}
    for colour, legal in enumerate(list_camels(state, seat).masks):
        caravan = state.camels[seat * COLOURS + colour]
        within = _open_to(state, seat, colour)
        for first in list_bits(legal):
            for fence in _walk_fences(grid, first, within, caravan):
                value = _weigh_fence(state, caravan, fence, seat * COLOURS + colour)
                key = colour << 16 | first
                worth[key] = max(worth.get(key, 0.0), value / fence.bit_count())
    return worth


def _walk_fences(grid: HexGrid, first: int, within: int, caravan: int) -> Iterator[int]:
    """Shortest ways from ``first`` to every hex at the edge of the field or back at the caravan, as masks."""
    came: dict[int, int] = {first: NOWHERE}
    ring = [first]
    for _ in range(_FENCE):
        following: list[int] = []
        for index in ring:
            near = grid.neighbours[index]
            if near.bit_count() < 6 or (index != first and near & caravan):
                fence, step = 0, index
                while step != NOWHERE:
                    fence |= 1 << step
                    step = came[step]
                yield fence
            for onward in list_bits(near & within):
                if onward not in came:
                    came[onward] = index
                    following.append(onward)
        ring = following


def _weigh_fence(state: State, caravan: int, fence: int, number: int) -> float:
    grid = state.table.board.grid
    wall = caravan | fence
    others = (state.occupied | state.closed) & ~wall
    rest = grid.grow(fence) & ~wall & ~others
    worth = 0.0
    while rest:
        part = grid.flood(rest & -rest, grid.field & ~wall)
        rest &= ~part
        if part & others or part.bit_count() > _FIELD:
            continue
        worth += (part & ~state.oases).bit_count()
        worth += sum(state.values[index] for index in list_bits(part & state.water))
        worth += 5 * (part & state.oases & ~state.linked[number]).bit_count()
    return worth


def choose_orders(state: State, seat: int, due: int, alternatives: int = 3) -> list[list[Action]]:
    """``due`` lists of alternatives for ``seat``, as if its move came now; a later list builds on first choices."""
    position = state._replace(left=1000)
    orders: list[list[Action]] = []
    for _ in range(due):
        ranked = rank_actions(position, seat)
        if not ranked:
            break
        orders.append(_spread(position, ranked)[: 3 * alternatives] if _is_leader(ranked[0]) else ranked[:alternatives])
        position, _ = carry_out(position, seat, ranked[0])
    return orders


def _is_leader(action: Action) -> bool:
    return action.kind is ActionKind.LEADER


def _spread(state: State, ranked: list[Action]) -> list[Action]:
    """Leaders such that one rival's leader cannot spoil them all: spots apart, and colours in turn."""
    grid = state.table.board.grid
    taken, chosen = 0, []
    colours = sorted({action.colour for action in ranked})
    for action in ranked:
        wanted = ranked[0].colour if not chosen else colours[(len(chosen)) % len(colours)]
        if action.colour == wanted and not grid.grow(1 << action.hex) & taken:
            chosen.append(action)
            taken |= 1 << action.hex
    return chosen
