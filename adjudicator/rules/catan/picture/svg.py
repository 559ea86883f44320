"""The board as SVG, to stand in a page: its pieces, and the numbers of the intersections.

A road is a bar, a settlement a house, a city a hall with a tower; each bears its seat's letter. Pieces of the newest
turn have a wide light rim. Only presentation attributes are used (no script, no style sheet, nothing from elsewhere),
so that a mail client without styles shows the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from html import escape

from adjudicator.kit.words import count_of
from adjudicator.rules.catan.picture.ground import draw_ground, draw_robber
from adjudicator.rules.catan.picture.marks import GROUNDS, PAINTS, Paint, letter_seats
from adjudicator.rules.catan.picture.places import HEIGHT, POINTS_UP, SPOTS, WIDTH, line_along, middle_of
from adjudicator.rules.catan.picture.view import NO_EXPANSION, ExpansionPicture, SeatView, View


def draw_board(view: View, newest: AbstractSet[str] = frozenset(), more: ExpansionPicture = NO_EXPANSION) -> str:
    """The board of ``view`` as one ``<svg>`` element; pieces on the intersections and paths in ``newest`` have a rim.

    Raises ``KeyError`` where the view names a terrain or path that there is not, ``IndexError`` for an intersection.
    """
    robber = view["robber"]
    tiles = view["board"]["hexes"]
    return "".join(
        (
            _open_drawing(),
            "<title>The board</title>",
            draw_ground(view["board"], robber, {**GROUNDS, **more.grounds}),
            '<g fill="none">',
            more.draw_below(view, newest),
            *draw_roads(view, newest),
            "</g>",
            *draw_buildings(view, newest),
            *draw_numbers(view["seats"]),
            draw_robber(robber, tiles[robber]["number"] is not None) if robber else "",
            *more.draw_above(view, newest),
            "</svg>",
        )
    )


def _open_drawing() -> str:
    """The opening tag. The drawing takes the room it gets, but never so little that its numbers cannot be read."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" font-family="Verdana,Arial,sans-serif" text-anchor="middle"'
        f' style="width:100%;height:auto;max-width:{WIDTH * 23 // 20}px;--close:{WIDTH * 17 // 20}px">'
    )


SETTLEMENT = "m-12 11v-13l12-12 12 12v13z"
"""The steps round a settlement from its middle."""
CITY = "m-18 13v-16h11v-5l11-11 11 11v21z"
"""The steps round a city from its middle."""
_RIM, LIGHT = "#111", "#fff45c"
_INSET = 13


def draw_roads(view: View, newest: AbstractSet[str]) -> Iterator[str]:
    """The roads of all seats."""
    seats = view["seats"]
    fresh = [path for has in seats.values() for path in has["roads"] if path in newest]
    for inset, colour, width in ((6, _RIM, 27), (9, LIGHT, 21)) if fresh else ():
        rims = "".join(line_along(path, inset) for path in fresh)
        yield f'<path d="{rims}" stroke="{colour}" stroke-width="{width}"/>'
    letters = letter_seats(seats)
    for (seat, has), paint in zip(seats.items(), PAINTS, strict=False):
        yield _draw_roads_of(seat, has["roads"], letters[seat], paint)


def _draw_roads_of(seat: str, roads: Iterable[str], letter: str, paint: Paint) -> str:
    paths = list(roads)
    if not paths:
        return ""
    rims = "".join(line_along(path, _INSET) for path in paths)
    fills = "".join(line_along(path, _INSET + 2) for path in paths)
    signs = "".join(f'<text x="{x}" y="{y + 4}">{letter}</text>' for x, y in map(middle_of, paths))
    title = f"{escape(seat)}: {count_of(len(paths), 'road')}"
    return (
        f'<g font-size="11.5" font-weight="bold" fill="{paint.ink}"><title>{title}</title>'
        f'<path d="{rims}" stroke="#111" stroke-width="16"/>'
        f'<path d="{fills}" stroke="{paint.fill}" stroke-width="12.5"/>{signs}</g>'
    )


def draw_buildings(view: View, newest: AbstractSet[str]) -> Iterator[str]:
    """The settlements and cities of all seats, with the numbers of their intersections."""
    letters = letter_seats(view["seats"])
    for (seat, has), paint in zip(view["seats"].items(), PAINTS, strict=False):
        name = escape(seat)
        yield f'<g font-weight="bold" stroke="#111" stroke-width="2" stroke-linejoin="round" fill="{paint.fill}">'
        for number, city in _list_buildings(has):
            yield _draw_building(number, city, name, letters[seat], paint, str(number) in newest)
        yield "</g>"


def _list_buildings(has: SeatView) -> Iterator[tuple[int, bool]]:
    for number in has["settlements"]:
        yield number, False
    for number in has["cities"]:
        yield number, True


def _draw_building(number: int, city: bool, seat: str, letter: str, paint: Paint, new: bool) -> str:
    x, y = SPOTS[number]
    shape = f'd="M{x} {y}{CITY if city else SETTLEMENT}"'
    rim = ""
    if new:
        rim = f'<path {shape} stroke-width="15"/><path {shape} stroke="{LIGHT}" stroke-width="9"/>'
    return (
        f"<g><title>{seat}: {'city' if city else 'settlement'} at {number}</title>{rim}"
        f'<path {shape} stroke="#fff" stroke-width="5"/><path {shape}/>'
        f'<text x="{x + 4 * city}" y="{y + 9}" font-size="{17 if city else 14}" fill="{paint.ink}" stroke="none">'
        f"{letter}</text></g>"
    )


def draw_numbers(seats: Mapping[str, SeatView]) -> Iterator[str]:
    """The number of every intersection: on it, or on a label beside its building."""
    height = {number: (22, 27) for has in seats.values() for number in has["cities"]}
    height |= {number: (20, 23) for has in seats.values() for number in has["settlements"]}
    free = [spot for number, spot in enumerate(SPOTS) if number not in height]
    discs = "".join(f"M{x - 10} {y}a10 10 0 1 0 20 0a10 10 0 1 0-20 0z" for x, y in free)
    yield f'<g font-size="12" fill="#111"><path d="{discs}" fill="#fff" stroke="#555"/>'
    for number, (x, middle) in enumerate(SPOTS):
        y = middle
        if number in height:
            below, above = height[number]
            y += below if POINTS_UP[number] else -above
            yield f'<path d="M{x - 10} {y - 7}h20v14h-20z" fill="#fff" stroke="#555"/>'
        yield f'<text x="{x}" y="{y + 4}">{number}</text>'
    yield "</g>"
