"""What a condition may ask about a vote: ``{bids: bilal}``, whether a seat has laid cards by now."""

from __future__ import annotations

from adjudicator.core.json_value import JsonValue
from adjudicator.rules.catan.mail.vocabulary import UnknownSeatError, suggest
from adjudicator.rules.catan_caravans.state import caravans_of

BUILDER = "builder"


def has_bid(extra: object, seats: tuple[str, ...], seat: int, asked: JsonValue) -> bool:
    """Whether the seat called ``asked`` (or the builder) laid at least one card in the vote under way.

    Raises :class:`UnknownSeatError`.
    """
    del seat
    word = str(asked).lower()
    if word not in (BUILDER, *seats):
        known = (BUILDER, *seats)
        raise UnknownSeatError(str(asked), suggestion=suggest(word, known), known=", ".join(known))
    vote = caravans_of(extra).vote
    if vote is None:
        return False
    return bool(vote.bids[vote.builder if word == BUILDER else seats.index(word)])
