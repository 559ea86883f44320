"""Public draws, opened keys and the secret, held against what was committed to before the game, and against reports.

Draws are demanded: what a report tells must be drawn openly, and what is drawn must be told and opened. What a game's
reports tell of draws stands in a table of patterns that the game hands over; nothing else here is a game's. A run is a
number of turns of which none is missing: only within one can anything be said to be left out.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from adjudicator.core.chance import Draw, DrawSentences, Label
from adjudicator.proof.copies import Copy, list_sentences, list_spellings
from adjudicator.proof.draws import commit, commit_public_keys, draw_below, mix, mix_key, public_key
from adjudicator.proof.header import Header
from adjudicator.proof.history import History, Report

_MOST_NAMED = 20
"""So many findings of one kind are told one by one in a turn."""
Tables: TypeAlias = Mapping[str, DrawSentences]
"""By the module that a header names as its rules."""
NO_TABLES: Tables = MappingProxyType({})


class _Waiting(NamedTuple):
    """A draw that waits for the key of its epoch; ``mixed`` is None where a missing mail says what was mixed in."""

    report: Report
    draw: Draw
    mixed: Mapping[str, str | None] | None


class _Run(NamedTuple):
    """What the turns up to a header mix in and open; a ``whole`` run begins with turn 0."""

    mixes: Mapping[int, Mapping[str, str | None]]
    opened: frozenset[int]
    whole: bool


def check_draws(history: History, tables: Tables = NO_TABLES) -> None:
    """Public draws are all there and what the opened keys give, and the keys those that were committed to."""
    spoken = {report.header.head: report for report in reversed(history.reports)}
    _check_reported_draws(history, tables, spoken)
    for report in history.reports:
        first = spoken[report.header.head]
        if first.proof.draws != report.proof.draws:
            history.find(report, f"draws: differ from those in {first.piece.source}")
    runs: dict[str, _Run] = {}
    keys: dict[int, bytes] = {}
    waiting: list[_Waiting] = []
    for header in history.lines.ordered:
        before = history.lines.parent(header)
        run = runs[before.head] if before else _Run({}, frozenset(), whole=header.turn == 0)
        runs[header.head], draws = _follow(history, header, spoken[header.head], run)
        waiting += draws
        for epoch, opened in header.opened.items():
            history.counts["keys"] += 1
            if opened.is_committed(epoch, header.epochs, header.public_root):
                keys[epoch] = opened.key
            else:
                history.find(header, f"rng.opened.{epoch}: not a key that was fixed before the game")
    _compute(history, keys, waiting)


def _follow(history: History, header: Header, report: Report, run: _Run) -> tuple[_Run, list[_Waiting]]:
    """The ``run`` with what a ``header`` mixes in and opens, and the draws that a ``report`` of its turn proves."""
    mixes, opened, whole = run
    for epoch, added in header.mixes.items():
        if mixes.get(epoch, added) != added:
            history.find(header, f"rng.mixes.{epoch}: not what an earlier turn mixed in")
        if added and not header.mixed:
            history.find(header, f"rng.mixes.{epoch}: nothing is mixed in at level L1")
    for draw in report.proof.draws:
        if draw.epoch in opened:
            history.find(header, f"draws: one is of epoch {draw.epoch}, whose key was already open")
    mixes = {**header.mixes, **mixes} if header.mixes else mixes
    unsaid: Mapping[str, str | None] | None = {} if whole or not header.mixed else None
    waiting = [_Waiting(report, draw, mixes.get(draw.epoch, unsaid)) for draw in report.proof.draws]
    return _Run(mixes, opened | header.opened.keys() if header.opened else opened, whole), waiting


def _compute(history: History, keys: Mapping[int, bytes], waiting: Sequence[_Waiting]) -> None:
    """Hold the draws that wait against the ``keys`` of their epochs, as far as those are known."""
    secret = next((header.revealed for header in history.lines.ordered if header.revealed), None)
    late = unmixed = 0
    for report, draw, mixed in waiting:
        key = keys.get(draw.epoch)
        if key is None and secret is not None:
            key = public_key(history.game, bytes.fromhex(secret), draw.epoch)
        if key is None:
            late += 1
        elif mixed is None:
            unmixed += 1
        else:
            history.counts["draws"] += 1
            if draw_below(mix_key(key, mix(history.game, draw.epoch, mixed)), draw.label, draw.below) != draw.value:
                words = "is not what the opened key gives"
                history.find(report, f"draws: {list(draw.label)} of epoch {draw.epoch} {words}")
    if late:
        history.remarks.append(f"{late} public draws wait for the key of their epoch")
    if unmixed:
        words = "public draws cannot be checked: what was mixed into them is in a report that is missing here"
        history.remarks.append(f"{unmixed} {words}")


def check_secret(history: History) -> None:
    """The secret that is shown at the end is the one that was committed to, and gives every key that was opened."""
    for header in history.lines.ordered:
        if header.revealed is None:
            continue
        secret = bytes.fromhex(header.revealed)
        if commit(history.game, secret) != header.commitment:
            history.find(header, "rng.revealed: not the secret that was fixed before the game")
        elif not header.epochs or commit_public_keys(history.game, secret, header.epochs) != header.public_root:
            history.find(header, "rng.public_root: not the root over the keys that the secret gives")


class _Claim(NamedTuple):
    """Numbers that a sentence tells: of which epoch, as far as that is known."""

    epoch: int | None
    values: tuple[int, ...]
    words: str


class _Demands:
    """Goes along a run of turns and asks for the draws that there must be."""

    def __init__(self, history: History, table: DrawSentences | None, turn: int) -> None:
        """``turn`` is the first of the run."""
        self._history, self._table, self._find = history, table, history.find
        self._public = tuple(table.public.values()) if table else ()
        self._begins = re.compile(table.begins) if table and table.begins else None
        self.drawn: dict[tuple[int, Label], tuple[int, Draw]] = {}
        """Every draw by its epoch and label, and the turn that told it."""
        self.opened: set[int] = set()
        """The epochs whose keys are opened."""
        self.missed: set[int] = set()
        """Those whose keys were missing when they had to be opened, and were complained of."""
        self.unchecked = 0
        """How many claims of reports could not be held against draws."""
        # None where the run begins in the middle of a game and has not said it yet:
        self._epoch: int | None = None if turn else 0
        """The epoch under way."""
        self._covered: int | None = None if turn else 1
        """The first epoch of which all draws are in the run."""
        self._last: int | None = None if turn else 0
        """The last epoch that was drawn in."""
        self._over = 0
        """The first epoch whose draws were not asked for yet."""

    def fork(self) -> _Demands:
        """The same for another line that follows."""
        other = copy(self)
        other.drawn, other.missed, other.opened = dict(self.drawn), set(self.missed), set(self.opened)
        other.unchecked = 0
        return other

    def take_up(self, report: Report, copies: Sequence[Copy]) -> None:
        """What proves a report of one turn, and what its reports say."""
        header = report.header
        self._take_draws(report)
        begun = self._epoch
        all_claims: list[_Claim] = []
        for one in copies:
            self._epoch = begun
            claims = list(self._read_claims(one, one.data))
            self._hold_claims(one, claims)
            all_claims += claims
        if copies:
            self._hold_draws(report, copies, all_claims, begun)
        else:
            self._epoch = None  # one may have begun in words that cannot be read
        if header.turn == 0 and self._table:
            self._epoch = self._table.after_setup
            words = {draw.label[0] for draw in report.proof.draws if draw.epoch == 0 and draw.label}
            for word in self._table.setup:
                if word not in words:
                    self._find(report, f"draws: the set-up has none whose label begins with {word}")
        self._demand_epochs(report)
        self._demand_keys(report)

    def _take_draws(self, report: Report) -> None:
        """Note the draws of a turn: each is told once, and those of every epoch come in their order."""
        header = report.header
        for draw in report.proof.draws:
            name = draw.epoch, draw.label
            if name in self.drawn:
                words = f"was drawn before, in turn {self.drawn[name][0]}"
                self._find(report, f"draws: {list(draw.label)} of epoch {draw.epoch} {words}")
            self.drawn.setdefault(name, (header.turn, draw))
            if header.level == "L1" and draw.epoch not in header.mixes:
                self._find(report, f"rng.mixes: epoch {draw.epoch} is missing, though it has draws")
        for epoch in self._list_epochs(report):
            for public in self._public:
                _, drawn = self.drawn.get((epoch, public.label), (0, None))
                if drawn is None or drawn.below != public.below:
                    self._find(report, f"draws: {list(public.label)} below {public.below} of epoch {epoch} is missing")
            if self._last is not None and epoch > self._last + 1:
                self._find(report, f"draws: some are missing between epochs {self._last} and {epoch}")
            self._last = max(epoch, self._last or 0)

    def _read_claims(self, copy: Copy, data: bytes) -> Iterator[_Claim]:
        """The numbers that the sentences of a report tell, spelt as in ``data``; notes which epochs begin.

        The sentences of a later epoch may come first.
        """
        if not self._table:
            return
        first = self._covered is None
        for sentence in list_sentences(data, copy.turn):
            begun = self._begins and self._begins.search(sentence)
            under_way = int(begun[1]) if begun else self._epoch
            if begun:
                self._epoch = max(int(begun[1]), self._epoch or 0)
            if begun and first and not begun[2]:
                self._covered = min(int(begun[1]) + self._table.ahead, self._covered or sys.maxsize)
            for pattern in self._table.sentences:
                for match in re.finditer(pattern, sentence):
                    numbers = match.groupdict()
                    values = tuple(int(numbers[name]) - public.first for name, public in self._table.public.items())
                    total = sum(int(numbers[name]) for name in self._table.public)
                    if int(numbers.get("total", total)) != total:
                        self._find(copy, f"report: {match[0].strip()!r} adds up to something else")
                    epoch = int(numbers["epoch"]) if "epoch" in numbers else under_way
                    yield _Claim(epoch, values, match[0].strip())

    def _hold_claims(self, copy: Copy, claims: Sequence[_Claim]) -> None:
        """What is told was drawn, and what was drawn is told."""
        for claim in claims:
            if claim.epoch is None:
                self.unchecked += 1
                continue
            values = self._find_values(claim.epoch)
            if len(values) < len(self._public):
                if self._covered is not None and claim.epoch >= self._covered:
                    words = f"draws: none of epoch {claim.epoch} is in the proof, but the report says {claim.words!r}"
                    self._find(copy, words)
                else:
                    self.unchecked += 1
            elif values != claim.values:
                words = f"draws: those of epoch {claim.epoch} are not what the report says: {claim.words!r}"
                self._find(copy, words)
            else:
                self._history.counts["told"] += 1

    def _hold_draws(self, report: Report, copies: Sequence[Copy], claims: Sequence[_Claim], begun: int | None) -> None:
        """What was drawn is told by one of the ``copies`` of a turn, or would be, had a mail program not broken it."""
        after = self._epoch
        untold = [epoch for epoch in self._list_epochs(report) if not self._tells(claims, epoch)]
        for one in copies if untold else ():
            for spelling in list_spellings(one.data):
                self._epoch = begun
                others = list(self._read_claims(one, spelling))
                untold = [epoch for epoch in untold if not self._tells(others, epoch)]
        self._epoch = after
        for epoch in untold:
            words = f"draws: the report has no sentence about those of epoch {epoch}"
            self._find(copies[0], f"{words}, unless this copy was re-wrapped on its way")

    def _tells(self, claims: Sequence[_Claim], epoch: int) -> bool:
        """Whether one of ``claims`` is, or may be, about the draws of ``epoch``."""
        values = self._find_values(epoch)
        return any(claim.epoch == epoch or (claim.epoch is None and claim.values == values) for claim in claims)

    def _find_values(self, epoch: int) -> tuple[int, ...]:
        """The numbers of ``epoch`` that are to be told, as far as they were drawn."""
        drawn = (self.drawn.get((epoch, public.label)) for public in self._public)
        return tuple(entry[1].value for entry in drawn if entry)

    def _list_epochs(self, report: Report) -> list[int]:
        """The epochs of which the turn of ``report`` has draws that are to be told."""
        labels = {public.label for public in self._public}
        return sorted({draw.epoch for draw in report.proof.draws if draw.label in labels})

    def _demand_epochs(self, report: Report) -> None:
        """No epoch that is over, or that was drawn in before a later one, is without the draws that each has."""
        if self._covered is None or not self._public:
            return
        header = report.header
        over = max(self._epoch or 0, *(header.mixes if header.level == "L1" else ()), 0)
        for epoch in islice(range(max(self._covered, self._over), over), _MOST_NAMED):
            if (epoch, self._public[0].label) not in self.drawn:
                self._find(report, f"draws: those of epoch {epoch} are in no report, though the epoch is over")
        self._over = max(self._over, over)

    def _demand_keys(self, report: Report) -> None:
        """The key of an epoch with public draws is opened as soon as a later one has begun."""
        header = report.header
        self.opened |= set(header.opened)
        latest = max((self._epoch or 0), *(epoch + 1 for epoch in self.opened), 0)
        if header.revealed is None:
            waiting = {epoch for epoch, _ in self.drawn if epoch < latest} - self.opened - self.missed
            for epoch in sorted(waiting)[:_MOST_NAMED]:
                self.missed.add(epoch)
                self._find(report, f"rng.opened: the key of epoch {epoch} is missing, though the epoch is over")


def _check_reported_draws(history: History, tables: Tables, spoken: Mapping[str, Report]) -> None:
    """The public draws that there must be are in the proofs, are what the reports tell, and their keys are opened."""
    table = tables.get(history.newest.rules.module)
    following = Counter(header.previous for header in history.lines.ordered)
    runs: dict[str, _Demands] = {}
    for header in history.lines.ordered:
        before = history.lines.parent(header)
        demands = runs.get(before.head) if before else None
        if demands is None:
            demands = _Demands(history, table, header.turn)
        elif following[header.previous] > 1:
            demands = demands.fork()
        demands.take_up(spoken[header.head], history.copies.get(header.head, ()))
        runs[header.head] = demands
    unchecked = sum(one.unchecked for one in set(runs.values()))
    if table is None:
        words = "this program does not know which sentences of this game come from draws: dice in reports that are"
        history.remarks.append(f"{words} kept out of their proofs would not be noticed")
    elif unchecked:
        words = "numbers in reports may have been drawn in turns that are not here"
        history.remarks.append(f"{unchecked} {words}")
