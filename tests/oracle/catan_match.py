"""The kernel and the oracle play the same game of Catan side by side, and every difference is an error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from oracle.catan_rules import RESOURCES, Move, Oracle

from adjudicator.core.chance import Chance
from adjudicator.core.table import Event, Setting
from adjudicator.rules.catan import CatanKernel
from adjudicator.rules.catan.actions import (
    Action,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyCard,
    Discard,
    EndTurn,
    GiveUpRoads,
    MoveRobber,
    PlayKnight,
    PlayMonopoly,
    PlayPlenty,
    PlayRoadBuilding,
    Roll,
    Trade,
    TradeWithBank,
)
from adjudicator.rules.catan.cards import pack, unpack
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.topology import ENDS, LETTERS

KERNEL = CatanKernel()
NAMES = ("amira", "bilal", "chadi", "dalia")


def seat_of(state: State, number: int | None) -> str | None:
    return None if number is None else state.table.seats[number]


def move_of(state: State, action: Action) -> Move:
    """The kernel's ``action`` in the oracle's terms."""
    match action:
        case BuildSettlement(spot):
            return "settlement", spot
        case BuildCity(spot):
            return "city", spot
        case BuildRoad(path):
            return "road", ENDS[path]
        case TradeWithBank(give, take):
            return "bank", RESOURCES[give], RESOURCES[take]
        case MoveRobber(tile, victim):
            return "robber", LETTERS[tile], seat_of(state, victim)
        case Discard(cards):
            return "discard", unpack(cards)
        case PlayPlenty(cards):
            counts = zip(RESOURCES, unpack(cards), strict=True)
            return "plenty", tuple(resource for resource, count in counts for _ in range(count))
        case PlayMonopoly(resource):
            return "monopoly", RESOURCES[resource]
    return (SIMPLE[type(action)],)


SIMPLE = {
    EndTurn: "end",
    Roll: "roll",
    BuyCard: "buy",
    GiveUpRoads: "give-up",
    PlayKnight: "knight",
    PlayRoadBuilding: "road-building",
}


def bundle_of(cards: Mapping[str, int]) -> int:
    return pack([cards.get(resource, 0) for resource in RESOURCES])


class Match:
    """A game of the kernel (``state``) and the oracle."""

    def __init__(self, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        self.chance = chance
        self.state, _ = KERNEL.setup(Setting("base", options, NAMES[:seats]), chance)
        self.oracle = Oracle(written(self.state), chance)
        self.seen: Counter[str] = Counter()
        self.compare()

    def play(self, seat: str, action: Action) -> tuple[Event, ...]:
        """Both sides carry out ``action``."""
        return self._carry_out(seat, action, move_of(self.state, action))

    def actions(self, seat: str) -> Sequence[Action]:
        """The kernel's list, which the oracle has agreed with."""
        return KERNEL.legal(self.state, seat)

    def trade(self, partner: str, give: Counter[str], take: Counter[str]) -> None:
        """Both sides carry out a trade between players."""
        seats = self.state.table.seats
        action = Trade(seats.index(partner), bundle_of(give), bundle_of(take))
        assert KERNEL.is_legal(self.state, self.oracle.mover, action)
        self._carry_out(self.oracle.mover, action, ("trade", partner, give, take))

    def _carry_out(self, seat: str, action: Action, move: Move) -> tuple[Event, ...]:
        self.oracle.play(seat, move)
        self.state, events = KERNEL.apply(self.state, seat, action, self.chance)
        self.seen.update(event.kind for event in events)
        self.compare()
        return events

    def compare(self) -> None:
        """The kernel says what the oracle says about everything that can be asked about a position."""
        state, oracle = self.state, self.oracle
        saved = written(state)
        assert {key: saved[key] for key in oracle.dump()} == oracle.dump()
        assert [tuple(decision) for decision in KERNEL.decisions(state)] == oracle.deciding()
        for seat, moves in oracle.legal().items():
            listed = [move_of(state, action) for action in KERNEL.legal(state, seat)]
            assert len(listed) == len(moves)
            assert set(listed) == moves
        assert {score.seat: score.points for score in KERNEL.scores(state)} == {
            seat: oracle.points(seat) for seat in oracle.seats
        }
        assert KERNEL.epoch(state) == oracle.turn


def written(state: State) -> dict[str, Any]:
    """The kernel's position by names."""
    return dict(KERNEL.dump(state))
