"""One process at a time per game, by a lock that the kernel releases whatever becomes of its holder."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager


class BusyError(Exception):
    """Another process is at work on this game."""


@contextmanager
def hold_lock(path: str) -> Iterator[None]:
    """Hold the lock on the folder ``path``. Raises :class:`BusyError` at once where another process holds it."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BusyError(path) from error
        yield
    finally:
        os.close(handle)
