"""Instants: handed in at the edge, written as UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

FIRST_YEAR = 1970
LAST_YEAR = 3000


def read_instant(text: str) -> datetime:
    """The instant that ``text`` (ISO 8601 with an offset, or ``Z``) names, in UTC.

    Raises ``ValueError`` for anything else, and for an instant without an offset.
    """
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError(f"{text!r} has no offset; write for example {instant.isoformat()}Z")
    if not FIRST_YEAR < instant.year < LAST_YEAR:
        raise ValueError(f"{text!r} is too far away; instants lie between {FIRST_YEAR} and {LAST_YEAR}")
    return instant.astimezone(UTC).replace(microsecond=0)


def write_instant(instant: datetime) -> str:
    """``2026-11-20T18:00:00Z``."""
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def add_hours(instant: datetime, hours: int) -> datetime:
    """The instant so many real hours later."""
    return instant + timedelta(hours=hours)
