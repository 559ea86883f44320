"""The log of a post office: a line of JSON an event, by the standard library's ``logging``; no password is in it."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

from adjudicator.core.instant import write_instant
from adjudicator.core.json_value import JsonScalar

NAME: Final = "adjudicator.post"


class EventLog:
    """Writes events with the instant at which they happened."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        """``clock`` says what time it is."""
        self._clock = clock
        self._logger = logging.getLogger(NAME)

    def write(self, event: str, *, level: int = logging.INFO, **facts: JsonScalar | datetime) -> None:
        """Write one line: what happened, and the ``facts`` about it, empty ones left out."""
        if not self._logger.isEnabledFor(level):
            return
        said = {name: write_instant(fact) if isinstance(fact, datetime) else fact for name, fact in facts.items()}
        line = {"at": write_instant(self._clock()), "event": event} | {
            k: v for k, v in said.items() if v not in {None, ""}
        }
        self._logger.log(level, json.dumps(line, ensure_ascii=True))


def log_to_standard_error() -> None:
    """Have every event go to standard error, as service managers want it."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s"))
    logger = logging.getLogger(NAME)
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
