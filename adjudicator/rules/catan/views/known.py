"""What one reader knows of a position: every fact named here, one by one. What is not named is not known.

See ``docs/secrets-catan.md`` for the table of who knows what. The trade book is public: offers that stand, and the
proposal that waits for answers.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.core.table import Onlooker, Reader
from adjudicator.rules.catan.cards import COUNT, KNIGHT, ONE, VICTORY_POINT, Bundle, count_kind
from adjudicator.rules.catan.derived import derive
from adjudicator.rules.catan.resources import TOTALS, pack_dice, unpack_dice
from adjudicator.rules.catan.setup import start_cells
from adjudicator.rules.catan.state import (
    AHEAD,
    ANCHOR,
    ASIDE,
    BANK,
    BUILT,
    CARD_PLAYED,
    CARDS,
    CITIES,
    DECK,
    DICE,
    FREE_ROADS,
    HAND,
    LARGEST,
    LENGTH,
    LONGEST,
    MOVER,
    NEW,
    NOBODY,
    NOWHERE,
    OWES,
    PLACED,
    PLAYED,
    RATES,
    ROADS,
    ROBBER,
    ROLLS,
    SETTLEMENTS,
    STAGE,
    STEALS,
    TURN,
    Stage,
    State,
    Table,
)


class Offer(NamedTuple):
    """A standing offer of ``seat``, to be taken by the seat on turn; seats are numbers in table order.

    ``give`` and ``get`` are what ``seat`` gives and gets. ``to`` are the seats that may take it (empty: all), ``left``
    how often it may still be taken (None: as often as wanted), ``until`` the last table turn in which it stands. What
    its owner wants to keep in hand is not here: that is private.
    """

    seat: int
    number: int
    give: Bundle
    get: Bundle
    to: tuple[int, ...]
    left: int | None
    until: int | None


class Proposal(NamedTuple):
    """A trade that the seat on turn proposes to ``to``, in order; ``give`` and ``get`` are its own."""

    seat: int
    give: Bundle
    get: Bundle
    to: tuple[int, ...]


class TradeBook(NamedTuple):
    """Offers by seat and number, and the proposal that is open."""

    offers: tuple[Offer, ...] = ()
    proposal: Proposal | None = None


EMPTY_BOOK = TradeBook()


class KnownSeat(NamedTuple):
    """What is known of one seat.

    ``cards`` and ``developments`` count cards in hand; ``hand``, ``unplayed`` and ``fresh`` (bought in this turn) are
    their kinds, None where the reader may not know them. ``points`` leaves out the hidden points of others.
    """

    name: str
    cards: int
    hand: Bundle | None
    developments: int
    unplayed: Bundle | None
    fresh: Bundle | None
    bought: int
    played: Bundle
    settlements: int
    cities: int
    roads: int
    rates: Bundle
    road_length: int
    owes: int
    points: int


class Known(NamedTuple):
    """What one reader knows.

    ``reader`` is the number of the seat, or None for an onlooker. ``ahead`` has the dice published for this turn and
    the turns after it, None where they were not. ``bought`` of a seat counts the cards it bought in this turn.
    ``extra`` is what the rule set lets the reader know of its own part.
    """

    table: Table
    reader: int | None
    stage: Stage
    mover: int
    turn: int
    dice: int
    ahead: tuple[tuple[int, int] | None, ...]
    rolls: tuple[int, ...]
    bank: Bundle
    deck: int
    robber: int | None
    card_played: bool
    free_roads: int
    built: int
    steals: int
    placed: int
    anchor: int | None
    longest: int | None
    largest: int | None
    seats: tuple[KnownSeat, ...]
    extra: object
    book: TradeBook


def see_state(state: State, book: TradeBook, reader: Reader) -> Known:
    """What ``reader`` knows of ``state``: hands and unplayed cards are their seat's, the moderator's, and at the end
    everybody's; all else lies on the table.
    """
    table, cells = state.table, state.cells
    number = None if isinstance(reader, Onlooker) else table.number_of[reader]
    everything = reader is Onlooker.MODERATOR or state.stage is Stage.OVER
    return Known(
        table=table,
        reader=number,
        stage=state.stage,
        mover=state.mover,
        turn=state.turn,
        dice=state.dice,
        ahead=tuple(
            unpack_dice(cells[AHEAD + ahead]) if cells[AHEAD + ahead] else None for ahead in range(len(table.seats))
        ),
        rolls=tuple(cells[ROLLS + total] for total in TOTALS),
        bank=state.bank,
        deck=state.deck % COUNT,
        robber=state.robber,
        card_played=bool(cells[CARD_PLAYED]),
        free_roads=cells[FREE_ROADS],
        built=state.built,
        steals=cells[STEALS],
        placed=cells[PLACED],
        anchor=None if cells[ANCHOR] == NOWHERE else cells[ANCHOR],
        longest=state.longest,
        largest=state.largest,
        seats=tuple(_see_seat(state, seat, open_=everything or seat == number) for seat in range(len(table.seats))),
        extra=table.rules.see(state.extra, number, everything),
        book=book,
    )


def _see_seat(state: State, seat: int, *, open_: bool) -> KnownSeat:
    cells = state.cells
    developments, fresh = cells[CARDS + seat], state.new_developments(seat)
    hidden = 0 if open_ else count_kind(developments, VICTORY_POINT) * state.table.edition.card_points
    return KnownSeat(
        name=state.table.seats[seat],
        cards=cells[HAND + seat] % COUNT,
        hand=cells[HAND + seat] if open_ else None,
        developments=developments % COUNT,
        unplayed=developments if open_ else None,
        fresh=fresh if open_ else None,
        bought=fresh % COUNT,
        played=cells[PLAYED + seat],
        settlements=cells[SETTLEMENTS + seat],
        cities=cells[CITIES + seat],
        roads=cells[ROADS + seat],
        rates=cells[RATES + seat],
        road_length=cells[LENGTH + seat],
        owes=cells[OWES + seat],
        points=state.points(seat) - hidden,
    )


def as_state(known: Known) -> State:
    """A position that agrees with all that is known; what is not known are stand-ins of the right number.

    Cards of others are of the first kind, and so is the deck: enough to ask what the reader may do with his own.
    """
    table = known.table
    cells = start_cells(table.edition, table.board)
    cells[STAGE] = known.stage.value
    cells[MOVER] = known.mover
    cells[TURN] = known.turn
    cells[DICE] = known.dice
    for ahead, dice in enumerate(known.ahead):
        cells[AHEAD + ahead] = pack_dice(dice) if dice else 0
    for total, count in zip(TOTALS, known.rolls, strict=True):
        cells[ROLLS + total] = count
    cells[BANK] = known.bank
    cells[DECK] = known.deck * ONE[KNIGHT]
    cells[ROBBER] = ASIDE if known.robber is None else known.robber
    cells[NEW] = known.seats[known.mover].fresh or known.seats[known.mover].bought * ONE[KNIGHT]
    cells[CARD_PLAYED] = int(known.card_played)
    cells[FREE_ROADS] = known.free_roads
    cells[BUILT] = known.built
    cells[STEALS] = known.steals
    cells[PLACED] = known.placed
    cells[ANCHOR] = NOWHERE if known.anchor is None else known.anchor
    cells[LONGEST] = NOBODY if known.longest is None else known.longest
    cells[LARGEST] = NOBODY if known.largest is None else known.largest
    for number, seat in enumerate(known.seats):
        cells[HAND + number] = seat.cards * ONE[0] if seat.hand is None else seat.hand
        cells[CARDS + number] = seat.developments * ONE[KNIGHT] if seat.unplayed is None else seat.unplayed
        cells[PLAYED + number] = seat.played
        cells[SETTLEMENTS + number] = seat.settlements
        cells[CITIES + number] = seat.cities
        cells[ROADS + number] = seat.roads
        cells[OWES + number] = seat.owes
    derive(table, cells, known.extra)
    return State(table, tuple(cells), known.extra)
