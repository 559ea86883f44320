"""Positions and actions of CASE files: from a sparse, free position to a state, and from a state to what differs.

Whether the rules could lead to a position is nobody's question.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, product
from typing import NamedTuple, cast

from adjudicator.core.json_value import JsonObject
from adjudicator.core.notation import ActionTextError, Mismatch, Path, PositionError, PositionFault
from adjudicator.core.order import START, Order
from adjudicator.core.table import Setting
from adjudicator.kit.positions import Forms, find_faults, find_mismatches
from adjudicator.rules.through_the_desert.boards import load_board
from adjudicator.rules.through_the_desert.cases import drawing
from adjudicator.rules.through_the_desert.cases.forms import WrittenPosition, as_written, describe_state, list_forms
from adjudicator.rules.through_the_desert.editions import EDITIONS
from adjudicator.rules.through_the_desert.legal import Action
from adjudicator.rules.through_the_desert.mail.reasons import explain
from adjudicator.rules.through_the_desert.saved import NamedArea, SavedState, load_state, name_caravans
from adjudicator.rules.through_the_desert.setup import lay_table
from adjudicator.rules.through_the_desert.state import Phase, State, Table, count_placements, find_mover
from adjudicator.rules.through_the_desert.written import KEYS, read_order

_Caravan = tuple[str, str]
"""Seat and colour."""
_ONLY_BEFORE = ("board", "opening", "river")
"""What is laid out, and not to be expected of a position."""
_ONLY_AFTER = ("hand", "tokens")
_BOX = "box"
_TEXT: Path = ("text",)


class _Piece(NamedTuple):
    """A ``leader``, a ``camel``, ``an oasis`` or ``a water token``, its hex, and where the position says so.

    ``value`` is None for a token that lies face down.
    """

    kind: str
    hex: str
    path: Path
    caravan: _Caravan = ("", "")
    value: int | None = None

    @property
    def what(self) -> str:
        """The piece in words."""
        return f"{self.caravan[0]}'s {self.caravan[1]} {self.kind}" if self.caravan[0] else self.kind


@dataclass(slots=True)
class _Pieces:
    """What stands and lies on the board, from drawing and lists together. ``spots`` says what holds each hex."""

    table: Table
    leaders: dict[_Caravan, str] = field(default_factory=dict)
    camels: dict[_Caravan, list[str]] = field(default_factory=dict)
    oases: list[str] = field(default_factory=list)
    water: dict[str, int | None] = field(default_factory=dict)
    areas: list[NamedArea] = field(default_factory=list)
    spots: dict[str, str] = field(default_factory=dict)

    def put(self, piece: _Piece) -> str:
        """Note a piece; what is wrong with it, where something is."""
        name, face_down = piece.hex.upper(), self.table.face_down
        if piece.kind == "leader" and piece.caravan in self.leaders:
            return f"{piece.what} stands on {self.leaders[piece.caravan]} too"
        if piece.kind == "a water token" and face_down != (piece.value is None):
            if face_down:
                worth = f"water worth {piece.value}, but tokens lie face down here"
                return f"{name} holds {worth}; write face-down, or ~? if drawn"
            return f"{name} holds water of no value; write 1, 2 or 3, or ~1, ~2 or ~3 if drawn"
        if name in self.spots:
            return f"{name} holds {self.spots[name]} and {piece.what}"
        self.spots[name] = piece.what
        match piece.kind:
            case "leader":
                self.leaders[piece.caravan] = name
            case "camel":
                self.camels.setdefault(piece.caravan, []).append(name)
            case "an oasis":
                self.oases.append(name)
            case _:
                self.water[name] = piece.value
        return ""

    def put_area(self, caravan: _Caravan, mask: int, points: int | None = None) -> None:
        """``points`` are counted where they are not written."""
        grid, (seat, colour) = self.table.board.grid, caravan
        if points is None:
            points = (mask & ~grid.mask_of(self.oases)).bit_count() * self.table.edition.hex_points
        self.areas.append({"seat": seat, "colour": colour, "hexes": grid.names_of(mask), "points": points})

    def list_caravan(self, caravan: _Caravan) -> list[str]:
        """All hexes of a caravan, its leader's first."""
        leader = self.leaders.get(caravan)
        return [*([leader] if leader else []), *self.camels.get(caravan, ())]


def _lay_table(written: WrittenPosition, drawn: drawing.DrawnPosition, setting: Setting) -> Table:
    """The table of ``setting``, with the board that is named or drawn where one is."""
    name, board = written.get("board"), None
    if "river" in written and name != drawing.DRAWN:
        says = "river belongs to a board that is drawn; others have one of their own"
        raise PositionError([PositionFault(("river",), says)])
    if name == drawing.DRAWN:
        if "text" not in written:
            says = "the board is said to be drawn, but there is no drawing (text)"
            raise PositionError([PositionFault(("board",), says)])
        board = drawing.make_board(drawn, written.get("river", drawn.river))
    elif name:
        board = load_board(name)
    try:
        return lay_table(setting, board)
    except ValueError as error:
        raise PositionError([PositionFault((), str(error))]) from error


