"""The actions of a vote."""

from __future__ import annotations

from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan_caravans.routes import CamelPlace


class LayOut(Action):
    """Lay out these cards, wool and grain only; none to stay out of the vote (rulings C50 to C52)."""

    cards: Bundle


class Prefer(Action):
    """Name positions, the best first; none to name no position."""

    positions: tuple[CamelPlace, ...]


class Agree(Action):
    """Prefer what another seat prefers that laid cards."""

    seat: SeatNumber


class PlaceCamel(Action):
    """Place the camel, where the others did not agree."""

    position: CamelPlace
