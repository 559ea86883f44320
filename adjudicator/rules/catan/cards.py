"""Bundles of cards as one number: how many of each kind, eight bits a kind.

Resource cards come in the order of ``RESOURCES``, development cards in that of ``DEVELOPMENTS``; the first kind has the
lowest bits. No bundle holds more than 127 of a kind or 254 cards in all, so bundles are added and subtracted as
numbers, and the remainder by 255 counts the cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

Bundle: TypeAlias = int

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
DEVELOPMENTS = ("knight", "victory-point", "road-building", "year-of-plenty", "monopoly")
KNIGHT, VICTORY_POINT, ROAD_BUILDING, YEAR_OF_PLENTY, MONOPOLY = range(5)

KINDS = 5
WIDTH = 8
COUNT = 255
"""``bundle % COUNT`` is the number of cards in it."""
GUARD: Bundle = 0x8080808080
"""The spare bit of every kind: ``(bundle | GUARD) - price`` keeps it where there are enough of the kind."""
EACH: Bundle = 0x0101010101
"""One of every kind."""
ONE: tuple[Bundle, ...] = tuple(1 << WIDTH * kind for kind in range(KINDS))
"""One card of a kind."""


def pack(counts: Sequence[int]) -> Bundle:
    """The bundle with so many of each kind, in order."""
    return sum(count << WIDTH * kind for kind, count in enumerate(counts))


def unpack(bundle: Bundle) -> tuple[int, int, int, int, int]:
    """How many of each kind, in order."""
    return bundle & 255, bundle >> 8 & 255, bundle >> 16 & 255, bundle >> 24 & 255, bundle >> 32


def count_kind(bundle: Bundle, kind: int) -> int:
    """How many of one kind."""
    return bundle >> WIDTH * kind & 255


def covers(bundle: Bundle, price: Bundle) -> bool:
    """Whether ``bundle`` holds at least what ``price`` has of every kind."""
    return ((bundle | GUARD) - price) & GUARD == GUARD


def is_bundle(bundle: int) -> bool:
    """Whether a number stands for a bundle at all: no negative count, none above 127, no sixth kind."""
    return bundle >= 0 and not bundle & GUARD and bundle >> WIDTH * KINDS == 0


def kind_at(bundle: Bundle, number: int) -> int:
    """The kind of the card of that number, from 0, when the bundle is laid out kind by kind."""
    rest = number
    for kind in range(KINDS):
        held = bundle >> WIDTH * kind & 255
        if rest < held:
            return kind
        rest -= held
    raise IndexError(number)


def name_cards(bundle: Bundle, names: tuple[str, ...] = RESOURCES) -> dict[str, int]:
    """The bundle by names, kinds it does not hold left out."""
    return _name_cards(bundle, names).copy()


@lru_cache(maxsize=1024)
def _name_cards(bundle: Bundle, names: tuple[str, ...]) -> dict[str, int]:
    return {name: count for name, count in zip(names, unpack(bundle), strict=True) if count}


def read_cards(named: Mapping[str, int], names: Sequence[str] = RESOURCES) -> Bundle:
    """The bundle that :func:`name_cards` named. Raises ``ValueError`` for a name that is none of ``names``."""
    return sum(count << WIDTH * names.index(name) for name, count in named.items())
