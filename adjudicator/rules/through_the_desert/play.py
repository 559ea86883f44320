"""Actions and their consequences: the order of play of the game, top to bottom.

Returning a leader (five seats) -> leaders, one each in turn -> camels, two each in turn (the opening turns one), until
the move in which a colour runs out, or somebody cannot place.
"""

from typing import NamedTuple, TypeVar

from adjudicator.core.chance import Chance
from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Event, SeatNumber
from adjudicator.kit.hexes import Hex, list_hexes
from adjudicator.rules.through_the_desert.legal import Action, ActionKind, LegalActions, list_camels
from adjudicator.rules.through_the_desert.score import (
    claim_water,
    count_points,
    find_enclosed,
    find_largest,
    score_ending,
)
from adjudicator.rules.through_the_desert.state import (
    BOXED,
    COLOURS,
    Area,
    EndReason,
    Phase,
    PlacedCamel,
    State,
    count_placements,
    find_mover,
    find_phase,
    is_last_move,
)

T = TypeVar("T", int, Hex)


class ActionResult(NamedTuple):
    """The position after an action, what happened, and the camels that are legal next, which had to be looked for."""

    state: State
    events: tuple[Event, ...]
    legal: LegalActions | None = None


def play_action(state: State, action: Action, chance: Chance) -> ActionResult:
    """What comes of a legal ``action`` of the seat on move."""
    after, events = carry_out(state, state.on_move, action, chance)
    if after.left:
        return _go_on(after, events)
    return _end_move(after, events)


def carry_out(
    state: State, seat: SeatNumber, action: Action, chance: Chance | None = None
) -> tuple[State, tuple[Event, ...]]:
    """The position with ``action`` done and nothing else: nobody's move ends, nothing is checked.

    For the seat on move one placement fewer is left to do. Looking ahead uses it for other seats too, without
    ``chance``: then a token taken face down stays unseen.
    """
    if action.kind is ActionKind.CAMEL:
        return _place_camel(state, seat, action.colour, action.hex, chance)
    if action.kind is ActionKind.LEADER:
        return _place_leader(state, seat, action.colour, action.hex)
    return _return_leader(state, seat, action.colour)


def _put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[index] = value
    return tuple(changed)


def _return_leader(state: State, seat: SeatNumber, colour: int) -> tuple[State, tuple[Event, ...]]:
    after = state._replace(leaders=_put(state.leaders, seat * COLOURS + colour, BOXED), left=state.left - 1)
    event = Event("leader-returned", {"seat": state.table.seats[seat], "colour": state.table.colours[colour]})
    return after, (event,)


def _place_leader(state: State, seat: SeatNumber, colour: int, index: Hex) -> tuple[State, tuple[Event, ...]]:
    caravan, spot = seat * COLOURS + colour, 1 << index
    grid = state.table.board.grid
    after = state._replace(
        leaders=_put(state.leaders, caravan, index),
        camels=_put(state.camels, caravan, spot),
        reach=_put(state.reach, caravan, spot | grid.neighbours[index]),
        occupied=state.occupied | spot,
        left=state.left - 1,
    )
    facts = {"seat": state.table.seats[seat], "colour": state.table.colours[colour], "hex": grid.names[index]}
    return after, (Event("leader-placed", facts),)


