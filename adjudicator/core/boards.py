"""Boards as people write them: what a game whose boards are files says of one."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from adjudicator.core.refusals import ExitCode, MendableError
from adjudicator.core.table import Setting


class Note(NamedTuple):
    """Something about a spot of a board file; line and column count from 1."""

    line: int
    column: int
    says: str


class Review(NamedTuple):
    """What became of a board file.

    ``text`` is the file as a game keeps it, ``drawing`` the board in lines of characters (none where the file was not
    understood), ``seats`` the numbers of seats that can play on it. With ``errors`` it cannot be played; ``remarks``
    hinder nobody.
    """

    text: str
    title: str
    origin: str
    drawing: tuple[str, ...]
    seats: tuple[int, ...]
    errors: tuple[Note, ...]
    remarks: tuple[Note, ...]


class UnfitBoardError(MendableError, ValueError):
    """A board cannot be played on; ``errors`` say why."""

    code = ExitCode.PROBLEMS

    def __init__(self, errors: tuple[Note, ...]) -> None:
        super().__init__("; ".join(f"line {line}, column {column}: {says}" for line, column, says in errors))
        self.errors = errors


class BoardBench(Protocol):
    """Reads, judges and makes boards."""

    option: str
    """The game's option that takes the text of a board file, of one line or more, in place of a word."""
    sides: tuple[str, ...]
    """What a board can be made as, the usual side first."""

    def review(self, text: str, edition: str, seats: int | None) -> Review:
        """What ``text`` describes and whether so many ``seats`` can play on it; any number of them, where None."""
        ...

    def make(self, seed: int, seats: int | None, side: str) -> str:
        """The file of a board made from ``seed``, always the same one, for so many ``seats`` or, with None, for all."""
        ...


def keep_board(bench: BoardBench | None, setting: Setting) -> tuple[Setting, tuple[Note, ...]]:
    """``setting`` with the text of its own board as a game keeps it, and remarks on it; as it is where it has none.

    Raises :class:`UnfitBoardError`.
    """
    text = setting.options.get(bench.option, "") if bench else ""
    if bench is None or "\n" not in text:
        return setting, ()
    review = bench.review(text, setting.edition, len(setting.seats))
    if review.errors:
        raise UnfitBoardError(review.errors)
    return setting._replace(options={**setting.options, bench.option: review.text}), review.remarks
