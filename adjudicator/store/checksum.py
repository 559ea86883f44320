"""Checksums of what no manifest has hashed yet: receipts of files that wait or were refused, acts that are pending.

A checksum shows what changed by accident. It is no seal: whoever changes a file on purpose can write another.
"""

from __future__ import annotations

from enum import Enum

from adjudicator.core.json_value import JsonObject
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.json_text import read_json, write_json

CHECKSUM = "checksum"


class Fit(Enum):
    """How a file and its checksum agree."""

    FITS = "fits"
    NONE = "none"
    """An earlier version of the program wrote it, and knew of no checksums."""
    CHANGED = "changed"


def write_checked(value: JsonObject) -> bytes:
    """``value`` with the SHA-256 of itself, as it is written without that, for its last entry."""
    return write_json({**value, CHECKSUM: hash_bytes(write_json(value))})


def drop_checksum(data: bytes) -> bytes:
    """What ``data`` is without its checksum. Raises ``ValueError`` for what is no JSON object."""
    return write_json({key: value for key, value in read_json(data).items() if key != CHECKSUM})


def check(data: bytes) -> Fit:
    """Whether ``data`` is as it was written. Raises ``ValueError`` for what is no JSON object."""
    bare = drop_checksum(data)
    if bare == data:
        return Fit.NONE
    return Fit.FITS if write_checked(read_json(bare)) == data else Fit.CHANGED
