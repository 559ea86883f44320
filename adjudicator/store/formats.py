"""How things lie on disk, JSON as text and a turn's record as one file of named parts; and what is damaged.

JSON is plain text a moderator can read, one entry a line, always the same bytes for a value. What no manifest has
hashed yet, such as receipts of files that wait and acts that are pending, has a checksum. It shows what changed by
accident. It is no seal: whoever changes a file on purpose can write another.

In the record of a turn, ``turns/0007.turn``, a line ``NAME LENGTH`` stands before each part and an empty line after it;
the last line has the SHA-256 of all before it, so that no changed bit goes unseen even where no later turn speaks of
this one. Files of a game are called by the names of the parts, ``turns/0007/state.json``, wherever a part is meant.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from json import JSONDecodeError
from typing import Any

from adjudicator.core.charter import CHARTER
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.refusals import ExitCode, MendableError
from adjudicator.core.system_errors import say_system_error
from adjudicator.proof.hashing import hash_bytes

MARKS = (CHARTER, "turns/0000.turn", "private/seats.json")
"""What shows that a folder is a game, even one that has lost its charter."""
PUT_BACK = "put back what was there"
NO_ACT = "no act has made this branch"
_SCATTERED = ("acts", "branches", "inbox", "private", "redacted.json", "refused", "turns")
"""Where else there may be damage that nothing better helps against."""


class DamageError(MendableError):
    """A file of a game directory is missing or not what was written; ``file`` names it below the game directory.

    ``remedy`` says what helps, where that is known.
    """

    code = ExitCode.PROBLEMS

    def __init__(self, file: str, reason: str, remedy: str = "") -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
        self.reason = reason
        self.remedy = remedy or _find_remedy(file, reason)

    def tell(self) -> str:
        """The line for whoever gave the command."""
        return f"damaged: {self}; {self.remedy}" if self.remedy else f"damaged: {self}"


def tell_why(error: Exception) -> str:
    """Why a file cannot be read, by what was raised; without the place of the game on this machine."""
    if isinstance(error, FileNotFoundError):
        return "missing"
    return f"unreadable: {say_system_error(error) if isinstance(error, OSError) else error}"


def _find_remedy(place: str, reason: str) -> str:
    """What helps where ``place`` is damaged; nothing where it is no place of a game directory."""
    if reason.endswith("does not belong here"):
        return "put it elsewhere"
    first, _, rest = place.partition("/")
    stem = place.removesuffix(".yaml").removesuffix(".receipt.json")
    if first == "turns" and "/reports" in rest and not rest.endswith(".json"):
        return "remove it: the next command that writes makes reports again"
    if first == "turns" and rest[:4] != "0000" and rest:
        return f"{PUT_BACK}, or take the game back to before that turn with adjudicate rewind"
    if stem != place and "inbox" in place.split("/"):
        seat = place.split("/")[-2]
        return f"{PUT_BACK}, or remove {stem}.yaml and {stem}.receipt.json and submit {seat}'s file again"
    if first == "inbox" and rest and reason.startswith("missing"):
        return f"{PUT_BACK}, or make an empty folder {place} and submit {rest}'s files again"
    if reason == NO_ACT:
        return "put back what is gone from acts, or put it elsewhere"
    if place == "joined.json":
        return "remove it: the next adjudicate start makes it again from the files of the seats"
    if place == CHARTER:
        return f"{PUT_BACK}; once a game has begun, adjudicate unpack --turn 0 writes out what it was at first"
    return PUT_BACK if first in _SCATTERED else ""


_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": ")).encode


def write_json(value: Mapping[str, Any] | JsonValue) -> bytes:
    """``value`` with each entry of the outermost object on a line of its own, and each item of a list in it."""
    if not isinstance(value, Mapping):
        return (_list(value) + "\n").encode()
    lines = [f"{_ENCODE(key)}: {_list(inner)}" for key, inner in value.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _list(value: object) -> str:
    if isinstance(value, list | tuple) and value and isinstance(value[0], Mapping | list | tuple):
        return "[\n " + ",\n ".join(_ENCODE(item) for item in value) + "\n]"
    return _ENCODE(value)


LARGEST = 8 * 1024 * 1024
MOST_INSIDE = 300_000
"""Bytes of a JSON file, and lists and objects in it; empty ones take twenty times the memory of their two bytes."""


def read_json(data: bytes) -> dict[str, Any]:
    """The object that ``data`` holds. Raises ``ValueError`` for anything that is not a JSON object in UTF-8."""
    if len(data) > LARGEST or data.count(b"[") + data.count(b"{") > MOST_INSIDE:
        raise ValueError(f"more than {LARGEST} bytes, or than {MOST_INSIDE} lists and objects")
    try:
        value = json.loads(data)
        if b"\\ud" in data or b"\\uD" in data:
            # half a character, which nothing of ours has, could never be written again
            _ENCODE(value).encode()
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start} is not UTF-8") from error
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 - one kind of error for one kind of trouble
    return value


CHECKSUM = "checksum"


def write_checked(value: JsonObject) -> bytes:
    """``value`` with the SHA-256 of itself, as it is written without that, for its last entry."""
    return write_json({**value, CHECKSUM: hash_bytes(write_json(value))})


def drop_checksum(data: bytes) -> bytes:
    """What ``data`` is without its checksum. Raises ``ValueError`` for what is no JSON object."""
    return write_json({key: value for key, value in read_json(data).items() if key != CHECKSUM})


def fits(data: bytes) -> bool:
    """Whether ``data`` is as it was written with its checksum."""
    body, mark, _ = data.rpartition(f',\n"{CHECKSUM}": '.encode())
    return bool(mark) and data == b'%b%b"%b"\n}\n' % (body, mark, hash_bytes(body + b"\n}\n").encode())


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
        raise DamageError(place, "is not the record of a turn: it has no parts")
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


def explain_damage(error: Exception) -> str:
    """What is wrong with what was read, by the ``error`` that it raised, in plain words."""
    match error:
        case UnicodeDecodeError():
            return "it is not text in UTF-8"
        case JSONDecodeError() if not error.doc.strip():
            return "it is empty"
        case JSONDecodeError():
            return f"it is not JSON from line {error.lineno}, column {error.colno} on"
        case KeyError(args=[str(key)]):
            return f"it has no '{key}'"
        case ValueError():
            return str(error)
    return "a value in it is of the wrong kind"
