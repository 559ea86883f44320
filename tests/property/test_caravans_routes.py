"""Routes grown at random against the oracle's, with every option, to the last camel or a dead end."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from oracle.caravan_match import place_of
from oracle.caravan_routes import Caravans
from oracle.dice import Dice

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.topology import ENDS, PATHS
from adjudicator.rules.catan_caravans.routes import ROUTE_NAMES, OasisTerms, begin_routes, lay_camel

GROWTHS = 100


@pytest.mark.parametrize(("layout", "coast", "flank"), list(product((0, 1), (True, False), (True, False))))
def test_routes_grow_as_the_oracle_says(layout: int, coast: bool, flank: bool) -> None:
    seen: Counter[str] = Counter()
    for number in range(GROWTHS):
        dice = Dice("routes", layout, coast, flank, number)
        routes, oracle = begin_routes(OasisTerms(layout, coast, flank)), Caravans(layout, coast=coast, flank=flank)
        while routes.positions:
            before = routes
            position = dice.pick(routes.positions)
            routes = lay_camel(routes, position)
            oracle.lay(place_of(position))

            assert [place_of(open_) for open_ in routes.positions] == oracle.options()
            assert {ENDS[path] for path in list_bits(routes.camels)} == oracle.camels()
            assert set(list_bits(routes.joints)) == oracle.joints()
            assert [ENDS[path] for path in range(PATHS) if routes.weights[path] == 2] == sorted(oracle.camels())
            assert len(routes.positions) <= 6
            for route, letter in enumerate(ROUTE_NAMES):
                members = "+".join(ROUTE_NAMES[member] for member in routes.members(routes.carriers[route]))
                assert members == oracle.names[letter]
                assert routes.has_ended(route) == oracle.ended(letter)
                assert not before.has_ended(route) or routes.has_ended(route)
        seen["merged"] += routes.carriers != (0, 1, 2)
        seen["complete"] += not routes.camels_left

    assert seen["merged"]
    assert seen["complete"] or not coast
