"""How a post office fares: its log, one small file that says how it is, and the games that cannot go on."""

import json
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from adjudicator.core.instant import read_instant, write_instant
from adjudicator.core.json_value import JsonObject, JsonScalar
from adjudicator.post.keeping import make_place
from adjudicator.post.office import POST
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.files import make_folder, read_regular, remove_if_there, replace_file, write_loose
from adjudicator.store.formats import read_json, write_json

NAME: Final = "adjudicator.post"
_HEALTH: Final = "health.json"
_QUARANTINED: Final = "quarantined"
"""The folder with a file for each game that cannot go on: why, and since when."""


class EventLog:
    """Writes a line of JSON an event, with the instant at which it happened; no password is in it."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        """``clock`` says what time it is."""
        self._clock = clock
        self._logger = logging.getLogger(NAME)

    def write(self, event: str, **facts: JsonScalar | datetime) -> None:
        """Write one line: what happened, and the ``facts`` about it, empty ones left out."""
        if not self._logger.isEnabledFor(logging.INFO):
            return
        said = {name: write_instant(fact) if isinstance(fact, datetime) else fact for name, fact in facts.items()}
        line = {"at": write_instant(self._clock()), "event": event, **said}
        entry = {name: fact for name, fact in line.items() if fact not in {None, ""}}
        self._logger.info(json.dumps(entry, ensure_ascii=True))


def log_to_standard_error() -> None:
    """Have every event go to standard error, as service managers want it."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s"))
    logger = logging.getLogger(NAME)
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False


@dataclass(slots=True)
class Health:
    """What was done since the start, and what is wrong now: with the mailbox, and with sending."""

    started: datetime
    mails: int = 0
    turns: int = 0
    fetching: str = ""
    sending: str = ""
    quarantined: int = 0
    stopped: bool = False
    emptied: datetime | None = None
    """When all mails had come that are dealt with by now, none left out."""

    def to_json(self, now: datetime) -> JsonObject:
        """As it is written, and logged."""
        return {
            "at": write_instant(now),
            "started": write_instant(self.started),
            "stopped": self.stopped,
            "emptied": write_instant(self.emptied) if self.emptied else None,
            "mails": self.mails,
            "turns": self.turns,
            "quarantined": self.quarantined,
            "fetching": self.fetching or "ok",
            "sending": self.sending or "ok",
        }


def keep_health(office: str, health: Health, now: datetime) -> None:
    """Write how the ``office`` fares; a disk that is full goes without."""
    with suppress(OSError):
        make_folder(os.path.join(office, POST))
        write_loose(os.path.join(office, POST, _HEALTH), write_json(health.to_json(now)))


def read_health(office: str) -> JsonObject | None:
    """How the ``office`` fared when it last said so; None where it never did."""
    try:
        return read_json(read_regular(os.path.join(office, POST, _HEALTH)))
    except (OSError, ValueError):
        return None


def find_emptied(office: str) -> datetime | None:
    """When the mailbox of the ``office`` was last seen empty; None where that is not known."""
    said = read_health(office)
    with suppress(ValueError):
        return read_instant(str(said["emptied"])) if said and said.get("emptied") else None
    return None


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
    make_place(office, _QUARANTINED)
    replace_file(place, write_json(QuarantinedGame(os.path.abspath(path), write_instant(now), reason)._asdict()))
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
    folder = os.path.join(office, POST, _QUARANTINED)
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
    return os.path.join(office, POST, _QUARANTINED, f"{name}.json")
