"""The three caravan routes: where camels lie, where the next may lie, and what they do to the paths they lie at.

A route begins at a **spoke**, the path that leads away from the oasis at one of its arrows, and grows at its **tip**,
the intersection its last camel points to. Two routes whose tips meet go on as one, carried by the lower number
(rulings C20 to C33). Sets of paths and intersections are masks.
"""

from typing import NamedTuple

from adjudicator.rules.catan.topology import (
    CENTRE,
    COAST,
    CORNER_MASKS,
    CORNERS,
    ENDS,
    PATH_NAMED,
    PATH_NAMES,
    PATHS,
    PATHS_AT,
    Intersection,
    PathNumber,
    cross,
    list_paths,
    mask_of,
)
from adjudicator.rules.catan_caravans.editions import CAMELS

ROUTES = 3
ROUTE_NAMES = ("R1", "R2", "R3")
POSITION_NAMES = ("V1", "V2", "V3", "V4", "V5", "V6")
"""The names of positions within one vote, in printed order; there are never more than six (ruling C26)."""
UNBEGUN = Intersection(-1)
"""In place of the tip of a route without camels."""
LAYOUTS = 2
"""How many ways there are to lay the oasis (ruling C10)."""


class Spoke(NamedTuple):
    """Where a route begins: the path of its first camel, and the corner of the oasis that it leads away from."""

    path: PathNumber
    corner: Intersection


def _find_spoke(corner: Intersection) -> Spoke:
    oasis = CORNER_MASKS[CENTRE]
    path = next(path for path in list_paths(PATHS_AT[corner]) if not oasis >> cross(path, corner) & 1)
    return Spoke(path, corner)


SPOKES: tuple[tuple[Spoke, ...], ...] = tuple(
    tuple(_find_spoke(corner) for corner in CORNERS[CENTRE][layout::LAYOUTS]) for layout in range(LAYOUTS)
)
"""For each layout the spokes of the routes, clockwise from the top."""


def name_spokes(layout: int) -> list[str]:
    """The paths where the routes begin, in their order."""
    return [PATH_NAMES[spoke.path] for spoke in SPOKES[layout]]


_ANYWHERE = (1 << PATHS) - 1
_INLAND = _ANYWHERE & ~mask_of(COAST)
_SINGLE, _DOUBLE = 1, 2


class CamelPlace(NamedTuple):
    """A place for a camel: the route it belongs to, and the path. Positions are printed in the order of the two."""

    route: int
    path: PathNumber

    @property
    def name(self) -> str:
        """As in ``R2 24-35``."""
        return f"{ROUTE_NAMES[self.route]} {PATH_NAMES[self.path]}"


def read_position(name: str) -> CamelPlace:
    """The position that :attr:`Position.name` named. Raises ``KeyError`` or ``ValueError`` for another text."""
    route, path = name.split(" ")
    return CamelPlace(ROUTE_NAMES.index(route), PATH_NAMED[path])


class OasisTerms(NamedTuple):
    """What is settled before the first camel: the layout of the oasis, and the options ``coast`` and ``flank``."""

    layout: int
    coast: bool
    flank: bool


class Routes(NamedTuple):
    """The camels laid so far, and what follows from them.

    ``laid`` has the positions in the order they were taken. ``tips`` and ``carriers`` go by route: where its last
    camel points to, or ``UNBEGUN``, and the route that carries it on, itself unless it has merged. ``camels`` is the
    mask of their paths, ``joints`` that of the intersections between two or more of them, ``weights`` says how much a
    road on each path counts. ``positions`` are those open to the next camel, in printed order.
    """

    terms: OasisTerms
    laid: tuple[CamelPlace, ...]
    tips: tuple[Intersection, ...]
    carriers: tuple[int, ...]
    camels: int
    joints: int
    weights: tuple[int, ...]
    positions: tuple[CamelPlace, ...]

    @property
    def camels_left(self) -> int:
        """How many camels are in the supply."""
        return CAMELS - len(self.laid)

    @property
    def spokes(self) -> tuple[Spoke, ...]:
        """Where the routes begin."""
        return SPOKES[self.terms.layout]

    def camels_of(self, route: int) -> tuple[PathNumber, ...]:
        """The paths of a route's camels, the first one first."""
        return tuple(position.path for position in self.laid if position.route == route)

    def front(self, route: int) -> Intersection | None:
        """The intersection where a route ends for now, that of its carrier if it has merged; None before it begins."""
        tip = self.tips[self.carriers[route]]
        return None if tip == UNBEGUN else tip

    def has_ended(self, route: int) -> bool:
        """Whether no camel can be added to a route or to the one that carries it on (rulings C32, C33)."""
        return all(position.route != self.carriers[route] for position in self.positions)

    def members(self, carrier: int) -> tuple[int, ...]:
        """The routes that go on as one with ``carrier``, itself included."""
        return tuple(route for route in range(ROUTES) if self.carriers[route] == carrier)


