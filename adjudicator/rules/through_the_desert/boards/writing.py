"""Writes a board as the file that :mod:`boards.reading` reads."""

from __future__ import annotations

from adjudicator.rules.through_the_desert.board import Board, list_sides
from adjudicator.rules.through_the_desert.picture.layout import lay_out
from adjudicator.rules.through_the_desert.picture.text import draw_map, list_river
from adjudicator.rules.through_the_desert.picture.view import BoardView


def write_board(board: Board) -> str:
    """The file of ``board``: title, origin, map, river."""
    return "\n".join([f"title: {board.title}", f"origin: {board.origin}", "", *draw_board(board)]) + "\n"


def draw_board(board: Board) -> list[str]:
    """The lines of the map of ``board``, and below it the sides of its river."""
    grid = board.grid
    view: BoardView = {
        "name": board.name,
        "hexes": list(grid.index_of),
        "mountains": list(board.mountains),
        "river": list_sides(board.river),
        "strip": grid.names_of(board.strip),
    }
    cells = {name: _write_cell(board, name.lower(), 1 << index) for name, index in grid.index_of.items()}
    lines = draw_map(lay_out(view), cells | dict.fromkeys(board.mountains, " ^^^"))
    return [*lines, *([""] if board.river else []), *list_river(list_sides(board.river))]


def _write_cell(board: Board, name: str, spot: int) -> str:
    mark = "+" if board.strip & spot else ""
    if board.palms & spot:
        return f"{f'+{name}':>4}&" if mark else f"&{name}&"
    pool = "~" if board.pools & spot else ""
    return f"{mark + name:>{3 + len(mark)}}{pool}"
