"""What caravans add to the board, as SVG and in characters: arrows in the oasis, camels, fronts, positions to vote for.

A camel's path is banded, and the camel itself stands beside it, so that a road on the same path stays in sight. The
newest camel of a route bears the route's name and points where the route goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NotRequired, TypedDict, cast

from adjudicator.kit.words import list_unbroken
from adjudicator.rules.catan.picture.marks import Mark, TerrainLook, frame_mark
from adjudicator.rules.catan.picture.places import MIDDLES, SPOTS, ends_of, line_along, place_beside
from adjudicator.rules.catan.picture.view import ExpansionPicture, Sign, View
from adjudicator.rules.catan.topology import CORNERS, ENDS, LETTERS, PATH_NAMED


class OasisView(TypedDict):
    """The paths on which the first camel of a route may lie."""

    spokes: Sequence[str]


class RouteView(TypedDict):
    """One route: the paths of its camels, the first one first, and the intersection at which it goes on.

    ``front`` is None before the first camel and after the last.
    """

    camels: Sequence[str]
    front: int | None
    ended: bool


class PositionView(TypedDict):
    """Where the next camel may be put."""

    route: str
    path: str


class CaravanView(View):
    """The view of a game with caravans, as far as the pictures read it: ``positions`` by their names in the vote.

    Each key may be absent; nothing is drawn for it then.
    """

    oasis: NotRequired[OasisView]
    routes: NotRequired[Mapping[str, RouteView]]
    positions: NotRequired[Mapping[str, PositionView]]


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
_OFF = 20
_OASIS = "oasis"
_GROUND = TerrainLook(
    "#e3f3d4",
    36,
    20,
    '<path d="M2 7q4-4 8 0t8 0M20 17q4-4 8 0t8 0" stroke="#6aa7bd" stroke-width="1.6" fill="none"/>',
    figure=PALM,
)
_ARROWS = (Sign(1, -1, "^"), Sign(2, 0, ">"), Sign(2, 4, ">"), Sign(1, 5, "v"), Sign(-2, 4, "<"), Sign(-2, 0, "<"))
"""The arrow at each corner of the oasis, and its step from the place of the hex's letter."""


def _caravans(view: View) -> CaravanView:
    return cast("CaravanView", view)


def _draw_bands(view: View, newest: AbstractSet[str]) -> str:
    """The paths of the camels, below everything that is built there."""
    camels = [path for route in _caravans(view).get("routes", {}).values() for path in route["camels"]]
    if not camels:
        return ""
    band = "".join(line_along(path, 0) for path in camels)
    fresh = "".join(line_along(path, 0) for path in camels if path in newest)
    glow = f'<path d="{fresh}" stroke="#111" stroke-width="34"/><path d="{fresh}" stroke="#fff45c" stroke-width="30"/>'
    return (
        f'<g stroke-linecap="round">{glow if fresh else ""}<path d="{band}" stroke="{DARK}" stroke-width="26"/>'
        f'<path d="{band}" stroke="{SAND}" stroke-width="22"/></g>'
    )


def _draw_caravans(view: View, newest: AbstractSet[str]) -> Iterator[str]:
    """Arrows, camels with the names of their routes, and open positions, above the roads."""
    shown = _caravans(view)
    yield from _draw_arrows(shown)
    for name, route in shown.get("routes", {}).items():
        yield from _draw_route(name, route, newest)
    yield from _draw_positions(shown.get("positions", {}))


def _find_oasis(view: CaravanView) -> str | None:
    """The letter of the oasis; None where none is to be drawn."""
    named = (letter for letter, tile in view["board"]["hexes"].items() if tile["terrain"] == _OASIS)
    return next(named, None) if "oasis" in view else None


def _draw_arrows(view: CaravanView) -> Iterator[str]:
    letter = _find_oasis(view)
    if letter is None:
        return
    x, y = MIDDLES[letter]
    for path in view["oasis"]["spokes"]:
        end_x, end_y = min(ends_of(path), key=lambda end: (end[0] - x) ** 2 + (end[1] - y) ** 2)
        right, down = (end_x - x) / 72, (end_y - y) / 72
        corners = ((44, 0), (32, 11), (32, 4), (21, 4), (21, -4), (32, -4), (32, -11))
        points = " ".join(
            f"{round(x + right * out - down * side)} {round(y + down * out + right * side)}" for out, side in corners
        )
        yield f'<path d="M{points}z" fill="{DARK}" stroke="#fff" stroke-width="1.5"><title>to {path}</title></path>'


def _draw_route(name: str, route: RouteView, newest: AbstractSet[str]) -> Iterator[str]:
    camels = route["camels"]
    for number, path in enumerate(camels, 1):
        x, y = place_beside(path, _OFF)
        if path in newest:
            yield f'<circle cx="{x}" cy="{y}" r="14" fill="#fff45c" stroke="#111" stroke-width="2"/>'
        if number == len(camels):
            yield _draw_head(name, x, y, route["front"])
        else:
            yield (
                f'<g transform="translate({x} {y})"><title>camel {number} of route {name}</title>'
                f'<circle r="11" fill="{SAND}" stroke="{DARK}" stroke-width="1.5"/>'
                f'<path d="{CAMEL}" fill="{DARK}"/></g>'
            )


