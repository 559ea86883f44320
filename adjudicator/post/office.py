"""A post office: the games below a folder, and who speaks in a mail to it.

Somebody speaks by the token in his move file, or by the key in the address that he answers. Whom a mail claims to be
from says nothing. Where token and key are of different seats, or two keys are, nobody speaks. A key lets its seat
speak for its own turn. One of a turn that is over files nothing; whoever has it is told so, at the address that is
registered: it tells no stranger anything, and its owner learns why the orders do not count. While a substitute plays a
seat, its own player still speaks by token and key, and a file of his takes it back.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from adjudicator.acts.status_line import find_games
from adjudicator.core.charter import CHARTER
from adjudicator.core.refusals import MendableError
from adjudicator.intake.speaker import find_speakers
from adjudicator.post.finding import FoundFile
from adjudicator.store.files import read_regular
from adjudicator.store.formats import DamageError
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.reply_keys import KeyOwner, find_holder, issue_key, list_owners, read_owner, write_address

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
