"""What the reports of a turn are about: the turn, the game around it, and what a rewind put it in the place of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.core.driver import list_asked
from adjudicator.core.record import TurnRecord
from adjudicator.core.recorded_act import list_settled, select_acts
from adjudicator.report.page import Occasion

if TYPE_CHECKING:
    from adjudicator.ledger.turn import Foundation


def describe_turn(
    foundation: Foundation, record: TurnRecord[Any], head: str, previous_head: str
) -> Occasion[Any, Any, Any]:
    """What the reports of ``record`` are about, without proofs. Raises :class:`DamageError` for a damaged branch."""
    game, charter, acts = foundation.game, foundation.charter, foundation.acts
    taken_up = select_acts(acts, 0, record.number)
    mixer, then = foundation.mixer, foundation._replace(acts=taken_up)
    wanted = mixer.want(then, record._replace(settled=list_settled(taken_up)))
    occasion = Occasion(
        game=game,
        game_id=charter.id,
        edition=charter.setting.edition,
        asks=list_asked(game, record.state, record.agendas, charter.pacing),
        when_blocked=charter.when_blocked,
        sample=charter.sample,
        record=record,
        head=head,
        previous_head=previous_head,
        wanted=wanted,
        remarks=tuple(mixer.tell(record, wanted)),
    )
    if not acts:
        return occasion
    from adjudicator.ledger.rerun import find_rerun

    return occasion._replace(
        acts=select_acts(acts, record.number, record.number),
        rerun=find_rerun(foundation.shelf, acts, game, charter.id, record),
    )
