"""Catan with the Great Caravan a second time: the oracle of the base game, and what the scenario adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from oracle.caravan_routes import ROUTES, Caravans, Path, Position, count_votes
from oracle.catan_rules import RESOURCES, Move, Oracle, kinds, write_path
from oracle.catan_trails import longest

from adjudicator.core.chance import Chance

TARGETS = {"great-caravan": 13, "box": 12}
ROBBERS = {"great-caravan": "returns", "box": "barred"}


@lru_cache(maxsize=8192)
def measure(roads: frozenset[Path], doubled: frozenset[Path], rivals: frozenset[int]) -> int:
    """The longest road, roads beside camels counting two."""
    return longest(roads, rivals, {path: 2 if path in doubled else 1 for path in roads})


def write_position(position: Position) -> str:
    return f"{position[0]} {write_path(position[1])}"


class CaravanOracle(Oracle):
    """A game under way."""

    def __init__(self, saved: dict[str, Any], chance: Chance) -> None:
        edition, options = saved["edition"], saved["options"]
        target = TARGETS[edition] if options["target"] == "edition" else int(options["target"])
        board = saved["board"]
        terrain = {letter: "desert" if kind == "oasis" else kind for letter, kind in board["terrain"].items()}
        assert terrain["J"] == "desert"
        base = {**saved, "options": {**options, "target": target}, "board": {**board, "terrain": terrain}}
        super().__init__(base, chance)
        robber = ROBBERS[edition] if options["robber"] == "edition" else options["robber"]
        if robber == "barred":
            self.robber: Any = None
            self.closed = {"J"}
        layout = chance.draw(0, ("oasis",), 2)
        self.caravans = Caravans(layout, coast=options["coast"] == "yes", flank=options["flank"] == "yes")
        self.order: list[str] = []
        self.bids: dict[str, Counter[str]] = {}
        self.ballots: dict[str, tuple[Any, ...]] = {}
        self.outcomes: Counter[str] = Counter()

    # The vote

    def bidders(self) -> list[str]:
        return [seat for seat in self.order if self.bids[seat].total()]

    def deciding(self) -> list[tuple[str, str]]:
        if self.stage != "interlude":
            return super().deciding()
        for seat in self.order:
            if seat not in self.bids:
                return [(seat, "bid")]
        for seat in self.bidders():
            if seat not in self.ballots:
                return [(seat, "prefer")]
        (decider,) = self.count()[1]
        return [(decider, "camel")]

    def moves(self, seat: str, kind: str) -> Iterator[Move]:
        hand = self.players[seat].hand
        positions = self.caravans.options()
        if kind == "bid":
            yield from (("bid", *cards) for cards in product(range(hand["wool"] + 1), range(hand["grain"] + 1)))
        elif kind == "prefer":
            yield ("prefer",)
            yield from (("prefer", position) for position in positions)
            yield from (("agree", other) for other in self.bidders() if other != seat)
        elif kind == "camel":
            yield from (("camel", position) for position in positions)
        else:
            yield from super().moves(seat, kind)

    def lists(self) -> dict[str, list[Position]]:
        """What every bidder prefers; who agrees has a copy, which is made once."""
        own = {seat: list(said) if kind == "prefer" else [] for seat, (kind, *said) in self.ballots.items()}
        return {seat: own[ballot[1]] if ballot[0] == "agree" else own[seat] for seat, ballot in self.ballots.items()}

    def count(self) -> tuple[str, set[str], Position | None]:
        cards = {seat: self.bids[seat].total() for seat in self.bidders()}
        return count_votes(cards, self.lists(), self.caravans.options(), self.mover)

    def carry_out(self, seat: str, move: Move) -> None:
        kind, *said = move
        if kind == "bid":
            self.bids[seat] = Counter(wool=said[0], grain=said[1])
            self.players[seat].hand.subtract(self.bids[seat])
        elif kind in ("prefer", "agree"):
            self.ballots[seat] = move
            if len(self.ballots) == len(self.bidders()):
                why, _, position = self.count()
                if position:
                    self.put(why, position)
        elif kind == "camel":
            self.put(self.count()[0], said[0])
        else:
            super().carry_out(seat, move)

    def end(self) -> None:
        """A vote follows a turn with building, unless there is nothing to vote on (C34, C40, C41)."""
        options = self.caravans.options() if self.stage == "turn" else []
        if self.built and len(options) == 1:
            self.put("only-position", options[0])
        elif self.built and options:
            self.stage = "interlude"
            first = self.seats.index(self.mover)
            self.order = [*self.seats[first:], *self.seats[:first]]
            self.bids, self.ballots = {}, {}
        else:
            super().end()

    def put(self, why: str, position: Position) -> None:
        """Place the camel, pay, and go on with the next turn unless the builder has won (C05, C57)."""
        self.caravans.lay(position)
        self.outcomes[why] += 1
        for laid in self.bids.values():
            self.bank.update(laid)
        self.order, self.bids, self.ballots = [], {}, {}
        self.judge_roads()
        if not self.has_won():
            super().end()

    # Points

    def judge_roads(self) -> None:
        camels = self.caravans.camels()
        lengths = {
            seat: measure(frozenset(player.roads), frozenset(player.roads & camels), frozenset(self.rivals(seat)))
            for seat, player in self.players.items()
        }
        best = max(lengths.values())
        leaders = [seat for seat in self.seats if lengths[seat] == best >= 5]
        if self.longest not in leaders:
            self.longest = leaders[0] if len(leaders) == 1 else None

    def points(self, seat: str) -> int:
        return super().points(seat) + len(self.players[seat].buildings & self.caravans.joints())

    def dump(self) -> dict[str, Any]:
        return {**super().dump(), "extra": self.dump_extra()}

    def dump_extra(self) -> dict[str, Any]:
        caravans = self.caravans
        vote = {
            "builder": self.seats.index(self.mover),
            "bids": [kinds(self.bids[seat]) if seat in self.bids else None for seat in self.seats],
            "ballots": [self.dump_ballot(seat) for seat in self.seats],
        }
        return {
            "spokes": [write_path(caravans.spoke(name)) for name in ROUTES],
            "coast": caravans.coast,
            "flank": caravans.flank,
            "camels": [write_position(position) for position in caravans.laid],
            "vote": vote if self.stage == "interlude" else None,
        }

    def dump_ballot(self, seat: str) -> dict[str, Any] | None:
        if seat not in self.ballots:
            return None
        kind, *said = self.ballots[seat]
        if kind == "agree":
            return {"agree": self.seats.index(said[0])}
        return {"prefer": [write_position(position) for position in said]}

    def cards_in_play(self) -> Counter[str]:
        """All resource cards, those laid out included."""
        hands = [player.hand for player in self.players.values()]
        return sum([self.bank, *hands, *self.bids.values()], Counter(dict.fromkeys(RESOURCES, 0)))
