"""Reads a board file: the map as reports show it, with a title and an origin above and the river listed below.

``~`` is a pool, ``&&`` a palm space, ``^^^`` a mountain, a name or ``.`` a plain hex; ``+`` before any of them says
that the hex belongs to the strip for four and five seats. What is blank is outside. The docs say how to write one.
"""

import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from adjudicator.core.printing import escape, find_unprintable
from adjudicator.kit.words import join_words
from adjudicator.rules.through_the_desert.board import Board, HexPlace, lay_grid, locate, name_spot

LETTERS = re.compile(r"\s*[A-Z](\s+[A-Z])*\s*")
"""A line of column letters."""
REACH = 4
"""Cells end before the fourth character after their letter; what stands further right is the row number again."""
_WORD = re.compile(r"\S+")
_HEAD = re.compile(r"\s*(\d{1,2})(?!\d)")
MOST_COLUMNS = 24
"""More do not fit into the 78 characters of a report: A to X."""
_MOST_LINES, _MOST_ON_A_LINE = 8, 3
"""Of how many lines it is told what is wrong with them, and of how much on each."""
OWN = "own"
"""The name of every board that is not one of ours."""
_LINE_END = re.compile(r"\r\n|\r|\n")
_ROW = re.compile(r"\s*(?P<number>\d{1,2})(?!\d).*")
_AFTER = re.compile(r"\d{0,2}")
_KEY = re.compile(r"\s*(?P<key>[A-Za-z]+)\s*:\s*(?P<value>.*)")
_SIDE = re.compile(r"(?P<one>[A-Za-z]\d{1,2})[-–](?P<other>[A-Za-z]\d{1,2})")  # noqa: RUF001 - some editors turn - into it
_MARK = re.compile(
    r"(?P<mountain>\^+)"
    r"|(?P<strip>\+?)(?:(?P<left>&?)(?P<name>[A-Za-z]\d{1,2})?(?P<right>&|~[1-3?]?|)|\.)"
)
_KEYS = ("title", "origin", "river")
_LONGEST = 200
"""Characters of a title or an origin."""


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
        head, above, height = _HEAD.match(row), reached, None
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


class BoardSource(NamedTuple):
    """A board as somebody wrote it: the board, and line and column of every hex and side of the river by name."""

    board: Board
    places: dict[str, tuple[int, int]]

    def complain(self, name: str, says: str) -> Complaint:
        """A complaint about the hex or side called ``name``."""
        return Complaint(*self.places[name], says)


@dataclass
class _Draft:
    """What has been read so far: marks by hex, sides, lines of text, and what was wrong."""

    said: dict[str, str] = field(default_factory=dict)
    plain: list[str] = field(default_factory=list)
    mountains: list[str] = field(default_factory=list)
    pools: list[str] = field(default_factory=list)
    palms: list[str] = field(default_factory=list)
    strip: list[str] = field(default_factory=list)
    river: list[tuple[str, str]] = field(default_factory=list)
    heads: list[tuple[int, str]] = field(default_factory=list)
    rows: list[tuple[int, str]] = field(default_factory=list)
    listed: list[tuple[int, int, str]] = field(default_factory=list)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    problems: list[Complaint] = field(default_factory=list)

    def complain(self, line: int, column: int, says: str) -> None:
        """Note what is wrong at a spot."""
        self.problems.append(Complaint(line, column, says))


def tidy_text(text: str) -> str:
    """``text`` without what editors add and nobody sees: marks of the byte order, tabs, blanks at the ends of lines.

    Lines stay where they are, and so do columns as an editor shows them.
    """
    lines = _LINE_END.split(text.removeprefix("\ufeff").replace("\u00a0", " "))
    return "\n".join(line.expandtabs().rstrip() for line in lines).rstrip("\n") + "\n"


