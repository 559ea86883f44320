"""Turns, acts and files that were there and are gone: what was written of one of them afterwards gives it away.

A turn that is missing would be played again with other files, while its reports are with the players already.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from adjudicator.acts.status_line import STATUS, GameStatus, read_line
from adjudicator.core.recorded_act import RecordedAct, find_heads
from adjudicator.core.table import Seat
from adjudicator.store.acts import ACTS, name_act
from adjudicator.store.branches import name_turn
from adjudicator.store.files import remove_if_there
from adjudicator.store.formats import SUFFIX, DamageError
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.inbox import RECEIPT, read_receipt, receipt_name


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
    elif missing := _find_missing_turn(directory, acts, waiting, line):
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
            yield f"inbox/{seat.seat}: missing, though {STATUS} mentions {', '.join(seat.filed)} in it"
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
    directory: GameDirectory, acts: Sequence[RecordedAct], waiting: Mapping[str, bytes]
) -> MissingTurn | None:
    """The latest turn that is not there any more, if any; ``waiting`` are receipts of files that wait, by place."""
    return _find_missing_turn(directory, acts, waiting, read_line(directory.path))


def _find_missing_turn(
    directory: GameDirectory, acts: Sequence[RecordedAct], waiting: Mapping[str, bytes], line: GameStatus | None
) -> MissingTurn | None:
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
