"""A scripted player: what he is asked, and the move file he answers with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.agenda import Ask
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Pacing
from adjudicator.rules.catan.mail.asks import ANSWER, BEFORE_ROLL, DISCARD, PLACE
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.known import View
from players.aims import Aim, Prospect, imagine, list_aims, playable
from players.cards import wants_knight
from players.deals import Market, answer_proposal, choose_discard, keep_list, offer_cards, weigh_proposals
from players.openings import rank_places, rank_second_places
from players.plans import Plan
from players.robbers import own_hexes, rank_robber
from players.rounds import foresee
from players.scripts import write_script
from players.votes import VOTE, has_votes, vote_orders


class Habits(NamedTuple):
    """How a player plays by mail: with ``standing`` orders, or answering whatever he is asked.

    ``ahead`` says that a turn in which nothing can be bought is passed in advance, so that nobody waits for it.
    """

    standing: bool
    pacing: Pacing
    proposing: bool = False
    ahead: bool = False

    @property
    def market(self) -> Market:
        """How trades are come by."""
        if not self.standing:
            return Market.ASK
        if self.proposing:
            return Market.BOTH
        return Market.MEET if self.pacing is Pacing.ROUND else Market.TAKE


def answer(habits: Habits, known: View, ask: Ask) -> Mapping[str, Sequence[JsonObject]]:
    """The lists of the file that the asked seat sends, from what it knows; one left out stays as it is."""
    orders, standing = _choose(habits, known, ask)
    return {"orders": orders} if standing is None else {"orders": orders, "standing": standing}


def _choose(habits: Habits, known: View, ask: Ask) -> tuple[list[JsonObject], list[JsonObject] | None]:
    seat = known.table.number_of[ask.seat]
    match ask.decision:
        case decision if decision == VOTE:
            return vote_orders(known, seat, standing=False), None
        case decision if decision == PLACE:
            return _place(known, seat, ask), list_first_standing(habits, known, seat) if habits.standing else None
        case decision if decision == BEFORE_ROLL:
            return [_before_roll(known, seat)], None
        case decision if decision == DISCARD:
            prospect = imagine(known, seat)
            return [{"discard": choose_discard(prospect.hand, _aim(prospect), known.seats[seat].owes)}], None
        case decision if decision == ANSWER:
            prospect = imagine(known, seat)
            return [answer_proposal(known, seat, prospect.hand, _aim(prospect))], None
    prospect = imagine(known, seat)
    if habits.pacing is Pacing.ROUND:
        prospect = foresee(known, seat, prospect)
    robber = known.stage is Stage.ROBBER and seat == known.mover
    orders, plan = write_script(known, seat, prospect, robber=robber, market=habits.market, ahead=habits.ahead)
    return orders, list_standing(habits, known, seat, plan) if habits.standing else None


def _aim(prospect: Prospect) -> Aim:
    return list_aims(prospect)[0]


def _place(known: View, seat: int, ask: Ask) -> list[JsonObject]:
    first = rank_places(known, seat)
    orders: list[JsonObject] = [{"place": first}]
    last = seat == len(known.seats) - 1 and known.placed < len(known.seats)
    if ask.due > 1 or last:
        orders.append({"place": rank_second_places(known, first[0])})
    return orders


def _before_roll(known: View, seat: int) -> JsonObject:
    cards = playable(known, seat)
    if "knight" in cards and wants_knight(known, seat, cards["knight"]):
        return {"knight": rank_robber(known, seat)}
    return {"roll": "dice"}


def list_standing(habits: Habits, known: View, seat: int, plan: Plan) -> list[JsonObject]:
    """Standing orders until the next turn: discards, robber, a knight before the roll, offers, no to proposals."""
    standing: list[JsonObject] = [{"robber": rank_robber(known, seat, stay_away=True)}]
    homes = own_hexes(known, seat)
    if homes:
        standing.append(
            {
                "knight": rank_robber(known, seat, stay_away=True),
                "if": {"any": [{"robber": letter} for letter in homes[:12]]},
            }
        )
    if plan.aims:
        aim = plan.aims[0]
        standing.append({"discard": {"keep": keep_list(aim)}})
        standing += offer_cards(known, seat, plan.after.hand, aim)
        if habits.proposing:
            standing += weigh_proposals(known, seat, plan.after.hand, aim)
    return [*standing, *list_first_standing(habits, known, seat)]


def list_first_standing(habits: Habits, known: View, seat: int) -> list[JsonObject]:
    """What stands from the set-up on: no to proposals where they would open a window, and votes."""
    standing: list[JsonObject] = [{"refuse": "any"}] if habits.pacing is Pacing.SEAT and not habits.proposing else []
    return [*standing, *(vote_orders(known, seat, standing=True) if has_votes(known) else [])]
