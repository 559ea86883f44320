"""The inbox: each seat's files not yet consumed, verbatim, each with its receipt, and what was refused."""

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from adjudicator.core.system_errors import say_system_error
from adjudicator.intake.receipt import ACCEPTED, Receipt, dump_receipt, load_receipt
from adjudicator.store.files import (
    make_folder,
    read_regular,
    remove_if_there,
    remove_unfinished,
    replace_file,
    sync_folder,
)
from adjudicator.store.formats import DamageError, explain_damage, read_json, write_checked

_FILED = re.compile(r"[0-9]{2,9}\.yaml")
_GIVEN = re.compile(r"([0-9]{2,9})\.receipt\.json")
_UNFINISHED = re.compile(r"[0-9]{2,9}\.(yaml|receipt\.json)\.aside")
RECEIPT = ".receipt.json"
"""What the name of a receipt ends with."""
_REMEMBERED = 64
"""Receipts that one command reads again and again are read from their bytes once."""
_HIGHEST = 99_999_999
"""The highest number that a file copied in keeps, so that there are numbers left for those that come after it."""
LIMIT = 64 * 1024
"""Bytes a move file may have; of a longer one as much is read as shows that it is longer."""
MOST_WAITING = 1024 * 1024
"""Bytes that a seat's files for one turn may have, with their receipts: all of them go into the turn's record."""


def is_numbered(name: str) -> bool:
    """Whether ``name`` is one that kept files have, with a number that others can follow."""
    return _FILED.fullmatch(name) is not None and int(name.removesuffix(".yaml")) <= _HIGHEST


def receipt_name(name: str) -> str:
    """The name of the receipt of the file ``name``."""
    return name.removesuffix(".yaml") + RECEIPT


def write_waiting(receipt: Receipt) -> bytes:
    """The receipt of a file that waits or was refused, with a checksum; in a turn the manifest has its hash."""
    return write_checked(dump_receipt(receipt))


@lru_cache(maxsize=_REMEMBERED)
def read_receipt(data: bytes) -> Receipt:
    """The receipt in ``data``. Raises ``ValueError`` for anything that is none of ours."""
    return load_receipt(read_json(data))


class FiledFile(NamedTuple):
    """A file with its receipt, in the inbox under ``name``."""

    seat: str
    name: str
    data: bytes
    receipt: Receipt

    @property
    def accepted(self) -> bool:
        """Whether the file may take force."""
        return self.receipt.state in ACCEPTED


def number_of(filed: FiledFile) -> int:
    """The number of a kept file."""
    return int(filed.name.removesuffix(".yaml"))


