"""The board of a position: the beginners' one, and what is written otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from adjudicator.core.bench import Fault, Path
from adjudicator.rules.catan.bench.written import WrittenBoard
from adjudicator.rules.catan.board import ANY, BARE, BEGINNERS, YIELDS, Board
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.editions import Edition
from adjudicator.rules.catan.resources import SEVEN, TOTALS
from adjudicator.rules.catan.topology import HARBOUR_PATHS, LETTERS, PATH_NAMES

_HARBOUR_PLACES = tuple(PATH_NAMES[path] for path in HARBOUR_PATHS)


def find_board_faults(written: WrittenBoard, edition: Edition) -> Iterator[Fault]:
    """Hexes, terrains, numbers and harbours that are not there, each at its place below ``board``."""
    terrains = (*YIELDS, edition.barren)
    for letter, terrain in written.get("terrain", {}).items():
        yield from _find_wrong_hex(letter, ("board", "terrain", letter))
        if terrain not in terrains:
            says = f"there is no terrain {terrain}; there are {', '.join(terrains)}"
            yield Fault(("board", "terrain", letter), says)
    for letter, number in written.get("numbers", {}).items():
        path: Path = ("board", "numbers", letter)
        yield from _find_wrong_hex(letter, path)
        if number is not None and (number not in TOTALS or number == SEVEN):
            yield Fault(path, f"there is no number token {number}; there are 2 to 12 without 7")
    kinds = (ANY, *RESOURCES)
    for place, kind in written.get("harbours", {}).items():
        path = ("board", "harbours", place)
        if place not in _HARBOUR_PLACES:
            yield Fault(path, f"{place} has no harbour; they are at {', '.join(_HARBOUR_PLACES)}", is_key=True)
        if kind not in kinds:
            yield Fault(path, f"there is no harbour for {kind}; there are {', '.join(kinds)}")


def _find_wrong_hex(letter: str, path: Path) -> Iterator[Fault]:
    if letter not in LETTERS:
        yield Fault(path, f"there is no hex {letter}; they are lettered A to {LETTERS[-1]}", is_key=True)


def lay_board(written: WrittenBoard, edition: Edition) -> Board:
    """The beginners' board as far as nothing else is written; the names must be right.

    A hex that becomes barren loses its number.
    """
    terrains = dict(zip(LETTERS, BEGINNERS.terrains, strict=True))
    terrains = {letter: terrain if terrain in YIELDS else edition.barren for letter, terrain in terrains.items()}
    terrains.update(written.get("terrain", {}))
    said = written.get("numbers", {})
    numbers = {
        letter: said.get(letter, number if terrains[letter] in YIELDS else BARE)
        for letter, number in zip(LETTERS, BEGINNERS.numbers, strict=True)
    }
    harbours: Mapping[str, str] = {
        **dict(zip(_HARBOUR_PLACES, BEGINNERS.harbours, strict=True)),
        **written.get("harbours", {}),
    }
    return replace(
        BEGINNERS,
        terrains=tuple(terrains[letter] for letter in LETTERS),
        numbers=tuple(numbers[letter] or BARE for letter in LETTERS),
        harbours=tuple(harbours[place] for place in _HARBOUR_PLACES),
    )


def find_board_contradictions(written: WrittenBoard, board: Board, edition: Edition) -> Iterator[Fault]:
    """What the rules could not make sense of: no barren hex, or a number on one."""
    if edition.barren not in board.terrains:
        yield Fault(("board", "terrain"), f"no hex of the board is {edition.barren}")
    for letter in written.get("numbers", {}):
        number = LETTERS.index(letter)
        if board.numbers[number] and board.terrains[number] not in YIELDS:
            yield Fault(("board", "numbers", letter), f"{letter} is {edition.barren} and has no number")
