"""Parts of turns' records as if they were files: ``turn_of(game, 2) / "turn.json"`` reads and forges one in place.

A part that is written, removed or added gets its record a checksum that fits, as somebody who knows the format would
give it; damage that does not is done to the record itself, ``record_of(game, 2)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

from adjudicator.store.formats import SUFFIX, DamageError, open_turns, pack_parts, split_part, unpack_parts


def record_of(game: Path, turn: int) -> Path:
    """The file that is the record of ``turn``."""
    return game / "turns" / f"{turn:04}{SUFFIX}"


def turn_of(game: Path, turn: int) -> Part:
    """All parts of ``turn``, as a folder."""
    return Part(record_of(game, turn), "")


def find(game: Path, name: str) -> Path | Part:
    """What ``name`` means in ``game``: the part of a record, or the file."""
    return game / name if split_part(name) is None else part_of(game, name)


def newest_of(game: Path) -> int:
    """The number of the newest turn; -1 where there is none."""
    return max((int(path.stem) for path in (game / "turns").glob(f"*{SUFFIX}")), default=-1)


def read_record(game: Path) -> dict[str, bytes]:
    """Every file of ``game`` and every part by name; nothing of a record that is damaged."""
    found: dict[str, bytes] = {}
    for path in sorted(path for path in game.rglob("*") if path.is_file()):
        with suppress(DamageError):
            found |= open_turns({str(path.relative_to(game)): path.read_bytes()})
    return found


def turns_of(game: Path) -> list[Part]:
    """The turns of the game, oldest first."""
    return [Part(record, "") for record in sorted((game / "turns").glob(f"*{SUFFIX}"))]


def part_of(game: Path, name: str) -> Part:
    """The part that ``name`` means, such as ``turns/0002/turn.json`` or ``branches/0001/turns/0002/turn.json``."""
    turn, _, part = name.partition("turns/")[2].partition("/")
    folder = name[: name.index("turns/")] + f"turns/{turn}{SUFFIX}"
    return Part(game / folder, part)


class Part(NamedTuple):
    """A part, or a folder of parts, of the record at ``record``."""

    record: Path
    part: str

    def __truediv__(self, name: str) -> Part:
        return Part(self.record, f"{self.part}/{name}" if self.part else name)

    def __str__(self) -> str:
        return f"{self.record}/{self.part}"

    def relative_to(self, game: Path) -> str:
        """What the files of ``game`` call it, such as ``turns/0002/turn.json``."""
        return f"{self.record.relative_to(game).with_suffix('')}/{self.part}"

    def with_suffix(self, suffix: str) -> Part:
        return self.parent / f"{self.stem}{suffix}"

    @property
    def name(self) -> str:
        return self.part.rpartition("/")[2]

    @property
    def stem(self) -> str:
        return self.name.rpartition(".")[0]

    @property
    def parent(self) -> Part:
        return Part(self.record, self.part.rpartition("/")[0])

    def _read(self) -> dict[str, bytes]:
        return unpack_parts(self.record.read_bytes(), str(self.record))

    def exists(self) -> bool:
        return self.record.exists() and any(
            name == self.part or name.startswith(f"{self.part}/") for name in self._read()
        )

    def read_bytes(self) -> bytes:
        return self._read()[self.part]

    def read_text(self) -> str:
        return self.read_bytes().decode()

    def write_bytes(self, data: bytes) -> None:
        self.record.write_bytes(pack_parts({**self._read(), self.part: data}))

    def write_text(self, text: str) -> None:
        self.write_bytes(text.encode())

    def unlink(self) -> None:
        parts = self._read()
        del parts[self.part]
        self.record.write_bytes(pack_parts(parts))

    def rename(self, other: Part) -> None:
        other.write_bytes(self.read_bytes())
        self.unlink()

    def rglob(self, pattern: str) -> Iterator[Part]:
        """The parts below whose last name fits ``pattern``."""
        below = f"{self.part}/" if self.part else ""
        return (
            Part(self.record, name)
            for name in sorted(self._read())
            if name.startswith(below) and fnmatch(name.rpartition("/")[2], pattern)
        )

    def glob(self, pattern: str) -> Iterator[Part]:
        """The parts below whose name from here fits ``pattern``; ``*`` is one name of the path."""
        below = f"{self.part}/" if self.part else ""
        for name in sorted(self._read()):
            inner = name.removeprefix(below).split("/")
            asked = pattern.split("/")
            fits = len(inner) == len(asked) and all(map(fnmatch, inner, asked))
            if name.startswith(below) and fits:
                yield Part(self.record, name)