def _draw_head(name: str, x: int, y: int, front: int | None) -> str:
    tip = ""
    if front is not None:
        front_x, front_y = SPOTS[front]
        right, down = front_x - x, front_y - y
        length = max(1, round((right**2 + down**2) ** 0.5))
        points = ((min(25, length - 11), 0), (7, -12), (7, 12))
        tip = "M" + " ".join(
            f"{round((right * out - down * side) / length)} {round((down * out + right * side) / length)}"
            for out, side in points
        )
        tip += "z"
    say = f"front of route {name}" if tip else f"end of route {name}"
    shape = "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0z" if tip else "M-10-10h20v20h-20z"
    return (
        f'<g transform="translate({x} {y})"><title>{say}</title>'
        f'<path d="{tip}{shape}" fill="{DARK}" stroke="#fff" stroke-width="3" paint-order="stroke"/>'
        f'<text y="4" font-size="12" font-weight="bold" fill="#fff">{name}</text></g>'
    )


def _draw_positions(positions: Mapping[str, PositionView]) -> Iterator[str]:
    on: dict[str, list[str]] = {}
    for name, position in positions.items():
        on.setdefault(position["path"], []).append(name)
    for path, names in on.items():
        x, y = place_beside(path, _OFF)
        (low_x, low_y), (high_x, high_y) = ends_of(path)
        for number, name in enumerate(names):
            share = (number - (len(names) - 1) / 2) * 24 / 72
            at_x, at_y = round(x + (high_x - low_x) * share), round(y + (high_y - low_y) * share)
            route = positions[name]["route"]
            yield (
                f'<g transform="translate({at_x} {at_y})"><title>position {name}: {route} {path}</title>'
                f'<circle r="11" fill="#fff" stroke="{DARK}" stroke-width="2.5" stroke-dasharray="4 2"/>'
                f'<text y="4" font-size="12" font-weight="bold" fill="#111">{name}</text></g>'
            )


def _list_marks(view: View) -> Sequence[Mark]:
    return tuple(_explain_marks(_caravans(view))) if "routes" in view else ()


def _explain_marks(view: CaravanView) -> Iterator[Mark]:
    edge = f'stroke="{DARK}" stroke-width="2"'
    camel = f'<circle cx="20" cy="20" r="17" fill="{SAND}" {edge}/>'
    figure = f'<path d="{CAMEL}" transform="translate(20 20) scale(1.5)" fill="{DARK}"/>'
    yield Mark(frame_mark(camel + figure), "camel, beside its path")
    name = '<text x="20" y="26" font-size="17" fill="#fff">R1</text>'
    head = f'<path d="M12 37l30-17-30-17zM3 20a17 17 0 1 0 34 0a17 17 0 1 0-34 0z" fill="{DARK}"/>'
    yield Mark(frame_mark(head + name, 46), "newest camel of route R1, pointing onward")
    yield Mark(frame_mark(f'<path d="M4 4h32v32H4z" fill="{DARK}"/>{name}'), "route R1 has ended")
    arrow = f'<path d="M36 20L22 6v9H6v10h16v9z" fill="{DARK}"/>'
    yield Mark(frame_mark(arrow), "where a first camel may lie")
    if view.get("positions"):
        ring = f'<circle cx="20" cy="20" r="16" fill="#fff" {edge} stroke-dasharray="6 3"/>'
        yield Mark(frame_mark(f'{ring}<text x="20" y="26" font-size="16">V1</text>'), "position to vote for")


def _list_signs(plain: View) -> Mapping[str, Sequence[Sign]]:
    """Arrows at the corners of the oasis from which routes begin."""
    view = _caravans(plain)
    letter = _find_oasis(view)
    if letter is None:
        return {}
    spokes = {end for path in view["oasis"]["spokes"] for end in ENDS[PATH_NAMED[path]]}
    corners = zip(CORNERS[LETTERS.index(letter)], _ARROWS, strict=True)
    return {letter: [arrow for corner, arrow in corners if corner in spokes]}


def _list_words(plain: View) -> Mapping[str, str]:
    """The names of positions; else ``&`` for a camel, or the name of its route where it is the newest."""
    view = _caravans(plain)
    words: dict[str, str] = {}
    for name, route in view.get("routes", {}).items():
        words |= dict.fromkeys(route["camels"], "&")
        words |= dict.fromkeys(route["camels"][-1:], name)
    votes: dict[str, str] = {}
    for name, position in view.get("positions", {}).items():
        votes[position["path"]] = votes.get(position["path"], "") + name
    return words | votes


def _explain(plain: View) -> Iterator[str]:
    view = _caravans(plain)
    if "oasis" in view:
        yield f"Oasis: arrows to {list_unbroken(view['oasis']['spokes'])}."
    if "routes" in view:
        yield "Camels: & a camel beside its path, R1 the newest of route R1."
        for name, route in view["routes"].items():
            goes = "has ended" if route["ended"] else f"goes on at {route['front']}"
            if route["camels"]:
                yield f"Route {name}: {list_unbroken(route['camels'])}; it {goes}."


CARAVAN_PICTURE = ExpansionPicture(
    keys=("oasis", "routes", "positions"),
    pieces={"camel-placed": "path"},
    grounds={_OASIS: _GROUND},
    draw_below=_draw_bands,
    draw_above=_draw_caravans,
    list_marks=_list_marks,
    list_signs=_list_signs,
    list_words=_list_words,
    explain=_explain,
)
