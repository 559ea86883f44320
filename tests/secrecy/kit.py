"""Non-interference for any game: what a reader may not know is changed, and every byte he is told has to stay.

A game hands in :class:`Twins`: how it is played, how a position is changed in what a reader may not know, and which
facts of its events are public by its rules (told from the rules, not from the program's views). For every position
that is sampled, a twin is made of it, and two things are compared: what the reader is told now, and, after the next
turn has been played in both, when that turn ran and what he is told then. Where the twin takes another course in
public (a city became too dear for its owner), the game has to say why that may be; such pairs are counted by reason,
and tried again with a smaller change. A course that nobody can explain is a leak.

Names no game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from secrecy.memory import Plan, Run, SplitChance, accept, found, retell, run_next
from secrecy.told import list_told

from adjudicator.acts.opened import OpenGame
from adjudicator.acts.simulate import Picker
from adjudicator.core.event import Event
from adjudicator.core.record import TurnRecord
from adjudicator.core.table import Onlooker, Reader, Seat
from adjudicator.store.inbox import Filed

Below = Callable[[int], int]
BOLDEST = 0
"""The boldness of a change: 0 changes all it can, 1 little, 2 nothing that the next turn is likely to need."""
SHY = 2


class Twin(NamedTuple):
    """Another game that looks the same to a reader: its newest record, and the files that wait in its inbox.

    ``changed`` counts the secrets that differ, by kind.
    """

    record: TurnRecord[Any]
    files: Mapping[Seat, bytes]
    changed: Counter[str]


class Parting(NamedTuple):
    """Where two courses part in public: the last event they share, and the first of each that they do not.

    An event is None where there is none: ``before`` at the beginning of the turn, the others at its end.
    """

    before: Event | None
    one: Event | None
    other: Event | None


class Twins(Protocol):
    """What a game brings to the test."""

    turns: int
    """A game is played for so many turns at most."""

    def plan(self, number: int) -> Plan:
        """What game ``number`` is."""
        ...

    def skip_ahead(self, opened: OpenGame, chance: SplitChance, below: Below) -> OpenGame:
        """The game some moves later, played on the bare kernel, or as it is."""
        ...

    def write_files(self, opened: OpenGame, below: Below) -> Mapping[Seat, bytes]:
        """What the seats send before the next turn; a seat that is left out misses the deadline."""
        ...

    def vary(self, opened: OpenGame, files: Mapping[Seat, bytes], reader: Reader, below: Below, boldness: int) -> Twin:
        """A twin for ``reader``. Who has answered what he is asked is public and stays."""
        ...

    def list_probes(self, opened: OpenGame, reader: Seat, below: Below) -> Mapping[str, bytes]:
        """Files that ``reader`` might send, good and bad ones."""
        ...

    def tell_story(self, event: Event, reader: Reader) -> object:
        """What ``reader`` hears of an event by the rules of the game; None where it is none of his business."""
        ...

    def explain(self, opened: OpenGame, parting: Parting, reader: Reader) -> str | None:
        """Why hidden things may make this difference; None where the rules allow no such thing."""
        ...


class Leak(NamedTuple):
    """Where two games that should look the same to ``reader`` differ."""

    game: int
    turn: int
    reader: Reader
    where: str
    one: str
    other: str

    def __str__(self) -> str:
        return f"game {self.game}, turn {self.turn}, {self.reader}: {self.where}\n  {self.one}\n  {self.other}"


class Tally:
    """What was compared: positions at rest, turns played twice, bytes; secrets changed; pairs set aside; leaks.

    ``sent`` counts the files of the games, ``refused`` the refused ones of the games and of their twins.
    """

    def __init__(self) -> None:
        self.games = 0
        self.turns = 0
        self.sent = self.refused = 0
        self.at_rest = 0
        self.played = 0
        self.readings = 0
        self.bytes = 0
        self.changed: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()
        self.leaks: list[Leak] = []

    def __str__(self) -> str:
        lines = (
            f"{self.games} games, {self.turns} turns, {self.sent} files sent, {self.refused} refused",
            f"compared: {self.at_rest} positions at rest, {self.played} turns played twice",
            f"read: {self.readings} texts, {self.bytes} bytes",
            f"changed: {dict(sorted(self.changed.items()))}",
            f"set aside: {dict(sorted(self.skipped.items()))}",
            f"in the turns compared: {dict(sorted(self.happened.items()))}",
        )
        return "\n".join([*lines, *map(str, self.leaks[:5])])


class Search:
    """Plays games and compares some of their positions with twins. ``every`` says which turns are sampled."""

    def __init__(self, twins: Twins, every: int = 1, most_leaks: int = 20) -> None:
        self.twins, self.every, self.most_leaks = twins, every, most_leaks
        self.tally = Tally()
        self._where = (0, 0)

    @property
    def _done(self) -> bool:
        return len(self.tally.leaks) >= self.most_leaks

    def run(self, games: Sequence[int]) -> Tally:
        """Search the games of these numbers, until ``most_leaks`` are found."""
        for number in games:
            if self._done:
                break
            self._search(number)
        return self.tally

    def _search(self, number: int) -> None:
        twins, tally = self.twins, self.tally
        seed = number.to_bytes(4, "big")
        below = Picker(seed + b"play").below
        twist = Picker(seed + b"twin").below
        chance = SplitChance(seed * 8, seed * 8)
        opened = found(twins.plan(number), chance)
        tally.games += 1
        for turn in range(twins.turns):
            opened = twins.skip_ahead(opened, chance, below)
            if opened.over or self._done:
                return
            files = twins.write_files(opened, below)
            arrivals = _let_arrive(opened, files, below)
            run = run_next(opened, arrivals, chance)
            tally.turns += 1
            tally.sent += len(files)
            tally.refused += len(files) - len(arrivals)
            if (turn + number) % self.every == 0:
                readers: tuple[Reader, ...] = (*opened.seats, Onlooker.PUBLIC)
                self._where = (number, opened.record.number)
                self._compare(opened, dict(arrivals), run, readers[twist(len(readers))], twist)
            opened = run.after or opened

    def _compare(self, opened: OpenGame, files: Mapping[Seat, Filed], run: Run, reader: Reader, below: Below) -> None:
        """Compare a position with a twin, then the turn played in both."""
        sent = {seat: filed.data for seat, filed in files.items()}
        for boldness in range(BOLDEST, SHY + 1):
            twin = self.twins.vary(opened, sent, reader, below, boldness)
            other = retell(opened, twin.record)
            filed = {seat: accept(other, seat, data) for seat, data in twin.files.items()}
            refused = [seat for seat, file in filed.items() if file is None]
            if reader in refused:
                self._note(reader, "whether a file is accepted", "accepted", "refused")
                return
            if refused:
                self.tally.refused += len(refused)
                self.tally.skipped[f"{len(refused)} files of the twin refused"] += 1
                continue
            if boldness == BOLDEST:
                self._compare_at_rest(opened, other, reader, below)
            arrivals = [(seat, file) for seat in files if (file := filed[seat]) is not None]
            chance = SplitChance(self._where[0].to_bytes(4, "big") * 8, bytes([below(256)] * 32))
            theirs = run_next(other, arrivals, chance)
            if self._compare_runs(run, theirs, reader, below):
                self.tally.changed += twin.changed
                self._look_further((opened, run), (other, theirs), reader, files.get(str(reader)))
                return

    def _look_further(
        self, one: tuple[OpenGame, Run], other: tuple[OpenGame, Run], reader: Reader, sent: Filed | None
    ) -> None:
        """Whatever else a search compares of a position and the turn after it; ``sent`` is the reader's file."""

    def _compare_at_rest(self, opened: OpenGame, other: OpenGame, reader: Reader, below: Below) -> None:
        self.tally.at_rest += 1
        self._compare_told("now", opened, other, reader, below)

    def _compare_runs(self, run: Run, other: Run, reader: Reader, below: Below) -> bool:
        """Whether the two runs could be compared to the end; a leak ends it too."""
        if (run.trail, run.late) != (other.trail, other.late):
            self._note(reader, "who is awaited, and when the turn ran", str(run.trail), str(other.trail))
            return True
        if run.after is None or other.after is None:
            if run.after is not other.after:
                self._note(reader, "whether the turn ran", str(run.after is None), str(other.after is None))
            return True
        parted = self._find_parting(run.after.record.events, other.after.record.events, reader)
        if parted is not None:
            why = self.twins.explain(run.after, parted, reader)
            if why is None:
                where = f"another course after {parted.before}"
                self._note(reader, where, str(parted.one), str(parted.other))
                return True
            self.tally.skipped[why] += 1
            return False
        if run.after.over or other.after.over:
            self.tally.skipped["the game is over: all is opened"] += 1
            return True
        self.tally.played += 1
        self.tally.happened.update(event.kind for event in run.after.record.events)
        self._compare_told("then", run.after, other.after, reader, below)
        return True

    def _find_parting(self, one: Sequence[Event], other: Sequence[Event], reader: Reader) -> Parting | None:
        stories = [
            [(told, event) for event in events if (told := self.twins.tell_story(event, reader)) is not None]
            for events in (one, other)
        ]
        before: Event | None = None
        for place in range(max(map(len, stories))):
            mine, theirs = (story[place] if place < len(story) else None for story in stories)
            if mine is None or theirs is None or mine[0] != theirs[0]:
                return Parting(before, mine and mine[1], theirs and theirs[1])
            before = mine[1]
        return None

    def _compare_told(self, when: str, one: OpenGame, other: OpenGame, reader: Reader, below: Below) -> None:
        probes = {} if isinstance(reader, Onlooker) else self.twins.list_probes(one, reader, below)
        now = one.record.circumstances.now
        first, second = (list_told(opened, reader, probes, now) for opened in (one, other))
        for name in dict.fromkeys((*first, *second)):
            mine, theirs = first.get(name, ""), second.get(name, "")
            self.tally.readings += 1
            self.tally.bytes += len(mine.encode())
            if mine != theirs:
                self._note(reader, f"{name} ({when})", *_cut_difference(mine, theirs))

    def _note(self, reader: Reader, where: str, one: str, other: str) -> None:
        self.tally.leaks.append(Leak(*self._where, reader, where, one, other))


def _let_arrive(opened: OpenGame, files: Mapping[Seat, bytes], below: Below) -> list[tuple[Seat, Filed]]:
    """The files in the order in which they come in, which is drawn; those that are refused left out."""
    left = dict(files)
    arrivals = []
    while left:
        seat = list(left)[below(len(left))]
        data = left.pop(seat)
        filed = accept(opened, seat, data)
        if filed is not None:
            arrivals.append((seat, filed))
    return arrivals


def _cut_difference(one: str, other: str) -> tuple[str, str]:
    """The first lines in which two texts differ."""
    pairs = zip([*one.splitlines(), "(end)"], [*other.splitlines(), "(end)"], strict=False)
    return next(((mine, theirs) for mine, theirs in pairs if mine != theirs), ("", ""))
