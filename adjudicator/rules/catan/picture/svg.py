"""The board as SVG, to stand in a page: its pieces, and the numbers of the intersections.

A road is a bar, a settlement a house, a city a hall with a tower; each bears its seat's letter. Pieces of the newest
turn have a wide light rim and are numbered in the order in which they were built; a reader's own have a double
outline. Everything keeps to its place: pieces to their paths and intersections, what belongs to a hex to its middle,
numbers of new pieces to the strip between, so that nothing covers a label.

All is said by attributes, so that a mail client without style sheets shows the same by day; the style sheet is for the
night, and for what a small screen has no room for until it is seen close. There is no script, and nothing comes from
elsewhere.
"""

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from adjudicator.kit.charts import write_labels, write_step
from adjudicator.kit.words import count_of
from adjudicator.rules.catan.picture import (
    BUILDINGS,
    NEW_CITY,
    NO_EXPANSION,
    NOTHING_NEW,
    ROAD,
    WHOLE,
    BoardView,
    Clearing,
    ExpansionPicture,
    Newest,
    NewPiece,
    SeatView,
)
from adjudicator.rules.catan.picture.ground import (
    HEIGHT,
    PATH_LENGTH,
    POINTS_UP,
    SPOTS,
    WIDTH,
    draw_ground,
    draw_robber,
    line_along,
    place_at,
)
from adjudicator.rules.catan.picture.marks import CITY, GROUNDS, LIGHT, OWN_OUTLINE, SETTLEMENT, list_lettered
from adjudicator.rules.catan.topology import PathNumber, Point, list_intersections, list_paths

_INSET = 14
# a page says by --far that it shows the whole board on a phone: what is used in several pictures knows no more of it
_STYLE = (
    "<style>@media(max-width:40rem){.token{font-size:calc(17px + 8px*var(--far,0))}"
    ".red{font-size:calc(19px + 6px*var(--far,0))}.token text{transform:translateY(calc(3px*var(--far,0)))}"
    ".name{font-size:calc(16px + 4px*var(--far,0))}}"
    "@media screen and (prefers-color-scheme:dark){.sea{opacity:.16}.deep{fill:#061724}.shoal{stroke:#25506b}"
    ".pier{stroke:#a57c4f}.land{opacity:.82}.pairs svg{filter:drop-shadow(0 0 1px #fff)}}</style>"
)
_STUB = 6
"""What is left of a road is drawn, fill and rim, where it is longer than that."""
_OUTLINES = "<g/>"
"""Where the outlines of a reader's own pieces come in."""


def draw_board(view: BoardView, newest: Newest = NOTHING_NEW, more: ExpansionPicture = NO_EXPANSION) -> str:
    """The board of ``view`` as one ``<svg>`` element, the same for every reader; see :func:`outline_own`.

    Raises ``KeyError`` for a terrain that there is not.
    """
    board, robber, grounds = view.board, view.robber, {**GROUNDS, **more.grounds}
    in_figure = robber is not None and bool(grounds[board.terrains[robber]].figure)
    return "".join(
        (
            _open_drawing(),
            f"<title>The board</title>{_STYLE}",
            draw_ground(board, robber, grounds),
            '<g fill="none" stroke-linejoin="round" stroke-linecap="square">',
            more.draw_below(view, newest),
            *_draw_rims(view, newest),
            f"{_OUTLINES}</g>",
            '<g class="pieces" font-size="10.5" font-weight="bold">',
            *_draw_roads(view, more.clear_roads(view)),
            '</g><g font-size="15" font-weight="bold" stroke="#111" stroke-width="2" stroke-linejoin="round">',
            *_draw_buildings(view),
            "</g>",
            *_draw_intersections(view.seats),
            "" if robber is None else draw_robber(robber, in_figure=in_figure),
            *more.draw_above(view, newest),
            *_draw_order(newest, _place_order(view, newest, more)),
            "</svg>",
        )
    )


def outline_own(own: SeatView) -> str:
    """A second outline round each piece of the reader, to take the place of the first ``<g/>`` of the drawn board."""
    bars = "".join(line_along(path, _INSET + 9) for path in list_paths(own.roads))
    shapes = "".join(_trace_building(number, city) for number, city in _list_buildings(own))
    (_, wide), (light, narrow) = OWN_OUTLINE
    return _draw_ring(bars, 23, 20, light) + _draw_ring(shapes, wide, narrow, light)


def _draw_ring(shape: str, wide: int, narrow: int, light: str) -> str:
    if not shape:
        return ""
    return (
        f'<path d="{shape}" stroke="#111" stroke-width="{wide}"/>'
        f'<path d="{shape}" stroke="{light}" stroke-width="{narrow}"/>'
    )


