"""What a game with caravans adds to the board, as SVG: arrows in the oasis, camels, fronts, positions to vote for.

A camel's path is banded, and the camel itself stands beside it, so that a road on the same path stays in sight. The
newest camel of a route bears the route's letter and points where the route goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from adjudicator.rules.catan.picture.places import (
    MIDDLES,
    SPOTS,
    ends_of,
    line_along,
    place_beside,
)
from adjudicator.rules.catan.picture.view import PositionView, RouteView, View

CAMEL = (
    "M-8 8l.5-7q-1.5-4 2.5-5 1.5-1 3.5-5.5 1.5 5 4.5 6.5 1.5-1 1.5-5 .5-2.5 3-2l3 1.5-.5 1.5-3 0"
    "q.5 6-2.5 9l.5 6H2.5L2 3h-6.5L-6 8z"
)
"""A camel round its own middle."""
SAND, DARK = "#f4c878", "#5a3410"
_OFF = 20


def draw_bands(view: View, newest: AbstractSet[str]) -> str:
    """The paths of the camels, below everything that is built there."""
    camels = [path for route in view.get("routes", {}).values() for path in route["camels"]]
    if not camels:
        return ""
    band = "".join(line_along(path, 0) for path in camels)
    fresh = "".join(line_along(path, 0) for path in camels if path in newest)
    glow = f'<path d="{fresh}" stroke="#111" stroke-width="34"/><path d="{fresh}" stroke="#fff45c" stroke-width="30"/>'
    return (
        f'<g stroke-linecap="round">{glow if fresh else ""}<path d="{band}" stroke="{DARK}" stroke-width="26"/>'
        f'<path d="{band}" stroke="{SAND}" stroke-width="22"/></g>'
    )


def draw_caravans(view: View, newest: AbstractSet[str]) -> Iterator[str]:
    """Arrows, camels with the letters of their routes, and open positions, above the roads."""
    yield from _draw_arrows(view)
    for name, route in view.get("routes", {}).items():
        yield from _draw_route(name, route, newest)
    yield from _draw_positions(view.get("positions", {}))


def _draw_arrows(view: View) -> Iterator[str]:
    letter = next((name for name, tile in view["board"]["hexes"].items() if tile["terrain"] == "oasis"), None)
    if letter is None or "oasis" not in view:
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
        f'<text y="5" font-size="15" font-weight="bold" fill="#fff">{name}</text></g>'
    )


def _draw_positions(positions: Mapping[str, PositionView]) -> Iterator[str]:
    on: dict[str, list[str]] = {}
    for letter, position in positions.items():
        on.setdefault(position["path"], []).append(letter)
    for path, letters in on.items():
        x, y = place_beside(path, _OFF)
        (low_x, low_y), (high_x, high_y) = ends_of(path)
        for number, letter in enumerate(letters):
            share = (number - (len(letters) - 1) / 2) * 24 / 72
            at_x, at_y = round(x + (high_x - low_x) * share), round(y + (high_y - low_y) * share)
            route = positions[letter]["route"]
            yield (
                f'<g transform="translate({at_x} {at_y})"><title>position {letter}: {route} {path}</title>'
                f'<circle r="11" fill="#fff" stroke="{DARK}" stroke-width="2.5" stroke-dasharray="4 2"/>'
                f'<text y="5" font-size="15" font-weight="bold" fill="#111">{letter}</text></g>'
            )
