"""Move files in memory: written, taken apart and changed. Names no game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import yaml

from adjudicator.core.agenda import Item
from adjudicator.core.order import THEN, UNREAD, Order
from adjudicator.core.table import Seat
from adjudicator.intake.movefile import read_accepted
from adjudicator.testing.secrecy.memory import GAME_ID

Lines = list[Mapping[str, Any]]
"""Orders as they stand in a file."""
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LISTS = ("orders", "standing", "fallback")


def write_file(turn: int, seat: Seat, lists: Mapping[str, Sequence[Mapping[str, Any]]], **more: str) -> bytes:
    """A move file; ``more`` are further keys of the envelope."""
    text = [f"game: {GAME_ID}", f"turn: {turn}", f"seat: {seat}", *(f"{key}: {value}" for key, value in more.items())]
    for name in _LISTS:
        if name in lists:
            lines = lists[name]
            text += [f"{name}:", *(f"  - {json.dumps(line)}" for line in lines)] if lines else [f"{name}: []"]
    return "\n".join([*text, ""]).encode()


def read_lists(data: bytes) -> dict[str, Lines]:
    """The lists of orders of a file."""
    said = yaml.load(data, Loader=_LOADER)  # noqa: S506 - it is a safe loader, by libyaml where there is one
    return {name: said[name] for name in _LISTS if name in said}


def change_lists(data: bytes, lists: Mapping[str, Sequence[Mapping[str, Any]]], **more: str) -> bytes:
    """The file with other lists of orders."""
    said = yaml.load(data, Loader=_LOADER)  # noqa: S506 - it is a safe loader, by libyaml where there is one
    return write_file(said["turn"], said["seat"], lists, **more)


def lines_of(orders: Iterable[Order]) -> Lines:
    """Orders as they would stand in a file; of one that was not understood nothing would."""
    return [_line_of(order) for order in orders if order.kind != UNREAD]


def _line_of(order: Order) -> Mapping[str, Any]:
    line: dict[str, Any] = {} if order.condition is None else {"if": order.condition}
    if order.kind != THEN:
        line[order.kind] = order.value
    for key, inner in (("then", order.then), ("else", order.otherwise)):
        if inner:
            line[key] = lines_of(inner)
    return line


def read_items(name: str, lines: Sequence[Mapping[str, Any]], file: str) -> tuple[Item, ...]:
    """The items that ``lines`` are on an agenda, as if they had come in ``file``."""
    moves = read_accepted(write_file(1, "nobody", {"orders": [], name: lines}))
    orders = {"orders": moves.orders, "standing": moves.standing, "fallback": moves.fallback}[name]
    return tuple(Item(order, file) for order in orders or ())
