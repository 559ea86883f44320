"""Orders as players write them, to actions and back: ``place: teal D9``, ``leader: teal D9``, ``return: teal``."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.order import Order
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.state import Table

KEYS = {"place": ActionKind.CAMEL, "leader": ActionKind.LEADER, "return": ActionKind.RETURN}
"""The key of an order for each kind of action."""
KEY_OF = {kind: key for key, kind in KEYS.items()}


class UnknownColourError(ValueError):
    """The first word is not a colour of the edition; the word is the argument."""


class UnknownHexError(ValueError):
    """The second word is not a hex of the board; the word is the argument."""


class MountainError(ValueError):
    """The hex is a mountain; its name is the argument."""


def list_alternatives(order: Order) -> tuple[str, ...]:
    """The texts of an order's alternatives, in order; one where there is no choice."""
    if isinstance(order.value, str):
        return (order.value,)
    assert isinstance(order.value, Sequence)
    return tuple(str(text) for text in order.value)


def read_hex(table: Table, word: str) -> int:
    """The bit index of the hex named ``word``. Raises :class:`UnknownHexError` or :class:`MountainError`."""
    name = word.upper()
    index = table.board.grid.index_of.get(name)
    if index is None:
        raise MountainError(name) if name in table.board.mountains else UnknownHexError(word)
    return index


def read_action(table: Table, key: str, text: str) -> Action:
    """The action that ``text`` behind ``key`` asks for.

    Raises :class:`UnknownColourError`, :class:`UnknownHexError` or :class:`MountainError`.
    """
    words = text.split()
    colour = words[0].lower()
    if colour not in table.colours:
        raise UnknownColourError(words[0])
    kind = KEYS[key]
    if kind is ActionKind.RETURN:
        return Action(kind, table.colours.index(colour))
    return Action(kind, table.colours.index(colour), read_hex(table, words[1]))


def write_action(table: Table, action: Action) -> str:
    """The text that asks for ``action``, without its key."""
    colour = table.colours[action.colour]
    return colour if action.kind is ActionKind.RETURN else f"{colour} {table.board.grid.names[action.hex]}"
