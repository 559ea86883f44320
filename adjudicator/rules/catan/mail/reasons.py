"""Why an action is not legal, and what would be: the facts behind the sentences a player reads.

Nothing here looks at more than the seat knows: its own hand and cards, and of others what lies on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.actions import (
    Action,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyCard,
    Discard,
    MoveRobber,
    PlayKnight,
    PlayMonopoly,
    PlayPlenty,
    PlayRoadBuilding,
    Roll,
    Trade,
    TradeWithBank,
)
from adjudicator.rules.catan.known import Known, as_state
from adjudicator.rules.catan.legal import is_legal, list_legal, stage_of
from adjudicator.rules.catan.mail import text_errors
from adjudicator.rules.catan.mail.building_reasons import (
    Reason,
    explain_city,
    explain_purchase,
    explain_road,
    explain_settlement,
    list_free_roads,
)
from adjudicator.rules.catan.mail.card_reasons import (
    count_cards,
    explain_bank,
    explain_discard,
    explain_play,
    explain_trade,
)
from adjudicator.rules.catan.mail.order_text import write_action
from adjudicator.rules.catan.mail.robber_reasons import explain_robber
from adjudicator.rules.catan.order_of_play import PLAYS, is_deciding
from adjudicator.rules.catan.state import FREE_ROADS, Stage, State
from adjudicator.rules.catan.topology import PATH_NAMES, PATHS_AT

SENTENCES: Mapping[str, str] = {
    **text_errors.SENTENCES,
    "game-over": "{order}: the game is over",
    "between-turns": "{order}: the turn has ended; wait for the next one",
    "not-now": "{order}: this cannot be done now",
    "not-your-turn": "{order}: it is the turn of {mover}",
    "others-first": "{order}: wait until the others have discarded: {known}",
    "set-up": "{order}: the set-up is not over; place a {due}, for example '{example}'",
    "roll-first": "{order}: the dice come first; before the roll only a development card can be played",
    "rolled-already": "{order}: there is nothing to roll now; the dice of this turn have fallen",
    "discard-first": "{order}: you owe {due} after the 7; discard first, for example '{example}'",
    "robber-first": "{order}: the robber is to be moved first, for example '{example}'",
    "free-roads-first": "{order}: your Road Building card still gives {due}; place that first{legal}",
    "robber-not-due": "{order}: the robber moves after a 7 or a knight only",
    "discard-not-due": "{order}: you owe no cards; only a 7 makes anybody discard",
    "cannot-pay": "{order}: needs {price}; you hold {held}, so {missing} is missing{legal}",
    "path-taken": "{order}: {path} has {whose} road already{legal}",
    "path-apart": "{order}: {path} is not next to your roads and buildings{legal}",
    "path-beyond": "{order}: {path} lies beyond {whose} {building} at {intersection}, which closes the way{legal}",
    "road-not-at-settlement": "{order}: the road belongs to the settlement just placed at {intersection}{legal}",
    "no-roads-left": "{order}: all {count} of your roads are on the board, and none comes back",
    "no-road-site": "{order}: no path next to your roads is free, so the card would be lost",
    "intersection-taken": "{order}: {intersection} has {whose} {building} already{legal}",
    "too-near": "{order}: {intersection} is next to {whose} {building} at {neighbour}{legal}",
    "not-at-road": "{order}: {intersection} is not at one of your roads{legal}",
    "no-settlements-left": "{order}: all {count} of your settlements are on the board; a city gives one back",
    "city-already": "{order}: {intersection} has your own city already{legal}",
    "not-your-settlement": "{order}: you have no settlement at {intersection} to make a city of{legal}",
    "no-cities-left": "{order}: all {count} of your cities are on the board, and none comes back",
    "no-cards-left": "{order}: all development cards have been bought",
    "card-not-held": "{order}: you have no {card} card to play; you hold {held}",
    "one-card-a-turn": "{order}: you have played a development card in this turn; keep the {card} for another one",
    "bought-this-turn": "{order}: you bought the {card} in this turn; it can be played from your next turn on",
    "plenty-count": "{order}: Year of Plenty brings {due} of the bank now, not {count}",
    "bank-short": "{order}: the bank lacks {missing}; it has {bank}",
    "bank-empty": "{order}: the bank has no resource cards, so the card would be lost",
    "bank-rate": "{order}: you give the bank {rate} {give} for each card; you hold {held}{legal}",
    "bank-out": "{order}: the bank has no {take}; it has {bank}",
    "robber-barred": "{order}: the robber may not go to {hex}, the {terrain}{legal}",
    "robber-stays": "{order}: the robber stands on {hex} and has to go to another hex{legal}",
    "victim-unnamed": "{order}: say whom the robber takes a card from at {hex}{legal}",
    "victim-yourself": "{order}: the robber takes nothing from you in your own turn{legal}",
    "victim-not-there": "{order}: {victim} has no settlement or city at {hex}{legal}",
    "victim-poor": "{order}: {victim} has no cards{legal}",
    "discard-count": "{order}: you have to discard {due}, not {count}",
    "discard-not-held": "{order}: you do not have {missing} to discard; you hold {held}",
    "trade-alone": "{order}: you cannot trade with yourself; the others are {known}",
    "gift": "{order}: gifts are not allowed; both sides give at least one card",
    "not-your-cards": "{order}: you do not have {missing} to give; you hold {held}",
    "not-available": "{order}: not available",
}
"""A pattern for each code; ``order`` is the player's own words. ``legal`` is empty or like ``; free paths: 12-13``."""

