"""Drawings in CASE files: what they show, whether it fits the board, and boards that are drawn themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.bench import Fault, PositionError
from adjudicator.rules.through_the_desert.board import Board, lay_grid
from adjudicator.rules.through_the_desert.picture.reading import Drawn, read_text
from adjudicator.rules.through_the_desert.picture.sheet import DrawingError

DRAWN = "drawn"
"""The name of a board that consists of what its drawing shows."""


def read_drawing(text: str, colours: Sequence[str], seats: Sequence[str]) -> Drawn:
    """What ``text`` shows. Raises :class:`PositionError` with a fault for every spot that was not understood."""
    try:
        return read_text(text, colours, seats)
    except DrawingError as error:
        raise PositionError(
            [Fault(("text",), says, line, column) for line, column, says in error.complaints]
        ) from error


def make_board(drawn: Drawn, river: Sequence[str]) -> Board:
    """The board whose only hexes are those drawn; water and oases are its pools and palm spaces.

    ``river`` has the sides along which a river runs. Raises :class:`PositionError` for a drawing without hexes, and for
    what is no side between two of them.
    """
    if not drawn.hexes:
        raise PositionError([Fault(("text",), "the drawing shows no hex that a camel could stand on")])
    grid = lay_grid(drawn.hexes)
    sides = [tuple(side.upper().split("-")) for side in river]
    faults = [
        Fault(("river", number), f"{side} is no side between two hexes of the drawing")
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


def find_misfits(drawn: Drawn, board: Board) -> Iterator[Fault]:
    """Where the drawing contradicts the board that it is a part of."""
    for name in drawn.hexes:
        if name not in board.grid.index_of:
            what = "a mountain" if name in board.mountains else "not a hex"
            yield Fault(("text",), f"{name} is drawn as a hex, but it is {what} of this board")
    for name in drawn.mountains:
        if name not in board.mountains:
            yield Fault(("text",), f"{name} is drawn as a mountain, but there is none on this board")
