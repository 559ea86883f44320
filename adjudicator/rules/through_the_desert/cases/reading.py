"""From a sparse, free position to a state. Whether the rules could lead there is nobody's question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import cast

from adjudicator.core.bench import Path, PositionError, PositionFault
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Setting
from adjudicator.kit.hexes import list_hexes
from adjudicator.kit.positions import find_faults
from adjudicator.rules.through_the_desert.boards.reading import load_board
from adjudicator.rules.through_the_desert.cases.drawing import (
    DRAWN,
    DrawnPosition,
    find_misfits,
    make_board,
    read_drawing,
)
from adjudicator.rules.through_the_desert.cases.forms import WrittenPosition, as_written, list_forms
from adjudicator.rules.through_the_desert.editions import EDITIONS
from adjudicator.rules.through_the_desert.saved import NamedArea, SavedState, load_state
from adjudicator.rules.through_the_desert.setup import lay_table
from adjudicator.rules.through_the_desert.state import (
    Phase,
    State,
    Table,
    count_placements,
    find_mover,
)

_Caravan = tuple[str, str]
"""Seat and colour."""
_ONLY_AFTER = ("hand", "tokens")
_BOX = "box"


@dataclass(slots=True)
class _Pieces:
    """What stands and lies on the board, from drawing and lists together. ``spots`` says what holds each hex."""

    leaders: dict[_Caravan, str] = field(default_factory=dict)
    camels: dict[_Caravan, list[str]] = field(default_factory=dict)
    oases: list[str] = field(default_factory=list)
    water: dict[str, int | None] = field(default_factory=dict)
    areas: list[NamedArea] = field(default_factory=list)
    spots: dict[str, str] = field(default_factory=dict)
    faults: list[PositionFault] = field(default_factory=list)
    face_down: bool = False
    """Whether water lies face down in this game."""

    def hold(self, name: str, what: str, path: Path) -> bool:
        """Note that ``what`` holds the hex; a fault where something else does."""
        other = self.spots.setdefault(name, what)
        if other is not what:
            self.faults.append(PositionFault(path, f"{name} holds {other} and {what}"))
        return other is what

    def put_leader(self, caravan: _Caravan, name: str, path: Path) -> None:
        if caravan in self.leaders:
            self.faults.append(
                PositionFault(path, f"{caravan[0]}'s {caravan[1]} leader stands on {self.leaders[caravan]} too")
            )
        elif self.hold(name, f"{caravan[0]}'s {caravan[1]} leader", path):
            self.leaders[caravan] = name

    def put_camel(self, caravan: _Caravan, name: str, path: Path) -> None:
        if self.hold(name, f"{caravan[0]}'s {caravan[1]} camel", path):
            self.camels.setdefault(caravan, []).append(name)

    def put_oasis(self, name: str, path: Path) -> None:
        if self.hold(name, "an oasis", path):
            self.oases.append(name)

    def put_water(self, name: str, value: int | None, path: Path) -> None:
        """``value`` is None for a token that lies face down, as all do in some games and none in the others."""
        if self.face_down != (value is None):
            says = (
                f"{name} holds water worth {value}, but tokens lie face down here; write face-down, or ~? if drawn"
                if self.face_down
                else f"{name} holds water of no value; write 1, 2 or 3, or ~1, ~2 or ~3 if drawn"
            )
            self.faults.append(PositionFault(path, says))
        elif self.hold(name, "a water token", path):
            self.water[name] = value

    def put_area(self, caravan: _Caravan, mask: int, points: int | None, table: Table) -> None:
        """``points`` are counted where they are not written."""
        grid = table.board.grid
        counted = (mask & ~grid.mask_of(self.oases)).bit_count() * table.edition.hex_points
        seat, colour = caravan
        worth = counted if points is None else points
        self.areas.append({"seat": seat, "colour": colour, "hexes": grid.names_of(mask), "points": worth})

    def list_caravan(self, caravan: _Caravan) -> list[str]:
        """All hexes of a caravan, its leader's first."""
        leader = self.leaders.get(caravan)
        return [*([leader] if leader else []), *self.camels.get(caravan, ())]


def read_position(content: JsonObject, setting: Setting) -> State:
    """The state that ``content`` describes. Raises :class:`PositionError`."""
    written = as_written(content)
    table, drawn = _lay_table(written, setting)
    faults = [
        PositionFault((key,), f"{key} belongs to what is expected, not to a position")
        for key in _ONLY_AFTER
        if key in written
    ]
    faults += find_faults(content, list_forms(table))
    if drawn is not None:
        faults += find_misfits(drawn, table.board)
    if faults:
        raise PositionError(faults)
    pieces = _gather(written, drawn, table)
    if not pieces.faults:
        pieces.faults += _close_areas(pieces, written, drawn, table)
    supply = _count_supply(pieces, written, table)
    if pieces.faults:
        raise PositionError(pieces.faults)
    return _build(written, table, pieces, supply)


