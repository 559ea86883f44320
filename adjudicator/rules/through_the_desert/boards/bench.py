"""Boards of Through the Desert as files: see :class:`adjudicator.core.bench.BoardBench`."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.bench import Note, Review
from adjudicator.rules.through_the_desert.board import STRIP_FROM
from adjudicator.rules.through_the_desert.boards.faults import list_faults
from adjudicator.rules.through_the_desert.boards.likeness import list_oddities
from adjudicator.rules.through_the_desert.boards.making.board import make_board
from adjudicator.rules.through_the_desert.boards.reading import read_board, tidy_text
from adjudicator.rules.through_the_desert.boards.writing import draw_board, write_board
from adjudicator.rules.through_the_desert.editions import EDITIONS
from adjudicator.rules.through_the_desert.picture.sheet import Complaint, DrawingError
from adjudicator.rules.through_the_desert.words import join_words


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
