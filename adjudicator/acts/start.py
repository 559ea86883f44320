"""Beginning a game of chance level L2: everybody joins, the anchors are published, everybody opens, turn 0 is played.

Each step is one file written aside and renamed, so that the command is run again and again until the game has begun,
and again after a crash.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.acts.filing import Dropped, file_dropped
from adjudicator.acts.leftovers import clean_inbox
from adjudicator.acts.lobby import Lobby
from adjudicator.acts.opened import open_game
from adjudicator.acts.run import NOTHING_DROPPED
from adjudicator.acts.soundness import open_sound, open_sound_lobby
from adjudicator.acts.submit import prepare_lobby
from adjudicator.chance import commit, list_public_nodes
from adjudicator.core.table import Seat
from adjudicator.ledger.keys import SecretKeys
from adjudicator.ledger.turn import Foundation, Moment, first_turn
from adjudicator.store.bundle import CHARTER, KEYS, write_nodes
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import OUTBOX, GameDirectory
from adjudicator.store.lock import hold_lock


class Stage(Enum):
    """How far a game is from its beginning."""

    JOINING = "joining"
    """Seats have to join."""
    OPENING = "opening"
    """The anchors are published; seats have to open what they committed to."""
    STARTED = "started"
    """Turn 0 was played just now."""
    ALREADY = "already"
    """It had begun before."""


class Beginning(NamedTuple):
    """What a start did: the stage afterwards, who is awaited, letters that were written, the answers to files found."""

    path: str
    game: str
    stage: Stage
    awaited: tuple[Seat, ...] = ()
    letters: tuple[str, ...] = ()
    head: str = ""
    seats: tuple[Seat, ...] = ()
    reports: str = ""
    dropped: Dropped = NOTHING_DROPPED
    sentences: Mapping[str, str] = MappingProxyType({})


def start_game(path: str, now: datetime, *, dry_run: bool = False) -> Beginning:
    """Bring the game at ``path`` as far towards its beginning as the files of its seats allow.

    Raises ``BusyError``, ``NoGameError``, :class:`DamageError`, ``UnknownGameError``, ``RulesVersionError`` and
    ``OSError``.
    """
    directory = GameDirectory(path)
    directory.expect_charter()
    if dry_run:
        lobby = open_sound_lobby(path)
        return _tell_begun(path) if lobby is None else _go_on(lobby, now, NOTHING_DROPPED, write=False)
    with hold_lock(directory.path):
        lobby = prepare_lobby(directory)
        if lobby is None:
            clean_inbox(open_sound(path))
            return _tell_begun(path)
        return _go_on(lobby, now, file_dropped(lobby, now), write=True)


def _tell_begun(path: str) -> Beginning:
    opened = open_game(path, 0)
    return Beginning(path, opened.charter.id, Stage.ALREADY, head=opened.head, seats=opened.seats)


def _go_on(lobby: Lobby, now: datetime, dropped: Dropped, *, write: bool) -> Beginning:
    """The next steps, one after the other, until a seat is awaited."""
    begun = Beginning(
        lobby.directory.path,
        lobby.charter.id,
        Stage.JOINING,
        dropped=dropped,
        sentences=lobby.court().sentences if dropped.answers else {},
    )
    if lobby.published is None:
        if lobby.awaited:
            return begun._replace(awaited=lobby.awaited)
        lobby = _publish(lobby, write=write)
    letters = _write_letters(lobby, now, write=write)
    begun = begun._replace(stage=Stage.OPENING, letters=letters)
    if lobby.awaited:
        return begun._replace(awaited=lobby.awaited)
    return _play(lobby, now, begun, write=write)


def _publish(lobby: Lobby, *, write: bool) -> Lobby:
    """From here on everybody's anchor and commitment stand."""
    pledges = {seat: lobby.pledges[seat] for seat in lobby.seats}
    if write:
        lobby.directory.inbox.settle(lobby.seats)
        lobby.directory.write_joined(pledges)
    return lobby._replace(published=pledges)


def _write_letters(lobby: Lobby, now: datetime, *, write: bool) -> tuple[str, ...]:
    """The list of anchors for every seat, but for those letters that are there already or were sent."""
    from adjudicator.report.joining import write_anchors

    assert lobby.published is not None
    written = []
    for seat in lobby.seats:
        name = f"0000-{seat}-anchors.txt"
        if lobby.directory.has_letter(name):
            continue
        if write:
            text = write_anchors(lobby.game, lobby.charter, seat, lobby.published, now)
            lobby.directory.write_letter(name, text.encode())
        written.append(f"{OUTBOX}/{name}")
    return tuple(written)


def _play(lobby: Lobby, now: datetime, begun: Beginning, *, write: bool) -> Beginning:
    """Turn 0; it takes up the files with which the seats have joined."""
    directory, charter = lobby.directory, lobby.charter
    secret = directory.read_secret()
    if commit(charter.id, secret) != charter.commitment.secret:
        raise DamageError("private/secret", "not the secret that was committed to")
    nodes = list_public_nodes(charter.id, secret, charter.commitment.epochs)
    arrived = {seat: lobby.list_filed(seat) for seat in lobby.seats}
    public = {CHARTER: lobby.charter_text, KEYS: write_nodes(nodes)}
    foundation = Foundation(lobby.game, charter, public.__getitem__)
    first = first_turn(foundation, arrived, Moment(now), SecretKeys(secret))
    files = first.files | first.tell()
    if write:
        directory.inbox.settle(lobby.seats)
        directory.turns.commit(0, files)
        for seat, filed in arrived.items():
            for item in filed:
                directory.inbox.remove(seat, item.name)
        directory.clean()
    return begun._replace(
        stage=Stage.STARTED,
        head=first.head,
        seats=lobby.game.kernel.seats(first.record.state),
        reports=f"{directory.turns.folder(0)}/reports",
    )
