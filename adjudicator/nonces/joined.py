"""What the seats of a game joined with, and how they opened it, as it lies on disk.

``joined.json`` is written when everybody has joined: from then on anchors and commitments stand. ``start.json`` in
turn 0 has the same with the openings; it is all that nonces are later held against.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, cast

from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Seat
from adjudicator.proof.nonces import Pledge
from adjudicator.store.damage import DamageError
from adjudicator.store.files import read_regular, replace_file
from adjudicator.store.gamedir import JOINED, GameDirectory
from adjudicator.store.json_text import read_json, write_json

START = "start.json"
_FORMAT = 1
_HEX = re.compile(r"[0-9a-f]{64}")


class Joined(NamedTuple):
    """A pledge, and the opening (hex) of its commitment, which is mixed into the set-up."""

    pledge: Pledge
    opening: str


def write_joined(directory: GameDirectory, pledges: Mapping[Seat, Pledge]) -> None:
    """Note with what everybody joined, durable when this returns; it stays so until the game begins."""
    replace_file(os.path.join(directory.path, JOINED), _write_joined(pledges))


def read_joined(directory: GameDirectory) -> Mapping[Seat, Pledge] | None:
    """With what everybody joined a game that has not begun; None while somebody has not. Raises `DamageError`."""
    try:
        data = read_regular(os.path.join(directory.path, JOINED))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DamageError(JOINED, error.strerror or str(error)) from error
    entries = _read(JOINED, data, ("anchor", "commitment"))
    pledges = {seat: Pledge(entry["anchor"], entry["commitment"]) for seat, entry in entries.items()}
    if _write_joined(pledges) != data:
        raise DamageError(JOINED, "not written as we write it")
    return pledges


def _write_joined(pledges: Mapping[Seat, Pledge]) -> bytes:
    return write_json({"format": _FORMAT, "seats": {seat: pledge._asdict() for seat, pledge in pledges.items()}})


def write_start(joined: Mapping[Seat, Joined]) -> bytes:
    """``start.json``."""
    seats = {seat: {**entry.pledge._asdict(), "opening": entry.opening} for seat, entry in joined.items()}
    return write_json({"format": _FORMAT, "seats": seats})


def read_start(data: bytes) -> dict[Seat, Joined]:
    """What :func:`write_start` wrote. Raises :class:`DamageError`."""
    entries = _read(START, data, ("anchor", "commitment", "opening"))
    return {
        seat: Joined(Pledge(entry["anchor"], entry["commitment"]), entry["opening"]) for seat, entry in entries.items()
    }


@lru_cache(maxsize=8)
def read_anchors(data: bytes) -> Mapping[Seat, str]:
    """The anchor of each seat's chain, from ``start.json``. Raises :class:`DamageError`."""
    return {seat: entry.pledge.anchor for seat, entry in read_start(data).items()}


def _read(name: str, data: bytes, keys: tuple[str, ...]) -> dict[Seat, Mapping[str, str]]:
    try:
        saved = read_json(data)
        entries = cast("Mapping[Seat, JsonObject]", saved["seats"])
        known = saved["format"] == _FORMAT and all(_is_entry(entry, keys) for entry in entries.values())
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise DamageError(name, f"not what we wrote: {error}") from error
    if not known:
        raise DamageError(name, f"not what we wrote: {', '.join(keys)} of 64 digits for each seat")
    return cast("dict[Seat, Mapping[str, str]]", dict(entries))


def _is_entry(entry: JsonObject, keys: tuple[str, ...]) -> bool:
    return tuple(entry) == keys and all(_HEX.fullmatch(str(value)) for value in entry.values())
