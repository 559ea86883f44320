"""Drawings in CASE files: what they show, whether it fits the board, and boards that are drawn themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adjudicator.core.bench import Fault, PositionError
from adjudicator.kit.hexes import HexGrid
from adjudicator.rules.through_the_desert.board import Board
from adjudicator.rules.through_the_desert.picture.layout import locate
from adjudicator.rules.through_the_desert.picture.reading import Drawn, read_text

DRAWN = "drawn"
"""The name of a board that consists of what its drawing shows."""
_COMPLAINT = re.compile(r"line (\d+), column (\d+): (.*)")


def read_drawing(text: str, colours: Sequence[str], seats: Sequence[str]) -> Drawn:
    """What ``text`` shows. Raises :class:`PositionError` with a fault for every spot that was not understood."""
    try:
        return read_text(text, colours, seats)
    except ValueError as error:
        complaints = [_COMPLAINT.fullmatch(line) for line in str(error).splitlines()]
        faults = [Fault(("text",), said[3], int(said[1]), int(said[2])) for said in complaints if said]
        raise PositionError(faults or [Fault(("text",), str(error))]) from error


def make_board(drawn: Drawn) -> Board:
    """The board whose only hexes are those drawn; water and oases are its pools and palm spaces.

    Raises :class:`PositionError` for a drawing without hexes.
    """
    spots = {name: locate(name) for name in drawn.hexes}
    if not spots:
        raise PositionError([Fault(("text",), "the drawing shows no hex that a camel could stand on")])
    columns = max(spot.x for spot in spots.values()) + 1
    rows = max(spot.height for spot in spots.values()) // 2 + 1
    field = sum(1 << (spot.x * (rows + 1) + spot.height // 2) for spot in spots.values())
    grid = HexGrid(columns, rows, field)
    return Board(
        name=DRAWN,
        title="A board drawn for a case",
        origin="Drawn in a CASE file.",
        grid=grid,
        mountains=tuple(drawn.mountains),
        pools=grid.mask_of(drawn.water),
        palms=grid.mask_of(drawn.oases),
        river=(),
    )


def find_misfits(drawn: Drawn, board: Board) -> Iterator[Fault]:
    """Where the drawing contradicts the board that it is a part of."""
    for name in drawn.hexes:
        if name not in board.grid.index_of:
            what = "a mountain" if name in board.mountains else "not a hex"
            yield Fault(("text",), f"{name} is drawn as a hex, but it is {what} of this board")
    for name in drawn.mountains:
        if name not in board.mountains:
            yield Fault(("text",), f"{name} is drawn as a mountain, but there is none on this board")
