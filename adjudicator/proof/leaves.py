"""Leaves: what a turn commits to without showing it, each piece under a salt of its own.

The salt of a turn follows from the game's secret and stays with the moderator. The salts of its leaves follow from
it, and each is told only to whom its leaf belongs: without it a leaf tells nothing, however few values are possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.core.json_value import JsonValue
from adjudicator.proof.hashing import canonical, find_paths, hash_bytes, hash_leaf, keyed

ORDERS, FACTS, REPORTS = "orders", "facts", "reports"
PUBLIC, MODERATOR = "public", "moderator"


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
