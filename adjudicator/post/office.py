"""A post office: the games below a folder, and who speaks in a mail to it.

Somebody speaks by the token in his move file, or by the key in the address that he answers. Whom a mail claims to be
from says nothing. Where token and key are of different seats, or two keys are, nobody speaks. A key lets its seat
speak for its own turn. One of a turn that is over files nothing; whoever has it is told so, at the address that is
registered: it tells no stranger anything, and its owner learns why the orders do not count. While a substitute plays a
seat, its own player still speaks by token and key, and a file of his takes it back.

``box+KEY@host`` is the address of one game, seat and turn. A key is made from a secret of the game that serves nothing
else, and from the hash of the seat's token: when the seat gets another token, all keys of its last holder are dead.
Keys are kept nowhere; beside the games lies by the hash of each key what it is for, which is believed only where the
key can be made again from that. While a substitute holds the seat, the keys of those who may come back live on, each
with its own token.
"""

import base64
import hmac
import os
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from adjudicator.acts.status_line import find_games
from adjudicator.core.charter import CHARTER
from adjudicator.core.refusals import MendableError
from adjudicator.intake.tokens import find_speakers
from adjudicator.post.file_in_mail import FoundFile
from adjudicator.proof.hashing import hash_bytes, keyed
from adjudicator.store.files import hold_lock, make_folder, read_regular, remove_if_there, replace_file, write_loose
from adjudicator.store.formats import DamageError
from adjudicator.store.gamedir import PRIVATE, SECRET_BYTES, GameDirectory

POST: Final = "post"
"""The folder beside the games in which the post office keeps what is its own."""
_KEYS: Final = "keys"
_SECRET: Final = "reply-secret"  # noqa: S105 - a file name
_BYTES: Final = 16
_KNOWN_FOR: Final = 2
"""So many turns after its own a key is still known; it lets nobody speak then, but its sender is told what is wrong."""
_OWNER = re.compile(r"([a-z][a-z0-9-]{0,31}) ([a-z][a-z0-9-]{0,31}) ([0-9]{1,9})\n")
_ID: Final = re.compile(rb"^id: *\"?([a-z][a-z0-9-]{0,31})\"?\s*$", re.MULTILINE)


class PostOffice:
    """The games below a folder by their ids, and the folder's post; made once for any number of mails."""

    def __init__(self, folder: str, address: str = "", moderator: str = "") -> None:
        """``folder`` holds game directories, at any depth; ``address`` is the mailbox to which players write.

        ``moderator`` is the address to which their notes go, if any.
        """
        self.folder = os.path.abspath(folder)
        self.address = address
        self.moderator = moderator
        self._games: Mapping[str, tuple[str, ...]] = {}
        self._looked_at: Mapping[str, int] = {}

    def find_game(self, game: str) -> str | None:
        """The directory of the game with that id.

        A name that no game has costs no look at all games, unless a folder that holds games has changed. Raises
        :class:`UnknownSpeakerError` where two have it, and ``OSError`` where the folder cannot be read.
        """
        known = [path for path in self._games.get(game, ()) if os.path.lexists(os.path.join(path, CHARTER))]
        if not known and (not self._looked_at or self._looked_at != self._look()):
            self._list_games()
            known = list(self._games.get(game, ()))
        if len(known) > 1:
            places = " and ".join(os.path.relpath(path, self.folder) for path in known)
            raise UnknownSpeakerError(f"{places} are both called {game}; move one of them elsewhere")
        return known[0] if known else None

    def _look(self) -> dict[str, int]:
        """When the folders were changed that may hold games."""
        return {folder: os.stat(folder).st_mtime_ns for folder in self._looked_at if os.path.isdir(folder)}

    def _list_games(self) -> None:
        games: dict[str, tuple[str, ...]] = {}
        looked_at: dict[str, int] = {}
        for path in find_games(self.folder, looked_at):
            try:
                match = _ID.search(read_regular(os.path.join(path, CHARTER)))
            except OSError:
                continue
            if match:
                games[match[1].decode()] = (*games.get(match[1].decode(), ()), path)
        self._games, self._looked_at = games, looked_at


