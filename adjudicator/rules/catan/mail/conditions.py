"""Conditions: closed questions about one's own hand, the board, the dice, and what became of earlier orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from adjudicator.core.json_value import JsonObject
from adjudicator.rules.catan.cards import DEVELOPMENTS, count_kind, covers
from adjudicator.rules.catan.known import Known
from adjudicator.rules.catan.mail.board_text import read_hex, read_intersection, read_path
from adjudicator.rules.catan.mail.card_text import read_cards_text

DONE = "done"


_ORDER_NAMES = {"plenty": "year-of-plenty"}
"""Development cards by the names of their orders, where they differ."""


def holds(condition: JsonObject, known: Known, seat: int, fates: Mapping[str, bool]) -> bool:
    """Whether ``condition`` is true for ``seat`` by what it knows.

    ``have`` asks for cards in one's own hand, ``card`` for a development card that may be played, ``rolled`` for this
    turn's dice, ``robber`` for its hex, ``free`` for an intersection or path with nothing on it, ``line`` for what
    became of the order of that number. ``all``, ``any`` and ``not`` combine. Raises the errors of the order texts.
    """
    ((key, asked),) = ((key, value) for key, value in condition.items() if key != "is")
    match key:
        case "all":
            return all(holds(part, known, seat, fates) for part in cast("Sequence[JsonObject]", asked))
        case "any":
            return any(holds(part, known, seat, fates) for part in cast("Sequence[JsonObject]", asked))
        case "not":
            return not holds(cast("JsonObject", asked), known, seat, fates)
        case "have":
            hand = known.seats[seat].hand
            return hand is not None and covers(hand, read_cards_text(str(asked)))
        case "card":
            return _may_play(known, seat, str(asked))
        case "rolled":
            return known.dice == asked
        case "robber":
            return known.robber == read_hex(str(asked))
        case "free":
            return _is_free(known, str(asked))
        case "line":
            return fates.get(str(asked)) is (condition["is"] == DONE)
    return known.table.rules.conditions[key](known.extra, known.table.seats, seat, asked)


def _may_play(known: Known, seat: int, card: str) -> bool:
    """Whether a development card is in hand, was not bought in this turn, and no other was played in it."""
    mine = known.seats[seat]
    kind = DEVELOPMENTS.index(_ORDER_NAMES.get(card, card))
    playable = count_kind(mine.unplayed or 0, kind) - count_kind(mine.fresh or 0, kind)
    return playable > 0 and not (known.card_played and seat == known.mover)


def _is_free(known: Known, place: str) -> bool:
    """A path without a road, or an intersection without a building."""
    if "-" in place:
        path = 1 << read_path(place)
        return not any(seat.roads & path for seat in known.seats)
    spot = 1 << read_intersection(place)
    return not any((seat.settlements | seat.cities) & spot for seat in known.seats)


def list_parts(condition: JsonObject) -> list[JsonObject]:
    """The conditions within ``condition`` that ask something themselves, itself included where it does."""
    parts: list[JsonObject] = []
    for key in ("all", "any"):
        for part in cast("Sequence[JsonObject]", condition.get(key, ())):
            parts += list_parts(part)
    if "not" in condition:
        parts += list_parts(cast("JsonObject", condition["not"]))
    return parts or ([condition] if not {"all", "any", "not"} & condition.keys() else [])
