"""The rules of the scenario: those of the base game, and what differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.core.chance import Chance
from adjudicator.core.event import Event
from adjudicator.rules.catan.kernel import CatanKernel
from adjudicator.rules.catan.rules import BASE_RULES
from adjudicator.rules.catan.setup import SETUP
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan_caravans.between_turns import BETWEEN_TURNS, has_bid, has_laid
from adjudicator.rules.catan_caravans.editions import EDITIONS, OPTIONS, adapt
from adjudicator.rules.catan_caravans.routes import LAYOUTS, OasisTerms, begin_routes
from adjudicator.rules.catan_caravans.saved import dump_extra, load_extra, name_spokes, see_extra
from adjudicator.rules.catan_caravans.state import Caravans, caravans_of


def begin(table: Table, chance: Chance) -> tuple[Caravans, tuple[Event, ...]]:
    """Lay the oasis one of the two ways, as drawn (ruling C10)."""
    options = dict(table.options)
    layout = chance.draw(SETUP, ("oasis",), LAYOUTS)
    routes = begin_routes(OasisTerms(layout, options["coast"] == "yes", options["flank"] == "yes"))
    return Caravans(routes, None), (Event("oasis-laid", {"spokes": name_spokes(layout)}),)


def weigh(extra: object) -> Sequence[int]:
    """A road beside a camel counts like two (ruling C73)."""
    return caravans_of(extra).routes.weights


def bonus(extra: object, buildings: int) -> int:
    """A point for every building between two or more camels (rulings C70 to C72)."""
    return (caravans_of(extra).routes.joints & buildings).bit_count()


RULES = replace(
    BASE_RULES,
    editions=EDITIONS,
    options=OPTIONS,
    adapt=adapt,
    begin=begin,
    weigh=weigh,
    bonus=bonus,
    bonus_name="caravan",
    between_turns=BETWEEN_TURNS,
    dump=dump_extra,
    load=load_extra,
    see=see_extra,
    conditions={"bids": has_bid, "laid": has_laid},
)

KERNEL = CatanKernel(RULES)
