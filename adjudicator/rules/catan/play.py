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
from adjudicator.rules.catan.legal import is_legal
from adjudicator.rules.catan.placement import place_first_road, place_first_settlement
from adjudicator.rules.catan.robbery import discard, move_robber
from adjudicator.rules.catan.state import MOVER, OWES, STAGE, Stage, State
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
_DISCARD, _INTERLUDE, _OVER = Stage.DISCARD.value, Stage.INTERLUDE.value, Stage.OVER.value


def is_deciding(state: State, seat: int) -> bool:
    """Whether ``seat`` has something to decide now."""
    cells = state.cells
    stage = cells[STAGE]
    if stage == _DISCARD:
        return cells[OWES + seat] > 0
    if stage == _INTERLUDE:
        interlude = state.table.rules.interlude
        return interlude is not None and any(seat == open_ for open_, _ in interlude.open_decisions(state))
    return seat == cells[MOVER] and stage != _OVER


def apply_action(state: State, seat: int, action: Action, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """The position after ``action``, and what happened.

    Raises ``IllegalActionError`` when the seat has nothing to decide or the action is not legal.
    """
    if not is_deciding(state, seat) or not is_legal(state, seat, action):
        raise IllegalActionError(f"{state.table.seats[seat]}: {action}")
    draft = Draft(state, chance)
    play = _BY_TYPE[state.cells[STAGE]].get(type(action), act_in_interlude)
    play(draft, seat, action)
    return draft.freeze(), tuple(draft.events)
