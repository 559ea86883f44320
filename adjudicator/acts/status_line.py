"""Where a game stands, in one line that is kept beside it, so that a thousand games are told at once.

A run, a submission and an act leave the line behind as the last thing they do. It counts while nothing that it depends
on has changed since, as with ``make``, no act was interrupted, and none waits for a turn to take it up; else the game
is opened. It is no record: nothing is built on it, and its loss or change is no damage.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.core.agenda import Ask
from adjudicator.core.charter import CHARTER
from adjudicator.core.instant import UTC_ZONE, read_instant, write_instant
from adjudicator.store.files import read_regular
from adjudicator.store.formats import MARKS, SUFFIX

if TYPE_CHECKING:
    from adjudicator.core.recorded_act import RecordedAct

STATUS = "private/status.json"
_NEEDED = (CHARTER, "turns")
_DEEP = ("acts", "branches", "inbox")
_JOURNAL = "private/journal.json"
_LONGEST = 64 * 1024


class SeatStatus(NamedTuple):
    """A seat's file: the colour of what is in force, whether it is due.

    Without a file that is ``kept`` for orders left over, ``standing`` where standing orders answer, or ``none``.
    ``filed`` are the names of all that waits, ``called`` is what the seat is called.
    """

    seat: str
    file: str
    awaited: bool
    filed: tuple[str, ...] = ()
    called: str = ""


class GameStatus(NamedTuple):
    """Where a game stands.

    It is late from ``late_from`` on, and its deadlines are told in the ``zone``. ``pending`` are acts that no turn has
    taken up, ``trouble`` is why it cannot be read; then ``busy`` says that nothing is wrong with it.

    ``lacking`` says what is awaited besides orders, if anything, ``acts`` how many acts were recorded. A game that has
    not begun has turn -1, and ``joining`` are the seats that it waits for; ``waits_for`` says what for. Of a busy
    game that has a line all but that is told as it was before. It is ``paused`` since that instant, if at all;
    ``schedule`` are the deadlines after the running one, where they are worth telling, ``lineage`` says who has played
    seats that changed hands. Though all orders are in, it is ``delayed`` until that instant, if at all. A line that is
    ``brief`` does not have all of it: acts are pending.
    """

    path: str
    game: str = ""
    turn: int = -1
    over: bool = False
    head: str = ""
    due: datetime | None = None
    late_from: datetime | None = None
    awaiting: tuple[Ask, ...] = ()
    seats: tuple[SeatStatus, ...] = ()
    pending: tuple[RecordedAct, ...] = ()
    trouble: str = ""
    busy: bool = False
    lacking: str = ""
    acts: int = 0
    joining: tuple[str, ...] = ()
    waits_for: str = ""
    zone: str = UTC_ZONE
    paused: datetime | None = None
    schedule: tuple[datetime, ...] = ()
    lineage: tuple[tuple[str, str], ...] = ()
    brief: bool = False
    delayed: datetime | None = None

    def call(self, seat: str) -> str:
        """What ``seat`` is called."""
        return next((one.called for one in self.seats if one.seat == seat and one.called), seat)


def find_games(path: str, passed: dict[str, int] | None = None) -> Iterator[str]:
    """The game directories at and directly or deeper below ``path``, by name; a game's own folders are not searched.

    A folder below it that cannot be gone through counts as one, since it may be one. The others come into ``passed``,
    with the time of their last change. Raises ``OSError`` for ``path``.
    """
    waiting = [path]
    while waiting:
        folder = waiting.pop()
        if any(os.path.lexists(f"{folder}/{mark}") for mark in MARKS):
            yield folder
            continue
        try:
            if passed is not None:
                passed[folder] = os.stat(folder).st_mtime_ns
            with os.scandir(folder) as entries:
                folders = [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
        except OSError:
            if folder == path:
                raise
            yield folder
            continue
        waiting += sorted((one for one in folders if not os.path.basename(one).startswith(".")), reverse=True)


_KEPT = (
    *("game", "turn", "over", "head", "due", "late_from", "awaiting", "seats", "zone", "lacking", "acts"),
    *("brief", "schedule", "lineage", "delayed"),
)
"""What the line has of a status, in this order; the last four only where there is anything to tell."""
_WHERE_ANY = _KEPT[-4:]


def write_line(status: GameStatus) -> bytes:
    """The line of a game; of pending acts it has that there are any."""
    said = status._replace(brief=status.brief or bool(status.pending))._asdict()
    line = {name: said[name] for name in _KEPT if said[name] or name not in _WHERE_ANY}
    written = json.dumps(line, ensure_ascii=False, default=write_instant).encode()
    return _sum_up(written) + b" " + written + b"\n"


def _sum_up(line: bytes) -> bytes:
    return hashlib.sha256(line).hexdigest()[:16].encode()


def read_line(path: str) -> GameStatus | None:
    """The line of the game at ``path`` as it was left; None where there is none."""
    try:
        data = read_regular(os.path.join(path, STATUS), _LONGEST)
        checksum, _, line = data.removesuffix(b"\n").partition(b" ")
        return _load(json.loads(line), path) if checksum == _sum_up(line) else None
    except (OSError, ValueError, TypeError, LookupError, AttributeError):
        return None


def find_line(path: str) -> GameStatus | None:
    """Where the game at ``path`` stands, by its line; None where there is none that counts."""
    status = read_line(path)
    if status is None or status.brief:
        return None
    try:
        kept = os.lstat(os.path.join(path, STATUS)).st_mtime_ns
        # an older copy of the turns that was put back may be older than the line, too, and has no such turn
        needed = (*_NEEDED, *(f"turns/{turn:04}{SUFFIX}" for turn in (0, status.turn)))
        changes = [os.lstat(f"{path}/{name}").st_mtime_ns for name in needed]
        changes += [change for name in _DEEP for change in _list_changes(f"{path}/{name}")]
        if os.path.lexists(f"{path}/{_JOURNAL}"):
            return None
    except OSError:
        return None
    return status if max(changes) <= kept else None


def _list_changes(folder: str) -> Iterator[int]:
    """When the ``folder``, if there is one, and all that is below it was changed, in nanoseconds."""
    try:
        yield os.lstat(folder).st_mtime_ns
    except FileNotFoundError:
        return
    waiting = [folder]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                yield entry.stat(follow_symlinks=False).st_mtime_ns
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)


def _load(saved: Mapping[str, Any], path: str) -> GameStatus:
    said: dict[str, Any] = {name: saved[name] for name in _KEPT if name in saved or name not in _WHERE_ANY}
    said |= {name: read_instant(said[name]) for name in ("due", "late_from", "delayed") if said.get(name)}
    said |= {
        "awaiting": tuple(Ask(*ask) for ask in said["awaiting"]),
        "seats": tuple(SeatStatus(*seat)._replace(filed=tuple(seat[3])) for seat in said["seats"]),
        "schedule": tuple(map(read_instant, said.get("schedule", ()))),
        "lineage": tuple(map(tuple, said.get("lineage", ()))),
    }
    return GameStatus(path, **said)
