"""A checker of proofs written from ``docs/proof.md`` alone: it imports nothing of the program that it checks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple


class Told(NamedTuple):
    """A proof, its bytes and the report beside it, and the header and the proof in its block."""

    file: bytes
    report: bytes
    text: bytes
    header: Mapping[str, Any]
    proof: Mapping[str, Any]

    @property
    def head(self) -> str:
        return hashlib.sha256(self.text).hexdigest()

    @property
    def reader(self) -> str:
        return self.proof["seat"] or "public"


def read(file: bytes, report: bytes) -> Told:
    """The proof ``file`` and its ``report``: the block, the packing."""
    lines = re.search(rb"-----BEGIN ADJUDICATE PROOF-----\n(.*?)-----END ADJUDICATE PROOF-----", file, re.DOTALL)
    assert lines is not None
    packed = base64.b64decode(lines[1].replace(b"\n", b""))
    unpacked = b""
    while packed:
        if packed[0] == 0:
            unpacked, packed = unpacked + packed[1:33].hex().encode(), packed[33:]
        else:
            unpacked, packed = unpacked + packed[:1], packed[1:]
    end = unpacked.index(b"\n}\n") + 3
    return Told(file, report, unpacked[:end], json.loads(unpacked[:end]), json.loads(unpacked[end:]))


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def frame(tag: str, *parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(8, "big") + part for part in (f"adjudicator/v1/{tag}".encode(), *parts))


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def four(number: int) -> bytes:
    return number.to_bytes(4, "big")


def climb(leaf: bytes, index: int, count: int, path: Sequence[str]) -> str:
    """The root over a leaf, from its path."""
    node = sha(b"\0" + leaf)
    if count == 1:
        assert not path
        return node.hex()
    left = 1
    while left * 2 < count:
        left *= 2
    beside = bytes.fromhex(path[-1])
    if index < left:
        return sha(b"\1" + bytes.fromhex(climb(leaf, index, left, path[:-1])) + beside).hex()
    return sha(b"\1" + beside + bytes.fromhex(climb(leaf, index - left, count - left, path[:-1]))).hex()


def grow(leaves: Sequence[bytes]) -> bytes:
    """The root over all leaves."""
    if len(leaves) == 1:
        return sha(b"\0" + leaves[0])
    left = 1
    while left * 2 < len(leaves):
        left *= 2
    return sha(b"\1" + grow(leaves[:left]) + grow(leaves[left:]))


def seal(salt: str, path: str, value: object) -> bytes:
    """A leaf."""
    return mac(bytes.fromhex(salt), frame("leaf", canonical([path, value])))


def find_leaf(told: Told, kind: str) -> tuple[bytes, int, int]:
    """The reader's leaf of one kind, its place and how many there are."""
    opening = told.proof[kind]
    value = opening[{"orders": "files", "facts": "facts", "reports": "hashes"}[kind]]
    names = told.header["seats"]
    if kind == "reports":
        names = sorted([*names, "public", "moderator"])
    return seal(opening["salt"], f"{kind}/{told.reader}", value), names.index(told.reader), len(names)


def make_leaf_salt(secret: bytes, told: Told, kind: str, reader: str) -> str:
    """The salt that the secret gives."""
    header = told.header
    message = frame(
        "turn-salt",
        header["game"].encode(),
        four(header["turn"]),
        canonical([header["previous"], header["acts"]]),
    )
    return mac(mac(secret, message), frame("leaf-salt", f"{kind}/{reader}".encode())).hex()


def make_public_leaf(epoch: int, key: bytes) -> bytes:
    return sha(frame("pub-leaf", four(epoch), key))


def make_public_key(game: str, secret: bytes, epoch: int) -> bytes:
    return mac(secret, frame("pub", game.encode(), four(epoch)))


def draw(game: str, epoch: int, key: bytes, nonces: Mapping[str, str | None], label: Sequence[Any], below: int) -> int:
    """What a draw gives."""
    mixed = sha(frame("mix", game.encode(), four(epoch), canonical(nonces), b""))
    stream = mac(mac(key, frame("mixed", mixed)), frame("stream", canonical(label)))
    number = 0
    while True:
        block = mac(stream, number.to_bytes(8, "big"))
        for start in (0, 8, 16, 24):
            word = int.from_bytes(block[start : start + 8], "big")
            if word < 2**64 - 2**64 % below:
                return word % below
        number += 1


