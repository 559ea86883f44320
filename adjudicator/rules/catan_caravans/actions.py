"""The actions of a vote."""

from __future__ import annotations

from typing import Final

from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan_caravans.routes import CamelPlace


class LayOut(Action):
    """Lay out these cards, wool and grain only; none to stay out of the vote (rulings C50 to C52)."""

    __slots__ = ("cards",)
    __match_args__ = ("cards",)

    def __init__(self, cards: Bundle) -> None:
        super().__init__(cards)
        self.cards: Final = cards


class Prefer(Action):
    """Name positions, the best first; none to name no position."""

    __slots__ = ("positions",)
    __match_args__ = ("positions",)

    def __init__(self, positions: tuple[CamelPlace, ...]) -> None:
        super().__init__(positions)
        self.positions: Final = positions


class Agree(Action):
    """Prefer what another seat prefers that laid cards."""

    __slots__ = ("seat",)
    __match_args__ = ("seat",)

    def __init__(self, seat: SeatNumber) -> None:
        super().__init__(seat)
        self.seat: Final = seat


class PlaceCamel(Action):
    """Place the camel, where the others did not agree."""

    __slots__ = ("position",)
    __match_args__ = ("position",)

    def __init__(self, position: CamelPlace) -> None:
        super().__init__(position)
        self.position: Final = position
