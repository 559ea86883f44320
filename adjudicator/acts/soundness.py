"""Whether the next turn may be built on what is there. Nothing is built on damage: it could not be mended any more.

A turn is a function of its inputs, so what is checked are the inputs of ``next_turn``, with a function for each. An
input is held against all else in the game that speaks of it, by the functions that ``verify`` uses, and only against
what was found whole before it; that is the order:

1. the turn before: against its manifests, its list of reports, and the turn before that;
2. the public files of turn 0, where later turns ask for them: against its manifests;
3. the recorded acts: against the turns and the branches that they made;
4. abandoned turns that are offered again: against their manifests, their receipts, and those acts;
5. the files that arrived: against their receipts, and the turns that took files up;
6. what should be among these and is gone: by whatever still speaks of it. A turn that is missing would be played again
   with other files, while its reports are with the players already.

The charter is held against turn 0 and the acts by whoever opens the game, the secret by whoever reads it. Before a game
has begun, turn 0 is the next turn: its inputs are the files that arrived, and what was published from them.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from adjudicator.acts.open_game import OpenGame, open_lobby
from adjudicator.acts.status_line import STATUS, GameStatus, read_line
from adjudicator.core.charter import CHARTER
from adjudicator.core.recorded_act import RecordedAct, find_abandoned, find_heads, find_offering
from adjudicator.core.refusals import RulesVersionError
from adjudicator.core.table import Seat
from adjudicator.kit.words import join_words
from adjudicator.ledger.inputs import check_position
from adjudicator.ledger.mixer import IntakeGame, WaitingGame
from adjudicator.registry import UnknownGameError
from adjudicator.store.acts import ACTS, is_interrupted, name_act
from adjudicator.store.branches import FolderShelf, check_branches, name_turn
from adjudicator.store.checks import audit_receipts, check_turn, list_redacted
from adjudicator.store.files import remove_if_there
from adjudicator.store.formats import SUFFIX, DamageError
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.header import MANIFEST, read_manifest
from adjudicator.store.inbox import RECEIPT, read_receipt, receipt_name


def expect_none(findings: Iterable[str]) -> None:
    """Raise the first of ``findings``, sentences that begin with a place, as a :class:`DamageError`, if any."""
    for finding in findings:
        place, _, words = finding.partition(": ")
        raise DamageError(place, words or "damaged")


def expect_sound(opened: OpenGame) -> None:
    """Nothing where the next turn of ``opened`` may be built on what is there. Raises :class:`DamageError`."""
    expect_none(_check_inputs(opened))


def _check_inputs(opened: OpenGame) -> Iterator[str]:
    """What is wrong with the inputs of the next turn, in the order told above."""
    yield from check_kept(opened, opened.record.number)
    if opened.record.number and opened.charter.commitment.level.mixes:
        # levels that mix ask all through the game with what the seats have joined
        yield from check_turn(name_turn(None, 0), opened.directory.turns.read(0), ())
    if is_interrupted(opened.directory.path):
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
    from adjudicator.ledger.abandoned_turns import check_offered  # noqa: PLC0415 - after a rewind alone

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
        waiting = f"awaited: {join_words(lobby.awaited)}" if lobby.awaited else "all are in"
    except DamageError as error:
        return [str(error)], []
    except (UnknownGameError, RulesVersionError) as error:
        return [f"{CHARTER}: {error}"], []
    return findings, [f"turns: the game has not started and waits for {lobby.wanted}; {waiting}"]


class MissingTurn(NamedTuple):
    """A turn of the number ``turn``, of which ``place`` speaks, and which is not there."""

    turn: int
    place: str


def list_lost(
    directory: GameDirectory, acts: Sequence[RecordedAct], seats: Sequence[Seat], waiting: Mapping[str, bytes]
) -> Iterator[str]:
    """What is not there any more, in words: the last of the ``acts`` that there were, the newest turn, files.

    ``waiting`` are the files of ``seats`` that wait, with their receipts, by place.
    """
    line = read_line(directory.path)
    if line is not None and line.acts > len(acts):
        yield f"{name_act(line.acts)}: missing, though {STATUS} mentions it"
    elif missing := find_missing_turn(directory, acts, waiting, line):
        yield f"{name_turn(None, missing.turn)}{SUFFIX}: missing, though {missing.place} mentions it"
    else:
        yield from _list_astray(directory, seats, waiting)
        if line is not None and (line.turn, line.acts) == (directory.turns.newest(), len(acts)):
            yield from _list_unfiled(directory, line, waiting)


def _list_astray(directory: GameDirectory, seats: Sequence[Seat], waiting: Mapping[str, bytes]) -> Iterator[str]:
    """Which files that were acknowledged for the next turn lie in a folder of the inbox that belongs to nobody."""
    newest = directory.turns.newest()
    number = 0 if newest is None else newest + 1
    for folder, receipt in directory.inbox.list_astray(seats):
        place = receipt.in_force or ""
        if receipt.seat in seats and receipt.turn == number and receipt_name(place) not in waiting:
            yield f"inbox/{folder}: has what was acknowledged as {place}, which is not there"


def _list_unfiled(directory: GameDirectory, line: GameStatus, waiting: Mapping[str, bytes]) -> Iterator[str]:
    """Which receipts of files that the ``line`` of the status has, or folders with such files, are gone.

    Of a file that is gone with its receipt nothing is said: so they are where somebody did what we advise.
    """
    for seat in line.seats:
        folder = directory.inbox.seat_folder(seat.seat)
        if seat.filed and not os.path.lexists(folder):
            yield f"inbox/{seat.seat}: missing, though {STATUS} mentions {join_words(seat.filed)} in it"
        for name in seat.filed:
            receipt = f"inbox/{seat.seat}/{receipt_name(name)}"
            if receipt not in waiting and os.path.lexists(os.path.join(folder, name)):
                yield f"{receipt}: missing, though {STATUS} mentions {name}"


def forget_line(directory: GameDirectory) -> None:
    """Remove the line of the status where it speaks of files that wait no more; the caller holds the game's lock.

    Else it would speak of the next file of such a name, which is there without a receipt where filing was interrupted.
    """
    line = read_line(directory.path)
    seats = () if line is None else line.seats
    places = [os.path.join(directory.inbox.seat_folder(seat.seat), name) for seat in seats for name in seat.filed]
    if not all(map(os.path.lexists, places)):
        remove_if_there(os.path.join(directory.path, STATUS))


def find_missing_turn(
    directory: GameDirectory, acts: Sequence[RecordedAct], waiting: Mapping[str, bytes], line: GameStatus | None
) -> MissingTurn | None:
    """The latest turn that is not there any more, if any.

    ``waiting`` are receipts of files that wait, by place, ``line`` is that of the status, where there is one.
    """
    newest = directory.turns.newest()
    latest = max(_list_traces(directory, acts, waiting, line), default=None)
    return latest if latest is not None and latest.turn > (-1 if newest is None else newest) else None


def _list_traces(
    directory: GameDirectory, acts: Sequence[RecordedAct], waiting: Mapping[str, bytes], line: GameStatus | None
) -> Iterator[MissingTurn]:
    yield from (MissingTurn(turn, name_turn(None, turn)) for turn in directory.turns.list_folders())
    yield from (MissingTurn(turn, ACTS) for turn in find_heads(acts))
    yield from (MissingTurn(turn, STATUS) for turn in _find_line_head(line, acts))
    for place, data in waiting.items():
        with suppress(ValueError):
            if place.endswith(RECEIPT) and (turn := read_receipt(data).turn):
                yield MissingTurn(turn - 1, place)


def read_waiting(directory: GameDirectory, seats: Sequence[str]) -> dict[str, bytes]:
    """The receipts of files that wait, and these, by place, as far as they can be read."""
    found: dict[str, bytes] = {}
    for seat in seats:
        with suppress(DamageError):
            found |= directory.inbox.read_receipted(seat)
    return found


def find_known_heads(directory: GameDirectory, acts: Sequence[RecordedAct]) -> dict[int, str]:
    """The heads by which turns of the line that stands are known besides their own records."""
    return _find_line_head(read_line(directory.path), acts) | find_heads(acts)


def _find_line_head(line: GameStatus | None, acts: Sequence[RecordedAct]) -> dict[int, str]:
    """The turn that the ``line`` of the status is about and its head; nothing once there are other acts than then."""
    return {line.turn: line.head} if line is not None and line.acts == len(acts) else {}