def _list_drawn(drawn: drawing.DrawnPosition) -> Iterator[_Piece]:
    for camel in drawn.camels:
        kind = "leader" if camel["leader"] else "camel"
        yield _Piece(kind, camel["hex"], _TEXT, (camel["seat"], camel["colour"]))
    yield from (_Piece("an oasis", name, _TEXT) for name in drawn.oases)
    yield from (_Piece("a water token", name, _TEXT, value=value) for name, value in drawn.water.items())


def _list_written(written: WrittenPosition) -> Iterator[_Piece]:
    for seat, leaders in written.get("leaders", {}).items():
        for colour, name in leaders.items():
            yield _Piece("leader", name, ("leaders", seat, colour), (seat, colour))
    for seat, caravans in written.get("camels", {}).items():
        for colour, names in caravans.items():
            for number, name in enumerate(names):
                yield _Piece("camel", name, ("camels", seat, colour, number), (seat, colour))
    for number, name in enumerate(written.get("oases", ())):
        yield _Piece("an oasis", name, ("oases", number))
    for name, lying in written.get("water", {}).items():
        if lying is not None:
            yield _Piece("a water token", name, ("water", name), value=None if isinstance(lying, str) else lying)


def _close_areas(pieces: _Pieces, written: WrittenPosition, drawn: drawing.DrawnPosition) -> Iterator[PositionFault]:
    """Put down the areas listed and drawn; yields faults where camels stand in them, or they are not closed."""
    grid, spots = pieces.table.board.grid, pieces.spots
    occupied = grid.mask_of(name for name, what in spots.items() if what.endswith(("leader", "camel")))
    for number, area in enumerate(written.get("areas", ())):
        mask = grid.mask_of(name.upper() for name in area["hexes"])
        pieces.put_area((area["seat"], area["colour"]), mask, area.get("points"))
        for name in grid.names_of(mask & occupied):
            yield PositionFault(("areas", number), f"{name} is said to be closed and holds {spots[name]}")
    yield from (PositionFault(_TEXT, says) for says in _close_drawn_areas(pieces, drawn, occupied))


def _close_drawn_areas(pieces: _Pieces, drawn: drawing.DrawnPosition, occupied: int) -> Iterator[str]:
    """Put down the areas drawn, one that is listed too is there already; yields what is wrong with them."""
    grid, left, listed = pieces.table.board.grid, dict(drawn.closed), 0
    for area in pieces.areas:
        listed |= grid.mask_of(area["hexes"])
        owner = area["colour"], area["seat"]
        for name in area["hexes"]:
            if left.pop(name, owner) != owner:
                yield f"{name} is drawn as closed by another caravan than the list of areas says"
    while left:
        name, (colour, seat) = next(iter(left.items()))
        caravan = grid.mask_of(pieces.list_caravan((seat, colour)))
        mask = grid.flood(grid.mask_of([name]), grid.field & ~caravan)
        if mask & occupied:
            met = grid.names_of(mask & occupied)[0]
            yield f"{name} is drawn as closed, but {pieces.spots[met]} on {met} is not shut out"
            return
        if mask & listed:
            met = grid.names_of(mask & listed)[0]
            yield f"{name} is drawn as closed, and the area of {met} is listed without it"
            return
        inside = grid.names_of(mask)
        for other in inside:
            if other in drawn.hexes and left.get(other) != (colour, seat) and other not in pieces.oases:
                yield f"{other} lies in the same area as {name} and is not drawn as closed"
        left = {other: owner for other, owner in left.items() if other not in inside}
        pieces.put_area((seat, colour), mask)


def _count_supply(pieces: _Pieces, written: WrittenPosition) -> dict[str, int]:
    """What is written, or else the camels of the edition less those that stand without a rider."""
    table = pieces.table
    supply = dict.fromkeys(table.colours, table.edition.camels[len(table.seats)])
    for (_, colour), names in pieces.camels.items():
        supply[colour] -= len(names)
    return {**supply, **written.get("supply", {})}


def _build(written: WrittenPosition, pieces: _Pieces, supply: Mapping[str, int]) -> State:
    table, phase = pieces.table, Phase(written.get("phase", Phase.CAMELS.value))
    moves, caravans = _count_moves(written, pieces, phase), list(product(table.seats, table.colours))
    taken = written.get("taken", {})
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
        "leaders": name_caravans(table, [_place_leader(caravan, written, pieces, phase) for caravan in caravans]),
        "camels": name_caravans(table, map(pieces.list_caravan, caravans)),
        "linked": name_caravans(table, [_list_linked(caravan, written, pieces) for caravan in caravans]),
        "areas": pieces.areas,
        "taken": {seat: [list(taken.get(seat, ())).count(value) for value in (1, 2, 3)] for seat in table.seats},
        "crossed": written.get("crossed", {}),
        "trail": [],
        "ending": None,
        "largest": {},
    }
    return load_state(cast("JsonObject", saved), table.board)