@lru_cache(maxsize=16)
def read_board(text: str, name: str = OWN) -> BoardSource:
    """The board that ``text`` describes. Raises :class:`DrawingError` that tells what was not understood.

    Whether it can be played is another question.
    """
    kept = tidy_text(text)
    draft = _Draft()
    for number, line in enumerate(kept.split("\n"), 1):
        _sort_line(number, line, draft)
    columns = find_columns(line for _, line in draft.heads)
    if not columns:
        says = "two lines of column letters go before the map: B D F ..., then A C E ...; they say which column a mark "
        draft.complain(draft.rows[0][0] if draft.rows else 1, 1, f"{says}stands in")
    else:
        _read_map(columns, draft)
    if not draft.problems and not draft.plain:
        draft.complain(1, 1, "the map shows no hex that a camel could stand on")
    if draft.plain and len(draft.strip) == len(draft.plain):
        says = "every hex is marked with + as part of the strip for four and five seats; the others have none"
        draft.complain(*draft.places[draft.plain[0]], says)
    if not draft.problems:
        _read_river(draft)
    if draft.problems:
        raise DrawingError(tuple(_shorten(sorted(draft.problems))))
    grid, said = lay_grid(draft.plain), draft.said
    board = Board(
        name=name,
        title=said.get("title", "A board without a title"),
        origin=said.get("origin", "Its file does not say where it comes from."),
        grid=grid,
        mountains=tuple(sorted(draft.mountains, key=locate)),
        pools=grid.mask_of(draft.pools),
        palms=grid.mask_of(draft.palms),
        river=tuple(draft.river),
        strip=grid.mask_of(draft.strip),
        text=kept if name == OWN else "",
    )
    return BoardSource(board, draft.places)


def _shorten(problems: Sequence[Complaint]) -> Iterator[Complaint]:
    """The first ``problems`` of the first lines that have any, and how many there are besides.

    A letter that stands over the wrong column makes everything below it wrong: the same slip on every line.
    """
    lines = [list(found) for _, found in groupby(problems, key=lambda problem: problem.line)]
    for found in lines[:_MOST_LINES]:
        *first, last = found[:_MOST_ON_A_LINE]
        yield from first
        more = len(found) - _MOST_ON_A_LINE
        yield last._replace(says=f"{last.says} (and {more} more on this line)") if more > 0 else last
    rest = lines[_MOST_LINES:]
    if rest:
        number = f"{len(rest)} more lines are" if len(rest) > 1 else "one more line is"
        yield rest[0][0]._replace(
            says=f"{number} not understood; if all are wrong for the same reason: two lines of column letters go above "
            "the map, each letter over its column, and every row begins with its number"
        )


def _sort_line(number: int, line: str, draft: _Draft) -> None:
    """Put a line where it belongs: column letters, a row of the map, or one of the lines around it."""
    odd = next(find_unprintable(line), -1) + 1
    said = _KEY.fullmatch(line)
    if odd:
        draft.complain(number, odd, f"{escape(line[odd - 1])} is not a character for a board")
    elif not line or line.startswith("#"):
        pass
    elif row := _ROW.fullmatch(line):
        draft.rows.append((number, _cut_off_number(line, row["number"])))
    elif LETTERS.fullmatch(line.upper()):
        if not draft.rows:
            draft.heads.append((number, line.upper()))
    elif said is None:
        keys = ", ".join(f"{key}:" for key in _KEYS)
        says = f"this is neither column letters, nor a row of the map, which begins with its number, nor one of {keys}"
        draft.complain(number, len(line) - len(line.lstrip()) + 1, says)
    else:
        _take_said(number, said, draft)


def _cut_off_number(line: str, number: str) -> str:
    """A row of the map without its ``number`` at the end, where it may stand again."""
    before, _, last = line.rpartition(" ")
    return before.rstrip() if last == number and before.strip() else line


def _take_said(number: int, said: re.Match[str], draft: _Draft) -> None:
    key, column = said["key"].lower(), said.start("key") + 1
    if key == "river":
        words = re.finditer(r"[^\s,]+", said["value"])
        draft.listed += [(number, said.start("value") + word.start() + 1, word[0]) for word in words]
    elif key not in _KEYS:
        draft.complain(number, column, f"{said['key']}: is none of {join_words(_KEYS)}")
    elif key in draft.said:
        draft.complain(number, column, f"a board has one {key}, and this is another")
    elif len(said["value"]) > _LONGEST:
        says = f"{key}: has {len(said['value'])} characters, and at most {_LONGEST} go into every report"
        draft.complain(number, said.start("value") + 1, says)
    else:
        draft.said[key] = said["value"]


