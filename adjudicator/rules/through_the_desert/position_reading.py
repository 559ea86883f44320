"""From a sparse, free position to a state. Whether the rules could lead there is nobody's question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from adjudicator.core.bench import Fault, Path, PositionError
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Setting
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.through_the_desert.boards.shelf import load_board
from adjudicator.rules.through_the_desert.picture.reading import Drawn
from adjudicator.rules.through_the_desert.play import begin_move
from adjudicator.rules.through_the_desert.position_drawing import DRAWN, find_misfits, make_board, read_drawing
from adjudicator.rules.through_the_desert.position_names import Written, as_written, find_wrong_names
from adjudicator.rules.through_the_desert.saved import SavedArea, SavedState, load_state
from adjudicator.rules.through_the_desert.state import Phase, State, Table, count_leader_moves, lay_table

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
    water: dict[str, int] = field(default_factory=dict)
    areas: list[SavedArea] = field(default_factory=list)
    spots: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def hold(self, name: str, what: str, path: Path) -> bool:
        """Note that ``what`` holds the hex; a fault where something else does."""
        other = self.spots.setdefault(name, what)
        if other is not what:
            self.faults.append(Fault(path, f"{name} holds {other} and {what}"))
        return other is what

    def put_leader(self, caravan: _Caravan, name: str, path: Path) -> None:
        if caravan in self.leaders:
            self.faults.append(Fault(path, f"{caravan[0]}'s {caravan[1]} leader stands on {self.leaders[caravan]} too"))
        elif self.hold(name, f"{caravan[0]}'s {caravan[1]} leader", path):
            self.leaders[caravan] = name

    def put_camel(self, caravan: _Caravan, name: str, path: Path) -> None:
        if self.hold(name, f"{caravan[0]}'s {caravan[1]} camel", path):
            self.camels.setdefault(caravan, []).append(name)

    def put_oasis(self, name: str, path: Path) -> None:
        if self.hold(name, "an oasis", path):
            self.oases.append(name)

    def put_water(self, name: str, value: int, path: Path) -> None:
        if self.hold(name, "a water token", path):
            self.water[name] = value

    def list_caravan(self, caravan: _Caravan) -> list[str]:
        """All hexes of a caravan, its leader's first."""
        leader = self.leaders.get(caravan)
        return [*([leader] if leader else []), *self.camels.get(caravan, ())]


def read_position(content: JsonObject, setting: Setting) -> State:
    """The state that ``content`` describes. Raises :class:`PositionError`."""
    written = as_written(content)
    table, drawn = _lay_table(written, setting)
    faults = [
        Fault((key,), f"{key} belongs to what is expected, not to a position") for key in _ONLY_AFTER if key in written
    ]
    faults += find_wrong_names(written, table)
    if drawn is not None:
        faults += find_misfits(drawn, table.board)
    if faults:
        raise PositionError(faults)
    pieces = _gather(written, drawn)
    if not pieces.faults:
        pieces.faults += _close_areas(pieces, written, drawn, table)
    supply = _count_supply(pieces, written, table)
    if pieces.faults:
        raise PositionError(pieces.faults)
    return _build(written, table, pieces, supply)


def _lay_table(written: Written, setting: Setting) -> tuple[Table, Drawn | None]:
    board = load_board(written["board"]) if written.get("board", DRAWN) != DRAWN else None
    table = lay_table(setting, board)
    drawn = read_drawing(written["text"], table.colours, table.seats) if "text" in written else None
    if written.get("board") == DRAWN:
        if drawn is None:
            raise PositionError([Fault(("board",), "the board is said to be drawn, but there is no drawing (text)")])
        table = lay_table(setting, make_board(drawn))
    return table, drawn


def _gather(written: Written, drawn: Drawn | None) -> _Pieces:
    pieces = _Pieces()
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
            pieces.put_water(name.upper(), lying, ("water", name))
    return pieces


def _gather_drawn(pieces: _Pieces, drawn: Drawn) -> None:
    for camel in drawn.camels:
        put = pieces.put_leader if camel["leader"] else pieces.put_camel
        put((camel["seat"], camel["colour"]), camel["hex"], ("text",))
    for name in drawn.oases:
        pieces.put_oasis(name, ("text",))
    for name, value in drawn.water.items():
        if value is None:
            pieces.faults.append(Fault(("text",), f"{name} is drawn as water of no value; write ~1, ~2 or ~3"))
        else:
            pieces.put_water(name, value, ("text",))


