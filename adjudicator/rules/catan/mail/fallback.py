"""Fallback orders: what becomes the script of a turn when its player is silent past a deadline."""

from __future__ import annotations

from adjudicator.core.agenda import Agenda, Item
from adjudicator.core.order import Order
from adjudicator.rules.catan.mail.memory import Progress, place_of, recall, remember


def adopt_fallback(agenda: Agenda, turn: int) -> Agenda:
    """``agenda`` with the fallback orders as the script of table turn ``turn``."""
    places = tuple(place_of(item.order) for item in agenda.fallback)
    file = agenda.fallback[0].file if agenda.fallback else ""
    progress = Progress(turn, file, places, (*places, *map(_place, agenda.items)), fallback=True)
    memory = recall(agenda)._replace(progress=progress, fallback_turn=turn)
    return remember(lend_fallback(agenda), memory)


def _place(item: Item) -> tuple[int, int]:
    return place_of(item.order)


def lend_fallback(agenda: Agenda) -> Agenda:
    """``agenda`` with the fallback orders before its own, for one decision."""
    return agenda._replace(items=(*agenda.fallback, *agenda.items))


def is_lent(agenda: Agenda, item: Item) -> bool:
    """Whether ``item`` is one of the agenda's fallback orders, or stands in the block of one."""
    return any(item.file == other.file and _stands_in(item.order, other.order) for other in agenda.fallback)


def _stands_in(order: Order, outer: Order) -> bool:
    return order == outer or any(_stands_in(order, inner) for inner in (*outer.then, *outer.otherwise))
