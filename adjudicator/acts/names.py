"""The names that a new game is given: what can be an id, what an address, and which seats could be taken for others.

Seats look alike where they become the same once every sign is written as those it resembles in print, as the skeletons
of Unicode's report 39 on security do it; ids are plain ASCII, so few signs are left. A hyphen is read over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from adjudicator.core.charter import LONGEST_ADDRESS, RESERVED, is_address, is_id

_RESEMBLES = {"-": "", "0": "o", "1": "l", "m": "rn", "w": "vv", "d": "cl"}
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{kind}{digit}" for kind in ("com", "lpt") for digit in range(10))}
)
"""What cannot be a folder on Windows; a seat's files lie in a folder called by the seat."""


def list_unfit_names(
    game_id: str, seats: Sequence[str], addresses: Mapping[str, str], words: Collection[str], game: str
) -> Iterator[str]:
    """What is wrong with the names of a new game, in sentences; ``words`` are those of the orders of ``game``."""
    for name in dict.fromkeys((game_id, *seats)):
        if not is_id(name):
            yield (
                f"{name!r} cannot be an id: a small letter, then up to 31 small letters, digits or hyphens; "
                "public, moderator, all, null, true and false are taken"
            )
    for seat in dict.fromkeys(seats):
        if seat in words:
            yield f"{seat!r} cannot be a seat: it is a word of the orders of {game}"
        if seat in _DEVICES:
            yield f"{seat!r} cannot be a seat: on Windows it is a device, and the seat's folder could not be made"
    for seat, address in addresses.items():
        if not is_address(address):
            yield f"the address of {seat} is not one such as ann@example.org: {address[:LONGEST_ADDRESS]!r}"
    for seat in sorted({seat for seat in seats if seats.count(seat) > 1}):
        yield f"seat {seat!r} is named twice"
    yield from _list_alike(sorted({seat for seat in seats if is_id(seat)}))


def _list_alike(seats: Sequence[str]) -> Iterator[str]:
    for seat in seats:
        for taken in sorted(RESERVED):
            if _write_plainly(seat) == _write_plainly(taken):
                yield f"seat {seat!r} looks like {taken!r}, which no seat can be; call it something else"
    for seat, other in combinations(seats, 2):
        if _write_plainly(seat) == _write_plainly(other):
            yield f"seats {seat!r} and {other!r} look alike; call one of them something else"


def _write_plainly(name: str) -> str:
    """``name`` in the signs that its own resemble; the same for names that look alike."""
    return "".join(_RESEMBLES.get(sign, sign) for sign in name)
