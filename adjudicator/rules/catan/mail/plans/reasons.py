"""Why there is no way to follow a plan now: codes, and the facts for their sentences."""

from __future__ import annotations

from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import join_words
from adjudicator.rules.catan.cards import KINDS, ONE, RESOURCES, Bundle, count_kind, pack
from adjudicator.rules.catan.mail.language.vocabulary import Facts, Reason, write_cards_text
from adjudicator.rules.catan.mail.plans.wording import (
    SOFT,
    Aim,
    BestPlace,
    SavingFor,
    TradingRest,
    WayTo,
    read_aim,
    split_line,
)
from adjudicator.rules.catan.mail.wording import find_missing_cards
from adjudicator.rules.catan.state import REACH, State

NOTHING_LACKS = "nothing-lacks"
"""All that a plan saves for is in hand already."""


def explain_plan(state: State, seat: SeatNumber, kind: str, text: str | int) -> Reason:
    """Why no way leads to what ``text`` behind ``kind`` is after, as far as nobody's cards but the seat's tell it.

    Raises the errors of the order texts.
    """
    if kind in SOFT:
        kind, text = split_line(kind, str(text))
    aim = read_aim(kind, text)
    assert aim is not None, f"{kind} {text} says all itself"
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
