"""Public draws, opened keys and the secret, held against what was committed to before the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.proof.draws import commit, commit_public_keys, draw_below, mix, mix_key, public_key, public_leaf
from adjudicator.proof.hashing import climb
from adjudicator.proof.header_text import Draw
from adjudicator.proof.reports import Report, Told


class _Course:
    """Goes through the reports turn by turn; an epoch's draws wait until its key is opened."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._findings = told.ledger.findings
        self._mixes: dict[int, Mapping[str, str | None]] = {}
        self._opened: set[int] = set()
        self.waiting: dict[int, list[tuple[Report, Draw]]] = {}

    def take_up(self, report: Report) -> None:
        """The draws of a turn, what was mixed into their epochs, and the keys that its header opens."""
        header = report.header
        for draw in report.proof.draws:
            if draw.epoch in self._opened:
                self._findings.append(f"{report.place}: draws: one of epoch {draw.epoch}, whose key was open by then")
            self.waiting.setdefault(draw.epoch, []).append((report, draw))
        for epoch, nonces in header.mixes.items():
            if self._mixes.setdefault(epoch, nonces) != nonces:
                self._findings.append(f"{report.place}: rng.mixes.{epoch}: not what an earlier turn mixed in")
            if nonces and header.level == "L1":
                self._findings.append(f"{report.place}: rng.mixes.{epoch}: nothing is mixed in at level L1")
        for epoch, (key, path) in header.opened.items():
            self._opened.add(epoch)
            _check_key(self._told, report, epoch, key, path)
            self.compute(epoch, key)

    def compute(self, epoch: int, key: bytes) -> None:
        """Hold the draws of ``epoch`` against its public ``key``."""
        mixed = mix_key(key, mix(self._told.game, epoch, self._mixes.get(epoch, {})))
        for report, draw in self.waiting.pop(epoch, ()):
            self._told.ledger.counts["draws"] += 1
            if draw_below(mixed, draw.label, draw.below) != draw.value:
                words = f"{list(draw.label)} of epoch {epoch} is not what the opened key gives"
                self._findings.append(f"{report.place}: draws: {words}")


def check_draws(told: Told) -> None:
    """Public draws are what the opened keys give, and the keys those that were committed to."""
    course = _Course(told)
    spoken: dict[int, Report] = {}
    for report in told.reports:
        first = spoken.setdefault(report.header.turn, report)
        if first is report:
            course.take_up(report)
        elif first.proof.draws != report.proof.draws:
            told.ledger.findings.append(f"{report.place}: draws: not those that {first.piece.source} tells")
    secret = told.newest.revealed
    if secret is not None:
        for epoch in sorted(course.waiting):
            course.compute(epoch, public_key(told.game, bytes.fromhex(secret), epoch))
    elif course.waiting:
        count = sum(map(len, course.waiting.values()))
        told.ledger.remarks.append(f"{count} public draws wait for the key of their epoch")


def _check_key(told: Told, report: Report, epoch: int, key: bytes, path: Sequence[bytes]) -> None:
    told.ledger.counts["keys"] += 1
    header = report.header
    try:
        fits = climb(public_leaf(epoch, key), epoch, header.epochs, path).hex() == header.public_root
    except ValueError:
        fits = False
    if not fits:
        told.ledger.findings.append(f"{report.place}: rng.opened.{epoch}: not a key that was committed to")


def check_secret(told: Told) -> None:
    """The secret that is shown at the end is the one that was committed to, and gives every key that was opened."""
    for turn, header in sorted(told.headers.items()):
        if header.revealed is None:
            continue
        secret = bytes.fromhex(header.revealed)
        if commit(told.game, secret) != header.commitment:
            told.ledger.findings.append(f"{told.place(turn)}: rng.revealed: not the secret that was committed to")
        elif not header.epochs or commit_public_keys(told.game, secret, header.epochs) != header.public_root:
            words = "not the root over the keys that the secret gives"
            told.ledger.findings.append(f"{told.place(turn)}: rng.public_root: {words}")