def _place_camel(
    state: State, seat: SeatNumber, colour: int, index: Hex, chance: Chance | None
) -> tuple[State, tuple[Event, ...]]:
    """A camel and what it brings, in this order: the river, the water of its hex, the oases beside it, then area by
    area what lies in it.
    """
    table = state.table
    board, edition = table.board, table.edition
    grid = board.grid
    caravan, spot, near = seat * COLOURS + colour, 1 << index, grid.neighbours[index]
    who: dict[str, JsonValue] = {"seat": table.seats[seat], "colour": table.colours[colour]}
    events = [Event("camel-placed", {**who, "hex": grid.names[index]})]
    camels, occupied = state.camels[caravan] | spot, state.occupied | spot
    closed, areas, linked, crossed = state.closed, state.areas, state.linked[caravan], state.crossed
    gained = 0
    if board.river and board.across[index] & camels and not crossed >> caravan & 1:
        crossed |= 1 << caravan
        gained += edition.river_points
        events.append(Event("river-crossed", {**who, "hex": grid.names[index], "points": edition.river_points}))
    taken, water = state.taken, state.water & spot
    if water:
        taken, claims = claim_water(state, taken, seat, who, water, chance)
        events += claims
    touched = near & state.oases & ~linked
    if touched:
        linked |= touched
        events += _link(state, who, touched)
    for hexes in find_enclosed(grid, camels, occupied, closed, index):
        points = (hexes & ~state.oases).bit_count() * edition.hex_points
        gained += points
        names: list[JsonValue] = list(grid.names_of(hexes))
        events.append(Event("area-enclosed", {**who, "hexes": names, "points": points}))
        areas = (*areas, Area(seat, colour, hexes, points))
        closed |= hexes
        inside = state.water & hexes
        if inside:
            water |= inside
            taken, claims = claim_water(state, taken, seat, who, inside, chance)
            events += claims
        fresh = hexes & state.oases & ~linked
        linked |= fresh
        events += _link(state, who, fresh)
    reached = linked ^ state.linked[caravan]
    gained += reached.bit_count() * edition.oasis_points
    if water:
        gained += count_points(taken[seat]) - count_points(state.taken[seat])
    after = State(  # by position, in the order of the fields: naming them would double what this takes
        table,
        state.phase,
        state.on_move,
        state.left - 1,
        state.moves,
        state.oases,
        state.water & ~water,
        _lift(state.values, water) if water else state.values,
        _put(state.supply, colour, state.supply[colour] - 1),
        state.leaders,
        _put(state.camels, caravan, camels),
        _put(state.reach, caravan, state.reach[caravan] | near),
        _put(state.linked, caravan, linked) if reached else state.linked,
        taken,
        occupied,
        closed,
        areas,
        crossed,
        (*state.trail, PlacedCamel(caravan, index, gained)),
    )
    return after, tuple(events)


def _link(state: State, who: dict[str, JsonValue], oases: int) -> list[Event]:
    names, points = state.table.board.grid.names, state.table.edition.oasis_points
    return [Event("oasis-linked", {**who, "hex": names[index], "points": points}) for index in list_hexes(oases)]


def _lift(values: tuple[int, ...], tokens: int) -> tuple[int, ...]:
    left = list(values)
    for index in list_hexes(tokens):
        left[index] = 0
    return tuple(left)


def _end_move(state: State, events: tuple[Event, ...]) -> ActionResult:
    """Pass the move on; the game ends here where a colour has run out (rulings T5, T7)."""
    if is_last_move(state):
        return _end_game(state, events, EndReason.LAST_CAMEL)
    phase, moves = find_phase(state, 1), state.moves + 1
    mover = find_mover(state.table, phase, moves)
    due = count_placements(state.table, moves) if phase is Phase.CAMELS else 1
    after = state._replace(phase=phase, on_move=mover, left=due, moves=moves)
    return _go_on(after, events) if phase is Phase.CAMELS else ActionResult(after, events)


def _go_on(state: State, events: tuple[Event, ...]) -> ActionResult:
    """The game ends where the seat on move cannot place the camel it has to (ruling T6)."""
    legal = list_camels(state, state.on_move)
    if any(legal.masks):
        return ActionResult(state, events, legal)
    return _end_game(state, events, EndReason.LAST_CAMEL if 0 in state.supply else EndReason.STUCK)


def _end_game(state: State, events: tuple[Event, ...], ending: EndReason) -> ActionResult:
    """Award the largest caravans and close the game (rulings F1 to F5)."""
    after = state._replace(phase=Phase.OVER, on_move=SeatNumber(0), left=0, ending=ending, largest=find_largest(state))
    return ActionResult(after, events + score_ending(after))
