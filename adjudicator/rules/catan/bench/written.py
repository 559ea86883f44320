"""A position as written: the keys of the schema ``position`` with their types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypedDict, cast

from adjudicator.core.json_value import JsonObject

WrittenCards: TypeAlias = str | Mapping[str, int]
"""Cards as text (``2 wool, 1 ore``: these and no others) or by name (only the kinds that are named)."""


class WrittenBoard(TypedDict, total=False):
    """Where the board is not the beginners' one: terrain and number by hex, harbours by path."""

    terrain: Mapping[str, str]
    numbers: Mapping[str, int | None]
    harbours: Mapping[str, str]


WrittenSeat = TypedDict(
    "WrittenSeat",
    {
        "hand": WrittenCards,
        "settlements": Sequence[int],
        "cities": Sequence[int],
        "roads": Sequence[str],
        "cards": WrittenCards,
        "fresh": WrittenCards,
        "played": WrittenCards,
        "owes": int,
        "road-length": int,
        "rates": Mapping[str, int],
    },
    total=False,
)
"""What one seat has; the last two belong to what is expected only."""

Written = TypedDict(
    "Written",
    {
        "mover": str,
        "stage": str,
        "turn": int,
        "dice": int,
        "ahead": Sequence[Sequence[int]],
        "anchor": int,
        "robber": str | None,
        "longest": str | None,
        "largest": str | None,
        "card-played": bool,
        "free-roads": int,
        "built": int,
        "bank": WrittenCards,
        "deck": WrittenCards,
        "board": WrittenBoard,
        "seats": Mapping[str, WrittenSeat],
        "extra": JsonObject,
    },
    total=False,
)
"""A position as written, met by the schema ``position``."""

ONLY_AFTER = ("road-length", "rates")
"""What follows from the rest of a position: to be expected of one, not to be laid out."""
NO_SEAT: WrittenSeat = {}


def as_written(content: JsonObject) -> Written:
    """``content``, which the schema has passed, with its types."""
    return cast("Written", content)
