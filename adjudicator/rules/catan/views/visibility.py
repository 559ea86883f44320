"""Who may know what: a row for every kind of event, with every fact it can have, and one for every field of Known.

What has no row here is the moderator's alone. A game built on this one hands in the rows of its own events.
"""

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

from adjudicator.core.table import Event, Seat


class Audience(Enum):
    """Who may know a fact before the end of the game. The moderator may know all of them."""

    EVERYBODY = "everybody"
    ACTOR = "the seat itself"
    """The seat in the fact ``seat``; of the fields of a seat, that seat."""
    TWO_PARTIES = "the seat and its victim"
    """The seats in the facts ``seat`` and ``victim``."""


Row: TypeAlias = Mapping[str, Audience]
"""The audience of every fact, or field, by name."""
Rows: TypeAlias = Mapping[str, Row]
"""By kind of event the audience of its facts."""


def share(*facts: str, **hidden: Audience) -> Row:
    """The row of an event with public ``facts`` and ``hidden`` ones."""
    return {**dict.fromkeys(facts, Audience.EVERYBODY), **hidden}


NO_ROWS: Rows = {}
EVENTS: Rows = {
    "seats-drawn": share("seats"),
    "board-laid": share("terrain", "numbers", "harbours"),
    "settlement-built": share("seat", "intersection", "paid"),
    "city-built": share("seat", "intersection"),
    "road-built": share("seat", "path", "paid"),
    "income": share("seat", "cards"),
    "turn-began": share("seat", "turn"),
    "dice-foretold": share("seat", "turn", "dice", "total", "first"),
    "dice-rolled": share("seat", "dice", "total", "first", "foretold"),
    "bank-short": share("resource", "asked", "left", "seat"),
    "produced": share("cards"),
    "discarded": share("seat", "cards"),
    "robber-moved": share("seat", "from", "hex"),
    "card-stolen": share("seat", "victim", resource=Audience.TWO_PARTIES),
    "card-bought": share("seat", card=Audience.ACTOR),
    "card-played": share("seat", "card", "cards", "resource", "given"),
    "bank-traded": share("seat", "give", "take"),
    "traded": share("seat", "partner", "give", "take"),
    "offer-posted": share("seat", "number", "give", "get", "to", "times", "until"),
    "offer-withdrawn": share("seat", "number"),
    "trade-proposed": share("seat", "give", "get", "to", "or"),
    "counter-offered": share("seat", "to", "give", "get"),
    "proposal-closed": share("seat"),
    "longest-road": share("seat", "from", "length"),
    "largest-army": share("seat", "from", "knights"),
    "game-over": share("reason", "winners", "points"),
}
"""The events of the base game and of its orders."""

STATE: Row = share(
    *("table", "reader", "stage", "mover", "turn", "dice", "ahead", "rolls", "bank", "deck", "robber", "card_played"),
    *("free_roads", "built", "steals", "placed", "anchor", "longest", "largest", "seats", "course", "extra", "book"),
    "dry",
    filed=Audience.ACTOR,
    standing=Audience.ACTOR,
)
"""The fields of :class:`adjudicator.rules.catan.views.known.Known`; of ``seats`` see ``SEAT``.

``deck`` is a number of cards. ``extra`` has what the rule set of a game built on this one gives a reader.
"""

SEAT: Row = share(
    *("name", "cards", "developments", "bought", "played", "settlements", "cities", "roads", "rates", "road_length"),
    *("owes", "points"),
    hand=Audience.ACTOR,
    unplayed=Audience.ACTOR,
    fresh=Audience.ACTOR,
)
"""The fields of :class:`adjudicator.rules.catan.views.known.KnownSeat`.

``points`` has hidden points for the seat itself only. At the end of the game everybody may know all of them.
"""


def may_know(audience: Audience, event: Event, seat: Seat | None) -> bool:
    """Whether ``seat`` (None: an onlooker) belongs to the ``audience`` of a fact of ``event``."""
    if audience is Audience.EVERYBODY:
        return True
    parties = ("seat", "victim") if audience is Audience.TWO_PARTIES else ("seat",)
    return seat is not None and seat in [event.facts.get(party) for party in parties]
