"""What caravans add to the drawn board: bands along their routes, camels, arrows in the oasis, positions to vote for.

The paths of a route's camels are banded in its own colour and pattern, and a camel stands on each; where there is a
road too, its letter makes room. The newest camel of a route bears the route's name and points where the route goes on.
A position to vote for bears its name in the vote, or else that of its route, beside the road if there is one.

Routes differ in colour and in the dashes of their bands, and their colours in lightness, so that they stay apart in
grey and for colour-blind readers.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from math import dist
from typing import NamedTuple

from adjudicator.kit.charts import write_step
from adjudicator.rules.catan.picture import ROAD, BoardView, ExpansionPicture, Mark, Newest, TerrainLook
from adjudicator.rules.catan.picture.ground import MIDDLES, SPOTS, ends_of, find_end, is_upright, place_at
from adjudicator.rules.catan.picture.marks import LIGHT, frame_mark
from adjudicator.rules.catan.picture.svg import place_order_beside
from adjudicator.rules.catan.topology import CENTRE, ENDS, PATH_NAMES, Intersection, PathNumber, Point
from adjudicator.rules.catan_caravans import picture_view as views
from adjudicator.rules.catan_caravans.editions import OASIS
from adjudicator.rules.catan_caravans.routes import ROUTE_NAMES, CamelPlace

PALM = (
    '<path d="M-3 16q5-10 1-18h4q4 9 1 18z" fill="#6b4a2b"/>'
    '<path d="M1-3q-8-9-18 1 10-2 18-1zM-1-3q8-9 18 1-10-2-18-1zM1-4q-12-1-12 12 5-8 12-12zM-1-4q12-1 12 12-5-8-12-12z'
    'M0-3q-8-7-6-16 8 7 6 16zM0-3q8-7 6-16-8 7-6 16z" fill="#1d5c2a"/>'
)
"""A palm tree round its own middle."""
CAMEL = (
    "M-8 8l.5-7q-1.5-4 2.5-5 1.5-1 3.5-5.5 1.5 5 4.5 6.5 1.5-1 1.5-5 .5-2.5 3-2l3 1.5-.5 1.5-3 0"
    "q.5 6-2.5 9l.5 6H2.5L2 3h-6.5L-6 8z"
)
"""A camel round its own middle."""
SAND, DARK = "#f4c878", "#5a3410"
GROUND = TerrainLook(
    "#e3f3d4",
    36,
    20,
    '<path d="M2 7q4-4 8 0t8 0M20 17q4-4 8 0t8 0" stroke="#6aa7bd" stroke-width="1.6" fill="none"/>',
    figure=PALM,
)
"""The oasis."""
NEW_CAMEL = "camel-placed"
"""The event that puts a camel on the board."""
_FIGURE = f'<path d="{CAMEL}" fill="{DARK}" stroke="none"/>'
_LARGER = (
    "<style>@media(max-width:40rem){.vote>g{--by:calc(1 + .6*var(--far,0));--off:calc(6px*var(--far,0));"
    "transform:scale(var(--by));transform-box:fill-box;transform-origin:center}"
    ".vote .west{transform:translate(calc(-1*var(--off)))scale(var(--by))}"
    ".vote .east{transform:translate(var(--off))scale(var(--by))}}</style>"
)
"""On a phone the names of positions take the room of the numbers that are not shown there, clear of upright roads."""
_SIDEWAYS = 19
"""So far from the middle of a road stands the sign of a position."""
_SIGN_HEIGHT = 13
_INLAND = 60
"""What is farther from the middle of every hex is at sea."""


class RouteLook(NamedTuple):
    """How a route is shown: the colour of its band, the ink upon it, and the dashes in which it is drawn."""

    colour: str
    ink: str
    dashes: str

    def draw(self) -> str:
        """The attributes of a line."""
        dashes = f' stroke-dasharray="{self.dashes}"' if self.dashes else ""
        return f' stroke="{self.colour}"{dashes}'


LOOKS = (
    RouteLook("#4a1486", "#fff", ""),
    RouteLook("#00818f", "#fff", "13 9"),
    RouteLook("#ff6fb5", "#111", "4 5"),
)
"""By route, from dark to light."""


def list_marks(view: BoardView) -> Iterator[Mark]:
    """Routes, arrows and positions."""
    routes = views.routes_of(view)
    for (route, camels), look in zip(views.list_camels(view), LOOKS, strict=True):
        name, ended = ROUTE_NAMES[route], routes.has_ended(route)
        plain = RouteLook(DARK, "", ""), RouteLook("#fff", "", ""), look, RouteLook(SAND, "", "")
        band = "".join(
            f'<path d="M2 20h84" stroke-width="{width}"{paint.draw()}/>'
            for paint, width in zip(plain, (34, 31, 31, 17), strict=True)
        )
        camel = f'<use href="#camel" x="24" y="20" stroke="{DARK}"/>'
        tip = "" if ended else "M82 20L66 7v26z"
        shape = "M45 6h28v28h-28z" if ended else "M44 20a15 15 0 1 0 30 0a15 15 0 1 0-30 0z"
        head = f'<path d="{tip}{shape}" fill="{look.colour}" stroke="#fff" stroke-width="3" paint-order="stroke"/>'
        words = f'<text x="59" y="26" font-size="17" fill="{look.ink}">{name}</text>'
        say = "has ended" if ended else "" if camels else "not begun"
        yield Mark(frame_mark(f"{band}{camel}{head}{words}", 88), f"route {name}{f' ({say})' if say else ''}")
    arrow = f'<path d="M36 20L22 6v9H6v10h16v9z" fill="{DARK}" stroke="#fff" stroke-width="2"/>'
    yield Mark(frame_mark(arrow), "where a first camel may go")
    if views.list_positions(view):
        sign = f'<path d="M3 6h38v28H3z" fill="#fff" stroke="{LOOKS[0].colour}" stroke-width="4"/>'
        name = "V1" if views.is_voting(view) else ROUTE_NAMES[0]
        words = f'<text x="22" y="28" font-size="22" fill="#111">{name}</text>'
        yield Mark(frame_mark(sign + words, 44), "where the next camel may go")


def draw_bands(view: BoardView, newest: Newest) -> str:
    """The paths of the camels, below everything that is built there."""
    lines = [_trace(camels) for _, camels in views.list_camels(view)]
    whole = "".join(lines)
    if not whole:
        return ""
    fresh = "".join(_trace([PathNumber(path)]) for event, path in newest if event == NEW_CAMEL)
    glow = f'<path d="{fresh}" stroke="#111" stroke-width="36"/><path d="{fresh}" stroke="{LIGHT}" stroke-width="33"/>'
    bands = "".join(
        f'<path d="{line}" stroke-width="27" stroke-linecap="butt"{look.draw()}/>'
        for line, look in zip(lines, LOOKS, strict=True)
        if line
    )
    return (
        f'{glow if fresh else ""}<path d="{whole}" stroke="{DARK}" stroke-width="30" stroke-linecap="round"/>'
        f'<path d="{whole}" stroke="#fff" stroke-width="27" stroke-linecap="round"/>{bands}'
        f'<path d="{whole}" stroke="{SAND}" stroke-width="17" stroke-linecap="round"/>'
    )


def _trace(paths: Sequence[PathNumber]) -> str:
    """A line along paths of which each begins where the one before it ends."""
    if not paths:
        return ""
    ends = [ends_of(path) for path in paths]
    first, last = ends[0]
    if len(ends) > 1 and first in ends[1]:
        first, last = last, first
    line = f"M{first[0]} {first[1]}"
    for one, other in [(first, last), *ends[1:]]:
        here, last = (one, other) if one == first else (other, one)
        line += write_step(last[0] - here[0], last[1] - here[1])
        first = last
    return line


def draw_caravans(view: BoardView, newest: Newest) -> Iterator[str]:
    """Arrows, camels with the names of their routes, and open positions, above the roads."""
    yield from _draw_arrows(view)
    stand = views.stand_camels(view)
    yield f'<defs><g id="camel" stroke-width="1.5"><circle r="10" fill="{SAND}"/>{_FIGURE}</g></defs>'
    yield f'<g class="pieces" font-size="11" font-weight="bold" stroke="{DARK}">'
    for route, camels in views.list_camels(view):
        places = [place_at(path, stand[path].camel) for path in camels]
        for number, (x, y) in enumerate(places[:-1], 1):
            title = f"camel {number} of route {ROUTE_NAMES[route]}"
            yield f'<use href="#camel" x="{x}" y="{y}"><title>{title}</title></use>'
        if places:
            yield _draw_head(view, route, places[-1])
    yield "</g>"
    yield from _draw_positions(view, {path for event, path in newest if event == ROAD})


def _draw_arrows(view: BoardView) -> Iterator[str]:
    x, y = MIDDLES[CENTRE]
    for path, corner in views.routes_of(view).spokes:
        end_x, end_y = SPOTS[corner]
        right, down = (end_x - x) / 72, (end_y - y) / 72
        corners = ((37, 0), (27, 8), (27, 3), (17, 3), (17, -3), (27, -3), (27, -8))
        points = " ".join(
            f"{round(x + right * out - down * side)} {round(y + down * out + right * side)}" for out, side in corners
        )
        title = f"<title>to {PATH_NAMES[path]}</title>"
        yield f'<path d="M{points}z" fill="{DARK}" stroke="#fff" stroke-width="1.5">{title}</path>'


def place_numbers(view: BoardView, newest: Newest) -> Iterator[tuple[int, Point]]:
    """The numbers of new camels in the order of all new pieces, and where they stand."""
    stand = views.stand_camels(view)
    for (event, place), order in newest.items():
        if event == NEW_CAMEL:
            path = PathNumber(place)
            yield order, place_order_beside(path, -1 if stand[path].letter > 0 else 1)


def _draw_head(view: BoardView, route: int, place: Point) -> str:
    """The newest camel of a route, at its place, and where it points while the route goes on."""
    routes, name, look = views.routes_of(view), ROUTE_NAMES[route], LOOKS[route]
    front = None if routes.has_ended(route) else routes.front(route)
    x, y = place
    tip = ""
    if front is not None:
        front_x, front_y = SPOTS[front]
        right, down = front_x - x, front_y - y
        length = max(1, round((right**2 + down**2) ** 0.5))
        tip = "M" + " ".join(
            f"{round((right * out - down * side) / length)} {round((down * out + right * side) / length)}"
            for out, side in ((16, 0), (7, -8), (7, 8))
        )
        tip += "z"
    say = f"front of route {name}" if tip else f"end of route {name}"
    shape = "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0z" if tip else "M-10-10h20v20h-20z"
    return (
        f'<g transform="translate({x} {y})"><title>{say}</title>'
        f'<path d="{tip}{shape}" fill="{look.colour}" stroke="#fff" stroke-width="3" paint-order="stroke"/>'
        f'<text y="4" fill="{look.ink}" stroke="none">{name}</text></g>'
    )


def _draw_positions(view: BoardView, fresh: AbstractSet[int]) -> Iterator[str]:
    """Signs at positions; beside ``fresh`` roads there are numbers."""
    built, roads = views.find_built(view), views.find_roads(view)
    named = [*views.list_positions(view)]
    signs = ""
    for path in dict.fromkeys(position.path for _, position in named):
        here = [(name, position) for name, position in named if position.path == path]
        if path in roads:
            spots = _stand_beside(path, numbered=path in fresh)
            signs += "".join(_draw_stack(view, [one], *spot) for one, spot in zip(here, spots, strict=False))
        else:
            signs += _draw_stack(view, here, *_stand_upon(path, built))
    if signs:
        yield f'{_LARGER}<g class="vote" font-size="11" font-weight="bold" fill="#111" stroke-width="2">{signs}</g>'


def _draw_stack(view: BoardView, named: Sequence[tuple[str, CamelPlace]], x: float, middle: float) -> str:
    """Signs one above the other, each in the frame of its route; a thin edge shows all dashes on any ground."""
    path, height = named[0][1].path, _SIGN_HEIGHT * len(named)
    top = middle - height / 2
    signs = f'<path d="M{x - 10} {top - 1}h20v{height + 2}h-20z" fill="#fff" stroke="#111" stroke-width="1"/>'
    for number, (called, position) in enumerate(named):
        name, also = (called, f"{called}, ") if views.is_voting(view) else (ROUTE_NAMES[position.route], "")
        y = top + _SIGN_HEIGHT * number
        signs += (
            f"<g><title>next camel: {also}{position.name}</title>"
            f'<path d="M{x - 9} {y}h18v{_SIGN_HEIGHT}h-18z" fill="none"{LOOKS[position.route].draw()}/>'
            f'<text x="{x}" y="{y + 10.5}" stroke="none" textLength="14" lengthAdjust="spacingAndGlyphs">{name}</text>'
            "</g>"
        )
    return f"<g{_find_side(path, x)}>{signs}</g>"


def _find_side(path: PathNumber, x: float) -> str:
    """On which side of an upright path a sign stands at ``x``, as an attribute."""
    middle, _ = place_at(path, 0)
    if not is_upright(path) or x == middle:
        return ""
    return ' class="west"' if x < middle else ' class="east"'


def _stand_beside(path: PathNumber, *, numbered: bool) -> Sequence[tuple[float, float]]:
    """Where signs stand beside a road, clear of it and of buildings' numbers: on land before at sea.

    The number of a new road without a camel stands above it, so that the place below is the first.
    """
    spots = place_at(path, 0 if is_upright(path) else 9, -_SIDEWAYS), place_at(path, 0, _SIDEWAYS)
    if numbered:
        return spots
    return sorted(spots, key=lambda spot: min(dist(spot, middle) for middle in MIDDLES) > _INLAND)


def _stand_upon(path: PathNumber, built: AbstractSet[Intersection]) -> Point:
    """The middle of the signs on a free path."""
    return place_at(path, 2 * find_end(path, built) if built & set(ENDS[path]) else 0)


CARAVAN_PICTURE = ExpansionPicture(
    see=views.see_caravans,
    pieces=frozenset({NEW_CAMEL}),
    grounds={OASIS: GROUND},
    draw_below=draw_bands,
    draw_above=draw_caravans,
    clear_roads=views.clear_roads,
    place_numbers=place_numbers,
    list_marks=list_marks,
    list_signs=views.list_signs,
    list_words=views.list_words,
    explain=views.explain,
)
