"""A player's keyring: one private file with his chains of nonces, tokens and openings, for all his games.

It belongs to no game directory. Whoever reads it can speak for its owner and knows his nonces; whoever loses it can
give no more of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, cast

from adjudicator.core.json_value import JsonObject
from adjudicator.proof.nonces import commit_opening, find_nonce
from adjudicator.store.aside import put_file
from adjudicator.store.damage import DamageError
from adjudicator.store.files import make_folders, read_regular
from adjudicator.store.json_text import read_json, write_json
from adjudicator.store.lock import hold_lock

VARIABLE = "ADJUDICATE_KEYRING"
_NAME = ".adjudicate-keyring"
_FORMAT = 1


class Key(NamedTuple):
    """What a player keeps of one seat in one game; all but numbers and names is hex.

    ``commitment`` and ``public_root`` are the moderator's promise, which tells two games of one name apart. ``end`` is
    the chain's, of ``epochs`` links, ``opening`` what is added to the set-up, ``given`` the furthest epoch
    whose nonce was put into a file.
    """

    game: str
    seat: str
    token: str
    commitment: str
    public_root: str
    epochs: int
    end: str
    opening: str
    given: int = 0

    @property
    def anchor(self) -> str:
        """What the chain is known by."""
        return self.find_nonce(0)

    @property
    def pledge(self) -> str:
        """The commitment to the opening."""
        return commit_opening(bytes.fromhex(self.opening))

    def find_nonce(self, epoch: int) -> str:
        """The nonce of ``epoch``. Raises ``ValueError`` beyond the end of the chain."""
        return find_nonce(bytes.fromhex(self.end), self.epochs, epoch).hex()


def find_keyring(path: str | None, environment: Mapping[str, str]) -> str:
    """Where the keyring is: ``path`` where given, else what the environment names, else a file in the home folder."""
    return os.path.abspath(path or environment.get(VARIABLE) or os.path.join(os.path.expanduser("~"), _NAME))


@contextmanager
def hold_keyring(path: str) -> Iterator[None]:
    """Let nobody else change the keyring at ``path``. Raises ``BusyError`` where somebody does."""
    folder = os.path.dirname(path)
    make_folders(folder)
    with hold_lock(folder):
        yield


def read_keyring(path: str) -> list[Key]:
    """The keys at ``path``, none where there is no keyring. Raises :class:`DamageError`, ``OSError``."""
    try:
        data = read_regular(path)
    except FileNotFoundError:
        return []
    try:
        saved = read_json(data)
        keys = [_read_key(entry) for entry in cast("Sequence[JsonObject]", saved["keys"])]
        known = saved["format"] == _FORMAT
    except (KeyError, ValueError, TypeError) as error:
        raise DamageError(path, f"not a keyring: {error!s}") from error
    if not known:
        raise DamageError(path, f"a keyring of another format than {_FORMAT}")
    return keys


def _read_key(entry: JsonObject) -> Key:
    key = Key(**cast("Mapping[str, str]", entry))  # type: ignore[arg-type]  # numbers are checked below
    for text in (key.commitment, key.public_root, key.end, key.opening):
        bytes.fromhex(text)
    if type(key.epochs) is not int or type(key.given) is not int:
        raise ValueError("an epoch is not a number")
    return key


def write_keyring(path: str, keys: Sequence[Key]) -> None:
    """Keep ``keys`` at ``path``, readable by its owner alone, durable when this returns."""
    put_file(path, write_json({"format": _FORMAT, "keys": [key._asdict() for key in keys]}))


def is_open_to_others(path: str) -> bool:
    """Whether others than the owner may read the keyring."""
    try:
        return bool(os.stat(path).st_mode & 0o077)
    except FileNotFoundError:
        return False
