"""Defects planted into the installed command, to see that the torture finds them: ``TORTURE_MUTANT`` names one.

Python imports this module at its start when its folder is on ``PYTHONPATH``; nothing of it is in the product.
"""

# ruff: noqa: PLC0415 - each defect imports what it changes, so that the others leave it alone

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any


def say_before_keeping() -> None:
    from adjudicator.store.inbox import Inbox

    keep = Inbox.accept

    def accept(self: Inbox, seat: str, data: bytes, receipt: Any, name: str) -> None:
        os.write(1, f"FILE: green: accepted for {seat}, receipt {receipt.id}\n".encode())
        keep(self, seat, data, receipt, name)

    Inbox.accept = accept


def show_turn_before_it_is_complete() -> None:
    from adjudicator.store import turns

    def commit(self: turns.TurnFolder, turn: int, files: Mapping[str, bytes]) -> None:
        parts = {name: data for name, data in files.items() if not name.startswith("reports/")}
        data = turns.pack_parts(parts)
        with open(f"{self.folder(turn)}{turns.SUFFIX}", "wb", buffering=0) as file:
            for begin in range(0, len(data), 32):  # noqa: FURB122 - one write for each piece is what a kill meets
                file.write(data[begin : begin + 32])
            os.fsync(file.fileno())
        turns.sync_folder(self._path)
        self.write_reports(turn, {name: data for name, data in files.items() if name.startswith("reports/")})

    turns.TurnFolder.commit = commit


def empty_inbox_before_commit() -> None:
    from adjudicator.store import files, turns

    keep = turns.TurnFolder.commit

    def commit(self: turns.TurnFolder, turn: int, bundle: Mapping[str, bytes]) -> None:
        for name in bundle:
            if name.startswith("orders/"):
                files.remove_if_there(os.path.join(self._path, "..", "inbox", name.removeprefix("orders/")))
        keep(self, turn, bundle)

    turns.TurnFolder.commit = commit


def leave_leftovers() -> None:
    from adjudicator.store import gamedir, turns

    turns.remove_files = turns.remove_if_there = lambda _path: None
    gamedir.GameDirectory.finish_interrupted = lambda _self: None


def lock_nothing() -> None:
    from adjudicator.acts import filing, run

    @contextlib.contextmanager
    def hold(_path: str) -> Iterator[None]:
        yield

    run.hold_lock = filing.hold_lock = hold


def lock_no_founding() -> None:
    from adjudicator.store import placing

    @contextlib.contextmanager
    def hold(_path: str) -> Iterator[None]:
        yield

    placing.hold_lock = hold


def found_in_a_crowd() -> None:
    """No lock, and nobody begins to write before all eight have seen that there is no game: they are sure to meet."""
    from adjudicator.store import placing

    lock_no_founding()
    empty = placing.empty_folder

    def empty_together(path: str) -> None:
        os.mkdir(f"{path}.{os.getpid()}")
        parent, name = os.path.split(path)
        patience = time.monotonic() + 20
        while sum(other.startswith(f"{name}.") for other in os.listdir(parent)) < 8 and time.monotonic() < patience:
            os.sched_yield()
        empty(path)

    placing.empty_folder = empty_together


def _change_sync(change: Callable[[Callable[[int], None], int], None]) -> None:
    sync = os.fsync
    os.fsync = lambda handle: change(sync, handle)


def swallow_failed_sync() -> None:
    def swallow(sync: Callable[[int], None], handle: int) -> None:
        with contextlib.suppress(OSError):
            sync(handle)

    _change_sync(swallow)


def retry_failed_sync() -> None:
    def retry(sync: Callable[[int], None], handle: int) -> None:
        try:
            sync(handle)
        except OSError:
            sync(handle)

    _change_sync(retry)


def sync_no_file() -> None:
    import stat

    def only_folders(sync: Callable[[int], None], handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            sync(handle)

    _change_sync(only_folders)


def sync_no_folder() -> None:
    import stat

    def only_files(sync: Callable[[int], None], handle: int) -> None:
        if not stat.S_ISDIR(os.fstat(handle).st_mode):
            sync(handle)

    _change_sync(only_files)


def sync_nothing() -> None:
    _change_sync(lambda _sync, _handle: None)


def say_before_sync() -> None:
    from adjudicator.store import files, inbox

    def rename_only(path: str, data: bytes, aside: str = "") -> None:
        inbox.remove_if_there(aside or f"{path}.aside")
        files.write_tree(f"{path}.folder", {"file": data})
        os.rename(f"{path}.folder/file", path)
        os.rmdir(f"{path}.folder")

    inbox.replace_file = rename_only


def act_without_a_list() -> None:
    from adjudicator.acts.moderation import recording
    from adjudicator.store import acts

    def carry_out(path: str, items: Sequence[Any]) -> None:
        for item in items:
            acts._do(path, item)

    recording.carry_out = carry_out


def trust_what_lies_there() -> None:
    from adjudicator.store import inbox, turns

    inbox.Inbox.settle = lambda _self, _seats: None
    turns.TurnFolder.settle = lambda _self: None


if name := os.environ.get("TORTURE_MUTANT"):
    if plant := globals().get(name.replace("-", "_")):
        plant()
    else:
        import careless

        careless.plant(name)
