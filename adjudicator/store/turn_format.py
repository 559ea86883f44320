"""A turn's record as one plain text file, ``turns/0007.turn``: named parts, each with its length, and a checksum.

A line ``NAME LENGTH`` stands before each part and an empty line after it; the last line has the SHA-256 of all before
it, so that no changed bit goes unseen even where no later turn speaks of this one. Files of a game are called by the
names of the parts, ``turns/0007/state.json``, wherever a part is meant.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from adjudicator.store.damage import DamageError

SUFFIX = ".turn"
MOST_PARTS = 500_000
"""Parts that the records of one game may have; a turn has some twenty."""
_MOST_OF_A_TURN = 50_000
"""More than the files that may wait for one turn, with their receipts."""
_FIRST = b"adjudicate turn 1\n"
_LAST = b"sha256 "
_HEAD = re.compile(rb"([a-z][a-z0-9./-]{0,99}) (0|[1-9][0-9]{0,8})\n")
_PART = re.compile(r"((?:branches/[0-9]{4,}/)?turns/[0-9]{4,})/(.*)")
_TURN = re.compile(r"((?:branches/[0-9]{4,}/)?turns/[0-9]{4,})\.turn")


def pack_parts(parts: Mapping[str, bytes]) -> bytes:
    """The file that holds ``parts``, in their order."""
    written = [_FIRST]
    for name, data in parts.items():
        written += [f"{name} {len(data)}\n".encode(), data, b"\n"]
    body = b"".join(written)
    return body + _LAST + hashlib.sha256(body).hexdigest().encode() + b"\n"


def unpack_parts(data: bytes, place: str, *, checked: bool = True) -> dict[str, bytes]:
    """The parts of the file ``data``, which lies at ``place``. Raises :class:`DamageError` for any other bytes.

    Not ``checked``, it may have been changed within its parts.
    """
    body, mark, _ = data.rpartition(_LAST)
    if not data.startswith(_FIRST) or not mark:
        raise DamageError(place, "is not the record of a turn, or is cut off")
    if checked and data[len(body) :] != _LAST + hashlib.sha256(body).hexdigest().encode() + b"\n":
        raise DamageError(place, "was changed: its checksum does not fit")
    parts: dict[str, bytes] = {}
    at = len(_FIRST)
    while at < len(body):
        head = _HEAD.match(body, at)
        if head is None or (name := head[1].decode()) in parts:
            raise DamageError(place, f"is not the record of a turn: no part begins at byte {at}")
        begin, at = head.end(), head.end() + int(head[2]) + 1
        if body[at - 1 : at] != b"\n":
            raise DamageError(place, f"is not the record of a turn: {name} does not end where it says")
        if len(parts) == _MOST_OF_A_TURN:
            raise DamageError(place, f"is not the record of a turn: more than {_MOST_OF_A_TURN} parts")
        parts[name] = body[begin : at - 1]
    if not parts:
        raise DamageError(place, "is the record of no turn: it has no parts")
    return parts


def find_turn(name: str) -> str | None:
    """The name of the turn that the file ``name`` of a game directory is the record of, such as ``turns/0007``."""
    match = _TURN.fullmatch(name)
    return match[1] if match else None


def is_report(name: str) -> bool:
    """Whether the file ``name`` of a turn is a report, which stands beside the record."""
    return name.startswith("reports/")


def split_part(name: str) -> tuple[str, str] | None:
    """The turn and the part that ``name`` means, such as ``turns/0007`` and ``state.json``; None for any other file.

    Reports are files of their own.
    """
    match = _PART.fullmatch(name)
    return (match[1], match[2]) if match and not is_report(match[2]) else None


def open_turns(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """``files`` of a game by name, with each part of a turn's record under a name of its own in place of the record.

    A damaged record in a branch stays closed: a rewind may have left it there as it was. Raises :class:`DamageError`
    for any other that is damaged.
    """
    opened: dict[str, bytes] = {}
    for name, data in files.items():
        turn = find_turn(name)
        try:
            parts = unpack_parts(data, name) if turn else None
        except DamageError:
            if name.startswith("turns/"):
                raise
            parts = None
        opened |= {name: data} if parts is None else {f"{turn}/{part}": inner for part, inner in parts.items()}
        if len(opened) > MOST_PARTS:
            raise DamageError(name, f"with the turns before it, more than {MOST_PARTS} parts")
    return opened


def close_turns(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """What :func:`open_turns` opened, closed again; the order of the parts is kept."""
    closed: dict[str, bytes] = {}
    records: dict[str, dict[str, bytes]] = {}
    for name, data in files.items():
        found = split_part(name)
        if found is None:
            closed[name] = data
        else:
            records.setdefault(found[0], {})[found[1]] = data
    return closed | {f"{turn}{SUFFIX}": pack_parts(parts) for turn, parts in records.items()}
