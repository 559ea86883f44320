"""The disk: writing so that nothing is half there, and locks, so that no two processes change a game at a time.

Whatever is written is written aside, synced, renamed, and its folder synced. A sync that fails is never tried again:
after a failure the system may have dropped the data and call the next attempt a success. The error goes up, and the
command that is run again starts from what was there before.

Whoever writes to a game holds its lock alone, and whoever finds it held so is turned away. Readers share it, so that
what they read is of one moment; a writer waits for them, and they for a writer, for a few seconds at most. The lock is
one of the kernel, which always ends.
"""

import errno
import fcntl
import os
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from adjudicator.core.refusals import ExitCode, MendableError
from adjudicator.store.formats import DamageError

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


FOLDER_MODE = 0o700
FILE_MODE = 0o600
LARGEST = 16 * 1024 * 1024
"""Bytes that are read of any file but an archive; none of ours has a tenth of it."""
_NOT_REGULAR = "not a regular file"


def sync_folder(path: str) -> None:
    """Make the names in the folder ``path`` durable; an empty one is the folder one is in."""
    _close_synced(os.open(path or os.curdir, os.O_RDONLY | os.O_DIRECTORY))


def _create(path: str, data: bytes) -> int:
    """A new file at ``path`` with ``data``, not yet durable; its open handle. Raises ``FileExistsError``."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, FILE_MODE)
    try:
        os.fchmod(handle, FILE_MODE)
        write_all(handle, data)
    except BaseException:
        os.close(handle)
        raise
    return handle


def write_all(handle: int, data: bytes) -> None:
    """Write all of ``data`` to the open ``handle``, however little of it the system takes at once."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def write_synced(path: str, data: bytes) -> None:
    """Write a new file at ``path`` and make its content durable. Raises ``FileExistsError`` if there is one."""
    _close_synced(_create(path, data))


def write_loose(path: str, data: bytes) -> None:
    """Put ``data`` at ``path`` in one act, without waiting for the disk: for what can be made again."""
    unfinished = f"{path}.aside"
    try:
        handle = _create(unfinished, data)
    except FileExistsError:
        os.unlink(unfinished)
        handle = _create(unfinished, data)
    os.close(handle)
    os.rename(unfinished, path)


def write_folder(path: str, files: Mapping[str, bytes]) -> bool:
    """Make the folder ``path`` with ``files`` in one act, without waiting for the disk.

    False, with nothing done, where something that is not ours stands in its way.
    """
    unfinished = f"{path}.aside"
    try:
        os.mkdir(unfinished, FOLDER_MODE)
    except FileExistsError:
        return False
    os.chmod(unfinished, FOLDER_MODE)
    for name, data in files.items():
        os.close(_create(f"{unfinished}/{name}", data))
    os.rename(unfinished, path)
    return True


def sync_file(path: str) -> None:
    """Make the content of the file ``path`` durable."""
    _close_synced(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC))


def _close_synced(handle: int) -> None:
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(path: str) -> None:
    """Make the folder ``path`` where there is none, private whatever the umask says."""
    try:
        os.mkdir(path, FOLDER_MODE)
    except FileExistsError:
        return
    os.chmod(path, FOLDER_MODE)


def make_folders(path: str) -> None:
    """Make the folder ``path`` and those above it where there are none, each durable; they belong to nobody's game."""
    if os.path.isdir(path):
        return
    above = os.path.dirname(path)
    make_folders(above)
    os.mkdir(path)
    # whatever the umask says, its owner may use it and nobody else may put another game into it
    os.chmod(path, os.stat(path).st_mode & 0o7755 | FOLDER_MODE)
    sync_folder(above)


def replace_file(path: str, data: bytes, meanwhile: str = "") -> None:
    """Put ``data`` at ``path`` in one act, durable when this returns; ``meanwhile`` it is there, or beside it."""
    unfinished = meanwhile or f"{path}.aside"
    remove_if_there(unfinished)
    write_synced(unfinished, data)
    os.rename(unfinished, path)
    sync_folder(os.path.dirname(path))


