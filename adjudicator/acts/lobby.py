"""A game that its seats have to join before it begins, where its level of chance wants that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.ledger.mixer import find_mixer
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import GameDirectory

if TYPE_CHECKING:
    from adjudicator.ledger.desk import WaitingGame


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


def verify_lobby(path: str) -> tuple[list[str], list[str]]:
    """Findings and remarks about the game at ``path``, which has not begun. Raises ``UnknownGameError`` and others.

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
    return findings, [f"turns: the game has not started and waits for {lobby.wanted}; {waiting}"]
