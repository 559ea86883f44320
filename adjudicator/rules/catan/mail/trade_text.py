"""The words of trades between players: what ``offer``, ``want`` and ``propose`` say, and ``take: bilal 2``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan.mail.board_text import read_seat
from adjudicator.rules.catan.mail.card_text import read_cards_text
from adjudicator.rules.catan.mail.text_errors import WrongWordsError
from adjudicator.rules.catan.state import Table

_TAKE = re.compile(r"(\S+) +([1-9][0-9]{0,3})")


class Terms(NamedTuple):
    """What a trade is about: ``give`` and ``get`` are the writer's own, ``seats`` whom it is for (empty: all)."""

    give: Bundle
    get: Bundle
    seats: tuple[int, ...]


def read_terms(table: Table, value: JsonObject) -> Terms:
    """The terms of an ``offer``, a ``propose`` (``to``) or a ``want`` (``from``).

    Raises the errors of :mod:`adjudicator.rules.catan.mail.text_errors`.
    """
    give, get = read_cards_text(str(value["give"])), read_cards_text(str(value["get"]))
    return Terms(give, get, read_seats(table, value.get("to", value.get("from", []))))


def read_seats(table: Table, names: JsonValue) -> tuple[int, ...]:
    """The numbers of a list of seats, each once, in the order of the list. Raises ``UnknownSeatError``."""
    assert isinstance(names, Sequence)
    return tuple(dict.fromkeys(read_seat(table, str(name)) for name in names))


def read_take(table: Table, text: str) -> tuple[int, int]:
    """Whose offer, and its number. Raises ``UnknownSeatError`` and ``WrongWordsError``."""
    match = _TAKE.fullmatch(" ".join(text.split()))
    if match is None:
        raise WrongWordsError(f"'{text}'", says="a seat and the number of its offer, such as bilal 2")
    return read_seat(table, match[1]), int(match[2])