def _lay_table(written: WrittenPosition, setting: Setting) -> tuple[Table, DrawnPosition | None]:
    drawn = (
        read_drawing(written["text"], EDITIONS[setting.edition].colours, setting.seats) if "text" in written else None
    )
    name = written.get("board")
    if "river" in written and name != DRAWN:
        raise PositionError(
            [PositionFault(("river",), "river belongs to a board that is drawn; others have one of their own")]
        )
    if name == DRAWN and drawn is None:
        raise PositionError(
            [PositionFault(("board",), "the board is said to be drawn, but there is no drawing (text)")]
        )
    board = load_board(name) if name and name != DRAWN else None
    if drawn is not None and name == DRAWN:
        board = make_board(drawn, written.get("river", drawn.river))
    try:
        return lay_table(setting, board), drawn
    except ValueError as error:
        raise PositionError([PositionFault((), str(error))]) from error


def _gather(written: WrittenPosition, drawn: DrawnPosition | None, table: Table) -> _Pieces:
    pieces = _Pieces(face_down=table.face_down)
    if drawn is not None:
        _gather_drawn(pieces, drawn)
    for seat, leaders in written.get("leaders", {}).items():
        for colour, name in leaders.items():
            pieces.put_leader((seat, colour), name.upper(), ("leaders", seat, colour))
    for seat, caravans in written.get("camels", {}).items():
        for colour, names in caravans.items():
            for number, name in enumerate(names):
                pieces.put_camel((seat, colour), name.upper(), ("camels", seat, colour, number))
    for number, name in enumerate(written.get("oases", ())):
        pieces.put_oasis(name.upper(), ("oases", number))
    for name, lying in written.get("water", {}).items():
        if lying is not None:
            pieces.put_water(name.upper(), None if isinstance(lying, str) else lying, ("water", name))
    return pieces


def _gather_drawn(pieces: _Pieces, drawn: DrawnPosition) -> None:
    for camel in drawn.camels:
        put = pieces.put_leader if camel["leader"] else pieces.put_camel
        put((camel["seat"], camel["colour"]), camel["hex"], ("text",))
    for name in drawn.oases:
        pieces.put_oasis(name, ("text",))
    for name, value in drawn.water.items():
        pieces.put_water(name, value, ("text",))


def _close_areas(
    pieces: _Pieces, written: WrittenPosition, drawn: DrawnPosition | None, table: Table
) -> Iterator[PositionFault]:
    """Put down the areas listed and drawn; yields faults where camels stand in them, or they are not closed."""
    occupied = table.board.grid.mask_of(
        name for name, what in pieces.spots.items() if what.endswith(("leader", "camel"))
    )
    for number, area in enumerate(written.get("areas", ())):
        mask = table.board.grid.mask_of(name.upper() for name in area["hexes"])
        pieces.put_area((area["seat"], area["colour"]), mask, area.get("points"), table)
        for name in table.board.grid.names_of(mask & occupied):
            yield PositionFault(("areas", number), f"{name} is said to be closed and holds {pieces.spots[name]}")
    if drawn is not None:
        yield from _close_drawn_areas(pieces, drawn, occupied, table)


def _close_drawn_areas(pieces: _Pieces, drawn: DrawnPosition, occupied: int, table: Table) -> Iterator[PositionFault]:
    """Put down the areas drawn; one that is listed too is there already."""
    grid, left = table.board.grid, dict(drawn.closed)
    listed = 0
    for area in pieces.areas:
        listed |= grid.mask_of(area["hexes"])
        owner = area["colour"], area["seat"]
        for name in area["hexes"]:
            if left.pop(name, owner) != owner:
                yield PositionFault(
                    ("text",), f"{name} is drawn as closed by another caravan than the list of areas says"
                )
    while left:
        name, (colour, seat) = next(iter(left.items()))
        caravan = grid.mask_of(pieces.list_caravan((seat, colour)))
        mask = grid.flood(grid.mask_of([name]), grid.field & ~caravan)
        if mask & occupied:
            met = grid.names_of(mask & occupied)[0]
            yield PositionFault(
                ("text",), f"{name} is drawn as closed, but {pieces.spots[met]} on {met} is not shut out"
            )
            return
        if mask & listed:
            met = grid.names_of(mask & listed)[0]
            yield PositionFault(("text",), f"{name} is drawn as closed, and the area of {met} is listed without it")
            return
        inside = grid.names_of(mask)
        for other in inside:
            if other in drawn.hexes and left.get(other) != (colour, seat) and other not in pieces.oases:
                yield PositionFault(("text",), f"{other} lies in the same area as {name} and is not drawn as closed")
        left = {other: owner for other, owner in left.items() if other not in inside}
        pieces.put_area((seat, colour), mask, None, table)


