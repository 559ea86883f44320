"""Catan a second time: slow, and written from the rules alone.

Cards are counters of names, pieces sets of places; everything is looked up anew whenever it is asked for. Rulings are
named as in the rulings list (B, C).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any

from oracle.catan_map import CORNERS_OF, HEXES_AT, INTERSECTIONS, LETTERS, NEXT_TO, PATHS
from oracle.catan_trails import longest

from adjudicator.core.chance import Chance

Move = tuple[Any, ...]
"""What is done, and with what: ``("road", (12, 13))``."""
Path = tuple[int, int]

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
RESOURCE_OF = {"hills": "brick", "forest": "lumber", "pasture": "wool", "fields": "grain", "mountains": "ore"}
ROAD = Counter(brick=1, lumber=1)
SETTLEMENT = Counter(brick=1, lumber=1, wool=1, grain=1)
CITY = Counter(grain=2, ore=3)
CARD = Counter(wool=1, grain=1, ore=1)
CARDS = {"knight": 14, "victory-point": 5, "road-building": 2, "year-of-plenty": 2, "monopoly": 2}
ROADS, SETTLEMENTS, CITIES = 15, 5, 4
OVER = "over"


@dataclass
class Player:
    """What one seat has."""

    hand: Counter[str]
    cards: Counter[str]
    played: Counter[str]
    settlements: set[int]
    cities: set[int]
    roads: set[Path]
    owes: int = 0

    @property
    def buildings(self) -> set[int]:
        return self.settlements | self.cities


@lru_cache(maxsize=4096)
def measure(roads: frozenset[Path], rivals: frozenset[int]) -> int:
    """The longest road."""
    return longest(roads, rivals)


def read_path(name: str) -> Path:
    low, high = name.split("-")
    return int(low), int(high)


def write_path(path: Path) -> str:
    return f"{path[0]}-{path[1]}"


def kinds(cards: Counter[str]) -> dict[str, int]:
    """The cards that are there at all."""
    return {kind: count for kind, count in cards.items() if count}


class Oracle:
    """A game under way. It draws for itself, by the labels that the design gives every draw."""

    def __init__(self, saved: dict[str, Any], chance: Chance) -> None:
        """A new game on the board and with the seats of a saved position."""
        self.chance = chance
        self.terrain: dict[str, str] = saved["board"]["terrain"]
        self.numbers: dict[str, int] = saved["board"]["numbers"]
        self.harbours = {read_path(path): kind for path, kind in saved["board"]["harbours"].items()}
        self.target = int(saved["options"]["target"])
        self.closed: set[str] = set()
        self.limit = int(saved["options"]["discard-limit"])
        self.friendly = saved["options"]["friendly-robber"] == "yes"
        self.calm_turns = int(saved["options"]["calm-rounds"]) * len(saved["seats"])
        self.players = {seat: Player(Counter(), Counter(), Counter(), set(), set(), set()) for seat in saved["seats"]}
        self.seats = tuple(self.players)
        self.bank = Counter(dict.fromkeys(RESOURCES, 19))
        self.deck = Counter(CARDS)
        self.robber = next(letter for letter, terrain in self.terrain.items() if terrain == "desert")
        self.stage, self.mover = "settlement", self.seats[0]
        self.turn = self.dice = self.free_roads = self.built = self.steals = self.placed = 0
        self.new: Counter[str] = Counter()
        self.card_played = False
        self.anchor: int | None = None
        self.longest: str | None = None
        self.largest: str | None = None
        self.forced = 0

    # What is legal

    def deciding(self) -> list[tuple[str, str]]:
        """Seats and what they decide."""
        if self.stage == OVER:
            return []
        if self.stage == "discard":
            return [(seat, "discard") for seat in self.seats if self.players[seat].owes]
        return [(self.mover, "road" if self.stage == "free-roads" else self.stage)]

    def legal(self) -> dict[str, set[Move]]:
        """Every listed move of every seat that decides."""
        return {seat: set(self.moves(seat, kind)) for seat, kind in self.deciding()}

    def moves(self, seat: str, kind: str) -> Iterator[Move]:
        player = self.players[seat]
        if kind == "settlement":
            yield from (("settlement", spot) for spot in INTERSECTIONS if self.keeps_distance(spot))
        elif kind == "road" and self.stage == "road":
            yield from (("road", path) for path in PATHS if self.anchor in path and self.is_free(path))
        elif kind == "road":
            yield from (("road", path) for path in self.road_sites(seat))
            yield ("give-up",)
        elif kind == "before-roll":
            yield ("roll",)
            yield from self.card_moves(seat)
        elif kind == "discard":
            ranges = [range(player.hand[resource] + 1) for resource in RESOURCES]
            yield from (("discard", counts) for counts in product(*ranges) if sum(counts) == player.owes)
        elif kind == "robber":
            yield from self.robber_moves(seat)
        elif kind == "turn":
            yield ("end",)
            yield from self.building_moves(seat)
            yield from self.bank_moves(seat)
            yield from self.card_moves(seat)

    def building_moves(self, seat: str) -> Iterator[Move]:
        player = self.players[seat]
        if player.hand >= ROAD:
            yield from (("road", path) for path in self.road_sites(seat))
        if player.hand >= SETTLEMENT and len(player.settlements) < SETTLEMENTS:
            touched = {end for path in player.roads for end in path}
            yield from (("settlement", spot) for spot in touched if self.keeps_distance(spot))
        if player.hand >= CITY and len(player.cities) < CITIES:
            yield from (("city", spot) for spot in player.settlements)
        if player.hand >= CARD and self.deck.total():
            yield ("buy",)

    def bank_moves(self, seat: str) -> Iterator[Move]:
        for give, take in product(RESOURCES, RESOURCES):
            if give != take and self.players[seat].hand[give] >= self.rate(seat, give) and self.bank[take]:
                yield ("bank", give, take)

    def card_moves(self, seat: str) -> Iterator[Move]:
        """One a turn, none bought in this turn (B04); those that could do nothing are not played (B05)."""
        playable = self.players[seat].cards - self.new
        if self.card_played:
            return
        if playable["knight"]:
            yield ("knight",)
        if playable["road-building"] and self.road_sites(seat):
            yield ("road-building",)
        if playable["monopoly"]:
            yield from (("monopoly", resource) for resource in RESOURCES)
        if playable["year-of-plenty"]:
            size = min(2, self.bank.total())
            pairs = combinations_with_replacement(RESOURCES, size)
            yield from (("plenty", pair) for pair in pairs if size and self.bank >= Counter(pair))

    def robber_moves(self, seat: str) -> Iterator[Move]:
        for letter in LETTERS:
            victims = [
                other
                for other, player in self.players.items()
                if other != seat and player.hand.total() and player.buildings & CORNERS_OF[letter]
            ]
            if letter in self.robber_hexes(seat):
                yield from (("robber", letter, victim) for victim in victims or [None])

    def robber_hexes(self, seat: str) -> list[str]:
        """Another hex; a friendly robber stays away from rivals with fewer than three points, if it can (B11)."""
        others = [letter for letter in LETTERS if letter not in {self.robber, *self.closed}]
        poor = [rival for rival in self.seats if rival != seat and self.shown_points(rival) < 3]
        kind = [
            letter for letter in others if not any(self.players[one].buildings & CORNERS_OF[letter] for one in poor)
        ]
        return kind if self.friendly and kind else others

    def keeps_distance(self, spot: int) -> bool:
        taken = set().union(*(player.buildings for player in self.players.values()))
        return not taken & {spot, *NEXT_TO[spot]}

    def is_free(self, path: Path) -> bool:
        return not any(path in player.roads for player in self.players.values())

    def rivals(self, seat: str) -> set[int]:
        return set().union(*(player.buildings for other, player in self.players.items() if other != seat))

    def road_sites(self, seat: str) -> list[Path]:
        """Next to one's own road or building, but not out of an intersection that a rival holds (B07)."""
        player = self.players[seat]
        if len(player.roads) == ROADS:
            return []
        network = {end for path in player.roads for end in path} | player.buildings
        return [path for path in PATHS if set(path) & (network - self.rivals(seat)) and self.is_free(path)]

    def rate(self, seat: str, resource: str) -> int:
        held = {kind for path, kind in self.harbours.items() if set(path) & self.players[seat].buildings}
        return 2 if resource in held else 3 if "any" in held else 4

    def may_trade(self, seat: str, partner: str, give: Counter[str], take: Counter[str]) -> bool:
        """With the seat on turn, after the roll; no gifts, nothing for its like (B03)."""
        return bool(
            self.stage == "turn"
            and seat == self.mover != partner
            and give.total()
            and take.total()
            and not set(kinds(give)) & set(kinds(take))
            and self.players[seat].hand >= give
            and self.players[partner].hand >= take
        )

    # What an action does

    def play(self, seat: str, move: Move) -> None:
        """Carry out a legal move, and what follows without a decision."""
        self.carry_out(seat, move)
        if self.stage in ("turn", "free-roads"):
            self.has_won()

    def carry_out(self, seat: str, move: Move) -> None:
        player = self.players[seat]
        kind, *with_what = move
        if self.stage in ("settlement", "road"):
            self.place(player, with_what[0])
        elif kind == "discard":
            self.pay(player, Counter(dict(zip(RESOURCES, with_what[0], strict=True))))
            player.owes = 0
            if not self.deciding():
                self.stage = "robber"
        elif kind == "robber":
            self.rob(player, *with_what)
        elif kind == "roll":
            self.roll()
        elif kind in ("end", "give-up"):
            self.end()
        elif kind in ("trade", "bank"):
            self.trade(seat, player, *with_what)
        elif kind == "buy":
            self.buy(seat, player)
        elif kind in ("knight", "road-building", "plenty", "monopoly"):
            self.play_card(seat, player, kind, *with_what)
        else:
            self.build(player, kind, with_what[0])

    def place(self, player: Player, what: Any) -> None:
        """A placement of the set-up; the second settlement brings a card of every hex next to it."""
        if self.stage == "settlement":
            player.settlements.add(what)
            self.anchor = what
            if self.placed >= len(self.seats):
                self.receive(
                    player, Counter(self.yields(letter) for letter in HEXES_AT[what] if letter in self.numbers)
                )
            self.stage = "road"
            return
        player.roads.add(what)
        self.anchor, self.placed = None, self.placed + 1
        order = [*self.seats, *reversed(self.seats)]
        if self.placed < len(order):
            self.stage, self.mover = "settlement", order[self.placed]
        else:
            self.mover, self.turn = self.seats[0], 1
            self.begin()

    def build(self, player: Player, kind: str, where: Any) -> None:
        if kind == "road":
            player.roads.add(where)
            if self.stage == "free-roads":
                self.free_roads -= 1
                if not self.road_sites(self.mover):
                    self.free_roads = 0
            else:
                self.pay(player, ROAD)
        elif kind == "settlement":
            self.pay(player, SETTLEMENT)
            player.settlements.add(where)
            self.built += 1
        else:
            self.pay(player, CITY)
            player.settlements.remove(where)
            player.cities.add(where)
            self.built += 1
        self.judge_roads()
        if self.stage == "free-roads" and not self.free_roads:
            self.resume()

    def trade(self, seat: str, player: Player, *terms: Any) -> None:
        """With a partner, or for one card with the bank."""
        if len(terms) == 2:
            give, take = terms
            self.pay(player, Counter({give: self.rate(seat, give)}))
            self.receive(player, Counter({take: 1}))
            return
        partner, give, take = self.players[terms[0]], *terms[1:]
        for hand, gained, lost in ((player.hand, take, give), (partner.hand, give, take)):
            hand.update(gained)
            hand.subtract(lost)

    def buy(self, seat: str, player: Player) -> None:
        self.pay(player, CARD)
        number = player.cards.total() + player.played.total()
        laid_out = [card for card in CARDS for _ in range(self.deck[card])]
        card = laid_out[self.chance.draw(self.turn, ("dev-card", seat, number), len(laid_out), hidden=True)]
        self.deck[card] -= 1
        player.cards[card] += 1
        self.new[card] += 1

    def play_card(self, seat: str, player: Player, kind: str, what: Any = None) -> None:
        card = "year-of-plenty" if kind == "plenty" else kind
        player.cards[card] -= 1
        player.played[card] += 1
        self.card_played = True
        if kind == "knight":
            self.judge_armies()
            self.stage = "robber"
        elif kind == "road-building":
            self.stage, self.free_roads = "free-roads", 2
        elif kind == "plenty":
            self.receive(player, Counter(what))
            self.resume()
        else:
            for other, victim in self.players.items():
                if other != seat:
                    player.hand[what] += victim.hand.pop(what, 0)
            self.resume()

    def rob(self, player: Player, letter: str, victim: str | None) -> None:
        self.robber = letter
        if victim is not None:
            hand = self.players[victim].hand
            laid_out = [resource for resource in RESOURCES for _ in range(hand[resource])]
            stolen = laid_out[self.chance.draw(self.turn, ("steal", self.steals), len(laid_out), hidden=True)]
            self.steals += 1
            hand[stolen] -= 1
            player.hand[stolen] += 1
        self.resume()

    # The order of play

    def begin(self) -> None:
        """Whoever has the points at the start of his turn wins before the roll (C02)."""
        self.stage = "before-roll"
        if not self.has_won() and not self.players[self.mover].cards.total():
            self.forced += 1
            self.roll()

    def resume(self) -> None:
        """After a card or the robber; a card before the roll is the only one, so the roll follows."""
        if self.has_won():
            return
        self.stage = "turn"
        if not self.dice:
            self.forced += 1
            self.roll()

    def roll(self) -> None:
        self.dice = sum(1 + self.chance.draw(self.turn, ("dice", number), 6) for number in (0, 1))
        if self.dice == 7 and self.turn <= self.calm_turns:
            pairs = [pair for pair in product(range(1, 7), repeat=2) if sum(pair) != 7]
            self.dice = sum(pairs[self.chance.draw(self.turn, ("dice-again",), len(pairs))])
        if self.dice != 7:
            self.produce()
            self.stage = "turn"
            return
        for player in self.players.values():
            if player.hand.total() > self.limit:
                player.owes = player.hand.total() // 2
        self.stage = "discard" if any(player.owes for player in self.players.values()) else "robber"

    def produce(self) -> None:
        """A settlement gets one card of its hex, a city two; the bank may be short (B01)."""
        due = {seat: Counter[str]() for seat in self.seats}
        for letter, number in self.numbers.items():
            if number == self.dice and letter != self.robber:
                for seat, player in self.players.items():
                    cards = len(player.settlements & CORNERS_OF[letter]) + 2 * len(player.cities & CORNERS_OF[letter])
                    due[seat][self.yields(letter)] += cards
        for resource in RESOURCES:
            entitled = [seat for seat in self.seats if due[seat][resource]]
            if sum(due[seat][resource] for seat in entitled) > self.bank[resource]:
                left = self.bank[resource] if len(entitled) == 1 else 0
                for seat in entitled:
                    due[seat][resource] = left
        for seat, player in self.players.items():
            self.receive(player, due[seat])

    def end(self) -> None:
        """The turn, or what is left of Road Building (B05)."""
        if self.stage == "free-roads":
            self.free_roads = 0
            self.resume()
            return
        following = self.seats.index(self.mover) + 1
        self.mover = self.seats[following % len(self.seats)]
        self.turn += 1
        self.dice = self.built = self.steals = self.free_roads = 0
        self.new, self.card_played = Counter(), False
        self.begin()

    # Points

    def judge_roads(self) -> None:
        """The holder keeps a tie; without him a tie leaves the award aside (B08)."""
        lengths = {
            seat: measure(frozenset(player.roads), frozenset(self.rivals(seat)))
            for seat, player in self.players.items()
        }
        best = max(lengths.values())
        leaders = [seat for seat in self.seats if lengths[seat] == best >= 5]
        if self.longest not in leaders:
            self.longest = leaders[0] if len(leaders) == 1 else None

    def judge_armies(self) -> None:
        knights = {seat: player.played["knight"] for seat, player in self.players.items()}
        best = max(knights.values())
        leaders = [seat for seat in self.seats if knights[seat] == best >= 3]
        if leaders and self.largest not in leaders:
            self.largest = leaders[0]

    def points(self, seat: str) -> int:
        return self.shown_points(seat) + self.players[seat].cards["victory-point"]

    def shown_points(self, seat: str) -> int:
        player = self.players[seat]
        awards = 2 * (self.longest == seat) + 2 * (self.largest == seat)
        return len(player.settlements) + 2 * len(player.cities) + awards

    def has_won(self) -> bool:
        if self.points(self.mover) >= self.target:
            self.stage = OVER
        return self.stage == OVER

    # Cards

    def yields(self, letter: str) -> str:
        return RESOURCE_OF[self.terrain[letter]]

    def pay(self, player: Player, cards: Counter[str]) -> None:
        player.hand.subtract(cards)
        self.bank.update(cards)

    def receive(self, player: Player, cards: Counter[str]) -> None:
        self.bank.subtract(cards)
        player.hand.update(cards)

    def dump(self) -> dict[str, Any]:
        """The position as the kernel saves it, but for what never changes."""
        return {
            "stage": self.stage,
            "mover": self.mover,
            "turn": self.turn,
            "dice": self.dice,
            "bank": kinds(self.bank),
            "deck": kinds(self.deck),
            "robber": self.robber,
            "new": kinds(self.new),
            "card_played": self.card_played,
            "free_roads": self.free_roads,
            "built": self.built,
            "steals": self.steals,
            "placed": self.placed,
            "anchor": self.anchor,
            "longest": self.longest,
            "largest": self.largest,
            "seats": {
                seat: {
                    "hand": kinds(player.hand),
                    "settlements": sorted(player.settlements),
                    "cities": sorted(player.cities),
                    "roads": [write_path(path) for path in sorted(player.roads)],
                    "cards": kinds(player.cards),
                    "played": kinds(player.played),
                    "owes": player.owes,
                }
                for seat, player in self.players.items()
            },
            "extra": None,
        }
