"""The store of turns: a turn's record is committed in one act and never edited again; its reports stand beside it."""

import errno
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

from adjudicator.core.refusals import MendableError
from adjudicator.core.system_errors import say_system_error
from adjudicator.store.files import (
    LARGEST,
    make_folder,
    read_regular,
    remove_empty,
    remove_files,
    remove_if_there,
    sync_file,
    sync_folder,
    write_folder,
    write_loose,
    write_synced,
)
from adjudicator.store.formats import SUFFIX, DamageError, pack_parts, tell_why, unpack_parts

_NUMBER = r"[0-9]{4}|[1-9][0-9]{4,}"
_RECORD = re.compile(rf"({_NUMBER})\.turn")
_FOLDER = re.compile(_NUMBER)
_REPORTS = "reports/"
_REMEMBERED = 4
"""Records that are not read again."""


class TooLargeError(MendableError):
    """A turn's record would be longer than any that is read."""


class KeptTurns(Protocol):
    """The turns of one game as they are kept, wherever that is."""

    def newest(self) -> int | None:
        """The number of the newest turn; None before turn 0."""

    def read(self, turn: int) -> Mapping[str, bytes]:
        """The parts of a turn's record. Raises :class:`DamageError` where it is missing or damaged."""

    def read_part(self, turn: int, name: str) -> bytes:
        """One part of a turn's record. Raises :class:`DamageError`."""


class TurnFolder:
    """Turns as files ``turns/0007.turn`` of a game directory, with the reports in ``turns/0007/reports``."""

    def __init__(self, path: str) -> None:
        """``path`` is the folder ``turns``."""
        self._path = path
        self._opened: dict[int, dict[str, bytes]] = {}

    def folder(self, turn: int) -> str:
        """The folder of what stands beside a turn's record."""
        return f"{self._path}/{turn:04}"

    def newest(self) -> int | None:
        """See :class:`KeptTurns`."""
        try:
            numbers = [int(match[1]) for name in os.listdir(self._path) if (match := _RECORD.fullmatch(name))]
        except FileNotFoundError:
            return None
        return max(numbers, default=None)

    def list_folders(self) -> list[int]:
        """The turns beside whose records something stands, or stood."""
        try:
            return [int(name) for name in os.listdir(self._path) if _FOLDER.fullmatch(name)]
        except FileNotFoundError:
            return []

    def read(self, turn: int) -> Mapping[str, bytes]:
        """See :class:`KeptTurns`."""
        if turn not in self._opened:
            if len(self._opened) > _REMEMBERED:
                self._opened.clear()
            place = f"turns/{turn:04}{SUFFIX}"
            try:
                data = read_regular(self.folder(turn) + SUFFIX)
            except OSError as error:
                raise DamageError(place, tell_why(error)) from error
            self._opened[turn] = unpack_parts(data, place)
        return self._opened[turn]

    def salvage(self, turn: int) -> Mapping[str, bytes] | None:
        """What can be read of the record of ``turn`` though it is damaged, and its reports; None where it is whole."""
        try:
            self.read(turn)
        except DamageError:
            pass
        else:
            return None
        found: dict[str, bytes] = {}
        with suppress(OSError, DamageError):
            found |= unpack_parts(read_regular(self.folder(turn) + SUFFIX), "", checked=False)
        with suppress(OSError, DamageError):
            found |= self.read_reports(turn)
        return found

    def read_part(self, turn: int, name: str) -> bytes:
        """See :class:`KeptTurns`."""
        try:
            return self.read(turn)[name]
        except KeyError as error:
            raise DamageError(f"turns/{turn:04}/{name}", "missing") from error

    def commit(self, turn: int, files: Mapping[str, bytes]) -> None:
        """Keep a new turn, all of it or nothing, durable when this returns.

        Raises ``OSError`` where it cannot, :class:`TooLargeError` where nobody could read it again. The reports among
        ``files`` are written when the rest is kept, and not synced.
        """
        make_folder(self._path)
        record = self.folder(turn) + SUFFIX
        unfinished = f"{record}.aside"
        if os.path.lexists(record):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), record)
        remove_if_there(unfinished)
        parts = {name: data for name, data in files.items() if not name.startswith(_REPORTS)}
        written = pack_parts(parts)
        if len(written) > LARGEST:
            words = f"turn {turn} would have {len(written)} bytes, and {LARGEST} are possible"
            raise TooLargeError(f"{words}; remove older files and their receipts from the fullest folders of the inbox")
        write_synced(unfinished, written)
        os.rename(unfinished, record)
        try:
            sync_folder(self._path)
        except OSError:
            # whether the turn is durable can never be known any more: the next run must not find it and call it done
            os.rename(record, unfinished)
            raise
        self.write_reports(turn, {name: data for name, data in files.items() if name.startswith(_REPORTS)})

    def write_reports(self, turn: int, reports: Mapping[str, bytes]) -> None:
        """Put ``reports`` beside the record of ``turn``; torn or lost ones are made again, so nothing is synced."""
        reports_folder, folder = self.find_reports(turn), self.folder(turn)
        make_folder(folder)
        files = {name.removeprefix(_REPORTS): data for name, data in reports.items()}
        if os.path.lexists(reports_folder) or not write_folder(reports_folder, files):
            make_folder(reports_folder)
            for name, data in files.items():
                write_loose(f"{reports_folder}/{name}", data)

    def drop_reports(self, turn: int) -> None:
        """Remove the reports of ``turn``, which ``adjudicate show`` makes again, and nothing that is none."""
        remove_files(os.path.join(self.folder(turn), "reports"))
        remove_empty(self.folder(turn))

    def settle_reports(self, turn: int) -> None:
        """Make the reports of ``turn`` durable, where nobody will make them again."""
        for name in self.read_reports(turn):
            sync_file(os.path.join(self.folder(turn), *name.split("/")))
        if os.path.isdir(folder := self.find_reports(turn)):
            sync_folder(folder)
            sync_folder(self.folder(turn))
            sync_folder(self._path)

    def read_reports(self, turn: int) -> dict[str, bytes]:
        """The reports of ``turn`` that are there, by their names in the turn. Raises :class:`DamageError`."""
        folder = self.find_reports(turn)
        name = "reports"
        there: dict[str, bytes] = {}
        try:
            for file in sorted(os.listdir(folder)):
                name = f"{_REPORTS}{file}"
                there[name] = read_regular(f"{folder}/{file}")
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise DamageError(f"turns/{turn:04}/{name}", say_system_error(error)) from error
        return there

    def find_reports(self, turn: int) -> str:
        """The folder of the reports of ``turn``. Raises :class:`DamageError` where a link leads elsewhere."""
        reports = os.path.join(self.folder(turn), "reports")
        for folder in (self.folder(turn), reports):
            if os.path.islink(folder):
                raise DamageError(os.path.relpath(folder, os.path.dirname(self._path)), "is a link, not a folder")
        return reports

    def list_report_folders(self, turn: int) -> tuple[str, str]:
        """The folder of the reports of ``turn``, and the one in which they are written first. Raises the same."""
        reports = self.find_reports(turn)
        return reports, f"{reports}.aside"

    def settle(self) -> None:
        """Make durable which turns are there: a run may have ended between the rename of its turn and the sync."""
        if os.path.isdir(self._path):
            sync_folder(self._path)
