"""What a position knows beyond the base game: the routes, and the vote under way; its actions, and who decides.

At the end the same as JSON that a moderator can read, and back; and what of it a reader may know.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, TypeAlias, cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import COUNT, Bundle, name_cards, read_cards
from adjudicator.rules.catan.topology import PATH_NAMES
from adjudicator.rules.catan_caravans.routes import (
    LAYOUTS,
    POSITION_NAMES,
    ROUTE_NAMES,
    ROUTES,
    CamelPlace,
    OasisTerms,
    Routes,
    begin_routes,
    lay_camel,
    name_spokes,
    read_position,
)


class LayOut(Action):
    """Lay out these cards, wool and grain only; none to stay out of the vote (rulings C50 to C52)."""

    cards: Bundle


class Prefer(Action):
    """Name positions, the best first; none to name no position."""

    positions: tuple[CamelPlace, ...]


class Agree(Action):
    """Prefer what another seat prefers that laid cards."""

    seat: SeatNumber


class PlaceCamel(Action):
    """Place the camel, where the others did not agree."""

    position: CamelPlace


Lists: TypeAlias = Sequence[Sequence[CamelPlace]]
"""For each seat the positions it prefers, the best first."""


class How(Enum):
    """Why somebody decides."""

    MAJORITY = "majority"
    """One seat laid more cards than all others together (ruling C53)."""
    AGREEMENT = "agreement"
    """Seats with more than half of the cards prefer the same position (ruling C54)."""
    MOST_CARDS = "most-cards"
    """One seat alone laid the most cards (ruling C55)."""
    MOVER = "mover"
    """Nobody laid the most cards alone, or none at all: the seat on turn (rulings C55, C56)."""
    ONLY_POSITION = "only-position"
    """There was nothing to vote on (ruling C34)."""


class VoteResult(NamedTuple):
    """Which seats decide and why; ``position`` is where the camel goes, or None if the one seat still has to say."""

    how: How
    seats: tuple[SeatNumber, ...]
    position: CamelPlace | None


class HiddenBallot(Enum):
    """In place of a ballot that was cast and is not known to the reader."""

    SEALED = "sealed"


Ballot: TypeAlias = Prefer | Agree | HiddenBallot


class VoteStage(Enum):
    """What the vote waits for; the values are the kinds of the decisions."""

    BID = "bid"
    PREFER = "prefer"
    CAMEL = "camel"


class Vote(NamedTuple):
    """A vote under way.

    ``bids`` has the cards that each seat laid out, ``ballots`` what each that laid cards prefers; both go by seat in
    table order and have None where nothing was said yet.
    """

    builder: SeatNumber
    bids: tuple[Bundle | None, ...]
    ballots: tuple[Ballot | None, ...]

    @property
    def clockwise(self) -> tuple[SeatNumber, ...]:
        """All seats, the builder first (ruling C50)."""
        return (*range(self.builder, len(self.bids)), *range(self.builder))

    @property
    def votes(self) -> tuple[int, ...]:
        """How many votes each seat has: one a card (ruling C51)."""
        return tuple((cards or 0) % COUNT for cards in self.bids)

    @property
    def awaited(self) -> tuple[VoteStage, SeatNumber | None]:
        """What the vote waits for, and whose bid or preference; whose camel is for :meth:`settle` to say."""
        for seat in self.clockwise:
            if self.bids[seat] is None:
                return VoteStage.BID, seat
        for seat in self.clockwise:
            if self.bids[seat] and self.ballots[seat] is None:
                return VoteStage.PREFER, seat
        return VoteStage.CAMEL, None

    @property
    def lists(self) -> tuple[tuple[CamelPlace, ...], ...]:
        """What each seat prefers, agreements resolved."""
        return read_ballots(self.ballots)

    def settle(self, positions: tuple[CamelPlace, ...]) -> VoteResult:
        """The outcome, when all is said."""
        return form_group(self.votes, self.lists, positions, self.builder)


class Caravans(NamedTuple):
    """The extra of a position: the routes, and the vote under way or None."""

    routes: Routes
    vote: Vote | None

    @property
    def positions(self) -> tuple[CamelPlace, ...]:
        """Where the next camel may go, in printed order."""
        return self.routes.positions


def caravans_of(extra: object) -> Caravans:
    """The extra of a position of this game."""
    assert isinstance(extra, Caravans)
    return extra


def read_ballots(ballots: Sequence[object]) -> tuple[tuple[CamelPlace, ...], ...]:
    """Each seat's list. Who agrees with a seat has a copy of what that seat itself names.

    A ballot is a :class:`Prefer`, an :class:`Agree` or anything else, which names nothing. Copies are made once: who
    agrees with somebody who only agrees with somebody has an empty list.
    """

    def own(ballot: object) -> tuple[CamelPlace, ...]:
        return ballot.positions if isinstance(ballot, Prefer) else ()

    return tuple(own(ballots[ballot.seat]) if isinstance(ballot, Agree) else own(ballot) for ballot in ballots)


def form_group(votes: Sequence[int], lists: Lists, positions: Sequence[CamelPlace], mover: SeatNumber) -> VoteResult:
    """The outcome of a vote (rulings C53 to C56).

    ``votes`` counts each seat's cards, ``lists`` are their preferences, ``positions`` the open ones in printed order.
    Seats without votes have no say but as ``mover``.
    """
    total, most = sum(votes), max(votes)
    leaders = [SeatNumber(seat) for seat, count in enumerate(votes) if count == most]
    if 2 * most > total:
        leader = leaders[0]
        return VoteResult(How.MAJORITY, (leader,), next(iter(lists[leader]), None))
    agreed = [
        (*_cost(votes, lists, seats, position), number, seats)
        for number, position in enumerate(positions)
        if len(seats := _backers(votes, lists, position)) > 1 and 2 * sum(votes[seat] for seat in seats) > total
    ]
    if agreed:
        *_, number, seats = min(agreed)
        return VoteResult(How.AGREEMENT, seats, positions[number])
    if total and len(leaders) == 1:
        return VoteResult(How.MOST_CARDS, (leaders[0],), None)
    return VoteResult(How.MOVER, (mover,), None)


def _backers(votes: Sequence[int], lists: Lists, position: CamelPlace) -> tuple[SeatNumber, ...]:
    return tuple(SeatNumber(seat) for seat, count in enumerate(votes) if count and position in lists[seat])


def _cost(votes: Sequence[int], lists: Lists, seats: Sequence[SeatNumber], position: CamelPlace) -> tuple[int, int]:
    """How its backers rank a position, the first of a list being 1: the worst rank, then the ranks times votes."""
    ranks = [lists[seat].index(position) + 1 for seat in seats]
    return max(ranks), sum(rank * votes[seat] for rank, seat in zip(ranks, seats, strict=True))


def dump_extra(extra: object) -> JsonValue:
    """``extra`` as JSON: the spokes in the order of the routes, the options for them, the camels as they were laid.

    ``bids`` and ``ballots`` of a vote go by seat in table order, null where nothing was said yet. A ballot is
    ``{"prefer": ["R2 16-21", ...]}``, ``{"agree": seat number}`` or ``{}`` for one that is not known.
    """
    routes, vote = caravans_of(extra)
    return {
        "spokes": cast("list[JsonValue]", name_spokes(routes.terms.layout)),
        "coast": routes.terms.coast,
        "flank": routes.terms.flank,
        "camels": [position.name for position in routes.laid],
        "vote": None
        if vote is None
        else {
            "builder": vote.builder,
            "bids": [None if cards is None else cast("JsonObject", name_cards(cards)) for cards in vote.bids],
            "ballots": [None if ballot is None else _dump_ballot(ballot) for ballot in vote.ballots],
        },
    }


def _dump_ballot(ballot: Ballot) -> JsonObject:
    if isinstance(ballot, Prefer):
        return {"prefer": [position.name for position in ballot.positions]}
    return {"agree": ballot.seat} if isinstance(ballot, Agree) else {}


def load_extra(content: JsonValue) -> Caravans:
    """The extra that :func:`dump_extra` wrote.

    Raises ``KeyError`` or ``ValueError`` for one that was not written by us, a camel out of place included.
    """
    saved = cast("Mapping[str, Any]", content)
    layout = [name_spokes(layout) for layout in range(LAYOUTS)].index(list(saved["spokes"]))
    routes = begin_routes(OasisTerms(layout, saved["coast"], saved["flank"]))
    for name in saved["camels"]:
        position = read_position(name)
        if position not in routes.positions:
            raise ValueError(f"no camel can be laid at {name}")
        routes = lay_camel(routes, position)
    vote = saved["vote"]
    if vote is None:
        return Caravans(routes, None)
    bids = tuple(None if cards is None else read_cards(cards) for cards in vote["bids"])
    ballots = tuple(None if ballot is None else _load_ballot(ballot) for ballot in vote["ballots"])
    return Caravans(routes, Vote(vote["builder"], bids, ballots))


def _load_ballot(saved: Mapping[str, Any]) -> Ballot:
    if "prefer" in saved:
        return Prefer(tuple(map(read_position, saved["prefer"])))
    return Agree(SeatNumber(saved["agree"])) if "agree" in saved else HiddenBallot.SEALED


def see_extra(extra: object, reader: SeatNumber | None, everything: bool = False) -> Caravans:
    """What the seat of number ``reader`` (None: an onlooker) knows.

    Camels and cards laid out are open to all. While preferences are being gathered, those of others are sealed: only
    that they are in is known.
    """
    routes, vote = caravans_of(extra)
    if vote is None:
        return Caravans(routes, None)
    secret = vote.awaited[0] is VoteStage.PREFER and not everything
    ballots = tuple(
        HiddenBallot.SEALED if secret and ballot is not None and seat != reader else ballot
        for seat, ballot in enumerate(vote.ballots)
    )
    return Caravans(routes, Vote(vote.builder, vote.bids, ballots))


def describe_extra(extra: object, seats: Sequence[str]) -> JsonObject:
    """The keys that a view adds to the base game's: ``oasis``, ``routes``, ``camels_left``, ``positions``, ``vote``.

    A route's ``front`` is null before it begins, ``with`` names the routes it has merged with. Of the vote, ``awaits``
    is the seat it waits for, and ``ballots`` have for every seat that has said what it prefers a list of positions,
    the seat it agrees with, or null where that is not known.
    """
    routes, vote = caravans_of(extra)
    return {
        "oasis": {"spokes": name_spokes(routes.terms.layout)},
        "routes": {ROUTE_NAMES[route]: _describe_route(routes, route) for route in range(ROUTES)},
        "camels_left": routes.camels_left,
        "positions": describe_positions(routes.positions),
        "vote": None if vote is None else _describe_vote(vote, routes.positions, seats),
    }


def describe_positions(positions: Sequence[CamelPlace]) -> dict[str, JsonValue]:
    """Positions by their names in the vote."""
    return {
        name: {"route": ROUTE_NAMES[position.route], "path": PATH_NAMES[position.path]}
        for name, position in zip(POSITION_NAMES, positions, strict=False)
    }


def _describe_route(routes: Routes, route: int) -> JsonObject:
    members = routes.members(routes.carriers[route])
    return {
        "camels": [PATH_NAMES[path] for path in routes.camels_of(route)],
        "front": routes.front(route),
        "ended": routes.has_ended(route),
        "with": [ROUTE_NAMES[other] for other in members if other != route],
    }


def _describe_vote(vote: Vote, positions: tuple[CamelPlace, ...], seats: Sequence[str]) -> JsonObject:
    stage, awaited = vote.awaited
    if awaited is None:
        (awaited,) = vote.settle(positions).seats
    bids = {seats[seat]: name_cards(cards) for seat in vote.clockwise if (cards := vote.bids[seat]) is not None}
    said = ((seat, vote.ballots[seat]) for seat in vote.clockwise)
    ballots = {seats[seat]: describe_ballot(ballot, seats) for seat, ballot in said if ballot is not None}
    phase: JsonObject = {"builder": seats[vote.builder], "stage": stage.value, "awaits": seats[awaited]}
    return {**phase, "bids": bids, "ballots": ballots}


def describe_ballot(ballot: Ballot | None, seats: Sequence[str]) -> JsonValue:
    """The positions of a ballot, or the seat that it agrees with; None where it is not known, or there is none."""
    if isinstance(ballot, Prefer):
        return [position.name for position in ballot.positions]
    return seats[ballot.seat] if isinstance(ballot, Agree) else None
