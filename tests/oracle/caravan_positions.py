"""Positions with camels written down sparsely, and votes played through."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from oracle.catan_positions import Loaded, lay_out
from oracle.dice import Dice

from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Event
from adjudicator.rules.catan import CatanKernel
from adjudicator.rules.catan.actions import END_TURN, Action, BuildCity
from adjudicator.rules.catan.cards import pack
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan_caravans.editions import BOX
from adjudicator.rules.catan_caravans.kernel import KERNEL, RULES
from adjudicator.rules.catan_caravans.routes import OasisTerms, Routes, begin_routes, lay_camel, read_position
from adjudicator.rules.catan_caravans.state import Caravans, LayOut, PlaceCamel, Prefer, dump_extra

BOX_KERNEL = CatanKernel(replace(RULES, editions={"box": BOX}))
PASS = LayOut(0)


def grow(*names: str, layout: int = 0, coast: bool = True, flank: bool = True) -> Routes:
    """The routes after camels were laid at the named positions, which must be open one after the other."""
    routes = begin_routes(OasisTerms(layout, coast, flank))
    for name in names:
        position = read_position(name)
        assert position in routes.positions, name
        routes = lay_camel(routes, position)
    return routes


def open_to(routes: Routes) -> list[str]:
    return [position.name for position in routes.positions]


def search(positions: int, left: Iterable[int] = range(1, 22), *, coast: bool = True) -> Routes:
    """Some routes with so many open positions and so many camels left."""
    for number in range(5000):
        dice = Dice("search", number)
        routes = begin_routes(OasisTerms(0, coast, flank=True))
        while routes.positions:
            routes = lay_camel(routes, dice.pick(routes.positions))
            if len(routes.positions) == positions and routes.camels_left in left:
                return routes
    raise AssertionError


def write(routes: Routes) -> JsonValue:
    """The extra of a position with these routes."""
    return dump_extra(Caravans(routes, None))


def lay_out_camels(players: dict[str, Any], *camels: str, routes: Routes | None = None, **facts: Any) -> State:
    """A position as :func:`lay_out` has it, with camels."""
    kernel = facts.pop("kernel", KERNEL)
    return lay_out(players, kernel=kernel, extra=write(routes or grow(*camels)), **facts)


def lay(wool: int = 0, grain: int = 0) -> LayOut:
    return LayOut(pack((0, 0, wool, grain, 0)))


def prefer(*names: str) -> Prefer:
    return Prefer(tuple(map(read_position, names)))


def camel(name: str) -> PlaceCamel:
    return PlaceCamel(read_position(name))


def go_on(state: State, *actions: Action, dice: tuple[int, int] = (1, 1)) -> tuple[State, list[Event]]:
    """The position after actions of whoever is asked, and what the last of them brought about."""
    events: tuple[Event, ...] = ()
    for action in actions:
        seat = KERNEL.decisions(state)[0].seat
        state, events = KERNEL.apply(state, seat, action, Loaded(dice))
    return state, list(events)


def build_and_end(players: dict[str, Any], *camels: str, **facts: Any) -> State:
    """Amira has made a city of her settlement on 53 and ended her turn."""
    amira = {**players.get("amira", {})}
    amira["settlements"] = [53, *amira.get("settlements", [])]
    amira["hand"] = {**amira.get("hand", {}), "ore": 3, "grain": 2 + amira.get("hand", {}).get("grain", 0)}
    state = lay_out_camels({**players, "amira": amira}, *camels, **facts)
    return go_on(state, BuildCity(53), END_TURN)[0]


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]
