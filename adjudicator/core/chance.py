"""Chance as the rules see it: labelled draws.

A draw is named by its epoch (0 is the set-up, then the count of players' table turns) and its label, never by a turn
number, so that nothing a player or moderator can vary late can change it.
"""

from __future__ import annotations

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


class NoChance:
    """A chance that refuses to draw, for looking ahead without touching the future."""

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """Raises :class:`WouldDraw`."""
        raise WouldDraw(epoch, label, below, hidden)


class WouldDraw(Exception):  # noqa: N818 - it is not an error: looking ahead ends where chance begins
    """Raised when looking ahead meets a draw."""
