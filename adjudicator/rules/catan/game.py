"""Catan as a game of the seam, in parts; a game on top replaces some of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from adjudicator.core.table import Option, Pacing, Setting
from adjudicator.kit.defaults import PlainGame
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.editions import EDITIONS, OPTIONS, RULINGS, Edition
from adjudicator.rules.catan.kernel import CatanKernel
from adjudicator.rules.catan.mail.orders import CatanOrders
from adjudicator.rules.catan.mail.plans.house import CatanHouse
from adjudicator.rules.catan.report.exhibit import CatanExhibit
from adjudicator.rules.catan.report.phrases import DRAW_SENTENCES
from adjudicator.rules.catan.views.game_views import CatanViews

if TYPE_CHECKING:
    from adjudicator.rules.catan.cases.catan_cases import CatanCases


class Catan(PlainGame):
    """See :class:`adjudicator.core.game.Game`."""

    name = "catan"
    version = 2
    title = "Catan"
    module = "adjudicator.rules.catan:GAME"
    options: tuple[Option, ...] = OPTIONS
    edition_records: Mapping[str, Edition] = EDITIONS
    rulings: Mapping[str, str] = RULINGS
    seats = range(3, 5)
    epochs = 4096
    reserved: frozenset[str] = frozenset({"any", "anybody", "leader", "me", "nobody", *RESOURCES})
    seat_facts: frozenset[str] = frozenset(
        {
            "seat",
            "seats",
            "winners",
            "mover",
            "victim",
            "partner",
            "to",
            "from",
            "cards",
            "given",
            "lists",
            "whose",
            "word",
        }
    )
    fragments = "catan"
    schemas: tuple[str, ...] = ("catan",)
    draw_sentences = DRAW_SENTENCES
    kernel = CatanKernel()
    orders = CatanOrders()
    views = CatanViews()
    exhibit = CatanExhibit()
    house = CatanHouse()

    def deadlines(self, options: Mapping[str, str], hours: int) -> Mapping[str, int]:
        """A turn's hours are the moderator's, a proposal's an option (rulings section 4.4 and 4.7)."""
        if not hours:
            return {}
        trade = int(options["trade-hours"])
        return {"turn": hours, "trade": trade} if trade else {"turn": hours}

    def notes(self, setting: Setting, pacing: Pacing) -> Sequence[str]:
        """How a round changes the game (rulings section 4.8)."""
        del setting
        if pacing is Pacing.SEAT:
            return ()
        return (
            (
                "The dice of a whole round are published before anybody moves. You know ahead what will be produced, "
                "which shifts the power in trades."
            ),
            (
                "Nobody is asked within a round: discards, the robber, proposals and votes go by your orders and "
                "standing orders, or by the defaults that every report names."
            ),
        )

    @cached_property
    def editions(self) -> Mapping[str, str]:
        """Each edition's name and title, the default first."""
        return {name: edition.title for name, edition in self.edition_records.items()}

    @cached_property
    def cases(self) -> CatanCases:
        """Positions as CASE files write them."""
        from adjudicator.rules.catan.cases.catan_cases import CatanCases  # noqa: PLC0415 - for CASE files

        return CatanCases()
