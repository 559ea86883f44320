"""The beginning of a game: everybody joins, the anchors are published, everybody opens, turn 0 is played.

Each step is one file written aside and renamed, so that the command is run again and again until the game has begun,
and again after a crash.
"""

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple, cast

from adjudicator.acts.filing import InboxAnswers, file_dropped
from adjudicator.acts.letters import write_text_letter
from adjudicator.acts.open_game import load_rules, open_game
from adjudicator.acts.outbox import list_addressees, release_reports, stage_reports
from adjudicator.acts.run import NOTHING_DROPPED
from adjudicator.acts.soundness import expect_none
from adjudicator.acts.upkeep import describe_move_files, hand_out_schema, open_sound_lobby, prepare_game, prepare_lobby
from adjudicator.core.charter import CHARTER, Charter
from adjudicator.core.seat_names import NO_NAMES, Addressee, SeatNames
from adjudicator.core.table import Seat
from adjudicator.ledger.inputs import list_accepted
from adjudicator.ledger.keys import SecretKeys, check_secret
from adjudicator.ledger.mixer import Foundation
from adjudicator.ledger.turn import RunAt, first_turn
from adjudicator.nonces.joining import JoinContext, JoinFile, read_accepted_join
from adjudicator.nonces.mixer import JoiningTerms, read_joined, write_anchors, write_joined
from adjudicator.nonces.wanted import draw_end
from adjudicator.proof.draws import Pledge, commit_opening, find_nonce, list_public_nodes
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import AnyGame
from adjudicator.store.files import hold_lock, hold_still
from adjudicator.store.formats import DamageError
from adjudicator.store.gamedir import JOINED, OUTBOX, GameDirectory
from adjudicator.store.inbox import FiledFile
from adjudicator.store.record import KEYS, write_nodes


