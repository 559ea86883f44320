"""The boards of the house, and the board that a word of the record stands for."""

from __future__ import annotations

import os
from functools import cache

from adjudicator.rules.through_the_desert.board import Board
from adjudicator.rules.through_the_desert.boards.reading import read_board

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
