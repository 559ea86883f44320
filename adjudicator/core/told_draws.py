"""Which draws of a game are public, and which sentences of its reports tell them: as data, not as code.

Whoever checks a game from its mails has no rules at hand. With these patterns he can hold what reports tell against
the draws that they prove; :mod:`adjudicator.proof.told_draws` does it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.core.chance import Label


class Shown(NamedTuple):
    """A number in a sentence: what the public draw ``label`` below ``below`` has given, counted from ``first``."""

    label: Label
    below: int
    first: int


class ToldDraws(NamedTuple):
    """What a game's reports tell of its draws. Patterns are regular expressions, searched for in single sentences.

    ``shown`` are the public draws that are made once in every epoch from 1 on, in their order and none left out, by
    the names that groups of ``sentences`` have for them. Group ``total`` is their sum, and ``epoch`` says of which
    epoch they are, where that is not the one under way. ``begins`` is the sentence with which an epoch begins; its
    first group is the number. ``after_setup`` is the epoch under way when the set-up is over; ``ahead`` says how many
    epochs before its own a draw may be made. ``setup`` are the first words of labels that every set-up draws publicly,
    ``hidden`` those of hidden draws after it: all others are public. All that a set-up shows follows from public draws,
    and the order in which seats are given has no part in it.
    """

    shown: Mapping[str, Shown]
    sentences: tuple[str, ...]
    begins: str | None
    after_setup: int
    ahead: int
    setup: tuple[str, ...]
    hidden: frozenset[str]