class Lobby(NamedTuple):
    """A game as it stands before turn 0. ``published`` are the pledges of all seats, None until everybody has joined.

    Files are read from the inbox whenever they are asked for; of each seat the last of either kind counts.
    """

    directory: GameDirectory
    charter: Charter
    charter_text: bytes
    game: AnyGame
    published: Mapping[Seat, Pledge] | None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats as they signed up; their order at the table is drawn when the game begins."""
        return self.charter.setting.seats

    @property
    def pledges(self) -> Mapping[Seat, Pledge]:
        """With what each seat joins, by its last file; what is published stays."""
        if self.published is not None:
            return self.published
        return {seat: pledge for seat in self.seats if (pledge := self._find_pledge(seat)) is not None}

    @property
    def openings(self) -> Mapping[Seat, str]:
        """What opens each seat's commitment, as far as it came."""
        if self.published is None:
            return {}
        return {seat: opening for seat in self.seats if (opening := self._find_opening(seat)) is not None}

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose answer is missing: first to the invitation, then to the list of anchors."""
        answered = self.pledges if self.published is None else self.openings
        return tuple(seat for seat in self.seats if seat not in answered)

    @property
    def wanted(self) -> str:
        """What is awaited of them, in words."""
        return "seats to join" if self.published is None else "openings"

    def intake(self) -> JoinContext:
        """What files are judged against now."""
        return JoinContext(
            game_id=self.charter.id,
            seats=self.seats,
            tokens=self.directory.read_tokens(),
            pledges=self.pledges,
            published=self.published is not None,
            names=self.charter.seat_names,
        )

    def list_filed(self, seat: Seat) -> list[FiledFile]:
        """The files of ``seat`` that wait in the inbox."""
        return self.directory.inbox.list_filed(seat)

    def has_consumed(self, filed: FiledFile) -> bool:
        """Nothing is consumed before the game begins."""
        del filed
        return False

    def list_faults(self) -> list[str]:
        """What was published and is not what the files say with which the seats have joined, a sentence each."""
        if self.published is None:
            return []
        published, filed = self.published, self._replace(published=None).pledges
        return [
            f"{JOINED}: {seat} is listed with something other than its file says, inbox/{seat}"
            for seat in self.seats
            if published[seat] != filed.get(seat)
        ]

    def go_on(self, now: datetime) -> str:
        """Take the steps towards turn 0 that the files allow; the head of turn 0 where it was played, or empty."""
        return _go_on(self, now, NOTHING_DROPPED, write=True).head

    def _read(self, seat: Seat) -> list[JoinFile]:
        """What ``seat`` has sent, the newest first."""
        filed = reversed(list_accepted(self.list_filed(seat)))
        return [read_accepted_join(one.data, f"inbox/{seat}/{one.name}") for one in filed]

    def _find_pledge(self, seat: Seat) -> Pledge | None:
        return next((file.pledge for file in self._read(seat) if file.pledge is not None), None)

    def _find_opening(self, seat: Seat) -> str | None:
        assert self.published is not None
        commitment = self.published[seat].commitment
        given = (file.opening for file in self._read(seat) if file.opening is not None)
        return next((opening for opening in given if commit_opening(bytes.fromhex(opening)) == commitment), None)


def open_waiting(directory: GameDirectory, charter: Charter, charter_text: bytes) -> Lobby:
    """The game in ``directory``, which has not begun. Raises :class:`DamageError` and what ``load_rules`` raises."""
    published = read_joined(directory)
    if published is not None and published.charter != hash_bytes(charter_text):
        raise DamageError(CHARTER, f"not the one that everybody joined with, as {JOINED} has it")
    if published is not None and published.pledges.keys() != set(charter.setting.seats):
        raise DamageError(JOINED, "does not name the seats of the charter")
    return Lobby(directory, charter, charter_text, load_rules(charter), published and published.pledges)


class StartStage(Enum):
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
    """What a start did: the stage afterwards, who is awaited, letters that were written, the answers to files found.

    ``names`` are what seats are called.
    """

    game: str
    stage: StartStage
    awaited: tuple[Seat, ...] = ()
    letters: tuple[str, ...] = ()
    head: str = ""
    seats: tuple[Seat, ...] = ()
    reports: str = ""
    dropped: InboxAnswers = NOTHING_DROPPED
    sentences: Mapping[str, str] = MappingProxyType({})
    names: SeatNames = NO_NAMES


def start_game(path: str, now: datetime, *, dry_run: bool = False) -> Beginning:
    """Bring the game at ``path`` as far towards its beginning as the files of its seats allow.

    Raises ``BusyError``, ``NoGameError``, :class:`DamageError`, ``UnknownGameError``, ``RulesVersionError`` and
    ``OSError``.
    """
    directory = GameDirectory(path)
    directory.expect_charter()
    if dry_run:
        with hold_still(directory.path):
            waiting = open_sound_lobby(path)
            if waiting is None:
                return _tell_begun(path)
            return _go_on(cast("Lobby", waiting), now, NOTHING_DROPPED, write=False)
    with hold_lock(directory.path):
        waiting = prepare_lobby(directory)
        if waiting is None:
            prepare_game(directory, now)
            return _tell_begun(path)
        lobby = cast("Lobby", waiting)
        return _go_on(lobby, now, file_dropped(lobby, now), write=True)


def _tell_begun(path: str) -> Beginning:
    opened = open_game(path, 0)
    return Beginning(opened.charter.id, StartStage.ALREADY, head=opened.head, seats=opened.seats)


def _go_on(lobby: Lobby, now: datetime, dropped: InboxAnswers, *, write: bool) -> Beginning:
    """The next steps, one after the other, until a seat is awaited."""
    begun = Beginning(
        lobby.charter.id,
        StartStage.JOINING,
        dropped=dropped,
        sentences=lobby.intake().sentences if dropped.answers else {},
        names=lobby.charter.seat_names,
    )
    if lobby.published is None and lobby.awaited:
        return begun._replace(awaited=lobby.awaited)
    # whoever opens what he committed to has nothing left to begin with again
    secret, addresses = lobby.directory.read_secret(), list_addressees(lobby.directory, lobby.charter.seat_names)
    expect_none(check_secret(lobby.charter, secret, "private/secret"))
    if lobby.published is None:
        lobby = _publish(lobby, write=write)
    letters = _write_letters(lobby, addresses, now, write=write)
    begun = begun._replace(stage=StartStage.OPENING, letters=letters)
    if lobby.awaited:
        return begun._replace(awaited=lobby.awaited)
    return _play(lobby, secret, now, begun, write=write)


def _publish(lobby: Lobby, *, write: bool) -> Lobby:
    """From here on everybody's anchor and commitment stand."""
    pledges = {seat: lobby.pledges[seat] for seat in lobby.seats}
    if write:
        lobby.directory.inbox.settle(lobby.seats)
        write_joined(lobby.directory, JoiningTerms(hash_bytes(lobby.charter_text), pledges))
    return lobby._replace(published=pledges)


