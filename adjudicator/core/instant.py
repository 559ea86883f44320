"""Instants: handed in at the edge, written as UTC. Whatever is written here can be read here."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from adjudicator.core.refusals import ExitCode, MendableError

EARLIEST = datetime(1971, 1, 1, tzinfo=UTC)
LATEST = datetime(2999, 12, 31, 23, 59, 59, tzinfo=UTC)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_BOTH = 48
"""Hours up to which a distance is told in hours, beyond them in days."""
_FORM = "%Y-%m-%dT%H:%M:%SZ"
_BOUNDS = f"instants lie between {EARLIEST.strftime(_FORM)} and {LATEST.strftime(_FORM)}"


class InstantError(MendableError, ValueError):
    """An instant that is not kept: too far away."""

    code = ExitCode.USAGE


def read_instant(text: str) -> datetime:
    """The instant that ``text`` (ISO 8601 with an offset, or ``Z``) names, in UTC.

    Raises ``ValueError`` for anything else, and for an instant without an offset.
    """
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError(f"{text!r} has no offset; write for example {instant.isoformat()}Z")
    return expect_near(instant, repr(text))


def expect_near(instant: datetime, name: str = "") -> datetime:
    """``instant`` in UTC, to the second. Raises :class:`InstantError` for one that is too far away.

    ``name`` is what it is called in the complaint.
    """
    try:
        near = instant.astimezone(UTC).replace(microsecond=0)
    except OverflowError:
        near = None
    if near is None or not EARLIEST <= near <= LATEST:
        raise InstantError(f"{name or instant.isoformat()} is too far away; {_BOUNDS}")
    return near


def write_instant(instant: datetime) -> str:
    """``2026-11-20T18:00:00Z``. Raises :class:`InstantError` for what :func:`read_instant` would not read."""
    return expect_near(instant).strftime(_FORM)


def write_deadline(instant: datetime) -> str:
    """``Tuesday 22 September 2026, 08:00 UTC``."""
    return f"{_DAYS[instant.weekday()]} {instant.day} {_MONTHS[instant.month - 1]} {instant.strftime('%Y, %H:%M UTC')}"


def say_distance(distance: timedelta) -> str:
    """``in 3 days``, ``in 5 hours``, ``in less than an hour``; how far an instant is, never said too long."""
    if distance <= timedelta():
        return "it has passed"
    hours = distance // timedelta(hours=1)
    if hours < _BOTH:
        return "in less than an hour" if not hours else "in 1 hour" if hours == 1 else f"in {hours} hours"
    return f"in {hours // 24} days"


def count_years(first: datetime, last: datetime) -> int:
    """The whole years from ``first`` to ``last``."""
    return (last - first).days * 400 // 146097


def add_hours(instant: datetime, hours: int) -> datetime:
    """The instant so many real hours later. Raises :class:`InstantError` where that is too far away."""
    try:
        later = instant + timedelta(hours=hours)
    except OverflowError:
        later = None
    if later is None or later > LATEST:
        raise InstantError(f"{write_instant(instant)} and {hours} hours more is too far away; {_BOUNDS}")
    return later
