"""The position: one immutable value, sets of hexes as masks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import count, islice
from typing import NamedTuple

from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import Hex
from adjudicator.rules.through_the_desert.board import Board
from adjudicator.rules.through_the_desert.editions import Edition


class Phase(Enum):
    """What kind of action is due."""

    RETURNS = "returns"
    """Five seats: each returns one leader to the box."""
    LEADERS = "leaders"
    CAMELS = "camels"
    OVER = "over"


class EndReason(Enum):
    """Why the game ended."""

    LAST_CAMEL = "last-camel"
    """The move in which the last camel of a colour was placed is over (2005 "Game End and Final Scoring")."""
    STUCK = "stuck"
    """A player could not place a camel (manual "Game End"; Allplay 2023 "Game End")."""


@dataclass(frozen=True)
class Table:
    """What never changes in one game: edition, options that mean something here, board, seats in table order.

    In what is made for reports ``seats`` are called by names, and ``renamed`` has their ids.
    """

    edition: Edition
    options: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    board: Board
    renamed: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """What orders call the seats."""
        return self.renamed or self.seats

    @cached_property
    def numbered(self) -> tuple[tuple[SeatNumber, str], ...]:
        """The number and the name of each seat."""
        return tuple((SeatNumber(number), name) for number, name in enumerate(self.seats))

    @cached_property
    def number_of(self) -> Mapping[str, SeatNumber]:
        """The number of each seat by its name, and by its id."""
        return {name: number for number, _ in self.numbered for name in (self.ids[number], self.seats[number])}

    def rename(self, names: Mapping[str, str]) -> Table:
        """The same with the seats called by ``names``."""
        return replace(self, seats=tuple(names.get(seat, seat) for seat in self.seats), renamed=self.seats)

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The names of the camel colours, in the edition's order."""
        return self.edition.colours

    @cached_property
    def leaders_each(self) -> int:
        """How many leaders each seat places."""
        return self.edition.leaders[len(self.seats)]

    @cached_property
    def return_moves(self) -> int:
        """How many table turns pass before the first leader: one for each seat that chooses what it returns."""
        return len(self.seats) if self.leaders_each < COLOURS and self.returns_chosen else 0

    @cached_property
    def leader_moves(self) -> int:
        """How many table turns pass before the first camel: returns, where each seat chooses, and leaders."""
        return self.return_moves + len(self.seats) * self.leaders_each

    @cached_property
    def returns_chosen(self) -> bool:
        """Whether each seat chooses the leader that it returns to the box (ruling S5)."""
        return ("returned-leaders", "choice") in self.options

    @cached_property
    def first_bound(self) -> bool:
        """Whether the first seat opens with the colour that the last one returned (ruling L4)."""
        return ("first-leader", "bind") in self.options

    @cached_property
    def serpentine(self) -> bool:
        """Whether every other round of leaders runs backwards (ruling L5)."""
        return ("leader-order", "serpentine") in self.options

    @cached_property
    def face_down(self) -> bool:
        """Whether water lies face down, and is drawn when it is taken (ruling W6)."""
        return ("water", "face-down") in self.options

    @cached_property
    def taken_hidden(self) -> bool:
        """Whether the values of water taken are hidden from other seats until the end (ruling W5)."""
        return ("taken-water", "hidden") in self.options


class Area(NamedTuple):
    """An enclosed area: whose it is, its hexes (a mask, oases included) and its points at the end (ruling E9)."""

    seat: SeatNumber
    colour: int
    hexes: int
    points: int


class WaterTokens(NamedTuple):
    """The water tokens a seat has taken: how many of each value, and how many whose value the reader does not know."""

    ones: int = 0
    twos: int = 0
    threes: int = 0
    unseen: int = 0


class PlacedCamel(NamedTuple):
    """A camel as it was placed: its caravan, its hex (a bit index) and all points that it brought at once."""

    caravan: int
    hex: Hex
    points: int


