"""Dice that a sender knows: those of the turn under way, and in a round those of the turn it sends a script for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import Gravity, Order, Problem
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.mail.language.quoting import quote_order
from adjudicator.rules.catan.mail.script import END
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.known import Known

SEVEN = 7


def find_roll(known: Known, seat: SeatNumber) -> int | None:
    """What the dice of the turn show that ``seat`` sends orders for; None where it cannot know that yet."""
    ahead = (seat - known.mover) % len(known.seats)
    if not ahead and known.dice:
        return known.dice
    dice = known.ahead[ahead]
    return None if dice is None else sum(dice)


def remark_on_roll(known: Known, seat: SeatNumber, orders: Sequence[Order]) -> Iterator[Problem]:
    """Orders of a script that wait for another roll than the one there is."""
    roll = find_roll(known, seat)
    if roll is None:
        return
    for order in orders:
        answer = None if order.condition is None else _ask(order.condition, roll)
        place = order.condition_place or order.place
        if answer is False and not order.otherwise:
            yield Problem("rolled-other", Gravity.UNWISE, place, {"order": quote_order(order), "roll": roll})
        elif order.kind == "robber" and roll != SEVEN and seat != known.mover:
            yield Problem("robber-idle", Gravity.UNWISE, order.place, {"order": quote_order(order), "roll": roll})
        if answer is not False:
            yield from remark_on_roll(known, seat, order.then)
        if answer is not True:
            yield from remark_on_roll(known, seat, order.otherwise)
        if order.kind == END and order.condition is None:
            return


def may_roll(known: Known, seat: SeatNumber) -> bool:
    """Whether there are dice that wait for the word of ``seat``: elsewhere they are rolled when its turn begins."""
    is_asked = dict(known.table.options)["preroll"] == "ask" and not known.by_round
    return is_asked and (seat != known.mover or known.stage is Stage.BEFORE_ROLL)


def remark_on_rolls(known: Known, seat: SeatNumber, orders: Sequence[Order]) -> Iterator[Problem]:
    """Rolls of dice that are rolled without an order."""
    for order in orders:
        if order.kind == "roll" and not may_roll(known, seat):
            yield Problem("roll-idle", Gravity.UNWISE, order.place, {"order": quote_order(order)})
        yield from remark_on_rolls(known, seat, (*order.then, *order.otherwise))


def may_end(orders: Sequence[Order], roll: int | None) -> bool:
    """Whether a script may come to an end of the turn; ``roll`` is its dice, if known: they may rule an end out."""
    for order in orders:
        answer = True if order.condition is None else None if roll is None else _ask(order.condition, roll)
        if answer is not False and (order.kind == END or may_end(order.then, roll)):
            return True
        if answer is not True and may_end(order.otherwise, roll):
            return True
    return False


def is_sure_to_end(orders: Sequence[Order], roll: int | None) -> bool:
    """Whether a script comes to an end of the turn whichever way its conditions go; ``roll`` is its dice, if known."""
    for order in orders:
        answer = True if order.condition is None else None if roll is None else _ask(order.condition, roll)
        done = order.kind == END or is_sure_to_end(order.then, roll)
        otherwise = is_sure_to_end(order.otherwise, roll)
        if (done and otherwise) or (done if answer is True else otherwise if answer is False else False):
            return True
    return False


def _ask(condition: JsonObject, roll: int) -> bool | None:
    """Whether ``condition`` is true with that roll, whatever else comes; None where that depends on something else."""
    if "rolled" in condition:
        return condition["rolled"] == roll
    if "not" in condition:
        inner = _ask(cast("JsonObject", condition["not"]), roll)
        return None if inner is None else not inner
    for key, settles in (("all", False), ("any", True)):
        if key in condition:
            answers = [_ask(part, roll) for part in cast("Sequence[JsonObject]", condition[key])]
            return settles if settles in answers else None if None in answers else not settles
    return None
