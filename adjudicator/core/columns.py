"""Columns of plain text: how wide a word is on a terminal, and what fits beside what.

Signs of East Asian scripts take two columns, accents and joiners none (Unicode's reports 11 and 44). Names of people
are of any script; all else here is plain ASCII, whose width is its length.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from unicodedata import category, east_asian_width


def measure(text: str) -> int:
    """The columns that ``text`` takes."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text if category(sign) not in {"Mn", "Me", "Cf"})


def pad(text: str, width: int) -> str:
    """``text`` at the left of ``width`` columns."""
    return text + " " * (width - measure(text))


def fill_lines(text: str, width: int, first: str = "", further: str = "") -> str:
    """``text`` in lines of at most ``width`` columns, which begin with ``first`` and ``further``; broken at blanks."""
    if text.isascii():
        return fill(text, width, initial_indent=first, subsequent_indent=further, break_on_hyphens=False)
    lines, begin = [""], first
    for word in _split_words(text, width - max(measure(first), measure(further))):
        line = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and measure(begin) + measure(line) > width:
            lines[-1] = begin + lines[-1]
            begin = further
            lines.append(word)
        else:
            lines[-1] = line
    return "\n".join([*lines[:-1], begin + lines[-1]])


def _split_words(text: str, width: int) -> Iterator[str]:
    """The words of ``text``; of one that is wider than ``width``, pieces."""
    for word in text.split(" "):
        piece = ""
        for sign in word:
            if measure(piece) + measure(sign) > width:
                yield piece
                piece = ""
            piece += sign
        if piece:
            yield piece
