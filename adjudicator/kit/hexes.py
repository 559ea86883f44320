"""Sets of hexes as integer bit masks, on a grid of flat-topped hexes.

A hex stands in column ``x`` and row ``y``; even columns sit half a hex lower. Its bit has the index
``x * stride + y`` with one spare row between columns, so that a step over the top or bottom edge falls on a bit that
no hex owns. Names are a column letter and a row number: column 0, row 0 is ``A1``.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NewType, cast

Hex = NewType("Hex", int)
"""A hex, by the index of its bit."""


def list_bits(mask: int) -> Iterator[int]:
    """The indexes of the bits set in ``mask``, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def select_bit(mask: int, count: int) -> int:
    """The index of the bit of ``mask`` that has ``count`` set bits below it. ``mask`` has more than ``count`` bits."""
    for _ in range(count):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


# the same where bits are hexes: said once here, since to make each of them a Hex would take time
list_hexes = cast("Callable[[int], Iterator[Hex]]", list_bits)
select_hex = cast("Callable[[int, int], Hex]", select_bit)


@dataclass(frozen=True)
class HexGrid:
    """A field of hexes: ``columns`` by ``rows``, of which those in ``field`` (a mask) exist."""

    columns: int
    rows: int
    field: int

    @cached_property
    def stride(self) -> int:
        """How many bits a column takes."""
        return self.rows + 1

    @cached_property
    def even(self) -> int:
        """The bits of the even columns, which sit half a hex lower."""
        column = (1 << self.stride) - 1
        return sum(column << (x * self.stride) for x in range(0, self.columns, 2))

    @cached_property
    def odd(self) -> int:
        """The bits of the odd columns."""
        return self.even << self.stride

    def grow(self, mask: int) -> int:
        """``mask`` and every hex of the field next to it."""
        stride = self.stride
        side = mask | (mask & self.even) << 1 | (mask & self.odd) >> 1
        return (side | mask << 1 | mask >> 1 | side << stride | side >> stride) & self.field

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every bit index; empty for the spare row."""
        return tuple(
            f"{chr(ord('A') + x)}{y + 1}" if y < self.rows else ""
            for x in range(self.columns)
            for y in range(self.stride)
        )

    @cached_property
    def index_of(self) -> dict[str, Hex]:
        """The bit index of every hex of the field, by name."""
        return {self.names[index]: index for index in list_hexes(self.field)}

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For every bit index the mask of the field's hexes next to it; 0 for bits outside the field."""
        return tuple(
            self.grow(1 << index) & ~(1 << index) if self.field >> index & 1 else 0
            for index in range(self.columns * self.stride)
        )

    def mask_of(self, names: Iterable[str]) -> int:
        """The mask of the named hexes. Raises ``KeyError`` for a name that is not in the field."""
        mask, index_of = 0, self.index_of
        for name in names:
            mask |= 1 << index_of[name]
        return mask

    def names_of(self, mask: int) -> list[str]:
        """The names of the hexes in ``mask``, column by column."""
        names = self.names
        return [names[index] for index in list_bits(mask)]

    def position(self, index: Hex) -> tuple[int, int]:
        """Column and row of a bit index, both from 0."""
        return divmod(index, self.stride)

    def flood(self, seed: int, within: int) -> int:
        """All of ``within`` that is connected to ``seed`` (a mask inside ``within``)."""
        reached = seed
        while True:
            grown = self.grow(reached) & within
            if grown == reached:
                return reached
            reached = grown
