"""The store of turns: a turn is committed in one act as a bundle of named files and never edited again."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import Protocol

from adjudicator.store.damage import DamageError
from adjudicator.store.files import make_folder, read_regular, remove_tree, sync_folder, write_tree

_NUMBER = re.compile(r"[0-9]{4,}")
_ASIDE = ".aside"
_LEFTOVER = re.compile(r"[0-9]{4,}\.aside")


class TurnStore(Protocol):
    """Where the turns of one game are kept. A folder is the default; a database can be another, with the same bytes."""

    def newest(self) -> int | None:
        """The number of the newest turn; None before turn 0."""
        ...

    def read(self, turn: int, name: str) -> bytes:
        """A file of a turn. Raises :class:`DamageError` where it is missing."""
        ...

    def read_all(self, turn: int) -> Mapping[str, bytes]:
        """Every file of a turn. Raises :class:`DamageError` for one that cannot be read."""
        ...

    def commit(self, turn: int, files: Mapping[str, bytes]) -> None:
        """Keep a new turn, all of it or nothing, durable when this returns. Raises ``OSError`` where it cannot."""
        ...

    def clean(self) -> None:
        """Remove what an interrupted commit left, and make durable what it finished. Raises ``OSError``."""
        ...


class TurnFolder:
    """Turns as folders ``turns/0007`` of a game directory."""

    def __init__(self, path: str) -> None:
        """``path`` is the folder ``turns``."""
        self._path = path

    def folder(self, turn: int) -> str:
        """The folder of a turn."""
        return os.path.join(self._path, f"{turn:04}")

    def newest(self) -> int | None:
        """See :class:`TurnStore`."""
        try:
            numbers = [int(name) for name in os.listdir(self._path) if _NUMBER.fullmatch(name)]
        except FileNotFoundError:
            return None
        return max(numbers, default=None)

    def read(self, turn: int, name: str) -> bytes:
        """See :class:`TurnStore`."""
        try:
            return read_regular(os.path.join(self.folder(turn), *name.split("/")))
        except OSError as error:
            raise DamageError(f"turns/{turn:04}/{name}", error.strerror or str(error)) from error

    def read_all(self, turn: int) -> Mapping[str, bytes]:
        """See :class:`TurnStore`. What has a hidden name, as an editor gives to what it works on, is none of them."""
        return {name: self.read(turn, name) for name in self._list_below(turn, "")}

    def _list_below(self, turn: int, below: str) -> Iterator[str]:
        folder = os.path.join(self.folder(turn), below)
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            raise DamageError(f"turns/{turn:04}/{below}".rstrip("/"), error.strerror or str(error)) from error
        for entry in entries:
            name = f"{below}/{entry.name}" if below else entry.name
            if entry.is_dir(follow_symlinks=False):
                yield from self._list_below(turn, name)
            elif not entry.name.startswith("."):
                yield name

    def commit(self, turn: int, files: Mapping[str, bytes]) -> None:
        """See :class:`TurnStore`."""
        make_folder(self._path)
        aside = self.folder(turn) + _ASIDE
        self._remove_aside(aside)
        write_tree(aside, files)
        os.rename(aside, self.folder(turn))
        try:
            sync_folder(self._path)
        except OSError:
            # whether the turn is durable can never be known any more: the next run must not find it and call it done
            os.rename(self.folder(turn), aside)
            raise

    def clean(self) -> None:
        """See :class:`TurnStore`."""
        if os.path.isdir(self._path):
            for name in os.listdir(self._path):
                if name.endswith(_ASIDE) and _LEFTOVER.fullmatch(name):
                    self._remove_aside(os.path.join(self._path, name))
            # a run may have ended between the rename of its turn and the sync; whoever speaks of that turn syncs it
            sync_folder(self._path)

    @staticmethod
    def _remove_aside(path: str) -> None:
        try:
            remove_tree(path)
        except NotADirectoryError as error:
            raise DamageError(f"turns/{os.path.basename(path)}", "a file that does not belong here") from error