class Inbox:
    """The folders ``inbox`` and ``refused`` of a game directory."""

    def __init__(self, game: str) -> None:
        """``game`` is the game directory."""
        self._inbox = os.path.join(game, "inbox")
        self._refused = os.path.join(game, "refused")

    def seat_folder(self, seat: str) -> str:
        """Where the files of ``seat`` lie."""
        return f"{self._inbox}/{seat}"

    def _names(self, seat: str) -> list[str]:
        for folder in (self._inbox, self.seat_folder(seat)):
            if os.path.islink(folder):
                raise DamageError(os.path.relpath(folder, os.path.dirname(self._inbox)), "is a link, not a folder")
        try:
            return sorted(os.listdir(self.seat_folder(seat)))
        except FileNotFoundError:
            return []
        except NotADirectoryError as error:
            raise DamageError(f"inbox/{seat}", "is not a folder") from error

    def list_strangers(self, seats: Iterable[str]) -> list[str]:
        """What lies in the inbox that is no folder of one of ``seats``: nobody's files."""
        try:
            return sorted(set(os.listdir(self._inbox)) - set(seats))
        except FileNotFoundError:
            return []

    def list_astray(self, seats: Iterable[str]) -> Iterator[tuple[str, Receipt]]:
        """The receipts, as far as they can be read, in folders that belong to none of ``seats``, and the folders."""
        for folder in self.list_strangers(seats):
            with suppress(DamageError, OSError):
                for name in filter(_GIVEN.fullmatch, self._names(folder)):
                    yield folder, self._read_receipt(folder, name.removesuffix(RECEIPT) + ".yaml")

    def list_filed(self, seat: str) -> list[FiledFile]:
        """The files of ``seat`` that have a receipt, oldest first.

        Raises :class:`DamageError`, also for a file that is not the one its receipt was given for.
        """
        names = self._names(seat)
        there = set(names)
        found: list[FiledFile] = []
        for name in names:
            if _FILED.fullmatch(name) and receipt_name(name) in there:
                data, receipt = self._read(seat, name, LIMIT), self._read_receipt(seat, name)
                if hashlib.sha256(data).hexdigest() != receipt.sha256:
                    raise DamageError(f"inbox/{seat}/{name}", "not the file its receipt was given for")
                found.append(FiledFile(seat, name, data, receipt))
        return sorted(found, key=number_of)

    def read_receipted(self, seat: str) -> dict[str, bytes]:
        """Every receipt in the folder of ``seat``, and the file that it is for, by their places.

        Raises :class:`DamageError` for what cannot be read.
        """
        names = set(self._names(seat))
        found: dict[str, bytes] = {}
        for name in sorted(names):
            if match := _GIVEN.fullmatch(name):
                file = f"{match[1]}.yaml"
                found[f"inbox/{seat}/{name}"] = self._read(seat, name)
                if file in names:
                    found[f"inbox/{seat}/{file}"] = self._read(seat, file, LIMIT)
        return found

    def list_dropped(self, seat: str) -> list[str]:
        """The names of what lies in the folder of ``seat`` without a receipt of its own: somebody copied it there.

        Numbered files come first and in order: they are submissions that were interrupted before their receipt.
        """
        names = self._names(seat)
        there = set(names)
        dropped = [
            name
            for name in names
            if not (_GIVEN.fullmatch(name) or _UNFINISHED.fullmatch(name) or name.startswith("."))
            and not (_FILED.fullmatch(name) and receipt_name(name) in there)
        ]
        return sorted(dropped, key=lambda name: (not is_numbered(name), name))

    def is_tidy(self, seat: str) -> bool:
        """Whether there is nothing in the folder of ``seat`` but files and their receipts."""
        filed = {file.name for file in self.list_filed(seat)}
        return set(self._names(seat)) == filed | {receipt_name(name) for name in filed}

    def read_dropped(self, seat: str, name: str) -> bytes:
        """What was copied there. Raises ``OSError`` for anything that is not a regular file."""
        return read_regular(os.path.join(self.seat_folder(seat), name), LIMIT)

    def remove_dropped(self, seat: str, name: str) -> None:
        """Forget a file that was filed under another name, or refused.

        Durably: were it there again after a power cut, it would be filed once more and displace what came later.
        """
        remove_if_there(os.path.join(self.seat_folder(seat), name))
        sync_folder(self.seat_folder(seat))

    def accept(self, seat: str, data: bytes, receipt: Receipt, name: str) -> None:
        """Keep an accepted file under ``name``, durable when this returns; only then may anybody be told."""
        make_folder(self._inbox)
        make_folder(self.seat_folder(seat))
        self._sync_folders_above()
        replace_file(os.path.join(self.seat_folder(seat), name), data)
        place = os.path.join(self.seat_folder(seat), receipt_name(name))
        try:
            replace_file(place, write_waiting(receipt))
        except OSError:
            # a receipt whose sync failed may be gone tomorrow: nobody may find it today and be told of it
            remove_if_there(place)
            raise

    def settle(self, seats: Iterable[str]) -> None:
        """Make durable which files lie in the folders of ``seats``, where there are any.

        Before a receipt is given again: whoever wrote it may have ended before the sync. Before a turn is committed:
        what the turn before it consumed must not come back once that turn is no longer the newest.
        """
        there = [folder for folder in map(self.seat_folder, seats) if os.path.isdir(folder)]
        for folder in there:
            sync_folder(folder)
        if there:
            self._sync_folders_above()

    def _sync_folders_above(self) -> None:
        sync_folder(self._inbox)
        sync_folder(os.path.dirname(self._inbox))

    def refuse(self, seat: str | None, data: bytes, receipt: Receipt) -> str:
        """Keep a refused file with the answer given; the name it is kept under."""
        game = os.path.dirname(self._refused)
        make_folder(self._refused)
        sync_folder(game)
        stem = f"{seat or 'unknown'}-{receipt.id}"
        # nobody has to go through thousands of files for what an interrupted command may have left among them
        meanwhile = f"{self._refused}.aside"
        replace_file(os.path.join(self._refused, f"{stem}.yaml"), data, meanwhile)
        replace_file(os.path.join(self._refused, f"{stem}{RECEIPT}"), write_waiting(receipt), meanwhile)
        sync_folder(game)
        return f"refused/{stem}.yaml"

    def has_refused(self, seat: str, receipt: Receipt) -> bool:
        """Whether a file with this receipt's number is among the refused."""
        return os.path.exists(os.path.join(self._refused, f"{seat}-{receipt.id}{RECEIPT}"))

    def list_refused(self, seat: str) -> Iterator[tuple[Receipt, bytes]]:
        """The files of ``seat`` that were refused, with their receipts, as far as they can be read."""
        for name in sorted(os.listdir(self._refused)) if os.path.isdir(self._refused) else ():
            if re.fullmatch(rf"{re.escape(seat)}-[0-9a-f]{{16}}\.yaml", name):
                place = os.path.join(self._refused, name)
                with suppress(OSError, ValueError):
                    yield read_receipt(read_regular(receipt_name(place))), read_regular(place)

    def weigh(self, seat: str) -> int:
        """Bytes of the files of ``seat`` that wait, and of their receipts."""
        kept = [name for name in self._names(seat) if _FILED.fullmatch(name) or _GIVEN.fullmatch(name)]
        return sum(os.lstat(os.path.join(self.seat_folder(seat), name)).st_size for name in kept)

    def next_name(self, seat: str) -> str:
        """The name for the next file of ``seat``: no file, and no receipt of one that is missing, has its number."""
        names = self._names(seat)
        numbers = [int(match[1]) for name in names if (match := _GIVEN.fullmatch(name))]
        numbers += [int(name.removesuffix(".yaml")) for name in names if is_numbered(name)]
        return f"{max(numbers, default=0) + 1:02}.yaml"

    def remove(self, seat: str, name: str) -> None:
        """Forget a consumed file and its receipt."""
        remove_if_there(os.path.join(self.seat_folder(seat), name))
        remove_if_there(os.path.join(self.seat_folder(seat), receipt_name(name)))

    def _read_receipt(self, seat: str, name: str) -> Receipt:
        try:
            return read_receipt(self._read(seat, receipt_name(name)))
        except ValueError as error:
            raise DamageError(
                f"inbox/{seat}/{receipt_name(name)}", f"not a receipt ({explain_damage(error)})"
            ) from error

    def _read(self, seat: str, name: str, limit: int | None = None) -> bytes:
        try:
            return read_regular(os.path.join(self.seat_folder(seat), name), limit)
        except OSError as error:
            raise DamageError(f"inbox/{seat}/{name}", f"unreadable: {say_system_error(error)}") from error

    def remove_interrupted(self, seat: str, has_consumed: Callable[[FiledFile], bool]) -> None:
        """Remove what interrupted commands left in the folder of ``seat``: half-written files, consumed ones.

        ``has_consumed`` is asked of files that have a receipt, or had one, without their content. Raises
        :class:`DamageError`.
        """
        for name in self._names(seat):
            if _UNFINISHED.fullmatch(name):
                remove_unfinished(os.path.dirname(self._inbox), f"inbox/{seat}/{name}")
            elif match := _GIVEN.fullmatch(name):
                file = f"{match[1]}.yaml"
                if has_consumed(FiledFile(seat, file, b"", self._read_receipt(seat, file))):
                    self.remove(seat, file)
