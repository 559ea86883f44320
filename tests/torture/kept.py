"""The rows of a long run, kept as they come: one that was stopped goes on where it was when it is started again.

A row counts only for the very program it was tried on, tests and all: the file names the digest of their sources, and
is begun anew where they differ.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from torture.bar import Row
from torture.tally import Tally

HOUSE = Path(__file__).resolve().parents[2]
SOURCES = ("adjudicator", "schemas", "tests", "games")


def digest_sources(house: Path = HOUSE) -> str:
    """SHA-256 over names and bytes of the program, its tests and the sample games, in hex."""
    digest = hashlib.sha256()
    for path in sorted(_list_files(house)):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(house)}\n{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _list_files(house: Path) -> Iterable[Path]:
    for source in SOURCES:
        for path in (house / source).rglob("*"):
            hidden = any(part.startswith(".") or part == "__pycache__" for part in path.relative_to(house).parts)
            if path.is_file() and not hidden:
                yield path


class KeptRows:
    """Rows in a file, one a line after the digest of the sources they were tried on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._digest = digest_sources()
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        self._rows = dict(map(_read_row, lines[1:])) if lines[:1] == [self._digest] else {}

    def find(self, bar: str) -> Row | None:
        """The row of ``bar`` where it was tried on these sources."""
        return self._rows.get(bar)

    def keep(self, row: Row) -> None:
        """Add a row, at once; one of other sources is dropped with the first."""
        fresh = not self._rows
        self._rows[row.bar] = row
        with self._path.open("w" if fresh else "a", encoding="utf-8") as file:
            file.write(f"{self._digest}\n" if fresh else "")
            file.write(json.dumps([row.bar, row.tally, row.caught, row.missed]) + "\n")


def _read_row(line: str) -> tuple[str, Row]:
    bar, (tried, fired, failures, skipped), caught, missed = json.loads(line)
    return bar, Row(bar, Tally(tried, fired, tuple(failures), skipped), tuple(caught), tuple(missed))
