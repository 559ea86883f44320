"""Drawings in CASE files: what they show, whether it fits the board, where a state differs; and boards drawn."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TypedDict

from adjudicator.core.notation import Mismatch, PositionError, PositionFault
from adjudicator.kit.words import join_words
from adjudicator.rules.through_the_desert.board import AROUND, Board, lay_grid, locate, name_spot
from adjudicator.rules.through_the_desert.boards import LETTERS, Cell, Complaint, DrawingError, find_columns, read_cells
from adjudicator.rules.through_the_desert.mail.reasons import find_owner
from adjudicator.rules.through_the_desert.picture import PAINTS, letter_seats
from adjudicator.rules.through_the_desert.state import State

_RIVER = re.compile(r"\s*river:", re.IGNORECASE)
_WRITTEN_WORD = re.compile(r"[^\s,]+")
_SIDE = re.compile(r"(?P<one>[A-Z]\d{1,2})-(?P<other>[A-Z]\d{1,2})")
_CELL = re.compile(
    r"(?P<open>\[)?(?P<colour>[A-Z])(?P<seat>[a-z])(?P<leader>\*)?(?(open)\])"
    r"|:(?P<closer>[a-z])(?P<owner>[a-z]):"
    r"|&(?P<oasis>[a-z]\d+)?&"
    r"|(?P<free>[a-z]\d+)?~(?P<water>[1-9?])"
    r"|(?P<mountain>\^+)"
    r"|(?P<name>[a-z]\d+)|\."
)

DRAWN = "drawn"
"""The name of a board that consists of what its drawing shows."""


class DrawnCamel(TypedDict):
    """One camel on the board; ``leader`` is the one with a rider."""

    hex: str
    colour: str
    seat: str
    leader: bool


@dataclass
class DrawnPosition:
    """The position in a drawing, in the terms of a view.

    ``closed`` has colour and seat for each closed hex without an oasis; ``hexes`` are all the playable ones that were
    drawn, ``newest`` the bracketed ones, ``river`` the sides (``D9-E9``) that are listed below.
    """

    hexes: list[str] = field(default_factory=list)
    mountains: list[str] = field(default_factory=list)
    oases: list[str] = field(default_factory=list)
    water: dict[str, int | None] = field(default_factory=dict)
    camels: list[DrawnCamel] = field(default_factory=list)
    closed: dict[str, tuple[str, str]] = field(default_factory=dict)
    newest: set[str] = field(default_factory=set)
    river: list[str] = field(default_factory=list)


def read_text(text: str, colours: Iterable[str], seats: Iterable[str]) -> DrawnPosition:
    """The position drawn in ``text``, for the ``colours`` of an edition and the ``seats`` in table order.

    Of what stands below the map the lines that begin with ``river:`` are read, and nothing else. Raises
    :class:`DrawingError` that names every spot which was not understood.
    """
    colour_of = {PAINTS[colour].letter: colour for colour in colours}
    seat_of = {letter: seat for seat, letter in letter_seats(seats).items()}
    drawn, problems = DrawnPosition(), []
    columns, rows = _split(text)
    for cell in read_cells(columns, rows):
        if isinstance(cell, Complaint):
            problems.append(cell)
            continue
        fault = _read_cell(cell, drawn, colour_of, seat_of)
        if fault:
            problems.append(Complaint(cell.line, cell.column, fault))
    problems += _read_river(text, drawn)
    if not columns:
        problems.append(Complaint(1, 1, "a drawing begins with two lines of column letters: B D F ..., then A C E ..."))
    if problems:
        raise DrawingError(problems)
    return drawn


def _split(text: str) -> tuple[dict[int, int], list[tuple[int, str]]]:
    """Which board column each character column heads, and the lines of the rows with their line numbers."""
    lines = list(enumerate(text.splitlines(), 1))
    first = next((index for index, (_, line) in enumerate(lines) if line.strip()), 0)
    heads = list(takewhile(lambda numbered: LETTERS.fullmatch(numbered[1]), lines[first:]))
    rows = takewhile(lambda row: row[1].strip() and not LETTERS.fullmatch(row[1]), lines[first + len(heads) :])
    return find_columns(line for _, line in heads), list(rows)


def _read_river(text: str, drawn: DrawnPosition) -> Iterator[Complaint]:
    """Notes the sides that ``text`` lists; complains of what is none."""
    for number, line in enumerate(text.splitlines(), 1):
        head = _RIVER.match(line)
        for word in _WRITTEN_WORD.finditer(line, head.end()) if head else ():
            side = _SIDE.fullmatch(word[0].upper())
            if side is None or not _touch(side["one"], side["other"]):
                says = f"{word[0]} is not a side between two hexes; write it as D9-E9"
                yield Complaint(number, word.start() + 1, says)
            else:
                drawn.river.append(f"{side['one']}-{side['other']}")


def _touch(one: str, other: str) -> bool:
    here, there = locate(one), locate(other)
    return (there.x - here.x, there.height - here.height) in AROUND


def _read_cell(cell: Cell, drawn: DrawnPosition, colour_of: Mapping[str, str], seat_of: Mapping[str, str]) -> str:
    """Writes down what ``cell`` says of its hex, or tells what is wrong with it."""
    name, read = name_spot(cell.spot), _CELL.fullmatch(cell.text)
    if read is None:
        return f"{cell.text} is not a mark of a board"
    said = read["oasis"] or read["free"] or read["name"]
    if said and said.upper() != name:
        return f"{cell.text} stands where {name} is"
    colour, seat = read["colour"] or read["closer"], read["seat"] or read["owner"]
    if colour and colour.upper() not in colour_of:
        return f"{cell.text}: no colour has the letter {colour.upper()}; there are {join_words(colour_of)}"
    if seat and seat not in seat_of:
        return f"{cell.text}: no seat has the letter {seat}; there are {join_words(seat_of)}"
    (drawn.mountains if read["mountain"] else drawn.hexes).append(name)
    if read["colour"]:
        owner, leader = seat_of[seat], bool(read["leader"])
        drawn.camels.append({"hex": name, "colour": colour_of[colour], "seat": owner, "leader": leader})
    if read["open"]:
        drawn.newest.add(name)
    if read["closer"]:
        drawn.closed[name] = colour_of[colour.upper()], seat_of[seat]
    if read[0].startswith("&"):
        drawn.oases.append(name)
    if read["water"]:
        drawn.water[name] = None if read["water"] == "?" else int(read["water"])
    return ""


def read_drawing(text: str | None, colours: Sequence[str], seats: Sequence[str]) -> DrawnPosition:
    """What ``text`` shows; nothing where there is none.

    Raises :class:`PositionError` with a fault for every spot that was not understood.
    """
    try:
        return DrawnPosition() if text is None else read_text(text, colours, seats)
    except DrawingError as error:
        raise PositionError(
            [PositionFault(("text",), says, line, column) for line, column, says in error.complaints]
        ) from error


def make_board(drawn: DrawnPosition, river: Sequence[str]) -> Board:
    """The board whose only hexes are those drawn; water and oases are its pools and palm spaces.

    ``river`` has the sides along which a river runs. Raises :class:`PositionError` for a drawing without hexes, and for
    what is not a side between two of them.
    """
    if not drawn.hexes:
        raise PositionError([PositionFault(("text",), "the drawing shows no hex that a camel could stand on")])
    grid = lay_grid(drawn.hexes)
    sides = [tuple(side.upper().split("-")) for side in river]
    faults = [
        PositionFault(("river", number), f"{side} is not a side between two hexes of the drawing")
        for number, (side, (one, other)) in enumerate(zip(river, sides, strict=True))
        if not grid.neighbours[grid.index_of.get(one, -1)] >> grid.index_of.get(other, 0) & 1
    ]
    if faults:
        raise PositionError(faults)
    return Board(
        name=DRAWN,
        title="A board drawn for a case",
        origin="Drawn in a CASE file.",
        grid=grid,
        mountains=tuple(drawn.mountains),
        pools=grid.mask_of(drawn.water),
        palms=grid.mask_of(drawn.oases),
        river=tuple((one, other) for one, other in sides),
    )


def find_misfits(drawn: DrawnPosition, board: Board) -> Iterator[PositionFault]:
    """Where the drawing contradicts the board that it is a part of."""
    for name in drawn.hexes:
        if name not in board.grid.index_of:
            what = "a mountain" if name in board.mountains else "not a hex"
            yield PositionFault(("text",), f"{name} is drawn as a hex, but it is {what} of this board")
    for name in drawn.mountains:
        if name not in board.mountains:
            yield PositionFault(("text",), f"{name} is drawn as a mountain, but there is none on this board")


def compare_drawing(state: State, drawn: DrawnPosition) -> Iterator[Mismatch]:
    """Hex by hex, in words."""
    said = dict.fromkeys(drawn.hexes, "free")
    said |= {name: f"closed by {seat}'s {colour} caravan" for name, (colour, seat) in drawn.closed.items()}
    said |= dict.fromkeys(drawn.oases, "an oasis")
    said |= {name: "water" if value is None else f"water worth {value}" for name, value in drawn.water.items()}
    for camel in drawn.camels:
        said[camel["hex"]] = f"{camel['seat']}'s {camel['colour']} {'leader' if camel['leader'] else 'camel'}"
    for name, words in said.items():
        got = _describe_hex(state, name)
        if got != words and not (words == "water" and got.startswith("water")):
            yield Mismatch(("text",), name, words, got)


def _describe_hex(state: State, name: str) -> str:
    index = state.table.board.grid.index_of[name]
    spot = 1 << index
    if state.occupied & spot:
        owner, piece = find_owner(state, index)
        return f"{owner}'s {piece}"
    if state.oases & spot:
        return "an oasis"
    for area in state.areas:
        if area.hexes & spot:
            return f"closed by {state.table.seats[area.seat]}'s {state.table.colours[area.colour]} caravan"
    worth = f" worth {state.values[index]}" if state.values[index] else ""
    return f"water{worth}" if state.water & spot else "free"
