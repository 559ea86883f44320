"""A game directory: the charter, the turns, the inbox and what is private, under one roof."""

import os
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from errno import ENOENT
from typing import NotRequired, TypedDict, cast

from adjudicator.core.charter import CHARTER, Charter
from adjudicator.core.json_value import expect_fields, is_text, list_of, record_of
from adjudicator.core.refusals import ExitCode, MendableError
from adjudicator.core.system_errors import say_system_error
from adjudicator.intake.tokens import SeatTokens
from adjudicator.store.acts import finish
from adjudicator.store.charter import read_charter
from adjudicator.store.files import make_folder, read_regular, remove_empty, remove_unfinished, replace_file
from adjudicator.store.formats import MARKS, DamageError, read_json, tell_why, write_json
from adjudicator.store.inbox import LIMIT, Inbox
from adjudicator.store.turns import TurnFolder

JOINED = "joined.json"
PRIVATE = "private"
OUTBOX, SENT = "outbox", "sent"
SECRET = "secret"  # noqa: S105 - a file name
_SEATS = "seats.json"
SEATS = f"{PRIVATE}/{_SEATS}"
SECRET_BYTES = 32


class SeatHolder(TypedDict):
    """Somebody who speaks for a seat: the hash of the token, the address, of a substitute the name too."""

    token_sha256: str
    address: str
    name: NotRequired[str]


class SeatRecord(SeatHolder):
    """What is known of a seat: who holds it, the hashes of the tokens that it had before.

    While a substitute holds it, ``holders`` are its player and the substitutes before him, who may come back;
    ``released`` are the addresses of those who were, and are told so.
    """

    replaced: NotRequired[list[str]]
    holders: NotRequired[list[SeatHolder]]
    released: NotRequired[list[str]]


_HOLDER_SHAPE = record_of({"name": is_text}, token_sha256=is_text, address=is_text)
_SEAT_SHAPE = record_of(
    {"name": is_text, "replaced": list_of(is_text), "holders": list_of(_HOLDER_SHAPE), "released": list_of(is_text)},
    token_sha256=is_text,
    address=is_text,
)


class NoGameError(MendableError):
    """The path is not a game directory."""

    code = ExitCode.USAGE


class OlderLayoutError(MendableError):
    """The turns of the game lie in folders, as version 0.1.0 of the program kept them."""

    def __init__(self, path: str) -> None:
        """``path`` is the game directory."""
        super().__init__(f"{path} keeps its turns in folders, as version 0.1.0 did; go on with that version")


_UNPACK = "; `adjudicate import` makes a game directory out of an archive"


def _list_games(folder: str) -> list[str]:
    """What the games in ``folder`` are called, as far as they can be seen."""
    with suppress(OSError):
        return sorted(one for one in os.listdir(folder) if os.path.isfile(os.path.join(folder, one, CHARTER)))
    return []


