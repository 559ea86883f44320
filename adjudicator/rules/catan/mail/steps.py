"""The steps of an order, tried on what its seat knows before any of them is taken."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.core.agenda import Refusal
from adjudicator.core.chance import NoChance, WouldDraw
from adjudicator.core.order import Order
from adjudicator.rules.catan.actions import PLAY_ROAD_BUILDING, Action
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan.known import Known, as_state
from adjudicator.rules.catan.legal import is_legal
from adjudicator.rules.catan.mail.order_text import BankDeal, list_alternatives, read_plan, resolve_bank
from adjudicator.rules.catan.mail.quoting import quote_alternative
from adjudicator.rules.catan.mail.reasons import explain_in
from adjudicator.rules.catan.mail.text_errors import BankRateError
from adjudicator.rules.catan.order_of_play import apply_action, is_deciding
from adjudicator.rules.catan.state import Stage, State, Table

_ROADS_PLACED = (Stage.BEFORE_ROLL, Stage.TURN)


class Choice(NamedTuple):
    """The first alternative of an order that can be carried out: its number from 1, its words, its steps."""

    number: int
    words: str
    steps: tuple[Action, ...]


def choose(known: Known, seat: int, order: Order) -> tuple[Choice | None, tuple[Refusal, ...]]:
    """The first alternative of ``order`` that ``seat`` can carry out now, and why not those before it."""
    refusals: list[Refusal] = []
    for number, text in enumerate(list_alternatives(order)):
        words = quote_alternative(order, number)
        try:
            steps = list_steps(known.table, known.seats[seat].rates, order.kind, text)
        except BankRateError as error:
            refusals.append(Refusal(words, error.code, {"legal": "", **error.facts, "order": words}))
            continue
        refusal = refuse(as_state(known), seat, steps, words)
        if refusal is None:
            return Choice(number + 1, words, steps), tuple(refusals)
        refusals.append(refusal)
    return None, tuple(refusals)


def list_steps(table: Table, rates: Bundle, kind: str, text: str | int) -> tuple[Action, ...]:
    """The actions that ``text`` behind ``kind`` asks for, at a seat's ``rates`` of the bank.

    Raises the errors of the order texts.
    """
    steps: list[Action] = []
    for step in read_plan(table, kind, text).steps:
        if isinstance(step, BankDeal):
            steps += resolve_bank(rates, step)
        else:
            steps.append(step)
    return tuple(steps)


def refuse(state: State, seat: int, steps: tuple[Action, ...], words: str) -> Refusal | None:
    """Why the first of ``steps`` that is not legal is not, as far as no draw comes before it.

    ``state`` is a position made of what the seat knows. Steps that are not needed any more are no reason: the first
    one may win the game, or place the only free road there is (ruling B05).
    """
    for number, step in enumerate(steps):
        if number and (state.stage is Stage.OVER or (PLAY_ROAD_BUILDING in steps and state.stage in _ROADS_PLACED)):
            return None
        if not is_deciding(state, seat) or not is_legal(state, seat, step):
            code, facts = explain_in(state, seat, step)
            return Refusal(words, code, {"legal": "", **facts, "order": words})
        try:
            state, _ = apply_action(state, seat, step, NoChance())
        except WouldDraw:
            return None
    return None
