"""Camels as people write them: ``A 21-11-12`` is route A along these intersections, in the order they were laid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.bench import Fault, PositionError
from adjudicator.rules.catan.bench.places import find_wrong_chains, list_chain
from adjudicator.rules.catan_caravans.bench.written import WrittenCaravans
from adjudicator.rules.catan_caravans.routes import (
    LAYOUTS,
    ROUTE_LETTERS,
    Position,
    Routes,
    Terms,
    begin_routes,
    lay_camel,
)
from adjudicator.rules.catan_caravans.saved import name_spokes


def find_wrong_names(written: WrittenCaravans) -> Iterator[Fault]:
    """Spokes and camels that no board has."""
    if "spokes" in written and _find_layout(written["spokes"]) is None:
        known = " or ".join(", ".join(name_spokes(layout)) for layout in range(LAYOUTS))
        yield Fault(("spokes",), f"the arrows of the oasis point to the paths {known}")
    for key, texts in (("camels", written.get("camels", ())), ("positions", written.get("positions", ()))):
        for place, text in enumerate(texts):
            for fault in find_wrong_chains([_split(text)[1]], ()):
                yield Fault((key, place), fault.says)


def lay_routes(written: WrittenCaravans, *, coast: bool, flank: bool) -> Routes:
    """The routes with the camels written, each laid where it may lie; the names must be right.

    Without ``spokes`` the oasis lies the first way. Raises :class:`PositionError` for a camel out of place.
    """
    layout = _find_layout(written.get("spokes", name_spokes(0)))
    assert layout is not None
    routes = begin_routes(Terms(layout, coast, flank))
    for place, text in enumerate(written.get("camels", ())):
        for position in read_camels(text):
            if position not in routes.positions:
                raise PositionError([Fault(("camels", place), _say_out_of_place(position, routes))])
            routes = lay_camel(routes, position)
    return routes


def read_camels(text: str) -> list[Position]:
    """The positions in ``A 21-11-12``, which is right."""
    letter, chain = _split(text)
    return [Position(ROUTE_LETTERS.index(letter), path) for path in list_chain(chain)]


def say_positions(positions: Sequence[Position]) -> str:
    """Positions in words."""
    return ", ".join(position.name for position in positions) or "none"


def _split(text: str) -> tuple[str, str]:
    letter, _, chain = text.partition(" ")
    return letter, chain


def _find_layout(spokes: Sequence[str]) -> int | None:
    return next((layout for layout in range(LAYOUTS) if name_spokes(layout) == list(spokes)), None)


def _say_out_of_place(position: Position, routes: Routes) -> str:
    return f"no camel can be laid at {position.name}; open are {say_positions(routes.positions)}"
