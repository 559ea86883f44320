"""When each game of a folder wants something done next, so that nobody has to go through all games to find out.

It is built from the lines that games leave of how they stand. What serves the games tells it of each change; what a
moderator changes by hand is noticed, since the folders of a few games are looked at each time.
"""

import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import islice
from typing import Final, NamedTuple

from adjudicator.acts.status import read_status
from adjudicator.acts.status_line import GameStatus, find_games, find_line
from adjudicator.store.gamedir import OUTBOX

_BUSY: Final = timedelta(seconds=5)
_THINKING: Final = timedelta(minutes=5)
"""After so long a game is asked again that did not run though nobody is awaited."""
_WATCHED: Final = ("game.yaml", "turns", "acts", "branches", "inbox", "private/seats.json", "private/status.json")
_RECORDS: Final = ("turns", "acts", "branches", "inbox", "private")


class Entry(NamedTuple):
    """A game: when it is to be run, its deadline, and when its folders were changed.

    Of one that is looked at ``deep`` every file counts, not only its folders.
    """

    at: datetime | None
    due: datetime | None
    changed: tuple[int, ...]
    deep: bool = False


class Timetable:
    """The games below a folder, by their directories."""

    def __init__(self, folder: str) -> None:
        """Nothing is looked at before :meth:`find_games`."""
        self.folder = folder
        self._entries: dict[str, Entry] = {}
        self._queue: list[tuple[datetime, str]] = []
        self._outboxes: dict[str, int] = {}
        self._round: Iterator[str] = iter(())

    @property
    def games(self) -> tuple[str, ...]:
        """The directories of all games that are known."""
        return tuple(self._entries)

    def find_games(self, now: datetime) -> list[GameStatus]:
        """Note games that are new, and forget those that are gone; the new ones. Raises ``OSError``."""
        there = set(find_games(self.folder))
        for path in self._entries.keys() - there:
            del self._entries[path]
            self._outboxes.pop(path, None)
        return [self.note(path, now) for path in sorted(there - self._entries.keys())]

    def note(self, path: str, now: datetime, *, has_waited: bool = False) -> GameStatus:
        """Note how the game at ``path`` stands; ``has_waited`` says that it was just run and its turn is not due."""
        changed = list_changes(path)
        status = find_line(path) or read_status(path)
        at = find_next(status, now, has_waited=has_waited)
        self._keep(path, Entry(at, None if status.over else status.due, changed))
        return status

    def _keep(self, path: str, entry: Entry) -> None:
        before = self._entries.get(path)
        self._entries[path] = entry
        # one place in the queue for each instant: thousands of mails may come before a game's next
        if entry.at is not None and (before is None or before.at != entry.at):
            heappush(self._queue, (entry.at, path))

    def put_off(self, path: str, until: datetime | None, *, deep: bool = False) -> None:
        """Leave the game at ``path`` alone until then, or until it is changed; ``deep``: until any file of it is."""
        entry = self._entries.get(path, Entry(None, None, ()))
        self._keep(path, entry._replace(at=until, changed=list_changes(path, deep=deep), deep=deep))

    def find_due(self, now: datetime) -> str | None:
        """The game that waits longest of those that are to be run now, if any."""
        first = self.find_first()
        return self._queue[0][1] if first is not None and first <= now else None

    def list_deadlines(self) -> list[tuple[str, datetime]]:
        """The deadlines that are running."""
        return [(path, entry.due) for path, entry in self._entries.items() if entry.due is not None]

    def find_first(self) -> datetime | None:
        """When the next game is to be run."""
        while self._queue:
            at, path = self._queue[0]
            entry = self._entries.get(path)
            if entry is not None and entry.at == at:
                return at
            heappop(self._queue)
        return None

    def list_changed(self, most: int) -> tuple[list[str], list[str]]:
        """Of the next so many games, in turn, those that somebody else has changed, and those whose outboxes were.

        What was sent changes these, too.
        """
        next_ones = list(islice(self._round, most))
        if len(next_ones) < most:
            self._round = iter(self.games)
        looked_at = [path for path in next_ones if path in self._entries]
        outboxes = {path: _changed(f"{path}/{OUTBOX}") for path in looked_at}
        posted = [path for path, changed in outboxes.items() if self._outboxes.get(path) != changed]
        self._outboxes |= outboxes
        entries = ((path, self._entries[path]) for path in looked_at)
        return [path for path, one in entries if list_changes(path, deep=one.deep) != one.changed], posted


def find_next(status: GameStatus, now: datetime, *, has_waited: bool = False) -> datetime | None:
    """When a game is to be run that stands so; None where it waits for somebody, and for no instant."""
    if status.busy:
        return now + _BUSY
    if status.trouble or status.over:
        return None
    if status.turn < 0:
        return None if status.joining or has_waited else now
    if status.awaiting or status.lacking:
        return status.late_from if status.late_from is None or not has_waited or status.late_from > now else None
    return now + _THINKING if has_waited else now


def list_changes(path: str, *, deep: bool = False) -> tuple[int, ...]:
    """When that was changed which a game hangs on, in nanoseconds; 0 for what is not there.

    A file that somebody has mended where it lies shows only to whoever looks ``deep``, at all that has a record.
    """
    changes = [_changed(f"{path}/{name}") for name in _WATCHED]
    if deep:
        folders = (folder for name in _RECORDS for folder in os.walk(f"{path}/{name}"))
        changes += sorted(_changed(f"{folder}/{name}") for folder, _, names in folders for name in names)
    try:
        with os.scandir(f"{path}/inbox") as entries:
            changes += sorted(entry.stat(follow_symlinks=False).st_mtime_ns for entry in entries)
    except OSError:
        changes.append(0)
    return tuple(changes)


def _changed(path: str) -> int:
    try:
        return os.lstat(path).st_mtime_ns
    except OSError:
        return 0
