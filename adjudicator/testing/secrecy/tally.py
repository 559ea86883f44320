"""What a search found, and what it compared: a verdict that says how much it is worth."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from adjudicator.core.table import Reader
from adjudicator.kit.words import count_of

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