LASTING = frozenset(
    {
        "city-already",
        "game-over",
        "gift",
        "intersection-taken",
        "like-for-like",
        "no-cards-left",
        "no-cities-left",
        "no-roads-left",
        "path-taken",
        "robber-barred",
        "too-near",
        "trade-alone",
        "victim-yourself",
    }
)
"""Reasons that nothing can lift: pieces that never leave the board, rules without exception."""

_REASONS: Mapping[type[Action], Callable[[State, int, Action, Stage], Reason]] = {
    BuildRoad: explain_road,
    BuildSettlement: explain_settlement,
    BuildCity: explain_city,
    BuyCard: explain_purchase,
    PlayKnight: explain_play,
    PlayRoadBuilding: explain_play,
    PlayPlenty: explain_play,
    PlayMonopoly: explain_play,
    TradeWithBank: explain_bank,
    MoveRobber: explain_robber,
    Discard: explain_discard,
    Trade: explain_trade,
}
_NOT_DUE: Mapping[type[Action], str] = {
    Roll: "rolled-already",
    MoveRobber: "robber-not-due",
    Discard: "discard-not-due",
}


def explain(known: Known, seat: int, action: Action) -> Reason:
    """The code of the reason why ``action`` of ``seat`` is not legal, as if its move came now, and its facts.

    ``known`` is what the seat knows. The facts lack ``order``, which is the player's own words. A trade with another
    seat that the seat's own cards allow is ``not-available``, whatever the reason. What is wrong only because the move
    of the seat has not come is ``not-your-turn`` or ``others-first``. Raises ``ValueError`` for any other action that
    is legal.
    """
    return explain_in(as_state(known), seat, action)


def explain_in(state: State, seat: int, action: Action) -> Reason:
    """The same in a position made of what the seat knows (:func:`as_state`), or in one that follows from it."""
    stage = Stage(stage_of(state.cells, seat))
    if type(action) not in PLAYS[stage]:
        return _explain_moment(state, seat, action, stage)
    if isinstance(action, Trade) or not is_legal(state, seat, action):
        return _REASONS[type(action)](state, seat, action, stage)
    if is_deciding(state, seat):
        raise ValueError(f"{action} is legal")
    seats = state.table.seats
    owing = [name for number, name in enumerate(seats) if state.owes(number)]
    return ("others-first", {"known": ", ".join(owing)}) if owing else ("not-your-turn", {"mover": seats[state.mover]})


def _explain_moment(state: State, seat: int, action: Action, stage: Stage) -> Reason:
    """Why it is not the moment for an action of this kind."""
    match stage:
        case Stage.OVER:
            return "game-over", {}
        case Stage.INTERLUDE:
            return "between-turns", {}
        case Stage.SETTLEMENT | Stage.ROAD:
            due = "settlement" if stage is Stage.SETTLEMENT else "road"
            return "set-up", {"due": due, "example": _give_example(state, seat)}
        case Stage.DISCARD:
            return "discard-first", {"due": count_cards(state.owes(seat)), "example": _give_example(state, seat)}
        case Stage.ROBBER:
            return "robber-first", {"example": _give_example(state, seat)}
        case Stage.FREE_ROADS:
            left = state.cells[FREE_ROADS]
            due = "1 road" if left == 1 else f"{left} roads"
            return "free-roads-first", {"due": due, "legal": list_free_roads(state, seat, 0)}
        case Stage.BEFORE_ROLL if type(action) not in _NOT_DUE:
            return "roll-first", {}
    return _NOT_DUE.get(type(action), "not-now"), {}


def _give_example(state: State, seat: int) -> str:
    """An order that would be legal: in the set-up with its road, and for the robber with a card, where there is one."""
    legal = list_legal(state, seat)
    chosen = next(
        (action for action in legal if isinstance(action, MoveRobber) and action.victim is not None), legal[0]
    )
    if isinstance(chosen, BuildSettlement):
        spot = chosen.intersection
        return f"place: {spot} {PATH_NAMES[next(list_bits(PATHS_AT[spot]))]}"
    ((key, words),) = write_action(state.table, chosen).items()
    return f"{key}: {words}"
