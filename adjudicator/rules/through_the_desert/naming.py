"""A position by the names of seats, colours and hexes, as records, reports and CASE files have it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from adjudicator.core.table import SeatNumber
from adjudicator.rules.through_the_desert.picture.view import AreaView
from adjudicator.rules.through_the_desert.state import COLOURS, State, Table

T = TypeVar("T")


def name_areas(state: State) -> list[AreaView]:
    """Every enclosed area, as they were closed."""
    seats, colours, names_of = state.table.seats, state.table.colours, state.table.board.grid.names_of
    return [
        {"seat": seats[seat], "colour": colours[colour], "hexes": names_of(hexes), "points": points}
        for seat, colour, hexes, points in state.areas
    ]


def name_caravans(table: Table, values: Iterable[T]) -> dict[str, dict[str, T]]:
    """``values``, one a caravan, by seat and colour."""
    listed = iter(values)
    return {seat: {colour: next(listed) for colour in table.colours} for seat in table.seats}


def list_leaders(state: State, seat: SeatNumber, place: int) -> list[str]:
    """The colours of the leaders of ``seat`` that are at ``place``: ``NOWHERE`` or ``BOXED``."""
    return [colour for colour, at in zip(state.table.colours, of_seat(state.leaders, seat), strict=True) if at == place]


def list_crossed(state: State, seat: SeatNumber) -> list[str]:
    """The colours of the caravans of ``seat`` that have scored the river."""
    return [colour for n, colour in enumerate(state.table.colours, seat * COLOURS) if state.crossed >> n & 1]


def of_seat(values: Sequence[T], seat: SeatNumber) -> Sequence[T]:
    """Of ``values``, one a caravan, those of ``seat``, by colour."""
    return values[seat * COLOURS : (seat + 1) * COLOURS]
