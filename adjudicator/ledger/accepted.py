"""Files that come in: which of the accepted ones count, what they say together, and the games that take files in.

A seat sends tokens from the first accepted file with one on: the next file has its token, or a remark that it was left
out, for a file without one counts only where the moderator vouches for its sender.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, TypeAlias

from adjudicator.core.agenda import Agenda, AnswerKinds, enlist
from adjudicator.core.charter import Charter
from adjudicator.core.order import UNREAD_LATER, MoveFile, leave_out_full_stop
from adjudicator.core.table import Seat
from adjudicator.intake.movefile import Fault, read_accepted
from adjudicator.intake.receipt import Receipt
from adjudicator.intake.tokens import LEFT_OUT, came_with_token
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.inbox import FiledFile, number_of, read_receipt, receipt_name

if TYPE_CHECKING:
    from adjudicator.intake.judge import AnyIntakeContext

_REMEMBERED = 64
"""Files that a run reads twice are read from their bytes once."""

Arrived: TypeAlias = Mapping[Seat, Sequence[FiledFile]]
"""The files that came in before a turn, with their receipts, by seat in table order and oldest first."""
Understood: TypeAlias = Mapping[Seat, Sequence[tuple[str, MoveFile]]]
"""Names and contents of the files that count, by seat, oldest first."""
LOOKED_BACK = 64
"""Turns that are looked through. The files of a seat that was silent for longer begin anew."""


def list_accepted(files: Sequence[FiledFile]) -> list[FiledFile]:
    """Those of a seat's ``files`` that count, oldest first.

    The orders are those of the last, and of the last before it where it only answers; standing orders and fallback are
    those of the last that speaks of them.
    """
    return [filed for filed in files if filed.accepted]


def select_accepted(arrived: Arrived) -> dict[Seat, list[FiledFile]]:
    """Those of the files that ``arrived`` that count, of each seat that has any."""
    return {seat: kept for seat, files in arrived.items() if (kept := list_accepted(files))}


@lru_cache(maxsize=_REMEMBERED)
def _read_file(seat: Seat, name: str, data: bytes, faults: tuple[Fault, ...]) -> MoveFile:
    try:
        return read_accepted(data, faults)
    except ValueError as error:
        raise DamageError(f"orders of {seat}, {name}", f"not the file that was accepted: {error}") from error


def _list_faults(receipt: Receipt) -> tuple[Fault, ...]:
    """What of an accepted file was not understood and waits for its moment."""
    remarks = (remark for remark in receipt.problems if remark.code == UNREAD_LATER)
    return tuple((remark.place, str(remark.facts["why"])) for remark in remarks)


def read_files(accepted: Arrived) -> dict[Seat, list[tuple[str, MoveFile]]]:
    """The ``accepted`` files as they were understood.

    Raises :class:`DamageError` for a file that cannot have been accepted as it is.
    """
    return {seat: [(filed.name, _understand(seat, filed)) for filed in files] for seat, files in accepted.items()}


def _understand(seat: Seat, filed: FiledFile) -> MoveFile:
    file = _read_file(seat, filed.name, filed.data, _list_faults(filed.receipt))
    return leave_out_full_stop(file, filed.receipt.problems)


def enlist_files(
    agendas: Mapping[Seat, Agenda], files: Understood, answers: AnswerKinds, closing: str
) -> dict[Seat, Agenda]:
    """``agendas`` once the accepted ``files`` (by seat, oldest first) take force; for the rest see ``enlist``."""
    enlisted = dict(agendas)
    for seat, name, file in ((seat, name, file) for seat, pairs in files.items() for name, file in pairs):
        enlisted[seat] = enlist(enlisted[seat], file, f"{seat}/{name}", answers, closing)
    return enlisted


def find_echoes(files: Understood) -> dict[Seat, str]:
    """The head that each seat's accepted ``files`` quote last."""
    return {seat: file.after for seat, named in files.items() for _, file in named if file.after is not None}


def read_arrived(files: Mapping[str, bytes], seats: Sequence[Seat]) -> dict[Seat, list[FiledFile]]:
    """The files that the turn kept as ``files`` took up, of each of ``seats``.

    Raises ``KeyError`` or ``ValueError`` for a file without a receipt of ours.
    """
    arrived: dict[Seat, list[FiledFile]] = {seat: [] for seat in seats}
    for name, data in files.items():
        folder, _, file = name.partition("/")
        seat, _, file = file.partition("/")
        if folder == "orders" and file.endswith(".yaml"):
            receipt = read_receipt(files[f"orders/{seat}/{receipt_name(file)}"])
            arrived[seat].append(FiledFile(seat, file, data, receipt))
    return {seat: sorted(filed, key=number_of) for seat, filed in arrived.items()}


class IntakeGame(Protocol):
    """A game that takes in files, under way or before its beginning."""

    @property
    def directory(self) -> GameDirectory:
        """Where it lies."""
        ...

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who may send files; before the beginning as they signed up, since their order is drawn when it begins."""
        ...

    def intake(self) -> AnyIntakeContext:
        """What files are judged against now."""
        ...

    def list_filed(self, seat: Seat) -> list[FiledFile]:
        """The files of ``seat`` that wait in the inbox."""
        ...

    def has_consumed(self, filed: FiledFile) -> bool:
        """Whether the newest turn took up this very file."""
        ...


class WaitingGame(IntakeGame, Protocol):
    """A game that its seats have to join before turn 0 is played."""

    @property
    def charter(self) -> Charter:
        """What was agreed."""
        ...

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose answer is missing."""
        ...

    @property
    def wanted(self) -> str:
        """What is awaited of them, in words."""
        ...

    def list_faults(self) -> list[str]:
        """What was published and is not what the files say by which it was, a sentence each."""
        ...


def sends_tokens(directory: GameDirectory, seat: Seat, waiting: FiledFile | None) -> bool:
    """Whether files of ``seat`` have come with a token; ``waiting`` is the last accepted one, where any is on file."""
    last = waiting or _find_last_taken(directory, seat)
    if last is None:
        return False
    return came_with_token(last.data) or any(problem.code == LEFT_OUT for problem in last.receipt.problems)


def _find_last_taken(directory: GameDirectory, seat: Seat) -> FiledFile | None:
    """The last file of ``seat`` that one of the newest turns took up; None where none did, or those before are damaged.

    Looked for backwards, so that all searches of a game together read each turn once for each seat at most.
    """
    turns = directory.turns
    newest = turns.newest()
    try:
        for turn in () if newest is None else range(newest, max(newest - LOOKED_BACK, -1), -1):
            parts = turns.read(turn)
            names = [name for name in parts if name.startswith(f"orders/{seat}/") and name.endswith(".yaml")]
            if names:
                last = max(names, key=lambda name: (len(name), name))
                receipt = read_receipt(parts[receipt_name(last)])
                return FiledFile(seat, last.rpartition("/")[2], parts[last], receipt)
    except (DamageError, ValueError, KeyError):
        # damage is told where the game is checked; a file is not turned away because a remark cannot be made
        return None
    return None
