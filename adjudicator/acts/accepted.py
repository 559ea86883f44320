"""The accepted files of the seats: which of them count, and what they say together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from adjudicator.core.agenda import Agenda, enlist
from adjudicator.core.order import MoveFile
from adjudicator.core.table import Seat
from adjudicator.intake.movefile import read_accepted
from adjudicator.store.damage import DamageError
from adjudicator.store.inbox import Filed

_REMEMBERED = 64
"""Files that a run reads twice are read from their bytes once."""


def find_in_force(files: list[Filed]) -> Filed | None:
    """The file that counts among a seat's ``files``, oldest first: the last accepted one."""
    return next((filed for filed in reversed(files) if filed.accepted), None)


def list_accepted(files: Sequence[Filed]) -> list[Filed]:
    """Those of a seat's ``files`` that count, oldest first.

    The orders are those of the last; standing orders and fallback are those of the last that speaks of them.
    """
    return [filed for filed in files if filed.accepted]


def list_contents(accepted: Mapping[Seat, Sequence[Filed]]) -> dict[Seat, list[tuple[str, bytes]]]:
    """Names and contents of the ``accepted`` files by seat."""
    return {seat: [(filed.name, filed.data) for filed in files] for seat, files in accepted.items()}


@lru_cache(maxsize=_REMEMBERED)
def _read_file(seat: Seat, name: str, data: bytes) -> MoveFile:
    try:
        return read_accepted(data)
    except ValueError as error:
        raise DamageError(f"orders of {seat}, {name}", f"not the file that was accepted: {error}") from error


def read_files(files: Mapping[Seat, Sequence[tuple[str, bytes]]]) -> dict[Seat, list[tuple[str, MoveFile]]]:
    """Accepted ``files`` (names and contents by seat) as they were understood.

    Raises :class:`DamageError` for a file that cannot have been accepted as it is.
    """
    return {seat: [(name, _read_file(seat, name, data)) for name, data in pairs] for seat, pairs in files.items()}


def enlist_files(
    agendas: Mapping[Seat, Agenda], files: Mapping[Seat, Sequence[tuple[str, MoveFile]]]
) -> dict[Seat, Agenda]:
    """``agendas`` once the accepted ``files`` (by seat, oldest first) take force."""
    enlisted = dict(agendas)
    for seat, name, file in ((seat, name, file) for seat, pairs in files.items() for name, file in pairs):
        enlisted[seat] = enlist(enlisted[seat], file, f"{seat}/{name}")
    return enlisted
