"""Public draws, opened keys and the secret, held against what was committed to before the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.chance import Draw
from adjudicator.proof.draws import commit, commit_public_keys, draw_below, mix, mix_key, public_key, public_leaf
from adjudicator.proof.hashing import climb
from adjudicator.proof.header_text import Header
from adjudicator.proof.reported_draws import NO_TABLES, Tables, check_reported_draws
from adjudicator.proof.reports import History, Report


class _Waiting(NamedTuple):
    """A draw that waits for the key of its epoch; ``mixed`` is None where a missing mail says what was mixed in."""

    report: Report
    draw: Draw
    mixed: Mapping[str, str | None] | None


class _DrawCheck:
    """Goes through the headers turn by turn, each after the one before it; draws wait until their key is opened."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._mixes: dict[str, Mapping[int, Mapping[str, str | None]]] = {}
        self._opened: dict[str, frozenset[int]] = {}
        self._whole: set[str] = set()
        self.keys: dict[int, bytes] = {}
        self.waiting: list[_Waiting] = []

    def take_up(self, header: Header, report: Report | None) -> None:
        """What a header mixes in and opens, and the draws that a ``report`` of its turn tells."""
        before = self._history.lines.parent(header)
        mixes = self._mixes[before.head] if before else {}
        opened = self._opened[before.head] if before else frozenset()
        if header.turn == 0 or (before and before.head in self._whole):
            self._whole.add(header.head)
        for epoch, added in header.mixes.items():
            if mixes.get(epoch, added) != added:
                self._history.find(header, f"rng.mixes.{epoch}: not what an earlier turn mixed in")
            if added and not header.mixed:
                self._history.find(header, f"rng.mixes.{epoch}: nothing is mixed in at level L1")
        self._mixes[header.head] = {**header.mixes, **mixes} if header.mixes else mixes
        for draw in report.proof.draws if report else ():
            if draw.epoch in opened:
                self._history.find(header, f"draws: one is of epoch {draw.epoch}, whose key was already open")
            self._wait(header, report, draw)
        self._opened[header.head] = opened | header.opened.keys() if header.opened else opened
        for epoch, (key, path) in header.opened.items():
            if _check_key(self._history, header, epoch, key, path):
                self.keys[epoch] = key

    def _wait(self, header: Header, report: Report | None, draw: Draw) -> None:
        complete = not header.mixed or header.head in self._whole
        if report:
            mixed = self._mixes[header.head].get(draw.epoch, {} if complete else None)
            self.waiting.append(_Waiting(report, draw, mixed))


def check_draws(history: History, tables: Tables = NO_TABLES) -> None:
    """Public draws are all there and what the opened keys give, and the keys those that were committed to."""
    check_reported_draws(history, tables)
    check = _DrawCheck(history)
    spoken: dict[str, Report] = {}
    for report in history.reports:
        first = spoken.setdefault(report.header.head, report)
        if first.proof.draws != report.proof.draws:
            history.find(report, f"draws: differ from those in {first.piece.source}")
    for header in history.lines.ordered:
        check.take_up(header, spoken.get(header.head))
    _compute(history, check)


def _compute(history: History, check: _DrawCheck) -> None:
    """Hold the draws that wait against the keys of their epochs, as far as those are known."""
    secret = next((header.revealed for header in history.lines.ordered if header.revealed), None)
    late = unmixed = 0
    for report, draw, mixed in check.waiting:
        key = check.keys.get(draw.epoch)
        if key is None and secret is not None:
            key = public_key(history.game, bytes.fromhex(secret), draw.epoch)
        if key is None:
            late += 1
        elif mixed is None:
            unmixed += 1
        else:
            history.counts["draws"] += 1
            if draw_below(mix_key(key, mix(history.game, draw.epoch, mixed)), draw.label, draw.below) != draw.value:
                history.find(
                    report, f"draws: {list(draw.label)} of epoch {draw.epoch} is not what the opened key gives"
                )
    if late:
        history.remarks.append(f"{late} public draws wait for the key of their epoch")
    if unmixed:
        history.remarks.append(
            f"{unmixed} public draws cannot be checked: what was mixed into them is in a report that is missing here"
        )


def _check_key(history: History, header: Header, epoch: int, key: bytes, path: Sequence[bytes]) -> bool:
    """Whether a ``key`` that a header opens is one that was committed to."""
    history.counts["keys"] += 1
    try:
        fits = climb(public_leaf(epoch, key), epoch, header.epochs, path).hex() == header.public_root
    except ValueError:
        fits = False
    if not fits:
        history.find(header, f"rng.opened.{epoch}: not a key that was fixed before the game")
    return fits


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
