"""The order of play from the end of one turn to the decisions of the next."""

from __future__ import annotations

from adjudicator.rules.catan.actions import Action, EndTurn, Roll
from adjudicator.rules.catan.awards import award_longest, check_victory, measure_seat
from adjudicator.rules.catan.draft import Draft
from adjudicator.rules.catan.production import roll
from adjudicator.rules.catan.rules import Change
from adjudicator.rules.catan.state import (
    AHEAD,
    BANK,
    BUILT,
    CARD_PLAYED,
    CARDS,
    DICE,
    FREE_ROADS,
    HAND,
    MOVER,
    NEW,
    STAGE,
    STEALS,
    TURN,
    Stage,
)

_BEFORE_ROLL, _TURN = Stage.BEFORE_ROLL.value, Stage.TURN.value
_INTERLUDE, _OVER = Stage.INTERLUDE.value, Stage.OVER.value


def begin_turn(draft: Draft) -> None:
    """Begin the turn of the seat on turn, who may have won already (ruling C02).

    Without a development card in hand there is nothing to decide before the roll.
    """
    cells, table = draft.cells, draft.table
    seat = cells[MOVER]
    draft.note("turn-began", {"seat": table.seats[seat], "turn": cells[TURN]})
    cells[STAGE] = _BEFORE_ROLL
    if not check_victory(draft) and not cells[CARDS + seat]:
        roll(draft)


def roll_dice(draft: Draft, seat: int, action: Action) -> None:
    """The roll, after nothing was played."""
    assert isinstance(action, Roll)
    del seat
    roll(draft)


def resume_turn(draft: Draft) -> None:
    """Go on where a development card or the robber interrupted the turn.

    One card a turn: after one was played before the roll, the roll is all there is (rulings B04, B09).
    """
    if check_victory(draft):
        return
    if draft.cells[DICE]:
        draft.cells[STAGE] = _TURN
    else:
        roll(draft)


def end_turn(draft: Draft, seat: int, action: Action) -> None:
    """End the turn of the seat on turn; what the rule set has between two turns comes next."""
    assert isinstance(action, EndTurn)
    del seat
    interlude = draft.table.rules.interlude
    if interlude is None:
        _pass_turn(draft)
    else:
        _follow_up(draft, interlude.close_turn(draft.freeze(), draft.chance))


def act_in_interlude(draft: Draft, seat: int, action: Action) -> None:
    """An action that only the rule set knows."""
    interlude = draft.table.rules.interlude
    assert interlude is not None
    _follow_up(draft, interlude.act(draft.freeze(), seat, action, draft.chance))


def _follow_up(draft: Draft, change: Change) -> None:
    """Carry out a change of the rule set; pass the turn unless it leaves something to decide or decides the game."""
    cells = draft.cells
    for seat, cards in enumerate(change.taken):
        cells[HAND + seat] -= cards
    cells[BANK] += change.returned
    draft.events += change.events
    weigh = draft.table.rules.weigh
    reweighed = weigh(change.extra) != weigh(draft.extra)
    draft.extra = change.extra
    if reweighed:
        for seat in range(len(draft.table.seats)):
            measure_seat(draft, seat)
        award_longest(draft)
    if check_victory(draft):
        return
    interlude = draft.table.rules.interlude
    if interlude is not None and interlude.open_decisions(draft.freeze()):
        cells[STAGE] = _INTERLUDE
    else:
        _pass_turn(draft)


def _pass_turn(draft: Draft) -> None:
    cells = draft.cells
    cells[MOVER] = (cells[MOVER] + 1) % len(draft.table.seats)
    cells[TURN] += 1
    cells[DICE] = cells[NEW] = cells[CARD_PLAYED] = cells[FREE_ROADS] = cells[BUILT] = cells[STEALS] = 0
    # The dice published ahead are the last cells; they move up by one turn.
    del cells[AHEAD]
    cells.append(0)
    begin_turn(draft)
