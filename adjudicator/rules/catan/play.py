"""Carrying out an action: who may act, what it does, and what follows by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.core.chance import Chance
from adjudicator.core.event import Event
from adjudicator.core.table import IllegalActionError
from adjudicator.rules.catan.actions import (
    Action,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyCard,
    Discard,
    EndTurn,
    MoveRobber,
    PlayKnight,
    PlayMonopoly,
    PlayPlenty,
    PlayRoadBuilding,
    Roll,
    Trade,
    TradeWithBank,
)
from adjudicator.rules.catan.building import build_city, build_road, build_settlement
from adjudicator.rules.catan.development import (
    buy_card,
    place_free_road,
    play_knight,
    play_monopoly,
    play_plenty,
    play_road_building,
)
from adjudicator.rules.catan.draft import Draft
from adjudicator.rules.catan.legal import is_allowed
from adjudicator.rules.catan.placement import place_first_road, place_first_settlement
from adjudicator.rules.catan.robbery import discard, move_robber
from adjudicator.rules.catan.state import ALONE, MOVER, OWES, STAGE, Stage, State
from adjudicator.rules.catan.trading import trade, trade_with_bank
from adjudicator.rules.catan.turns import act_in_interlude, end_turn, roll_dice

_Play = Callable[[Draft, int, Action], None]

_CARDS: Mapping[type[Action], _Play] = {
    PlayKnight: play_knight,
    PlayRoadBuilding: play_road_building,
    PlayPlenty: play_plenty,
    PlayMonopoly: play_monopoly,
}
PLAYS: Mapping[int, Mapping[type[Action], _Play]] = {
    Stage.SETTLEMENT: {BuildSettlement: place_first_settlement},
    Stage.ROAD: {BuildRoad: place_first_road},
    Stage.BEFORE_ROLL: {Roll: roll_dice, **_CARDS},
    Stage.DISCARD: {Discard: discard},
    Stage.ROBBER: {MoveRobber: move_robber},
    Stage.TURN: {
        EndTurn: end_turn,
        TradeWithBank: trade_with_bank,
        Trade: trade,
        BuildSettlement: build_settlement,
        BuildCity: build_city,
        BuildRoad: build_road,
        BuyCard: buy_card,
        **_CARDS,
    },
    Stage.FREE_ROADS: {BuildRoad: place_free_road},
    Stage.INTERLUDE: {},
    Stage.OVER: {},
}
"""The order of play: what each action does in each stage."""

_BY_TYPE = tuple(PLAYS[stage] for stage in Stage)
_DISCARD, _INTERLUDE = Stage.DISCARD.value, Stage.INTERLUDE.value


def is_deciding(state: State, seat: int) -> bool:
    """Whether ``seat`` has something to decide now."""
    table, cells, _ = state
    stage = cells[STAGE]
    if stage in ALONE:
        return seat == cells[MOVER]
    if stage == _DISCARD:
        return cells[OWES + seat] > 0
    interlude = table.rules.interlude
    return (
        stage == _INTERLUDE
        and interlude is not None
        and any(seat == open_ for open_, _ in interlude.open_decisions(state))
    )


def apply_action(state: State, seat: int, action: Action, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """The position after ``action``, and what happened.

    Raises ``IllegalActionError`` when the seat has nothing to decide or the action is not legal.
    """
    if not is_deciding(state, seat) or not is_allowed(state, seat, action, state.cells[STAGE]):
        raise IllegalActionError(f"{state.table.seats[seat]}: {action}")
    draft = carry_out(state, seat, action, chance, tells=True)
    return draft.freeze(), tuple(draft.events)


def carry_out(state: State, seat: int, action: Action, chance: Chance, *, tells: bool) -> Draft:
    """What becomes of the position by an ``action`` known to be legal, of a seat that has to decide."""
    table, cells, extra = state
    draft = Draft(table, list(cells), extra, chance, tells=tells)
    play = _BY_TYPE[cells[STAGE]].get(type(action), act_in_interlude)
    play(draft, seat, action)
    return draft
