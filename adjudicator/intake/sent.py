"""A move file as it was sent: what is well formed is read as it stands, and the rest as its sender wrote it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Final

from adjudicator.core.chance import ADDITION
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Problem
from adjudicator.intake.reader import Document, read_document

ENVELOPE: Final = frozenset(
    {"game", "turn", "seat", "token", "after", "draft", ADDITION, "orders", "standing", "fallback", "press", "note"}
)
"""The keys of a move file, which stand at the left edge."""
LISTS: Final = frozenset({"orders", "standing", "fallback", "press"})
IDS: Final = frozenset({"game", "seat"})
"""Keys whose values are ids, and ids are lower case."""
_ID = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_LOW_KEY = re.compile(r"[a-z][a-z-]*")


class Shape(Enum):
    """What a text can be read as, before anybody looks at what it wants."""

    NOTHING = "nothing"
    FILE = "file"
    """A mapping with a game, whatever else is wrong with it."""
    WELL_FORMED = "well-formed"
    """Keys of a move file and no others, ids in lower case, and lists of items with keys in lower case."""


def read_sent(data: bytes) -> tuple[Document | None, tuple[Problem, ...]]:
    """The document in ``data`` as it was sent by mail or from a phone, with a remark for each thing undone in it.

    See :func:`~adjudicator.intake.reader.read_document`; places are of the lines that were sent.
    """
    document, problems = read_document(data)
    if tell_shape(document, problems) is Shape.WELL_FORMED:
        return document, problems
    from adjudicator.intake.mending import read_mended  # noqa: PLC0415 - most files need no mending

    return read_mended(data)


def tell_shape(document: Document | None, problems: Sequence[Problem]) -> Shape:
    """What ``document``, or nothing that can be read, is; ``problems`` came up when it was read."""
    said = document.value if document is not None else None
    if not isinstance(said, dict) or not isinstance(game := said.get("game"), str) or not _ID.fullmatch(game):
        return Shape.NOTHING
    ids = [said.get(key) for key in sorted(IDS)]
    items = [item for key in sorted(LISTS) for item in _listed(said.get(key))]
    is_well_formed = (
        not problems
        and said.keys() <= ENVELOPE
        and all(not isinstance(value, str) or value == value.lower() for value in ids)
        and all(isinstance(item, dict) and all(_LOW_KEY.fullmatch(key) for key in item) for item in items)
    )
    return Shape.WELL_FORMED if is_well_formed else Shape.FILE


def _listed(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, list) else () if value is None or value == "all" else (value,)
