"""The position as JSON that a moderator can read, and back; and
by the names of seats, colours and hexes, as records and reports have it.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import TypedDict, TypeVar, cast

from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import SeatNumber
from adjudicator.rules.through_the_desert.board import Board
from adjudicator.rules.through_the_desert.boards import find_board
from adjudicator.rules.through_the_desert.editions import EDITIONS
from adjudicator.rules.through_the_desert.state import (
    BOXED,
    COLOURS,
    NOWHERE,
    Area,
    EndReason,
    Phase,
    PlacedCamel,
    State,
    Table,
    WaterTokens,
)

T = TypeVar("T")
_BOX = "box"


class NamedArea(TypedDict):
    """An enclosed area: all its hexes, oases included, and the points it is worth."""

    seat: str
    colour: str
    hexes: Sequence[str]
    points: int


def name_areas(state: State) -> list[NamedArea]:
    """Every enclosed area, as they were closed."""
    seats, colours, names_of = state.table.seats, state.table.colours, state.table.board.grid.names_of
    return [
        {"seat": seats[seat], "colour": colours[colour], "hexes": names_of(hexes), "points": points}
        for seat, colour, hexes, points in state.areas
    ]


def name_caravans(table: Table, values: Iterable[T]) -> dict[str, dict[str, T]]:
    """``values``, one a caravan, by seat and colour."""
    listed = iter(values)
    return {seat: {colour: next(listed) for colour in table.colours} for seat in table.seats}


def list_leaders(state: State, seat: SeatNumber, place: int) -> list[str]:
    """The colours of the leaders of ``seat`` that are at ``place``: ``NOWHERE`` or ``BOXED``."""
    return [colour for colour, at in zip(state.table.colours, of_seat(state.leaders, seat), strict=True) if at == place]


def list_crossed(state: State, seat: SeatNumber) -> list[str]:
    """The colours of the caravans of ``seat`` that have scored the river."""
    return [colour for n, colour in enumerate(state.table.colours, seat * COLOURS) if state.crossed >> n & 1]


def of_seat(values: Sequence[T], seat: SeatNumber) -> Sequence[T]:
    """Of ``values``, one a caravan, those of ``seat``, by colour."""
    return values[seat * COLOURS : (seat + 1) * COLOURS]


class SavedState(TypedDict):
    """A position by names. Seats are in table order; ``camels`` includes the leaders.

    ``taken`` counts 1s, 2s, 3s and, where there are any, tokens of unknown value; ``water`` has null for a token that
    lies face down. ``crossed`` has the colours of caravans that have scored the river, ``trail`` for each camel
    placed its seat, colour, hex and points.
    """

    edition: str
    options: Mapping[str, str]
    board: str
    seats: Sequence[str]
    phase: str
    on_move: str | None
    left: int
    moves: int
    oases: Sequence[str]
    water: Mapping[str, int | None]
    supply: Mapping[str, int]
    leaders: Mapping[str, Mapping[str, str]]
    camels: Mapping[str, Mapping[str, Sequence[str]]]
    linked: Mapping[str, Mapping[str, Sequence[str]]]
    areas: Sequence[NamedArea]
    taken: Mapping[str, Sequence[int]]
    crossed: Mapping[str, Sequence[str]]
    trail: Sequence[Sequence[str | int]]
    ending: str | None
    largest: Mapping[str, Sequence[str]]


def dump_state(state: State) -> JsonObject:
    """``state`` by names; see :class:`SavedState`."""
    table = state.table
    grid, seats, colours = table.board.grid, table.seats, table.colours
    names = grid.names
    places = [_BOX if index == BOXED else names[index] if index != NOWHERE else "" for index in state.leaders]
    saved: SavedState = {
        "edition": table.edition.name,
        "options": dict(table.options),
        "board": table.board.text or table.board.name,
        "seats": list(table.seats),
        "phase": state.phase.value,
        "on_move": None if state.phase is Phase.OVER else table.seats[state.on_move],
        "left": state.left,
        "moves": state.moves,
        "oases": grid.names_of(state.oases),
        "water": {name: state.values[grid.index_of[name]] or None for name in grid.names_of(state.water)},
        "supply": dict(zip(table.colours, state.supply, strict=True)),
        "leaders": _name_filled(table, places),
        "camels": _name_filled(table, map(grid.names_of, state.camels)),
        "linked": _name_filled(table, map(grid.names_of, state.linked)),
        "areas": name_areas(state),
        "taken": {
            seat: list(taken if taken.unseen else taken[:3])
            for seat, taken in zip(table.seats, state.taken, strict=True)
        },
        "crossed": {seat: crossed for number, seat in table.numbered if (crossed := list_crossed(state, number))},
        "trail": [
            [seats[camel.caravan // COLOURS], colours[camel.caravan % COLOURS], names[camel.hex], camel.points]
            for camel in state.trail
        ],
        "ending": state.ending and state.ending.value,
        "largest": {
            colour: [table.seats[seat] for seat in holders]
            for colour, holders in zip(table.colours, state.largest, strict=False)
        },
    }
    return cast("JsonObject", saved)


def _name_filled(table: Table, values: Iterable[T]) -> dict[str, dict[str, T]]:
    named = name_caravans(table, values)
    return {seat: {colour: value for colour, value in row.items() if value} for seat, row in named.items()}


def load_state(content: JsonObject, board: Board | None = None) -> State:
    """The position that :func:`dump_state` wrote, on ``board`` where it is not one of ours.

    Raises ``KeyError`` or ``ValueError`` for a position that was not written by us.
    """
    saved = cast("SavedState", content)
    table = Table(
        EDITIONS[saved["edition"]],
        tuple(saved["options"].items()),
        tuple(saved["seats"]),
        board or find_board(saved["board"], len(saved["seats"])),
    )
    grid, colours, seats = table.board.grid, table.colours, table.seats
    index_of = grid.index_of
    values = [0] * (grid.columns * grid.stride)
    for name, value in saved["water"].items():
        values[index_of[name]] = value or 0
    caravans = [(seat, colour) for seat in seats for colour in colours]
    place_of = {"": NOWHERE, _BOX: BOXED, **index_of}
    camels = [grid.mask_of(saved["camels"][seat].get(colour, ())) for seat, colour in caravans]
    areas = tuple(
        Area(table.number_of[area["seat"]], colours.index(area["colour"]), grid.mask_of(area["hexes"]), area["points"])
        for area in saved["areas"]
    )
    crossed = 0
    for seat, crossing in saved.get("crossed", {}).items():
        crossed |= sum(1 << caravans.index((seat, colour)) for colour in crossing)
    return State(
        table=table,
        phase=Phase(saved["phase"]),
        on_move=table.number_of[saved["on_move"] or seats[0]],
        left=saved["left"],
        moves=saved["moves"],
        oases=grid.mask_of(saved["oases"]),
        water=grid.mask_of(saved["water"]),
        values=tuple(values),
        supply=tuple(saved["supply"][colour] for colour in colours),
        leaders=tuple(place_of[saved["leaders"][seat].get(colour, "")] for seat, colour in caravans),
        camels=tuple(camels),
        reach=tuple(map(grid.grow, camels)),
        linked=tuple(grid.mask_of(saved["linked"][seat].get(colour, ())) for seat, colour in caravans),
        occupied=reduce(or_, camels),
        closed=reduce(or_, (area.hexes for area in areas), 0),
        areas=areas,
        taken=tuple(WaterTokens(*saved["taken"][seat]) for seat in seats),
        crossed=crossed,
        trail=tuple(
            PlacedCamel(caravans.index((seat, colour)), index_of[name], points)
            for seat, colour, name, points in cast("Sequence[tuple[str, str, str, int]]", saved.get("trail", ()))
        ),
        ending=None if saved["ending"] is None else EndReason(saved["ending"]),
        largest=tuple(tuple(table.number_of[seat] for seat in saved["largest"][colour]) for colour in saved["largest"]),
    )
