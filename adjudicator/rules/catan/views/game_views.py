"""What a reader hears and sees of a game of Catan: facts let through one by one, by the table of who may know what."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from adjudicator.core.agenda import EMPTY, Agenda
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import Event, Moment, Onlooker, Reader, Score, Seat, SeatNumber, list_moments
from adjudicator.kit.hexes import Hex
from adjudicator.rules.catan.awards import score_seats
from adjudicator.rules.catan.cards import DEVELOPMENTS, RESOURCES, Bundle, name_cards, unpack
from adjudicator.rules.catan.dealing import TOTALS
from adjudicator.rules.catan.mail.asks import list_dry
from adjudicator.rules.catan.mail.offers import read_book, tell_alike
from adjudicator.rules.catan.state import STAGE_NAMES, State, name_phase
from adjudicator.rules.catan.topology import (
    BARE,
    HARBOUR_PATHS,
    LETTERS,
    PATH_NAMED,
    PATH_NAMES,
    Board,
    list_intersections,
    list_paths,
)
from adjudicator.rules.catan.views.known import (
    EVENTS,
    NO_ROWS,
    KnownSeat,
    Offer,
    Rows,
    Terms,
    TradeBook,
    View,
    as_counted,
    may_know,
    open_to,
    see_state,
)

_SHOWN = frozenset({"turn-began", "settlement-built", "city-built", "road-built", "robber-moved"})
"""The events with which a moment begins."""
Following: TypeAlias = Mapping[str, Callable[[object, Event], object]]
"""For each kind of event that changes the extra of a game built on this one: the extra after it. It begins a moment."""
NOTHING_MORE: Following = MappingProxyType({})
Describe: TypeAlias = Callable[[View], JsonObject]
"""What a game built on this one adds to the view of the JSON output: keys of its own."""


class CatanViews:
    """See :class:`adjudicator.core.game.Views`.

    A game built on this one hands in the ``rows`` of its own events, what it adds to the view, and how its extra
    follows from its events. Raises ``ValueError`` for a row of an event of the base game: nobody may open what is
    hidden here.
    """

    def __init__(
        self,
        rows: Rows = NO_ROWS,
        describe: Describe = lambda known: {},  # noqa: ARG005 - the base game adds nothing
        following: Following = NOTHING_MORE,
    ) -> None:
        known = [kind for kind in rows if kind in EVENTS]
        if known:
            raise ValueError(f"events of the base game: {', '.join(known)}")
        self._rows: Rows = {**EVENTS, **rows}
        self._describe, self._following = describe, following
        self._seen: tuple[State | None, dict[Reader, View]] = None, {}
        self._read: tuple[tuple[Agenda, ...], tuple[tuple[Seat, ...], ...], int, TradeBook] | None = None

    def see(self, state: State, agendas: Mapping[Seat, Agenda], reader: Reader) -> View:
        """What ``reader`` knows of the position and of the trade book, and what is left of its own orders."""
        own = EMPTY if isinstance(reader, Onlooker) else agendas.get(reader, EMPTY)
        book, seen = self._open_book(state, agendas), self._list_seen(state)
        if Onlooker.PUBLIC not in seen:
            seen[Onlooker.PUBLIC] = see_state(state, book, Onlooker.PUBLIC)
        known = seen[reader] if reader in seen else open_to(seen[Onlooker.PUBLIC], state, reader)
        if known.book is not book or known.filed is not own.items or known.standing is not own.standing:
            known = known._replace(book=book, filed=own.items, standing=own.standing)
        seen[reader] = known
        return known if state.turn else known._replace(dry=list_dry(state, agendas))

    def _list_seen(self, state: State) -> dict[Reader, View]:
        """What each reader was found to know of the position; put together once, though many questions are asked."""
        if self._seen[0] is not state:
            self._seen = state, {}
        return self._seen[1]

    def _open_book(self, state: State, agendas: Mapping[Seat, Agenda]) -> TradeBook:
        """The trade book; read once for all readers, and again when an agenda says something else for it."""
        seats, whose = (state.table.seats, tuple(agendas)), tuple(agendas.values())
        if self._read is not None:
            before, named, turn, book = self._read
            if turn == state.turn and named == seats and all(map(tell_alike, before, whose)):
                self._read = whose, seats, turn, book
                return book
        book = read_book(state.table, agendas, state.turn)
        self._read = whose, seats, state.turn, book
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

    def scores(self, known: View) -> tuple[Score, ...]:
        """Points so far; hidden points that the reader may not know count 0."""
        return tuple(
            score._replace(complete=seat.unplayed is not None or not seat.developments)
            for seat, score in zip(known.seats, score_seats(as_counted(known)), strict=True)
        )

    def to_json(self, known: View) -> JsonObject:
        """The view of the JSON output."""
        return {**write_view(known), **self._describe(known)}

    def rename(self, known: View, names: Mapping[Seat, str]) -> View:
        """The same at a table where the seats have names."""
        seats = tuple(seat._replace(name=names.get(seat.name, seat.name)) for seat in known.seats)
        return known._replace(table=known.table.rename(names), seats=seats)

    def retell(self, before: View, after: View, heard: Sequence[Event]) -> Sequence[Moment[View]]:
        """Piece by piece: each moment as everybody knew the board right after it, with the events that led to it.

        Hands and cards stay as they were until the last moment, which is ``after`` itself.
        """
        following = self._following

        def follow(known: View, events: Sequence[Event]) -> View:
            for event in events:
                known = _follow(known, event)
                if event.kind in following:
                    known = known._replace(extra=following[event.kind](known.extra, event))
            return known

        shown = {*_SHOWN, *following}
        return list_moments(before, after, heard, shown=shown, follow=follow, turn_of=lambda known: known.turn)


def write_view(known: View) -> JsonObject:
    """The view of the base game; its schema is ``schemas/output/catan/view.json``."""
    names = known.table.seats
    return {
        "board": _write_board(known.table.board),
        "phase": name_phase(known.stage, known.turn),
        "stage": STAGE_NAMES[known.stage],
        "mover": names[known.mover],
        "turn": known.turn,
        "dice": known.dice,
        "ahead": _list_ahead(known),
        "rolls": {str(total): count for total, count in zip(TOTALS, known.rolls, strict=True)},
        "target": known.table.edition.target,
        "robber": None if known.robber is None else LETTERS[known.robber],
        "bank": _count_each(known.bank),
        "deck": known.deck,
        "longest_road": _name_seat(known, known.longest),
        "largest_army": _name_seat(known, known.largest),
        "seats": {seat.name: _write_seat(seat) for seat in known.seats},
        "offers": _list_offers(names, known.book),
        "proposal": _write_proposal(names, known.book),
    }


def _write_board(board: Board) -> JsonObject:
    return {
        "hexes": {
            letter: {"terrain": terrain, "number": None if number == BARE else number}
            for letter, terrain, number in zip(LETTERS, board.terrains, board.numbers, strict=True)
        },
        "harbours": {PATH_NAMES[path]: kind for path, kind in zip(HARBOUR_PATHS, board.harbours, strict=True)},
    }


def _list_ahead(known: View) -> list[JsonValue]:
    """Dice published and not yet rolled."""
    names = known.table.seats
    return [
        {"seat": names[(known.mover + ahead) % len(names)], "turn": known.turn + ahead, "dice": list(dice)}
        for ahead, dice in enumerate(known.ahead)
        if dice is not None and (ahead or not known.dice)
    ]


def _count_each(cards: Bundle) -> JsonObject:
    return dict(zip(RESOURCES, unpack(cards), strict=True))


def _name_seat(known: View, seat: SeatNumber | None) -> str | None:
    return None if seat is None else known.table.seats[seat]


def _write_seat(seat: KnownSeat) -> JsonObject:
    return {
        "cards": seat.cards,
        "hand": None if seat.hand is None else name_cards(seat.hand),
        "developments": seat.developments,
        "unplayed": None if seat.unplayed is None else name_cards(seat.unplayed, DEVELOPMENTS),
        "fresh": None if seat.fresh is None else name_cards(seat.fresh, DEVELOPMENTS),
        "played": name_cards(seat.played, DEVELOPMENTS),
        "settlements": list(list_intersections(seat.settlements)),
        "cities": list(list_intersections(seat.cities)),
        "roads": [PATH_NAMES[path] for path in list_paths(seat.roads)],
        "rates": _count_each(seat.rates),
        "road_length": seat.road_length,
        "owes": seat.owes,
        "points": seat.points,
    }


def _list_offers(names: tuple[str, ...], book: TradeBook) -> list[JsonValue]:
    return [
        {
            "seat": names[offer.seat],
            **_write_terms(names, offer.number, offer),
            "left": offer.left,
            "until": offer.until,
        }
        for offer in book.offers
    ]


def _write_proposal(names: tuple[str, ...], book: TradeBook) -> JsonObject | None:
    if book.proposal is None:
        return None
    terms = [_write_terms(names, number, each) for number, each in book.proposal.list_numbered()]
    more: JsonObject = {"or": terms[1:]} if terms[1:] else {}
    return {"seat": names[book.proposal.seat], **terms[0], **more}


def _write_terms(names: tuple[str, ...], number: int, terms: Terms | Offer) -> JsonObject:
    give, get = name_cards(terms.give), name_cards(terms.get)
    return {"number": number, "give": give, "get": get, "to": [names[seat] for seat in terms.to]}


def _follow(known: View, event: Event) -> View:
    """What everybody knows once ``event`` has happened, as far as the board and the dice show it."""
    facts = event.facts
    match event.kind:
        case "turn-began":
            return known._replace(turn=int(str(facts["turn"])), mover=known.table.number_of[str(facts["seat"])], dice=0)
        case "dice-rolled":
            total = int(str(facts["total"]))
            rolls = [count + (number == total) for number, count in enumerate(known.rolls, start=2)]
            return known._replace(dice=total, rolls=tuple(rolls))
        case "robber-moved":
            return known._replace(robber=Hex(LETTERS.index(str(facts["hex"]))))
        case "longest-road":
            return known._replace(longest=_find_holder(known, facts["seat"]))
        case "largest-army":
            return known._replace(largest=_find_holder(known, facts["seat"]))
        case "settlement-built" | "city-built" | "road-built":
            number = known.table.number_of[str(facts["seat"])]
            seats = list(known.seats)
            seats[number] = _build(seats[number], event)
            return known._replace(seats=tuple(seats))
    return known


def _find_holder(known: View, seat: object) -> SeatNumber | None:
    return None if seat is None else known.table.number_of[str(seat)]


def _build(seat: KnownSeat, event: Event) -> KnownSeat:
    if event.kind == "road-built":
        return seat._replace(roads=seat.roads | 1 << PATH_NAMED[str(event.facts["path"])])
    spot = 1 << int(str(event.facts["intersection"]))
    if event.kind == "city-built":
        return seat._replace(settlements=seat.settlements & ~spot, cities=seat.cities | spot)
    return seat._replace(settlements=seat.settlements | spot)
