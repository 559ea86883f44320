"""Why a development card cannot be played, and why cards cannot change hands."""

from __future__ import annotations

from adjudicator.rules.catan.actions import (
    Action,
    Discard,
    PlayKnight,
    PlayMonopoly,
    PlayPlenty,
    PlayRoadBuilding,
    Trade,
    TradeWithBank,
)
from adjudicator.rules.catan.cards import (
    COUNT,
    DEVELOPMENTS,
    KNIGHT,
    MONOPOLY,
    RESOURCES,
    ROAD_BUILDING,
    YEAR_OF_PLENTY,
    Bundle,
    count_kind,
    covers,
    unpack,
)
from adjudicator.rules.catan.editions import Edition
from adjudicator.rules.catan.mail.building_reasons import Reason, find_missing
from adjudicator.rules.catan.mail.card_text import write_cards_text
from adjudicator.rules.catan.state import CARD_PLAYED, Stage, State

_KIND_OF = {
    PlayKnight: KNIGHT,
    PlayRoadBuilding: ROAD_BUILDING,
    PlayPlenty: YEAR_OF_PLENTY,
    PlayMonopoly: MONOPOLY,
}
_PLENTY = 2


def count_cards(number: int) -> str:
    """``1 card`` or ``2 cards``."""
    return "1 card" if number == 1 else f"{number} cards"


def explain_play(state: State, seat: int, action: Action, stage: Stage) -> Reason:
    """Why a development card cannot be played (rulings B04, B05)."""
    del stage
    kind, cards = _KIND_OF[type(action)], state.developments(seat)
    name = DEVELOPMENTS[kind]
    if not count_kind(cards, kind):
        named = zip(DEVELOPMENTS, unpack(cards), strict=True)
        held = ", ".join(f"{count} {card}" for card, count in named if count)
        return "card-not-held", {"card": name, "held": held or "no development card"}
    if seat == state.mover and state.cells[CARD_PLAYED]:
        return "one-card-a-turn", {"card": name}
    if count_kind(state.new_developments(seat), kind) == count_kind(cards, kind):
        return "bought-this-turn", {"card": name}
    if isinstance(action, PlayPlenty):
        return _explain_plenty(state, action.cards)
    edition = state.table.edition
    if state.roads(seat).bit_count() >= edition.roads:
        return "no-roads-left", {"count": edition.roads}
    return "no-road-site", {}


def judge_plenty(cards: Bundle) -> Reason | None:
    """Why Year of Plenty never brings ``cards``: they are too many; None where it may."""
    count = cards % COUNT
    return ("plenty-count", {"due": count_cards(_PLENTY), "count": count}) if count > _PLENTY else None


def _explain_plenty(state: State, cards: Bundle) -> Reason:
    due = min(state.bank % COUNT, _PLENTY)
    if not due:
        return "bank-empty", {}
    if cards % COUNT != due:
        return "plenty-count", {"due": count_cards(due), "count": cards % COUNT}
    missing = write_cards_text(find_missing(state.bank, cards))
    return "bank-short", {"missing": missing, "bank": write_cards_text(state.bank)}


def explain_bank(state: State, seat: int, action: Action, stage: Stage) -> Reason:
    """Why the bank does not trade."""
    assert isinstance(action, TradeWithBank)
    del stage
    hand, rates = state.hand(seat), state.rates(seat)
    give, take = RESOURCES[action.give], RESOURCES[action.take]
    if action.give == action.take:
        return "like-for-like", {"word": give}
    rate, held = count_kind(rates, action.give), count_kind(hand, action.give)
    if held < rate:
        enough = [name for kind, name in enumerate(RESOURCES) if count_kind(hand, kind) >= count_kind(rates, kind)]
        legal = f"; you hold enough {' and '.join(enough)} for a trade" if enough else ""
        return "bank-rate", {"rate": rate, "give": give, "held": held, "legal": legal}
    return "bank-out", {"take": take, "bank": write_cards_text(state.bank)}


def explain_discard(state: State, seat: int, action: Action, stage: Stage) -> Reason:
    """Why these are not the cards to discard."""
    assert isinstance(action, Discard)
    del stage
    count, due = action.cards % COUNT, state.owes(seat)
    if count != due:
        return "discard-count", {"due": count_cards(due), "count": count}
    hand = state.hand(seat)
    return "discard-not-held", {
        "held": write_cards_text(hand),
        "missing": write_cards_text(find_missing(hand, action.cards)),
    }


def judge_terms(give: Bundle, take: Bundle) -> Reason | None:
    """Why nobody at all may trade on these terms (ruling B03); None where they may."""
    if not give or not take:
        return "gift", {}
    both = [name for name, one, other in zip(RESOURCES, unpack(give), unpack(take), strict=True) if one and other]
    return ("like-for-like", {"word": " and ".join(both)}) if both else None


def judge_count(cards: Bundle, edition: Edition) -> Reason | None:
    """Why nobody can ever have ``cards``: more than there are of a kind; None where somebody can."""
    many = next((kind for kind in range(len(RESOURCES)) if count_kind(cards, kind) > edition.bank), None)
    return None if many is None else ("more-than-all", {"limit": edition.bank, "word": RESOURCES[many]})


def explain_trade(state: State, seat: int, action: Action, stage: Stage) -> Reason:
    """Why two seats cannot trade. Of the other's hand nothing is said: such a trade is not available."""
    assert isinstance(action, Trade)
    del stage
    seats = state.table.seats
    if action.partner == seat or not 0 <= action.partner < len(seats):
        return "trade-alone", {"known": ", ".join(name for number, name in enumerate(seats) if number != seat)}
    reason = judge_terms(action.give, action.take)
    if reason is not None:
        return reason
    hand = state.hand(seat)
    if not covers(hand, action.give):
        missing = write_cards_text(find_missing(hand, action.give))
        return "not-your-cards", {"held": write_cards_text(hand), "missing": missing}
    return "not-available", {}
