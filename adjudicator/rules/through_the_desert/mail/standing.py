"""Standing orders: a camel to be placed whenever there is no order left for one, until they have served their time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from adjudicator.core.agenda import Item, Refusal
from adjudicator.core.order import UNREAD
from adjudicator.core.table import SeatNumber
from adjudicator.rules.through_the_desert.mail import reasons
from adjudicator.rules.through_the_desert.mail.condition_words import find_faults
from adjudicator.rules.through_the_desert.mail.conditions import holds, part_fact
from adjudicator.rules.through_the_desert.mail.quoting import quote_choices
from adjudicator.rules.through_the_desert.state import State
from adjudicator.rules.through_the_desert.written import misread
from adjudicator.rules.through_the_desert.written.orders import list_actions

SENTENCES = {
    "times-up": "{order}: it has acted as often as you said",
    "until-true": "{order}: its 'until' is true, since {why}",
    "until-true-of": "{order}: its 'until' is true, since {before}{seat}{between}{owner}{behind}",
    "never-asked": "{order}: its condition cannot be asked",
    "unread": misread.SENTENCES["unread"],
    "never-again": "{order}: none of its places can ever be filled by you again",
}
"""Why a standing order came to its end."""


FindEnd: TypeAlias = Callable[[State, SeatNumber, Item], Refusal | None]


def count_down(item: Item) -> Item:
    """A standing order that has acted once more."""
    times = item.order.times
    return item if times is None else item._replace(order=item.order._replace(times=times - 1))


def find_end(known: State, seat: SeatNumber, item: Item) -> Refusal | None:
    """Why a standing order of ``seat`` ends when its move comes; None where it goes on."""
    lost, order = find_loss(known, seat, item), item.order
    if lost is None and order.until is not None and holds(order.until, known):
        words, facts = quote_choices(order), part_fact(order.until, known)
        return Refusal(words, "until-true" if "why" in facts else "until-true-of", {"order": words, **facts})
    return lost


def find_loss(known: State, seat: SeatNumber, item: Item) -> Refusal | None:
    """Why a standing order of ``seat`` can never act again, whatever comes; None while it may."""
    order, words = item.order, quote_choices(item.order)
    if order.kind == UNREAD:
        return Refusal(words, "unread", {"order": words, "why": "; ".join(order.faults)})
    if any(find_faults(condition or {}, known) for condition in (order.condition, order.until)):
        return Refusal(words, "never-asked", {"order": words})
    if order.times == 0:
        return Refusal(words, "times-up", {"order": words})
    actions = list_actions(known.table, order)
    if all(reasons.is_lost(known, seat, action) for action in actions):
        return Refusal(words, "never-again", {"order": words})
    return None
