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


class VoteBasis(Enum):
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

    how: VoteBasis
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
    def sole_decider(self) -> SeatNumber | None:
        """Who laid more cards than all others together (ruling C53); None where nobody did."""
        votes = self.votes
        most = max(votes)
        return SeatNumber(votes.index(most)) if 2 * most > sum(votes) else None

    @property
    def stage(self) -> VoteStage:
        """What the vote waits for."""
        if None in self.bids:
            return VoteStage.BID
        unsaid = any(cards and ballot is None for cards, ballot in zip(self.bids, self.ballots, strict=True))
        return VoteStage.PREFER if unsaid else VoteStage.CAMEL

    def find_asked(self, positions: Sequence[CamelPlace]) -> SeatNumber:
        """The seat that the vote waits for: bids and then preferences clockwise from the builder, then the decider."""
        stage = self.stage
        if stage is VoteStage.CAMEL:
            (decider,) = self.settle(positions).seats
            return decider
        said = self.bids if stage is VoteStage.BID else self.ballots
        has_say = [stage is VoteStage.BID or bool(cards) for cards in self.bids]
        return next(seat for seat in self.clockwise if has_say[seat] and said[seat] is None)

    @property
    def lists(self) -> tuple[tuple[CamelPlace, ...], ...]:
        """What each seat prefers, the best first. Who agrees with a seat has a copy of what that seat itself names.

        What is not known names nothing, and copies are made once: who agrees with somebody who only agrees with
        somebody has an empty list.
        """

        def own(ballot: Ballot | None) -> tuple[CamelPlace, ...]:
            return ballot.positions if isinstance(ballot, Prefer) else ()

        ballots = self.ballots
        return tuple(own(ballots[ballot.seat] if isinstance(ballot, Agree) else ballot) for ballot in ballots)

    def settle(self, positions: Sequence[CamelPlace]) -> VoteResult:
        """The outcome, when all is said (rulings C53 to C56); ``positions`` are the open ones in printed order.

        Seats without votes have no say but as the builder.
        """
        votes, lists = self.votes, self.lists
        total, most = sum(votes), max(votes)
        leaders = [SeatNumber(seat) for seat, count in enumerate(votes) if count == most]
        if (alone := self.sole_decider) is not None:
            return VoteResult(VoteBasis.MAJORITY, (alone,), next(iter(lists[alone]), None))
        agreed: list[tuple[int, int, int, tuple[SeatNumber, ...]]] = []
        for number, position in enumerate(positions):
            backers = [seat for seat, count in enumerate(votes) if count and position in lists[seat]]
            if len(backers) > 1 and 2 * sum(votes[seat] for seat in backers) > total:
                ranks = {SeatNumber(seat): lists[seat].index(position) + 1 for seat in backers}
                cost = sum(rank * votes[seat] for seat, rank in ranks.items())
                agreed.append((max(ranks.values()), cost, number, tuple(ranks)))
        if agreed:
            *_, number, seats = min(agreed)
            return VoteResult(VoteBasis.AGREEMENT, seats, positions[number])
        if total and len(leaders) == 1:
            return VoteResult(VoteBasis.MOST_CARDS, (leaders[0],), None)
        return VoteResult(VoteBasis.MOVER, (self.builder,), None)


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


def dump_extra(extra: object) -> JsonValue:
    """``extra`` as JSON: the spokes in the order of the routes, the options for them, the camels as they were laid.

    ``bids`` and ``ballots`` of a vote go by seat in table order, null where nothing was said yet. A ballot is
    ``{"prefer": ["R2 24-35", ...]}``, ``{"agree": seat number}`` or ``{}`` for one that is not known.
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
    secret = vote.stage is VoteStage.PREFER and not everything
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
    bids = {seats[seat]: name_cards(cards) for seat in vote.clockwise if (cards := vote.bids[seat]) is not None}
    said = ((seat, vote.ballots[seat]) for seat in vote.clockwise)
    ballots = {seats[seat]: describe_ballot(ballot, seats) for seat, ballot in said if ballot is not None}
    phase: JsonObject = {
        "builder": seats[vote.builder],
        "stage": vote.stage.value,
        "awaits": seats[vote.find_asked(positions)],
    }
    return {**phase, "bids": bids, "ballots": ballots}


def describe_ballot(ballot: Ballot | None, seats: Sequence[str]) -> JsonValue:
    """The positions of a ballot, or the seat that it agrees with; None where it is not known, or there is none."""
    if isinstance(ballot, Prefer):
        return [position.name for position in ballot.positions]
    return seats[ballot.seat] if isinstance(ballot, Agree) else None
