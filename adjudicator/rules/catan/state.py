"""The position: one immutable value, a row of whole numbers at the places named here; and one in the making."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import partial
from typing import NamedTuple, TypeAlias

from adjudicator.core.chance import Chance
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Decision, Event, SeatNumber
from adjudicator.kit.hexes import Hex
from adjudicator.rules.catan.actions import MAX_SEATS
from adjudicator.rules.catan.rules import Edition, Rules
from adjudicator.rules.catan.topology import HEXES, Board

MIN_SEATS = 3

Cells: TypeAlias = Sequence[int]
"""The row of whole numbers that a position is."""


class Stage(IntEnum):
    """What is to be done next."""

    SETTLEMENT = 0
    """Set-up: place a settlement."""
    ROAD = 1
    """Set-up: place a road at it."""
    BEFORE_ROLL = 2
    DISCARD = 3
    ROBBER = 4
    TURN = 5
    FREE_ROADS = 6
    """Place the roads of a Road Building card."""
    INTERLUDE = 7
    """Between two turns, where the rule set has something there."""
    OVER = 8


STAGE_NAMES = tuple(stage.name.lower().replace("_", "-") for stage in Stage)
DECISION_KINDS = ("settlement", "road", "before-roll", "discard", "robber", "turn", "road")
"""The word for the decision of each stage, as far as it is the seat on turn's alone, and of ``DISCARD``."""
ALONE = frozenset(range(len(DECISION_KINDS))) - {Stage.DISCARD.value}
"""The stages whose decision is the seat on turn's alone."""
VICTORY = "victory"
"""The one way a game ends: somebody has the points on their own turn."""

# Places in a row of cells. First what there is one of:
STAGE = 0
MOVER = 1
TURN = 2
"""The number of the table turn under way; 0 in the set-up."""
DICE = 3
"""What was rolled in this turn; 0 before."""
BANK = 4
"""A bundle of resources."""
DECK = 5
"""The development cards not yet drawn, a bundle."""
ROBBER = 6
"""The robber's hex, or ``OFF_BOARD``."""
NEW = 7
"""The development cards bought in this turn, a bundle."""
CARD_PLAYED = 8
"""1 if a development card was played in this turn."""
FREE_ROADS = 9
"""How many roads of a Road Building card are still to be placed."""
BUILT = 10
"""How many settlements and cities were built and paid for in this turn."""
STEALS = 11
"""How many cards were stolen in this turn."""
LONGEST = 12
"""The seat that holds the longest road, or ``NOBODY``."""
LARGEST = 13
"""The seat that holds the largest army, or ``NOBODY``."""
PLACED = 14
"""How many settlements of the set-up have been placed with their roads."""
ANCHOR = 15
"""The settlement of the set-up that waits for its road, or ``NOWHERE``."""
ALL_ROADS = 16
"""The paths that have a road, a mask."""
BARRED = 17
"""The intersections where no settlement may be built, because of one there or next to it, a mask."""
OCCUPIED = 18
"""The intersections that have a building, a mask."""
# Then what each seat has, one cell a seat:
HAND = 19
"""A bundle of resources."""
SETTLEMENTS = HAND + MAX_SEATS
CITIES = SETTLEMENTS + MAX_SEATS
ROADS = CITIES + MAX_SEATS
REACH = ROADS + MAX_SEATS
"""The intersections at the ends of the seat's roads, a mask."""
FRONT = REACH + MAX_SEATS
"""The paths next to the seat's roads and buildings, but for those beyond a rival's building, a mask."""
PRESENCE = FRONT + MAX_SEATS
"""The hexes next to which the seat has a building, a mask."""
RATES = PRESENCE + MAX_SEATS
"""How many cards of each resource the bank takes for one, a bundle."""
CARDS = RATES + MAX_SEATS
"""The development cards in hand, a bundle."""
PLAYED = CARDS + MAX_SEATS
"""The development cards played, a bundle."""
LENGTH = PLAYED + MAX_SEATS
"""The length of the seat's longest road."""
POINTS = LENGTH + MAX_SEATS
"""All points but the rule set's bonus, hidden ones included."""
OWES = POINTS + MAX_SEATS
"""How many cards the seat still has to discard."""
GAINS = OWES + MAX_SEATS
"""For each number from 0 to 12 what each seat gets when it is rolled (robber aside), a bundle."""
ROLLS = GAINS + 13 * MAX_SEATS
"""For each number from 0 to 12 how often it was rolled."""
# Then how the game went so far, which the module ``course`` reads and writes:
COURSE = STANDINGS = ROLLS + 13
"""How everybody stood after the set-up and after every table turn."""
NUMBER_PRODUCED = STANDINGS + 1
"""For each number how many cards it brought all seats."""
UNREACHED = NUMBER_PRODUCED + 1
"""For each number how many rolls, of any number, came before each card that it brings now, added up."""
UNREACHED_WAYS = UNREACHED + 1
"""The same by seat, where each number counts as often as two dice show it in 36 ways."""
PRODUCED = UNREACHED_WAYS + MAX_SEATS
"""How many cards the dice brought the seat."""
MISSED = PRODUCED + MAX_SEATS
"""How many more they would have brought but for the robber and an empty bank."""
TOOK = MISSED + MAX_SEATS
"""How many cards the seat took of others without a trade."""
LOST = TOOK + MAX_SEATS
"""How many cards others took of it."""
DISCARDED = LOST + MAX_SEATS
"""How many cards it discarded."""
RAISED = DISCARDED + MAX_SEATS
"""In which table turn each piece came to the board."""
AHEAD = RAISED + 1
"""The dice of this turn and the ones after it where they were published ahead: both dice as ``pack_dice``, else 0."""
CELLS = AHEAD + MAX_SEATS

