"""What a script may spend: the hands that its sender may be left with, whatever conditions and proposals come to."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.order import THEN, Order
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.actions import END_TURN
from adjudicator.rules.catan.cards import Bundle, covers
from adjudicator.rules.catan.legal import is_legal
from adjudicator.rules.catan.mail.choosing import find_way
from adjudicator.rules.catan.mail.language.order_text import FORMS, list_alternatives
from adjudicator.rules.catan.mail.rehearsal import PROPOSE, AnyChance, put
from adjudicator.rules.catan.mail.script import list_due_orders
from adjudicator.rules.catan.mail.trade.proposals import read_proposed
from adjudicator.rules.catan.order_of_play import apply_action
from adjudicator.rules.catan.state import HAND, STAGE, Stage, State
from adjudicator.rules.catan.views.known import Known, as_state

_WAYS = 8
"""So many courses of a script are followed at most."""


def list_hands(known: Known, seat: SeatNumber, orders: Sequence[Order]) -> Sequence[Bundle]:
    """The hands that may be left when ``orders``, which can be read, have ended the turn under way of ``seat``.

    Cards that are drawn or stolen are stand-ins.
    """
    begun = put(as_state(known), STAGE, Stage.TURN.value)
    return [state.hand(seat) for state in _follow([begun], seat, list_due_orders(orders))]


def _follow(states: Sequence[State], seat: SeatNumber, orders: Sequence[Order]) -> Sequence[State]:
    for order in orders:
        done = _follow([_do(state, seat, order) for state in states], seat, order.then)
        open_ = order.condition is not None or order.kind == PROPOSE
        skipped = _follow(states, seat, order.otherwise) if open_ else ()
        states = list(dict.fromkeys((*done, *skipped)))[:_WAYS]
    return states


def _do(state: State, seat: SeatNumber, order: Order) -> State:
    """The position after the first alternative that can be carried out; the same where there is none."""
    if order.kind == THEN:
        return state
    if order.kind == PROPOSE:
        hand = state.hand(seat)
        deals = (proposed.trade for proposed in read_proposed(state.table, order.value))
        return next((put(state, HAND + seat, hand - d.give + d.get) for d in deals if covers(hand, d.give)), state)
    for text in list_alternatives(order) if order.kind in FORMS else ():
        way, _ = find_way(state, seat, order.kind, text, "")
        if way is not None:
            for step in way.steps:
                if step != END_TURN and is_legal(state, seat, step):
                    state, _ = apply_action(state, seat, step, AnyChance())
            return state
    return state
