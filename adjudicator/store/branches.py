"""Abandoned lines: ``branches/0001`` holds the turns that a rewind took out of the game, and the inbox as it was.

They are moved there whole, and never written to again. They are read from a game directory or from the files of an
archive by the same functions, which ask for all files below a name.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from adjudicator.core.act_kinds import Rewind
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.core.system_errors import say_system_error
from adjudicator.core.table import Seat
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.files import read_regular
from adjudicator.store.formats import NO_ACT, SUFFIX, DamageError, explain_damage, split_part, unpack_parts
from adjudicator.store.inbox import FiledFile, is_numbered, number_of, read_receipt, receipt_name

BRANCHES = "branches"


def name_branch(branch: int) -> str:
    """The folder of ``branch``."""
    return f"{BRANCHES}/{branch:04}"


def name_turn(branch: int | None, turn: int) -> str:
    """The folder of ``turn``, of a branch or of the line that stands."""
    return f"{'' if branch is None else name_branch(branch) + '/'}turns/{turn:04}"


def check_branches(path: str, acts: Sequence[RecordedAct]) -> Iterator[str]:
    """What is wrong with the branches in the game directory ``path`` that ``acts`` made, by the names in them."""
    there = _list_numbers(os.path.join(path, BRANCHES), "")
    for act in acts:
        if isinstance(act.change, Rewind):
            where, own = name_branch(act.change.branch), set(range(act.change.to + 1, act.after_turn + 1))
            there.discard(act.change.branch)
            if _list_numbers(os.path.join(path, where, "turns"), SUFFIX) | set(act.change.damaged) != own:
                yield f"{where}: not turns {min(own)} to {max(own)}, as acts/{act.number:04}.json says"
    for where in map(name_branch, sorted(there)):
        # an empty folder holds nothing, and comes and goes with copies
        if FolderShelf(path).read_below(where):
            yield f"{where}: {NO_ACT}"


def _list_numbers(folder: str, suffix: str) -> set[int]:
    """The numbers that are names in ``folder`` before ``suffix``; none where there is no such folder."""
    try:
        names = [name.removesuffix(suffix) for name in os.listdir(folder) if name.endswith(suffix)]
    except (FileNotFoundError, NotADirectoryError):
        return set()
    return {int(name) for name in names if name.isascii() and name.isdecimal()}


class Shelf(Protocol):
    """The files of a game by their names in its directory, wherever they are kept."""

    def read(self, name: str) -> bytes:
        """A file. Raises :class:`DamageError` where it is missing."""

    def read_below(self, folder: str) -> Mapping[str, bytes]:
        """All files below ``folder``, by their names below it; none where there is no such folder."""


class FolderShelf:
    """The files of a game directory."""

    def __init__(self, path: str) -> None:
        """``path`` is the game directory."""
        self._path = path
        self._opened: tuple[str, Mapping[str, bytes]] = ("", {})

    def read(self, name: str) -> bytes:
        """See :class:`Shelf`."""
        if (found := split_part(name)) is not None:
            turn, part = found
            parts = self._open(turn)
            if part not in parts:
                raise DamageError(name, "missing")
            return parts[part]
        return self._read_file(name)

    def read_below(self, folder: str) -> Mapping[str, bytes]:
        """See :class:`Shelf`."""
        there = {name: self._read_file(f"{folder}/{name}") for name in self._list_below(folder)}
        found = split_part(f"{folder}/")
        if found is None or not os.path.lexists(self._place(f"{found[0]}{SUFFIX}")):
            return there
        turn, below = found
        parts = {name.removeprefix(below): data for name, data in self._open(turn).items() if name.startswith(below)}
        return {**parts, **there}

    def _place(self, name: str) -> str:
        return os.path.join(self._path, *name.split("/"))

    def _read_file(self, name: str) -> bytes:
        try:
            return read_regular(self._place(name))
        except OSError as error:
            raise DamageError(name, say_system_error(error)) from error

    def _open(self, turn: str) -> Mapping[str, bytes]:
        if turn != self._opened[0]:
            name = f"{turn}{SUFFIX}"
            # a rewind may have left a damaged record in a branch; what can be read of it is what verify reads, too
            checked = not name.startswith(f"{BRANCHES}/")
            self._opened = turn, unpack_parts(self._read_file(name), name, checked=checked)
        return self._opened[1]

    def _list_below(self, folder: str) -> list[str]:
        names: list[str] = []
        waiting = [folder]
        while waiting:
            here = waiting.pop()
            try:
                entries = sorted(os.scandir(self._place(here)), key=lambda entry: entry.name)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise DamageError(here, say_system_error(error)) from error
            for entry in entries:
                (waiting if entry.is_dir(follow_symlinks=False) else names).append(f"{here}/{entry.name}")
        return [name.removeprefix(f"{folder}/") for name in names]


class FileShelf:
    """Files by their names, as an archive holds them; perhaps on another shelf, as those of a turn not kept yet are."""

    def __init__(self, files: Mapping[str, bytes], beneath: Shelf | None = None) -> None:
        """``files`` hide those of their names on the shelf ``beneath``."""
        self._files = files
        self._beneath = beneath

    def read(self, name: str) -> bytes:
        """See :class:`Shelf`."""
        if name in self._files:
            return self._files[name]
        if self._beneath is None:
            raise DamageError(name, "missing")
        return self._beneath.read(name)

    def read_below(self, folder: str) -> Mapping[str, bytes]:
        """See :class:`Shelf`."""
        where = f"{folder}/"
        found = {name.removeprefix(where): data for name, data in self._files.items() if name.startswith(where)}
        return {**self._beneath.read_below(folder), **found} if self._beneath else found


NO_SHELF: Shelf = FileShelf({})


def keep_whole(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Those of ``files``, by ``SEAT/NAME``, that fit their receipts, and these; of a turn that is damaged."""
    whole: dict[str, bytes] = {}
    for name, data in files.items():
        receipt = receipt_name(name)
        try:
            fits = read_receipt(files[receipt]).sha256 == hash_bytes(data)
        except (KeyError, ValueError):
            continue
        if fits:
            whole |= {name: data, receipt: files[receipt]}
    return whole


def list_accepted_in(files: Mapping[str, bytes], seats: Sequence[Seat], place: str) -> dict[Seat, list[FiledFile]]:
    """The accepted files of each seat, oldest first, among ``files`` by ``SEAT/NAME``; ``place`` names their folder.

    Raises :class:`DamageError` for a file without a receipt.
    """
    found: dict[Seat, list[FiledFile]] = {seat: [] for seat in seats}
    for name, data in files.items():
        seat, _, file = name.partition("/")
        if seat not in found or not is_numbered(file):
            continue
        try:
            receipt = read_receipt(files[f"{seat}/{receipt_name(file)}"])
        except (KeyError, ValueError) as error:
            raise DamageError(
                f"{place}/{name}", f"has no receipt that can be read ({explain_damage(error)})"
            ) from error
        filed = FiledFile(seat, file, data, receipt)
        if filed.accepted:
            found[seat].append(filed)
    return {seat: sorted(filed, key=number_of) for seat, filed in found.items()}
