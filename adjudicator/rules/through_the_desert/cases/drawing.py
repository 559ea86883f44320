"""Drawings in CASE files: what they show, whether it fits the board, where a state differs; and boards drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.bench import Mismatch, PositionError, PositionFault
from adjudicator.rules.through_the_desert.board import Board, lay_grid
from adjudicator.rules.through_the_desert.mail.reasons import find_owner
from adjudicator.rules.through_the_desert.picture.sheet import DrawingError, DrawnPosition, read_text
from adjudicator.rules.through_the_desert.state import State

DRAWN = "drawn"
"""The name of a board that consists of what its drawing shows."""


def read_drawing(text: str, colours: Sequence[str], seats: Sequence[str]) -> DrawnPosition:
    """What ``text`` shows. Raises :class:`PositionError` with a fault for every spot that was not understood."""
    try:
        return read_text(text, colours, seats)
    except DrawingError as error:
        raise PositionError(
            [PositionFault(("text",), says, line, column) for line, column, says in error.complaints]
        ) from error


def make_board(drawn: DrawnPosition, river: Sequence[str]) -> Board:
    """The board whose only hexes are those drawn; water and oases are its pools and palm spaces.

    ``river`` has the sides along which a river runs. Raises :class:`PositionError` for a drawing without hexes, and for
    what is no side between two of them.
    """
    if not drawn.hexes:
        raise PositionError([PositionFault(("text",), "the drawing shows no hex that a camel could stand on")])
    grid = lay_grid(drawn.hexes)
    sides = [tuple(side.upper().split("-")) for side in river]
    faults = [
        PositionFault(("river", number), f"{side} is no side between two hexes of the drawing")
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
