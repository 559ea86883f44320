"""Nonces of players: hash chains fixed before the game, and what each link is checked against (reliability, D.2).

A chain has a random end and one link for each epoch below it: each is the hash of the one above, and the last, the
anchor, is published before the game. Whoever sees a link knows all below it and none above.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.proof.hashing import digest

NONCE_BYTES = 32


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