def _count_supply(pieces: _Pieces, written: WrittenPosition, table: Table) -> dict[str, int]:
    """What is written, or else the camels of the edition less those that stand without a rider."""
    supply = dict.fromkeys(table.colours, table.edition.camels[len(table.seats)])
    for (_, colour), names in pieces.camels.items():
        supply[colour] -= len(names)
    supply |= written.get("supply", {})
    for colour, left in supply.items():
        if left < 0:
            pieces.faults.append(PositionFault((), f"there are {-left} more {colour} camels than the edition has"))
    return supply


def _build(written: WrittenPosition, table: Table, pieces: _Pieces, supply: Mapping[str, int]) -> State:
    phase = Phase(written.get("phase", Phase.CAMELS.value))
    moves = _count_moves(written, table, pieces, phase)
    saved: SavedState = {
        "edition": table.edition.name,
        "options": dict(table.options),
        "board": table.board.name,
        "seats": table.seats,
        "phase": phase.value,
        "on_move": table.seats[find_mover(table, phase, moves)],
        "left": written.get("left", count_placements(table, moves) if phase is Phase.CAMELS else 1),
        "moves": moves,
        "oases": pieces.oases,
        "water": pieces.water,
        "supply": supply,
        "leaders": {seat: _place_leaders(seat, written, table, pieces, phase) for seat in table.seats},
        "camels": {
            seat: {colour: pieces.list_caravan((seat, colour)) for colour in table.colours} for seat in table.seats
        },
        "linked": {
            seat: {colour: _list_linked((seat, colour), written, table, pieces) for colour in table.colours}
            for seat in table.seats
        },
        "areas": pieces.areas,
        "taken": {
            seat: [list(written.get("taken", {}).get(seat, ())).count(value) for value in (1, 2, 3)]
            for seat in table.seats
        },
        "crossed": written.get("crossed", {}),
        "trail": [],
        "ending": None,
        "largest": {},
    }
    return load_state(cast("JsonObject", saved), table.board)


def _place_leaders(seat: str, written: WrittenPosition, table: Table, pieces: _Pieces, phase: Phase) -> dict[str, str]:
    """Where each leader is; one that is not named plays no part once camels are placed, and is in hand before."""
    places: dict[str, str] = {}
    for colour in table.colours:
        if (seat, colour) in pieces.leaders:
            places[colour] = pieces.leaders[seat, colour]
        elif phase is Phase.CAMELS or written.get("returned", {}).get(seat) == colour:
            places[colour] = _BOX
    return places


def _list_linked(caravan: _Caravan, written: WrittenPosition, table: Table, pieces: _Pieces) -> list[str]:
    """The oases that are said to be scored, or else those that the caravan touches or encloses."""
    seat, colour = caravan
    said = written.get("linked", {}).get(seat, {}).get(colour)
    if said is not None:
        return [name.upper() for name in said]
    grid = table.board.grid
    near = grid.grow(grid.mask_of(pieces.list_caravan(caravan)))
    for area in pieces.areas:
        if (area["seat"], area["colour"]) == caravan:
            near |= grid.mask_of(area["hexes"])
    return [grid.names[index] for index in list_hexes(near & grid.mask_of(pieces.oases))]


def _count_moves(written: WrittenPosition, table: Table, pieces: _Pieces, phase: Phase) -> int:
    """How many moves were made before: as many as it takes at least, so that the seat on move is."""
    seats = len(table.seats)
    if phase is Phase.CAMELS:
        moves = table.leader_moves + (0 if written.get("opening") else seats)
        mover = 0
    else:
        returned = len(written.get("returned", {}))
        moves = (
            returned
            if phase is Phase.RETURNS
            else len(pieces.leaders) + (seats if table.returns_chosen and returned else 0)
        )
        mover = find_mover(table, phase, moves)
    if "mover" in written:
        mover = table.number_of[written["mover"]]
    return next(number for number in count(moves) if find_mover(table, phase, number) == mover)
