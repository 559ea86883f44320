"""Opening a game to build on it: it is sound, or the command stops; and whoever writes has made it ready first.

Nothing is built on damage: it could not be mended any more.

A turn is a function of its inputs, so what is checked are the inputs of ``next_turn``, with a function for each. An
input is held against all else in the game that speaks of it, by the functions that ``verify`` uses, and only against
what was found whole before it; that is the order:

1. the turn before: against its manifests, its list of reports, and the turn before that;
2. the public files of turn 0, where later turns ask for them: against its manifests;
3. the recorded acts: against the turns and the branches that they made;
4. abandoned turns that are offered again: against their manifests, their receipts, and those acts;
5. the files that arrived: against their receipts, and the turns that took files up;
6. what should be among these and is gone: by whatever still speaks of it.

The charter is held against turn 0 and the acts by whoever opens the game, the secret by whoever reads it. Before a game
has begun, turn 0 is the next turn: its inputs are the files that arrived, and what was published from them.

Ready means that what was interrupted is finished, and that what a rewind abandoned is offered again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from adjudicator.acts.letters.staging import release_reports
from adjudicator.acts.missing import forget_line, list_lost
from adjudicator.acts.opened import OpenGame, open_game, open_lobby
from adjudicator.acts.reports import build_lost_reports, mend_reports, mend_schema
from adjudicator.core.charter import CHARTER
from adjudicator.core.recorded_act import find_abandoned, find_heads, find_offering
from adjudicator.core.refusals import RulesVersionError
from adjudicator.ledger.inputs import check_position
from adjudicator.ledger.mixer import IntakeGame, WaitingGame
from adjudicator.registry import UnknownGameError
from adjudicator.store.acts import ACTS
from adjudicator.store.branches import FolderShelf, check_branches, name_turn
from adjudicator.store.checks import audit_receipts, check_turn, list_redacted
from adjudicator.store.formats import DamageError
from adjudicator.store.gamedir import JOURNAL, GameDirectory
from adjudicator.store.header import MANIFEST, read_manifest
from adjudicator.store.inbox import RECEIPT


def expect_none(findings: Iterable[str]) -> None:
    """Raise the first of ``findings``, sentences that begin with a place, as a :class:`DamageError`, if any."""
    for finding in findings:
        place, _, words = finding.partition(": ")
        raise DamageError(place, words)


def expect_sound(opened: OpenGame) -> None:
    """Nothing where the next turn of ``opened`` may be built on what is there. Raises :class:`DamageError`."""
    expect_none(_check_inputs(opened))


def _check_inputs(opened: OpenGame) -> Iterator[str]:
    """What is wrong with the inputs of the next turn, in the order told above."""
    yield from check_kept(opened, opened.record.number)
    yield from _check_founding(opened)
    if opened.directory.has_private(JOURNAL):
        # an act that was interrupted has moved some of the rest; whoever may write has finished it by now
        return
    yield from _check_acts(opened)
    yield from _check_offered(opened)
    waiting = read_receipted(opened)
    yield from check_arrived(waiting, _list_taking_up(opened, waiting))
    yield from list_lost(opened.directory, opened.acts, opened.seats, waiting)


def check_kept(opened: OpenGame, number: int) -> Iterator[str]:
    """What is wrong with the turn ``number``, or shows that it is not the one that belongs there."""
    turns, place = opened.directory.turns, name_turn(None, number)
    files = turns.read(number)
    yield from check_turn(place, files, list_redacted(opened.directory.path))
    before = turns.read(number - 1) if number else {}
    yield from check_position(place, read_manifest(files[MANIFEST]), opened.charter.id, number, before)


def _check_founding(opened: OpenGame) -> Iterator[str]:
    """Turn 0, of which levels that mix ask all through the game with what the seats have joined."""
    if opened.record.number and opened.charter.commitment.level.mixes:
        yield from check_turn(name_turn(None, 0), opened.directory.turns.read(0), ())


def _check_acts(opened: OpenGame) -> Iterator[str]:
    """What the newest turn, the acts and the branches say otherwise of each other."""
    number, acts = opened.record.number, opened.acts
    place = name_turn(None, number)
    yield from check_position(place, opened.manifest, opened.charter.id, number, None, acts)
    if find_heads(acts).get(number, opened.head) != opened.head:
        yield f"{place}/{MANIFEST}: not the turn that {ACTS}/ speaks of"
    yield from check_branches(opened.directory.path, acts)


def _check_offered(opened: OpenGame) -> Iterator[str]:
    """What is wrong with abandoned turns that the next turn uses, or tells of as offered to the one after it."""
    if not opened.acts:
        return
    from adjudicator.ledger.abandoned import check_offered  # noqa: PLC0415 - after a rewind alone

    path, last = opened.directory.path, opened.record.number + 2
    found = (find(opened.acts, turn) for find in (find_abandoned, find_offering) for turn in (last - 1, last))
    for act in {act.number: act for act in found if act is not None}.values():
        yield from check_offered(FolderShelf(path), act, last, list_redacted(path))


def check_arrived(waiting: Mapping[str, bytes], turns: Iterable[Mapping[str, bytes]]) -> Iterator[str]:
    """What was acknowledged and is not as it was, among what is ``waiting``.

    A file that one of ``turns`` took up, each the files of a turn, is no longer waited for.
    """
    yield from audit_receipts(waiting, turns, {}).findings


def read_receipted(opened: IntakeGame) -> dict[str, bytes]:
    """All that waits with its receipt at ``opened``, by place. Raises :class:`DamageError`."""
    waiting: dict[str, bytes] = {}
    for seat in opened.seats:
        waiting |= opened.directory.inbox.read_receipted(seat)
    return waiting


def _list_taking_up(opened: OpenGame, waiting: Mapping[str, bytes]) -> list[Mapping[str, bytes]]:
    """The turns that may have taken up what is ``waiting``: the newest, or any where a receipt has lost its file."""
    orphaned = any(f"{name.removesuffix(RECEIPT)}.yaml" not in waiting for name in waiting if name.endswith(RECEIPT))
    newest = opened.record.number
    return [opened.directory.turns.read(turn) for turn in range(0 if orphaned else newest, newest + 1)]


def expect_sound_lobby(lobby: WaitingGame) -> None:
    """Nothing where a game may begin with what waits, and with what was published. Raises :class:`DamageError`."""
    waiting = read_receipted(lobby)
    expect_none(check_arrived(waiting, ()))
    expect_none(list_lost(lobby.directory, (), lobby.seats, waiting))
    expect_none(lobby.list_faults())


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
    from adjudicator.ledger.abandoned import judge_offer, list_offers  # noqa: PLC0415 - after a rewind alone

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
