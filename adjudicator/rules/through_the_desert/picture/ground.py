"""What is printed on a board, as SVG: drawn once for each board and kept.

Lengths are in units of the drawing, in which a hex is 60 wide and 52 high.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from adjudicator.rules.through_the_desert.picture.layout import AROUND, HexPlace, Layout, name_spot

Point = tuple[int, int]

_STEP, _HALF, _MARGIN = 45, 26, 6
_CORNERS = ((-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0))
"""The corners of a hex, clockwise: the side towards ``AROUND[i]`` runs from corner i to the next."""

_PEAK = "M-25 18L-9-10-3-2 7-19 25 18z"
_SNOW = "M-9-10l-5 9 5-2 4 3 2-2zM7-19L1-9l6 3 6-2z"


class PrintedBoard(NamedTuple):
    """The printed board: what lies below oases and areas, the lines above those, the names above all tokens.

    ``middles`` are those of the hexes; ``width`` and ``height`` are those of the whole drawing.
    """

    below: str
    lines: str
    names: str
    middles: dict[str, Point]
    width: int
    height: int


def outline(middle: Point) -> str:
    """The path round the hex with that middle."""
    return f"M{middle[0] - 30} {middle[1]}l15-26h30l15 26-15 26h-30z"


@lru_cache(maxsize=16)
def draw_ground(layout: Layout) -> PrintedBoard:
    """The printed board of ``layout``."""
    middles = {name: _place(spot, layout) for name, spot in layout.hexes.items()}
    mountains = [_place(spot, layout) for spot in layout.mountains.values()]
    edge = _draw_edge(layout, middles)
    below = (
        f'<path d="{"".join(map(outline, middles.values()))}" fill="#f8efd8" stroke="#cdbb92"/>'
        f'<path d="{"".join(map(outline, mountains))}" fill="#c9bfb3" stroke="#c9bfb3"/>'
        f"{''.join(map(_draw_peak, mountains))}"
        f'<path d="{edge}" fill="none" stroke="#6d625a" stroke-width="3" stroke-linecap="round"/>'
    )
    names = "".join(f'<text x="{x}" y="{y + 22}">{name}</text>' for name, (x, y) in middles.items())
    return PrintedBoard(
        below=below,
        lines=_draw_dark_line(layout, middles) + _draw_river(layout, middles),
        names='<g font-size="12" fill="#3a3022" stroke="#f8efd8" stroke-width="3.5" stroke-linejoin="round"'
        f' paint-order="stroke">{names}</g>',
        middles=middles,
        width=layout.columns * _STEP + 15 + 2 * _MARGIN,
        height=(layout.bottom - layout.top + 2) * _HALF + 2 * _MARGIN,
    )


def _place(spot: HexPlace, layout: Layout) -> Point:
    return _MARGIN + 30 + spot.x * _STEP, _MARGIN + 26 + (spot.height - layout.top) * _HALF


def _draw_peak(middle: Point) -> str:
    x, y = middle
    return f'<g transform="translate({x} {y})"><path d="{_PEAK}" fill="#6d625a"/><path d="{_SNOW}" fill="#fff"/></g>'


def _draw_side(middle: Point, number: int) -> str:
    (from_x, from_y), (to_x, to_y) = _CORNERS[number], _CORNERS[(number + 1) % 6]
    return f"M{middle[0] + from_x} {middle[1] + from_y}l{to_x - from_x} {to_y - from_y}"


def _draw_edge(layout: Layout, middles: dict[str, Point]) -> str:
    return "".join(
        _draw_side(middles[name], number)
        for name, spot in layout.hexes.items()
        for number, (right, down) in enumerate(AROUND)
        if spot.x + right < 0 or name_spot(HexPlace(spot.x + right, spot.height + down)) not in layout.hexes
    )


def _draw_dark_line(layout: Layout, middles: dict[str, Point]) -> str:
    """The line between the small area and the strip, where the strip is in use: printed, and no border."""
    small = layout.hexes.keys() - set(layout.strip)
    sides = "".join(
        _draw_side(middles[name], number)
        for name in layout.strip
        for number, (right, down) in enumerate(AROUND)
        if name_spot(HexPlace(layout.hexes[name].x + right, layout.hexes[name].height + down)) in small
    )
    return draw_dark_line(sides) if sides else ""


def draw_dark_line(path: str) -> str:
    """The dark line along ``path``."""
    return f'<path d="{path}" fill="none" stroke="#3b2416" stroke-width="6" stroke-linecap="round" opacity=".8"/>'


def _draw_river(layout: Layout, middles: dict[str, Point]) -> str:
    if not layout.river:
        return ""
    sides = []
    for one, other in layout.river:
        here, there = layout.hexes[one], layout.hexes[other]
        sides.append(_draw_side(middles[one], AROUND.index((there.x - here.x, there.height - here.height))))
    return draw_water_line("".join(sides))


def draw_water_line(path: str) -> str:
    """A river along ``path``: a band with white ripples, which set it apart from every other line in grey as well."""
    line = f'<path d="{path}" fill="none" stroke-linecap="round"'
    return (
        f'{line} stroke="#1f5f9f" stroke-width="11"/>{line} stroke="#6fb0e6" stroke-width="7"/>'
        f'{line} stroke="#fff" stroke-width="2.5" stroke-dasharray="5 9" stroke-dashoffset="-6"/>'
    )