class Speaker(NamedTuple):
    """For which game a mail is, at ``path``, and whose it is.

    Where a key says so, ``turn`` is that of the key, and ``holder`` the hash of the token of whoever has it.
    """

    path: str
    game: str
    seat: str | None
    turn: int | None = None
    holder: str = ""


class UnknownSpeakerError(Exception):
    """Nobody can be said to speak in the mail; the message says why, for the moderator."""


def find_speaker(office: PostOffice, keys: Iterable[str], found: FoundFile) -> Speaker:
    """Who speaks in a mail with the move file ``found`` that went to addresses with ``keys``.

    Raises :class:`UnknownSpeakerError`, ``DamageError``, ``OSError``.
    """
    path = office.find_game(found.game) if found.game else None
    seat = _find_seat(path, found) if path is not None else None
    owned = {(one.path, one.game, one.seat): one for one in _find_owners(office, keys, found)}
    if len(owned) > 1:
        raise UnknownSpeakerError("it went to the reply addresses of more than one seat")
    if not owned:
        if path is None:
            raise UnknownSpeakerError("no game has the name that it gives")
        return Speaker(path, found.game, seat)
    (owner,) = owned.values()
    if seat is None and not found.has_token:
        return owner
    if (path, seat) == (owner.path, owner.seat):
        return Speaker(owner.path, owner.game, owner.seat)
    raise UnknownSpeakerError("its token does not belong to the seat whose reply address it went to")


def find_owner(office: PostOffice, keys: Iterable[str]) -> Speaker | None:
    """Who speaks in a mail without a move file; None where not just one does.

    Raises :class:`UnknownSpeakerError`, ``DamageError``, ``OSError``.
    """
    owners = list(_find_owners(office, keys, FoundFile("", "")))
    return owners[0] if len({(owner.path, owner.game, owner.seat) for owner in owners}) == 1 else None


def find_reply_address(office: str, path: str, letter: str, recipient: str, wanted: int, mailbox: str) -> str | None:
    """Where the answer to a ``letter``, called so, of the game at ``path`` goes: to the ``mailbox``, with a key.

    The key is that of the turn for which orders are ``wanted`` in it, whenever it is sent; of the next turn where it
    does not say. It stands in no letter that is kept. None for letters to others than a seat, and where no key can be
    had: then the token speaks.
    """
    directory = GameDirectory(path)
    with suppress(DamageError, MendableError, OSError):
        charter, _ = directory.read_charter()
        for seat, speakers in directory.read_speakers().items():
            known = next((one["token_sha256"] for one in speakers if one["address"].lower() == recipient), None)
            if known and re.match(rf"[0-9]+-{re.escape(seat)}-[a-z]", letter):
                key = issue_key(office, directory, KeyOwner(charter.id, seat, wanted or directory.count_turns()), known)
                return write_address(mailbox, key) if key else None
    return None


def _find_seat(path: str, found: FoundFile) -> str | None:
    """The seat whose token stands in a file, however unreadable the file is otherwise; None where there is not one."""
    known = GameDirectory(path).read_speakers()
    hashes = {speaker["token_sha256"]: seat for seat, speakers in known.items() for speaker in speakers}
    seats = find_speakers(found.text.encode(), hashes)
    return next(iter(seats)) if len(seats) == 1 else None


def find_former(path: str, found: FoundFile) -> str | None:
    """The seat of the game at ``path`` whose token in a file counts no more, since the seat has changed hands."""
    known = GameDirectory(path).read_seats()
    hashes = {old: seat for seat, entry in known.items() for old in entry.get("replaced", ())}
    return next(iter(find_speakers(found.text.encode(), hashes)), None)


