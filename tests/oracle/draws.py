"""The derivation of draws a second time, from its description: nothing here is shared with the adjudicator.

Every part of what is hashed is preceded by its length in eight bytes; the first part is ``adjudicator/v1/`` and a tag
that says what the hash is for. Numbers in hashes are big-endian.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

WORDS = 1 << 64


def framed(tag: str, parts: tuple[bytes, ...]) -> bytes:
    """``tag`` and ``parts``, each behind its length."""
    message = b""
    for part in (b"adjudicator/v1/" + tag.encode(), *parts):
        message += len(part).to_bytes(8, "big")
        message += part
    return message


def hashed(tag: str, *parts: bytes) -> bytes:
    """The SHA-256 of framed parts."""
    return hashlib.sha256(framed(tag, parts)).digest()


def keyed_hash(key: bytes, tag: str, *parts: bytes) -> bytes:
    """The HMAC-SHA256 of framed parts."""
    return hmac.new(key, framed(tag, parts), hashlib.sha256).digest()


def canon(value: Any) -> bytes:
    """JSON with sorted keys and without spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def four_bytes(epoch: int) -> bytes:
    """The number of an epoch as it is hashed."""
    return epoch.to_bytes(4, "big")


def public_key(secret: bytes, game: str, epoch: int) -> bytes:
    """The key that is opened with the epoch."""
    return keyed_hash(secret, "pub", game.encode(), four_bytes(epoch))


def hidden_key(secret: bytes, game: str, epoch: int) -> bytes:
    """The key that is opened at the end of the game."""
    return keyed_hash(secret, "hid", game.encode(), four_bytes(epoch))


def mix(game: str, epoch: int, nonces: dict[str, str | None]) -> bytes:
    """What the seats that are due add; without a beacon."""
    return hashed("mix", game.encode(), four_bytes(epoch), canon(nonces), b"")


def words(key: bytes, label: list[str | int]) -> Iterator[int]:
    """The stream of 64-bit words of a label."""
    stream = keyed_hash(key, "stream", canon(label))
    counter = 0
    while True:
        block = hmac.new(stream, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for word in (block[0:8], block[8:16], block[16:24], block[24:32]):
            yield int.from_bytes(word, "big")
        counter += 1


def below(stream: Iterator[int], bound: int) -> int:
    """The next number from 0 to ``bound - 1``: words that would favour some numbers are passed over."""
    fair = WORDS - WORDS % bound
    word = next(stream)
    while word >= fair:
        word = next(stream)
    return word % bound


def shuffle(stream: Iterator[int], things: str) -> str:
    """``things`` in an order drawn from the top down."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return "".join(order)


def draw(secret: bytes, game: str, epoch: int, label: list[str | int], bound: int, *, hidden: bool) -> int:
    """A draw of a game without nonces."""
    base = hidden_key(secret, game, epoch) if hidden else public_key(secret, game, epoch)
    return below(words(keyed_hash(base, "mixed", mix(game, epoch, {})), label), bound)


def tree_root(leaves: list[bytes]) -> bytes:
    """The root of a hash tree: the left side is the largest power of two that leaves something for the right."""
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    left = 1
    while left * 2 < len(leaves):
        left *= 2
    return hashlib.sha256(b"\x01" + tree_root(leaves[:left]) + tree_root(leaves[left:])).digest()
