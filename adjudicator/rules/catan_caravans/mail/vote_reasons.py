"""Why something is not possible in a vote, and the sentences for it."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import Bundle, covers
from adjudicator.rules.catan_caravans.state import Caravans, Vote, VoteStage
from adjudicator.rules.catan_caravans.vote import Agree, LayOut, PlaceCamel, Prefer

SENTENCES: Mapping[str, str] = {
    "vote-cards": "{order}: {word} is no vote; only wool and grain are{legal}",
    "unknown-position": "{order}: {word} is not a position of this vote; open are {known}{legal}",
    "position-shut": "{order}: open are only {known}{legal}",
    "position-twice": "{order}: {word} is named twice; the first place counts",
    "twofold-position": "{order}: {word} can be read in more ways than one; write {readings}",
    "no-more-votes": "{order}: all routes have ended, so there are no more votes",
    "name-apart": "{order}: {word} means something in one vote only; write a route and a path, such as {example}",
    "bid-not-held": "{order}: you do not hold these cards; of wool and grain you hold {held}",
    "bid-empty": "{order}: of wool and grain you hold {held}, so this lays no cards; write 'bid: 0'",
    "said-already": "{order}: the cards lie on the table; nobody lays twice or adds any",
    "no-say": "{order}: you laid no cards, so you have no say in this vote",
    "no-bidder": "{order}: {word} laid no cards, or named no position",
    "agree-yourself": "{order}: you cannot agree with yourself",
    "not-decider": "{order}: where the camel goes is not for you to decide",
    "bid-never": "{order}: a bid above it always counts, so this one is never reached",
    "lays-later": "{order}: {word} lays cards after you in this vote, and none lie there when it is your turn",
    "bids-oneself": "{order}: you have laid nothing yet when it is your turn to lay",
    "over-oneself": "{order}: you cannot outbid yourself; in your own vote name the cards, such as 'bid: 2 wool'",
    "bid-spent": "{order}: your own orders above spend these cards; of wool and grain you will hold {held}",
    "bid-may-be-spent": "{order}: your own orders above may spend these cards; of wool and grain you would hold {held}",
    "prefer-missing": "{order}: if you lay cards and name no position, you join nobody; write '{example}' as well",
    "bid-missing": "a vote is open, and this file has no bid; write 'bid: 0' for none, or play waits",
    "vote-press": "press: during a vote {who} may write",
}
"""A pattern for each code; ``order`` is the player's own words."""


def explain_vote(caravans: Caravans, hand: Bundle, seat: SeatNumber, action: Action) -> str | None:
    """The code of the reason against an action of a vote that is not legal; None for other actions.

    It is judged as if the moment of ``seat`` came now. Orders of a vote wait for one and for the cards, so of
    ``no-vote`` and ``bids-first`` no player is told.
    """
    if not isinstance(action, LayOut | Prefer | Agree | PlaceCamel):
        return None
    vote = caravans.vote
    if vote is None:
        return "no-vote"
    stage, _ = vote.awaited
    match action:
        case LayOut(cards):
            return _explain_bid(vote, hand, seat, cards)
        case PlaceCamel(position):
            if stage is not VoteStage.CAMEL or seat not in vote.settle(caravans.positions).seats:
                return "not-decider"
            return "position-shut" if position not in caravans.positions else None
    if stage is VoteStage.BID:
        return "bids-first"
    if not vote.bids[seat]:
        return "no-say"
    if vote.ballots[seat] is not None:
        return "said-already"
    return _explain_ballot(caravans, vote, seat, action)


def _explain_bid(vote: Vote, hand: Bundle, seat: SeatNumber, cards: Bundle) -> str | None:
    if vote.bids[seat] is not None:
        return "said-already"
    return None if covers(hand, cards) else "bid-not-held"


def _explain_ballot(caravans: Caravans, vote: Vote, seat: SeatNumber, ballot: Prefer | Agree) -> str | None:
    match ballot:
        case Agree(other):
            if other == seat:
                return "agree-yourself"
            return None if vote.bids[other] else "no-bidder"
        case Prefer(positions):
            if any(position not in caravans.positions for position in positions):
                return "position-shut"
            return "position-twice" if len(set(positions)) < len(positions) else None
