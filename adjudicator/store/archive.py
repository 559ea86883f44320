"""Archives: a game in one file, a plain zip whose every byte follows from the names and contents of its members.

Members are stored, not compressed, in the order of their names, with one fixed date and mode. So there is exactly one
archive of given members, and reading is simple and strict: whatever would not be written the same way again is
refused. Nothing can unfold into more than the file has. See ``docs/decisions/012-archives.md``.
"""

import os
import re
import stat
from collections.abc import Collection, Mapping
from io import BytesIO
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from adjudicator.core.charter import CHARTER, Charter
from adjudicator.store.audit import is_record
from adjudicator.store.charter import read_charter
from adjudicator.store.files import read_regular
from adjudicator.store.formats import DamageError
from adjudicator.store.placing import OccupiedError, put_file

GAME = "game/"
RECORD = "record.json"
PLAY = "play.txt"
REPLAY = "replay.html"
LARGEST = 128 * 1024 * 1024
"""Bytes an archive may have; a game of three hundred turns has them, with all its reports."""
MOST_MEMBERS = 50_000
_LONGEST_NAME = 255

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""Where a zip's calendar begins."""
_UNIX = 3
_MODE = stat.S_IFREG | 0o600
_ODD = re.compile(r"[^\x20-\x7e]")
_CHANGED = "its list of members is not what its members say: it was changed"


def pack(members: Mapping[str, bytes]) -> bytes:
    """The archive of ``members``. Raises :class:`DamageError` where they are too many or too much."""
    if len(members) > MOST_MEMBERS:
        raise DamageError("archive", f"{len(members)} members; at most {MOST_MEMBERS} are possible")
    written = BytesIO()
    with ZipFile(written, "w", ZIP_STORED) as archive:
        for name in sorted(members):
            entry = ZipInfo(name, _FIRST_DAY)
            entry.create_system, entry.external_attr = _UNIX, _MODE << 16
            archive.writestr(entry, members[name])
    data = written.getvalue()
    if len(data) > LARGEST:
        raise DamageError("archive", f"{len(data)} bytes; at most {LARGEST} are possible")
    return data


def unpack(data: bytes) -> dict[str, bytes]:
    """The members of an archive by name. Raises :class:`DamageError` for anything that :func:`pack` would not write."""
    if len(data) > LARGEST:
        raise DamageError("archive", f"more than {LARGEST} bytes")
    try:
        with ZipFile(BytesIO(data)) as archive:
            members = _read_members(archive, len(data))
    except DamageError:
        raise
    except Exception as error:
        # what is no zip can break the reading of it anywhere
        raise DamageError("archive", "not an archive of adjudicate, or cut off") from error
    if not members:
        raise DamageError("archive", "not an archive of adjudicate")
    if pack(members) != data:
        raise DamageError("archive", _CHANGED)
    return members


def _read_members(archive: ZipFile, size: int) -> dict[str, bytes]:
    """The members of ``archive``, which has ``size`` bytes."""
    entries = archive.infolist()
    if len(entries) > MOST_MEMBERS:
        raise DamageError("archive", f"more than {MOST_MEMBERS} members")
    members: dict[str, bytes] = {}
    folded: dict[str, str] = {}
    for entry in entries:
        name = _ODD.sub("?", entry.filename[:_LONGEST_NAME])
        if name != entry.filename:
            raise DamageError(name, "a name that no member has")
        if entry.compress_type != ZIP_STORED or entry.flag_bits or entry.compress_size != entry.file_size:
            raise DamageError(name, "compressed or encrypted; members of an archive are stored as they are")
        _expect_name(name, members, folded)
        _expect_mode(name, entry.external_attr)
        size -= entry.file_size
        if size < 0:
            raise DamageError("archive", _CHANGED)
        try:
            members[name] = archive.read(entry)
        except BadZipFile as error:
            raise DamageError(name, "changed: its checksum does not fit") from error
    return members


def _expect_mode(name: str, attributes: int) -> None:
    """Nothing where what the list of members says of ``name`` makes a regular file of it."""
    kind = stat.S_IFMT(attributes >> 16)
    if kind == stat.S_IFLNK:
        raise DamageError(name, "is a link")
    if kind != stat.S_IFREG:
        raise DamageError(name, "is not a regular file")
    if attributes != _MODE << 16:
        raise DamageError(name, "has another mode than 0600")


def _expect_name(name: str, members: dict[str, bytes], folded: dict[str, str]) -> None:
    """Nothing where ``name`` may be the next member."""
    if name.startswith("/") or "\\" in name or re.match(r"[A-Za-z]:", name):
        raise DamageError(name, "an absolute name, or one of another system")
    if any(part in {"", ".", ".."} for part in name.split("/")):
        raise DamageError(name, "leads out of the archive, or is a folder")
    if name in members:
        raise DamageError(name, "is there twice")
    if name.casefold() in folded:
        raise DamageError(name, f"differs from {folded[name.casefold()]} in capitals only")
    folded[name.casefold()] = name
    if name not in {RECORD, PLAY, REPLAY} and not (name.startswith(GAME) and is_record(name.removeprefix(GAME))):
        raise DamageError(name, "does not belong into an archive")
    if members and name < next(reversed(members)):
        raise DamageError(name, "out of order")


def list_game_files(members: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of the game directory in an archive, by their names there."""
    return {name.removeprefix(GAME): data for name, data in members.items() if name.startswith(GAME)}


def find_unreceipted(names: Collection[str]) -> frozenset[str]:
    """Those of ``names`` in the inbox and among the refused that lack their receipt, or the file it is for."""
    present = frozenset(names)
    loose = [name for name in names if name.startswith(("inbox/", "refused/"))]
    stems = {name: name.removesuffix(".yaml").removesuffix(".receipt.json") for name in loose}
    return frozenset(name for name, stem in stems.items() if not {f"{stem}.yaml", f"{stem}.receipt.json"} <= present)


def write_archive(path: str, members: Mapping[str, bytes]) -> int:
    """Write the archive of ``members`` to ``path`` in one act, durable when this returns; its size in bytes."""
    data = pack(members)
    put_file(path, data)
    return len(data)


def expect_free(path: str, charter: Charter) -> None:
    """Nothing where an archive of the game of ``charter`` may be written to ``path``: where there is none, or another
    one of this very game. Raises :class:`OccupiedError`.
    """
    if not os.path.lexists(path):
        return
    try:
        there = read_charter(read_archive(path)[f"{GAME}{CHARTER}"])
    except (OSError, KeyError, DamageError) as error:
        raise OccupiedError(f"{path} exists and is no archive; remove it, or name another file") from error
    if (there.id, there.commitment) != (charter.id, charter.commitment):
        raise OccupiedError(f"{path} exists and is an archive of another game; remove it, or name another file")


def read_archive(path: str) -> dict[str, bytes]:
    """The members of the archive at ``path``. Raises ``OSError`` and :class:`DamageError`."""
    return unpack(read_regular(path, LARGEST))
