"""The words of plans: ``settlement: best``, ``road: {toward: 15}``, ``bank: toward city``, ``try: city 24``; and
why there is no way to follow one now.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import join_words
from adjudicator.rules.catan.cards import KINDS, ONE, RESOURCES, Bundle, count_kind, pack
from adjudicator.rules.catan.mail.language.order_text import FORMS, read_plan
from adjudicator.rules.catan.mail.language.spelling import PURCHASES_CALLED, spell
from adjudicator.rules.catan.mail.language.vocabulary import (
    Facts,
    Reason,
    WrongWordsError,
    read_cards_text,
    read_intersection,
    read_kind,
    write_cards_text,
)
from adjudicator.rules.catan.mail.wording import find_missing_cards
from adjudicator.rules.catan.state import REACH, State, Table
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
NOTHING_LACKS = "nothing-lacks"
"""All that a plan saves for is in hand already."""


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
            raise WrongWordsError(f"'{text}'", says=f"toward {join_words(PURCHASES, 'or')}")
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


def explain_plan(state: State, seat: SeatNumber, kind: str, text: str | int) -> Reason:
    """Why no way leads to what ``text`` behind ``kind`` is after, as far as nobody's cards but the seat's tell it.

    Raises the errors of the order texts.
    """
    if kind in SOFT:
        kind, text = split_line(kind, str(text))
    aim = read_aim(kind, text)
    assert aim is not None
    return _explain(state, seat, aim)


def _explain(state: State, seat: SeatNumber, aim: Aim) -> Reason:
    match aim:
        case BestPlace("city"):
            return "nothing-to-raise", {}
        case BestPlace():
            return "no-place-at-roads", {}
        case WayTo(intersection):
            code = "road-arrived" if state.cells[REACH + seat] >> intersection & 1 else "no-way"
            return code, {"intersection": intersection}
        case SavingFor(purchase):
            price = state.table.prices[purchase]
            missing = find_missing_cards(state.hand(seat), price)
            if not missing:
                return NOTHING_LACKS, {"price": write_cards_text(price)}
            return _explain_trade(state, seat, price, missing)
        case TradingRest(take, keep):
            return _explain_trade(state, seat, keep, ONE[take])


def _explain_trade(state: State, seat: SeatNumber, keep: Bundle, wanted: Bundle) -> Reason:
    """The bank has nothing of what is wanted, or what may go is too little for its rates."""
    kinds = [kind for kind in range(KINDS) if count_kind(wanted, kind)]
    if not any(count_kind(state.bank, kind) for kind in kinds):
        return "bank-out", {
            "take": " and ".join(RESOURCES[kind] for kind in kinds),
            "bank": write_cards_text(state.bank),
        }
    hand = state.hand(seat)
    spare = pack([max(0, count_kind(hand, kind) - count_kind(keep, kind)) for kind in range(KINDS)])
    spared = [kind for kind in range(KINDS) if count_kind(spare, kind)]
    rates = join_words([f"{count_kind(state.rates(seat), kind)} {RESOURCES[kind]}" for kind in spared], "or")
    facts: Facts = {"wanted": write_cards_text(wanted), "spare": write_cards_text(spare)}
    return "too-little-to-spare", {**facts, "rates": f"; for one card the bank takes {rates}" if rates else ""}
