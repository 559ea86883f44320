"""A board in characters, taken apart: which column each letter heads, and at which hex each cell stands;
and read back: the position that :func:`draw_text` or a person has drawn.

A drawing may show a part of a board only, and need not fill every cell: ``.`` stands for a free hex, ``~2`` for water
and ``&&`` for an oasis without their names. Where a name is given, it must stand where it belongs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from adjudicator.rules.through_the_desert.picture.layout import CamelView, HexPlace, name_spot, touch
from adjudicator.rules.through_the_desert.picture.svg import PAINTS, letter_seats

LETTERS = re.compile(r"\s*[A-Z](\s+[A-Z])*\s*")
"""A line of column letters."""
REACH = 4
"""Cells end before the fourth character after their letter; what stands further right is the row number again."""
_WORD = re.compile(r"\S+")
_ROW = re.compile(r"\s*(\d{1,2})(?!\d)")
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


class Complaint(NamedTuple):
    """What is wrong at a spot of a text; line and column count from 1."""

    line: int
    column: int
    says: str


class DrawingError(ValueError):
    """A text was not understood as a board; all complaints are in the message, one on a line."""

    def __init__(self, complaints: Sequence[Complaint]) -> None:
        super().__init__("\n".join(f"line {line}, column {column}: {says}" for line, column, says in complaints))
        self.complaints = tuple(complaints)


class Cell(NamedTuple):
    """A mark, where it stands in the text, and the place on the board that this is."""

    line: int
    column: int
    text: str
    spot: HexPlace


def find_columns(heads: Iterable[str]) -> dict[int, int]:
    """Which column of the board each character column heads, by the lines of column letters."""
    return {at: ord(sign) - ord("A") for line in heads for at, sign in enumerate(line) if not sign.isspace()}


def read_cells(columns: Mapping[int, int], rows: Iterable[tuple[int, str]]) -> Iterator[Cell | Complaint]:
    """Every cell of the numbered lines ``rows``, and what is wrong with those that cannot stand where they do."""
    reached, end = -1, max(columns, default=0) + REACH
    for line, row in rows:
        head, above, height = _ROW.match(row), reached, None
        if head is None:
            yield Complaint(line, 1, "a line of a board begins with the number of its row")
            continue
        for word in _WORD.finditer(row, head.end(), end):
            column = word.start() + 1
            spot = _find_spot((word.start() + word.end() - 1) / 2, int(head[1]), columns)
            if spot is None:
                yield Complaint(line, column, f"{word[0]} does not stand below a column letter")
            elif spot.height <= above or (height is not None and height != spot.height):
                says = f"{word[0]} would be {name_spot(spot)}, which belongs on another line"
                yield Complaint(line, column, says)
            else:
                height = reached = spot.height
                yield Cell(line, column, word[0], spot)


def _find_spot(middle: float, row: int, columns: Mapping[int, int]) -> HexPlace | None:
    """The place of the cell with its ``middle`` there: cells reach a little further to the right of their letter."""
    near = middle - 0.75
    # a letter at most half the way to the next one off
    for at in (math.floor(near), math.ceil(near), math.floor(near) - 1, math.ceil(near) + 1):
        if at in columns and abs(near - at) <= 1.5:  # noqa: PLR2004
            return HexPlace(columns[at], 2 * (row - 1) + (columns[at] + 1) % 2)
    return None


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
    camels: list[CamelView] = field(default_factory=list)
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
        name = name_spot(cell.spot)
        fault = _find_fault(cell.text, name, colour_of, seat_of)
        if fault:
            problems.append(Complaint(cell.line, cell.column, fault))
        elif read := _CELL.fullmatch(cell.text):
            _note(read, name, drawn, colour_of, seat_of)
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
            if side is None or not touch(side["one"], side["other"]):
                says = f"{word[0]} is no side between two hexes; write it as D9-E9"
                yield Complaint(number, word.start() + 1, says)
            else:
                drawn.river.append(f"{side['one']}-{side['other']}")


def _find_fault(cell: str, name: str, colour_of: Mapping[str, str], seat_of: Mapping[str, str]) -> str | None:
    """What is wrong with ``cell`` standing at the hex ``name``; None where nothing is."""
    read = _CELL.fullmatch(cell)
    if read is None:
        return f"{cell} is not a mark of a board"
    said = read["oasis"] or read["free"] or read["name"]
    if said and said.upper() != name:
        return f"{cell} stands where {name} is"
    colour, seat = read["colour"] or read["closer"], read["seat"] or read["owner"]
    if colour and colour.upper() not in colour_of:
        return f"{cell}: no colour has the letter {colour.upper()}; there are {', '.join(colour_of)}"
    if seat and seat not in seat_of:
        return f"{cell}: no seat has the letter {seat}; there are {', '.join(seat_of)}"
    return None


def _note(
    read: re.Match[str], name: str, drawn: DrawnPosition, colour_of: Mapping[str, str], seat_of: Mapping[str, str]
) -> None:
    """Writes down what a faultless cell says of the hex ``name``."""
    (drawn.mountains if read["mountain"] else drawn.hexes).append(name)
    if read["colour"]:
        colour, seat, leader = colour_of[read["colour"]], seat_of[read["seat"]], bool(read["leader"])
        drawn.camels.append({"hex": name, "colour": colour, "seat": seat, "leader": leader})
    if read["open"]:
        drawn.newest.add(name)
    if read["closer"]:
        drawn.closed[name] = colour_of[read["closer"].upper()], seat_of[read["owner"]]
    if read[0].startswith("&"):
        drawn.oases.append(name)
    if read["water"]:
        drawn.water[name] = None if read["water"] == "?" else int(read["water"])
