"""Through the Desert a second time: slow, and written from the rules alone.

Positions are plain sets and dictionaries of hexes; everything is looked up anew whenever it is asked for. Rulings are
named as in the rulings list (S, L, T, W, E, F).
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from dataclasses import field as record_field
from typing import Any, Protocol

from oracle.field import Field
from oracle.hexes import Hex, around, components, name, named, names, neighbours, read

Caravan = tuple[str, str]
"""Seat and colour."""
Move = tuple[str, str, Hex | None]
"""What is done (return, leader, camel), the colour, and the hex."""
Happening = tuple[str, dict[str, Any]]
"""The kind of an event and its facts."""

COLOURS = {
    "2005": ("pink", "yellow", "green", "turquoise", "purple"),
    "manual": ("pink", "yellow", "green", "turquoise", "purple"),
    "allplay": ("red", "teal", "yellow", "pink", "purple"),
}
SUPPLY = {2: 22, 3: 26, 4: 30, 5: 30}
LEADERS = {2: 5, 3: 5, 4: 5, 5: 4}
CAMELS_A_TURN = 2
SHORT_FIRST_TURNS = {2: 1, 3: 2, 4: 2, 5: 2}
OASIS, CROSSING, LARGEST, LARGEST_TIED = 5, 5, 10, 5
TOKENS = (1,) * 15 + (2,) * 15 + (3,) * 15
FACE_DOWN = 0
"""In place of the value of a token that nobody has looked at."""
OPTIONS = {
    "side": "mountain",
    "board": "house",
    "palms": "random",
    "first-seat": "random",
    "leader-order": "clockwise",
    "returned-leaders": "random",
    "first-leader": "waive",
    "water": "face-up",
    "taken-water": "hidden",
}
"""How the game is played where nothing else was agreed."""


class Draw(Protocol):
    """What chance gives: one of ``below`` outcomes, counted from 0, for the same question always the same."""

    def draw(self, epoch: int, label: tuple[str, str], below: int, *, hidden: bool) -> int:
        """The outcome of the draw with this name in this epoch."""
        ...


@dataclass
class Area:
    """An enclosed area: nobody may ever enter it again."""

    seat: str
    colour: str
    hexes: frozenset[Hex]
    points: int


@dataclass
class Oracle:
    """A game under way.

    ``moves`` counts the table turns before the one under way (at the end: before the last one), ``left`` what is left
    to place in it. ``camels`` includes leaders; ``taken`` lists the value of each water token a seat took. ``crossed``
    has the caravans that have been paid for the river; ``trail`` every camel in its turn, with the points it brought.
    """

    board: Field
    edition: str
    options: dict[str, str]
    seats: tuple[str, ...]
    phase: str
    on_move: str | None
    left: int
    moves: int
    oases: set[Hex]
    water: dict[Hex, int]
    supply: dict[str, int]
    returned: dict[str, str]
    leaders: dict[Caravan, Hex]
    camels: dict[Caravan, set[Hex]]
    linked: dict[Caravan, set[Hex]]
    areas: list[Area]
    taken: dict[str, list[int]]
    crossed: set[Caravan] = record_field(default_factory=set)
    trail: list[tuple[str, str, Hex, int]] = record_field(default_factory=list)
    ending: str | None = None
    largest: dict[str, list[str]] = record_field(default_factory=dict)

    @property
    def colours(self) -> tuple[str, ...]:
        """The edition's camel colours."""
        return COLOURS[self.edition]

    def option(self, which: str) -> str:
        """What was agreed, or else how the game is played as a rule."""
        return self.options.get(which, OPTIONS[which])

    def copy(self) -> Oracle:
        """The same position, to be played on without changing this one."""
        return deepcopy(self)

    # What is where

    def occupied(self) -> set[Hex]:
        """Every hex with a camel or leader on it."""
        return {spot for spots in self.camels.values() for spot in spots}

    def closed(self) -> set[Hex]:
        """Every hex of an enclosed area."""
        return {spot for area in self.areas for spot in area.hexes}

    def enclosed_by(self, caravan: Caravan) -> list[set[Hex]]:
        """What ``caravan`` encloses now (E1 to E7), column by column.

        Take the caravan away from the board: each part of what is left that has no camel or leader on it.
        """
        others = self.occupied() - self.camels[caravan]
        parts = components(set(self.board.playable) - self.camels[caravan])
        return sorted((part for part in parts if not part & others), key=min)

    # What is legal

    def due(self, seat: str) -> str:
        """The phase to which the next move of ``seat`` belongs: a seat through with one is already in the next."""
        if self.phase == "returns" and seat in self.returned:
            return "leaders"
        placed = [owner for owner, _ in self.leaders].count(seat)
        if self.phase == "leaders" and placed == LEADERS[len(self.seats)]:
            return "camels"
        return self.phase

    def legal(self, seat: str) -> list[Move]:
        """What ``seat`` may do, as if its move came now: by colour, then column by column."""
        due = self.due(seat)
        if due == "returns":
            return [("return", colour, None) for colour in self.colours if colour not in self.returned.values()]
        if due == "leaders":
            spots = sorted(self.leader_hexes())
            return [("leader", colour, spot) for colour in self.leader_colours(seat) for spot in spots]
        if due == "camels":
            return [
                ("camel", colour, spot) for colour in self.colours for spot in sorted(self.camel_hexes(seat, colour))
            ]
        return []

    def leader_hexes(self) -> set[Hex]:
        """L1: off water, oases and leaders, and next to neither an oasis nor any leader."""
        keep_away = self.oases | self.occupied()
        return {
            spot
            for spot in self.board.playable
            if spot not in self.water and spot not in keep_away and not keep_away.intersection(neighbours(spot))
        }

    def leader_colours(self, seat: str) -> list[str]:
        """L3: the colours in hand; for a first leader only those that are no other seat's first leader."""
        mine = {colour for owner, colour in self.leaders if owner == seat}
        hand = [colour for colour in self.colours if colour not in mine and colour != self.returned.get(seat)]
        if mine:
            return hand
        first_leaders = {colour for _, colour in self.leaders}
        assert len(first_leaders) == len(self.leaders)
        if self.option("first-leader") == "bind" and seat == self.seats[0] and self.seats[-1] in self.returned:
            return [self.returned[self.seats[-1]]]
        free = [colour for colour in hand if colour not in first_leaders]
        # L4: nobody is asked for a leader that he returned to the box
        return free or hand

    def camel_hexes(self, seat: str, colour: str) -> set[Hex]:
        """T3: next to the seat's own caravan of the colour, off everything, and never next to another's."""
        if self.supply[colour] == 0:
            return set()
        own = self.camels[seat, colour]
        foreign = {spot for other in self.seats if other != seat for spot in self.camels[other, colour]}
        forbidden = self.occupied() | self.oases | self.closed()
        return {
            spot
            for spot in around(own)
            if spot in self.board.playable and spot not in forbidden and not foreign.intersection(neighbours(spot))
        }

    # What happens

    def play(self, move: Move, chance: Draw) -> list[Happening]:
        """Carry out ``move`` of the seat on move; ``chance`` turns over tokens that lie face down."""
        assert self.on_move is not None
        assert move in self.legal(self.on_move)
        kind, colour, spot = move
        seat = self.on_move
        if kind == "return":
            self.returned[seat] = colour
            self._pass_on()
            return [("leader-returned", {"seat": seat, "colour": colour})]
        assert spot is not None
        self.camels[seat, colour].add(spot)
        if kind == "leader":
            self.leaders[seat, colour] = spot
            self._pass_on()
            placed = [("leader-placed", {"seat": seat, "colour": colour, "hex": name(spot)})]
            return placed + (self._finish() if self.phase == "over" else [])
        self.supply[colour] -= 1
        happenings: list[Happening] = [("camel-placed", {"seat": seat, "colour": colour, "hex": name(spot)})]
        happenings += self._cross(seat, colour, spot)
        happenings += self._earn(seat, colour, {spot}, set(neighbours(spot)), chance)
        beside = set(neighbours(spot))
        closed = self.closed()
        for part in sorted(self.enclosed_by((seat, colour)), key=lambda part: min(part & beside, default=spot)):
            if not part <= closed:
                happenings += self._close(seat, colour, part, chance)
        self.trail.append((seat, colour, spot, sum(facts.get("points", 0) for _, facts in happenings)))
        self._continue_turn()
        return happenings + (self._finish() if self.phase == "over" else [])

    def _cross(self, seat: str, colour: str, spot: Hex) -> list[Happening]:
        """V2: the river runs between the camel on ``spot`` and one of its caravan; a caravan is paid once."""
        own = self.camels[seat, colour]
        across = [near for near in neighbours(spot) if near in own and frozenset((spot, near)) in self.board.river]
        if not across or (seat, colour) in self.crossed:
            return []
        self.crossed.add((seat, colour))
        return [("river-crossed", {"seat": seat, "colour": colour, "hex": name(spot), "points": CROSSING})]

    def _earn(self, seat: str, colour: str, wet: set[Hex], near: set[Hex], chance: Draw) -> list[Happening]:
        """W1 to W4: the water tokens on ``wet``, then the oases in ``near`` that the caravan has not linked yet."""
        happenings: list[Happening] = []
        who = {"seat": seat, "colour": colour}
        for spot in sorted(wet):
            if spot in self.water:
                lying = self.water.pop(spot)
                value = self._turn_over(spot, chance) if lying == FACE_DOWN else lying
                self.taken[seat].append(value)
                secret = {"face_down": True} if lying == FACE_DOWN else {}
                facts = {**who, "hex": name(spot), **secret, "value": value, "points": value}
                happenings.append(("water-claimed", facts))
        for oasis in sorted(near & self.oases):
            if oasis not in self.linked[seat, colour]:
                self.linked[seat, colour].add(oasis)
                happenings.append(("oasis-linked", {**who, "hex": name(oasis), "points": OASIS}))
        return happenings

    def _turn_over(self, spot: Hex, chance: Draw) -> int:
        """W6: the value of a face-down token: any of those that nobody has taken yet, in the box or on the board."""
        left = list(TOKENS)
        for values in self.taken.values():
            for value in values:
                left.remove(value)
        return left[chance.draw(self.moves + 1, ("water", name(spot)), len(left), hidden=True)]

    def _close(self, seat: str, colour: str, part: set[Hex], chance: Draw) -> list[Happening]:
        """E9: a point for each hex but oases; what lies inside is earned at once."""
        points = len(part - self.oases)
        self.areas.append(Area(seat, colour, frozenset(part), points))
        facts = {"seat": seat, "colour": colour, "hexes": names(part), "points": points}
        return [("area-enclosed", facts), *self._earn(seat, colour, part, part, chance)]

    # Whose turn it is

    def _pass_on(self) -> None:
        """The turn after one return or leader: as many rounds as there are leaders.

        L5: clockwise, or there and back again; returns and camels begin with the first seat in any case.
        """
        self.moves += 1
        if self.phase == "returns" and len(self.returned) == len(self.seats):
            self.phase = "leaders"
        if self.phase == "returns":
            self.on_move = self.seats[len(self.returned)]
        elif len(self.leaders) < LEADERS[len(self.seats)] * len(self.seats):
            rounds, place = divmod(len(self.leaders), len(self.seats))
            backwards = self.option("leader-order") == "serpentine" and rounds % 2 == 1
            self.on_move = self.seats[::-1][place] if backwards else self.seats[place]
        else:
            self.phase, self.on_move = "camels", self.seats[0]
            self._begin_turn()

    def _begin_turn(self) -> None:
        """T1, T6 a: two camels, in the opening turns one; the game ends where not even one can be placed."""
        assert self.on_move is not None
        chosen = self.option("returned-leaders") == "choice" and len(self.seats) == 5
        before_camels = len(self.seats) * (LEADERS[len(self.seats)] + chosen)
        opening = self.moves - before_camels < SHORT_FIRST_TURNS[len(self.seats)]
        self.left = 1 if opening else CAMELS_A_TURN
        if not self.legal(self.on_move):
            self._end("stuck")

    def _continue_turn(self) -> None:
        """T5 to T7: the turn is finished first, as far as it can be, and then the game may end.

        A colour that has run out ends it in any case, so that is the reason even where no second camel fits.
        """
        assert self.on_move is not None
        self.left -= 1
        if self.left > 0 and self.legal(self.on_move):
            return
        if self.left > 0 or 0 in self.supply.values():
            self._end("last-camel" if 0 in self.supply.values() else "stuck")
            return
        self.moves += 1
        self.on_move = self.seats[(self.seats.index(self.on_move) + 1) % len(self.seats)]
        self._begin_turn()

    def _end(self, why: str) -> None:
        self.phase, self.on_move, self.left, self.ending = "over", None, 0, why
        for colour in self.colours:
            sizes = {seat: len(self.camels[seat, colour]) for seat in self.seats if self.camels[seat, colour]}
            self.largest[colour] = [seat for seat, size in sizes.items() if size == max(sizes.values())]

    def _finish(self) -> list[Happening]:
        """F2 to F5: the largest caravans, and who has won."""
        happenings: list[Happening] = []
        for colour, holders in self.largest.items():
            points = LARGEST if len(holders) == 1 else LARGEST_TIED
            happenings += [
                (
                    "largest-caravan",
                    {"seat": seat, "colour": colour, "size": len(self.camels[seat, colour]), "points": points},
                )
                for seat in holders
            ]
        totals = {seat: sum(parts.values()) for seat, parts in self.scores().items()}
        best = max(totals.values())
        winners = [seat for seat in self.seats if totals[seat] == best]
        return [*happenings, ("game-over", {"reason": self.ending, "winners": winners, "points": best})]

    def scores(self) -> dict[str, dict[str, int]]:
        """Each seat's points so far, by where they come from; only a board with a river has points for it."""
        return {
            seat: {
                "water": sum(self.taken[seat]),
                "oases": sum(OASIS * len(self.linked[seat, colour]) for colour in self.colours),
                **({"river": sum(CROSSING for owner, _ in self.crossed if owner == seat)} if self.board.river else {}),
                "areas": sum(area.points for area in self.areas if area.seat == seat),
                "caravans": sum(
                    LARGEST if len(holders) == 1 else LARGEST_TIED
                    for holders in self.largest.values()
                    if seat in holders
                ),
            }
            for seat in self.seats
        }

    # The position by names

    def dump(self) -> dict[str, Any]:
        """The position as the adjudicator's kernel writes it, but for the name of the board."""
        return {
            "edition": self.edition,
            "options": self.options,
            "seats": list(self.seats),
            "phase": self.phase,
            "on_move": self.on_move,
            "left": self.left,
            "moves": self.moves,
            "oases": names(self.oases),
            "water": {name(spot): self.water[spot] or None for spot in sorted(self.water)},
            "supply": self.supply,
            "leaders": {
                seat: {
                    colour: "box" if self.returned.get(seat) == colour else name(self.leaders[seat, colour])
                    for colour in self.colours
                    if (seat, colour) in self.leaders or self.returned.get(seat) == colour
                }
                for seat in self.seats
            },
            "camels": self._by_caravan(self.camels),
            "linked": self._by_caravan(self.linked),
            "areas": [
                {"seat": area.seat, "colour": area.colour, "hexes": names(area.hexes), "points": area.points}
                for area in self.areas
            ],
            "taken": {seat: [self.taken[seat].count(value) for value in (1, 2, 3)] for seat in self.seats},
            "crossed": {
                seat: [colour for colour in self.colours if (seat, colour) in self.crossed]
                for seat in self.seats
                if any(owner == seat for owner, _ in self.crossed)
            },
            "trail": [[seat, colour, name(spot), points] for seat, colour, spot, points in self.trail],
            "ending": self.ending,
            "largest": self.largest,
        }

    def _by_caravan(self, spots: dict[Caravan, set[Hex]]) -> dict[str, dict[str, list[str]]]:
        return {
            seat: {colour: names(spots[seat, colour]) for colour in self.colours if spots[seat, colour]}
            for seat in self.seats
        }


