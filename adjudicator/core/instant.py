"""Instants: handed in at the edge, written as UTC. Whatever is written here can be read here."""

from datetime import UTC, datetime, timedelta, tzinfo

from adjudicator.core.refusals import ExitCode, MendableError

UTC_ZONE = "UTC"
"""The time zone in which deadlines are told where the charter names none."""
EARLIEST = datetime(1971, 1, 1, tzinfo=UTC)
LATEST = datetime(2999, 12, 31, 23, 59, 59, tzinfo=UTC)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_BOTH = 48
"""Hours up to which a distance is told in hours, beyond them in days."""
_TWO_DAYS = timedelta(hours=_BOTH)
_SPARE = timedelta(minutes=10)
"""How much too long a distance may be said in hours, so that a turn that runs a little late is not an hour nearer."""
_FORM = "%Y-%m-%dT%H:%M:%SZ"
_BOUNDS = f"instants lie between {EARLIEST.strftime(_FORM)} and {LATEST.strftime(_FORM)}"


class InstantError(MendableError, ValueError):
    """An instant that is not kept: too far away."""

    code = ExitCode.USAGE


def read_instant(text: str) -> datetime:
    """The instant that ``text`` (ISO 8601 with an offset, or ``Z``) names, in UTC.

    Raises ``ValueError`` for anything else, and for an instant without an offset.
    """
    try:
        instant = datetime.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is not an instant such as 2026-12-20T18:00+01:00") from error
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


def write_deadline(instant: datetime, zone: tzinfo = UTC) -> str:
    """``Tuesday 22 September 2026, 08:00 UTC``, ``..., 10:00 Berlin time``: as the clocks of ``zone`` show it.

    An hour that they show twice, when summer time ends, is told apart by its distance from UTC.
    """
    local = instant.astimezone(zone)
    return f"{DAYS[local.weekday()]} {local.day} {MONTHS[local.month - 1]} {local:%Y, %H:%M} {_name_zone(local, zone)}"


def _name_zone(local: datetime, zone: tzinfo) -> str:
    """``Berlin time``; the distance from UTC where the name of ``zone`` names no place."""
    if zone is UTC:
        return UTC_ZONE
    area, _, place = str(zone).rpartition("/")
    if area in {"", "Etc"}:
        return _say_offset(local)
    named = f"{place.replace('_', ' ')} time"
    twice = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    return f"{named} ({_say_offset(local)})" if twice else named


def _say_offset(local: datetime) -> str:
    """``UTC+1``, ``UTC-3:30``."""
    minutes = (local.utcoffset() or timedelta()) // timedelta(minutes=1)
    hours, rest = divmod(abs(minutes), 60)
    sign = "-" if minutes < 0 else "+"
    return f"UTC{sign}{hours}{f':{rest:02}' if rest else ''}" if minutes else UTC_ZONE


def say_distance(now: datetime, due: datetime, zone: tzinfo = UTC) -> str:
    """``in 3 days``, ``in 5 hours``, ``in less than an hour``: how far ``due`` is from ``now``.

    Days are those of the calendar in ``zone``, since the weekday stands beside them: from Friday morning Monday evening
    is in 3 days. Hours are rounded downwards, but for the last minutes of one.
    """
    distance = due - now
    if distance <= timedelta():
        return "it has passed"
    hours = (distance + _SPARE) // timedelta(hours=1)
    if hours < _BOTH:
        return "in less than an hour" if not hours else "in 1 hour" if hours == 1 else f"in {hours} hours"
    days = due.astimezone(zone).date() - now.astimezone(zone).date()
    return f"in {max(days, _TWO_DAYS) // timedelta(days=1)} days"


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
