"""Formats in which turns were kept by earlier versions of the program, one module each.

A module reads the turns of its format far enough to play them again and to hold them against their own hash chain.
``adjudicate upgrade`` then writes all turns anew in today's format and keeps the old ones in a branch. Another format
takes a module here, a line in :data:`READERS`, and a game of that format among the samples of the tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from adjudicator.core.record import Circumstances
from adjudicator.core.table import Seat
from adjudicator.store.damage import DamageError
from adjudicator.store.header import FORMAT, MANIFEST
from adjudicator.store.inbox import Filed
from adjudicator.store.json_text import read_json
from adjudicator.store.migrations import format_1


class Reader(Protocol):
    """What a format is read by."""

    def list_heads(self, turns: Sequence[Mapping[str, bytes]], game: str) -> list[str]:
        """The heads of the ``turns`` of ``game``, from turn 0 on. Raises :class:`DamageError` where any is damaged."""
        ...

    def read_circumstances(self, files: Mapping[str, bytes]) -> Circumstances:
        """What a turn was run under."""
        ...

    def list_files(self, files: Mapping[str, bytes], seats: Sequence[Seat]) -> Mapping[Seat, Sequence[Filed]]:
        """What a turn took up of each seat, oldest first."""
        ...


READERS: Mapping[int, Reader] = {1: format_1}
"""By format, all that came before today's."""


def find_format(manifest: bytes) -> int:
    """The format of a turn. Raises :class:`DamageError` for one that nobody has written."""
    try:
        number = read_json(manifest)["format"]
    except (KeyError, ValueError) as error:
        raise DamageError(MANIFEST, f"says no format ({error!r})") from error
    if number != FORMAT and number not in READERS:
        raise DamageError(MANIFEST, f"format {number!r}, this version knows {', '.join(map(str, (*READERS, FORMAT)))}")
    assert isinstance(number, int)
    return number
