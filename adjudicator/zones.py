"""Time zones by their IANA names, from the data of the package ``tzdata`` and never from the system's.

So the same game is told in the same words everywhere (docs/decisions/027-names-and-zones.md).
"""

from __future__ import annotations

import os
from datetime import UTC, tzinfo
from functools import cache

from adjudicator.core.instant import UTC_ZONE

_NO_PLACE = "Factory"
"""A stand-in of the database for a clock that was never set."""


def list_zones() -> tuple[str, ...]:
    """All names, in alphabetical order."""
    with open(os.path.join(_find_data(), "zones"), encoding="ascii") as lines:
        return tuple(sorted({*lines.read().split()} - {_NO_PLACE}))


@cache
def find_zone(name: str) -> tzinfo:
    """The zone called ``name``. Raises ``ValueError`` for a name that the database does not have."""
    if name == UTC_ZONE:
        return UTC
    if name not in list_zones():
        raise ValueError(f"there is no time zone {name!r}")
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - slow, and most games are told in UTC

    with open(os.path.join(_find_data(), "zoneinfo", *name.split("/")), "rb") as data:
        return ZoneInfo.from_file(data, name)


def _find_data() -> str:
    """The folder of the package."""
    from importlib.util import find_spec  # noqa: PLC0415 - most games are told in UTC

    package = find_spec("tzdata")
    assert package is not None, "it is a dependency"
    assert package.origin is not None, "it has a file"
    return os.path.dirname(package.origin)


def suggest_zones(name: str) -> tuple[str, ...]:
    """The names nearest to ``name``, spelt alike as a whole or in their last part."""
    from difflib import get_close_matches  # noqa: PLC0415 - for a name with a mistake

    places: dict[str, list[str]] = {}
    for zone in list_zones():
        for part in {zone.casefold(), zone.rpartition("/")[2].casefold()}:
            places.setdefault(part, []).append(zone)
    wanted = name.strip().replace(" ", "_").casefold()
    near = [*get_close_matches(wanted, places, n=3), *get_close_matches(wanted.rpartition("/")[2], places, n=3)]
    return tuple(dict.fromkeys(zone for part in near for zone in places[part]))[:3]
