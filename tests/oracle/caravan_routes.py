"""Caravan routes a second time: a route is a walk, the list of intersections it has come through.

A position is the name of a route and a path, ``("R2", (16, 21))``. Rulings are named as in the rulings list (C).
"""

from __future__ import annotations

from collections import Counter

from oracle.catan_map import COASTAL, CORNERS_OF, NEXT_TO

Path = tuple[int, int]
Position = tuple[str, Path]

CAMELS = 22
ROUTES = ("R1", "R2", "R3")
OASIS = CORNERS_OF["J"]


def clockwise() -> list[int]:
    """The corners of the oasis from the top on; numbers run along the two lines that they lie on."""
    left, top, right, low_left, bottom, low_right = sorted(OASIS)
    return [top, right, low_right, bottom, low_left, left]


def between(one: int, other: int) -> Path:
    return min(one, other), max(one, other)


def other_end(path: Path, end: int) -> int:
    return path[1] if path[0] == end else path[0]


class Caravans:
    """The camels of one game."""

    def __init__(self, layout: int, *, coast: bool, flank: bool) -> None:
        self.coast, self.flank = coast, flank
        self.arrows = dict(zip(ROUTES, clockwise()[layout::2], strict=True))
        self.walks: dict[str, list[int]] = {name: [] for name in ROUTES}
        self.names = {name: name for name in ROUTES}
        self.laid: list[Position] = []

    def spoke(self, name: str) -> Path:
        """The path that the arrow points to: the one at its corner that is no border of the oasis."""
        corner = self.arrows[name]
        (outside,) = NEXT_TO[corner] - OASIS
        return between(corner, outside)

    def camels(self) -> set[Path]:
        return {path for _, path in self.laid}

    def meeting(self, intersection: int) -> int:
        """How many camels meet there."""
        return sum(intersection in path for path in self.camels())

    def joints(self) -> set[int]:
        """Intersections between two or more camels (C70)."""
        meeting = Counter(end for path in self.camels() for end in path)
        return {end for end, camels in meeting.items() if camels >= 2}

    def left_behind(self, intersection: int) -> bool:
        """Whether a route begins at or passes an intersection, so that a camel from there would be a branch (C23)."""
        return any(intersection in walk[:-1] for walk in self.walks.values())

    def options(self) -> list[Position]:
        """Where the next camel may go, by name and path."""
        if len(self.laid) == CAMELS:
            return []
        return [(name, path) for name in ROUTES for path in sorted(self.ways(name))]

    def ways(self, name: str) -> set[Path]:
        walk = self.walks[name]
        if walk:
            front = walk[-1]
            rivals = [other for other in self.walks if other < name and self.walks[other][-1:] == [front]]
            if rivals or self.left_behind(front):
                return set()
            candidates = {between(front, beyond) for beyond in NEXT_TO[front]}
        else:
            front = self.arrows[name]
            candidates = {self.spoke(name)} if self.meeting(front) < 2 else set()
        if not self.coast:
            candidates -= set(COASTAL)
        if not self.flank:
            candidates = {path for path in candidates if not self.left_behind(other_end(path, front))}
        return candidates - self.camels()

    def lay(self, position: Position) -> None:
        name, path = position
        walk = self.walks[name]
        if not walk:
            walk.append(self.arrows[name])
        walk.append(other_end(path, walk[-1]))
        self.laid.append(position)
        self.merge(walk[-1])

    def merge(self, front: int) -> None:
        """Routes that came to the same intersection, and can go on from there, are one (C26)."""
        here = [name for name, walk in self.walks.items() if walk[-1:] == [front]]
        if len(here) > 1 and any(name == here[0] for name, _ in self.options()):
            united = "+".join(sorted({part for name in here for part in self.names[name].split("+")}))
            for part in united.split("+"):
                self.names[part] = united

    def ended(self, name: str) -> bool:
        return not {option for option, _ in self.options()} & set(self.names[name].split("+"))


def count_votes(
    cards: dict[str, int], lists: dict[str, list[Position]], positions: list[Position], mover: str
) -> tuple[str, set[str], Position | None]:
    """How a vote ends (C53 to C56): why, who decides, and where the camel goes if that is settled.

    ``cards`` has every seat that laid some.
    """
    total = sum(cards.values())
    for seat, count in cards.items():
        if count > total - count:
            return "majority", {seat}, lists[seat][0] if lists[seat] else None
    best: tuple[int, int, int] | None = None
    found: tuple[str, set[str], Position | None] | None = None
    for printed, position in enumerate(positions):
        ranks = {seat: lists[seat].index(position) + 1 for seat in cards if position in lists[seat]}
        held = sum(cards[seat] for seat in ranks)
        if len(ranks) < 2 or held <= total - held:
            continue
        rating = max(ranks.values()), sum(rank * cards[seat] for seat, rank in ranks.items()), printed
        if best is None or rating < best:
            best, found = rating, ("agreement", set(ranks), position)
    if found:
        return found
    highest = [seat for seat, count in cards.items() if count == max(cards.values())]
    return ("most-cards", set(highest), None) if len(highest) == 1 else ("mover", {mover}, None)
