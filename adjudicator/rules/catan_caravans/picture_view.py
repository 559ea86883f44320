"""What the pictures of caravans read, where camels find room on their paths, and the signs in characters."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from adjudicator.kit.hexes import Hex
from adjudicator.kit.words import list_unbroken
from adjudicator.rules.catan.picture import BoardView, Clearing, Sign
from adjudicator.rules.catan.picture.ground import SPOTS, ends_of, find_end
from adjudicator.rules.catan.topology import (
    CENTRE,
    CORNERS,
    ENDS,
    PATH_NAMES,
    Intersection,
    PathNumber,
    list_intersections,
    list_paths,
)
from adjudicator.rules.catan_caravans.routes import POSITION_NAMES, ROUTE_NAMES, CamelPlace, Routes, name_spokes
from adjudicator.rules.catan_caravans.state import caravans_of


class Sight(NamedTuple):
    """All that the pictures of caravans read beside the base game's: the routes, and whether there is a vote now."""

    routes: Routes
    is_voting: bool = False


def see_caravans(extra: object) -> Sight:
    """What is seen of the ``extra`` of a position."""
    routes, vote = caravans_of(extra)
    return Sight(routes, vote is not None)


def _sight_of(view: BoardView) -> Sight:
    assert isinstance(view.extra, Sight)
    return view.extra


def routes_of(view: BoardView) -> Routes:
    """The routes."""
    return _sight_of(view).routes


def is_voting(view: BoardView) -> bool:
    """Whether a list names the positions: their names hold for one vote."""
    return _sight_of(view).is_voting


def list_camels(view: BoardView) -> Iterator[tuple[int, tuple[PathNumber, ...]]]:
    """Every route with the paths of its camels, the first one first."""
    routes = routes_of(view)
    return ((route, routes.camels_of(route)) for route in range(len(ROUTE_NAMES)))


def list_positions(view: BoardView) -> Sequence[tuple[str, CamelPlace]]:
    """The positions open to the next camel, by name; none when the game is over, since no camel will come."""
    return () if view.is_over else [*zip(POSITION_NAMES, routes_of(view).positions, strict=False)]


def find_built(view: BoardView) -> AbstractSet[Intersection]:
    """The intersections with buildings."""
    return {spot for has in view.seats for spot in list_intersections(has.settlements | has.cities)}


def find_roads(view: BoardView) -> AbstractSet[PathNumber]:
    """The paths with roads."""
    return {path for has in view.seats for path in list_paths(has.roads)}


class Stand(NamedTuple):
    """Where a camel stands: so far from the middle of its path towards the lower end, and its road's letter."""

    camel: int
    letter: int


def stand_camels(view: BoardView) -> Mapping[PathNumber, Stand]:
    """Where the camel on each path stands: in the middle, or where there is a road too, beside its letter.

    Then it is away from a building; the newest is nearer to where the route goes on, unless a building is there.
    """
    built, roads = find_built(view), find_roads(view)
    stand: dict[PathNumber, Stand] = {}
    for route, camels in list_camels(view):
        front = routes_of(view).front(route)
        for path in camels:
            end = find_end(path, built)
            if path not in roads:
                stand[path] = Stand(0, 0)
            elif path != camels[-1] or front is None or front not in ENDS[path]:
                stand[path] = Stand(11 * end, -9 * end)
            elif front in built:
                stand[path] = Stand(-3 * end, 15 * end)
            else:
                ahead = 1 if SPOTS[front] == max(ends_of(path), key=lambda spot: spot[1]) else -1
                stand[path] = Stand(10 * ahead, -9 * ahead)
    return stand


def clear_roads(view: BoardView) -> Mapping[PathNumber, Clearing]:
    """Where roads make room for camels and for the name of a route."""
    stand = stand_camels(view)
    cleared = {path: Clearing(letter) for path, (_, letter) in stand.items()}
    for path in (camels[-1] for _, camels in list_camels(view) if camels):
        camel, letter = stand[path]
        cleared[path] = Clearing(letter, camel - 10, camel + 10)
    return cleared


_ARROWS = (Sign(1, -1, "^"), Sign(2, 0, ">"), Sign(2, 4, ">"), Sign(1, 5, "v"), Sign(-2, 4, "<"), Sign(-2, 0, "<"))
"""The arrow at each corner of the oasis, and its step from the place of the hex's letter."""


def list_signs(view: BoardView) -> Mapping[Hex, Sequence[Sign]]:
    """Arrows at the corners of the oasis from which routes begin."""
    begins = {spoke.corner for spoke in routes_of(view).spokes}
    return {CENTRE: [arrow for corner, arrow in zip(CORNERS[CENTRE], _ARROWS, strict=True) if corner in begins]}


def list_words(view: BoardView) -> Mapping[PathNumber, str]:
    """The names of positions; else ``&`` for a camel, or the name of its route where it is the newest."""
    words: dict[PathNumber, str] = {}
    for route, camels in list_camels(view):
        words |= dict.fromkeys(camels, "&")
        words |= dict.fromkeys(camels[-1:], ROUTE_NAMES[route])
    votes: dict[PathNumber, str] = {}
    for name, position in list_positions(view):
        votes[position.path] = votes.get(position.path, "") + name
    return words | votes


def explain(view: BoardView) -> Iterator[str]:
    """Where the arrows lead, where each route lies and goes on, and the names of positions where no vote lists them."""
    routes = routes_of(view)
    yield f"Oasis: arrows to {list_unbroken(name_spokes(routes.terms.layout))}."
    yield "Camels: & is a camel beside its path, R1 the newest camel of route R1."
    for route, camels in list_camels(view):
        goes = "has ended" if routes.has_ended(route) else f"goes on at {routes.front(route)}"
        if camels:
            yield f"Route {ROUTE_NAMES[route]}: {list_unbroken(PATH_NAMES[path] for path in camels)}; it {goes}."
    positions = list_positions(view)
    if positions and not view.between_turns:
        yield f"The next camel: {list_unbroken(f'{name} {position.name}' for name, position in positions)}."
