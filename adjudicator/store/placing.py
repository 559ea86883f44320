"""Writing aside in folders that are not ours: under a name that nobody else's file has, and nothing else is touched.

What a killed command left there is known by its name and its kind, and by the lock that nobody holds on it any more.
"""

import errno
import fcntl
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from adjudicator.core.refusals import ExitCode, MendableError
from adjudicator.store.files import (
    FILE_MODE,
    BusyError,
    empty_folder,
    hold_lock,
    make_folder,
    make_folders,
    read_regular,
    remove_tree,
    sync_folder,
    write_all,
)


class OccupiedError(MendableError):
    """Something that is not ours is where we were to write; the message says what and where."""

    code = ExitCode.USAGE


def name_unfinished(path: str) -> str:
    """Where what is to become ``path`` is written first: beside it, under a name of ours."""
    folder, name = os.path.split(os.path.abspath(path))
    return os.path.join(folder, f".adjudicate-{hashlib.sha256(os.fsencode(name)).hexdigest()[:16]}.aside")


def put_file(path: str, data: bytes) -> None:
    """Put ``data`` at ``path`` in one act, durable when this returns, whatever else is in its folder.

    Raises :class:`BusyError` where another process is just putting a file there, :class:`OccupiedError` where the
    name aside is taken by what we have not made, ``OSError``.
    """
    path = os.path.abspath(path)
    unfinished = name_unfinished(path)
    _remove_unfinished(unfinished, path)
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, FILE_MODE)
    try:
        _lock(handle, path)
        try:
            os.fchmod(handle, FILE_MODE)
            write_all(handle, data)
            os.fsync(handle)
            os.rename(unfinished, path)
        except OSError:
            with suppress(OSError):
                os.unlink(unfinished)
            raise
    finally:
        os.close(handle)
    sync_folder(os.path.dirname(path))


def write_once(path: str, data: bytes) -> None:
    """Put ``data`` at ``path`` in one act, durable when this returns; where it is there already, only the latter.

    So whoever was interrupted may do it again. Raises ``FileExistsError`` where there is anything else.
    """
    path = os.path.abspath(path)
    if os.path.lexists(path) and not _holds(path, data):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)
    put_file(path, data)


@contextmanager
def hold_folder(path: str) -> Iterator[str]:
    """An empty folder of ours that becomes ``path``, durable in its folder, when nothing more is to be written to it.

    Whoever holds it is the only one to write there; folders above are made where there are none.
    Raises ``FileExistsError`` where there is something at ``path``, :class:`OccupiedError` where the name aside is
    taken by what we have not made, :class:`BusyError` where another process holds it.
    """
    unfinished, parent = name_unfinished(path), os.path.dirname(os.path.abspath(path))
    make_folders(parent)
    with ExitStack() as stack:
        try:
            make_folder(unfinished)
            _expect_folder(unfinished)
            stack.enter_context(hold_lock(unfinished))
        except FileNotFoundError as error:
            # another process has just renamed it, or found something at the path and removed it
            raise FileExistsError(path) from error
        try:
            _expect_nothing(path)
            empty_folder(unfinished)
            yield unfinished
            os.rename(unfinished, path)
            sync_folder(parent)
        except BaseException:
            # others like this one may be removing it as well
            with suppress(OSError):
                remove_tree(unfinished)
            raise


def _holds(path: str, data: bytes) -> bool:
    """Whether there is a regular file at ``path`` with ``data`` and no more."""
    try:
        return read_regular(path, len(data)) == data
    except OSError:
        return False


def _remove_unfinished(unfinished: str, path: str) -> None:
    """Remove what a killed command left at ``unfinished``, if anything."""
    try:
        handle = os.open(unfinished, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    except OSError as error:
        raise _in_the_way(unfinished) from error
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid() or found.st_nlink != 1:
            raise _in_the_way(unfinished)
        _lock(handle, path)
        os.unlink(unfinished)
    finally:
        os.close(handle)


def _lock(handle: int, path: str) -> None:
    """Lock the file aside. Raises :class:`BusyError` where another process has."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise BusyError(path) from error
    if os.fstat(handle).st_nlink == 0:
        raise BusyError(path)


def _expect_nothing(path: str) -> None:
    if os.path.lexists(path):
        raise FileExistsError(path)


def _expect_folder(unfinished: str) -> None:
    found = os.lstat(unfinished)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise _in_the_way(unfinished)


def _in_the_way(unfinished: str) -> OccupiedError:
    return OccupiedError(
        f"{unfinished} is a name for the program's unfinished work, but it did not write what is there; remove it"
    )