def begin_routes(terms: OasisTerms) -> Routes:
    """The routes before the first camel."""
    positions = tuple(CamelPlace(route, spoke.path) for route, spoke in enumerate(SPOKES[terms.layout]))
    return Routes(terms, (), (UNBEGUN,) * ROUTES, tuple(range(ROUTES)), 0, 0, (_SINGLE,) * PATHS, positions)


def lay_camel(routes: Routes, position: CamelPlace) -> Routes:
    """The routes after a camel was laid at one of the open positions."""
    terms, laid, tips, carriers, camels, joints, weights, _ = routes
    route, path = position
    tip = cross(path, routes.spokes[route].corner if tips[route] == UNBEGUN else tips[route])
    for end in ENDS[path]:
        if camels & PATHS_AT[end]:
            joints |= 1 << end
    camels |= 1 << path
    tips = (*tips[:route], tip, *tips[route + 1 :])
    laid = (*laid, position)
    open_positions = _find_positions(terms, tips, camels) if len(laid) < CAMELS else ()
    merged, weighed = _merge(carriers, tips, tip, open_positions), (*weights[:path], _DOUBLE, *weights[path + 1 :])
    return Routes(terms, laid, tips, merged, camels, joints, weighed, open_positions)


def _find_positions(terms: OasisTerms, tips: tuple[Intersection, ...], camels: int) -> tuple[CamelPlace, ...]:
    found: list[CamelPlace] = []
    for route in range(ROUTES):
        tip = tips[route]
        if tip == UNBEGUN:
            ways, start = _open_spoke(SPOKES[terms.layout][route], camels), SPOKES[terms.layout][route].corner
        elif tip in tips[:route] or not _only_tips(tips, camels, tip):
            # The lower number speaks for both (C26); past a camel that does not end here it would be a branch (C23).
            continue
        else:
            ways, start = PATHS_AT[tip] & ~camels & (_ANYWHERE if terms.coast else _INLAND), tip
        found += [
            CamelPlace(route, path)
            for path in list_paths(ways)
            if terms.flank or _only_tips(tips, camels, cross(path, start))
        ]
    return tuple(found)


def _open_spoke(spoke: Spoke, camels: int) -> int:
    """The spoke of an unused arrow as a mask, empty when the arrow can no longer be used (ruling C29)."""
    free = not camels >> spoke.path & 1 and (camels & PATHS_AT[spoke.corner]).bit_count() < _DOUBLE
    return 1 << spoke.path if free else 0


def _only_tips(tips: tuple[Intersection, ...], camels: int, intersection: Intersection) -> bool:
    """Whether all camels at an intersection are last ones that point to it."""
    return (camels & PATHS_AT[intersection]).bit_count() == tips.count(intersection)


def _merge(
    carriers: tuple[int, ...], tips: tuple[Intersection, ...], tip: Intersection, positions: tuple[CamelPlace, ...]
) -> tuple[int, ...]:
    """Who carries whom after a camel came to point to ``tip``: routes that meet there and can go on are one."""
    meeting = [route for route in range(ROUTES) if tips[route] == tip]
    carrier = carriers[meeting[0]]
    if len(meeting) == 1 or all(position.route != carrier for position in positions):
        return carriers
    joined = {carriers[route] for route in meeting}
    return tuple(carrier if old in joined else old for old in carriers)


def list_merged(before: Routes, after: Routes) -> list[list[str]]:
    """The routes, by name, that have become one (ruling C26)."""
    members = [after.members(carrier) for carrier in range(ROUTES) if after.members(carrier) != before.members(carrier)]
    return [[ROUTE_NAMES[route] for route in joined] for joined in members if joined]


def list_ended(before: Routes, after: Routes) -> list[str]:
    """The routes, by name, that have ended (rulings C32, C33)."""
    return [name for route, name in enumerate(ROUTE_NAMES) if after.has_ended(route) and not before.has_ended(route)]
