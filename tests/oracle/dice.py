"""Seeded choices for tests: the same seed makes the same choices, on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from adjudicator.ledger.keys import SecretChance

T = TypeVar("T")


class Dice:
    """Choices drawn one after the other from ``seed``."""

    def __init__(self, *seed: str | int) -> None:
        self._chance = SecretChance("test", repr(seed).encode())
        self._thrown = 0

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``."""
        self._thrown += 1
        return self._chance.draw(0, ("throw", self._thrown), bound)

    def pick(self, things: Sequence[T]) -> T:
        """One of ``things``."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """``things`` in any order."""
        rest = list(things)
        return [rest.pop(self.below(len(rest))) for _ in things]
