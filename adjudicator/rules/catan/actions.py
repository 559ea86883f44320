"""The actions of the game, and the numbered list of all those a list of legal actions can hold.

Seats, hexes, paths, intersections and kinds of cards are numbers; sets of cards are bundles
(:mod:`adjudicator.rules.catan.cards`).
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.rules.catan.cards import KINDS, ONE, Bundle
from adjudicator.rules.catan.topology import HEXES, INTERSECTIONS, PATHS


class Action:
    """Anything that a seat can do."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll the dice."""


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """Pass the dice on."""


@dataclass(frozen=True, slots=True)
class BuildSettlement(Action):
    """Place a settlement, in the set-up too."""

    intersection: int


@dataclass(frozen=True, slots=True)
class BuildCity(Action):
    """Make a city of a settlement."""

    intersection: int


@dataclass(frozen=True, slots=True)
class BuildRoad(Action):
    """Place a road: in the set-up, for its price, or for a Road Building card."""

    path: int


@dataclass(frozen=True, slots=True)
class BuyCard(Action):
    """Buy a development card."""


@dataclass(frozen=True, slots=True)
class PlayKnight(Action):
    """Play a knight; the robber is moved next."""


@dataclass(frozen=True, slots=True)
class PlayRoadBuilding(Action):
    """Play Road Building; the roads are placed next, one by one."""


@dataclass(frozen=True, slots=True)
class PlayPlenty(Action):
    """Play Year of Plenty for these cards of the bank."""

    cards: Bundle


@dataclass(frozen=True, slots=True)
class PlayMonopoly(Action):
    """Play Monopoly on a resource."""

    resource: int


@dataclass(frozen=True, slots=True)
class TradeWithBank(Action):
    """Give cards of one resource at the best rate for one card of another."""

    give: int
    take: int


@dataclass(frozen=True, slots=True)
class MoveRobber(Action):
    """Move the robber to a hex and take a card from a seat there, if one has any."""

    hex: int
    victim: int | None


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard these cards after a 7."""

    cards: Bundle


@dataclass(frozen=True, slots=True)
class Trade(Action):
    """What the seat on turn gives to a partner and takes from him; both have agreed."""

    partner: int
    give: Bundle
    take: Bundle


ROLL = Roll()
END_TURN = EndTurn()
BUY_CARD = BuyCard()
PLAY_KNIGHT = PlayKnight()
PLAY_ROAD_BUILDING = PlayRoadBuilding()
SETTLEMENT_AT = tuple(BuildSettlement(number) for number in range(INTERSECTIONS))
CITY_AT = tuple(BuildCity(number) for number in range(INTERSECTIONS))
ROAD_AT = tuple(BuildRoad(number) for number in range(PATHS))
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
        MoveRobber(tile, None if block == NO_VICTIM else block - 1)
        for block in range(MAX_SEATS + 1)
        for tile in range(HEXES)
    ),
)
"""Every action that does not depend on somebody's hand. A set of them is a mask; bit *n* stands for entry *n*."""
NUMBER_OF = {action: number for number, action in enumerate(CLOSED)}

ROLL_FIRST = NUMBER_OF[ROLL]
END_FIRST = NUMBER_OF[END_TURN]
BUY_FIRST = NUMBER_OF[BUY_CARD]
KNIGHT_BIT = 1 << NUMBER_OF[PLAY_KNIGHT]
ROAD_BUILDING_BIT = 1 << NUMBER_OF[PLAY_ROAD_BUILDING]
BANK_FIRST = NUMBER_OF[TradeWithBank(0, 0)]
SETTLEMENT_FIRST = NUMBER_OF[SETTLEMENT_AT[0]]
CITY_FIRST = NUMBER_OF[CITY_AT[0]]
ROAD_FIRST = NUMBER_OF[ROAD_AT[0]]
PLENTY_FIRST = NUMBER_OF[PlayPlenty(PLENTIES[0])]
MONOPOLY_FIRST = NUMBER_OF[PlayMonopoly(0)]
ROBBER_FIRST = NUMBER_OF[MoveRobber(0, None)]
"""Where each block of ``CLOSED`` begins; actions in a block follow their intersection, path, kind or hex."""