def find_anchor(nonce: str, epoch: int) -> str:
    """The anchor of the chain that a nonce is of."""
    link = bytes.fromhex(nonce)
    for _ in range(epoch):
        link = sha(frame("nonce-chain", link))
    return link.hex()


def commit_opening(nonce: str) -> str:
    """What the nonce of epoch 0 was committed to with."""
    return sha(frame("setup-nonce", bytes.fromhex(nonce))).hex()


def check(mails: Iterable[tuple[bytes, bytes]]) -> list[str]:
    """What is wrong with all proofs of one reader, and the reports beside them, of a game that was never taken back."""
    told = sorted((read(*mail) for mail in mails), key=lambda one: one.header["turn"])
    wrong: list[str] = []
    for before, one in zip([None, *told], told, strict=False):
        wrong += [f"turn {one.header['turn']}: {what}" for what in check_turn(one, before)]
        for what, data in (("proof", before.file), ("report", before.report)) if before else ():
            if hashlib.sha256(data).hexdigest() not in one.proof["reports"]["hashes"].values():
                wrong.append(f"turn {one.header['turn'] - 1}: {what}")
        if one.header["rng"]["revealed"]:
            wrong += check_secret(told, bytes.fromhex(one.header["rng"]["revealed"]))
    return wrong + check_draws(told)


def check_turn(one: Told, before: Told | None) -> list[str]:
    """What is wrong with a proof and the head that its report prints."""
    header, proof, rng = one.header, one.proof, one.header["rng"]
    wrong = [] if f"checked: {one.head[:4]} {one.head[4:8]}".encode() in one.report else ["head"]
    if header["previous"] != (before.head if before else None):
        wrong.append("previous")
    for kind, root in (("orders", "orders_root"), ("facts", "hidden_root"), ("reports", "previous_reports")):
        if proof[kind] is not None:
            leaf, index, count = find_leaf(one, kind)
            if climb(leaf, index, count, proof[kind]["path"]) != header[root]:
                wrong.append(kind)
    for epoch, opened in rng["opened"].items():
        leaf = make_public_leaf(int(epoch), bytes.fromhex(opened["key"]))
        if climb(leaf, int(epoch), rng["epochs"], opened["path"]) != rng["public_root"]:
            wrong.append(f"key {epoch}")
    return wrong


def check_draws(told: Sequence[Told]) -> list[str]:
    """Draws that their keys do not give."""
    keys: dict[int, bytes] = {}
    mixes: dict[int, Mapping[str, str | None]] = {}
    for one in told:
        rng = one.header["rng"]
        keys |= {int(epoch): bytes.fromhex(opened["key"]) for epoch, opened in rng["opened"].items()}
        mixes |= {int(epoch): nonces for epoch, nonces in rng["mixes"].items()}
    return [
        f"turn {one.header['turn']}: draw {label} of epoch {epoch}"
        for one in told
        for epoch, label, below, value in one.proof["draws"]
        if epoch in keys and draw(one.header["game"], epoch, keys[epoch], mixes.get(epoch, {}), label, below) != value
    ]


def check_secret(told: Sequence[Told], secret: bytes) -> list[str]:
    """What the secret does not give."""
    game, rng = told[-1].header["game"], told[-1].header["rng"]
    leaves = [make_public_leaf(epoch, make_public_key(game, secret, epoch)) for epoch in range(rng["epochs"])]
    wrong = [] if grow(leaves).hex() == rng["public_root"] else ["public root"]
    if sha(frame("seed-commit", game.encode(), secret)).hex() != rng["commitment"]:
        wrong.append("commitment")
    return wrong + [
        f"salt of {kind} in turn {one.header['turn']}"
        for one in told
        for kind in ("orders", "facts")
        if one.proof[kind] and make_leaf_salt(secret, one, kind, one.reader) != one.proof[kind]["salt"]
    ]
