"""Reply keys: ``box+KEY@host`` is the address of one game, seat and turn, and who answers to it has shown who speaks.

A key is made from a secret of the game that serves nothing else, and from the hash of the seat's token: when the seat
gets another token, all keys of its last holder are dead. Keys are kept nowhere; beside the games lies by the hash of
each key what it is for, which is believed only where the key can be made again from that. While a substitute holds the
seat, the keys of those who may come back live on, each with its own token.
"""

import base64
import hmac
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from adjudicator.proof.hashing import hash_bytes, keyed
from adjudicator.store.files import hold_lock, make_folder, read_regular, remove_if_there, replace_file, write_loose
from adjudicator.store.gamedir import PRIVATE, SECRET_BYTES, GameDirectory

POST: Final = "post"
"""The folder beside the games in which the post office keeps what is its own."""
_KEYS: Final = "keys"
_SECRET: Final = "reply-secret"  # noqa: S105 - a file name
_BYTES: Final = 16
_KNOWN_FOR: Final = 2
"""So many turns after its own a key is still known; it lets nobody speak then, but its sender is told what is wrong."""
_OWNER = re.compile(r"([a-z][a-z0-9-]{0,31}) ([a-z][a-z0-9-]{0,31}) ([0-9]{1,9})\n")


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
