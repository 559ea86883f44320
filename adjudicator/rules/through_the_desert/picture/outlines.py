"""Outlines of areas and tracks as SVG paths. A hex is known by its middle, in units of the drawing."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.rules.through_the_desert.board import AROUND

Point = tuple[int, int]

STEP, HALF = 45, 26
"""How far apart two columns are, and half the height of a hex."""
RIM, BANK = 44, 40
"""The width of the rim beside the board, and above and below it."""
CORNERS = ((-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0))
"""The corners of a hex, clockwise: the side towards ``AROUND[i]`` runs from corner i to the next."""
_SIDES = len(CORNERS)
_ACROSS = 15


class Lattice(NamedTuple):
    """The units in which outlines are written.

    ``left`` and ``top`` are where they begin; a half side of a hex is so many of them ``across``, half its height so
    many ``down``.
    """

    left: int
    top: int
    across: int
    down: int

    def start(self, x: int, y: int) -> str:
        """The beginning of an outline at a corner."""
        return f"M{(x - self.left) * self.across // _ACROSS} {(y - self.top) * self.down // HALF}"


DRAWN = Lattice(0, 0, _ACROSS, HALF)
"""The units of the drawing."""
COARSE = Lattice(RIM, BANK, 4, 7)
"""Units that take fewer digits, for what is long; they are as high as wide, but for a hundredth."""
COARSE_SCALE = f'transform="translate({RIM} {BANK})scale({_ACROSS / 4} {HALF / 7:.4f})"'
"""How a drawing in coarse units is put into the picture."""


def trace(middles: Iterable[Point], lattice: Lattice = DRAWN) -> str:
    """The path round all hexes with those middles, holes included, without the sides between them."""
    runs = _write_runs(lattice)
    inside = dict.fromkeys(middles)
    left: dict[tuple[Point, int], int] = {}
    for middle in inside:
        for first, count in _find_runs(tuple([there in inside for there in _surround(middle)])):
            left[middle, first] = count
    path = ""
    while left:
        (began, began_at), count = next(iter(left.items()))
        # an outline begins at the first side of its first hex: what lies before that is written last
        last = runs[began_at][_SIDES - began_at] if began_at + count > _SIDES else ""
        middle, first, steps = began, began_at, ""
        # behind the last side of a run the next hex goes on, and at a corner one border begins at most
        while count := left.pop((middle, first), 0):
            steps += runs[first][count]
            middle, first = _surround(middle)[(first + count) % _SIDES], (first + count + 4) % _SIDES
        right, down = CORNERS[0 if last else began_at]
        steps = (steps[len(last) :] + last).replace(f"{lattice.down}l-", f"{lattice.down}-")
        path += f"{lattice.start(began[0] + right, began[1] + down)}{steps}z"
    return path


@lru_cache(maxsize=1024)
def _surround(middle: Point) -> tuple[Point, ...]:
    """The middles of the six hexes round one, clockwise."""
    x, y = middle
    return tuple((x + right * STEP, y + down * HALF) for right, down in AROUND)


@lru_cache(maxsize=64)
def _find_runs(near: tuple[bool, ...]) -> Sequence[tuple[int, int]]:
    """The sides of a hex that lead nowhere ``near``, in runs: the first of each, and how many there are.

    They come by the lowest side that they have.
    """
    if not any(near):
        return ((0, _SIDES),)
    begins = [side for side in range(_SIDES) if near[side - 1] and not near[side]]
    runs = [(first, [*near[first:], *near[:first]].index(True)) for first in begins]
    return sorted(runs, key=lambda run: 0 if sum(run) > _SIDES else run[0])


@lru_cache(maxsize=2)
def _write_runs(lattice: Lattice) -> Sequence[Sequence[str]]:
    """The sides of a hex, each from its corner to the next: by the first one and by how many there are in a row."""
    side, across, down = 2 * lattice.across, lattice.across, lattice.down
    slants = (f"{across} {down}", f"-{across} {down}", f"-{across}-{down}", f"{across}-{down}")
    steps = (f"h{side}", f"l{slants[0]}", f"l{slants[1]}", f"h-{side}", f"l{slants[2]}", f"l{slants[3]}") * 2
    return [["".join(steps[first : first + count]) for count in range(_SIDES + 1)] for first in range(_SIDES)]
