"""Boards of Through the Desert as files: see :class:`adjudicator.core.bench.BoardBench`."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.bench import Note, Review
from adjudicator.kit.words import join_words
from adjudicator.rules.through_the_desert.board import STRIP_FROM, Board, list_sides
from adjudicator.rules.through_the_desert.boards.faults import list_faults
from adjudicator.rules.through_the_desert.boards.likeness import list_oddities
from adjudicator.rules.through_the_desert.boards.random_board import make_board
from adjudicator.rules.through_the_desert.boards.reading import read_board, tidy_text
from adjudicator.rules.through_the_desert.editions import EDITIONS
from adjudicator.rules.through_the_desert.picture.layout import lay_out
from adjudicator.rules.through_the_desert.picture.sheet import Complaint, DrawingError
from adjudicator.rules.through_the_desert.picture.text import draw_map, list_river
from adjudicator.rules.through_the_desert.picture.view import BoardView


class DesertBoards:
    """Reads, judges and makes board files."""

    option = "board"
    sides: tuple[str, ...] = ("mountain", "river")

    def review(self, text: str, edition: str, seats: int | None) -> Review:
        """See the protocol. What only some numbers of seats cannot play is a remark, unless it is they who ask."""
        kept = tidy_text(text)
        try:
            source = read_board(kept)
        except DrawingError as error:
            return Review(kept, "", "", (), (), _note(error.complaints), ())
        asked = tuple(EDITIONS[edition].boards) if seats is None else (seats,)
        faults = {number: list_faults(source, EDITIONS[edition], number) for number in asked}
        fit = tuple(number for number in asked if not faults[number])
        hindrances = tuple(_tell_unfit(faults))
        board = source.board if seats is None else source.board.for_seats(seats)
        remarks = [*(hindrances if fit else ()), *list_oddities(source, seats)]
        return Review(
            text=kept,
            title=board.title,
            origin=board.origin,
            drawing=tuple(draw_board(board)),
            seats=fit,
            errors=() if fit else _note(hindrances),
            remarks=_note(remarks),
        )

    def make(self, seed: int, seats: int | None, side: str) -> str:
        """See the protocol; with two and three seats the board has no strip."""
        return write_board(make_board(seed, with_strip=(seats or STRIP_FROM) >= STRIP_FROM, with_river=side == "river"))


def _tell_unfit(faults: dict[int, list[Complaint]]) -> Iterable[Complaint]:
    """What hinders some numbers of seats; where it is not all that were asked for, it is told which."""
    hindered: dict[Complaint, list[str]] = {}
    for number, found in faults.items():
        for fault in found:
            hindered.setdefault(fault, []).append(str(number))
    for (line, column, says), seats in hindered.items():
        told = says if len(seats) == len(faults) else f"not for {join_words(seats)} seats: {says}"
        yield Complaint(line, column, told)


def _note(complaints: Iterable[Complaint]) -> tuple[Note, ...]:
    """The complaints, each once, in the order of the file."""
    return tuple(Note(*complaint) for complaint in sorted(set(complaints)))


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
