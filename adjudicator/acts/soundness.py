"""Before anything is built on a game: what it would be built on is as it was written. Damage stops every command.

The newest turn is held against its manifests and the list of its reports, what waits against its receipts, and what
was published before a game began against the files with which its seats joined; by the functions that ``verify`` uses.
A turn that was built on damage could not be mended any more.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from adjudicator.acts.opened import OpenGame, open_game
from adjudicator.acts.retold import build_lost_reports, mend_reports
from adjudicator.core.charter import CHARTER
from adjudicator.core.refusals import RulesVersionError
from adjudicator.ledger.accepted import Desk, WaitingGame
from adjudicator.ledger.mixer import find_mixer
from adjudicator.registry import UnknownGameError
from adjudicator.store.branches import FolderShelf, name_turn
from adjudicator.store.checks import REDACTED, audit_receipts, check_turn, read_redactions
from adjudicator.store.damage import DamageError
from adjudicator.store.files import read_regular
from adjudicator.store.gamedir import JOINED, JOURNAL, GameDirectory

_WAITING = "put back what was there, or remove {stem}.yaml and {stem}.receipt.json and submit the mail of {seat} again"
_NEWEST = "put back what was there, or take the game back with adjudicate rewind"
_FIRST = "put back what was there"
_PUBLISHED = "remove it: the next adjudicate start writes it anew from the files of the seats"


def open_lobby(path: str) -> WaitingGame | None:
    """The game at ``path`` before it has begun; None where it has, or needs no beginning of its own.

    Raises ``NoGameError``, :class:`DamageError`, ``UnknownGameError``, ``RulesVersionError``.
    """
    directory = GameDirectory(path)
    charter, charter_text = directory.read_charter()
    level = charter.commitment.level
    if not level.mixes or directory.turns.newest() is not None:
        return None
    return find_mixer(level).open_waiting(directory, charter, charter_text)


def open_desk(path: str) -> Desk:
    """The game at ``path``, under way or waiting for its seats to join. Raises as ``open_game`` does."""
    return open_lobby(path) or open_game(path)


def open_sound(path: str, *, any_version: bool = False) -> OpenGame:
    """The game at ``path`` as ``open_game`` gives it, where nothing is damaged that would be built upon."""
    opened = open_checked(path, any_version=any_version)
    build_lost_reports(opened)
    return opened


def open_checked(path: str, *, any_version: bool = False) -> OpenGame:
    """The same, but for the reports of the newest turn, which may be torn."""
    try:
        opened = open_game(path, any_version=any_version)
    except DamageError as error:
        newest = GameDirectory(path).turns.newest()
        if newest is not None and error.file.startswith(name_turn(None, newest)):
            raise DamageError(error.file, f"{error.reason}; {_NEWEST}") from error
        raise
    expect_sound(opened)
    return opened


def open_sound_lobby(path: str) -> WaitingGame | None:
    """The game at ``path`` as ``open_lobby`` gives it, where nothing is damaged that would be built upon."""
    try:
        lobby = open_lobby(path)
    except DamageError as error:
        if error.file != JOINED:
            raise
        raise DamageError(JOINED, f"{error.reason}; {_PUBLISHED}") from error
    if lobby is not None:
        expect_sound_lobby(lobby)
    return lobby


def prepare_game(directory: GameDirectory, now: datetime, *, any_version: bool = False) -> OpenGame:
    """The game at ``directory``, ready to be written to; the caller holds its lock.

    Whatever was interrupted is finished, removed or made again, and files of abandoned turns whose turn has come are
    filed. Raises :class:`DamageError`, and then nothing was written.
    """
    directory.clean()
    opened = open_checked(directory.path, any_version=any_version)
    mend_reports(opened)
    clean_inbox(opened)
    if opened.acts:
        take_up_abandoned(opened, now)
    return opened


def prepare_lobby(directory: GameDirectory) -> WaitingGame | None:
    """The game in ``directory`` before its beginning, once what interrupted commands left is put right.

    None where it has begun. The caller holds the lock.
    """
    directory.clean()
    lobby = open_sound_lobby(directory.path)
    if lobby is not None:
        clean_inbox(lobby)
    return lobby


def clean_inbox(opened: Desk) -> None:
    """Finish what an interrupted run began: consumed files leave the inbox, with their receipts."""
    inbox = opened.directory.inbox
    for seat in opened.seats:
        for filed in inbox.list_receipts(seat):
            if opened.has_consumed(filed):
                inbox.remove(seat, filed.name)
        inbox.clean(seat)


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
        for one in judge_offer(opened.court(), seat, offer, now):
            if one.accepted and one.filed.data not in present:
                inbox.accept(seat, one.filed.data, one.receipt, one.filed.name)
            elif not one.accepted and not inbox.has_refused(seat, one.receipt):
                inbox.refuse(seat, one.filed.data, one.receipt)


def expect_sound(opened: OpenGame) -> None:
    """Nothing where a turn may be built on the newest one of ``opened``, and on what waits. Raises `DamageError`."""
    turns, number = opened.directory.turns, opened.record.number
    files = turns.read(number)
    expect_sound_turn(opened.directory.path, number, files)
    if number and opened.charter.commitment.level.mixes:
        # what the seats have joined with is asked of turn 0 all through the game
        _stop(check_turn("turns/0000", turns.read(0), ()), _FIRST)
    if not opened.directory.has_private(JOURNAL):
        # an act that was interrupted has moved some of it; whoever may write has finished it by now
        orphaned = any(opened.directory.inbox.has_orphans(seat) for seat in opened.seats)
        expect_sound_inbox(opened, [turns.read(turn) for turn in range(number + 1)] if orphaned else [files])


def expect_sound_turn(path: str, number: int, files: Mapping[str, bytes]) -> None:
    """Nothing where ``files`` are those of turn ``number`` of the game in ``path``, as they were written.

    Raises :class:`DamageError`.
    """
    _stop(check_turn(f"turns/{number:04}", files, list_redacted(path)), _NEWEST)


def expect_sound_lobby(lobby: WaitingGame) -> None:
    """Nothing where a game may begin with what waits, and with what was published. Raises :class:`DamageError`."""
    expect_sound_inbox(lobby, ())
    _stop(lobby.list_faults(), _PUBLISHED)


def expect_sound_inbox(desk: Desk, turns: Iterable[Mapping[str, bytes]]) -> None:
    """Nothing where every file of ``desk`` that was acknowledged is there as it was. Raises :class:`DamageError`.

    A file that one of ``turns`` took up, each the files of a turn, is no longer waited for.
    """
    for seat in desk.seats:
        receipted = desk.directory.inbox.read_receipted(seat)
        for finding in audit_receipts(receipted, turns, {}).findings:
            place, _, _ = finding.partition(": ")
            stem = place.removesuffix(".yaml").removesuffix(".receipt.json")
            _stop([finding], _WAITING.format(stem=stem, seat=seat))


def _stop(findings: Iterable[str], remedy: str) -> None:
    """Raise the first of ``findings``, if any, with what can be done."""
    for finding in findings:
        place, _, words = finding.partition(": ")
        raise DamageError(place, f"{words}; {remedy}")


def list_redacted(path: str) -> Mapping[str, str]:
    """The files of the game in ``path`` that are redacted, as ``redacted.json`` has them. Raises `DamageError`."""
    place = os.path.join(path, REDACTED)
    if not os.path.lexists(place):
        return {}
    try:
        return read_redactions(read_regular(place))
    except (OSError, ValueError) as error:
        raise DamageError(REDACTED, str(error)) from error


def verify_lobby(path: str) -> tuple[Sequence[str], Sequence[str]]:
    """Findings and remarks about the game at ``path``, which has not begun.

    Nothing is chained, but what is published must stand.
    """
    try:
        lobby = open_lobby(path)
        if lobby is None:
            return ["turns: there is no turn 0"], []
        findings = lobby.list_faults()
        waiting = f"awaited: {', '.join(lobby.awaited)}" if lobby.awaited else "all are in"
    except DamageError as error:
        return [str(error)], []
    except (UnknownGameError, RulesVersionError) as error:
        return [f"{CHARTER}: {error}"], []
    return findings, [f"turns: the game has not started and waits for {lobby.wanted}; {waiting}"]
