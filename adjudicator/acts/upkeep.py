"""Making a game ready to be written to: what was interrupted is finished, and what is lost is made again if it can be.

That is the reports of the newest turn, and the schema with which editors check move files. What a rewind abandoned is
offered again. Nothing of that is done to a game that is not sound.
"""

import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from adjudicator.acts.open_game import OpenGame, open_game, open_lobby
from adjudicator.acts.outbox import release_reports
from adjudicator.acts.soundness import expect_sound, expect_sound_lobby, forget_line
from adjudicator.core.agenda import NOTHING_CHANGED, Agenda
from adjudicator.core.charter import MOVE_FILE_SCHEMA, Charter
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.core.table import Onlooker, Reader, Seat
from adjudicator.ledger.mixer import IntakeGame, WaitingGame
from adjudicator.ledger.turn import describe_turn, list_named_asks, prove_reports
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import AnyGame
from adjudicator.report.context import ReportContext
from adjudicator.report.render import name_report, render_report, render_reports
from adjudicator.store.branches import FolderShelf, name_turn
from adjudicator.store.checks import read_manifests
from adjudicator.store.files import replace_file
from adjudicator.store.formats import DamageError, write_json
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.record import AGENDA, REPORT_FOLDER, REPORTS, list_knowledge, read_agendas, read_report_list


def open_sound(path: str, *, any_version: bool = False) -> OpenGame:
    """The game at ``path`` as ``open_game`` gives it, where nothing is damaged that would be built upon."""
    opened = open_game(path, any_version=any_version)
    expect_sound(opened)
    build_lost_reports(opened)
    return opened


def prepare_game(directory: GameDirectory, now: datetime, *, any_version: bool = False) -> OpenGame:
    """The game at ``directory``, ready to be written to; the caller holds its lock.

    Whatever was interrupted is finished, removed or made again, and files of abandoned turns whose turn has come are
    filed. Raises :class:`DamageError`, and then nothing was written.
    """
    directory.finish_interrupted()
    opened = open_game(directory.path, any_version=any_version)
    expect_sound(opened)
    mend_reports(opened)
    mend_schema(opened)
    release_reports(directory)
    _finish_consuming(opened)
    forget_line(directory)
    if opened.acts:
        take_up_abandoned(opened, now)
    return opened


def give_seats_back(directory: GameDirectory, now: datetime) -> None:
    """Give back each seat with a substitute in whose inbox lies a file of its player; nobody holds the lock yet."""
    if any(len(hashes) > 1 for hashes in directory.read_tokens().speaking.values()):
        from adjudicator.acts.moderation.seats import give_back_dropped  # noqa: PLC0415 - few seats have a substitute

        give_back_dropped(directory, now)


def open_sound_lobby(path: str) -> WaitingGame | None:
    """The game at ``path`` as ``open_lobby`` gives it, where nothing is damaged that would be built upon."""
    lobby = open_lobby(path)
    if lobby is not None:
        expect_sound_lobby(lobby)
    return lobby


def prepare_lobby(directory: GameDirectory) -> WaitingGame | None:
    """The game in ``directory`` before its beginning, once what interrupted commands left is put right.

    None where it has begun. The caller holds the lock.
    """
    directory.finish_interrupted()
    lobby = open_sound_lobby(directory.path)
    if lobby is not None:
        release_reports(directory)
        _finish_consuming(lobby)
    return lobby


def _finish_consuming(opened: IntakeGame) -> None:
    """Finish what an interrupted run began: consumed files leave the inbox, with their receipts."""
    for seat in opened.seats:
        opened.directory.inbox.remove_interrupted(seat, opened.has_consumed)


def take_up_abandoned(opened: OpenGame, now: datetime) -> None:
    """File what is offered again before the next turn; the caller holds the game's lock. Doing it again does nothing.

    A file keeps its number, so that what a seat sends after it comes after it.
    """
    if not opened.acts or opened.over:
        return
    from adjudicator.ledger.abandoned_turns import judge_offer, list_offers  # noqa: PLC0415 - after a rewind alone

    inbox = opened.directory.inbox
    offers = list_offers(FolderShelf(opened.directory.path), opened.acts, opened.record.number + 1, opened.seats)
    for seat, offer in offers.items():
        present = {filed.data for filed in opened.list_filed(seat)}
        if offer.newer or present - {filed.data for filed in offer.files}:
            continue
        for one in judge_offer(opened.intake(), seat, offer, now):
            if one.accepted and one.filed.data not in present:
                inbox.accept(seat, one.filed.data, one.receipt, one.filed.name)
            elif not one.accepted and not inbox.has_refused(seat, one.receipt):
                inbox.refuse(seat, one.filed.data, one.receipt)


def describe_opened(opened: OpenGame) -> ReportContext:
    """What the reports of the turn that is opened are about, without proofs. Raises :class:`DamageError`."""
    foundation = opened.foundation._replace(charter=opened.charter_then or opened.charter)
    number = opened.record.number
    before = read_agendas(opened.turns.read_part(number - 1, AGENDA)) if number else NOTHING_CHANGED
    return describe_turn(foundation, opened.record, opened.head, before)


