"""Turns and acts that were there and are gone: whatever else of a game was written after one of them gives it away.

A turn that is missing would be played again with other files, while its reports are with the players already.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from adjudicator.acts.status_line import STATUS, read_line
from adjudicator.core.receipt import load_receipt
from adjudicator.core.recorded_act import RecordedAct, find_heads
from adjudicator.store.acts import ACTS, name_act
from adjudicator.store.branches import name_turn
from adjudicator.store.damage import DamageError
from adjudicator.store.files import remove_if_there
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.inbox import RECEIPT, receipt_name
from adjudicator.store.json_text import read_json
from adjudicator.store.turn_format import SUFFIX


class MissingTurn(NamedTuple):
    """A turn of the number ``turn``, of which ``place`` speaks, and which is not there."""

    turn: int
    place: str


def list_lost(directory: GameDirectory, acts: Sequence[RecordedAct], waiting: Mapping[str, bytes]) -> Iterator[str]:
    """What is not there any more, in words: the last of the ``acts`` that there were, the newest turn."""
    line = read_line(directory.path)
    if line is not None and line.acts > len(acts):
        yield f"{name_act(line.acts)}: missing, though {STATUS} speaks of it"
    elif missing := find_missing_turn(directory, acts, waiting):
        yield f"{name_turn(None, missing.turn)}{SUFFIX}: missing, though {missing.place} speaks of it"
    elif line is not None and (line.turn, line.acts) == (directory.turns.newest(), len(acts)):
        # of a file that is gone with its receipt nothing is said: so they are where somebody did what we advise
        for seat in line.seats:
            for name in seat.filed:
                receipt = f"inbox/{seat.seat}/{receipt_name(name)}"
                if receipt not in waiting and os.path.lexists(
                    os.path.join(directory.inbox.seat_folder(seat.seat), name)
                ):
                    yield f"{receipt}: missing, though {STATUS} speaks of {name}"


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
    newest = directory.turns.newest()
    latest = max(_list_traces(directory, acts, waiting), default=None)
    return latest if latest is not None and latest.turn > (-1 if newest is None else newest) else None


def _list_traces(
    directory: GameDirectory, acts: Sequence[RecordedAct], waiting: Mapping[str, bytes]
) -> Iterator[MissingTurn]:
    yield from (MissingTurn(turn, name_turn(None, turn)) for turn in directory.turns.list_folders())
    yield from (MissingTurn(turn, ACTS) for turn in find_heads(acts))
    yield from (MissingTurn(turn, STATUS) for turn in _find_line_head(directory, acts))
    for place, data in waiting.items():
        with suppress(ValueError, KeyError, TypeError, AttributeError):
            if place.endswith(RECEIPT) and (turn := load_receipt(read_json(data)).turn):
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
    return _find_line_head(directory, acts) | find_heads(acts)


def _find_line_head(directory: GameDirectory, acts: Sequence[RecordedAct]) -> dict[int, str]:
    """The turn that the line of the status is about and its head; nothing once there are other acts than by then."""
    line = read_line(directory.path)
    return {line.turn: line.head} if line is not None and line.acts == len(acts) else {}