class GameDirectory:
    """Names of things in a game directory, and the things themselves."""

    def __init__(self, path: str) -> None:
        """``path`` is the directory; its name is free, the game's id is in the charter."""
        self.path = os.path.abspath(path)
        self.turns = TurnFolder(os.path.join(self.path, "turns"))
        self.inbox = Inbox(self.path)

    def expect_charter(self) -> None:
        """Nothing where there is a charter, and folders to write to are folders.

        Raises :class:`NoGameError` where nothing is of a game, :class:`DamageError` where the charter is gone, and for
        what is no folder, or a link that would lead elsewhere.
        """
        self._read_charter_text()
        for name in ("turns", "inbox", "refused", "acts", "branches", PRIVATE, OUTBOX):
            with suppress(FileNotFoundError):
                mode = os.lstat(os.path.join(self.path, name)).st_mode
                if not stat.S_ISDIR(mode):
                    what = "a link, not a folder" if stat.S_ISLNK(mode) else "not a folder"
                    raise DamageError(name, f"is {what}", "put back the folder that was there")

    def read_charter(self) -> tuple[Charter, bytes]:
        """The charter and its bytes.

        Raises what :meth:`expect_charter` raises for it, :class:`DamageError` for a bad one, :class:`OlderLayoutError`.
        """
        data = self._read_charter_text()
        charter = read_charter(data)
        if os.path.isfile(os.path.join(self.path, "turns", "0000", "turn.json")):
            raise OlderLayoutError(self.path)
        return charter, data

    def _read_charter_text(self) -> bytes:
        try:
            return read_regular(os.path.join(self.path, CHARTER), LIMIT)
        except OSError as error:
            if any(os.path.lexists(f"{self.path}/{mark}") for mark in MARKS):
                raise DamageError(CHARTER, tell_why(error)) from error
            raise NoGameError(f"{self.path} is not a game directory: {self._tell_missing(error)}") from error

    def _tell_missing(self, error: OSError) -> str:
        """Why there is no game here, and which game below it or beside it may have been meant."""
        if os.path.isfile(self.path):
            return "it is a file" + _UNPACK * self.path.endswith(".zip")
        if error.errno != ENOENT or os.path.lexists(self.path):
            games = _list_games(self.path)
            unread = error.errno != ENOENT
            said = f"its {CHARTER} cannot be read: {say_system_error(error)}" if unread else f"it has no {CHARTER}"
            if not games:
                return said
            return f"{said}; there are games in it: name {games[0]}, or all of them as {os.path.basename(self.path)}/*"
        from difflib import get_close_matches  # noqa: PLC0415 - for a path with a mistake

        folder, name = os.path.split(self.path)
        near = get_close_matches(name, _list_games(folder), n=1)
        return "there is no such folder" + (f"; did you mean {near[0]}?" if near else "")

    def read_secret(self, name: str = SECRET) -> bytes:
        """The chance secret, or the one of that ``name``: 32 bytes. Raises :class:`DamageError`."""
        place = f"{PRIVATE}/{name}"
        if name == SECRET and not self.has_private(name):
            raise DamageError(place, "missing: only whoever holds the secret can run the game on")
        try:
            text = read_regular(os.path.join(self.path, PRIVATE, name)).decode().removesuffix("\n")
            secret = bytes.fromhex(text)
        except (OSError, ValueError) as error:
            raise DamageError(place, tell_why(error)) from error
        if len(secret) != SECRET_BYTES:
            raise DamageError(place, f"{len(secret)} bytes long, not {SECRET_BYTES}")
        # one spelling only, so that no changed bit of the file goes unseen
        if secret.hex() != text:
            raise DamageError(place, "not in small hex digits, as it was written")
        return secret

    def has_private(self, name: str) -> bool:
        """Whether there is anything at ``name`` in the private folder."""
        return os.path.lexists(os.path.join(self.path, PRIVATE, name))

    def has_acts(self) -> bool:
        """Whether the moderator has recorded any act."""
        return os.path.isdir(os.path.join(self.path, "acts"))

    def read_tokens(self) -> SeatTokens:
        """The hashes of all tokens that there are, and were; none where the game has none. Raises `DamageError`."""
        speakers = self.read_speakers()
        speaking = {seat: [one["token_sha256"] for one in held] for seat, held in speakers.items()}
        replaced = (old for entry in self.read_seats().values() for old in entry.get("replaced", []))
        called = {one["token_sha256"]: one["name"] for held in speakers.values() for one in held if "name" in one}
        return SeatTokens(speaking, frozenset(replaced), called)

    def read_speakers(self) -> Mapping[str, Sequence[SeatHolder]]:
        """Who may speak for each seat: who holds it, then those who may come back. Raises :class:`DamageError`."""
        return {seat: [entry, *entry.get("holders", [])] for seat, entry in self.read_seats().items()}

    def read_seats(self) -> Mapping[str, SeatRecord]:
        """What is known of each seat. Raises :class:`DamageError`."""
        try:
            saved = read_json(read_regular(os.path.join(self.path, PRIVATE, _SEATS)))
            expect_fields(saved, dict.fromkeys(saved, _SEAT_SHAPE))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise DamageError(SEATS, tell_why(error)) from error
        return cast("Mapping[str, SeatRecord]", saved)

    def write_private(self, secret: bytes, seats: Mapping[str, Mapping[str, str]]) -> None:
        """Keep the secret and what is known of each seat: the hash of its token, its address."""
        folder = os.path.join(self.path, PRIVATE)
        make_folder(folder)
        replace_file(os.path.join(folder, SECRET), f"{secret.hex()}\n".encode())
        replace_file(os.path.join(folder, _SEATS), write_json(seats))

    def finish_interrupted(self) -> None:
        """Finish an act that was interrupted, and remove what interrupted commands left.

        The inbox knows its own. Nothing is removed but what has a name of ours.
        """
        finish(self.path)
        newest = self.turns.newest()
        if newest is not None and os.path.lexists(os.path.join(self.path, JOINED)):
            # turn 0 holds it by now
            remove_unfinished(self.path, JOINED)
        reports = () if newest is None else self.turns.list_report_folders(newest)
        for folder in (*reports, *(os.path.join(self.path, name) for name in ("turns", "", PRIVATE, "acts", OUTBOX))):
            if os.path.isdir(folder) and not os.path.islink(folder):
                for entry in list(os.scandir(folder)):
                    if entry.name.endswith(".aside") or folder.endswith(".aside"):
                        from adjudicator.store.audit import is_unfinished  # noqa: PLC0415 - hardly any command finds one

                        if is_unfinished(unfinished := os.path.relpath(entry.path, self.path)):
                            remove_unfinished(self.path, unfinished)
                if folder.endswith(".aside"):
                    remove_empty(folder)
        self.turns.settle()

    def count_turns(self) -> int:
        """The number of the turn that comes next."""
        newest = self.turns.newest()
        return 0 if newest is None else newest + 1

    def write_letter(self, name: str, data: bytes) -> None:
        """Put a letter into the outbox."""
        make_folder(os.path.join(self.path, OUTBOX))
        replace_file(os.path.join(self.path, OUTBOX, name), data)

    def has_letter(self, name: str) -> bool:
        """Whether the letter lies in the outbox, or among those that were sent."""
        return any(os.path.lexists(os.path.join(self.path, folder, name)) for folder in (OUTBOX, SENT))
