"""Archives: a game in one file, a plain zip whose every byte follows from the names and contents of its members.

Members are stored, not compressed, in the order of their names, with one fixed date and mode. So there is exactly one
archive of given members, and reading is simple and strict: whatever would not be written the same way again is
refused. Nothing can unfold into more than the file has. See ``docs/decisions/012-archives.md``.
"""

from __future__ import annotations

import os
import re
import stat
import struct
import zlib
from collections.abc import Iterator, Mapping

from adjudicator.core.charter import CHARTER, Charter
from adjudicator.store.audit import is_record
from adjudicator.store.charter import read_charter
from adjudicator.store.damage import DamageError
from adjudicator.store.files import read_regular
from adjudicator.store.placing import OccupiedError, put_file

GAME = "game/"
RECORD = "record.json"
PLAY = "play.txt"
REPLAY = "replay.html"
LARGEST = 128 * 1024 * 1024
"""Bytes an archive may have; a game of three hundred turns has them, with all its reports."""
MOST_MEMBERS = 50_000
_LONGEST_NAME = 255

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_LOCAL_MARK, _CENTRAL_MARK, _END_MARK = b"PK\3\4", b"PK\1\2", b"PK\5\6"
_VERSION = 20
_UNIX = 3 << 8
_DAY = 0x21
"""1980-01-01, where a zip's calendar begins."""
_ATTRIBUTES = (stat.S_IFREG | 0o600) << 16
_ODD = re.compile(r"[^\x20-\x7e]")


def pack(members: Mapping[str, bytes]) -> bytes:
    """The archive of ``members``. Raises :class:`DamageError` where they are too many or too much."""
    return b"".join(_list_pieces(members))


def _list_pieces(members: Mapping[str, bytes]) -> Iterator[bytes]:
    """What an archive of ``members`` is put together from, piece by piece."""
    directory: list[bytes] = []
    offset = 0
    if len(members) > MOST_MEMBERS:
        raise DamageError("archive", f"{len(members)} members; at most {MOST_MEMBERS} are possible")
    for name in sorted(members):
        data, label = members[name], name.encode()
        common = (_VERSION, 0, 0, 0, _DAY, zlib.crc32(data), len(data), len(data), len(label), 0)
        yield from (_LOCAL.pack(_LOCAL_MARK, *common), label, data)
        directory += (
            _CENTRAL.pack(_CENTRAL_MARK, _UNIX | _VERSION, *common, 0, 0, 0, _ATTRIBUTES, offset),
            label,
        )
        offset += _LOCAL.size + len(label) + len(data)
    listed = b"".join(directory)
    if offset + len(listed) + _END.size > LARGEST:
        raise DamageError("archive", f"{offset} bytes; at most {LARGEST} are possible")
    count = len(members)
    yield listed
    yield _END.pack(_END_MARK, 0, 0, count, count, len(listed), offset, 0)


def _is_packed(members: Mapping[str, bytes], data: bytes) -> bool:
    """Whether ``data`` is the archive of ``members``, byte for byte; it is not put together a second time."""
    rest = memoryview(data)
    for piece in _list_pieces(members):
        if rest[: len(piece)] != piece:
            return False
        rest = rest[len(piece) :]
    return not rest


def unpack(data: bytes) -> dict[str, bytes]:
    """The members of an archive by name. Raises :class:`DamageError` for anything that :func:`pack` would not write."""
    if len(data) > LARGEST:
        raise DamageError("archive", f"more than {LARGEST} bytes")
    members: dict[str, bytes] = {}
    folded: dict[str, str] = {}
    offset = 0
    while data[offset : offset + 4] == _LOCAL_MARK:
        name, content, after = _read_member(data, offset)
        _expect_name(name, members, folded)
        if len(members) == MOST_MEMBERS:
            raise DamageError(name, f"more than {MOST_MEMBERS} members")
        members[name] = content
        offset = after
    if not members:
        raise DamageError("archive", "not an archive of adjudicate")
    _expect_directory(data, offset, members)
    if not _is_packed(members, data):
        raise DamageError("archive", "its list of members is not what its members say: it was changed")
    return members


def _read_member(data: bytes, offset: int) -> tuple[str, bytes, int]:
    """The member whose header stands at ``offset``: its name, its content, and where the next one begins."""
    if offset + _LOCAL.size > len(data):
        raise DamageError("archive", "cut off")
    _, version, flags, method, time, day, checksum, packed, size, length, extra = _LOCAL.unpack_from(data, offset)
    begin = offset + _LOCAL.size + length
    label = data[offset + _LOCAL.size : begin]
    name = _ODD.sub("?", label[:_LONGEST_NAME].decode("latin-1"))
    if label.decode("latin-1") != name:
        raise DamageError(name, "a name that no member has")
    if method or flags or packed != size:
        raise DamageError(name, "compressed or encrypted; members of an archive are stored as they are")
    if begin + size > len(data):
        raise DamageError(name, "cut off")
    if (version, time, day, extra) != (_VERSION, 0, _DAY, 0):
        raise DamageError(name, "its header is not one that adjudicate writes")
    content = data[begin : begin + size]
    if zlib.crc32(content) != checksum:
        raise DamageError(name, "changed: its checksum does not fit")
    return name, content, begin + size


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


def _expect_directory(data: bytes, offset: int, members: Mapping[str, bytes]) -> None:
    """Nothing where the list of members at ``offset`` makes regular files of them all."""
    for name in members:
        if data[offset : offset + 4] != _CENTRAL_MARK or offset + _CENTRAL.size > len(data):
            raise DamageError(name, "is not in the list of members: the archive was changed or cut off")
        fields = _CENTRAL.unpack_from(data, offset)
        length, extra, comment, attributes = fields[10], fields[11], fields[12], fields[15]
        kind = stat.S_IFMT(attributes >> 16)
        if kind == stat.S_IFLNK:
            raise DamageError(name, "is a link")
        if kind != stat.S_IFREG:
            raise DamageError(name, "is not a regular file")
        if attributes != _ATTRIBUTES:
            raise DamageError(name, "has another mode than 0600")
        offset += _CENTRAL.size + length + extra + comment


def list_game_files(members: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of the game directory in an archive, by their names there."""
    return {name.removeprefix(GAME): data for name, data in members.items() if name.startswith(GAME)}


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
