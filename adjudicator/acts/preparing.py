"""Opening a game to build on it: it is sound, or the command stops; and whoever writes has made it ready first.

Ready means that what was interrupted is finished, and that what a rewind abandoned is offered again.
"""

from __future__ import annotations

from datetime import datetime

from adjudicator.acts.letters.staging import release_reports
from adjudicator.acts.missing import forget_line
from adjudicator.acts.opened import OpenGame, open_game, open_lobby
from adjudicator.acts.reports import build_lost_reports, mend_reports, mend_schema
from adjudicator.acts.soundness import expect_sound, expect_sound_lobby
from adjudicator.ledger.accepted import IntakeGame, WaitingGame
from adjudicator.store.branches import FolderShelf
from adjudicator.store.gamedir import GameDirectory


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
    if directory.read_holder_hashes():
        from adjudicator.acts.desk.substitutes import give_back_dropped  # noqa: PLC0415 - few seats have a substitute

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
    from adjudicator.ledger.carried import judge_offer, list_offers  # noqa: PLC0415 - after a rewind alone

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
