"""Pools and palm spaces of a board made at random, spread as evenly as on the board that was measured."""

from __future__ import annotations

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.through_the_desert.boards.making.ground import CANVAS, Picks

_ATTEMPTS, _TRIALS = 40, 6
_APART = 6
"""Palm spaces are so many steps apart, so that no camel touches two oases."""


_SIDES = 6
_RIM = sum(1 << index for index in list_bits(CANVAS.field) if CANVAS.neighbours[index].bit_count() < _SIDES)
"""The hexes of the canvas that have no neighbour on one side."""


class Features:
    """Pools and palm spaces laid so far, as masks, on ``field``.

    No two lie side by side, no plain hex touches three, and each pool has another feature two steps away.
    """

    def __init__(self, field: int, pools: int = 0, palms: int = 0) -> None:
        self.field = field
        self.pools = pools
        self.palms = palms
        self._once = self._twice = 0
        for index in list_bits(pools | palms):
            self._touch(index)

    @property
    def everything(self) -> int:
        """Pools and palm spaces."""
        return self.pools | self.palms

    def _touch(self, index: int) -> None:
        around = CANVAS.neighbours[index] & self.field
        self._twice |= self._once & around
        self._once |= around

    def _free(self) -> int:
        """Where another feature may lie."""
        return self.field & ~CANVAS.grow(self.everything) & ~CANVAS.grow(self._twice)

    def lay_palms(self, picks: Picks, within: int, count: int) -> bool:
        """Lay so many more palm spaces ``within`` a part of the field, open on all sides; False where it failed."""
        open_spots = within & self._free() & ~CANVAS.grow(CANVAS.field & ~self.field) & ~_RIM
        for _ in range(_ATTEMPTS):
            palms, free = self.palms, open_spots & ~_reach(self.palms, _APART - 1)
            left = count
            while free and left:
                spot = max((picks.choose_bit(free) for _ in range(_TRIALS)), key=lambda one: _count_left(free, one))
                palms |= spot
                free &= ~_reach(spot, _APART - 1)
                left -= 1
            if not left:
                for index in list_bits(palms & ~self.palms):
                    self._touch(index)
                self.palms = palms
                return True
        return False

    def lay_pools(self, picks: Picks, within: int, count: int) -> bool:
        """Lay so many more pools ``within`` a part of the field, all of it near a feature; False where it failed."""
        for _ in range(count):
            beside = within & self._free() & _reach(self.everything, 2)
            if not beside:
                return False
            far = within & ~_reach(self.everything, 2)
            spot = picks.choose_bit(beside)
            if far:
                trials = [picks.choose_bit(beside) for _ in range(_TRIALS)]
                spot = max(trials, key=lambda one: (_reach(one, 2) & far).bit_count())
            self.pools |= spot
            self._touch(spot.bit_length() - 1)
        return not within & ~_reach(self.everything, 2)


def _count_left(free: int, spot: int) -> int:
    return (free & ~_reach(spot, _APART - 1)).bit_count()


def _reach(mask: int, steps: int) -> int:
    for _ in range(steps):
        mask = CANVAS.grow(mask)
    return mask
