"""The kernel and the oracle play the same game with caravans side by side, and every difference is an error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from oracle.caravan_routes import Position as Place
from oracle.caravan_rules import CaravanOracle, write_position
from oracle.catan_match import NAMES, move_of, written
from oracle.catan_rules import RESOURCES, Move
from oracle.dice import Dice

from adjudicator.core.chance import Chance
from adjudicator.core.table import Event, Setting
from adjudicator.rules.catan.actions import Action, BuildCity, BuildSettlement
from adjudicator.rules.catan.cards import COUNT, unpack
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.topology import ENDS
from adjudicator.rules.catan_caravans.kernel import KERNEL
from adjudicator.rules.catan_caravans.routes import ROUTE_NAMES, CamelPlace
from adjudicator.rules.catan_caravans.state import (
    Agree,
    Caravans,
    LayOut,
    PlaceCamel,
    Prefer,
    caravans_of,
    describe_extra,
)


def place_of(position: CamelPlace) -> Place:
    return ROUTE_NAMES[position.route], ENDS[position.path]


def caravan_move_of(state: State, action: Action) -> Move:
    """The kernel's ``action`` in the oracle's terms."""
    match action:
        case LayOut(cards):
            counts = dict(zip(RESOURCES, unpack(cards), strict=True))
            assert counts["wool"] + counts["grain"] == sum(counts.values())
            return "bid", counts["wool"], counts["grain"]
        case Prefer(positions):
            return ("prefer", *map(place_of, positions))
        case Agree(seat):
            return "agree", state.table.seats[seat]
        case PlaceCamel(position):
            return "camel", place_of(position)
    return move_of(state, action)


class CaravanMatch:
    """A game of the kernel (``state``) and the oracle."""

    def __init__(self, seats: int, edition: str, options: Mapping[str, str], chance: Chance) -> None:
        self.chance = chance
        self.state, _ = KERNEL.setup(Setting(edition, options, NAMES[:seats]), chance)
        self.oracle = CaravanOracle(written(self.state), chance)
        self.seen: Counter[str] = Counter()
        self.compare()

    @property
    def extra(self) -> Caravans:
        return caravans_of(self.state.extra)

    def play(self, seat: str, action: Action) -> tuple[Event, ...]:
        """Both sides carry out ``action``."""
        before = self.extra
        self.oracle.play(seat, caravan_move_of(self.state, action))
        self.state, events = KERNEL.apply(self.state, seat, action, self.chance)
        for event in events:
            self.seen[event.kind] += 1
            if event.kind == "vote-decided":
                self.seen[str(event.facts["how"])] += 1
        if self.extra is not before:
            self.compare_routes()
        self.compare()
        return events

    def choose(self, dice: Dice) -> tuple[str, Action]:
        """A seat that decides, and what it might do: build if it can, lay a card or two, rank positions."""
        seat = dice.pick(KERNEL.decisions(self.state)).seat
        actions = KERNEL.legal(self.state, seat)
        building = [action for action in actions if isinstance(action, BuildCity | BuildSettlement)]
        if building and dice.below(3):
            return seat, dice.pick(building)
        small = [action for action in actions if isinstance(action, LayOut) and 0 < action.cards % COUNT <= 2]
        if small and dice.below(3):
            return seat, dice.pick(small)
        if isinstance(actions[0], Prefer) and dice.below(2):
            ranking = dice.shuffled(self.extra.positions)
            return seat, Prefer(tuple(ranking[: dice.below(len(ranking) + 1)]))
        return seat, dice.pick(actions)

    def compare(self) -> None:
        """The kernel says what the oracle says about everything that can be asked about a position."""
        state, oracle = self.state, self.oracle
        saved = written(state)
        expected = oracle.dump()
        assert {key: saved[key] for key in expected} == expected
        assert [tuple(decision) for decision in KERNEL.decisions(state)] == oracle.deciding()
        for seat, moves in oracle.legal().items():
            listed = [caravan_move_of(state, action) for action in KERNEL.legal(state, seat)]
            assert len(listed) == len(moves)
            assert set(listed) == moves
        assert {score.seat: score.points for score in KERNEL.scores(state)} == {
            seat: oracle.points(seat) for seat in oracle.seats
        }
        assert KERNEL.epoch(state) == oracle.turn
        assert oracle.cards_in_play() == dict.fromkeys(RESOURCES, 19)

    def compare_routes(self) -> None:
        compare_routes(self.extra, self.oracle)


def compare_routes(extra: Caravans, oracle: CaravanOracle) -> None:
    """Routes, fronts, ends and open positions as a view tells them."""
    told: dict[str, Any] = dict(describe_extra(extra, oracle.seats))
    caravans = oracle.caravans
    assert [f"{place['route']} {place['path']}" for place in told["positions"].values()] == [
        write_position(position) for position in caravans.options()
    ]
    assert told["camels_left"] == 22 - len(caravans.laid)
    for name, route in told["routes"].items():
        assert "+".join(sorted([name, *route["with"]])) == caravans.names[name]
        carrier = caravans.walks[caravans.names[name].split("+")[0]]
        assert route["front"] == (carrier[-1] if carrier else None)
        assert route["ended"] == caravans.ended(name)
        assert len(route["camels"]) == max(0, len(caravans.walks[name]) - 1)
