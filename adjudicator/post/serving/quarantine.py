"""Games that cannot go on: each is left alone, and its moderator told, while all others go on.

``post/quarantined/ID.json`` says of each why. It is removed once the game runs again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Final, NamedTuple

from adjudicator.core.instant import read_instant, write_instant
from adjudicator.core.json_value import JsonObject
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.files import make_folder, read_regular, remove_if_there, replace_file
from adjudicator.store.formats import read_json, write_json
from adjudicator.store.reply_keys import POST

_FOLDER: Final = "quarantined"


class QuarantinedGame(NamedTuple):
    """A game that cannot go on: its directory, since when, and why."""

    path: str
    since: str
    reason: str


def quarantine(office: str, path: str, reason: str, now: datetime) -> bool:
    """Keep that the game at ``path`` cannot go on; whether that is news."""
    place = _place(office, path)
    before = _read(place)
    if before is not None and before.reason == reason:
        return False
    for folder in (os.path.join(office, POST), os.path.dirname(place)):
        make_folder(folder)
    said: JsonObject = {"path": os.path.abspath(path), "since": write_instant(now), "reason": reason}
    replace_file(place, write_json(said))
    return True


def release(office: str, path: str) -> bool:
    """The game at ``path`` goes on; whether that is news."""
    place = _place(office, path)
    if not os.path.lexists(place):
        return False
    remove_if_there(place)
    return True


def find_since(office: str, path: str) -> datetime | None:
    """Since when the game at ``path`` has not been able to go on; None for one that can."""
    kept = _read(_place(office, path))
    with suppress(ValueError):
        return read_instant(kept.since) if kept else None
    return None


def list_quarantined(office: str) -> Iterator[QuarantinedGame]:
    """The games that cannot go on."""
    folder = os.path.join(office, POST, _FOLDER)
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        game = _read(os.path.join(folder, name))
        if game is not None:
            yield game


def _read(place: str) -> QuarantinedGame | None:
    try:
        said = read_json(read_regular(place))
        return QuarantinedGame(str(said["path"]), str(said["since"]), str(said["reason"]))
    except (OSError, ValueError, KeyError):
        return None


def _place(office: str, path: str) -> str:
    name = f"{os.path.basename(path)}-{hash_bytes(os.path.abspath(path).encode())[:8]}"
    return os.path.join(office, POST, _FOLDER, f"{name}.json")
