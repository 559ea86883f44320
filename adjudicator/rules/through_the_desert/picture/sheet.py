"""A board in characters, taken apart: which column each letter heads, and at which hex each cell stands."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.rules.through_the_desert.picture.layout import HexPlace, name_spot

LETTERS = re.compile(r"\s*[A-Z](\s+[A-Z])*\s*")
"""A line of column letters."""
REACH = 4
"""Cells end before the fourth character after their letter; what stands further right is the row number again."""
_WORD = re.compile(r"\S+")
_ROW = re.compile(r"\s*(\d{1,2})(?!\d)")


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
