"""The actions of the game, and the numbered list of all those a list of legal actions can hold.

Seats, hexes, paths, intersections and kinds of cards are numbers; sets of cards are bundles
(:mod:`adjudicator.rules.catan.cards`).
"""

from __future__ import annotations

from typing import Final

from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import Hex
from adjudicator.rules.catan.cards import KINDS, ONE, Bundle
from adjudicator.rules.catan.topology import HEXES, INTERSECTIONS, PATHS, Intersection, PathNumber


class Action:
    """Anything that a seat can do. Two actions are equal that are of one kind and about the same things.

    Never changed once made. Written out, because making dataclasses would cost a twentieth of a turn's start.
    """

    __slots__ = ("key",)

    def __init__(self, *things: object) -> None:
        self.key: Final = (type(self).__name__, *things)

    def __eq__(self, other: object) -> bool:
        """Whether ``other`` is the same action."""
        return type(self) is type(other) and self.key == other.key

    def __hash__(self) -> int:
        """The same for equal actions."""
        return hash(self.key)

    def __repr__(self) -> str:
        name, *things = self.key
        return f"{name}({', '.join(map(repr, things))})"


class Roll(Action):
    """Roll the dice."""

    __slots__ = ()


class EndTurn(Action):
    """Pass the dice on."""

    __slots__ = ()


class BuildSettlement(Action):
    """Place a settlement, in the set-up too."""

    __slots__ = ("intersection",)
    __match_args__ = ("intersection",)

    def __init__(self, intersection: Intersection) -> None:
        super().__init__(intersection)
        self.intersection: Final = intersection


class BuildCity(Action):
    """Make a city of a settlement."""

    __slots__ = ("intersection",)
    __match_args__ = ("intersection",)

    def __init__(self, intersection: Intersection) -> None:
        super().__init__(intersection)
        self.intersection: Final = intersection


class BuildRoad(Action):
    """Place a road: in the set-up, for its price, or for a Road Building card."""

    __slots__ = ("path",)
    __match_args__ = ("path",)

    def __init__(self, path: PathNumber) -> None:
        super().__init__(path)
        self.path: Final = path


class GiveUpRoads(Action):
    """Place no more of the roads of a Road Building card."""

    __slots__ = ()


class BuyCard(Action):
    """Buy a development card."""

    __slots__ = ()


class PlayKnight(Action):
    """Play a knight; the robber is moved next."""

    __slots__ = ()


class PlayRoadBuilding(Action):
    """Play Road Building; the roads are placed next, one by one."""

    __slots__ = ()


class PlayPlenty(Action):
    """Play Year of Plenty for these cards of the bank."""

    __slots__ = ("cards",)
    __match_args__ = ("cards",)

    def __init__(self, cards: Bundle) -> None:
        super().__init__(cards)
        self.cards: Final = cards


class PlayMonopoly(Action):
    """Play Monopoly on a resource."""

    __slots__ = ("resource",)
    __match_args__ = ("resource",)

    def __init__(self, resource: int) -> None:
        super().__init__(resource)
        self.resource: Final = resource


class TradeWithBank(Action):
    """Give cards of one resource at the best rate for one card of another."""

    __slots__ = ("give", "take")
    __match_args__ = ("give", "take")

    def __init__(self, give: int, take: int) -> None:
        super().__init__(give, take)
        self.give: Final = give
        self.take: Final = take


class MoveRobber(Action):
    """Move the robber to a hex and take a card from a seat there, if one has any."""

    __slots__ = ("hex", "victim")
    __match_args__ = ("hex", "victim")

    def __init__(self, hex: Hex, victim: SeatNumber | None) -> None:  # noqa: A002 - the word of the game
        super().__init__(hex, victim)
        self.hex: Final = hex
        self.victim: Final = victim


class Discard(Action):
    """Discard these cards after a 7."""

    __slots__ = ("cards",)
    __match_args__ = ("cards",)

    def __init__(self, cards: Bundle) -> None:
        super().__init__(cards)
        self.cards: Final = cards


class Trade(Action):
    """What the seat on turn gives to a partner and takes from him; both have agreed."""

    __slots__ = ("give", "partner", "take")
    __match_args__ = ("partner", "give", "take")

    def __init__(self, partner: SeatNumber, give: Bundle, take: Bundle) -> None:
        super().__init__(partner, give, take)
        self.partner: Final = partner
        self.give: Final = give
        self.take: Final = take


ROLL = Roll()
END_TURN = EndTurn()
GIVE_UP_ROADS = GiveUpRoads()
BUY_CARD = BuyCard()
PLAY_KNIGHT = PlayKnight()
PLAY_ROAD_BUILDING = PlayRoadBuilding()
SETTLEMENT_AT = tuple(BuildSettlement(Intersection(number)) for number in range(INTERSECTIONS))
CITY_AT = tuple(BuildCity(Intersection(number)) for number in range(INTERSECTIONS))
ROAD_AT = tuple(BuildRoad(PathNumber(number)) for number in range(PATHS))
PLENTY_PAIRS: tuple[Bundle, ...] = tuple(ONE[one] + ONE[other] for one in range(KINDS) for other in range(one, KINDS))
PLENTIES: tuple[Bundle, ...] = (*PLENTY_PAIRS, *ONE)
"""What Year of Plenty can bring: two cards, or one where the bank has no more."""
MAX_SEATS = 4
NO_VICTIM = 0
"""Robber moves are listed victim by victim; this is the block without a victim, then comes a block for each seat."""

CLOSED: tuple[Action, ...] = (
    ROLL,
    END_TURN,
    BUY_CARD,
    PLAY_KNIGHT,
    PLAY_ROAD_BUILDING,
    *(TradeWithBank(give, take) for give in range(KINDS) for take in range(KINDS)),
    *SETTLEMENT_AT,
    *CITY_AT,
    *ROAD_AT,
    *(PlayPlenty(cards) for cards in PLENTIES),
    *(PlayMonopoly(kind) for kind in range(KINDS)),
    *(
        MoveRobber(Hex(tile), None if block == NO_VICTIM else SeatNumber(block - 1))
        for block in range(MAX_SEATS + 1)
        for tile in range(HEXES)
    ),
    GIVE_UP_ROADS,
)
"""Every action that does not depend on somebody's hand. A set of them is a mask; bit *n* stands for entry *n*."""
NUMBER_OF = {action.key: number for number, action in enumerate(CLOSED)}

ROLL_FIRST = NUMBER_OF[ROLL.key]
END_FIRST = NUMBER_OF[END_TURN.key]
BUY_FIRST = NUMBER_OF[BUY_CARD.key]
KNIGHT_BIT = 1 << NUMBER_OF[PLAY_KNIGHT.key]
ROAD_BUILDING_BIT = 1 << NUMBER_OF[PLAY_ROAD_BUILDING.key]
BANK_FIRST = NUMBER_OF[TradeWithBank(0, 0).key]
SETTLEMENT_FIRST = NUMBER_OF[SETTLEMENT_AT[0].key]
CITY_FIRST = NUMBER_OF[CITY_AT[0].key]
ROAD_FIRST = NUMBER_OF[ROAD_AT[0].key]
PLENTY_FIRST = NUMBER_OF[PlayPlenty(PLENTIES[0]).key]
MONOPOLY_FIRST = NUMBER_OF[PlayMonopoly(0).key]
ROBBER_FIRST = NUMBER_OF[MoveRobber(Hex(0), None).key]
GIVE_UP_FIRST = NUMBER_OF[GIVE_UP_ROADS.key]
"""Where each block of ``CLOSED`` begins; actions in a block follow their intersection, path, kind or hex."""