def describe_as_it_stands(opened: OpenGame, pending: tuple[RecordedAct, ...]) -> ReportContext:
    """The same with what has become of it by acts ``pending`` since: deadlines, and what is asked. Raises the same."""
    context = describe_opened(opened)
    if not pending:
        return context
    # who has taken a seat since is not known to the report
    charter = opened.charter._replace(names=context.charter.names)
    record = opened.record._replace(due=opened.due, agendas=opened.start.agendas)
    asks = list_named_asks(opened.game, charter, record)
    return context._replace(charter=charter, asks=asks, record=record, pending=pending)


def describe_proved(opened: OpenGame) -> ReportContext:
    """The same with what proves them. Raises :class:`DamageError`."""
    turns, number = opened.turns, opened.record.number
    earlier = None
    if number:
        _, local = read_manifests(name_turn(None, number - 1), turns.read(number - 1))
        earlier = local, turns.read_part(number - 1, REPORTS)
    knowledge = list_knowledge(opened.game, opened.record)
    proofs = prove_reports(opened.record, knowledge, turns.read(number), earlier)
    return describe_opened(opened)._replace(proofs=proofs)


def mend_reports(opened: OpenGame) -> None:
    """Write those reports of the newest turn again that are torn or missing; the caller holds the game's lock.

    Those of the turn before, which a run that was interrupted may have left, are removed. Raises what
    :func:`build_lost_reports` raises.
    """
    lost = build_lost_reports(opened)
    if lost:
        opened.directory.turns.write_reports(opened.record.number, lost)
    if opened.record.number and not opened.charter.keep_reports:
        opened.directory.turns.drop_reports(opened.record.number - 1)


def build_lost_reports(opened: OpenGame) -> dict[str, bytes]:
    """Those reports of the newest turn that are torn or missing, by their names in the turn.

    One that another version of the program wrote in other words cannot be made again, and stays missing. Raises
    :class:`DamageError` for one that is there, is not as listed, and cannot be made again as it was.
    """
    turns, number = opened.directory.turns, opened.record.number
    listed = {
        f"{REPORT_FOLDER}{name}": digest
        for name, digest in read_report_list(turns.read_part(number, REPORTS))["reports"].items()
    }
    there = {name: hash_bytes(data) for name, data in turns.read_reports(number).items()}
    if there == listed:
        return {}
    for name in sorted(there.keys() - listed.keys()):
        raise DamageError(f"turns/{number:04}/{name}", f"{REPORTS} does not list it")
    built = {f"{REPORT_FOLDER}{name}": data for name, data in render_reports(describe_proved(opened)).items()}
    lost = [name for name, digest in listed.items() if there.get(name) != digest]
    mended = {name: built[name] for name in lost if name in built and hash_bytes(built[name]) == listed[name]}
    for name in lost:
        if name in there and name not in mended:
            reason = f"is not the report that {REPORTS} lists, and that cannot be made again"
            raise DamageError(f"turns/{number:04}/{name}", reason)
    return mended


def read_newest_reports(opened: OpenGame, readers: Sequence[Reader]) -> dict[str, bytes]:
    """The newest reports of the ``readers`` as they were sent, with their proofs, by their names.

    One that is lost, and that another version of the program wrote in other words, is told in those of today, without
    a proof, which it would not fit. Raises :class:`DamageError`.
    """
    turns, number = opened.directory.turns, opened.record.number
    listed = read_report_list(opened.turns.read_part(number, REPORTS))["reports"]
    kept = {name.removeprefix(REPORT_FOLDER): data for name, data in turns.read_reports(number).items()}
    context, reports = describe_proved(opened), dict[str, bytes]()
    for reader in readers:
        built = render_report(context, reader)
        reports |= {
            name: kept[name] if listed.get(name) == hash_bytes(kept.get(name, b"")) else built[name] for name in built
        }
        if any(listed.get(name) != hash_bytes(reports[name]) for name in built):
            reports.pop(f"{name_report(reader)}.proof", None)
    return reports


def describe_move_files(game: AnyGame, charter: Charter, state: Any, agendas: Mapping[Seat, Agenda]) -> bytes:  # noqa: ANN401 - a state is its game's business
    """The schema of the game's move files: what the charter and the board say, as everybody knows them."""
    from adjudicator.intake import bundle, judge  # noqa: PLC0415 - once a game

    known = game.views.see(state, agendas, Onlooker.PUBLIC)
    words, useless = game.orders.list_words(known), game.orders.list_useless_keys(known)
    vocabulary = judge.describe_vocabulary(game)
    return write_json(bundle.bundle_schema(charter.id, game.kernel.seats(state), vocabulary, words, useless))


def hand_out_schema(directory: GameDirectory, schema: bytes) -> None:
    """Put ``schema`` into the game directory, and into the outbox beside the letters of a game that begins."""
    replace_file(os.path.join(directory.path, MOVE_FILE_SCHEMA), schema)
    directory.write_letter(MOVE_FILE_SCHEMA, schema)


def mend_schema(opened: OpenGame) -> None:
    """Write the schema again where a game under way has it no more; the caller holds the game's lock."""
    path = os.path.join(opened.directory.path, MOVE_FILE_SCHEMA)
    if not os.path.lexists(path) and not opened.over:
        replace_file(path, describe_move_files(opened.game, opened.charter, opened.record.state, opened.record.agendas))
