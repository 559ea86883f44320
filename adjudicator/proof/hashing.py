"""Hashes that no two different things share, Merkle trees over them, and the leaves that a turn commits to.

Every hash is tagged, every part preceded by its length. A leaf is committed to without being shown, under a salt of its
own: the salt of a turn follows from the game's secret and stays with the moderator. The salts of its leaves follow from
it, and each is told only to whom its leaf belongs: without it a leaf tells nothing, however few values are possible.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from adjudicator.core.json_value import JsonValue

_BLOCK = 64
"""The block of SHA-256, in bytes."""
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))
"""The pads of HMAC as tables: what each byte of a key becomes."""
_ENCODE = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
ORDERS, FACTS, REPORTS = "orders", "facts", "reports"
PUBLIC, MODERATOR = "public", "moderator"


def canonical(value: JsonValue) -> bytes:
    """``value`` as JSON with sorted keys and no blanks: the one spelling that is hashed."""
    return _ENCODE(value).encode()


@cache
def _prefix(tag: str) -> bytes:
    name = f"adjudicator/v1/{tag}".encode()
    return len(name).to_bytes(8, "big") + name


def digest(tag: str, *parts: bytes) -> bytes:
    """SHA-256 of ``parts`` under a ``tag`` that says what is hashed."""
    return hashlib.sha256(frame(tag, *parts)).digest()


def authenticate(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104) of ``message`` under ``key``.

    Written out, because every draw takes two of them, and ``hmac.digest`` takes longer to set up than such short
    messages take to hash.
    """
    if len(key) > _BLOCK:
        key = hashlib.sha256(key).digest()
    block = key.ljust(_BLOCK, b"\0")
    inner = hashlib.sha256(block.translate(_INNER) + message).digest()
    return hashlib.sha256(block.translate(_OUTER) + inner).digest()


def frame(tag: str, *parts: bytes) -> bytes:
    """``tag`` and ``parts``, each preceded by its length: what is hashed."""
    return _prefix(tag) + b"".join([len(part).to_bytes(8, "big") + part for part in parts])


def keyed(key: bytes, tag: str, *parts: bytes) -> bytes:
    """HMAC-SHA256 of ``parts`` under ``key`` and ``tag``."""
    return authenticate(key, frame(tag, *parts))


def hash_bytes(data: bytes) -> str:
    """SHA-256 as hex: what ``sha256sum`` prints."""
    return hashlib.sha256(data).hexdigest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def _split(count: int) -> int:
    """The largest power of two below ``count``: how many leaves are on the left."""
    return 1 << ((count - 1).bit_length() - 1)


def hash_leaf(leaf: bytes) -> bytes:
    """The tree that is one ``leaf``."""
    return hashlib.sha256(b"\0" + leaf).digest()


def find_paths(nodes: Sequence[bytes]) -> tuple[bytes, list[tuple[bytes, ...]]]:
    """The root over ``nodes`` (at least one), and what :func:`climb` needs beside each to reach it, the lowest first.

    Nodes are leaves (see :func:`hash_leaf`), or roots of complete trees of one height, but for the last; together they
    make a Merkle tree of the shape of RFC 6962.
    """
    if len(nodes) == 1:
        return nodes[0], [()]
    split = _split(len(nodes))
    (left, on_the_left), (right, on_the_right) = find_paths(nodes[:split]), find_paths(nodes[split:])
    return _node(left, right), [*((*path, right) for path in on_the_left), *((*path, left) for path in on_the_right)]


def climb(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes:
    """The root of a tree of ``count`` leaves in which ``leaf`` stands at ``index`` beside ``path``.

    Raises ``ValueError`` where such a tree has paths of another length.
    """
    if not 0 <= index < count:
        raise ValueError("no such leaf")
    sides: list[bool] = []
    while count > 1:
        split = _split(count)
        sides.append(index < split)
        index, count = (index, split) if index < split else (index - split, count - split)
    if len(sides) != len(path):
        raise ValueError("a path of another tree")
    root = hash_leaf(leaf)
    for beside, left in zip(path, reversed(sides), strict=True):
        root = _node(root, beside) if left else _node(beside, root)
    return root


def salt_turn(secret: bytes, game: str, turn: int, previous: str | None, acts: JsonValue) -> bytes:
    """The salt of a turn, 32 bytes, other for every turn.

    The head before and the moderator's ``acts`` are in it, so that a turn played again after a rewind has another.
    """
    return keyed(secret, "turn-salt", game.encode(), turn.to_bytes(4, "big"), canonical([previous, acts]))


def salt_leaf(salt: bytes, path: str) -> bytes:
    """The salt of the leaf at ``path`` (``facts/amira``) of the turn with ``salt``."""
    return keyed(salt, "leaf-salt", path.encode())


def seal(salt: bytes, path: str, value: JsonValue) -> bytes:
    """The leaf that commits to ``value`` at ``path``; ``salt`` is the leaf's own."""
    return keyed(salt, "leaf", canonical([path, value]))


class LeafSet:
    """The leaves of one kind in one turn, in their order: names (seats, readers) with their values."""

    def __init__(self, salt: bytes, kind: str, values: Mapping[str, JsonValue]) -> None:
        """``salt`` is the turn's."""
        self._salts = {name: salt_leaf(salt, f"{kind}/{name}") for name in values}
        nodes = [hash_leaf(seal(self._salts[name], f"{kind}/{name}", values[name])) for name in values]
        self._root, paths = find_paths(nodes)
        self._paths = dict(zip(values, paths, strict=True))

    def root(self) -> str:
        """The root over the leaves, as hex."""
        return self._root.hex()

    def open(self, name: str) -> tuple[str, list[str]]:
        """What shows the leaf of ``name`` to be under the root: its salt and its path, as hex."""
        return self._salts[name].hex(), [node.hex() for node in self._paths[name]]


def list_readers(seats: Iterable[str]) -> list[str]:
    """Who gets a report, in the order of their leaves."""
    return sorted([*seats, PUBLIC, MODERATOR])


def group_reports(hashes: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The hashes of reports (``amira.html``) by reader and form, readers in the order of their leaves."""
    grouped: dict[str, dict[str, str]] = {}
    for name in sorted(hashes, key=lambda name: (name.partition(".")[0], name)):
        reader, _, form = name.partition(".")
        grouped.setdefault(reader, {})[form] = hashes[name]
    return grouped


def hash_public(view: JsonValue) -> str:
    """The hash of what everybody knows."""
    return hash_bytes(canonical(view))


def seal_orders(salt: bytes, files: Mapping[str, Sequence[Sequence[str]]]) -> LeafSet:
    """Leaves over what a turn took up, one for every seat.

    For each file its name, the hash of what was sent, of what was kept (the token blanked), and of the receipt.
    """
    return LeafSet(salt, ORDERS, files)


def seal_facts(salt: bytes, facts: Mapping[str, JsonValue]) -> LeafSet:
    """Leaves over what each seat knows and not everybody."""
    return LeafSet(salt, FACTS, facts)


def seal_reports(salt: bytes, hashes: Mapping[str, str]) -> LeafSet:
    """Leaves over a turn's reports, one for every reader, from the hashes of all of them by name."""
    return LeafSet(salt, REPORTS, group_reports(hashes))
