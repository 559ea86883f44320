"""The words of plans: ``settlement: best``, ``road: {toward: 15}``, ``bank: toward city``, ``try: city 24``."""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan.mail.language.order_text import FORMS, read_plan
from adjudicator.rules.catan.mail.language.spelling import PURCHASES_CALLED, spell
from adjudicator.rules.catan.mail.language.vocabulary import (
    WrongWordsError,
    read_cards_text,
    read_intersection,
    read_kind,
)
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan.topology import Intersection

BUILD, TRY = "build", "try"
SOFT = (BUILD, TRY)
"""Orders that may come to nothing: that is told, and the file is accepted."""
PURCHASES = ("road", "settlement", "city", "card")
"""What can be bought, in the order of a table's prices."""
_TRIED = ("settlement", "city", "road", "buy", "bank", "knight", "road-building", "plenty", "monopoly")
_ARTICLES = ("a", "an", "the", "new", "build")
_TOWARD = re.compile(r"toward (\S+)")
_REST = re.compile(r"all(?: but (.+))? for (\S+)")


class BestPlace(NamedTuple):
    """The possible place with the best numbers."""

    kind: str


class WayTo(NamedTuple):
    """The next road on the shortest way to an intersection."""

    intersection: Intersection


class SavingFor(NamedTuple):
    """Trades with the bank for what a purchase lacks, paid with what it does not need."""

    purchase: int


class TradingRest(NamedTuple):
    """Trades with the bank for one resource, paid with all but what is kept."""

    take: int
    keep: Bundle


Aim = BestPlace | WayTo | SavingFor | TradingRest


def split_line(key: str, text: str) -> tuple[str, str]:
    """The order that stands in one line behind ``build`` or ``try``; a building without a place is the best.

    Raises :class:`WrongWordsError`.
    """
    said = text.replace(":", " ").split()
    aims = [word.lower() for word in said[:1]] == ["knight"]  # a is a hex there
    kind, *words = [word for word in said if aims or word.lower() not in _ARTICLES] or [""]
    kind, rest = PURCHASES_CALLED.get(kind.lower(), kind.lower()), " ".join(words)
    if spell("buy", rest) == "card" if kind == "buy" else kind == "card" and rest in ("", "card", "cards"):
        return "buy", "card"
    if kind in ("settlement", "city") and not rest:
        return kind, "best"
    if kind in (PURCHASES[:3] if key == BUILD else _TRIED) and rest:
        return kind, spell(kind, rest)
    raise WrongWordsError(f"'{text}'", says=FORMS[key])


def spell_order(kind: str, text: str | int) -> str:
    """What stands behind ``kind`` in the words of the report, if it is understood."""
    if kind not in SOFT:
        return spell(kind, text)
    try:
        inner, words = split_line(kind, str(text))
    except WrongWordsError:
        return str(text)
    return words if kind == BUILD and inner == "buy" else f"{inner} {words}"


def read_aim(kind: str, text: str | int) -> Aim | None:
    """What a plan is after; None for an order that says all itself. Raises the errors of the vocabulary."""
    words = spell(kind, text)
    if kind in ("place", "settlement", "city") and words == "best":
        return BestPlace(kind)
    toward = _TOWARD.fullmatch(words)
    if toward is not None and kind == "road":
        return WayTo(read_intersection(toward[1]))
    if toward is not None and kind == "bank":
        if toward[1] not in PURCHASES:
            raise WrongWordsError(f"'{text}'", says=f"toward and one of {', '.join(PURCHASES)}")
        return SavingFor(PURCHASES.index(toward[1]))
    rest = _REST.fullmatch(words)
    if rest is not None and kind == "bank":
        return TradingRest(read_kind(rest[2]), read_cards_text(rest[1]) if rest[1] else 0)
    return None


def check_line(table: Table, kind: str, text: str | int) -> None:
    """Read one alternative for the errors in it, which are raised."""
    if kind in SOFT:
        kind, text = split_line(kind, str(text))
    if read_aim(kind, text) is None:
        read_plan(table, kind, text)
