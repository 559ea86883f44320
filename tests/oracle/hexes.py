"""Hexes as pairs (column, row), both from 0. Even columns sit half a hex lower."""

from __future__ import annotations

from collections.abc import Iterable

Hex = tuple[int, int]


def neighbours(spot: Hex) -> list[Hex]:
    """The six hexes around ``spot``, clockwise from the one above it."""
    x, y = spot
    if x % 2 == 0:
        return [(x, y - 1), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x - 1, y + 1), (x - 1, y)]
    return [(x, y - 1), (x + 1, y - 1), (x + 1, y), (x, y + 1), (x - 1, y), (x - 1, y - 1)]


def around(spots: Iterable[Hex]) -> set[Hex]:
    """All hexes next to one of ``spots``."""
    return {near for spot in spots for near in neighbours(spot)}


def height(spot: Hex) -> int:
    """How far down the hex is drawn, in half hexes."""
    x, y = spot
    return 2 * y + (1 if x % 2 == 0 else 0)


def distance(one: Hex, other: Hex) -> int:
    """The number of steps from ``one`` to ``other`` on an endless field."""
    across = abs(one[0] - other[0])
    down = abs(height(one) - height(other))
    return across + max(0, (down - across) // 2)


def components(spots: set[Hex]) -> list[set[Hex]]:
    """The connected parts of ``spots``, each found by walking from one of its hexes."""
    parts = []
    unseen = set(spots)
    while unseen:
        start = unseen.pop()
        part, frontier = {start}, [start]
        while frontier:
            for near in neighbours(frontier.pop()):
                if near in unseen:
                    unseen.remove(near)
                    part.add(near)
                    frontier.append(near)
        parts.append(part)
    return parts


def name(spot: Hex) -> str:
    """The name of a hex: column letter and row number."""
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[spot[0]] + str(spot[1] + 1)


def names(spots: Iterable[Hex]) -> list[str]:
    """The names of ``spots``, column by column."""
    return [name(spot) for spot in sorted(spots)]


def named(word: str) -> Hex:
    """The hex called ``word``."""
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(word[0]), int(word[1:]) - 1


def read(words: Iterable[str]) -> set[Hex]:
    """The hexes called ``words``."""
    return {named(word) for word in words}
