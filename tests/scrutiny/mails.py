"""The bars of mails as counts: files that phones and mail programs damaged; mutated, hostile and forged mails.

What they are made of stands in :mod:`scrutiny.damaged_mails` and :mod:`scrutiny.hostile_mails`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from post.odd_mails import set_up
from scrutiny.damaged_mails import list_written, try_one
from scrutiny.hostile_mails import (
    LONGEST_HOSTILE,
    LONGEST_MUTATED,
    SIZES,
    Cost,
    try_forged,
    try_hostile,
    try_mutated,
)
from torture.tally import Tally

from adjudicator.intake.mailed import mended_lines
from adjudicator.post import office, opening

LEAST_READ = {False: 0.93, True: 0.99}
"""Of files as players write them, and in the style of the forms: how many must be accepted."""
_DEFECTS: Mapping[str, Callable[[], None]] = {
    "read-all-in-small-letters": lambda: setattr(mended_lines, "_mend_key", lambda line, *_, **__: line.lower()),
    "open-any-mail": lambda: setattr(opening, "check_limits", lambda _: None),
    "believe-any-key": lambda: setattr(office, "find_holder", lambda *_: ""),
}


def plant(name: str) -> None:
    """Plant the defect of this name in this process."""
    _DEFECTS[name]()


def damage_files(_: Path, count: int) -> Tally:
    """So many damaged files, half of them in the style of the forms: none is read as anything but what was written."""
    files, wrong, read = list_written(), list[str](), 0
    for robust, least in LEAST_READ.items():
        tried = [try_one(files, number, robust=robust) for number in range(count // 2)]
        wrong += [
            f"{number}: read as something else: {one.what}" for number, one in enumerate(tried) if one.result == "else"
        ]
        accepted = sum(one.result != "refused" for one in tried)
        read += accepted
        if accepted < least * len(tried):
            wrong.append(
                f"{accepted} of {len(tried)} accepted {'in the style of the forms' if robust else 'as written'}"
            )
    return Tally(count, read, tuple(wrong))


def send_hostile_mails(folder: Path, count: int, sizes: Sequence[int] = SIZES) -> Tally:
    """So many mutated mails, and hostile ones of every kind in each of the ``sizes``: no exception, none takes long."""
    games = set_up(folder)
    mutated = _count(try_mutated(games, range(count)), LONGEST_MUTATED)
    return mutated.plus(_count(try_hostile(games, sizes), LONGEST_HOSTILE))


def forge_mails(folder: Path, step: int = 1) -> Tally:
    """Every ``step``-th forged mail: none is accepted, none answered."""
    return _count(try_forged(set_up(folder), step), LONGEST_HOSTILE)


def _count(cost: Cost, longest: float) -> Tally:
    slow = (f"a mail took {cost.longest:.2f} s",) if cost.longest > longest else ()
    return Tally(cost.mails, cost.mails, (*cost.faults, *slow))