def _find_owners(office: PostOffice, keys: Iterable[str], found: FoundFile) -> Iterator[Speaker]:
    """Whose ``keys`` are; of those that belong to nobody, nothing."""
    for key in keys:
        said = read_owner(office.folder, key)
        game = said.game if said else found.game
        path = office.find_game(game) if game else None
        if path is None:
            continue
        directory = GameDirectory(path)
        # what the office knew may be lost; then the game that the file names knows its own
        for owner in [said] if said else list_owners(directory, game):
            holder = find_holder(directory, owner, key)
            if holder is not None:
                yield Speaker(path, owner.game, owner.seat, owner.turn, holder)


class KeyOwner(NamedTuple):
    """What a key is for: the seat of a game, and the turn that orders were asked for."""

    game: str
    seat: str
    turn: int


def write_address(base: str, key: str) -> str:
    """The address ``base`` of a mailbox, with ``key``."""
    user, _, host = base.rpartition("@")
    return f"{user}+{key}@{host}"


def issue_key(office: str, directory: GameDirectory, owner: KeyOwner, holder: str | None = None) -> str | None:
    """The key of ``owner`` in the game at ``directory``, which the post office in the folder ``office`` will know.

    It is for the ``holder`` of the seat with that hash of a token, or for who holds it now. None for a seat without a
    token. Raises :class:`DamageError`, ``BusyError``, ``OSError``.
    """
    _make_secret(directory)
    token = holder or next(iter(directory.read_tokens().speaking.get(owner.seat, ())), None)
    if token is None:
        return None
    key = _derive(directory, owner, token)
    folder = os.path.join(office, POST, _KEYS)
    make_folder(os.path.dirname(folder))
    make_folder(folder)
    write_loose(os.path.join(folder, _hash(key)), f"{owner.game} {owner.seat} {owner.turn}\n".encode())
    if owner.turn > _KNOWN_FOR:
        old = _derive(directory, owner._replace(turn=owner.turn - _KNOWN_FOR - 1), token)
        remove_if_there(os.path.join(folder, _hash(old)))
    return key


def find_holder(directory: GameDirectory, owner: KeyOwner, key: str) -> str | None:
    """The hash of the token of whoever has the ``key`` of ``owner`` in the game at ``directory``; None for nobody.

    Raises :class:`DamageError`.
    """
    if not directory.has_private(_SECRET) or owner.turn < 0:
        return None
    tokens = directory.read_tokens().speaking.get(owner.seat, ())
    return next((token for token in tokens if hmac.compare_digest(_derive(directory, owner, token), key)), None)


def read_owner(office: str, key: str) -> KeyOwner | None:
    """What ``key`` is said to be for in the folder ``office``, if anything."""
    with suppress(OSError, UnicodeDecodeError):
        match = _OWNER.fullmatch(read_regular(os.path.join(office, POST, _KEYS, _hash(key)), 100).decode())
        return KeyOwner(match[1], match[2], int(match[3])) if match else None
    return None


def list_owners(directory: GameDirectory, game: str) -> Iterator[KeyOwner]:
    """Whose keys count in the ``game`` at ``directory``, or did a turn ago. Raises :class:`DamageError`."""
    turn = directory.turns.newest()
    following = 0 if turn is None else turn + 1
    for seat in directory.read_seats():
        yield from (KeyOwner(game, seat, number) for number in range(following, max(following - 2, -1), -1))


def _derive(directory: GameDirectory, owner: KeyOwner, token: str) -> str:
    secret = directory.read_secret(_SECRET)
    made = keyed(secret, "reply", owner.game.encode(), owner.seat.encode(), str(owner.turn).encode(), token.encode())
    return base64.b32encode(made[:_BYTES]).decode().rstrip("=").lower()


def _hash(key: str) -> str:
    return hash_bytes(f"adjudicator/v1/reply-key/{key}".encode())[:32]


def _make_secret(directory: GameDirectory) -> None:
    if directory.has_private(_SECRET):
        return
    folder = os.path.join(directory.path, PRIVATE)
    with hold_lock(folder):  # two that made one at the same time would undo each other's keys
        if not directory.has_private(_SECRET):
            replace_file(os.path.join(folder, _SECRET), f"{secrets.token_hex(SECRET_BYTES)}\n".encode())
