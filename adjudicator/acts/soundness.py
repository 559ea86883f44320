"""Before anything is built on a game: what it would be built on is as it was written. Damage stops every command.

Then it is made ready: what was interrupted is finished, and what a rewind abandoned is offered again.

The newest turn is held against its manifests and the list of its reports, what waits against its receipts, and what
was published before a game began against the files with which its seats joined; by the functions that ``verify`` uses.
A turn that was built on damage could not be mended any more.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from adjudicator.acts.missing import forget_line, list_lost
from adjudicator.acts.opened import OpenGame, open_game
from adjudicator.acts.reports import build_lost_reports, mend_reports
from adjudicator.core.act_kinds import Rewind
from adjudicator.core.charter import CHARTER
from adjudicator.core.recorded_act import RecordedAct, find_abandoned, find_heads, find_offering
from adjudicator.core.refusals import RulesVersionError
from adjudicator.ledger.accepted import IntakeGame, WaitingGame
from adjudicator.ledger.last_turn import check_position
from adjudicator.ledger.mixer import find_mixer
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import UnknownGameError
from adjudicator.store.acts import ACTS, name_act
from adjudicator.store.branches import FolderShelf, check_branches, name_branch, name_turn
from adjudicator.store.checks import REDACTED, audit_receipts, check_turn, read_redactions
from adjudicator.store.damage import DamageError
from adjudicator.store.files import read_regular
from adjudicator.store.gamedir import JOURNAL, GameDirectory
from adjudicator.store.header import MANIFEST, read_manifest
from adjudicator.store.inbox import RECEIPT
from adjudicator.store.turn_format import SUFFIX, unpack_parts


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


def open_any(path: str) -> IntakeGame:
    """The game at ``path``, under way or waiting for its seats to join. Raises as ``open_game`` does."""
    return open_lobby(path) or open_game(path)


def open_sound(path: str, *, any_version: bool = False) -> OpenGame:
    """The game at ``path`` as ``open_game`` gives it, where nothing is damaged that would be built upon."""
    opened = _open_checked(path, any_version=any_version)
    build_lost_reports(opened)
    return opened


def _open_checked(path: str, *, any_version: bool = False) -> OpenGame:
    """The same, but for the reports of the newest turn, which may be torn."""
    opened = open_game(path, any_version=any_version)
    expect_sound(opened)
    return opened


def open_sound_lobby(path: str) -> WaitingGame | None:
    """The game at ``path`` as ``open_lobby`` gives it, where nothing is damaged that would be built upon."""
    lobby = open_lobby(path)
    if lobby is not None:
        expect_sound_lobby(lobby)
    return lobby


def prepare_game(directory: GameDirectory, now: datetime, *, any_version: bool = False) -> OpenGame:
    """The game at ``directory``, ready to be written to; the caller holds its lock.

    Whatever was interrupted is finished, removed or made again, and files of abandoned turns whose turn has come are
    filed. Raises :class:`DamageError`, and then nothing was written.
    """
    directory.finish_interrupted()
    opened = _open_checked(directory.path, any_version=any_version)
    mend_reports(opened)
    finish_consuming(opened)
    forget_line(directory)
    if opened.acts:
        take_up_abandoned(opened, now)
    return opened


def prepare_lobby(directory: GameDirectory) -> WaitingGame | None:
    """The game in ``directory`` before its beginning, once what interrupted commands left is put right.

    None where it has begun. The caller holds the lock.
    """
    directory.finish_interrupted()
    lobby = open_sound_lobby(directory.path)
    if lobby is not None:
        finish_consuming(lobby)
    return lobby


def finish_consuming(opened: IntakeGame) -> None:
    """Finish what an interrupted run began: consumed files leave the inbox, with their receipts."""
    inbox = opened.directory.inbox
    for seat in opened.seats:
        for filed in inbox.list_receipts(seat):
            if opened.has_consumed(filed):
                inbox.remove(seat, filed.name)
        inbox.remove_interrupted(seat)


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


def expect_sound(opened: OpenGame) -> None:
    """Nothing where a turn may be built on the newest one of ``opened``, and on what waits. Raises `DamageError`."""
    directory, number = opened.directory, opened.record.number
    expect_sound_turn(opened, number)
    if number and opened.charter.commitment.level.mixes:
        # what the seats have joined with is asked of turn 0 all through the game
        _stop(check_turn("turns/0000", directory.turns.read(0), ()))
    if directory.has_private(JOURNAL):
        # an act that was interrupted has moved some of it; whoever may write has finished it by now
        return
    waiting = read_receipted(opened)
    orphaned = any(f"{name.removesuffix(RECEIPT)}.yaml" not in waiting for name in waiting if name.endswith(RECEIPT))
    turns = [directory.turns.read(turn) for turn in (range(number + 1) if orphaned else (number,))]
    expect_sound_inbox(waiting, turns)
    _stop(_check_line(opened))
    _stop(list_lost(directory, opened.acts, waiting))


def expect_sound_turn(opened: OpenGame, number: int) -> None:
    """Nothing where the turn ``number`` is as it was written, and the one that belongs there. Raises `DamageError`."""
    turns, place = opened.directory.turns, name_turn(None, number)
    files = turns.read(number)
    _stop(check_turn(place, files, list_redacted(opened.directory.path)))
    before = turns.read(number - 1) if number else {}
    _stop(check_position(place, read_manifest(files[MANIFEST]), opened.charter.id, number, before))


def _check_line(opened: OpenGame) -> Iterator[str]:
    """What the newest turn, the acts and the branches that the next turn may use say otherwise of each other."""
    place, number, acts = name_turn(None, opened.record.number), opened.record.number, opened.acts
    yield from check_position(place, opened.manifest, opened.charter.id, number, None, acts)
    if find_heads(acts).get(number, opened.head) != opened.head:
        yield f"{place}/{MANIFEST}: not the turn that {ACTS}/ speaks of"
    yield from check_branches(opened.directory.path, acts)
    # what the next turn is told of, too: its reports say what is offered again before the one after it
    found = (find(acts, turn) for find in (find_abandoned, find_offering) for turn in (number + 1, number + 2))
    for act in {act.number: act for act in found if act is not None}.values():
        yield from _check_offered(opened.directory.path, act, number + 2)


def _check_offered(path: str, act: RecordedAct, until: int) -> Iterator[str]:
    """What is wrong with what ``act``, a rewind, has left of the game in ``path`` that bears on turns up to ``until``.

    Files of abandoned turns, or those that waited after the last one, are offered again, by what the turns before had;
    reports speak of these turns; the head of the last one is in the act.
    """
    assert isinstance(act.change, Rewind)
    change, last = act.change, act.after_turn
    for turn in sorted({*range(change.to + 1, min(until, last) + 1), last} - set(change.damaged)):
        yield from _check_abandoned(path, act, name_turn(change.branch, turn), turn)
    if until > last:
        place = f"{name_branch(change.branch)}/inbox"
        waited = {f"{place}/{name}": data for name, data in FolderShelf(path).read_below(place).items()}
        yield from audit_receipts(waited, (), list_redacted(path)).findings


def _check_abandoned(path: str, act: RecordedAct, place: str, turn: int) -> Iterator[str]:
    """What is wrong with the ``turn`` in ``place``, which ``act`` abandoned, of the game in ``path``."""
    files = unpack_parts(FolderShelf(path).read(f"{place}{SUFFIX}"), f"{place}{SUFFIX}")
    findings = [*check_turn(place, files, list_redacted(path))]
    yield from findings
    if not findings:
        yield from check_position(place, read_manifest(files[MANIFEST]), act.game, turn, None)
        if turn == act.after_turn and hash_bytes(files[MANIFEST]) != act.head:
            yield f"{place}/{MANIFEST}: not the turn that {name_act(act.number)} speaks of"


def expect_sound_lobby(lobby: WaitingGame) -> None:
    """Nothing where a game may begin with what waits, and with what was published. Raises :class:`DamageError`."""
    waiting = read_receipted(lobby)
    expect_sound_inbox(waiting, ())
    _stop(list_lost(lobby.directory, (), waiting))
    _stop(lobby.list_faults())


def read_receipted(opened: IntakeGame) -> dict[str, bytes]:
    """All that waits with its receipt at ``opened``, by place. Raises :class:`DamageError`."""
    waiting: dict[str, bytes] = {}
    for seat in opened.seats:
        waiting |= opened.directory.inbox.read_receipted(seat)
    return waiting


def expect_sound_inbox(waiting: Mapping[str, bytes], turns: Iterable[Mapping[str, bytes]]) -> None:
    """Nothing where all that was acknowledged is there as it was, among what is ``waiting``. Raises `DamageError`.

    A file that one of ``turns`` took up, each the files of a turn, is no longer waited for.
    """
    _stop(audit_receipts(waiting, turns, {}).findings)


def _stop(findings: Iterable[str]) -> None:
    """Raise the first of ``findings``, if any."""
    for finding in findings:
        place, _, words = finding.partition(": ")
        raise DamageError(place, words)


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
