"""What the pictures of caravans read of the view of a game, and where camels find room on their paths."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple, NotRequired, TypedDict, cast

from adjudicator.kit.words import list_unbroken
from adjudicator.rules.catan.picture.ground import SPOTS, ends_of, find_end
from adjudicator.rules.catan.picture.view import Clearing, Sign, View
from adjudicator.rules.catan.topology import CORNERS, ENDS, LETTERS, PATH_NAMED

OASIS = "oasis"
"""The terrain in the middle."""


class OasisView(TypedDict):
    """The paths on which the first camel of a route may lie."""

    spokes: Sequence[str]


class RouteView(TypedDict):
    """One route: the paths of its camels, the first one first, and the intersection at which it goes on.

    ``front`` is None before the first camel.
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

    phase: NotRequired[str]
    oasis: NotRequired[OasisView]
    routes: NotRequired[Mapping[str, RouteView]]
    positions: NotRequired[Mapping[str, PositionView]]


def as_caravans(view: View) -> CaravanView:
    """The same view with the keys that are read here."""
    return cast("CaravanView", view)


def list_positions(view: CaravanView) -> Mapping[str, PositionView]:
    """The positions open to the next camel; none when the game is over, since no camel will come."""
    return {} if view.get("phase") == "over" else view.get("positions", {})


def group_positions(view: CaravanView) -> Mapping[str, Mapping[str, str]]:
    """By path the names of the positions there, each with the route that would go on."""
    on: dict[str, dict[str, str]] = {}
    for name, position in list_positions(view).items():
        on.setdefault(position["path"], {})[name] = position["route"]
    return on


def find_oasis(view: CaravanView) -> str | None:
    """The letter of the oasis; None where none is to be drawn."""
    named = (letter for letter, tile in view["board"]["hexes"].items() if tile["terrain"] == OASIS)
    return next(named, None) if "oasis" in view else None


def find_built(view: View) -> AbstractSet[int]:
    """The intersections with buildings."""
    return {number for has in view["seats"].values() for number in (*has["settlements"], *has["cities"])}


def find_roads(view: View) -> AbstractSet[str]:
    """The paths with roads."""
    return {path for has in view["seats"].values() for path in has["roads"]}


class Stand(NamedTuple):
    """Where a camel stands: so far from the middle of its path towards the lower end, and its road's letter."""

    camel: int
    letter: int


def stand_camels(view: CaravanView) -> Mapping[str, Stand]:
    """Where the camel on each path stands: in the middle, or where there is a road too, beside its letter.

    Then it is away from a building; the newest is nearer to where the route goes on, unless a building is there.
    """
    built, roads = find_built(view), find_roads(view)
    stand: dict[str, Stand] = {}
    for route in view.get("routes", {}).values():
        for path in route["camels"]:
            end, front = find_end(path, built), route["front"]
            if path not in roads:
                stand[path] = Stand(0, 0)
            elif path != route["camels"][-1] or front not in ENDS[PATH_NAMED[path]]:
                stand[path] = Stand(11 * end, -9 * end)
            elif front in built:
                stand[path] = Stand(0, 17 * end)
            else:
                ahead = 1 if SPOTS[front] == max(ends_of(path), key=lambda spot: spot[1]) else -1
                stand[path] = Stand(10 * ahead, -9 * ahead)
    return stand


def clear_roads(plain: View) -> Mapping[str, Clearing]:
    """Where roads make room for camels and for the name of a route."""
    view = as_caravans(plain)
    stand = stand_camels(view)
    cleared = {path: Clearing(letter) for path, (_, letter) in stand.items()}
    for path in (route["camels"][-1] for route in view.get("routes", {}).values() if route["camels"]):
        camel, letter = stand[path]
        cleared[path] = Clearing(letter, camel - 10, camel + 10)
    return cleared


_ARROWS = (Sign(1, -1, "^"), Sign(2, 0, ">"), Sign(2, 4, ">"), Sign(1, 5, "v"), Sign(-2, 4, "<"), Sign(-2, 0, "<"))
"""The arrow at each corner of the oasis, and its step from the place of the hex's letter."""


def list_signs(plain: View) -> Mapping[str, Sequence[Sign]]:
    """Arrows at the corners of the oasis from which routes begin."""
    view = as_caravans(plain)
    letter = find_oasis(view)
    if letter is None:
        return {}
    spokes = {end for path in view["oasis"]["spokes"] for end in ENDS[PATH_NAMED[path]]}
    corners = zip(CORNERS[LETTERS.index(letter)], _ARROWS, strict=True)
    return {letter: [arrow for corner, arrow in corners if corner in spokes]}


def list_words(plain: View) -> Mapping[str, str]:
    """The names of positions; else ``&`` for a camel, or the name of its route where it is the newest."""
    view = as_caravans(plain)
    words: dict[str, str] = {}
    for name, route in view.get("routes", {}).items():
        words |= dict.fromkeys(route["camels"], "&")
        words |= dict.fromkeys(route["camels"][-1:], name)
    votes: dict[str, str] = {}
    for name, position in list_positions(view).items():
        votes[position["path"]] = votes.get(position["path"], "") + name
    return words | votes


def explain(plain: View) -> Iterator[str]:
    """Where the arrows lead, where each route lies and goes on, and what is meant by the names of positions."""
    view = as_caravans(plain)
    if "oasis" in view:
        yield f"Oasis: arrows to {list_unbroken(view['oasis']['spokes'])}."
    if "routes" in view:
        yield "Camels: & is a camel beside its path, R1 the newest camel of route R1."
        for name, route in view["routes"].items():
            goes = "has ended" if route["ended"] else f"goes on at {route['front']}"
            if route["camels"]:
                yield f"Route {name}: {list_unbroken(route['camels'])}; it {goes}."
    positions = list_positions(view)
    if positions:
        named = (f"{name} {position['route']} {position['path']}" for name, position in positions.items())
        yield f"The next camel: {list_unbroken(named)}."
