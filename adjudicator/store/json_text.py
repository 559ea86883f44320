"""JSON as it lies on disk: plain text a moderator can read, one entry a line, always the same bytes for a value.

What no manifest has hashed yet, such as receipts of files that wait and acts that are pending, has a checksum. It
shows what changed by accident. It is no seal: whoever changes a file on purpose can write another.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.proof.hashing import hash_bytes

_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": ")).encode


def write_json(value: JsonValue) -> bytes:
    """``value`` with each entry of the outermost object on a line of its own, and each item of a list in it."""
    if not isinstance(value, Mapping):
        return (_list(value) + "\n").encode()
    lines = [f"{_ENCODE(key)}: {_list(inner)}" for key, inner in value.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _list(value: JsonValue) -> str:
    if isinstance(value, list | tuple) and value and isinstance(value[0], Mapping | list | tuple):
        return "[\n " + ",\n ".join(_ENCODE(item) for item in value) + "\n]"
    return _ENCODE(value)


LARGEST = 8 * 1024 * 1024
MOST_INSIDE = 300_000
"""Bytes of a JSON file, and lists and objects in it; empty ones take twenty times the memory of their two bytes."""


def read_json(data: bytes) -> JsonObject:
    """The object that ``data`` holds. Raises ``ValueError`` for anything that is not a JSON object in UTF-8."""
    if len(data) > LARGEST or data.count(b"[") + data.count(b"{") > MOST_INSIDE:
        raise ValueError(f"more than {LARGEST} bytes, or than {MOST_INSIDE} lists and objects")
    try:
        value = json.loads(data)
        if b"\\ud" in data or b"\\uD" in data:
            # half a character, which nothing of ours has, could never be written again
            _ENCODE(value).encode()
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start} is no UTF-8") from error
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
