"""A board as the rules see it, masks of what is printed on it, and where each hex lies in a picture.

How boards are written, checked and made: ``boards``. Hexes are flat-topped. The column letter is ``x`` (A = 0) and the
row number is ``y`` + 1. Even columns sit half a hex lower, so heights are counted in halves of a hex: ``2 * y``, and
one more in an even column.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from adjudicator.kit.hexes import HexGrid

AROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The six neighbours as steps in column and height, clockwise from the one above."""
STRIP_FROM = 4
"""The strip is used from so many seats on (2005 "Setup", manual "Setup", Allplay 2023 "Setup")."""


class HexPlace(NamedTuple):
    """The place of one hex: its column and its height, in halves of a hex."""

    x: int
    height: int

    def count_steps(self, other: HexPlace) -> int:
        """How many steps apart two places are, across anything."""
        across, down = abs(self.x - other.x), abs(self.height - other.height)
        return across + max(0, down - across) // 2


def locate(name: str) -> HexPlace:
    """The place of the hex called ``name``. Raises ``ValueError`` for a text that is no hex name."""
    x = ord(name[:1] or " ") - ord("A")
    if not 0 <= x < 26 or not name[1:].isdecimal():  # noqa: PLR2004  the letters of the alphabet
        raise ValueError(f"{name!r} is not the name of a hex")
    return HexPlace(x, 2 * (int(name[1:]) - 1) + (x + 1) % 2)


def name_spot(spot: HexPlace) -> str:
    """The name of the hex at ``spot``."""
    return f"{chr(ord('A') + spot.x)}{spot.height // 2 + 1}"


def lay_grid(names: Iterable[str]) -> HexGrid:
    """The smallest grid whose field is the hexes called ``names``; there is at least one."""
    spots = [(x, height // 2) for x, height in map(locate, names)]
    columns, rows = max(x for x, _ in spots) + 1, max(y for _, y in spots) + 1
    return HexGrid(columns, rows, sum(1 << (x * (rows + 1) + y) for x, y in spots))


_PLAINLY = {
    "The small board and the house extension E1, which is ours; not a publisher's product.": (
        "The small board and a strip of our own; not a publisher's product."
    ),
    "Made by chance for one game; not a publisher's product.": (
        "Drawn for this game alone; not a publisher's product."
    ),
}
"""What is said for an origin whose words cannot change, since turn 0 of every game on that board commits to them."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Board:
    """A board: its grid of playable hexes (mountains are not playable), and masks of what is printed on them.

    ``strip`` are the hexes beyond the dark line, which are used with four and five seats only; ``river`` has the
    sides of hexes along which a river runs. ``text`` is the whole board file of a board that is not one of ours.
    """

    name: str
    title: str
    origin: str
    grid: HexGrid
    mountains: tuple[str, ...]
    pools: int
    palms: int
    river: tuple[tuple[str, str], ...]
    strip: int = 0
    text: str = ""

    @property
    def words(self) -> str:
        """Which board it is and where it comes from, as reports and invitations say it."""
        return f"{self.title}. {_PLAINLY.get(self.origin, self.origin)}"

    @cached_property
    def everywhere(self) -> int:
        """The mask of all playable hexes."""
        return self.grid.field

    @cached_property
    def places(self) -> dict[str, HexPlace]:
        """Where each playable hex lies, by name, and behind them where the mountains are."""
        return {name: locate(name) for name in (*self.grid.index_of, *self.mountains)}

    @cached_property
    def columns(self) -> int:
        """How many columns hexes and mountains take, from A on."""
        return max(spot.x for spot in self.places.values()) + 1

    @cached_property
    def heights(self) -> range:
        """The heights at which hexes and mountains lie, all between them included."""
        heights = [spot.height for spot in self.places.values()]
        return range(min(heights), max(heights) + 1)

    @property
    def sides(self) -> list[str]:
        """The sides along which the river runs, as they are written: ``D9-E9``."""
        return [f"{one}-{other}" for one, other in self.river]

    @cached_property
    def across(self) -> tuple[int, ...]:
        """For every bit index the mask of the hexes next to it on the other side of the river."""
        masks = [0] * len(self.grid.names)
        for one, other in self.river:
            here, there = self.grid.index_of[one], self.grid.index_of[other]
            masks[here] |= 1 << there
            masks[there] |= 1 << here
        return tuple(masks)

    @cached_property
    def small_area(self) -> Board:
        """The board of two and three seats: this one without its strip (ruling S3)."""
        if not self.strip:
            return self
        names_of, inside = self.grid.names_of, self.everywhere & ~self.strip
        kept = set(names_of(inside))
        grid = lay_grid(kept)
        return replace(
            self,
            grid=grid,
            pools=grid.mask_of(names_of(self.pools & inside)),
            palms=grid.mask_of(names_of(self.palms & inside)),
            river=tuple(side for side in self.river if kept.issuperset(side)),
            strip=0,
        )

    def for_seats(self, seats: int) -> Board:
        """The part of the board that so many ``seats`` use."""
        return self if seats >= STRIP_FROM else self.small_area
