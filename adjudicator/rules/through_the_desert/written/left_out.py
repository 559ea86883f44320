"""What the words of an order say that a line in its place does not: then it would be another order."""

import re
from typing import Final

from adjudicator.core.order import EITHER
from adjudicator.kit.words import find_near
from adjudicator.rules.through_the_desert.written.tokens import (
    JOINING_WORDS,
    SILENT_WORDS,
    read_hex_name,
    read_like_hex,
)

_POLITE: Final = frozenset(
    {"please", "pls", "i", "we", "us", "me", "you", "it", "is", "so", "just", "now", "also", "first", "last", "d", "ll"}
    | {"s", "m", "want", "wants", "would", "like", "wish", "will", "let", "lets", "try", "go", "move", "play", "with"}
    | {"of", "for", "from", "into", "here", "there", "this", "that", "one", "our", "mine", "own", "thanks", "thank"}
    | {"ok", "best", "camels", "piece", "pieces", "field", "hex", "order", "orders", "choice", "leader"}
)
_SILENT: Final = SILENT_WORDS | JOINING_WORDS | _POLITE
"""Words that say nothing beside a colour and a hex."""
_WORD = re.compile(r"[^\W\d_][ ]*(?:[-.][ ]*)?[0-9]+|[^\W\d_]+|[0-9]+")
_NEAR = 0.65
"""How like a word of the line is to the one that it was made of, of 1."""


def find_left_out(said: str, line: str) -> str:
    """The first word of ``said`` which ``line`` leaves out, though it says something; empty where there is none.

    ``either`` says something of lists in a list: one place of all of them would be another choice.
    """
    kept = set(map(_read, _WORD.findall(line)))
    has_lists = "," in said and " or " in said
    silent = _SILENT if has_lists else _SILENT | {EITHER}
    words = map(_read, dict.fromkeys(_WORD.findall(said)))
    return next((word for word in words if not (word in silent or _is_kept(word, kept))), "")


def _read(word: str) -> str:
    """A hex in one spelling, other words in small letters."""
    return read_hex_name(word) or read_like_hex(word) or word.lower()


def _is_kept(word: str, kept: set[str]) -> bool:
    if word in kept or read_hex_name(word) or word.isdigit():
        return word in kept
    return any(other.startswith(word) for other in kept) or bool(find_near(word, sorted(kept), _NEAR))
