"""Non-interference for any game: what a reader may not know is changed, and every byte he is told has to stay.

A game hands in :class:`Twins`: how it is played, how a position is changed in what a reader may not know, and which
facts of its events are public by its rules (told from the rules, not from the program's views). For every position
that is sampled, a twin is made of it, and two things are compared: what the reader is told now, and, after the next
turn has been played in both, when that turn ran and what he is told then. Where the twin takes another course in
public (a city became too dear for its owner), the game has to say why that may be; such pairs are counted by reason,
and tried again with a smaller change. A course that nobody can explain is a leak. The turn just played is also told as
one that takes the place of the turn before it, as after a rewind.

Names no game.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.acts.open_game import OpenGame
from adjudicator.acts.simulate import Picker
from adjudicator.core.table import Event, Onlooker, Reader, Seat
from adjudicator.kit.words import count_of
from adjudicator.store.inbox import FiledFile
from adjudicator.testing.memory import Run, SplitChance, accept, found, retell, run_next
from adjudicator.testing.outputs import RERUN, list_outputs, list_rare_outputs, list_rerun
from adjudicator.testing.twins import BOLDEST, POSITION, SHY, Below, Parting, Twins

_SELDOM = 3
"""Of so many pairs one is asked for what is seldom told: the draws, what is published, letters."""
_REWOUND = 2
"""Of so many turns played twice one is told as taking the place of the turn before."""
_MOST_TOLD = 5


class Leak(NamedTuple):
    """Where two games that should look the same to ``reader`` differ: the output, and its first different lines."""

    game: int
    turn: int
    reader: Reader
    where: str
    one: str
    other: str

    def __str__(self) -> str:
        return f"game {self.game}, turn {self.turn}, {self.reader}: {self.where}\n  {self.one}\n  {self.other}"


class LeakError(AssertionError):
    """Somebody is told what he may not know, or nothing was compared that could have shown it."""


class Tally:
    """What was compared: positions at rest, turns played twice, bytes; secrets changed; pairs set aside; leaks.

    ``varied`` counts the positions at rest in which something was hidden, ``sent`` the files of the games, ``refused``
    the refused ones of the games and of their twins, ``read`` the outputs that were compared, by name, ``happened`` the
    kinds of events in turns that were played twice. ``rewound`` counts turns told as taking the place of others,
    ``carried`` those with a file of the reader's that was offered again, ``reworded`` the lines that say what is
    different.
    """

    def __init__(self) -> None:
        self.games = 0
        self.turns = 0
        self.sent = self.refused = 0
        self.at_rest = self.varied = 0
        self.played = 0
        self.rewound = self.carried = self.reworded = 0
        self.bytes = 0
        self.read: Counter[str] = Counter()
        self.changed: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()
        self.leaks: list[Leak] = []

    @property
    def readings(self) -> int:
        """How many texts were compared."""
        return self.read.total()

    def expect_nothing(self) -> None:
        """Nothing where there was something to compare and no leak. Raises :class:`LeakError`."""
        if self.leaks:
            raise LeakError(f"{count_of(len(self.leaks), 'leak')}\n{self}")
        if not self.played or not self.changed.total():
            raise LeakError(f"nothing was compared: no turn was played twice with other secrets\n{self}")

    def __str__(self) -> str:
        lines = (
            f"{self.games} games, {self.turns} turns, {self.sent} files sent, {self.refused} refused",
            f"compared: {self.at_rest} positions at rest, {self.played} turns played twice, {self.rewound} rewound",
            f"read: {self.readings} texts, {self.bytes} bytes: {dict(sorted(self.read.items()))}",
            f"changed: {dict(sorted(self.changed.items()))}",
            f"set aside: {dict(sorted(self.skipped.items()))}",
            f"in the turns compared: {dict(sorted(self.happened.items()))}",
        )
        return "\n".join([*lines, *map(str, self.leaks[:_MOST_TOLD])])


def expect_no_leaks(twins: Twins, games: int = 40, every: int = 1) -> Tally:
    """Search games 0 to ``games`` and say what was compared.

    Raises :class:`LeakError` for any leak, and where nothing was compared.
    """
    tally = Search(twins, every).run(range(games))
    tally.expect_nothing()
    return tally


def find_leak(twins: Twins, games: int, *wanted: str) -> Leak | None:
    """The first leak in games 0 to ``games`` in an output whose name begins with one of ``wanted``, or in any.

    For tests that plant a leak, and want to see it found where it is.
    """
    leaks = Search(twins, most_leaks=1, wanted=wanted).run(range(games)).leaks
    return leaks[0] if leaks else None


class Search:
    """Plays games and compares some of their positions with twins.

    ``every`` says which turns are sampled. A search ends when it has found ``most_leaks``; of leaks only those count
    that are in an output whose name begins with one of ``wanted``, where any is given.
    """

    def __init__(self, twins: Twins, every: int = 1, most_leaks: int = 20, wanted: Sequence[str] = ()) -> None:
        self.twins, self.every, self.most_leaks, self.wanted = twins, every, most_leaks, tuple(wanted)
        self.tally = Tally()
        self._where = (0, 0)
        self._sample = Picker(b"").below

    def _wants(self, name: str) -> bool:
        return not self.wanted or any(name.startswith(word) or word.startswith(name) for word in self.wanted)

    def _skips(self, rate: int) -> bool:
        """Whether what is not told every time is left out this time; that changes nothing of what else is drawn."""
        return not self.wanted and self._sample(rate) > 0

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
        self._sample = Picker(seed + b"sample").below
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

    def _compare(
        self, opened: OpenGame, files: Mapping[Seat, FiledFile], run: Run, reader: Reader, below: Below
    ) -> None:
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
                self.tally.at_rest += 1
                self.tally.varied += twin.changed[POSITION]
                self._compare_told("now", opened, other, reader, below)
            arrivals = [(seat, file) for seat in files if (file := filed[seat]) is not None]
            chance = SplitChance(self._where[0].to_bytes(4, "big") * 8, bytes([below(256)] * 32))
            theirs = run_next(other, arrivals, chance)
            if self._compare_runs(run, theirs, reader, below):
                self.tally.changed += twin.changed
                self._look_at_rewind((opened, run), (other, theirs), reader, files.get(str(reader)))
                return

    def _look_at_rewind(
        self, one: tuple[OpenGame, Run], other: tuple[OpenGame, Run], reader: Reader, sent: FiledFile | None
    ) -> None:
        """What ``reader`` is told where the turn takes the place of the one before; ``sent`` is his file for it."""
        mine, theirs = one[1].after, other[1].after
        if mine is None or theirs is None or mine.over or theirs.over:
            return
        if self._skips(_REWOUND) or not any(map(self._wants, RERUN)):
            return
        if find_parting(self.twins, mine.record.events, theirs.record.events, reader) is None:
            first, second = (list_rerun(pair[0], after, reader, sent) for pair, after in ((one, mine), (other, theirs)))
            self.tally.rewound += 1
            self.tally.carried += sent is not None
            self.tally.reworded += first["rerun.txt"].count("No longer: ") + first["rerun.txt"].count("Now instead: ")
            self._hold_against("rewound", first, second, reader)

    def _compare_runs(self, run: Run, other: Run, reader: Reader, below: Below) -> bool:
        """Whether the two runs could be compared to the end; a leak ends it too."""
        if run.trail != other.trail and (run.settled or other.settled):
            # that a window closes early is public, and what closed it too
            self.tally.skipped["a window closed early in one of two"] += 1
            return False
        if (run.trail, run.late) != (other.trail, other.late):
            self._note(reader, "who is awaited, and when the turn ran", str(run.trail), str(other.trail))
            return True
        if run.after is None or other.after is None:
            if run.after is not other.after:
                self._note(reader, "whether the turn ran", str(run.after is None), str(other.after is None))
            return True
        parted = find_parting(self.twins, run.after.record.events, other.after.record.events, reader)
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

    def _compare_told(self, when: str, one: OpenGame, other: OpenGame, reader: Reader, below: Below) -> None:
        probes: Mapping[str, bytes] = {}
        if self._wants("receipt") and not isinstance(reader, Onlooker):
            probes = self.twins.list_probes(one, reader, below)
        now = one.record.circumstances.now
        first, second = (list_outputs(opened, reader, probes, now, self._wants) for opened in (one, other))
        if not self._skips(_SELDOM):
            first |= list_rare_outputs(one, reader, now, self._wants)
            second |= list_rare_outputs(other, reader, now, self._wants)
        self._hold_against(when, first, second, reader)

    def _hold_against(self, when: str, first: Mapping[str, str], second: Mapping[str, str], reader: Reader) -> None:
        for name in dict.fromkeys((*first, *second)):
            mine, theirs = first.get(name, ""), second.get(name, "")
            self.tally.read["receipt" if name.startswith("receipt of") else name] += 1
            self.tally.bytes += len(mine.encode())
            if mine != theirs:
                self._note(reader, f"{name} ({when})", *cut_difference(mine, theirs))

    def _note(self, reader: Reader, where: str, one: str, other: str) -> None:
        if not self.wanted or where.startswith(self.wanted):
            self.tally.leaks.append(Leak(*self._where, reader, where, one, other))


def find_parting(twins: Twins, one: Sequence[Event], other: Sequence[Event], reader: Reader) -> Parting | None:
    """Where what ``reader`` hears of two courses differs by the rules; None where it does not."""
    stories = [
        [(story, event) for event in events if (story := twins.tell_story(event, reader)) is not None]
        for events in (one, other)
    ]
    before: Event | None = None
    for place in range(max(map(len, stories))):
        mine, theirs = (story[place] if place < len(story) else None for story in stories)
        if mine is None or theirs is None or mine[0] != theirs[0]:
            return Parting(before, mine and mine[1], theirs and theirs[1])
        before = mine[1]
    return None


def _let_arrive(opened: OpenGame, files: Mapping[Seat, bytes], below: Below) -> list[tuple[Seat, FiledFile]]:
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


def cut_difference(one: str, other: str) -> tuple[str, str]:
    """The first lines in which two texts differ."""
    pairs = zip([*one.splitlines(), "(end)"], [*other.splitlines(), "(end)"], strict=False)
    return next(((mine, theirs) for mine, theirs in pairs if mine != theirs), ("", ""))
