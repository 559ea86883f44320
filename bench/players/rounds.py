"""Play by rounds: what a hand will probably be when one's turn comes, from the dice that were published."""

from __future__ import annotations

from adjudicator.rules.catan.actions import MAX_SEATS
from adjudicator.rules.catan.cards import unpack
from adjudicator.rules.catan.state import GAINS
from adjudicator.rules.catan.views.known import View
from players.aims import Prospect
from players.economy import add

_SEVEN = 7


def foresee(known: View, seat: int, prospect: Prospect) -> Prospect:
    """The position of the seat's coming turn: with what the dice before it bring, as if no robber moved."""
    count = len(known.seats)
    distance = (seat - known.mover) % count
    hand = prospect.hand
    blocked = known.robber
    for ahead in range(distance + 1):
        dice = known.ahead[ahead]
        if dice is None or (ahead == 0 and known.dice) or sum(dice) == _SEVEN:
            continue
        if blocked is not None and known.table.board.numbers[blocked] == sum(dice):
            continue
        hand = add(hand, unpack(prospect.state.cells[GAINS + sum(dice) * MAX_SEATS + seat]))
    return prospect.with_hand(hand)
