"""Submitting a file: under the game's lock, judged, kept, answered."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from adjudicator.acts.filing import Answer, check_bytes, clean_inbox, file_bytes, file_dropped, prepare_game
from adjudicator.acts.lobby import open_lobby
from adjudicator.acts.opened import OpenGame, open_game
from adjudicator.acts.soundness import open_sound, open_sound_lobby
from adjudicator.acts.status import keep_line
from adjudicator.core.table import Seat
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.lock import hold_lock, hold_still

if TYPE_CHECKING:
    from adjudicator.ledger.desk import Desk, WaitingGame


def open_desk(path: str) -> Desk:
    """The game at ``path``, under way or waiting for its seats to join. Raises as ``open_game`` does."""
    return open_lobby(path) or open_game(path)


def prepare_lobby(directory: GameDirectory) -> WaitingGame | None:
    """The game in ``directory`` before its beginning, once what interrupted commands left is put right.

    None where it has begun. The caller holds the lock.
    """
    directory.clean()
    lobby = open_sound_lobby(directory.path)
    if lobby is not None:
        clean_inbox(lobby)
    return lobby


def submit_file(
    path: str, data: bytes, name: str, seat: Seat | None, now: datetime, *, dry_run: bool = False
) -> tuple[Answer, Mapping[str, str]]:
    """The answer to ``data``, called ``name`` by its sender, and the catalogue for its problems.

    Raises ``BusyError``, ``NoGameError``, ``DamageError``, ``OSError``; then nothing was accepted.
    """
    directory = GameDirectory(path)
    directory.expect_charter()
    if dry_run:
        with hold_still(directory.path):
            opened = open_sound_lobby(path) or open_sound(path)
            court = opened.court()
            return check_bytes(opened, court, data, name, seat, now), court.sentences
    with hold_lock(directory.path):
        opened = prepare_lobby(directory) or prepare_game(directory, now)
        file_dropped(opened, now)
        court = opened.court()
        answer = file_bytes(opened, court, data, name, seat, now)
        if isinstance(opened, OpenGame):
            keep_line(opened)
        return answer, court.sentences