def _write_letters(lobby: Lobby, addresses: Mapping[Seat, Addressee], now: datetime, *, write: bool) -> tuple[str, ...]:
    """The list of anchors for every seat, but for those letters that are there already or were sent."""
    assert lobby.published is not None
    written = []
    for seat in lobby.seats:
        text = write_anchors(lobby.game, lobby.charter, seat, lobby.published, now)
        stem, subject = f"0000-{seat}-anchors", "everybody has joined; your opening is wanted"
        name, data = write_text_letter(lobby.charter, stem, seat, addresses.get(seat), subject, text, now)
        if lobby.directory.has_letter(name):
            continue
        if write:
            lobby.directory.write_letter(name, data)
        written.append(f"{OUTBOX}/{name}")
    return tuple(written)


def _play(lobby: Lobby, secret: bytes, now: datetime, begun: Beginning, *, write: bool) -> Beginning:
    """Turn 0; it takes up the files with which the seats have joined."""
    directory, charter = lobby.directory, lobby.charter
    nodes = list_public_nodes(charter.id, secret, charter.commitment.epochs)
    arrived = {seat: lobby.list_filed(seat) for seat in lobby.seats}
    public = {CHARTER: lobby.charter_text, KEYS: write_nodes(nodes)}
    foundation = Foundation(lobby.game, charter, public.__getitem__)
    first = first_turn(foundation, arrived, RunAt(now), SecretKeys(secret))
    reports = first.tell()
    letters: tuple[str, ...] = ()
    if write:
        record = first.record
        hand_out_schema(directory, describe_move_files(lobby.game, charter, record.state, record.agendas))
        directory.inbox.settle(lobby.seats)
        letters = stage_reports(directory, lobby.game, charter, first, reports)
        directory.turns.commit(0, first.files | reports)
        release_reports(directory)
        for seat, filed in arrived.items():
            for item in filed:
                directory.inbox.remove(seat, item.name)
        directory.finish_interrupted()
    return begun._replace(
        stage=StartStage.STARTED,
        letters=letters or begun.letters,
        head=first.head,
        seats=lobby.game.kernel.seats(first.record.state),
        reports=f"{directory.turns.folder(0)}/reports",
    )


def begin_simulated(
    path: str, submit: Callable[[Seat, str, datetime], None], draw: Callable[[str], bytes], now: datetime
) -> None:
    """Everybody joins and opens, and the game begins; an opening is the hash of the chain's end."""
    charter, _ = GameDirectory(path).read_charter()
    ends = {seat: draw_end(draw, seat) for seat in charter.setting.seats}
    openings = {seat: hashlib.sha256(end).digest() for seat, end in ends.items()}
    for seat, end in ends.items():
        anchor, commitment = find_nonce(end, charter.commitment.epochs, 0).hex(), commit_opening(openings[seat])
        submit(seat, f'game: {charter.id}\nseat: {seat}\nanchor: "{anchor}"\ncommitment: "{commitment}"\n', now)
    start_game(path, now)
    for seat, opening in openings.items():
        submit(seat, f'game: {charter.id}\nseat: {seat}\nopening: "{opening.hex()}"\n', now)
    start_game(path, now)