def _close_areas(pieces: _Pieces, written: Written, drawn: Drawn | None, table: Table) -> Iterator[Fault]:
    """Put down the areas listed and drawn; yields faults where camels stand in them, or they are not closed."""
    grid, oases = table.board.grid, table.board.grid.mask_of(pieces.oases)
    occupied = grid.mask_of(name for name, what in pieces.spots.items() if what.endswith(("leader", "camel")))

    def put(seat: str, colour: str, mask: int, points: int | None) -> None:
        counted = (mask & ~oases).bit_count() * table.edition.hex_points if points is None else points
        pieces.areas.append({"seat": seat, "colour": colour, "hexes": grid.names_of(mask), "points": counted})

    for number, area in enumerate(written.get("areas", ())):
        mask = grid.mask_of(name.upper() for name in area["hexes"])
        put(area["seat"], area["colour"], mask, area.get("points"))
        for name in grid.names_of(mask & occupied):
            yield Fault(("areas", number), f"{name} is said to be closed and holds {pieces.spots[name]}")
    left = dict(drawn.closed) if drawn is not None else {}
    while drawn is not None and left:
        name, (colour, seat) = next(iter(left.items()))
        caravan = grid.mask_of(pieces.list_caravan((seat, colour)))
        mask = grid.flood(grid.mask_of([name]), grid.field & ~caravan)
        if mask & occupied:
            met = grid.names_of(mask & occupied)[0]
            yield Fault(("text",), f"{name} is drawn as closed, but {pieces.spots[met]} on {met} is not shut out")
            return
        inside = grid.names_of(mask)
        for other in inside:
            if other in drawn.hexes and left.get(other) != (colour, seat) and other not in pieces.oases:
                yield Fault(("text",), f"{other} lies in the same area as {name} and is not drawn as closed")
        left = {other: owner for other, owner in left.items() if other not in inside}
        put(seat, colour, mask, None)


def _count_supply(pieces: _Pieces, written: Written, table: Table) -> dict[str, int]:
    """What is written, or else the camels of the edition less those that stand without a rider."""
    supply = dict.fromkeys(table.colours, table.edition.camels[len(table.seats)])
    for (_, colour), names in pieces.camels.items():
        supply[colour] -= len(names)
    supply |= written.get("supply", {})
    for colour, left in supply.items():
        if left < 0:
            pieces.faults.append(Fault((), f"there are {-left} more {colour} camels than the edition has"))
    return supply


def _build(written: Written, table: Table, pieces: _Pieces, supply: Mapping[str, int]) -> State:
    phase = Phase(written.get("phase", Phase.CAMELS.value))
    moves = _count_moves(written, table, pieces, phase)
    saved: SavedState = {
        "edition": table.edition.name,
        "options": dict(table.options),
        "board": table.board.name,
        "seats": table.seats,
        "phase": phase.value,
        "on_move": table.seats[moves % len(table.seats)],
        "left": 1,
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
        "ending": None,
        "largest": {},
    }
    state = load_state(cast("JsonObject", saved), table.board)
    if phase is Phase.CAMELS:
        state = begin_move(state)
    return state._replace(left=written.get("left", state.left))


def _place_leaders(seat: str, written: Written, table: Table, pieces: _Pieces, phase: Phase) -> dict[str, str]:
    """Where each leader is; one that is not named plays no part once camels are placed, and is in hand before."""
    places: dict[str, str] = {}
    for colour in table.colours:
        if (seat, colour) in pieces.leaders:
            places[colour] = pieces.leaders[seat, colour]
        elif phase is Phase.CAMELS or written.get("returned", {}).get(seat) == colour:
            places[colour] = _BOX
    return places


def _list_linked(caravan: _Caravan, written: Written, table: Table, pieces: _Pieces) -> list[str]:
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
    return [grid.names[index] for index in list_bits(near & grid.mask_of(pieces.oases))]


def _count_moves(written: Written, table: Table, pieces: _Pieces, phase: Phase) -> int:
    """How many moves were made before: as many as it takes at least, so that the seat on move is."""
    seats = len(table.seats)
    if phase is Phase.CAMELS:
        moves = count_leader_moves(table) + (0 if written.get("opening") else seats)
        mover = 0
    else:
        returned = len(written.get("returned", {}))
        chosen = table.option("returned-leaders") == "choice"
        moves = returned if phase is Phase.RETURNS else len(pieces.leaders) + (seats if chosen and returned else 0)
        mover = moves % seats
    if "mover" in written:
        mover = table.seats.index(written["mover"])
    return moves + (mover - moves) % seats
