"""A board as the rules see it: masks of what is printed on it. How boards are written, checked and made: ``boards``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from adjudicator.kit.hexes import HexGrid


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

    @cached_property
    def everywhere(self) -> int:
        """The mask of all playable hexes."""
        return self.grid.field

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


STRIP_FROM = 4
"""The strip is used from so many seats on (2005 "Setup", manual "Setup", Allplay 2023 "Setup")."""


def locate_hex(name: str) -> tuple[int, int]:
    """Column and row, both from 0, of the hex called ``name``."""
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def lay_grid(names: Iterable[str]) -> HexGrid:
    """The smallest grid whose field is the hexes called ``names``; there is at least one."""
    spots = [locate_hex(name) for name in names]
    columns, rows = max(x for x, _ in spots) + 1, max(y for _, y in spots) + 1
    return HexGrid(columns, rows, sum(1 << (x * (rows + 1) + y) for x, y in spots))


def order_mountains(names: Iterable[str]) -> tuple[str, ...]:
    """The hexes called ``names``, column by column."""
    return tuple(sorted(names, key=locate_hex))


def list_sides(river: Sequence[tuple[str, str]]) -> list[str]:
    """Sides of hexes as they are written: ``D9-E9``."""
    return [f"{one}-{other}" for one, other in river]