NOBODY = NOWHERE = -1
OFF_BOARD = HEXES
"""In place of the robber's hex: beside the board."""


@dataclass(frozen=True, slots=True)
class Table:
    """What never changes in one game: rule set, edition as the options change it, board, seats in table order.

    In what is made for reports ``seats`` are called by names, and ``renamed`` has their ids. The rest follows from
    these, and is worked out once because it is looked up at every step.
    """

    rules: Rules
    edition: Edition
    options: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    board: Board
    renamed: tuple[str, ...] = ()
    numbers: tuple[SeatNumber, ...] = field(init=False, repr=False, compare=False)
    """All seats by their numbers."""
    number_of: Mapping[str, SeatNumber] = field(init=False, repr=False, compare=False)
    """The number of each seat by its name, and by its id."""
    decisions: tuple[tuple[tuple[Decision, ...], ...], ...] = field(init=False, repr=False, compare=False)
    """By stage and seat: that the seat decides alone; nothing for a stage that is not in ``ALONE``."""
    prices: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """What a road, a settlement, a city and a development card cost, bundles of resources."""
    robber_hexes: int = field(init=False, repr=False, compare=False)
    """Where the robber may be moved at all, a mask."""

    def list_others(self, seat: SeatNumber) -> tuple[SeatNumber, ...]:
        """All other seats, in the order in which they come after ``seat``."""
        return self.numbers[seat + 1 :] + self.numbers[:seat]

    @property
    def ids(self) -> tuple[str, ...]:
        """What orders call the seats."""
        return self.renamed or self.seats

    def rename(self, names: Mapping[str, str]) -> Table:
        """The same with the seats called by ``names``."""
        return replace(self, seats=tuple(names.get(seat, seat) for seat in self.seats), renamed=self.seats)

    def __post_init__(self) -> None:
        edition = self.edition
        barren = None if edition.robber_returns else edition.barren
        derive = partial(object.__setattr__, self)  # the dataclass is frozen
        derive("numbers", tuple(map(SeatNumber, range(len(self.seats)))))
        derive("number_of", dict(zip((*self.ids, *self.seats), self.numbers * 2, strict=True)))
        alone = {stage: tuple((Decision(seat, DECISION_KINDS[stage]),) for seat in self.seats) for stage in ALONE}
        derive("decisions", tuple(alone.get(stage, ()) for stage in Stage))
        derive("prices", (edition.road_cost, edition.settlement_cost, edition.city_cost, edition.card_cost))
        derive("robber_hexes", sum(1 << tile for tile, terrain in enumerate(self.board.terrains) if terrain != barren))


def name_phase(stage: int, turn: int) -> str:
    """``set-up``, ``play``, ``interlude`` or ``over``, by stage and table turn."""
    if stage in (Stage.OVER, Stage.INTERLUDE):
        return STAGE_NAMES[stage]
    return "play" if turn else "set-up"


