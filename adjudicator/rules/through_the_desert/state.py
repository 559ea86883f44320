"""The position: one immutable value, sets of hexes as masks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from adjudicator.core.table import Setting
from adjudicator.rules.through_the_desert.board import Board
from adjudicator.rules.through_the_desert.boards.shelf import load_board
from adjudicator.rules.through_the_desert.editions import EDITIONS, OPTIONS, Edition


class Phase(Enum):
    """What kind of action is due."""

    RETURNS = "returns"
    """Five seats: each returns one leader to the box."""
    LEADERS = "leaders"
    CAMELS = "camels"
    OVER = "over"


class Ending(Enum):
    """Why the game ended."""

    LAST_CAMEL = "last-camel"
    """The move in which the last camel of a colour was placed is over (2005 "Game End and Final Scoring")."""
    STUCK = "stuck"
    """A player could not place a camel (manual "Game End"; Allplay 2023 "Game End")."""


@dataclass(frozen=True)
class Table:
    """What never changes in one game: edition, options, board, seats in table order."""

    edition: Edition
    options: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    board: Board

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The names of the camel colours, in the edition's order."""
        return self.edition.colours

    @cached_property
    def leaders_each(self) -> int:
        """How many leaders each seat places."""
        return self.edition.leaders[len(self.seats)]

    def option(self, name: str) -> str:
        """The value of an option in this game."""
        return dict(self.options)[name]


def lay_table(setting: Setting, board: Board | None = None) -> Table:
    """The table for ``setting``, with ``board`` in place of the edition's own where one is given.

    Raises ``ValueError`` for an edition, an option, a value or a number of seats that does not exist.
    """
    edition = EDITIONS.get(setting.edition)
    if edition is None:
        raise ValueError(f"no edition {setting.edition!r}; there are {', '.join(EDITIONS)}")
    if len(setting.seats) not in edition.boards:
        raise ValueError(f"{len(setting.seats)} seats; the game is for {min(edition.boards)} to {max(edition.boards)}")
    known = {option.name: option for option in OPTIONS}
    for name, value in setting.options.items():
        if name not in known:
            raise ValueError(f"no option {name!r}; there are {', '.join(known)}")
        if value not in known[name].values:
            raise ValueError(f"option {name} is one of {', '.join(known[name].values)}, not {value!r}")
    options = tuple((name, setting.options.get(name, option.default)) for name, option in known.items())
    return Table(edition, options, setting.seats, board or load_board(edition.boards[len(setting.seats)]))


class Area(NamedTuple):
    """An enclosed area: whose it is, its hexes (a mask, oases included) and its points at the end (ruling E9)."""

    seat: int
    colour: int
    hexes: int
    points: int


NOWHERE = -1
"""In place of a leader's hex: it does not stand on the board yet."""
BOXED = -2
"""In place of a leader's hex: it was returned to the box (five seats)."""


class State(NamedTuple):
    """A position.

    Caravans are numbered ``seat * 5 + colour``. ``camels`` has each caravan's camels, its leader included, ``reach``
    the same and every hex next to them, ``linked`` the oases it has scored. ``leaders`` has the bit index of each
    leader (or ``NOWHERE``, ``BOXED``). ``water`` is the mask of tokens still lying, ``values`` the value of the
    token on each bit index (0 without one). ``taken`` counts, for each seat, the tokens taken of value 1, 2 and 3;
    it is None where the reader may not know. ``moves`` counts the table turns before
    the one under way, or, at the end, before the last one; ``left`` how many placements
    the seat on move has still to make.
    """

    table: Table
    phase: Phase
    on_move: int
    left: int
    moves: int
    oases: int
    water: int
    values: tuple[int, ...]
    supply: tuple[int, ...]
    leaders: tuple[int, ...]
    camels: tuple[int, ...]
    reach: tuple[int, ...]
    linked: tuple[int, ...]
    occupied: int
    closed: int
    areas: tuple[Area, ...]
    taken: tuple[tuple[int, int, int] | None, ...]
    ending: Ending | None
    largest: tuple[tuple[int, ...], ...]
    """At the end: for each colour the seats that hold the largest caravan; empty before."""


COLOURS = 5
"""Every edition has five camel colours; caravans are numbered by it."""


def count_leader_moves(table: Table) -> int:
    """How many table turns pass before the first camel: returns, where each seat chooses, and leaders."""
    seats = len(table.seats)
    chosen = table.leaders_each < COLOURS and table.option("returned-leaders") == "choice"
    return seats * (table.leaders_each + chosen)
