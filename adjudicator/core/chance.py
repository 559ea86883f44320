"""Chance as the rules see it: labelled draws, and as data, which of them are public and which sentences tell them.

A draw is named by its epoch (0 is the set-up, then the count of players' table turns) and its label, never by a turn
number, so that nothing a player or moderator can vary late can change it.

Whoever checks a game from its mails has no rules at hand. With the patterns of :class:`DrawSentences` he can hold what
reports tell against the draws that they prove; :mod:`adjudicator.proof.reported_draws` does it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, TypeAlias

Label: TypeAlias = tuple[str | int, ...]


class Chance(Protocol):
    """What the rules draw from."""

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """A whole number from 0 to ``below - 1``, uniform, and the same for the same epoch, label and ``hidden``.

        ``hidden`` draws come from the key that is opened only at the end of the game.
        """
        ...


class Draw(NamedTuple):
    """The record of one draw."""

    epoch: int
    label: Label
    below: int
    value: int
    hidden: bool


class RecordingChance(Chance, Protocol):
    """A chance that keeps a record of what was drawn, and can show its secret when the game is over."""

    draws: list[Draw]

    def reveal(self) -> str | None:
        """The secret as hex, where it is known."""
        ...


class NoChance:
    """A chance that refuses to draw, for looking ahead without touching the future."""

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """Raises :class:`WouldDraw`."""
        raise WouldDraw(epoch, label, below, hidden)


class WouldDraw(Exception):  # noqa: N818 - it is not an error: looking ahead ends where chance begins
    """Raised when looking ahead meets a draw."""


class PublicDraw(NamedTuple):
    """A number in a sentence: what the public draw ``label`` below ``below`` has given, counted from ``first``."""

    label: Label
    below: int
    first: int


class DrawSentences(NamedTuple):
    """What a game's reports tell of its draws. Patterns are regular expressions, searched for in single sentences.

    ``public`` are the public draws that are made once in every epoch from 1 on, in their order and none left out, by
    the names that groups of ``sentences`` have for them. Group ``total`` is their sum, and ``epoch`` says of which
    epoch they are, where that is not the one under way. ``begins`` is the sentence with which an epoch begins; its
    first group is the number, and its second is there where the epoch goes on that began in an earlier turn.
    ``after_setup`` is the epoch under way when the set-up is over; ``ahead`` says how many epochs before its own a draw
    may be made. ``setup`` are the first words of labels that every set-up draws publicly, ``hidden`` those of hidden
    draws after it: all others are public. All that a set-up shows follows from public draws, and the order in which
    seats are given has no part in it.
    """

    public: Mapping[str, PublicDraw]
    sentences: tuple[str, ...]
    begins: str | None
    after_setup: int
    ahead: int
    setup: tuple[str, ...]
    hidden: frozenset[str]
