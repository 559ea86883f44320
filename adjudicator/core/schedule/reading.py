"""Rules of deadlines as moderators write them: ``72``, ``3 days, weekdays mon-fri, hour 20, minimum 48 hours``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import TypeVar

from adjudicator.core.schedule.rhythm import ANY_DAY, DAY, MOST_HOURS, WEEKDAYS, Break, Rhythm, Rule

_MOST_BREAKS = 100
_LONGEST_BREAK = 366
_HOURS = re.compile(r"([0-9]{1,5}) ?(h|hours?|d|days?|)")
_KEYS = Rhythm._fields

T = TypeVar("T")


def read_rule(text: str) -> Rule:
    """The rule that ``text`` means: parts between commas, the hours or days to the next deadline first.

    Raises ``ValueError`` that tells all that is wrong with it.
    """
    parts: dict[str, str] = {}
    faults: list[str] = []
    for number, part in enumerate(text.split(",")):
        words = part.strip()
        key, _, value = words.partition(" ")
        if number == 0 and words.lstrip("-")[:1].isdigit():
            key, value = "next", words
        if key.lower() in parts:
            faults.append(f"{key} is said twice")
        parts[key.lower()] = value.strip()
    return read_parts(parts, faults)


def read_parts(parts: Mapping[str, str], faults: list[str] | None = None) -> Rule:
    """The rule of these ``parts``, by key, as they stand in a charter; plain hours where there is nothing else to it.

    Raises ``ValueError`` that tells all that is wrong with them, after the ``faults`` that were found before.
    """
    found = [*(faults or []), *(_say_unknown(key) for key in parts if key not in _KEYS)]

    def read(key: str, reader: Callable[[str], T], default: T) -> T:
        if key not in parts:
            return default
        try:
            return reader(parts[key])
        except ValueError as error:
            found.append(f"{key}: {error}")
            return default

    rhythm = Rhythm(
        next=read("next", _read_hours, 1),
        minimum=read("minimum", _read_hours, 0),
        grace=read("grace", _read_hours, 0),
        delay=read("delay", _read_hours, 0),
        weekdays=read("weekdays", _read_weekdays, ANY_DAY),
        hour=read("hour", _read_hour, None),
        holidays=read("holidays", _read_breaks, ()),
    )
    if "next" not in parts:
        found.append("say first how long it is to the next deadline, such as 72 or 3 days")
    if "hour" not in parts:
        found += [
            f"{key} go with an hour of the day, such as hour 20" for key in ("weekdays", "holidays") if key in parts
        ]
    if found:
        raise ValueError("; ".join(found))
    return rhythm.next if rhythm == Rhythm(rhythm.next) else rhythm


def _say_unknown(key: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - for a key with a mistake

    near = get_close_matches(key, _KEYS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(_KEYS)}"
    return f"there is no {key!r}; {hint}"


def _read_hours(text: str) -> int:
    match = _HOURS.fullmatch(text.lower())
    count = int(match[1]) * (DAY if match[2].startswith("d") else 1) if match else 0
    if not 0 < count <= MOST_HOURS:
        raise ValueError(f"{text!r} is not a number of hours or days, such as 48 hours; at most {MOST_HOURS} hours")
    return count


def _read_hour(text: str) -> int | None:
    whole = text.removesuffix(":00")
    if not (whole.isascii() and whole.isdigit() and int(whole) < DAY):
        raise ValueError(f"{text!r} is not a full hour of the day, 0 to {DAY - 1}")
    return int(whole)


def _read_weekdays(text: str) -> tuple[int, ...]:
    days: set[int] = set()
    for word in text.lower().split():
        first, _, last = word.partition("-")
        start, end = _find_weekday(first), _find_weekday(last or first)
        days |= {day % len(WEEKDAYS) for day in range(start, end + (len(WEEKDAYS) if end < start else 0) + 1)}
    if not days:
        raise ValueError("name days, such as mon-fri, or mon wed sat")
    return tuple(sorted(days))


def _find_weekday(word: str) -> int:
    if word[:3] not in WEEKDAYS:
        raise ValueError(f"{word!r} is not a day of the week: {' '.join(WEEKDAYS)}")
    return WEEKDAYS.index(word[:3])


def _read_breaks(text: str) -> tuple[Break, ...]:
    breaks = tuple(sorted(_list_breaks(text)))
    if not 0 < len(breaks) <= _MOST_BREAKS:
        raise ValueError(f"name 1 to {_MOST_BREAKS} days, such as 2026-12-25, or 2026-12-24..2027-01-02")
    return breaks


def _list_breaks(text: str) -> Iterator[Break]:
    for word in text.split():
        first, _, last = word.partition("..")
        one = Break(read_day(first), read_day(last or first))
        if not 0 <= (one.last - one.first).days < _LONGEST_BREAK:
            raise ValueError(f"{word!r} is not from one day to a later one of the same year of days")
        yield one


def read_day(text: str) -> date:
    """The day that ``text``, such as ``2026-12-25``, names. Raises ``ValueError``."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or str(day) != text:
        raise ValueError(f"{text!r} is not a day such as 2026-12-25")
    return day
