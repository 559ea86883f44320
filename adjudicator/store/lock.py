"""One process at a time may change a game, and none while it is read: by a lock of the kernel, which always ends.

Whoever writes holds the lock alone, and whoever finds it held so is turned away. Readers share it, so that what they
read is of one moment; a writer waits for them, and they for a writer, for a few seconds at most.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from adjudicator.core.refusals import ExitCode, MendableError

PATIENCE = 3.0
"""Seconds that a writer waits for readers, and a reader for a writer; a turn takes a fraction of one."""
_PAUSE = 0.005


class BusyError(MendableError):
    """Another process is at work on this game, whose folder is the message."""

    code = ExitCode.BUSY

    def tell(self) -> str:
        """The line for whoever gave the command."""
        return f"{self} is busy: another adjudicate is working on it; try again"


@contextmanager
def hold_lock(path: str) -> Iterator[None]:
    """Hold the lock on the folder ``path`` alone.

    Raises :class:`BusyError` at once where another process does, and after :data:`PATIENCE` where others still read.
    """
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        tired = time.monotonic() + PATIENCE
        while not _take(handle, fcntl.LOCK_EX):
            # only readers are in the way where the lock can be shared
            if not _take(handle, fcntl.LOCK_SH) or time.monotonic() > tired:
                raise BusyError(path)
            fcntl.flock(handle, fcntl.LOCK_UN)
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(handle)


@contextmanager
def hold_still(path: str, patience: float | None = None) -> Iterator[None]:
    """Let nobody change what is in the folder ``path`` while it is read.

    Raises :class:`BusyError` where somebody does for longer than ``patience``, :data:`PATIENCE` unless given. Where
    there is no such folder, or no lock to be had in it, as on a disk that nobody can write to, nothing is held.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        yield
        return
    try:
        tired = time.monotonic() + (PATIENCE if patience is None else patience)
        while not _share(handle):
            if time.monotonic() > tired:
                raise BusyError(path)
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(handle)


def _take(handle: int, kind: int) -> bool:
    """Take the lock if it is free for this ``kind``. Raises ``OSError`` where there are none."""
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _share(handle: int) -> bool:
    try:
        return _take(handle, fcntl.LOCK_SH)
    except OSError:
        return True
