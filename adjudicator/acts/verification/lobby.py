"""Verifying a game that its seats have not begun yet: nothing is chained, but what is published must stand."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.acts.lobby import Lobby, open_lobby
from adjudicator.core.pledge import Pledge
from adjudicator.core.table import Seat
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import JOINED


def verify_lobby(path: str) -> tuple[list[str], list[str]]:
    """Findings and remarks about the game at ``path``, which has not begun. Raises ``UnknownGameError`` and others."""
    try:
        lobby = open_lobby(path)
        if lobby is None:
            return ["turns: there is no turn 0"], []
        findings = _compare(lobby) if lobby.published is not None else []
        waiting = f"awaited: {', '.join(lobby.awaited)}" if lobby.awaited else "all are in"
    except DamageError as error:
        return [str(error)], []
    what = "openings" if lobby.published is not None else "seats to join"
    return findings, [f"turns: the game has not started and waits for {what}; {waiting}"]


def _compare(lobby: Lobby) -> list[str]:
    """What was published is what the files say with which the seats have joined."""
    published, filed = lobby.published or {}, _read_files(lobby)
    return [
        f"{JOINED}: {seat} is listed with something else than its file says, inbox/{seat}"
        for seat in lobby.seats
        if published[seat] != filed.get(seat)
    ]


def _read_files(lobby: Lobby) -> Mapping[Seat, Pledge]:
    return lobby._replace(published=None).pledges
