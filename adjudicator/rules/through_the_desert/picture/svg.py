"""The board as SVG, to stand in a page: no script, nothing from elsewhere.

A turn adds areas, oases, water and caravans to the printed board. A caravan is one group of camels, which stand on
ground of its colour; an area has the colour of the caravan that closed it, strewn with its owner's shapes. All is said
by attributes, so that a mail client without style sheets shows the same by day; the style sheet is for the night and
for small screens.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape

from adjudicator.kit.charts.paper import SHAPES, shape_steps
from adjudicator.kit.words import count_of, shorten_names
from adjudicator.rules.through_the_desert.picture.ground import Point, draw_ground, trace
from adjudicator.rules.through_the_desert.picture.layout import lay_out
from adjudicator.rules.through_the_desert.picture.pieces import (
    FACE_DOWN,
    PAINTS,
    RIDER,
    draw_pieces,
    letter_seats,
    name_camel,
    name_water,
)
from adjudicator.rules.through_the_desert.picture.view import AreaView, CamelView, View

_STYLE = (
    "<style>.legend svg{vertical-align:middle;font:bold 14.5px Verdana,Arial,sans-serif;stroke-linejoin:round}"
    "@media(max-width:40rem){.closer:not(:has(:checked))+.wide .ri{font-size:33px}}"
    "@media screen and (prefers-color-scheme:dark){.fr{fill:#2b2117;stroke:#6b553a}.s1{stop-color:#54442f}"
    ".s2{stop-color:#3c3023}.ed{stroke:#8d7145}.gr{stroke:#6e5a3e}.du{fill:#2c2218}.na{fill:#f3e3c2;stroke:#30261a}"
    ".ri{fill:#dcc79d}.rk{fill:#4a4036;stroke:#a08f78}.r1{fill:#8d7b66}.o1{fill:#4d6b33;stroke:#8fbf62}"
    ".dl{stroke:#e8d3a8}.tr{fill-opacity:.55;stroke:#f3e3c2}.cm{stroke:#fff3d6;stroke-width:1.2}}</style>"
)
_BROAD = 1000
"""A wider drawing wants three quarters of a wide page, so that its letters are no smaller than 11 pixels."""
_SHAPES = tuple(shape_steps(shape, 4.2) for shape in SHAPES)


def draw_board(view: View, newest: Sequence[str] = ()) -> str:
    """The board of ``view`` as one ``<svg>`` element; the hexes in ``newest`` are ringed and numbered in that order.

    Raises ``KeyError`` where the view names a hex, seat or colour that it does not have.
    """
    layout = lay_out(view["board"])
    ground = draw_ground(layout)
    middles = ground.middles
    order = {seat: number for number, seat in enumerate(view["seats"], 1)}
    brief = dict(zip(order, shorten_names(tuple(order)), strict=True))
    caravans: dict[tuple[str, str], list[CamelView]] = {}
    for camel in view["camels"]:
        caravans.setdefault((camel["seat"], camel["colour"]), []).append(camel)
    places = [middles[name] for name in newest]
    water = {value or FACE_DOWN for value in view["water"].values()}
    grounds = dict.fromkeys((area["seat"], area["colour"]) for area in view["areas"])
    return "".join(
        (
            _open_drawing(ground.width, ground.height),
            f"<title>The board, with {count_of(len(view['camels']), 'camel')}</title>{_STYLE}<defs>",
            ground.defs,
            *draw_pieces(view["camels"], letter_seats(view["seats"]), view["supply"], water),
            *draw_strewn([(order[seat], colour) for seat, colour in grounds]),
            "</defs>",
            ground.below,
            *(_draw_area(area, brief[area["seat"]], order[area["seat"]], middles) for area in view["areas"]),
            *_draw_tracks(caravans, middles),
            ground.lines,
            *(f'<use href="#ring" x="{x}" y="{y}"/>' for x, y in places),
            *_draw_pieces("oasis", ((middles[name], "oasis") for name in view["oases"])),
            *_draw_pieces(
                "", ((middles[name], name_water(value or FACE_DOWN)) for name, value in view["water"].items())
            ),
            *(
                _draw_caravan(f"{brief[seat]}: {colour}", camels, name_camel(order[seat], colour), middles)
                for (seat, colour), camels in caravans.items()
            ),
            ground.names,
            *(_draw_numbers(places) if places else ()),
            "</svg>",
        )
    )


def _open_drawing(width: int, height: int) -> str:
    """The opening tag. The drawing takes the room it gets; ``--close`` is the width from which all can be read."""
    broad = ' class="broad"' if width > _BROAD else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{broad} role="img" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="Verdana,Arial,sans-serif" font-size="14.5" font-weight="bold"'
        ' text-anchor="middle" stroke-linejoin="round"'
        f' style="width:100%;height:auto;max-width:{width}px;--close:{width * 4 // 5}px">'
    )


def draw_strewn(grounds: Sequence[tuple[int, str]]) -> Iterator[str]:
    """The ``grounds`` of areas, by the number of their seat, from 1, and the colour that closed them: patterns."""
    if grounds:
        yield '<path id="tile" d="M0 0h30v26h-30z" fill-opacity=".4"/>'
        yield '<pattern id="tiles" width="30" height="26" patternUnits="userSpaceOnUse"/>'
    for number in dict(grounds):
        right, down, steps = _SHAPES[number - 1]
        shapes = "".join(f"M{x + right} {y + down}{steps}" for x, y in ((8, 7), (23, 20)))
        yield f'<path id="strewn{number}" d="{shapes}" fill="#fff" stroke="#222" opacity=".7"/>'
    for number, colour in grounds:
        paint = PAINTS[colour]
        yield (
            f'<pattern id="area{number}{paint.letter}" href="#tiles"><use href="#tile" fill="{paint.fill}"/>'
            f'<use href="#strewn{number}"/></pattern>'
        )


def _draw_area(area: AreaView, seat: str, number: int, middles: Mapping[str, Point]) -> str:
    title = f"{escape(seat)}: {count_of(area['points'], 'point')}, closed by {escape(area['colour'])}"
    path = trace(middles[name] for name in area["hexes"])
    fill = f"area{number}{PAINTS[area['colour']].letter}"
    return f'<path d="{path}" fill="url(#{fill})"><title>{title}</title></path>'


def _draw_tracks(
    caravans: Mapping[tuple[str, str], Sequence[CamelView]], middles: Mapping[str, Point]
) -> Iterator[str]:
    """The ground on which the caravans of each colour stand."""
    paths: dict[str, str] = {}
    for (_, colour), camels in caravans.items():
        paths[colour] = paths.get(colour, "") + trace(middles[camel["hex"]] for camel in camels)
    yield '<g class="tr" fill-opacity=".55" stroke="#3b2a14" stroke-width="1.6">'
    for colour, path in paths.items():
        yield f'<path d="{path}" fill="{PAINTS[colour].fill}"/>'
    yield "</g>"


def _draw_pieces(title: str, pieces: Iterable[tuple[Point, str]], leaders: Collection[Point] = ()) -> Iterator[str]:
    yield f'<g class="pieces">{f"<title>{title}</title>" if title else ""}'
    for (x, y), what in pieces:
        piece = f'<use href="#{what}" x="{x}" y="{y}"/>'
        yield f'<g>{piece}<use href="#{RIDER}" x="{x}" y="{y}"/></g>' if (x, y) in leaders else piece
    yield "</g>"


def _draw_caravan(whose: str, camels: Sequence[CamelView], piece: str, middles: Mapping[str, Point]) -> str:
    title = f"{escape(whose)}, {count_of(len(camels), 'camel')}"
    pieces = ((middles[camel["hex"]], piece) for camel in camels)
    return "".join(_draw_pieces(title, pieces, [middles[camel["hex"]] for camel in camels if camel["leader"]]))


def _draw_numbers(places: Sequence[Point]) -> Iterator[str]:
    """A disc in each of the newest hexes, with its number."""
    yield '<g class="fine" fill="#fff">'
    for number, (x, y) in enumerate(places, 1):
        yield f'<use href="#disc" x="{x + 21}" y="{y - 2}"/>'
        yield f'<text x="{x + 21}" y="{y + 3}">{number}</text>'
    yield "</g>"
