"""How people write positions, actions and boards: what a game offers to CASE files, and says of a board file."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from adjudicator.core.json_value import JsonObject
from adjudicator.core.refusals import ExitCode, MendableError
from adjudicator.core.table import Seat, Setting

S = TypeVar("S")
A = TypeVar("A")

Path: TypeAlias = tuple[str | int, ...]
"""The way to a part of a position that somebody wrote: keys and list numbers."""


class PositionFault(NamedTuple):
    """What is wrong with a part of a position that somebody wrote.

    ``line`` and ``column`` count from 1 within a text of several lines, such as a drawing; else they are 0.
    ``is_key`` says that the last key of the path is at fault, and not what stands behind it.
    """

    path: Path
    says: str
    line: int = 0
    column: int = 0
    is_key: bool = False


class PositionError(Exception):
    """A position contradicts itself or the board; the faults are the arguments."""

    def __init__(self, faults: Sequence[PositionFault]) -> None:
        super().__init__(*faults)
        self.faults = tuple(faults)


class Mismatch(NamedTuple):
    """Where a position is not what was expected."""

    path: Path
    what: str
    expected: str
    got: str


class ActionTextError(Exception):
    """A text asks for nothing that the game knows; ``code`` is a problem code of the order language, if it has one."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class CaseNotation(Protocol[S, A]):
    """Positions and actions as people write them in CASE files.

    What a position may say is in the game's schema ``position``; it is met by all that is handed in here.
    """

    def read_position(self, content: JsonObject, setting: Setting) -> S:
        """The state that ``content`` describes sparsely, the rest at its simplest; no rule is asked.

        Raises :class:`PositionError`.
        """

    def compare(self, state: S, expected: JsonObject) -> Sequence[Mismatch]:
        """Where ``state`` is not what ``expected`` says; what it does not speak of may be anything.

        Raises :class:`PositionError` for what cannot be compared.
        """

    def read_action(self, state: S, text: str) -> A:
        """The action that ``text`` (an order's key and value, parted by a blank) asks for, legal or not.

        Raises :class:`ActionTextError`.
        """

    def explain(self, state: S, seat: Seat, action: A) -> str:
        """The code of the reason why ``action`` of ``seat`` is not legal, as if its move came now."""


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


class BoardFiles(Protocol):
    """Reads, judges and makes boards."""

    option: str
    """The game's option that takes the text of a board file, of one line or more, in place of a word."""
    sides: tuple[str, ...]
    """What a board can be made as, the usual side first."""

    def review(self, text: str, edition: str, seats: int | None) -> Review:
        """What ``text`` describes and whether so many ``seats`` can play on it; any number of them, where None."""

    def make(self, seed: int, seats: int | None, side: str) -> str:
        """The file of a board made from ``seed``, always the same one, for so many ``seats`` or, with None, for all."""


def keep_board(files: BoardFiles | None, setting: Setting) -> tuple[Setting, tuple[Note, ...]]:
    """``setting`` with the text of its own board as a game keeps it, and remarks on it; as it is where it has none.

    Raises :class:`UnfitBoardError`.
    """
    text = setting.options.get(files.option, "") if files else ""
    if files is None or "\n" not in text:
        return setting, ()
    review = files.review(text, setting.edition, len(setting.seats))
    if review.errors:
        raise UnfitBoardError(review.errors)
    return setting._replace(options={**setting.options, files.option: review.text}), review.remarks
