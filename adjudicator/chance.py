"""Chance: every draw derived from the game's secret, its epoch and its label, and nothing else.

Level L1: the secret is committed to before the game (``commit``) and shown at its end; the moderator cannot change a
draw later, but knows the future, and could have chosen among secrets before the start. All hashing is injective: each
part is preceded by its length.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from functools import cache
from itertools import count

from adjudicator.core.chance import Draw, Label
from adjudicator.core.json_value import JsonValue

_WORD = 8
_LIMIT = 1 << 64


_ENCODE = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical(value: JsonValue) -> bytes:
    """``value`` as JSON with sorted keys and no blanks: the one spelling that is hashed."""
    return _ENCODE(value).encode()


@cache
def _prefix(tag: str) -> bytes:
    name = f"adjudicator/v1/{tag}".encode()
    return len(name).to_bytes(8, "big") + name


def _join(tag: str, parts: Sequence[bytes]) -> bytes:
    return _prefix(tag) + b"".join([len(part).to_bytes(8, "big") + part for part in parts])


def digest(tag: str, *parts: bytes) -> bytes:
    """SHA-256 of ``parts`` under a ``tag`` that says what is hashed."""
    return hashlib.sha256(_join(tag, parts)).digest()


def keyed(key: bytes, tag: str, *parts: bytes) -> bytes:
    """HMAC-SHA256 of ``parts`` under ``key`` and ``tag``."""
    return hmac.digest(key, _join(tag, parts), "sha256")


def _epoch(epoch: int) -> bytes:
    return epoch.to_bytes(4, "big")


def commit(game: str, secret: bytes) -> str:
    """The commitment to ``secret``, as hex: published before the game, checked at its end."""
    return digest("seed-commit", game.encode(), secret).hex()


def public_key(game: str, secret: bytes, epoch: int) -> bytes:
    """The key of the public draws of ``epoch``, before the mix."""
    return keyed(secret, "pub", game.encode(), _epoch(epoch))


def hidden_key(game: str, secret: bytes, epoch: int) -> bytes:
    """The key of the hidden draws of ``epoch``, before the mix."""
    return keyed(secret, "hid", game.encode(), _epoch(epoch))


def merkle_root(leaves: Sequence[bytes]) -> bytes:
    """The root of a Merkle tree of the shape of RFC 6962 over ``leaves`` (at least one)."""
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    split = 1 << ((len(leaves) - 1).bit_length() - 1)
    left, right = merkle_root(leaves[:split]), merkle_root(leaves[split:])
    return hashlib.sha256(b"\1" + left + right).digest()


def commit_public_keys(game: str, secret: bytes, epochs: int) -> str:
    """The root over the public keys of epochs 0 to ``epochs - 1``, as hex, so that each can be opened on its own."""
    leaves = [digest("pub-leaf", _epoch(epoch), public_key(game, secret, epoch)) for epoch in range(epochs)]
    return merkle_root(leaves).hex()


def mix(game: str, epoch: int, nonces: JsonValue, beacon: bytes = b"") -> bytes:
    """What others than the moderator add to ``epoch``; at level L1 ``nonces`` is empty."""
    return digest("mix", game.encode(), _epoch(epoch), canonical(nonces), beacon)


def draw_below(key: bytes, label: Label, below: int) -> int:
    """A whole number under ``below`` (at least 1), without bias, from the stream of ``label`` under ``key``."""
    stream = keyed(key, "stream", canonical(list(label)))
    ceiling = _LIMIT - _LIMIT % below
    for number in count():
        block = hmac.digest(stream, number.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), _WORD):
            word = int.from_bytes(block[start : start + _WORD], "big")
            if word < ceiling:
                return word % below
    raise AssertionError  # the stream does not end


class SecretChance:
    """The chance of a real game at level L1; keeps a record of its draws."""

    def __init__(self, game: str, secret: bytes) -> None:
        """``secret`` is 32 bytes; ``game`` the id that binds every draw to this game."""
        self._game = game
        self._secret = secret
        self._keys: dict[tuple[int, bool], bytes] = {}
        self.draws: list[Draw] = []

    def reveal(self) -> str:
        """The secret as hex, for the end of the game."""
        return self._secret.hex()

    def _key(self, epoch: int, hidden: bool) -> bytes:
        key = self._keys.get((epoch, hidden))
        if key is None:
            base = (hidden_key if hidden else public_key)(self._game, self._secret, epoch)
            key = self._keys[epoch, hidden] = keyed(base, "mixed", mix(self._game, epoch, {}))
        return key

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """See :class:`adjudicator.core.chance.Chance`."""
        value = draw_below(self._key(epoch, hidden), label, below)
        self.draws.append(Draw(epoch, label, below, value, hidden))
        return value
