"""The board of one game: terrain, number tokens, harbours, and what follows from them for every intersection."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from adjudicator.rules.catan.cards import ONE, RESOURCES, Bundle
from adjudicator.rules.catan.topology import ENDS, HARBOUR_PATHS, HEXES_AT, INTERSECTIONS

YIELDS: Mapping[str, str] = {
    "hills": "brick",
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
}
"""The resource of every terrain; one that is not named yields nothing."""

ANY = "any"
"""The kind of a harbour that takes every resource."""
BARE = 0
"""In place of the number of a hex without a token."""


@dataclass(frozen=True)
class Board:
    """Terrain and number by hex, kind of harbour by place.

    ``harbours`` follows ``HARBOUR_PATHS``; each is a resource or ``ANY``.
    """

    terrains: tuple[str, ...]
    numbers: tuple[int, ...]
    harbours: tuple[str, ...]

    @cached_property
    def hex_yields(self) -> tuple[Bundle, ...]:
        """The card that each hex yields to a settlement; no card for one that yields nothing."""
        return tuple(ONE[RESOURCES.index(YIELDS[terrain])] if terrain in YIELDS else 0 for terrain in self.terrains)

    @cached_property
    def yields(self) -> tuple[tuple[tuple[int, Bundle], ...], ...]:
        """For each intersection the number and the card of every hex there that yields something."""
        return tuple(
            tuple((self.numbers[tile], self.hex_yields[tile]) for tile in HEXES_AT[number] if self.numbers[tile])
            for number in range(INTERSECTIONS)
        )

    @cached_property
    def incomes(self) -> tuple[Bundle, ...]:
        """For each intersection one card of every hex there: what the second settlement brings."""
        return tuple(sum(card for _, card in yields) for yields in self.yields)

    @cached_property
    def robbed_numbers(self) -> tuple[int, ...]:
        """The number that the robber silences on each hex; the last entry is for the place beside the board."""
        return (*self.numbers, BARE)

    @cached_property
    def harbour_at(self) -> tuple[str | None, ...]:
        """The kind of harbour at each intersection."""
        found: list[str | None] = [None] * INTERSECTIONS
        for path, kind in zip(HARBOUR_PATHS, self.harbours, strict=True):
            for end in ENDS[path]:
                found[end] = kind
        return tuple(found)


BEGINNERS = Board(
    terrains=(
        *("mountains", "pasture", "forest"),
        *("fields", "hills", "pasture", "hills"),
        *("fields", "forest", "desert", "forest", "mountains"),
        *("forest", "mountains", "fields", "pasture"),
        *("hills", "fields", "pasture"),
    ),
    numbers=(10, 2, 9, 12, 6, 4, 10, 9, 11, BARE, 3, 8, 8, 3, 4, 5, 5, 6, 11),
    harbours=(ANY, "grain", "ore", ANY, "wool", ANY, ANY, "brick", "lumber"),
)
"""The fixed board, whose middle hex yields nothing."""

TOKENS = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)
"""The number tokens in letter order."""
RED = (6, 8)
"""The numbers printed in red."""
TERRAINS = (*("hills",) * 3, *("forest",) * 4, *("pasture",) * 4, *("fields",) * 4, *("mountains",) * 3)
"""The terrain hexes but for the barren one."""
HARBOURS = (*(ANY,) * 4, *RESOURCES)
