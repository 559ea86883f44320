"""What a reader hears and sees of a game of Catan: facts let through one by one, by the table of who may know what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import TypeAlias

from adjudicator.core.agenda import Agenda
from adjudicator.core.event import Event
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Onlooker, Reader, Score, Seat
from adjudicator.rules.catan.known import Known, as_state, see_state
from adjudicator.rules.catan.mail.book import TradeBook
from adjudicator.rules.catan.mail.offers import read_book
from adjudicator.rules.catan.score import score_seats
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.view_json import write_view
from adjudicator.rules.catan.visibility import EVENTS, NO_ROWS, Rows, may_know

Describe: TypeAlias = Callable[[Known], JsonObject]
"""What a game built on this one adds to the view of the JSON output: keys of its own."""


def describe_nothing(known: Known) -> JsonObject:
    """The base game adds nothing."""
    del known
    return {}


class CatanViews:
    """See :class:`adjudicator.core.game.Views`.

    A game built on this one hands in the ``rows`` of its own events and what it adds to the view. Raises ``ValueError``
    for a row of an event of the base game: nobody may open what is hidden here.
    """

    def __init__(self, rows: Rows = NO_ROWS, describe: Describe = describe_nothing) -> None:
        known = [kind for kind in rows if kind in EVENTS]
        if known:
            raise ValueError(f"events of the base game: {', '.join(known)}")
        self._rows: Rows = {**EVENTS, **rows}
        self._describe = describe
        self._read: tuple[tuple[Agenda, ...], int, TradeBook] | None = None

    def see(self, state: State, agendas: Mapping[Seat, Agenda], reader: Reader) -> Known:
        """What ``reader`` knows of the position and of the trade book."""
        return see_state(state, self._open_book(state, agendas), reader)

    def _open_book(self, state: State, agendas: Mapping[Seat, Agenda]) -> TradeBook:
        """The trade book; read once for all readers, since agendas never change once made."""
        whose = tuple(agendas.values())
        if self._read is not None:
            before, turn, book = self._read
            if turn == state.turn and len(before) == len(whose) and all(map(is_, before, whose)):
                return book
        book = read_book(state.table, agendas, state.turn)
        self._read = whose, state.turn, book
        return book

    def hear(self, event: Event, reader: Reader) -> Event | None:
        """The event with those facts that ``reader`` may know; None where he may know none of them."""
        if reader is Onlooker.MODERATOR:
            return event
        row = self._rows.get(event.kind)
        if row is None:
            return None
        seat = None if isinstance(reader, Onlooker) else reader
        facts = {fact: value for fact, value in event.facts.items() if fact in row and may_know(row[fact], event, seat)}
        return None if event.facts and not facts else Event(event.kind, facts)

    def scores(self, known: Known) -> tuple[Score, ...]:
        """Points so far; hidden points that the reader may not know count 0."""
        return tuple(
            score._replace(complete=seat.unplayed is not None or not seat.developments)
            for seat, score in zip(known.seats, score_seats(as_state(known)), strict=True)
        )

    def to_json(self, known: Known) -> JsonObject:
        """The view of the JSON output."""
        return {**write_view(known), **self._describe(known)}