def _place_leader(caravan: _Caravan, written: WrittenPosition, pieces: _Pieces, phase: Phase) -> str:
    """Where a leader is; one that is not named plays no part once camels are placed, and is in hand before."""
    seat, colour = caravan
    away = phase is Phase.CAMELS or written.get("returned", {}).get(seat) == colour
    return pieces.leaders.get(caravan, _BOX if away else "")


def _list_linked(caravan: _Caravan, written: WrittenPosition, pieces: _Pieces) -> list[str]:
    """The oases that are said to be scored, or else those that the caravan touches or encloses."""
    seat, colour = caravan
    said = written.get("linked", {}).get(seat, {}).get(colour)
    if said is not None:
        return [name.upper() for name in said]
    grid = pieces.table.board.grid
    near = grid.grow(grid.mask_of(pieces.list_caravan(caravan)))
    for area in pieces.areas:
        if (area["seat"], area["colour"]) == caravan:
            near |= grid.mask_of(area["hexes"])
    return grid.names_of(near & grid.mask_of(pieces.oases))


def _count_moves(written: WrittenPosition, pieces: _Pieces, phase: Phase) -> int:
    """How many moves were made before: as many as it takes at least, so that the seat on move is."""
    table, returned = pieces.table, len(written.get("returned", {}))
    if phase is Phase.CAMELS:
        moves = table.leader_moves + (0 if written.get("opening") else len(table.seats))
    elif phase is Phase.RETURNS:
        moves = returned
    else:
        moves = len(pieces.leaders) + (len(table.seats) if table.returns_chosen and returned else 0)
    mover = table.number_of[written["mover"]] if "mover" in written else find_mover(table, phase, moves)
    return next(number for number in count(moves) if find_mover(table, phase, number) == mover)


def _check_parts(
    content: JsonObject, misplaced: Mapping[str, str], forms: Forms, drawn: drawing.DrawnPosition, table: Table
) -> None:
    """Raises :class:`PositionError` for parts that are ``misplaced``, not understood, or drawn on another board."""
    faults = [PositionFault((key,), says) for key, says in misplaced.items() if key in content]
    faults += [*find_faults(content, forms), *drawing.find_misfits(drawn, table.board)]
    if faults:
        raise PositionError(faults)


class DesertCases:
    """See :class:`adjudicator.core.notation.CaseNotation`. The schema ``position`` describes every key."""

    def read_position(self, content: JsonObject, setting: Setting) -> State:
        """The position; unnamed hexes are free, and leaders that are not named play no part."""
        written = as_written(content)
        drawn = drawing.read_drawing(written.get("text"), EDITIONS[setting.edition].colours, setting.seats)
        table = _lay_table(written, drawn, setting)
        misplaced = {key: f"{key} belongs to what is expected, not to a position" for key in _ONLY_AFTER}
        _check_parts(content, misplaced, list_forms(table), drawn, table)
        pieces, faults = _Pieces(table), list[PositionFault]()
        for piece in (*_list_drawn(drawn), *_list_written(written)):
            if says := pieces.put(piece):
                faults.append(PositionFault(piece.path, says))
        if not faults:
            faults += _close_areas(pieces, written, drawn)
        supply = _count_supply(pieces, written)
        for colour, left in supply.items():
            if left < 0:
                faults.append(PositionFault((), f"there are {-left} more {colour} camels than the edition has"))
        if faults:
            raise PositionError(faults)
        return _build(written, pieces, supply)

    def compare(self, state: State, expected: JsonObject) -> Sequence[Mismatch]:
        """Where the position differs from a drawing and from lists."""
        written, table = as_written(expected), state.table
        forms = list_forms(table, state.oases)
        drawn = drawing.read_drawing(written.get("text"), table.colours, table.seats)
        misplaced = {key: f"{key} belongs to a position, not to what is expected" for key in _ONLY_BEFORE}
        _check_parts(expected, misplaced, forms, drawn, table)
        listed = {key: part for key, part in expected.items() if key != "text"}
        found = find_mismatches(listed, describe_state(state, written), forms)
        return [*found, *drawing.compare_drawing(state, drawn)]

    def read_action(self, state: State, text: str) -> Action:
        """The action behind ``place pink D9``, ``leader pink D9`` or ``return pink``."""
        key, _, rest = text.partition(" ")
        if key not in KEYS:
            raise ActionTextError("not-understood")
        reading = read_order(state.table, Order(key, rest, None, START, (START,)))
        if reading.faults:
            raise ActionTextError(reading.faults[0].kind.value)
        if len(reading.alternatives) > 1:
            raise ActionTextError("not-understood")
        return reading.alternatives[0].action

    def explain(self, state: State, seat: str, action: Action) -> str:
        """The code of the reason."""
        return explain(state, state.table.number_of[seat], action)[0]
