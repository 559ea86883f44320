"""What is printed on a board, as SVG: sand, mountains, river, the names of hexes, letters and numbers at the rim.

It is drawn once for each board and kept. Lengths are in units of the drawing, in which a hex is 60 wide and 52 high.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from adjudicator.kit.charts import write_labels, write_step
from adjudicator.kit.hexes import Hex
from adjudicator.rules.through_the_desert.board import AROUND, Board, HexPlace, locate, name_spot
from adjudicator.rules.through_the_desert.picture.outlines import BANK, CORNERS, HALF, RIM, STEP, Point, trace

NAME_RISE = 12
"""How far above the middle of its hex a name stands: always there, whatever lies below it."""

_ROCKS = ("M-30 22l14-34 7 9 11-22 13 23 6-8 10 32z", "M-31 22l13-25 7 6 13-23 8 14 7-4 14 32z")
_SHADES = ("M2-25l13 23 6-8 10 32h-18l-8-20-6-4z", "M2-20l8 14 7-4 14 32h-19l-6-18-7-4z")
_SNOWS = (
    "M2-25l-7 14 5-2 4 4 3-5 4 3zM-16-12l-4 9 5-1 4 3 2-2z",
    "M2-20l-7 13 5-1 3 4 3-4 4 2zM-18-3l-4 8 5-2 4 2 1-2z",
)
_NEWEST = (
    '<path id="hex" d="M-30 0l15-26h30l15 26-15 26h-30z"/><g id="ring" fill="none">'
    '<use href="#hex" stroke="#111" stroke-width="6"/><use href="#hex" stroke="#fff" stroke-width="2.5"/></g>'
    '<circle id="disc" r="9" fill="#111" stroke="#fff" stroke-width="1.5"/>'
)
_DUNES = (
    '<pattern id="dunes" width="270" height="156" patternUnits="userSpaceOnUse"><g class="du" fill="#dcb873"'
    ' fill-opacity=".35"><path d="M12 40q34-30 92-12-44-2-58 14-14-12-34-2zM150 26q30-20 74-6-34 0-46 12-10-10-28-6z'
    "M70 104q40-32 104-10-50-4-64 14-18-14-40-4zM196 130q20-18 62-8-30 0-38 12-10-8-24-4zM8 142q22-16 52-4-24-2-32 8"
    '-8-6-20-4zM196 74q16-14 46-4-22 0-28 8-8-6-18-4z"/></g></pattern>'
)
"""Dunes that repeat so rarely that it is not seen."""


class PrintedBoard(NamedTuple):
    """The printed board: what others refer to, what lies below areas and tracks, what above those, the names.

    ``middles`` are those of the hexes; ``width`` and ``height`` are those of the whole drawing.
    """

    defs: str
    below: str
    above: str
    names: str
    middles: dict[Hex, Point]
    width: int
    height: int


@lru_cache(maxsize=16)
def draw_ground(board: Board) -> PrintedBoard:
    """The printed ``board``."""
    middles = {name: _place(spot, board) for name, spot in board.places.items()}
    mountains = [middles.pop(name) for name in board.mountains]
    width = (board.columns - 1) * STEP + 60 + 2 * RIM
    height = (len(board.heights) + 1) * HALF + 2 * BANK
    rocks = "".join(f'<use href="#rocks{(x // STEP + y // HALF) % 2}" x="{x}" y="{y}"/>' for x, y in mountains)
    below = (
        f'<path class="fr" d="M1 15a14 14 0 0 1 14-14h{width - 30}a14 14 0 0 1 14 14v{height - 30}'
        f'a14 14 0 0 1-14 14h-{width - 30}a14 14 0 0 1-14-14z" fill="#e2c894" stroke="#8a6a3a" stroke-width="2"/>'
        '<use href="#land" fill="#5b4524" fill-opacity=".35" x="3" y="5"/>'
        '<use class="ed" href="#land" fill="url(#glow)" stroke="#6d4f28" stroke-width="5"/>'
        '<use href="#land" fill="url(#dunes)"/>'
        '<use href="#land" fill="url(#grid)"/>'
    )
    # their feet reach into the hexes beside them
    peaks = (
        '<use class="rk" href="#range" fill="#bfae94" stroke="#5a4a38" stroke-width="3"/>'
        f'<g stroke="#4a3c2e">{rocks}</g>'
    )
    return PrintedBoard(
        defs=_draw_defs(board, [*middles.values()], mountains),
        below=below,
        above=peaks + _draw_dark_line(board, middles) + (draw_water_line('use href="#river"') if board.river else ""),
        names="".join((*_draw_names(middles), _draw_rim(board, width, height))),
        middles={board.grid.index_of[name]: middle for name, middle in middles.items()},
        width=width,
        height=height,
    )


def _place(spot: HexPlace, board: Board) -> Point:
    return RIM + 30 + spot.x * STEP, BANK + 26 + (spot.height - board.heights.start) * HALF


def _draw_defs(board: Board, middles: list[Point], mountains: list[Point]) -> str:
    rocks = "".join(
        f'<g id="rocks{number}"><path class="r1" d="{rock}" fill="#8d7b66"/><path class="r2" d="{shade}" fill="#5f5041"'
        f' stroke="none"/><path d="{snow}" fill="#fff" stroke="none"/></g>'
        for number, (rock, shade, snow) in enumerate(zip(_ROCKS, _SHADES, _SNOWS, strict=True))
    )
    river = f'<path id="river" d="{_trace_river(board)}"/>' if board.river else ""
    return (
        f'<path id="land" d="{trace([*middles, *mountains])}"/><path id="range" d="{trace(mountains)}"/>'
        f"{_draw_grid(board)}"
        '<linearGradient id="glow" x2="1" y2="1"><stop class="s1" stop-color="#fbf0cf"/>'
        f'<stop class="s2" offset="1" stop-color="#f1d79c"/></linearGradient>{_DUNES}{_NEWEST}{rocks}{river}'
    )


def _draw_grid(board: Board) -> str:
    """The sides of all hexes, as a pattern; no side lies along its edge."""
    top = board.heights.start
    x, y = _place(HexPlace(0, top + (top + 1) % 2), board)
    return (
        f'<pattern id="grid" x="{x}" y="{y + 13}" width="90" height="52" patternUnits="userSpaceOnUse">'
        '<path class="gr" d="M0 13h15m60 0h15M30 39h30M30-13l-15 26 15 26-15 26M60-13l15 26-15 26 15 26" fill="none"'
        ' stroke="#cfae70"/></pattern>'
    )


def _draw_names(middles: dict[str, Point]) -> Iterator[str]:
    """The names of all hexes, column by column; the widest leave the ring of a new hex whole."""
    columns: dict[int, list[str]] = {}
    for name, (x, y) in middles.items():
        columns.setdefault(x, []).append(f'<text y="{y - NAME_RISE}">{name}</text>')
    yield '<g class="na fine" font-family="Arial,sans-serif" font-size="16" font-weight="400" letter-spacing="-.8"'
    yield ' fill="#4a3517" stroke="#fbefd0" stroke-width="3" paint-order="stroke">'
    for x, names in columns.items():
        yield f'<g transform="translate({x})">{"".join(names)}</g>'
    yield "</g>"


def _draw_rim(board: Board, width: int, height: int) -> str:
    """Letters above and below the columns, numbers at both ends of the rows, each level with the hex next to it."""
    columns, top = range(board.columns), board.heights.start
    letters = write_labels([((_place(HexPlace(x, 0), board)[0], 28), chr(ord("A") + x)) for x in columns])
    first, last = (_place(HexPlace(x, top + (x + 1) % 2), board)[1] for x in (0, columns[-1]))
    rows = range(top // 2, board.heights[-1] // 2 + 1)
    numbers = write_labels([((0, first + 7 + 52 * place), str(row + 1)) for place, row in enumerate(rows)])
    return (
        f'<g class="ri" font-size="19" fill="#5b4524"><g id="letters">{letters}</g>'
        f'<use href="#letters" y="{height - 42}"/><g id="numbers" transform="translate({RIM // 2})">{numbers}</g>'
        f'<use href="#numbers" x="{width - RIM}" y="{last - first}"/></g>'
    )


def _place_side(middle: Point, number: int) -> tuple[Point, Point]:
    (x, y), (from_x, from_y), (to_x, to_y) = middle, CORNERS[number], CORNERS[(number + 1) % 6]
    return (x + from_x, y + from_y), (x + to_x, y + to_y)


def _join_sides(sides: Iterable[tuple[Point, Point]]) -> str:
    """The path along ``sides``, each drawn on from the one before where they meet."""
    rest, path, at, slanting = list(sides), "", None, False
    while rest:
        meeting = Counter(end for side in rest for end in side)
        begin = at if at in meeting else min(meeting, key=meeting.__getitem__)  # at a loose end, where there is one
        side = next(side for side in rest if begin in side)
        rest.remove(side)
        here, there = side if begin == side[0] else side[::-1]
        step, goes_on = write_step(there[0] - here[0], there[1] - here[1]), here == at
        path += step.replace("l-", "-") if goes_on and slanting else step if goes_on else f"M{here[0]} {here[1]}{step}"
        at, slanting = there, step.startswith("l")
    return path


def _draw_dark_line(board: Board, middles: dict[str, Point]) -> str:
    """The line between the small area and the strip, where the strip is in use: printed, and no border."""
    strip = board.grid.names_of(board.strip)
    small = board.grid.index_of.keys() - strip
    sides = _join_sides(
        _place_side(middles[name], number)
        for name in strip
        for number, (right, down) in enumerate(AROUND)
        if name_spot(HexPlace(board.places[name].x + right, board.places[name].height + down)) in small
    )
    return draw_dark_line(sides) if sides else ""


def draw_dark_line(path: str) -> str:
    """The dark line along ``path``."""
    return (
        f'<path class="dl" d="{path}" fill="none" stroke="#3b2416" stroke-width="5" stroke-linecap="round"'
        ' stroke-dasharray="1 9"/>'
    )


def _trace_river(board: Board) -> str:
    sides = []
    for here, there in ((locate(one), locate(other)) for one, other in board.river):
        step = AROUND.index((there.x - here.x, there.height - here.height))
        sides.append(_place_side(_place(here, board), step))
    return _join_sides(sides)


def draw_water_line(shape: str) -> str:
    """A river along ``shape``, an element without its brackets: a band with white ripples.

    They set it apart from every other line in grey as well.
    """
    line = f'<{shape} fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'{line} stroke="#1f5f9f" stroke-width="11"/>{line} stroke="#6fb0e6" stroke-width="7"/>'
        f'{line} stroke="#fff" stroke-width="2.5" stroke-dasharray="5 9" stroke-dashoffset="-6"/>'
    )
