"""Finding what a turn takes the place of: the abandoned turn of its number, from the branch that a rewind made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.core.record import TurnRecord
from adjudicator.core.recorded_act import RecordedAct, Rewind, find_abandoned, select_acts
from adjudicator.ledger.carried import tell_offers
from adjudicator.ledger.last_turn import read_turn
from adjudicator.registry import AnyGame
from adjudicator.report.rerun import Rerun
from adjudicator.store.branches import Shelf, name_turn
from adjudicator.store.bundle import RECORD_FILES


def find_rerun(
    shelf: Shelf, acts: Sequence[RecordedAct], game: AnyGame, game_id: str, record: TurnRecord[Any]
) -> Rerun[Any] | None:
    """What ``record`` takes the place of; None where no turn of its number was abandoned before it.

    ``acts`` are all there are; those recorded after the turn do not count. Raises :class:`DamageError`.
    """
    told = select_acts(acts, 0, record.number)
    act = find_abandoned(told, record.number)
    if act is None or not isinstance(act.change, Rewind):
        return None
    where = name_turn(act.change.branch, record.number)
    carried = tell_offers(shelf, told, game, game_id, record) if game.kernel.decisions(record.state) else {}
    if record.number in act.change.damaged:
        return Rerun(act, None, act.change.damaged[record.number].head, carried)
    abandoned = read_turn(game, where, {name: shelf.read(f"{where}/{name}") for name in RECORD_FILES})
    return Rerun(act, abandoned.record, abandoned.head, carried)
