"""Catan with The Great Caravan: the scenario told as a difference from the base game. Unofficial, like the base."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Event, Option
from adjudicator.rules.catan import Catan
from adjudicator.rules.catan.report import CatanExhibit, ExpansionExhibit
from adjudicator.rules.catan.views.game_views import CatanViews
from adjudicator.rules.catan.views.known import View
from adjudicator.rules.catan_caravans.editions import OPTIONS, RULINGS
from adjudicator.rules.catan_caravans.kernel import KERNEL
from adjudicator.rules.catan_caravans.picture import CARAVAN_PICTURE
from adjudicator.rules.catan_caravans.routes import lay_camel, read_position
from adjudicator.rules.catan_caravans.state import Caravans, caravans_of, describe_extra
from adjudicator.rules.catan_caravans.vote_orders import CaravanOrders
from adjudicator.rules.catan_caravans.words import (
    PHRASES,
    ROWS,
    describe_vote_phase,
    list_vote,
    tell_routes,
    write_vote_form,
)

if TYPE_CHECKING:
    from adjudicator.rules.catan.cases import CatanCases

_VOTE_HOURS = 48


def _describe(known: View) -> JsonObject:
    return describe_extra(known.extra, known.table.seats)


def _follow_camel(extra: object, event: Event) -> Caravans:
    """The routes once a camel was placed; the vote on it is over."""
    place = read_position(f"{event.facts['route']} {event.facts['path']}")
    return Caravans(lay_camel(caravans_of(extra).routes, place), None)


_EXHIBIT = ExpansionExhibit(PHRASES, describe_vote_phase, list_vote, write_vote_form, CARAVAN_PICTURE, tell_routes)


class CatanCaravans(Catan):
    """See :class:`adjudicator.core.game.Game`."""

    name = "catan-caravans"
    title = "Catan with The Great Caravan"
    module = "adjudicator.rules.catan_caravans:GAME"
    options: tuple[Option, ...] = OPTIONS
    rulings: Mapping[str, str] = {**Catan.rulings, **RULINGS}
    epochs = 8192
    reserved: frozenset[str] = frozenset({"any", "best", "builder"})
    schemas: tuple[str, ...] = ("catan-caravans", "catan")
    kernel = KERNEL
    orders = CaravanOrders()
    views = CatanViews(ROWS, _describe, {"camel-placed": _follow_camel})
    exhibit = CatanExhibit(_EXHIBIT)
    settled_in_round = "discards, the robber, proposals and votes"

    def deadlines(self, options: Mapping[str, str], hours: int) -> Mapping[str, int]:
        """A vote has two days, or less where a turn has less; the negotiation after it is an option."""
        base = super().deadlines(options, hours)
        if not base:
            return base
        negotiate = int(options["negotiate-hours"])
        more = {"vote": min(_VOTE_HOURS, hours)}
        return {**base, **more, "negotiate": negotiate} if negotiate else {**base, **more}

    @cached_property
    def cases(self) -> CatanCases:
        """Positions as CASE files write them."""
        from adjudicator.rules.catan_caravans.cases import CARAVAN_CASES  # noqa: PLC0415 - for CASE files

        return CARAVAN_CASES


GAME = CatanCaravans()