def _read_map(columns: dict[int, int], draft: _Draft) -> None:
    draft.problems += _find_odd_letters(draft.heads[0][0], columns)
    end = max(columns) + REACH
    for cell in read_cells(columns, draft.rows):
        if isinstance(cell, Complaint):
            draft.problems.append(cell)
        else:
            _read_cell(cell, draft)
    for line, row in draft.rows:
        if not _AFTER.fullmatch(row[end:].strip()):
            column = end + len(row[end:]) - len(row[end:].lstrip()) + 1
            draft.complain(line, column, f"{row[end:].strip()} stands right of the last column letter")


def _find_odd_letters(line: int, columns: dict[int, int]) -> Iterator[Complaint]:
    """Letters that are there twice, out of order, or too many."""
    ordered = sorted(columns.items())
    for (_, before), (at, column) in pairwise(ordered):
        if column <= before:
            says = f"column letter {chr(ord('A') + column)} stands right of {chr(ord('A') + before)}"
            yield Complaint(line, at + 1, says)
    if ordered[-1][1] >= MOST_COLUMNS:
        last = chr(ord("A") + MOST_COLUMNS - 1)
        yield Complaint(line, ordered[-1][0] + 1, f"a board has at most {MOST_COLUMNS} columns, A to {last}")


def _read_cell(cell: Cell, draft: _Draft) -> None:
    name, read = name_spot(cell.spot), _MARK.fullmatch(cell.text)
    if read is None or (read["left"] and (read["right"] or "").startswith("~")):
        marks = "a hex's name, ~ pool, && palm space, ^^^ mountain, + strip"
        draft.complain(cell.line, cell.column, f"{cell.text} is not a mark of a board; there are {marks}")
        return
    if read["name"] and read["name"].upper() != name:
        draft.complain(cell.line, cell.column, f"{cell.text} stands where {name} is")
        return
    draft.places[name] = cell.line, cell.column
    if read["mountain"]:
        draft.mountains.append(name)
        return
    draft.plain.append(name)
    if read["strip"]:
        draft.strip.append(name)
    if (read["right"] or "").startswith("~"):
        draft.pools.append(name)
    elif read["left"] or read["right"]:
        draft.palms.append(name)


def _read_river(draft: _Draft) -> None:
    grid = lay_grid(draft.plain)
    for line, column, word in draft.listed:
        read = _SIDE.fullmatch(word)
        one, other = (read["one"].upper(), read["other"].upper()) if read else ("", "")
        off = next((name for name in (one, other) if name not in grid.index_of), None)
        known = {frozenset(side) for side in draft.river}
        if read is None:
            says = f"{word} is not a side of a hex; write the two hexes that it separates, such as D9-E9"
        elif off is not None:
            says = f"{word}: {off} is {'a mountain' if off in draft.mountains else 'no hex of the map'}"
        elif not grid.neighbours[grid.index_of[one]] >> grid.index_of[other] & 1:
            says = f"{word}: {one} and {other} are not next to each other"
        elif frozenset((one, other)) in known:
            says = f"{word} is listed twice"
        else:
            draft.river.append((one, other))
            draft.places[f"{one}-{other}"] = line, column
            continue
        draft.complain(line, column, says)


_FOLDER = os.path.dirname(os.path.abspath(__file__))


@cache
def load_board(name: str) -> Board:
    """Our board called ``name``: ``small``, ``full``, ``small-river`` or ``full-river``.

    Raises ``FileNotFoundError`` for another name.
    """
    with open(os.path.join(_FOLDER, f"{name}.txt"), encoding="utf-8") as file:
        return read_board(file.read(), name).board


def find_board(said: str, seats: int) -> Board:
    """The board that a record speaks of, for so many ``seats``: by the name of one of ours, else by its whole text."""
    board = read_board(said).board if "\n" in said else load_board(said)
    return board.for_seats(seats)
