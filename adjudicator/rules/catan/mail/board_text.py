"""The words for places and persons: hexes, intersections, paths, seats."""

from __future__ import annotations

import re

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.mail.text_errors import (
    UnknownHexError,
    UnknownIntersectionError,
    UnknownPathError,
    UnknownSeatError,
    suggest,
)
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan.topology import INTERSECTIONS, LETTERS, PATH_NAMED, PATH_NAMES, PATHS_AT

_PATH = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")
_INTERSECTION = re.compile(r"0|[1-9][0-9]?")


def read_hex(word: str) -> int:
    """The number of the hex lettered ``word``, in either letter case. Raises :class:`UnknownHexError`."""
    number = LETTERS.find(word.upper()) if len(word) == 1 else -1
    if number < 0:
        raise UnknownHexError(word, first=LETTERS[0], last=LETTERS[-1])
    return number


def read_intersection(word: str | int) -> int:
    """The number of an intersection, written as text or number. Raises :class:`UnknownIntersectionError`."""
    text = str(word)
    if not _INTERSECTION.fullmatch(text) or int(text) >= INTERSECTIONS:
        raise UnknownIntersectionError(text, last=INTERSECTIONS - 1)
    return int(text)


def read_path(word: str) -> int:
    """The number of the path between two intersections, named in either order: ``12-13``, ``13-12``.

    Raises :class:`UnknownPathError`, whose facts name the paths that there are at the two intersections.
    """
    match = _PATH.fullmatch(word)
    ends = sorted(map(int, match.groups())) if match else []
    path = PATH_NAMED.get("-".join(map(str, ends)))
    if path is None:
        raise UnknownPathError(word, near=_name_near(ends))
    return path


def name_paths_at(intersection: int) -> str:
    """The paths of an intersection: ``11-12, 12-13, 12-22``."""
    return ", ".join(PATH_NAMES[path] for path in list_bits(PATHS_AT[intersection]))


def _name_near(ends: list[int]) -> str:
    known = [f"paths at {end}: {name_paths_at(end)}" for end in dict.fromkeys(ends) if end < INTERSECTIONS]
    return "; ".join(known) or "a path is named by the two intersections that it joins, such as 12-13"


def read_seat(table: Table, word: str) -> int:
    """The number of the seat called ``word``, in any letter case. Raises :class:`UnknownSeatError`."""
    number = table.number_of.get(word.lower())
    if number is None:
        raise UnknownSeatError(word, suggestion=suggest(word, table.seats), known=", ".join(table.seats))
    return number
