"""Draws: how a secret, an epoch and a label make a number, how the secret is committed to, and what players add.

A player's nonces are a chain of hashes fixed before the game (reliability, D.2). It has a random end and one link for
each epoch below it: each is the hash of the one above, and the last, the anchor, is published before the game. Whoever
sees a link knows all below it and none above.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from adjudicator.core.json_value import JsonValue
from adjudicator.proof.hashing import authenticate, canonical, digest, find_paths, frame, hash_leaf, keyed

_WORD = 8
_LIMIT = 1 << 64
HEIGHT = 6
"""Public keys are kept as the roots of trees of so many levels, so that opening one takes 64 of them, not all."""
_SPAN = 1 << HEIGHT
NONCE_BYTES = 32


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


def public_leaf(epoch: int, key: bytes) -> bytes:
    """The leaf of the public key of ``epoch`` in the tree that is committed to."""
    return digest("pub-leaf", _epoch(epoch), key)


@lru_cache(maxsize=8)
def _open_block(game: str, secret: bytes, start: int, stop: int) -> tuple[bytes, list[tuple[bytes, ...]]]:
    """The root over the public keys of some epochs, and the path of each: a replay opens one after the other."""
    leaves = [public_leaf(epoch, public_key(game, secret, epoch)) for epoch in range(start, stop)]
    return find_paths([hash_leaf(leaf) for leaf in leaves])


def list_public_nodes(game: str, secret: bytes, epochs: int) -> list[bytes]:
    """The roots over the public keys of each 64 of epochs 0 to ``epochs - 1``, for :func:`join_public_nodes`."""
    return [_open_block(game, secret, start, min(start + _SPAN, epochs))[0] for start in range(0, epochs, _SPAN)]


@lru_cache(maxsize=2)
def _join_all(nodes: tuple[bytes, ...]) -> tuple[bytes, list[tuple[bytes, ...]]]:
    return find_paths(nodes)


def join_public_nodes(nodes: Sequence[bytes]) -> str:
    """The root that :func:`commit_public_keys` gives, as hex, from the nodes under it (at least one)."""
    return _join_all(tuple(nodes))[0].hex()


def commit_public_keys(game: str, secret: bytes, epochs: int) -> str:
    """The root over the public keys of epochs 0 to ``epochs - 1``, as hex, so that each can be opened on its own."""
    return join_public_nodes(list_public_nodes(game, secret, epochs))


def open_public_key(
    game: str, secret: bytes, epoch: int, epochs: int, nodes: Sequence[bytes]
) -> tuple[bytes, list[bytes]]:
    """The public key of ``epoch``, and its path to the root; ``nodes`` are those of :func:`list_public_nodes`."""
    block = epoch // _SPAN
    start = block * _SPAN
    _, paths = _open_block(game, secret, start, min(start + _SPAN, epochs))
    inside = paths[epoch - start]
    return public_key(game, secret, epoch), [*inside, *_join_all(tuple(nodes))[1][block]]


def mix(game: str, epoch: int, added: JsonValue) -> bytes:
    """What others than the moderator add to ``epoch``; ``added`` is empty where that is nothing.

    The last part stands for a beacon, of which no game has one.
    """
    return digest("mix", game.encode(), _epoch(epoch), canonical(added), b"")


def mix_key(base: bytes, mixed: bytes) -> bytes:
    """The key that draws are made with: a public or hidden key with its epoch's mix."""
    return keyed(base, "mixed", mixed)


@lru_cache(maxsize=1024, typed=True)
def _name_stream(*label: str | int) -> bytes:
    """What a label is hashed as. Few labels make up most of a game's draws."""
    return frame("stream", canonical(label))


def draw_below(key: bytes, label: Sequence[str | int], below: int) -> int:
    """A whole number under ``below`` (at least 1), without bias, from the stream of ``label`` under ``key``."""
    stream = authenticate(key, _name_stream(*label))
    ceiling = _LIMIT - _LIMIT % below
    for number in count():
        block = authenticate(stream, number.to_bytes(8, "big"))
        for start in range(0, len(block), _WORD):
            word = int.from_bytes(block[start : start + _WORD], "big")
            if word < ceiling:
                return word % below
    raise AssertionError  # the stream does not end


class Pledge(NamedTuple):
    """What a seat joins with, as hex: the anchor of its chain of nonces, and the commitment to its opening."""

    anchor: str
    commitment: str


def hash_down(nonce: bytes, steps: int) -> bytes:
    """The link so many epochs before that of ``nonce``."""
    for _ in range(steps):
        nonce = digest("nonce-chain", nonce)
    return nonce


def find_nonce(end: bytes, length: int, epoch: int) -> bytes:
    """The link of ``epoch`` (0, the anchor, to ``length``, the end) of the chain that has the ``end``."""
    if not 0 <= epoch <= length:
        raise ValueError(f"a chain of {length} links has no nonce of epoch {epoch}")
    return hash_down(end, length - epoch)


def find_epoch(anchor: bytes, nonce: bytes, length: int) -> int | None:
    """Of which epoch ``nonce`` is in the chain with ``anchor``; None where it is not one of its links."""
    for epoch in range(length + 1):
        if nonce == anchor:
            return epoch
        nonce = digest("nonce-chain", nonce)
    return None


def commit_opening(opening: bytes) -> str:
    """The commitment to what a seat adds to the set-up, as hex."""
    return digest("setup-nonce", opening).hex()


def find_late_choices(
    known: Iterable[tuple[int, str, Mapping[int, Mapping[str, str | None]]]],
) -> Iterator[tuple[str, str]]:
    """What was chosen when draws could be known: heads of turns and what is wrong.

    ``known`` are turns with their heads and what they mix in. An epoch has the same nonces on every line.
    """
    first: dict[int, tuple[Mapping[str, str | None], int]] = {}
    for turn, head, mixes in sorted(known, key=lambda one: one[:2]):
        for epoch, added in sorted(mixes.items()):
            earlier, before = first.setdefault(epoch, (added, turn))
            for seat in sorted(seat for seat in {**earlier, **added} if earlier.get(seat, "") != added.get(seat, "")):
                yield head, f"rng.mixes.{epoch}: {seat}: another nonce than a turn {before} has for this epoch"
