"""How a post office fares: one small file, written again and again while it is at work."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from adjudicator.core.instant import read_instant, write_instant
from adjudicator.core.json_value import JsonObject
from adjudicator.store.files import make_folder, read_regular, write_loose
from adjudicator.store.formats import read_json, write_json
from adjudicator.store.reply_keys import POST

_HEALTH: Final = "health.json"


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
