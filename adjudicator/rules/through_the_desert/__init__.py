"""Through the Desert, in three editions, for 2 to 5 seats. An unofficial adjudicator of Reiner Knizia's game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from adjudicator.core.table import Option, Pacing, Setting
from adjudicator.kit.defaults import PlainGame
from adjudicator.rules.through_the_desert.editions import DEFAULT_EDITION, EDITIONS, OPTIONS, RANDOM
from adjudicator.rules.through_the_desert.exhibit import DesertExhibit
from adjudicator.rules.through_the_desert.kernel import DesertHouse, DesertKernel
from adjudicator.rules.through_the_desert.mail.orders import DesertOrders
from adjudicator.rules.through_the_desert.rulings import RULINGS, SOURCES
from adjudicator.rules.through_the_desert.setup import lay_table
from adjudicator.rules.through_the_desert.views import DesertViews
from adjudicator.rules.through_the_desert.words import DRAW_SENTENCES

if TYPE_CHECKING:
    from adjudicator.rules.through_the_desert.boards.bench import DesertBoards
    from adjudicator.rules.through_the_desert.cases import DesertCases


class ThroughTheDesert(PlainGame):
    """See :class:`adjudicator.core.game.Game`. What few commands ask for is imported when it is."""

    name = "through-the-desert"
    title = "Through the Desert"
    version = 2
    module = "adjudicator.rules.through_the_desert:GAME"
    options: tuple[Option, ...] = OPTIONS
    seats = range(2, 6)
    default_pacing = Pacing.ROUND
    epochs = 256
    reserved: frozenset[str] = frozenset({RANDOM})
    seat_facts: frozenset[str] = frozenset({"seat", "winners", "owner", "whose", "first", "last"})
    fragments = "through-the-desert"
    schemas = ("through-the-desert",)
    kernel = DesertKernel()
    orders = DesertOrders()
    views = DesertViews()
    exhibit = DesertExhibit()
    house = DesertHouse()
    draw_sentences = DRAW_SENTENCES
    rulings: Mapping[str, str] = RULINGS
    sources: Mapping[str, Mapping[str, str]] = SOURCES

    @cached_property
    def editions(self) -> Mapping[str, str]:
        """Each edition's name and title, the default first."""
        return {name: EDITIONS[name].title for name in sorted(EDITIONS, key=lambda name: name != DEFAULT_EDITION)}

    def notes(self, setting: Setting, pacing: Pacing) -> Sequence[str]:
        """Which board is played, and whose it is."""
        del pacing
        if setting.options.get("board") == RANDOM:
            return (
                "The board is made at random in the set-up, which names the draw; it is not a publisher's product.",
            )
        board = lay_table(setting).board
        return (f"The board: {board.title}. {board.origin}",)

    @cached_property
    def boards(self) -> DesertBoards:
        """Boards as files."""
        from adjudicator.rules.through_the_desert.boards.bench import DesertBoards  # noqa: PLC0415 - for boards

        return DesertBoards()

    @cached_property
    def cases(self) -> DesertCases:
        """Positions as CASE files write them."""
        from adjudicator.rules.through_the_desert.cases import DesertCases  # noqa: PLC0415 - for CASEs

        return DesertCases()


GAME = ThroughTheDesert()
