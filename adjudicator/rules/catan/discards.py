"""Every way to discard so many cards of a hand, counted and picked without listing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import overload

from adjudicator.rules.catan.actions import Action, Discard
from adjudicator.rules.catan.cards import COUNT, KINDS, WIDTH, Bundle, covers, is_bundle, unpack


@lru_cache(maxsize=1024)
def _count_ways(hand: Bundle, count: int) -> tuple[tuple[int, ...], ...]:
    """By kind and number of cards up to ``count``: in how many ways so many can be taken of it and later kinds."""
    ways = [(1, *[0] * count)]
    for held in reversed(unpack(hand)):
        sums = (*[0] * (held + 1), *accumulate(ways[-1]))
        ways.append(tuple([upto - below for upto, below in zip(sums[held + 1 :], sums, strict=False)]))
    return tuple(reversed(ways))


class Discards(Sequence[Action]):
    """The different ways to discard ``size`` cards of ``hand``, fewest of the first kind first."""

    __slots__ = ("_ways", "hand", "size")

    def __init__(self, hand: Bundle, size: int) -> None:
        self.hand = hand
        self.size = size
        self._ways = _count_ways(hand, size)

    def __len__(self) -> int:
        """How many ways there are."""
        return self._ways[0][self.size]

    @overload
    def __getitem__(self, number: int) -> Action: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Action]: ...
    def __getitem__(self, number: int | slice) -> Action | Sequence[Action]:
        """The way of that number."""
        if isinstance(number, slice):
            return tuple(self)[number]
        rest = number if number >= 0 else number + len(self)
        if not 0 <= rest < len(self):
            raise IndexError(number)
        left, cards = self.size, 0
        for kind in range(KINDS):
            after = self._ways[kind + 1]
            taken = 0
            while rest >= after[left - taken]:
                rest -= after[left - taken]
                taken += 1
            left -= taken
            cards |= taken << WIDTH * kind
        return Discard(cards)

    def __iter__(self) -> Iterator[Action]:
        """The ways in order."""
        for number in range(len(self)):
            yield self[number]

    def __contains__(self, action: object) -> bool:
        """Whether ``action`` is one of them."""
        return (
            isinstance(action, Discard)
            and is_bundle(action.cards)
            and action.cards % COUNT == self.size
            and covers(self.hand, action.cards)
        )
