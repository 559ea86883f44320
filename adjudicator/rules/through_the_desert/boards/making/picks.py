"""Even choices that follow from a seed, the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from struct import unpack
from typing import TypeVar

from adjudicator.kit.hexes import select_bit

_Kind = TypeVar("_Kind")
_WORD = 64


class Picks:
    """Choices from a seed, a whole number from 0. The game draws the seed fairly; this only makes much of it."""

    def __init__(self, seed: int) -> None:
        self._words = _list_words(f"{seed:x}".encode())

    def below(self, number: int) -> int:
        """A whole number from 0 to ``number - 1``."""
        return next(self._words) * number >> _WORD

    def choose(self, values: Sequence[_Kind]) -> _Kind:
        """One of ``values``."""
        return values[self.below(len(values))]

    def choose_bit(self, mask: int) -> int:
        """One of the bits of ``mask``, as a mask."""
        return 1 << select_bit(mask, self.below(mask.bit_count()))


def _list_words(seed: bytes) -> Iterator[int]:
    for number in count():
        yield from unpack(">8Q", hashlib.sha512(b"board/%s/%d" % (seed, number)).digest())
