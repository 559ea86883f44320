"""The board as SVG, to stand in a page: no script, no style sheet, nothing from elsewhere.

A turn adds areas, oases, water and caravans to the printed board. A caravan is one group: a band in its colour joins
its camels, whose shape tells the seat and whose letter tells the colour. Only presentation attributes are used, so
that a mail client without styles shows the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from html import escape

from adjudicator.kit.charts.shapes import SHAPES, shape_steps
from adjudicator.kit.words import count_of
from adjudicator.rules.through_the_desert.picture.ground import Point, draw_ground, outline
from adjudicator.rules.through_the_desert.picture.layout import Layout, lay_out
from adjudicator.rules.through_the_desert.picture.marks import HATCHINGS, PAINTS
from adjudicator.rules.through_the_desert.picture.view import AreaView, CamelView, View

LIFT = 5
"""How far above the middle of a hex its token stands, to leave room for the name."""

DROP = "c7 8 12 13 12 20a12 12 0 0 1-24 0c0-7 5-12 12-20z"
"""The outline of a water token, from its tip, which is 18 above the middle."""

PALM = (
    '<path d="M-3 16q5-10 1-18h4q4 9 1 18z" fill="#6b4a2b"/>'
    '<path d="M1-3q-8-9-18 1 10-2 18-1zM-1-3q8-9 18 1-10-2-18-1zM1-4q-12-1-12 12 5-8 12-12zM-1-4q12-1 12 12-5-8-12-12z'
    'M0-3q-8-7-6-16 8 7 6 16zM0-3q8-7 6-16-8 7-6 16z" fill="#1d5c2a"/>'
)
"""A palm tree round its own middle."""

_TOKENS = tuple(shape_steps(shape, 12.5) for shape in SHAPES)
_SADDLES = tuple(shape_steps(shape, 17.5) for shape in SHAPES)


def draw_board(view: View, newest: AbstractSet[str] = frozenset()) -> str:
    """The board of ``view`` as one ``<svg>`` element; the hexes in ``newest`` are ringed.

    Raises ``KeyError`` where the view names a hex, seat or colour that it does not have.
    """
    layout = lay_out(view["board"])
    ground = draw_ground(layout)
    middles = ground.middles
    order = {seat: number for number, seat in enumerate(view["seats"])}
    return "".join(
        (
            _open_drawing(ground.width, ground.height),
            f"<title>The board, with {count_of(len(view['camels']), 'camel')}</title><defs>",
            *(draw_hatching(number) for number in order.values()),
            "</defs>",
            ground.below,
            *(_draw_area(area, order, middles) for area in view["areas"]),
            *_draw_oases(middles[name] for name in view["oases"]),
            ground.lines,
            *_draw_water((middles[name], value) for name, value in view["water"].items()),
            *_draw_caravans(view["camels"], order, layout, middles),
            _draw_rings(middles[name] for name in sorted(newest)),
            ground.names,
            "</svg>",
        )
    )


def _open_drawing(width: int, height: int) -> str:
    """The opening tag. The drawing takes the room it gets, but never so little that its names cannot be read."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="Verdana,Arial,sans-serif" text-anchor="middle"'
        f' style="width:100%;height:auto;max-width:{width}px;--close:{width * 4 // 5}px">'
    )


def draw_hatching(number: int) -> str:
    """The hatching of the seat at ``number`` in table order, as a pattern called ``seat1`` for number 0."""
    return (
        f'<pattern id="seat{number + 1}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<path d="{HATCHINGS[number]}" stroke="#222" stroke-width="1.2" fill="none"/></pattern>'
    )


def _draw_area(area: AreaView, order: Mapping[str, int], middles: Mapping[str, Point]) -> str:
    path = "".join(outline(middles[name]) for name in area["hexes"])
    title = f"{escape(area['seat'])}: {count_of(area['points'], 'point')}, closed by {escape(area['colour'])}"
    return (
        f"<g><title>{title}</title>"
        f'<path d="{path}" fill="{PAINTS[area["colour"]].fill}" fill-opacity=".45"/>'
        f'<path d="{path}" fill="url(#seat{order[area["seat"]] + 1})" fill-opacity=".75"/></g>'
    )


def _draw_oases(places: Iterable[Point]) -> Iterator[str]:
    for x, y in places:
        yield f'<path d="{outline((x, y))}" fill="#cfe5b5" stroke="#cdbb92"/>'
        yield f'<g transform="translate({x} {y - LIFT})">{PALM}</g>'


def _draw_water(tokens: Iterable[tuple[Point, int | None]]) -> Iterator[str]:
    drops, values = [], []
    for (x, y), value in tokens:
        drops.append(f"M{x} {y - LIFT - 18}{DROP}")
        values.append(f'<text x="{x}" y="{y + 5}">{"?" if value is None else value}</text>')
    yield f'<path d="{"".join(drops)}" fill="#1d5fa6"/><g font-size="16" font-weight="bold" fill="#fff">'
    yield from values
    yield "</g>"


def _draw_caravans(
    camels: Iterable[CamelView], order: Mapping[str, int], layout: Layout, middles: Mapping[str, Point]
) -> Iterator[str]:
    caravans: dict[tuple[str, str], dict[str, bool]] = {}
    for camel in camels:
        caravans.setdefault((camel["seat"], camel["colour"]), {})[camel["hex"]] = camel["leader"]
    lines = 'stroke="#222" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"'
    yield f'<g {lines} font-size="15" font-weight="bold">'
    for (seat, colour), members in caravans.items():
        yield _draw_caravan(seat, colour, members, order[seat], layout, middles)
    yield "</g>"


def _draw_caravan(
    seat: str, colour: str, members: Mapping[str, bool], number: int, layout: Layout, middles: Mapping[str, Point]
) -> str:
    paint = PAINTS[colour]
    band, tokens, saddles, letters = [], [], [], []
    right, down, steps = _TOKENS[number]
    saddle_right, saddle_down, saddle_steps = _SADDLES[number]
    for name, leader in members.items():
        x, y = middles[name]
        y -= LIFT
        before = ""
        for other in layout.onward[name]:
            if other in members:
                to_x, to_y = middles[other]
                before += f"L{to_x} {to_y - LIFT}"
            elif before:
                band.append(f"M{x} {y}{before}z")
                before = ""
        if before:
            band.append(f"M{x} {y}{before}z")
        if leader:
            saddles.append(f"M{x + saddle_right} {y + saddle_down}{saddle_steps}")
        tokens.append(f"M{x + right} {y + down}{steps}")
        letters.append(f'<text x="{x}" y="{y + 5}">{paint.letter}</text>')
    joined = "".join(band)
    path = f'<path d="{joined}" fill="none"'
    bands = f'{path} stroke-width="13"/>{path} stroke="{paint.fill}" stroke-width="10"/>'
    riders = f'<path d="{"".join(saddles)}" fill="#fff" stroke-width="2.5"/>'
    return (
        f'<g fill="{paint.fill}"><title>{escape(seat)}: {escape(colour)}, {count_of(len(members), "camel")}</title>'
        f"{bands if band else ''}{riders if saddles else ''}"
        f'<path d="{"".join(tokens)}"/><g fill="{paint.ink}" stroke="none">{"".join(letters)}</g></g>'
    )


def _draw_rings(places: Iterable[Point]) -> str:
    rings = "".join(map(outline, places))
    return f'<path d="{rings}" fill="none" stroke="#111" stroke-width="5" stroke-linejoin="round"/>' if rings else ""
