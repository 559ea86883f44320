"""What a position knows beyond the base game: the routes, and the vote under way."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.cards import COUNT, Bundle
from adjudicator.rules.catan_caravans.routes import CamelPlace, Routes
from adjudicator.rules.catan_caravans.vote import Agree, Prefer, VoteResult, form_group, read_ballots


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
