"""What the reports of a turn are about, what a rewind put it in the place of, and what proves them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.agenda import NOTHING_CHANGED, Agenda, Ask
from adjudicator.core.charter import Charter
from adjudicator.core.driver import leave_out_house
from adjudicator.core.recorded_act import list_settled, select_acts
from adjudicator.core.seat_names import show
from adjudicator.core.table import Onlooker, Seat
from adjudicator.ledger.mixer import Foundation
from adjudicator.registry import AnyGame
from adjudicator.report.page import ReportContext
from adjudicator.report.proof_writer import ProofWriter
from adjudicator.store.bundle import read_report_list
from adjudicator.store.damage import DamageError
from adjudicator.store.header import LOCAL, MANIFEST, SavedLocal, list_consumed, read_local
from adjudicator.store.record import Knowledge, TurnRecord
from adjudicator.zones import find_zone


def describe_turn(
    foundation: Foundation, record: TurnRecord[Any], head: str, before: Mapping[Seat, Agenda] = NOTHING_CHANGED
) -> ReportContext:
    """What the reports of ``record`` are about, without proofs; ``before`` are the agendas after the turn before.

    Raises :class:`DamageError` for a damaged branch.
    """
    game, charter, acts = foundation.game, foundation.charter, foundation.acts
    taken_up = select_acts(acts, 0, record.number)
    mixer, then = foundation.mixer, foundation._replace(acts=taken_up)
    wanted = mixer.want(then, record._replace(settled=list_settled(taken_up)))
    context = ReportContext(
        game=game,
        game_id=charter.id,
        edition=charter.setting.edition if len(game.editions) > 1 else "",
        asks=list_named_asks(game, charter, record),
        when_blocked=charter.when_blocked,
        missed=charter.missed,
        abandoned=charter.abandoned,
        sample=charter.sample,
        record=record,
        head=head,
        wanted=wanted,
        remarks=tuple(mixer.tell(record, wanted, charter.seat_names)),
        names=charter.seat_names,
        zone=find_zone(charter.zone),
        before=before,
    )
    if not acts:
        return context
    from adjudicator.ledger.carried import find_rerun  # noqa: PLC0415 - after a rewind alone

    return context._replace(
        acts=select_acts(acts, record.number, record.number),
        rerun=find_rerun(foundation.shelf, acts, game, charter.id, record),
    )


def list_named_asks(game: AnyGame, charter: Charter, record: TurnRecord[Any]) -> tuple[Ask, ...]:
    """What is asked before the next turn, with names in the duties."""
    known = game.views.see(record.state, record.agendas, Onlooker.PUBLIC)
    asks = game.orders.asks(known, charter.pacing)
    shown = show(game, charter.seat_names, known, Onlooker.PUBLIC).known
    told = asks if shown is known else game.orders.asks(shown, charter.pacing)
    named = tuple(ask._replace(duty=same.duty) for ask, same in zip(asks, told, strict=True))
    return leave_out_house(named, record.agendas)


def prove_reports(
    record: TurnRecord[Any], knowledge: Knowledge, files: Mapping[str, bytes], earlier: tuple[SavedLocal, bytes] | None
) -> ProofWriter:
    """What proves the reports of the turn of ``record``, after which ``knowledge`` is known.

    ``files`` hold its manifests and receipts, ``earlier`` is the local manifest and ``reports.json`` of the turn
    before. Raises :class:`DamageError`.
    """
    try:
        local = read_local(files[LOCAL])
        consumed = list_consumed(local["files"], files)
        seats: dict[Seat, Any] = {seat: consumed.get(seat, []) for seat in knowledge.facts}
        salt = bytes.fromhex(local["salt"])
        handed_on = None
        if earlier:
            handed_on = bytes.fromhex(earlier[0]["salt"]), read_report_list(earlier[1])["reports"]
    except (KeyError, ValueError, TypeError) as error:
        raise DamageError(f"turns/{record.number:04}", f"its reports cannot be proved ({error!r})") from error
    return ProofWriter(files[MANIFEST], salt, seats, knowledge.facts, record.draws, handed_on)
