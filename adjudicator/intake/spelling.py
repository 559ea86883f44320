"""The word that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 64
"""Longer words are not misspelled keys, and comparing them costs time."""


def closest(word: str, known: Iterable[str]) -> str | None:
    """The word of ``known`` nearest to ``word``, in spite of its case; None when nothing is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a file with a mistake needs it

    if len(word) > _LONGEST:
        return None
    by_folded = {candidate.casefold(): candidate for candidate in known}
    matches = get_close_matches(word.casefold(), sorted(by_folded), n=1, cutoff=0.6)
    return by_folded[matches[0]] if matches else None


def hint(word: str, known: Iterable[str]) -> str:
    """What would work instead of ``word``, as the end of a sentence: the closest word, or else all that are known."""
    known = tuple(known)
    near = closest(word, known)
    return f"known here: {', '.join(known)}" if near is None else f"did you mean '{near}'?"
