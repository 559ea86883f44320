"""The actions of the game, and the numbered list of all those a list of legal actions can hold.

Seats, hexes, paths, intersections and kinds of cards are numbers; sets of cards are bundles
(:mod:`adjudicator.rules.catan.cards`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast, dataclass_transform

from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import Hex
from adjudicator.rules.catan.cards import KINDS, KNIGHT, MONOPOLY, ONE, ROAD_BUILDING, YEAR_OF_PLENTY, Bundle
from adjudicator.rules.catan.topology import HEXES, INTERSECTIONS, PATHS, Intersection, PathNumber


@dataclass_transform(frozen_default=True)
class _ActionKind(type):
    """What an action of a kind is about are the kind's annotated attributes, in the order in which they are given."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, object]) -> _ActionKind:
        about = tuple(cast("dict[str, object]", body.get("__annotations__", {})))
        return super().__new__(cls, name, bases, {"__slots__": about, "__match_args__": about, **body})


class Action(metaclass=_ActionKind):
    """Anything that a seat can do. Two actions are equal that are of one kind and about the same things.

    Never changed once made. Written out, because making dataclasses would cost a twentieth of a turn's start.
    """

    __slots__ = ("key",)

    def __init__(self, *things: object) -> None:
        self.key: Final = (type(self).__name__, *things)
        for name, thing in zip(self.__slots__, things, strict=True):
            setattr(self, name, thing)

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


class EndTurn(Action):
    """Pass the dice on."""


class BuildSettlement(Action):
    """Place a settlement, in the set-up too."""

    intersection: Intersection


class BuildCity(Action):
    """Make a city of a settlement."""

    intersection: Intersection


class BuildRoad(Action):
    """Place a road: in the set-up, for its price, or for a Road Building card."""

    path: PathNumber


class GiveUpRoads(Action):
    """Place no more of the roads of a Road Building card."""


class BuyCard(Action):
    """Buy a development card."""


class PlayKnight(Action):
    """Play a knight; the robber is moved next."""


class PlayRoadBuilding(Action):
    """Play Road Building; the roads are placed next, one by one."""


class PlayPlenty(Action):
    """Play Year of Plenty for these cards of the bank."""

    cards: Bundle


class PlayMonopoly(Action):
    """Play Monopoly on a resource."""

    resource: int


class TradeWithBank(Action):
    """Give cards of one resource at the best rate for one card of another."""

    give: int
    take: int


class MoveRobber(Action):
    """Move the robber to a hex and take a card from a seat there, if one has any."""

    hex: Hex
    victim: SeatNumber | None


class Discard(Action):
    """Discard these cards after a 7."""

    cards: Bundle


class Trade(Action):
    """What the seat on turn gives to a partner and takes from him; both have agreed."""

    partner: SeatNumber
    give: Bundle
    take: Bundle


CARD_OF: Mapping[type[Action], int] = {
    PlayKnight: KNIGHT,
    PlayRoadBuilding: ROAD_BUILDING,
    PlayPlenty: YEAR_OF_PLENTY,
    PlayMonopoly: MONOPOLY,
}
"""The kind of development card that each action plays."""
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
FIRST: Mapping[type[Action], int] = {type(action): number for number, action in reversed([*enumerate(CLOSED)])}
"""Where the block of each kind of action begins; those in a block follow their intersection, path, kind or hex."""
