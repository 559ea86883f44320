"""The order of play, told from top to bottom: what each action does in each stage, and what comes next.

1. Set-up: ``SETTLEMENT`` and then ``ROAD``, twice for every seat, forwards and then backwards round the table.
2. A turn begins: ``BEFORE_ROLL``, where a development card may be played. Who holds none rolls at once.
3. The roll: after a 7 ``DISCARD``, for all who hold too many cards, and ``ROBBER``; else production.
4. ``TURN``: trade, build, buy and play a card in any order. A knight leads to ``ROBBER``, Road Building to
   ``FREE_ROADS``; after both, play goes on where the card was played.
5. The turn ends: ``INTERLUDE``, where the rule set has something between two turns; then the next seat's turn.
6. ``OVER``, as soon as the seat on turn has the points.

Here alone the stage is set, but for the first. What an action does to pieces stands in
:mod:`adjudicator.rules.catan.pieces`, what it does to cards in :mod:`adjudicator.rules.catan.dealing`, and what is
counted for it in :mod:`adjudicator.rules.catan.awards`.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from adjudicator.core.chance import Chance
from adjudicator.core.table import Decision, SeatNumber
from adjudicator.rules.catan import actions, awards, dealing, pieces, sites
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.course import note_standing
from adjudicator.rules.catan.rules import PositionChange
from adjudicator.rules.catan.state import (
    DECISION_KINDS,
    NOWHERE,
    VICTORY,
    Cells,
    Draft,
    Stage,
    State,
    Table,
    count_points,
)

_SETTLEMENT, _BEFORE_ROLL = Stage.SETTLEMENT.value, Stage.BEFORE_ROLL.value
_DISCARD, _ROBBER, _TURN = Stage.DISCARD.value, Stage.ROBBER.value, Stage.TURN.value
_FREE_ROADS, _INTERLUDE, _OVER = Stage.FREE_ROADS.value, Stage.INTERLUDE.value, Stage.OVER.value
ANY_ROLL = 2
"""Stands for dice that have been rolled, whatever they show."""


def _go_to(stage: Stage) -> Callable[[Draft], None]:
    place = stage.value

    def go(draft: Draft) -> None:
        draft.cells[at.STAGE] = place

    return go


def _pass_placement(draft: Draft) -> None:
    """Forwards round the table, then backwards; after the last road the first seat begins."""
    cells, seats = draft.cells, len(draft.table.seats)
    cells[at.ANCHOR] = NOWHERE
    placed = cells[at.PLACED] = cells[at.PLACED] + 1
    if placed == 2 * seats:
        note_standing(draft)
        cells[at.MOVER] = 0
        cells[at.TURN] = 1
        _begin_turn(draft)
    else:
        cells[at.MOVER] = placed if placed < seats else 2 * seats - 1 - placed
        cells[at.STAGE] = _SETTLEMENT


def _begin_turn(draft: Draft) -> None:
    """Begin the turn of the seat on turn, who may have won already (ruling C02).

    Without a development card in hand there is nothing to decide before the roll.
    """
    cells, table = draft.cells, draft.table
    seat = cells[at.MOVER]
    draft.note("turn-began", {"seat": table.seats[seat], "turn": cells[at.TURN]})
    cells[at.STAGE] = _BEFORE_ROLL
    if not _check_victory(draft) and not cells[at.CARDS + seat]:
        _roll(draft)


def _roll(draft: Draft) -> None:
    """Roll for the seat on turn: production, or on a 7 discards and the robber (ruling B02)."""
    total = dealing.roll_dice(draft)
    if total != dealing.SEVEN:
        dealing.produce(draft, total)
        draft.cells[at.STAGE] = _TURN
    elif dealing.demand_discards(draft):
        draft.cells[at.STAGE] = _DISCARD
    else:
        draft.cells[at.STAGE] = _ROBBER


def _await_discards(draft: Draft) -> None:
    """When nobody owes anything any more, the robber is moved."""
    if not any(draft.cells[at.OWES : at.OWES + len(draft.table.seats)]):
        draft.cells[at.STAGE] = _ROBBER


def _give_free_roads(draft: Draft) -> None:
    """The roads of the card are placed one by one."""
    draft.cells[at.FREE_ROADS] = draft.table.edition.free_roads
    draft.cells[at.STAGE] = _FREE_ROADS


def _count_free_road(draft: Draft) -> None:
    """Free roads are placed while there are pieces and sites (ruling B05)."""
    cells = draft.cells
    cells[at.FREE_ROADS] -= 1
    if not cells[at.FREE_ROADS] or not sites.free_road_sites(draft.table, cells, draft.table.numbers[cells[at.MOVER]]):
        cells[at.FREE_ROADS] = 0
        _resume_turn(draft)
    else:
        _check_victory(draft)


def _give_up_roads(draft: Draft) -> None:
    """The card says that one may place them (ruling B05)."""
    draft.cells[at.FREE_ROADS] = 0
    _resume_turn(draft)


def _resume_turn(draft: Draft) -> None:
    """Go on where a development card or the robber interrupted the turn.

    One card a turn: after one was played before the roll, the roll is all there is (rulings B04, B09).
    """
    if _check_victory(draft):
        return
    if draft.cells[at.DICE]:
        draft.cells[at.STAGE] = _TURN
    else:
        _roll(draft)


def _end_turn(draft: Draft) -> None:
    """What the rule set has between two turns, or the next turn."""
    between_turns = draft.table.rules.between_turns
    if between_turns is None:
        _pass_turn(draft)
    else:
        _carry_out_change(draft, between_turns.close_turn(draft.freeze()))
        _go_on_between_turns(draft)


def _act_between_turns(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """An action that only the rule set knows."""
    between_turns = draft.table.rules.between_turns
    assert between_turns is not None
    _carry_out_change(draft, between_turns.act(draft.freeze(), seat, action))


def _carry_out_change(draft: Draft, change: PositionChange) -> None:
    cells = draft.cells
    for seat, cards in enumerate(change.taken):
        cells[at.HAND + seat] -= cards
    cells[at.BANK] += change.returned
    draft.events += change.events
    weigh = draft.table.rules.weigh
    before, weights = weigh(draft.extra), weigh(change.extra)
    draft.extra = change.extra
    if weights != before:
        for seat in draft.table.numbers:
            awards.measure_seat(cells, seat, weights)
        awards.award_longest(draft)


def _go_on_between_turns(draft: Draft) -> None:
    """Pass the turn unless the rule set leaves something to decide or has decided the game."""
    between_turns = draft.table.rules.between_turns
    if _check_victory(draft):
        return
    if between_turns is not None and between_turns.open_decisions(draft.freeze()):
        draft.cells[at.STAGE] = _INTERLUDE
    else:
        _pass_turn(draft)


def _pass_turn(draft: Draft) -> None:
    note_standing(draft)
    cells = draft.cells
    cells[at.MOVER] = (cells[at.MOVER] + 1) % len(draft.table.seats)
    cells[at.TURN] += 1
    cells[at.DICE] = cells[at.NEW] = cells[at.CARD_PLAYED] = 0
    cells[at.FREE_ROADS] = cells[at.BUILT] = cells[at.STEALS] = 0
    # The dice published ahead are the last cells; they move up by one turn.
    del cells[at.AHEAD]
    cells.append(0)
    _begin_turn(draft)


def _check_victory(draft: Draft) -> bool:
    """End the game if the seat on turn has the points, and only that seat (rulings C02 to C06)."""
    cells, table = draft.cells, draft.table
    seat = table.numbers[cells[at.MOVER]]
    points = count_points(table, cells, draft.extra, seat)
    if points < table.edition.target:
        return False
    note_standing(draft)
    cells[at.STAGE] = _OVER
    draft.note("game-over", {"reason": VICTORY, "winners": [table.seats[seat]], "points": points})
    return True


Finder: TypeAlias = Callable[[Table, Cells, SeatNumber], int]
"""From table, cells and seat to the legal entries of a block of numbered actions."""


class Play(NamedTuple):
    """What of a kind of action is legal, what it does to pieces and cards, and what comes next.

    None where there is nothing of it; ``find`` is None for what has no numbers.
    """

    find: Finder | None
    do: Callable[[Draft, SeatNumber, Action], None] | None
    then: Callable[[Draft], object] | None


_CARDS: Mapping[type[Action], Play] = {
    # the robber is moved before anything else (ruling B09)
    actions.PlayKnight: Play(sites.card_plays, dealing.play_knight, _go_to(Stage.ROBBER)),
    actions.PlayRoadBuilding: Play(sites.card_plays, dealing.play_road_building, _give_free_roads),
    actions.PlayPlenty: Play(sites.card_plays, dealing.play_plenty, _resume_turn),
    actions.PlayMonopoly: Play(sites.card_plays, dealing.play_monopoly, _resume_turn),
}
PLAYS: Mapping[int, Mapping[type[Action], Play]] = {
    Stage.SETTLEMENT: {
        actions.BuildSettlement: Play(sites.first_settlement_sites, pieces.place_settlement, _go_to(Stage.ROAD))
    },
    Stage.ROAD: {actions.BuildRoad: Play(sites.first_road_sites, pieces.build_road, _pass_placement)},
    Stage.BEFORE_ROLL: {actions.Roll: Play(sites.always, None, _roll), **_CARDS},
    Stage.DISCARD: {actions.Discard: Play(None, dealing.discard, _await_discards)},
    Stage.ROBBER: {actions.MoveRobber: Play(sites.robber_moves, dealing.move_robber, _resume_turn)},
    Stage.TURN: {
        actions.TradeWithBank: Play(sites.bank_trades, dealing.trade_with_bank, None),
        actions.Trade: Play(None, dealing.trade, None),
        actions.BuildSettlement: Play(sites.settlement_sites, pieces.build_settlement, _check_victory),
        actions.BuildCity: Play(sites.city_sites, pieces.build_city, _check_victory),
        actions.BuildRoad: Play(sites.road_sites, pieces.build_road, _check_victory),
        actions.BuyCard: Play(sites.card_purchase, dealing.buy_card, _check_victory),
        **_CARDS,
        actions.EndTurn: Play(sites.always, None, _end_turn),
    },
    Stage.FREE_ROADS: {
        actions.BuildRoad: Play(sites.free_road_sites, pieces.build_road, _count_free_road),
        actions.GiveUpRoads: Play(sites.always, None, _give_up_roads),
    },
    Stage.INTERLUDE: {},
    Stage.OVER: {},
}
"""The order of play as a table, stage by stage. What lies between turns has no rows, nor numbers."""

# Plain tuples are unpacked faster than named ones, and this happens at every action.
_BY_TYPE = tuple({kind: (play.do, play.then) for kind, play in PLAYS[stage].items()} for stage in Stage)
_BETWEEN_TURNS = (_act_between_turns, _go_on_between_turns)


def list_decisions(state: State) -> tuple[Decision, ...]:
    """The decision of the seat on turn; after a 7 all seats that must discard; none when the game is over."""
    table, cells, _ = state
    stage = cells[at.STAGE]
    alone = table.decisions[stage]
    if alone:
        return alone[cells[at.MOVER]]
    if stage == _DISCARD:
        kind = DECISION_KINDS[stage]
        return tuple(Decision(seat, kind) for number, seat in enumerate(table.seats) if cells[at.OWES + number])
    between_turns = table.rules.between_turns
    if stage == _OVER or between_turns is None:
        return ()
    return tuple(Decision(table.seats[seat], kind) for seat, kind in between_turns.open_decisions(state))


def is_deciding(state: State, seat: SeatNumber) -> bool:
    """Whether ``seat`` has something to decide now."""
    return any(decision.seat == state.table.seats[seat] for decision in list_decisions(state))


def carry_out(state: State, seat: SeatNumber, action: Action, chance: Chance, *, tells: bool) -> Draft:
    """What becomes of the position by an ``action`` known to be legal, of a seat that has to decide."""
    table, cells, extra = state
    draft = Draft(table, list(cells), extra, chance, tells=tells)
    do, then = _BY_TYPE[cells[at.STAGE]].get(type(action), _BETWEEN_TURNS)
    if do is not None:
        do(draft, seat, action)
    if then is not None:
        then(draft)
    return draft


def count_to_place(state: State, seat: SeatNumber) -> int:
    """How many settlements the seat has yet to place in the set-up."""
    return 0 if state.turn else max(0, 2 - state.settlements(seat).bit_count())


def imagine_turn(state: State, seat: SeatNumber) -> State:
    """The position as if it were the seat's turn, after the roll; in the set-up its time to place, if any is left."""
    cells = list(state.cells)
    cells[at.MOVER] = seat
    if cells[at.STAGE] == _OVER:
        return state
    if count_to_place(state, seat):
        cells[at.STAGE] = _SETTLEMENT
    else:
        cells[at.STAGE] = _TURN
        cells[at.DICE] = ANY_ROLL
        cells[at.NEW] = cells[at.CARD_PLAYED] = 0
        for other in state.table.numbers:
            cells[at.OWES + other] = 0
    return State(state.table, tuple(cells), state.extra)