def remove_if_there(path: str) -> None:
    """Remove the file at ``path``, if any."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
    except OSError as error:
        # a disk that is read-only says so of files that are not there, too; any other error is one
        if error.errno != errno.EROFS or os.path.lexists(path):
            raise


def remove_unfinished(game: str, name: str) -> None:
    """Remove what an interrupted command left unfinished at ``name`` in the game directory ``game``, if anything.

    Raises :class:`DamageError` for a folder, which nobody of ours has made.
    """
    path = os.path.join(game, *name.split("/"))
    try:
        remove_if_there(path)
    except OSError as error:
        if os.path.islink(path) or not os.path.isdir(path):
            raise
        raise DamageError(name, "a folder that does not belong here", "remove it") from error


def remove_files(path: str) -> None:
    """Remove the files in the folder ``path``, and it, unless there are folders in it; of a link nothing."""
    try:
        entries = [] if os.path.islink(path) else list(os.scandir(path))
    except (FileNotFoundError, NotADirectoryError):
        return
    for entry in entries:
        if not entry.is_dir(follow_symlinks=False):
            os.unlink(entry.path)
    remove_empty(path)


def remove_empty(path: str) -> None:
    """Remove the folder ``path``, if there is one with nothing in it."""
    try:
        os.rmdir(path)
    except OSError as error:
        # a disk that is read-only says so of folders that are not there, too
        gone = error.errno == errno.EROFS and not os.path.lexists(path)
        if not gone and error.errno not in {errno.ENOENT, errno.ENOTEMPTY, errno.ENOTDIR}:
            raise


def remove_tree(path: str) -> None:
    """Remove the folder ``path`` and all below it, following no link; nothing happens where there is none."""
    if os.path.islink(path):
        os.unlink(path)
        return
    try:
        empty_folder(path)
    except FileNotFoundError:
        return
    os.rmdir(path)


def empty_folder(path: str) -> None:
    """Remove all below the folder ``path``, following no link below it. Raises ``FileNotFoundError`` without one."""
    for entry in list(os.scandir(path)):
        if entry.is_dir(follow_symlinks=False):
            remove_tree(entry.path)
        else:
            os.unlink(entry.path)


def write_tree(path: str, files: Mapping[str, bytes]) -> None:
    """Make the folder ``path`` with ``files`` (names with ``/`` below it), everything durable but its own name."""
    make_folder(path)
    folders = {path}
    for name in files:
        parts = name.split("/")[:-1]
        for depth in range(len(parts)):
            folder = os.path.join(path, *parts[: depth + 1])
            if folder not in folders:
                make_folder(folder)
                folders.add(folder)
    handles: list[int] = []
    try:
        for name, data in files.items():
            handles.append(_create(os.path.join(path, *name.split("/")), data))
        for handle in handles:
            # asks the system to begin writing all of them, so that the syncs below do not wait one for another
            os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        for handle in handles:
            os.fsync(handle)
    finally:
        for handle in handles:
            os.close(handle)
    for folder in sorted(folders, key=len, reverse=True):
        sync_folder(folder)


def read_regular(path: str, limit: int | None = None) -> bytes:
    """The content of the regular file at ``path``, at most ``limit`` + 1 bytes of it, or :data:`LARGEST` in all.

    Follows no link and never waits for a pipe. Raises ``OSError``, whose ``strerror`` says what is there where it is
    not a regular file; ``IsADirectoryError`` for a folder.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno == errno.ELOOP and os.path.islink(path):
            # the system speaks of too many levels of links, of which there is one
            raise OSError(errno.ELOOP, "a link, not a regular file", path) from error
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, _NOT_REGULAR, path) from error
        raise
    try:
        status = os.fstat(handle)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, _NOT_REGULAR, path)
        if limit is None and status.st_size > LARGEST:
            raise OSError(errno.EFBIG, f"more than {LARGEST} bytes", path)
        return _read_up_to(handle, LARGEST if limit is None else limit + 1, status.st_size)
    finally:
        os.close(handle)


def _read_up_to(handle: int, most: int, size: int) -> bytes:
    """What the open ``handle`` gives, at most so many bytes, of a file that had ``size`` of them when it was opened.

    A turn reads some fifty files, and a file object takes twice as long for each.
    """
    parts: list[bytes] = []
    while most:
        parts.append(os.read(handle, min(most, size + 1)))
        most -= len(parts[-1])
        # one byte more was asked for, and there was none
        if len(parts[-1]) in {0, size}:
            break
    return b"".join(parts)
