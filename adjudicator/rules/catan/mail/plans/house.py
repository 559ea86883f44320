"""The house player of Catan: builds by a ranked list, trades with the bank for it, ends its turn.

City, settlement, what the bank can give for one of them, a road to a free site, a card. It makes no offers and takes
none, and leaves discards, the robber and the set-up to what the game does for a silent seat. It reads no more than what
its seat knows, and decides the same in the same position.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.agenda import Question
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.actions import BUY_CARD, ROAD_AT, Action, BuildRoad, TradeWithBank
from adjudicator.rules.catan.cards import ONE, count_kind, covers
from adjudicator.rules.catan.mail.choosing import count_pips
from adjudicator.rules.catan.mail.plans.following import list_ways
from adjudicator.rules.catan.mail.plans.wording import PURCHASES
from adjudicator.rules.catan.state import BARRED, REACH, State
from adjudicator.rules.catan.topology import ENDS
from adjudicator.rules.catan.views.known import Known, as_state

_AIMS = ("city", "settlement")


class CatanHouse:
    """See :class:`adjudicator.core.game.HousePlayer`."""

    def choose(self, question: Question[Known, Action]) -> Action | None:
        """What comes first of the list; the end of the turn, and every other decision, is left to the game."""
        if question.decision.kind != "turn":
            return None
        state = as_state(question.known)
        seat = question.known.table.number_of[question.decision.seat]
        return next((action for action in _rank(state, seat) if question.allows(action)), None)


def _rank(state: State, seat: SeatNumber) -> Iterator[Action]:
    """What the house would like to do, the best first, legal or not."""
    for aim in _AIMS:
        for way in list_ways(state, seat, aim, "best"):
            yield way.steps[0]
    has_site = next(list_ways(state, seat, "settlement", "best"), None) is not None
    for aim in _AIMS:
        if (aim == "city" and state.settlements(seat)) or (aim == "settlement" and has_site):
            yield from _trade_for(state, seat, aim)
    if not has_site:
        yield from _list_roads(state, seat)
    yield BUY_CARD


def _trade_for(state: State, seat: SeatNumber, aim: str) -> Iterator[Action]:
    """The first of the bank trades that make ``aim`` affordable, if they do."""
    for way in list_ways(state, seat, "bank", f"toward {aim}"):
        hand = state.hand(seat)
        for trade in way.steps:
            if isinstance(trade, TradeWithBank):
                hand += ONE[trade.take] - count_kind(state.rates(seat), trade.give) * ONE[trade.give]
        if covers(hand, state.table.prices[PURCHASES.index(aim)]):
            yield way.steps[0]


def _list_roads(state: State, seat: SeatNumber) -> Iterator[Action]:
    """Roads that reach new ground, the ones to the best free site first."""
    reached, barred = state.cells[REACH + seat], state.cells[BARRED]

    def promise(road: BuildRoad) -> tuple[int, int, int]:
        ends = [end for end in ENDS[road.path] if not reached >> end & 1]
        free = [count_pips(state.table, end) for end in ends if not barred >> end & 1]
        return -max(free, default=0), -len(ends), road.path

    yield from sorted((road for road in ROAD_AT if any(not reached >> end & 1 for end in ENDS[road.path])), key=promise)
