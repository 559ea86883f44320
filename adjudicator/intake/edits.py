"""What takes the place of parts of a text."""

from collections.abc import Iterable
from typing import NamedTuple


class Edit(NamedTuple):
    """``text`` in place of what stands from ``begin`` to ``end``."""

    begin: int
    end: int
    text: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """``text`` after ``edits``; one within another goes with it."""
    pieces: list[str] = []
    done = 0
    for edit in sorted(set(edits)):
        if edit.begin >= done:
            pieces += text[done : edit.begin], edit.text
            done = edit.end
    return "".join([*pieces, text[done:]])
