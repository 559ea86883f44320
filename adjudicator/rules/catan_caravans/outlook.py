"""What a camel would bring about at an open position, in words: everybody can see it on the board."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.known import Known
from adjudicator.rules.catan_caravans.routes import ROUTE_LETTERS, ROUTES, Position, Routes, lay_camel


def describe_outlook(known: Known, routes: Routes, position: Position) -> str:
    """``a point for bilal at 12; doubles chadi's road; ends route A``; empty where it changes nothing of the kind."""
    after = lay_camel(routes, position)
    effects = [*_list_points(known, routes, after), *_list_roads(known, position), *_list_changes(routes, after)]
    return "; ".join(effects)


def _list_points(known: Known, before: Routes, after: Routes) -> Iterator[str]:
    """Buildings that would lie between two camels (ruling C70)."""
    new = after.joints & ~before.joints
    for seat in known.seats:
        for spot in list_bits(new & (seat.settlements | seat.cities)):
            yield f"a point for {seat.name} at {spot}"


def _list_roads(known: Known, position: Position) -> Iterator[str]:
    """The road that would count double (ruling C73)."""
    return (f"doubles {seat.name}'s road" for seat in known.seats if seat.roads >> position.path & 1)


def _list_changes(before: Routes, after: Routes) -> Iterator[str]:
    """Routes that would end or become one (rulings C26 to C29, C33)."""
    if not after.camels_left:
        yield "is the last camel"
        return
    for carrier in range(ROUTES):
        members = after.members(carrier)
        if members != before.members(carrier) and len(members) > 1:
            yield f"makes one of routes {' and '.join(ROUTE_LETTERS[route] for route in members)}"
    ended = [route for route in range(ROUTES) if after.has_ended(route) and not before.has_ended(route)]
    yield from (f"ends route {ROUTE_LETTERS[route]}" for route in ended)