class State(NamedTuple):
    """A position.

    ``cells`` holds whole numbers at the places named in this module; ``extra`` belongs to the rule set. What readers
    need has a method; seats are numbers in table order.
    """

    table: Table
    cells: tuple[int, ...]
    extra: object

    @property
    def stage(self) -> Stage:
        """What is to be done next."""
        return Stage(self.cells[STAGE])

    @property
    def mover(self) -> SeatNumber:
        """The seat on turn; at the end the winner."""
        return self.table.numbers[self.cells[MOVER]]

    @property
    def turn(self) -> int:
        """The number of the table turn, from 1; 0 in the set-up."""
        return self.cells[TURN]

    @property
    def dice(self) -> int:
        """What was rolled in this turn; 0 before."""
        return self.cells[DICE]

    @property
    def bank(self) -> int:
        """The resource cards in the bank, a bundle."""
        return self.cells[BANK]

    @property
    def deck(self) -> int:
        """The development cards not yet drawn, a bundle."""
        return self.cells[DECK]

    @property
    def robber(self) -> Hex | None:
        """The robber's hex; None while it is beside the board."""
        place = self.cells[ROBBER]
        return None if place == OFF_BOARD else Hex(place)

    @property
    def built(self) -> int:
        """How many settlements and cities were built and paid for in this turn."""
        return self.cells[BUILT]

    @property
    def longest(self) -> SeatNumber | None:
        """The seat that holds the longest road."""
        return self._holder(LONGEST)

    @property
    def largest(self) -> SeatNumber | None:
        """The seat that holds the largest army."""
        return self._holder(LARGEST)

    def _holder(self, place: int) -> SeatNumber | None:
        seat = self.cells[place]
        return None if seat == NOBODY else self.table.numbers[seat]

    def hand(self, seat: SeatNumber) -> int:
        """The resource cards of a seat, a bundle."""
        return self.cells[HAND + seat]

    def settlements(self, seat: SeatNumber) -> int:
        """The intersections with a settlement of the seat, a mask."""
        return self.cells[SETTLEMENTS + seat]

    def cities(self, seat: SeatNumber) -> int:
        """The intersections with a city of the seat, a mask."""
        return self.cells[CITIES + seat]

    def roads(self, seat: SeatNumber) -> int:
        """The paths with a road of the seat, a mask."""
        return self.cells[ROADS + seat]

    def developments(self, seat: SeatNumber) -> int:
        """The development cards in the seat's hand, a bundle."""
        return self.cells[CARDS + seat]

    def new_developments(self, seat: SeatNumber) -> int:
        """Those of them that it bought in this turn, a bundle."""
        return self.cells[NEW] if seat == self.cells[MOVER] else 0

    def played(self, seat: SeatNumber) -> int:
        """The development cards that the seat has played, a bundle."""
        return self.cells[PLAYED + seat]

    def rates(self, seat: SeatNumber) -> int:
        """How many cards of each resource the bank takes from the seat for one, a bundle."""
        return self.cells[RATES + seat]

    def road_length(self, seat: SeatNumber) -> int:
        """The length of the seat's longest road."""
        return self.cells[LENGTH + seat]

    def owes(self, seat: SeatNumber) -> int:
        """How many cards the seat still has to discard."""
        return self.cells[OWES + seat]

    def points(self, seat: SeatNumber) -> int:
        """All points of the seat, hidden ones included."""
        return count_points(self.table, self.cells, self.extra, seat)


def count_points(table: Table, cells: Cells, extra: object, seat: SeatNumber) -> int:
    """All points of the seat, hidden ones included."""
    points, rules = cells[POINTS + seat], table.rules
    if rules.bonus_name is None:
        return points
    return points + rules.bonus(extra, cells[SETTLEMENTS + seat] | cells[CITIES + seat])


class Draft:
    """The cells of a state, open for writing, and what has happened so far.

    It lives as long as one action is carried out. One that ``tells`` nothing keeps no events: nobody will read them.
    Named tuples are made with ``tuple.__new__``: calling them says the same, but takes longer, and there is one of them
    for everything that happens.
    """

    __slots__ = ("cells", "chance", "events", "extra", "table", "tells")

    def __init__(self, table: Table, cells: list[int], extra: object, chance: Chance, *, tells: bool) -> None:
        self.table = table
        self.cells = cells
        self.extra = extra
        self.chance = chance
        self.events: list[Event] = []
        self.tells = tells

    def note(self, kind: str, facts: JsonObject) -> None:
        """Note that something has happened, where anybody will read it."""
        if self.tells:
            self.events.append(tuple.__new__(Event, (kind, facts)))

    def freeze(self) -> State:
        """The state as the draft stands."""
        return tuple.__new__(State, (self.table, tuple(self.cells), self.extra))


def put(state: State, cell: int, value: int) -> State:
    """The same position but for one cell."""
    cells = list(state.cells)
    cells[cell] = value
    return State(state.table, tuple(cells), state.extra)