def _open_drawing() -> str:
    """The opening tag. The drawing takes the room it gets, but seen close never so little that it cannot be read."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}" font-family="Arial,Helvetica,sans-serif" text-anchor="middle"'
        f' style="width:100%;height:auto;max-width:{WIDTH * 23 // 20}px;--close:{WIDTH * 21 // 20}px">'
    )


def _draw_rims(view: BoardView, newest: Newest) -> Iterator[str]:
    """What is wider than a new piece and lies below it."""
    fresh = [path for has in view.seats for path in list_paths(has.roads) if NewPiece(ROAD, path) in newest]
    yield _draw_ring("".join(line_along(path, _INSET + 8) for path in fresh), 31, 28, LIGHT)
    built = {number for event, number in newest if event in BUILDINGS}
    shapes = [
        _trace_building(number, city) for has in view.seats for number, city in _list_buildings(has) if number in built
    ]
    yield _draw_ring("".join(shapes), 23, 20, LIGHT)


def _draw_roads(view: BoardView, clearings: Mapping[PathNumber, Clearing]) -> Iterator[str]:
    for has, letter, paint in list_lettered(view):
        roads = [(path, clearings.get(path, WHOLE)) for path in list_paths(has.roads)]
        if not roads:
            continue
        rims = "".join(_draw_bar(path, clearing, _INSET) for path, clearing in roads)
        fills = "".join(_draw_bar(path, clearing, _INSET + 2) for path, clearing in roads)
        spots = [place_at(path, clearing.letter) for path, clearing in roads]
        yield (
            f'<g fill="{paint.ink}"><title>{escape(has.name)}: {count_of(len(roads), "road")}</title>'
            f'<path d="{rims}" stroke="#111" stroke-width="15"/>'
            f'<path d="{fills}" stroke="{paint.fill}" stroke-width="12"/>'
            f"{write_labels([((x, y + 4), letter) for x, y in spots])}</g>"
        )


def _draw_bar(path: PathNumber, clearing: Clearing, inset: int) -> str:
    """The line of a road, in two pieces or one where it makes room."""
    if clearing.begin == clearing.end:
        return line_along(path, inset)
    half, more = PATH_LENGTH // 2 - inset, inset - _INSET
    pieces = ((-half, clearing.begin - more), (clearing.end + more, half))
    points = [(place_at(path, begin), place_at(path, end)) for begin, end in pieces if end - begin + 2 * more > _STUB]
    return "".join(f"M{x} {y}{write_step(to_x - x, to_y - y)}" for (x, y), (to_x, to_y) in points)


def _draw_buildings(view: BoardView) -> Iterator[str]:
    for has, letter, paint in list_lettered(view):
        buildings = [*_list_buildings(has)]
        if not buildings:
            continue
        shapes = "".join(_trace_building(number, city) for number, city in buildings)
        yield f'<path d="{shapes}" fill="none" stroke="#fff" stroke-width="5"/><g class="pieces" fill="{paint.fill}">'
        for number, city in buildings:
            x, y = SPOTS[number]
            yield (
                f"<g><title>{escape(has.name)}: {'city' if city else 'settlement'} at {number}</title>"
                f'<path d="{_trace_building(number, city)}"/>'
                f'<text x="{x + 4 * city}" y="{y + 9}" fill="{paint.ink}" stroke="none">{letter}</text></g>'
            )
        yield "</g>"


def _list_buildings(has: SeatView) -> Iterator[tuple[int, bool]]:
    """A seat's buildings, and whether each is a city."""
    yield from ((number, False) for number in list_intersections(has.settlements))
    yield from ((number, True) for number in list_intersections(has.cities))


def _trace_building(number: int, city: bool) -> str:
    x, y = SPOTS[number]
    return f"M{x} {y}{CITY if city else SETTLEMENT}"


def _draw_intersections(seats: Iterable[SeatView]) -> Iterator[str]:
    """The number of every intersection: on it, or on a label beside its building."""
    buildings = [building for has in seats for building in _list_buildings(has)]
    height = {number: (26, 32) if city else (24, 27) for number, city in buildings}
    discs = "".join(f"M{x} {y}h0" for number, (x, y) in enumerate(SPOTS) if number not in height)
    yield (
        f'<path d="{discs}" stroke="#555" stroke-width="21" stroke-linecap="round"/>'
        f'<path d="{discs}" stroke="#fff" stroke-width="19" stroke-linecap="round"/>'
        '<g class="fine" font-size="12" fill="#111">'
    )
    boxes, labels = "", list[tuple[Point, str]]()
    for number, (x, middle) in enumerate(SPOTS):
        y = middle
        if number in height:
            below, above = height[number]
            y += below if POINTS_UP[number] else -above
            boxes += f"M{x - 8} {y - 6}h16v12h-16z"
        labels.append(((x, y + 4), str(number)))
    yield f'<path d="{boxes}" fill="#fff" stroke="#555"/>{write_labels(labels)}</g>'


def _place_order(view: BoardView, newest: Newest, more: ExpansionPicture) -> Iterator[tuple[int, Point]]:
    """The number of every new piece, and where it stands: in the strip beside its path, at a shoulder of a building."""
    clearings = more.clear_roads(view)
    for (event, place), order in newest.items():
        if event == ROAD:
            path = PathNumber(place)
            yield order, place_order_beside(path, 1 if clearings.get(path, WHOLE).letter > 0 else -1)
        elif event in BUILDINGS:
            (x, y), city = SPOTS[place], event == NEW_CITY
            yield order, (x + 17 + 2 * city, y - 13 - 2 * city) if POINTS_UP[place] else (x - 17 - 8 * city, y + 13)
    yield from more.place_numbers(view, newest)


def place_order_beside(path: PathNumber, end: int) -> Point:
    """Where the number of a new piece on a path stands: nearer to one end (1 the lower), clear of buildings' labels."""
    return place_at(path, 12 * end, -15 * end)


def _draw_order(newest: Newest, numbers: Iterable[tuple[int, Point]]) -> Iterator[str]:
    if newest:
        yield '<g font-size="11" font-weight="bold" fill="#111">'
        for order, (x, y) in numbers:
            yield (
                f'<circle cx="{x}" cy="{y}" r="7.5" fill="{LIGHT}" stroke="#111" stroke-width="1.5"/>'
                f'<text x="{x}" y="{y + 4}">{order}</text>'
            )
        yield "</g>"
