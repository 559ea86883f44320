"""What a position knows beyond the base game: the routes, and the vote under way; its actions, and who decides."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import COUNT, Bundle
from adjudicator.rules.catan_caravans.routes import CamelPlace, Routes


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
