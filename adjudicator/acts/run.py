"""Running the turn that is due: the whole story, top to bottom."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple

from adjudicator.acts.filing import Answer, file_dropped
from adjudicator.acts.opened import OpenGame, find_in_force, open_game
from adjudicator.chance import SecretChance
from adjudicator.core.agenda import Agenda, Ask
from adjudicator.core.driver import Leave, Stop, Verdict, adjudicate
from adjudicator.core.instant import add_hours
from adjudicator.core.record import Circumstances, TurnRecord
from adjudicator.core.table import Seat
from adjudicator.report.page import Occasion
from adjudicator.store.bundle import MANIFEST, REPORTS, bundle_reports, bundle_turn, hash_bytes
from adjudicator.store.charter import TURN_CLASS, WhenBlocked
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.inbox import Filed, receipt_name
from adjudicator.store.json_text import write_json
from adjudicator.store.lock import hold_lock


class Status(Enum):
    """How a run ended."""

    ADJUDICATED = "adjudicated"
    ALREADY = "already"
    WAITING = "waiting"
    OVER = "over"


class WrongTurnError(Exception):
    """The turn asked for is not the one that is next."""


class Outcome(NamedTuple):
    """What a run did: the newest turn and its head afterwards, who is awaited, and the answers to files found."""

    path: str
    game: str
    status: Status
    turn: int
    head: str
    awaiting: tuple[Ask, ...]
    results: tuple[str, ...] = ()
    reports: str = ""
    answers: tuple[Answer, ...] = ()
    sentences: Mapping[str, str] = MappingProxyType({})


def run_turn(path: str, turn: int | None, now: datetime, *, force: bool = False, dry_run: bool = False) -> Outcome:
    """Adjudicate the turn of the game at ``path`` that is due; running it again changes nothing.

    ``turn`` is the number the caller expects: one that has run already is left alone, any other than the next is
    refused. Raises :class:`WrongTurnError`, ``BusyError``, ``NoGameError``, ``DamageError``, ``OSError``.
    """
    directory = GameDirectory(path)
    directory.expect_charter()
    with nullcontext() if dry_run else hold_lock(directory.path):
        if not dry_run:
            directory.turns.clean()
        opened = open_game(path)
        if not dry_run:
            _clean_inbox(opened)
        if turn is not None and turn <= opened.record.number:
            return _report_outcome(opened, Status.ALREADY)
        if opened.over:
            return _report_outcome(opened, Status.OVER)
        if turn is not None and turn != opened.record.number + 1:
            raise WrongTurnError(f"turn {turn} is not next: turn {opened.record.number + 1} is")
        answers = () if dry_run else tuple(file_dropped(opened, now))
        waiting = {seat: opened.list_filed(seat) for seat in opened.seats}
        in_force = {seat: filed for seat, files in waiting.items() if (filed := find_in_force(files))}
        agendas = opened.agendas_with(in_force)
        late = _is_late(opened, now)
        if not force and not late and not _is_answered(opened, agendas):
            return _report_outcome(opened, Status.WAITING, answers)
        chance = SecretChance(opened.charter.id, directory.read_secret())
        leave = Leave(opened.charter.when_blocked is WhenBlocked.FALLBACK, late, force)
        verdict = adjudicate(opened.game, opened.record.state, agendas, chance, opened.charter.pacing, leave)
        if not verdict.events and not verdict.results:
            return _report_outcome(opened, Status.WAITING, answers)
        record = make_record(opened, verdict, chance, Circumstances(now, force, late))
        consumed = {seat: files for seat, files in waiting.items() if seat in verdict.asked}
        bundle = bundle_next(opened, record, consumed, in_force)
        if not dry_run:
            directory.turns.commit(record.number, bundle)
            for seat, files in consumed.items():
                for item in files:
                    directory.inbox.remove(seat, item.name)
        asks = opened.game.orders.asks(
            opened.game.views.see(record.state, opened.seats[0]), record.agendas, opened.charter.pacing
        )
        status = Status.ADJUDICATED
        return Outcome(
            path=path,
            game=opened.charter.id,
            status=status,
            turn=record.number,
            head=hash_bytes(bundle[MANIFEST]),
            awaiting=asks,
            results=_summarise(opened, record),
            reports=f"{directory.turns.folder(record.number)}/reports",
            answers=answers,
            sentences=opened.court().sentences if answers else {},
        )


def _clean_inbox(opened: OpenGame) -> None:
    """Finish what an interrupted run began: consumed files leave the inbox."""
    inbox = opened.directory.inbox
    for seat in opened.seats:
        for filed in inbox.list_filed(seat):
            if opened.has_consumed(filed):
                inbox.remove(seat, filed.name)
        inbox.clean(seat)


def _is_late(opened: OpenGame, now: datetime) -> bool:
    due = opened.record.due.get(TURN_CLASS)
    return due is not None and now >= due


def _is_answered(opened: OpenGame, agendas: Mapping[Seat, Agenda]) -> bool:
    """Whether every seat that is asked and must answer has answered, with a file that is no draft."""
    for ask in opened.ask(agendas):
        agenda = agendas[ask.seat]
        known = opened.game.views.see(opened.record.state, ask.seat)
        if ask.must and (agenda.draft or not opened.game.orders.answers(known, agenda, ask)):
            return False
    return True


def make_record(
    opened: OpenGame, verdict: Verdict[Any], chance: SecretChance, circumstances: Circumstances
) -> TurnRecord[Any]:
    """The record of the turn after the newest one."""
    over = verdict.stop is Stop.OVER
    deadlines = {} if over else opened.charter.deadlines
    agendas = {
        seat: verdict.agendas[seat] if seat in verdict.asked else opened.record.agendas[seat] for seat in opened.seats
    }
    return TurnRecord(
        number=opened.record.number + 1,
        state=verdict.state,
        agendas=agendas,
        events=verdict.events,
        results=verdict.results,
        draws=tuple(chance.draws),
        circumstances=circumstances,
        stop=verdict.stop,
        stopped_at=verdict.stopped_at,
        due={name: add_hours(circumstances.now, hours) for name, hours in deadlines.items()},
    )


def bundle_next(
    opened: OpenGame,
    record: TurnRecord[Any],
    consumed: Mapping[Seat, list[Filed]],
    in_force: Mapping[Seat, Filed],
) -> dict[str, bytes]:
    """All files of the turn after the newest one, reports included."""
    from adjudicator.core.receipt import dump_receipt
    from adjudicator.report.render import render_reports

    orders: dict[str, bytes] = {}
    for seat, filed in consumed.items():
        for item in filed:
            orders[f"orders/{seat}/{item.name}"] = item.data
            orders[f"orders/{seat}/{receipt_name(item.name)}"] = write_json(dump_receipt(item.receipt))
    counted = {seat: f"orders/{seat}/{filed.name}" for seat, filed in in_force.items() if seat in consumed}
    try:
        previous_reports = hash_bytes(opened.directory.turns.read(opened.record.number, REPORTS))
    except DamageError as error:
        raise DamageError(error.file, "missing: it is part of the hash chain") from error
    link = (opened.head, previous_reports)
    files = bundle_turn(opened.game, record, orders, counted, link, (opened.charter.id, None))
    head = hash_bytes(files[MANIFEST])
    files |= bundle_reports(head, render_reports(make_occasion(opened, record, head, opened.head)))
    return files


def make_occasion(opened: OpenGame, record: TurnRecord[Any], head: str, previous_head: str) -> Occasion[Any, Any, Any]:
    """What the reports of ``record`` are about."""
    return Occasion(
        game=opened.game,
        game_id=opened.charter.id,
        edition=opened.charter.setting.edition,
        pacing=opened.charter.pacing,
        sample=opened.charter.sample,
        record=record,
        head=head,
        previous_head=previous_head,
    )


def _summarise(opened: OpenGame, record: TurnRecord[Any]) -> tuple[str, ...]:
    from adjudicator.core.table import Onlooker

    known = opened.game.views.see(record.state, Onlooker.MODERATOR)
    return tuple(opened.game.exhibit.tell(known, record.events, Onlooker.MODERATOR))


def _report_outcome(opened: OpenGame, status: Status, answers: tuple[Answer, ...] = ()) -> Outcome:
    return Outcome(
        path=opened.directory.path,
        game=opened.charter.id,
        status=status,
        turn=opened.record.number,
        head=opened.head,
        awaiting=opened.asks,
        answers=answers,
        sentences=opened.court().sentences if answers else {},
    )