NOWHERE = Hex(-1)
"""In place of a leader's hex: it does not stand on the board yet."""
BOXED = Hex(-2)
"""In place of a leader's hex: it was returned to the box (five seats)."""


class State(NamedTuple):
    """A position.

    Caravans are numbered ``seat * 5 + colour``. ``camels`` has each caravan's camels, its leader included, ``reach``
    the same and every hex next to them, ``linked`` the oases it has scored. ``leaders`` has the bit index of each
    leader (or ``NOWHERE``, ``BOXED``). ``water`` is the mask of tokens still lying, ``values`` the value of the
    token on each bit index (0 without one, and for a token that lies face down). ``taken`` has the tokens each seat
    has taken. ``crossed`` has a bit for each caravan that has scored the river. ``trail`` has every camel placed, in
    order; a reader who may not know what water was worth reads 0 for all their points. ``moves`` counts the table
    turns before the one under way, or, at the end, before the last one; ``left`` how many placements the seat on move
    has still to make.
    """

    table: Table
    phase: Phase
    on_move: SeatNumber
    left: int
    moves: int
    oases: int
    water: int
    values: tuple[int, ...]
    supply: tuple[int, ...]
    leaders: tuple[Hex, ...]
    camels: tuple[int, ...]
    reach: tuple[int, ...]
    linked: tuple[int, ...]
    taken: tuple[WaterTokens, ...]
    occupied: int = 0
    closed: int = 0
    areas: tuple[Area, ...] = ()
    crossed: int = 0
    trail: tuple[PlacedCamel, ...] = ()
    ending: EndReason | None = None
    largest: tuple[tuple[SeatNumber, ...], ...] = ()
    """At the end: for each colour the seats that hold the largest caravan; empty before."""


COLOURS = 5
"""Every edition has five camel colours; caravans are numbered by it."""


def count_placements(table: Table, moves: int) -> int:
    """How many camels the move after so many ``moves`` takes (2005 "Placing Camels", exception; ruling T1)."""
    opening = moves - table.leader_moves
    short = 1 if len(table.seats) == 2 else 2  # noqa: PLR2004 - two players
    return 1 if opening < short else table.edition.camels_a_move


def find_mover(table: Table, phase: Phase, moves: int) -> SeatNumber:
    """The seat on move in ``phase`` after so many table ``moves``.

    Seats move clockwise; in serpentine order every other round of leaders runs backwards (ruling L5).
    """
    seats = len(table.seats)
    passed, place = divmod(moves - table.return_moves, seats)
    backwards = table.serpentine and phase is Phase.LEADERS and passed % 2
    return SeatNumber(seats - 1 - place if backwards else place)


def find_phase(state: State, ahead: int) -> Phase:
    """What is due so many moves after the one under way."""
    if state.phase is Phase.CAMELS:
        return Phase.CAMELS
    table, moves, phase = state.table, state.moves + ahead, state.phase
    if phase is Phase.RETURNS and moves >= table.return_moves:
        phase = Phase.LEADERS
    return Phase.CAMELS if phase is Phase.LEADERS and moves >= table.leader_moves else phase


def is_last_move(state: State) -> bool:
    """Whether the game ends with the move under way: a colour has run out (rulings T5, T7)."""
    return state.phase is Phase.CAMELS and 0 in state.supply


def list_movers(state: State) -> list[SeatNumber]:
    """The seats that move from now on, in order, until one of them would move again: those of one round."""
    movers: list[SeatNumber] = []
    for ahead in count():
        mover = find_mover(state.table, find_phase(state, ahead), state.moves + ahead)
        if mover in movers:
            break
        movers.append(mover)
    return movers


def group_turns(known: State) -> list[tuple[PlacedCamel, ...]]:
    """The camels of every table turn, the first one after the leaders first; the newest may be under way."""
    turns: list[tuple[PlacedCamel, ...]] = []
    camels = iter(known.trail)
    moves = known.table.leader_moves
    while turn := tuple(islice(camels, count_placements(known.table, moves + len(turns)))):
        turns.append(turn)
    return turns