def read_position(saved: Any, board: Field) -> Oracle:
    """The game that stands as the kernel's dump ``saved`` says, on ``board``."""
    seats, colours = tuple(saved["seats"]), COLOURS[saved["edition"]]

    def by_caravan(lists: dict[str, dict[str, list[str]]]) -> dict[Caravan, set[Hex]]:
        return {(seat, colour): read(lists[seat].get(colour, ())) for seat in seats for colour in colours}

    leaders = {(seat, colour): spot for seat in seats for colour, spot in saved["leaders"][seat].items()}
    return Oracle(
        board=board,
        edition=saved["edition"],
        options=dict(saved["options"]),
        seats=seats,
        phase=saved["phase"],
        on_move=saved["on_move"],
        left=saved["left"],
        moves=saved["moves"],
        oases=read(saved["oases"]),
        water={named(word): value or FACE_DOWN for word, value in saved["water"].items()},
        supply=dict(saved["supply"]),
        returned={seat: colour for (seat, colour), spot in leaders.items() if spot == "box"},
        leaders={caravan: named(spot) for caravan, spot in leaders.items() if spot != "box"},
        camels=by_caravan(saved["camels"]),
        linked=by_caravan(saved["linked"]),
        areas=[
            Area(area["seat"], area["colour"], frozenset(read(area["hexes"])), area["points"])
            for area in saved["areas"]
        ],
        taken={
            seat: [value for value, count in zip((1, 2, 3), saved["taken"][seat], strict=True) for _ in range(count)]
            for seat in seats
        },
        crossed={(seat, colour) for seat in saved["crossed"] for colour in saved["crossed"][seat]},
        trail=[(seat, colour, named(spot), points) for seat, colour, spot, points in saved["trail"]],
        ending=saved["ending"],
        largest={colour: list(holders) for colour, holders in saved["largest"].items()},
    )
