"""Verifying a game that its seats have not begun yet: nothing is chained, but what is published must stand."""

from __future__ import annotations

import os
from collections.abc import Mapping

from adjudicator.acts.lobby import Lobby, open_lobby
from adjudicator.core.charter import Charter, Level
from adjudicator.core.pledge import Pledge
from adjudicator.core.table import Seat
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import JOINED, GameDirectory
from adjudicator.store.joined import START, read_start


def verify_lobby(path: str) -> tuple[list[str], list[str]]:
    """Findings and remarks about the game at ``path``, which has not begun. Raises ``UnknownGameError`` and others."""
    try:
        lobby = open_lobby(path)
        if lobby is None:
            return ["turns: there is no turn 0"], []
        findings = compare_joined(lobby) if lobby.published is not None else []
        waiting = f"awaited: {', '.join(lobby.awaited)}" if lobby.awaited else "all are in"
    except DamageError as error:
        return [str(error)], []
    what = "openings" if lobby.published is not None else "seats to join"
    return findings, [f"turns: the game has not started and waits for {what}; {waiting}"]


def verify_begun(directory: GameDirectory, charter: Charter, start: bytes | None) -> tuple[list[str], list[str]]:
    """Findings and remarks about ``joined.json`` in a game that has begun, with ``start`` as ``start.json``.

    Turn 0 took it up, so that at most an interrupted command has left it.
    """
    if not os.path.lexists(os.path.join(directory.path, JOINED)):
        return [], []
    if charter.commitment.level is Level.L1:
        return [f"{JOINED}: does not belong into a game of level L1, which nobody joins"], []
    try:
        published, started = directory.read_joined(), read_start(start or b"")
    except DamageError as error:
        return [str(error)], []
    if published != {seat: entry.pledge for seat, entry in started.items()}:
        return [f"{JOINED}: not with what the seats have joined, by turns/0000/{START}"], []
    return [], [f"{JOINED}: left by an interrupted command; the next run removes it"]


def compare_joined(lobby: Lobby) -> list[str]:
    """What was published and is not what the files say with which the seats have joined, a sentence each."""
    published, filed = lobby.published or {}, _read_files(lobby)
    return [
        f"{JOINED}: {seat} is listed with something else than its file says, inbox/{seat}"
        for seat in lobby.seats
        if published[seat] != filed.get(seat)
    ]


def _read_files(lobby: Lobby) -> Mapping[Seat, Pledge]:
    return lobby._replace(published=None).pledges
