"""What one reader knows of a position: every fact named here, one by one. What is not named is not known.

The trade book is public: offers that stand, and the proposal that waits for answers. At the end a row for every kind of
event, with every fact it can have, and one for every field of what is known, says who may know it; what has no row is
the moderator's alone. ``docs/secrets-catan.md`` has these tables.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple, TypeAlias

from adjudicator.core.agenda import Item
from adjudicator.core.table import Event, Onlooker, Reader, Seat, SeatNumber
from adjudicator.kit.hexes import Hex
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.cards import COUNT, KNIGHT, ONE, VICTORY_POINT, Bundle, count_kind
from adjudicator.rules.catan.dealing import TOTALS, pack_dice, unpack_dice
from adjudicator.rules.catan.pieces import derive
from adjudicator.rules.catan.setup import start_cells
from adjudicator.rules.catan.state import NOBODY, NOWHERE, Stage, State, Table
from adjudicator.rules.catan.topology import Intersection


class Offer(NamedTuple):
    """A standing offer of ``seat``, to be taken by the seat on turn; seats are numbers in table order.

    ``give`` and ``get`` are what ``seat`` gives and gets. ``to`` are the seats that may take it (empty: all), ``left``
    how often it may still be taken (None: as often as wanted), ``until`` the last table turn in which it stands. What
    its owner wants to keep in hand is not here: that is private.
    """

    seat: SeatNumber
    number: int
    give: Bundle
    get: Bundle
    to: tuple[SeatNumber, ...]
    left: int | None
    until: int | None


class Terms(NamedTuple):
    """What the seat on turn proposes to ``to``, in order; ``give`` and ``get`` are its own."""

    give: Bundle
    get: Bundle
    to: tuple[SeatNumber, ...]


class Proposal(NamedTuple):
    """A trade that ``seat``, which is on turn, proposes: terms in the order in which it would like them.

    ``numbers`` are those by which they are called: their places, from 1, among all that was proposed. Of that, what
    waits for nobody is not here.
    """

    seat: SeatNumber
    terms: tuple[Terms, ...]
    numbers: tuple[int, ...]

    @property
    def to(self) -> tuple[SeatNumber, ...]:
        """Everybody to whom some of the terms are proposed, each once, in order."""
        return tuple(dict.fromkeys(partner for terms in self.terms for partner in terms.to))

    def list_for(self, seat: SeatNumber) -> tuple[tuple[int, Terms], ...]:
        """The terms proposed to ``seat``, with their numbers."""
        return tuple((number, terms) for number, terms in self.list_numbered() if seat in terms.to)

    def list_numbered(self) -> tuple[tuple[int, Terms], ...]:
        """All the terms, with their numbers."""
        return tuple(zip(self.numbers, self.terms, strict=True))

    @property
    def several(self) -> bool:
        """Whether a number tells terms of it from others."""
        return self.numbers != (1,)


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


class View(NamedTuple):
    """What one reader knows.

    ``reader`` is the number of the seat, or None for an onlooker. ``ahead`` has the dice published for this turn and
    the turns after it, None where they were not. ``bought`` of a seat counts the cards it bought in this turn.
    ``course`` are the cells that say how the game went so far, all of which lies on the table. ``extra`` is what the
    rule set lets the reader know of its own part, ``filed`` the orders that the seat itself has left from an earlier
    turn, ``standing`` those of its own that repeat. ``dry`` are the seats that are asked ahead in the set-up, since
    nothing is free of what they sent for its second half.
    """

    table: Table
    reader: SeatNumber | None
    stage: Stage
    mover: SeatNumber
    turn: int
    dice: int
    ahead: tuple[tuple[int, int] | None, ...]
    rolls: tuple[int, ...]
    bank: Bundle
    deck: int
    robber: Hex | None
    card_played: bool
    free_roads: int
    built: int
    steals: int
    placed: int
    anchor: Intersection | None
    longest: SeatNumber | None
    largest: SeatNumber | None
    seats: tuple[KnownSeat, ...]
    course: tuple[int, ...]
    extra: object
    book: TradeBook
    filed: tuple[Item, ...] = ()
    standing: tuple[Item, ...] = ()
    dry: tuple[SeatNumber, ...] = ()

    @property
    def by_round(self) -> bool:
        """Whether all send a script for one round: between two adjudications only then dice are published ahead."""
        return any(dice is not None for dice in self.ahead)


def see_state(state: State, book: TradeBook, reader: Reader) -> View:
    """What ``reader`` knows of ``state``: what lies on the table, and what :func:`open_to` him is."""
    return open_to(see_table(state, book), state, reader)


def see_table(state: State, book: TradeBook) -> View:
    """What lies on the table: all but hands and unplayed cards."""
    table, cells = state.table, state.cells
    return View(
        table=table,
        reader=None,
        stage=state.stage,
        mover=state.mover,
        turn=state.turn,
        dice=state.dice,
        ahead=tuple(unpack_dice(dice) if dice else None for dice in cells[at.AHEAD : at.AHEAD + len(table.seats)]),
        rolls=tuple(cells[at.ROLLS + total] for total in TOTALS),
        bank=state.bank,
        deck=state.deck % COUNT,
        robber=state.robber,
        card_played=bool(cells[at.CARD_PLAYED]),
        free_roads=cells[at.FREE_ROADS],
        built=state.built,
        steals=cells[at.STEALS],
        placed=cells[at.PLACED],
        anchor=None if cells[at.ANCHOR] == NOWHERE else Intersection(cells[at.ANCHOR]),
        longest=state.longest,
        largest=state.largest,
        seats=tuple(_see_seat(state, seat, open_=False) for seat in table.numbers),
        course=cells[at.COURSE : at.AHEAD],
        extra=table.rules.see(state.extra, None, False),
        book=book,
    )


def open_to(known: View, state: State, reader: Reader) -> View:
    """The table of ``state`` with what ``reader`` may see: hands and unplayed cards are their seat's, the moderator's,
    and at the end everybody's.
    """
    table = state.table
    number = None if isinstance(reader, Onlooker) else table.number_of[reader]
    everything = reader is Onlooker.MODERATOR or state.stage is Stage.OVER
    opened = table.numbers if everything else () if number is None else (number,)
    if not opened:
        return known
    seats = list(known.seats)
    for seat in opened:
        seats[seat] = _see_seat(state, seat, open_=True)
    return known._replace(reader=number, seats=tuple(seats), extra=table.rules.see(state.extra, number, everything))


def _see_seat(state: State, seat: SeatNumber, *, open_: bool) -> KnownSeat:
    cells = state.cells
    developments, fresh = cells[at.CARDS + seat], state.new_developments(seat)
    hidden = 0 if open_ else count_kind(developments, VICTORY_POINT) * state.table.edition.card_points
    return KnownSeat(
        name=state.table.seats[seat],
        cards=cells[at.HAND + seat] % COUNT,
        hand=cells[at.HAND + seat] if open_ else None,
        developments=developments % COUNT,
        unplayed=developments if open_ else None,
        fresh=fresh if open_ else None,
        bought=fresh % COUNT,
        played=cells[at.PLAYED + seat],
        settlements=cells[at.SETTLEMENTS + seat],
        cities=cells[at.CITIES + seat],
        roads=cells[at.ROADS + seat],
        rates=cells[at.RATES + seat],
        road_length=cells[at.LENGTH + seat],
        owes=cells[at.OWES + seat],
        points=state.points(seat) - hidden,
    )


def as_state(known: View) -> State:
    """A position that agrees with all that is known; what is not known are stand-ins of the right number.

    Cards of others are of the first kind, and so is the deck: enough to ask what the reader may do with his own.
    """
    cells = _lay_out(known)
    derive(known.table, cells, known.extra)
    return State(known.table, tuple(cells), known.extra)


def as_counted(known: View) -> State:
    """The same without what follows from pieces and cards, for whoever counts points alone."""
    return State(known.table, tuple(_lay_out(known)), known.extra)


def _lay_out(known: View) -> list[int]:
    table = known.table
    cells = start_cells(table.edition, table.board)
    cells[at.STAGE] = known.stage.value
    cells[at.MOVER] = known.mover
    cells[at.TURN] = known.turn
    cells[at.DICE] = known.dice
    for ahead, dice in enumerate(known.ahead):
        cells[at.AHEAD + ahead] = pack_dice(dice) if dice else 0
    for total, count in zip(TOTALS, known.rolls, strict=True):
        cells[at.ROLLS + total] = count
    cells[at.COURSE : at.AHEAD] = known.course
    cells[at.BANK] = known.bank
    cells[at.DECK] = known.deck * ONE[KNIGHT]
    cells[at.ROBBER] = at.OFF_BOARD if known.robber is None else known.robber
    cells[at.NEW] = known.seats[known.mover].fresh or known.seats[known.mover].bought * ONE[KNIGHT]
    cells[at.CARD_PLAYED] = int(known.card_played)
    cells[at.FREE_ROADS] = known.free_roads
    cells[at.BUILT] = known.built
    cells[at.STEALS] = known.steals
    cells[at.PLACED] = known.placed
    cells[at.ANCHOR] = NOWHERE if known.anchor is None else known.anchor
    cells[at.LONGEST] = NOBODY if known.longest is None else known.longest
    cells[at.LARGEST] = NOBODY if known.largest is None else known.largest
    for number, seat in zip(table.numbers, known.seats, strict=True):
        cells[at.HAND + number] = seat.cards * ONE[0] if seat.hand is None else seat.hand
        cells[at.CARDS + number] = seat.developments * ONE[KNIGHT] if seat.unplayed is None else seat.unplayed
        cells[at.PLAYED + number] = seat.played
        cells[at.SETTLEMENTS + number] = seat.settlements
        cells[at.CITIES + number] = seat.cities
        cells[at.ROADS + number] = seat.roads
        cells[at.OWES + number] = seat.owes
    return cells


class Audience(Enum):
    """Who may know a fact before the end of the game. The moderator may know all of them."""

    EVERYBODY = "everybody"
    ACTOR = "the seat itself"
    """The seat in the fact ``seat``; of the fields of a seat, that seat."""
    TWO_PARTIES = "the seat and its victim"
    """The seats in the facts ``seat`` and ``victim``."""


Row: TypeAlias = Mapping[str, Audience]
"""The audience of every fact, or field, by name."""
Rows: TypeAlias = Mapping[str, Row]
"""By kind of event the audience of its facts; a game built on this one hands in those of its own events."""


def share(*facts: str, **hidden: Audience) -> Row:
    """The row of an event with public ``facts`` and ``hidden`` ones."""
    return {**dict.fromkeys(facts, Audience.EVERYBODY), **hidden}


NO_ROWS: Rows = {}
EVENTS: Rows = {
    "seats-drawn": share("seats"),
    "board-laid": share("terrain", "numbers", "harbours"),
    "settlement-built": share("seat", "intersection", "paid"),
    "city-built": share("seat", "intersection"),
    "road-built": share("seat", "path", "paid"),
    "income": share("seat", "cards"),
    "turn-began": share("seat", "turn"),
    "dice-foretold": share("seat", "turn", "dice", "total", "first"),
    "dice-rolled": share("seat", "dice", "total", "first", "foretold"),
    "bank-short": share("resource", "asked", "left", "seat"),
    "produced": share("cards"),
    "discarded": share("seat", "cards"),
    "robber-moved": share("seat", "from", "hex"),
    "card-stolen": share("seat", "victim", resource=Audience.TWO_PARTIES),
    "card-bought": share("seat", card=Audience.ACTOR),
    "card-played": share("seat", "card", "cards", "resource", "given"),
    "bank-traded": share("seat", "give", "take"),
    "traded": share("seat", "partner", "give", "take"),
    "offer-posted": share("seat", "number", "give", "get", "to", "times", "until"),
    "offer-withdrawn": share("seat", "number"),
    "trade-proposed": share("seat", "give", "get", "to", "or"),
    "counter-offered": share("seat", "to", "give", "get"),
    "proposal-closed": share("seat"),
    "longest-road": share("seat", "from", "length"),
    "largest-army": share("seat", "from", "knights"),
    "game-over": share("reason", "winners", "points"),
}
"""The events of the base game and of its orders."""

STATE: Row = share(
    *("table", "reader", "stage", "mover", "turn", "dice", "ahead", "rolls", "bank", "deck", "robber", "card_played"),
    *("free_roads", "built", "steals", "placed", "anchor", "longest", "largest", "seats", "course", "extra", "book"),
    "dry",
    filed=Audience.ACTOR,
    standing=Audience.ACTOR,
)
"""The fields of :class:`View`; of ``seats`` see ``SEAT``.

``deck`` is a number of cards. ``extra`` has what the rule set of a game built on this one gives a reader.
"""

SEAT: Row = share(
    *("name", "cards", "developments", "bought", "played", "settlements", "cities", "roads", "rates", "road_length"),
    *("owes", "points"),
    hand=Audience.ACTOR,
    unplayed=Audience.ACTOR,
    fresh=Audience.ACTOR,
)
"""The fields of :class:`KnownSeat`.

``points`` has hidden points for the seat itself only. At the end of the game everybody may know all of them.
"""


def may_know(audience: Audience, event: Event, seat: Seat | None) -> bool:
    """Whether ``seat`` (None: an onlooker) belongs to the ``audience`` of a fact of ``event``."""
    if audience is Audience.EVERYBODY:
        return True
    parties = ("seat", "victim") if audience is Audience.TWO_PARTIES else ("seat",)
    return seat is not None and seat in [event.facts.get(party) for party in parties]
