"""The words of a vote: ``bid: 2 wool, 1 grain``, ``prefer: [B 16-21, c]``, ``agree: bilal``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple, cast

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Order
from adjudicator.kit.words import join_words
from adjudicator.rules.catan.cards import ONE, RESOURCES, Bundle, count_kind
from adjudicator.rules.catan.mail.conditions import Saying, quote_condition
from adjudicator.rules.catan.mail.vocabulary import (
    OrderTextError,
    read_cards_text,
    read_kind,
    read_path,
    read_seat,
    write_cards_text,
)
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan_caravans.between_turns import BUILDER
from adjudicator.rules.catan_caravans.routes import POSITION_LETTERS, ROUTE_LETTERS, CamelPlace

_RIVALS = {"best": "the best before", BUILDER: f"the {BUILDER}"}
_SAYINGS = {"bids": Saying("{} bids", "{} does not bid", {BUILDER: f"the {BUILDER}"})}
VOTING = tuple(RESOURCES.index(name) for name in ("wool", "grain"))
"""The kinds of cards that are votes."""


class VoteCardsError(OrderTextError):
    """Cards that are no votes."""

    code = "vote-cards"


class UnknownPositionError(OrderTextError):
    """A word that names no position, or none that is open."""

    code = "unknown-position"


class Rival(Enum):
    """Whose bid is to be beaten, where it is no seat by name."""

    BEST = "best"
    """The best so far."""
    BUILDER = BUILDER
    """That of the seat which built."""


class Raise(NamedTuple):
    """A bid that answers others: one card more than the best so far, or than one seat's, and no more than ``most``."""

    most: int
    over: Rival | int
    pay: tuple[int, ...]


def read_bid(table: Table, value: JsonValue) -> Bundle | Raise:
    """The cards to lay, or how to find them. Raises the errors of the order texts."""
    if isinstance(value, Mapping):
        over = str(value.get("over", Rival.BEST.value))
        names = cast("Sequence[JsonValue]", value.get("pay", ("wool", "grain")))
        pay = tuple(dict.fromkeys(read_kind(str(name)) for name in names))
        _expect_votes(*pay)
        rivals = {rival.value: rival for rival in Rival}
        return Raise(cast("int", value["up-to"]), rivals.get(over.lower()) or read_seat(table, over), pay)
    if str(value) == "0":
        return 0
    cards = read_cards_text(str(value))
    _expect_votes(*(kind for kind in range(len(RESOURCES)) if count_kind(cards, kind)))
    return cards


def _expect_votes(*kinds: int) -> None:
    for kind in kinds:
        if kind not in VOTING:
            raise VoteCardsError(RESOURCES[kind])


def read_position_text(text: str, positions: Sequence[CamelPlace]) -> CamelPlace:
    """The position that ``text`` names: route and path, or a letter among the open ``positions``.

    Raises :class:`UnknownPositionError`.
    """
    words = text.split()
    if len(words) == 1 and words[0].lower() in POSITION_LETTERS[: len(positions)]:
        return positions[POSITION_LETTERS.index(words[0].lower())]
    if len(words) == 2 and words[0].upper() in ROUTE_LETTERS:  # noqa: PLR2004 - a route and a path
        return CamelPlace(ROUTE_LETTERS.index(words[0].upper()), read_path(words[1]))
    raise UnknownPositionError(text, known=name_positions(positions))


def is_letter(text: str) -> bool:
    """Whether ``text`` is the letter of a position, which holds for one vote only."""
    return len(text) == 1 and text.lower() in POSITION_LETTERS


def name_positions(positions: Sequence[CamelPlace]) -> str:
    """``a = A 3-4, b = B 16-21``."""
    return ", ".join(f"{letter} = {where.name}" for letter, where in zip(POSITION_LETTERS, positions, strict=False))


def list_texts(order: Order) -> tuple[str, ...]:
    """The positions of a ``prefer`` as they stand there."""
    value = order.value
    return (value,) if isinstance(value, str) else tuple(str(text) for text in cast("Sequence[JsonValue]", value))


def quote_vote(order: Order) -> str:
    """``bid 2 wool if the builder bids``, ``prefer B 16-21, then c``, ``agree with bilal``."""
    value = order.value
    match order.kind:
        case "bid" if isinstance(value, Mapping):
            pay = join_words(cast("Sequence[JsonValue]", value.get("pay", ("wool", "grain"))))
            over = str(value.get("over", Rival.BEST.value))
            words = f"bid one more than {_RIVALS.get(over.lower(), over)}, up to {value['up-to']}, paid in {pay}"
        case "bid":
            words = "bid nothing" if str(value) == "0" else f"bid {value}"
        case "prefer":
            words = f"prefer {', then '.join(list_texts(order)) or 'nothing'}"
        case _:
            words = f"agree with {value}"
    return " ".join([words, *([quote_condition(order.condition, _SAYINGS)] if order.condition else [])])


def say_votes(cards: Bundle) -> str:
    """``2 wool, 1 grain``, ``nothing``: what of ``cards`` is a vote."""
    return write_cards_text(sum(count_kind(cards, kind) * ONE[kind] for kind in VOTING))


def write_bid(cards: Bundle) -> JsonValue:
    """A bid as it stands in a move file."""
    return write_cards_text(cards) if cards else 0
