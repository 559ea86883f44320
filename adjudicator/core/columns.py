"""The columns that text takes: signs of East Asian scripts two, accents and joiners none (Unicode's reports 11 and 44).

Text and names are of any script; all else is plain ASCII, whose width is its length.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from textwrap import fill
from unicodedata import bidirectional, category, east_asian_width

from adjudicator.core.printable import JOINERS, print_safely

ISOLATES = "\u2068", "\u2069"
"""What keeps a name written from right to left from turning round the numbers beside it."""


_NEVER_LAST = f" {JOINERS}"
"""What no name that was cut ends with: a joiner has nothing left to join."""


def isolate(text: str) -> str:
    """``text`` as it is shown: one that is written from right to left in an isolate."""
    turns = any(bidirectional(sign) in {"R", "AL", "AN"} for sign in text)
    return text.join(ISOLATES) if turns else text


def cut_letters(name: str, most: float) -> str:
    """``name``, cut after a letter where it takes more than ``most`` columns."""
    begin, end = ISOLATES if name.startswith(ISOLATES) else ("", "")
    letters = name.strip("".join(ISOLATES))
    if measure(letters) <= most:
        return name
    cut = len(letters)
    while measure(letters[:cut]) >= most or category(letters[cut])[0] == "M":
        cut -= 1
    return f"{begin}{letters[:cut].rstrip(_NEVER_LAST)}\u2026{end}"


def show_line(text: str, most: int) -> str:
    """What a stranger wrote, in one line of at most ``most`` columns that steers no terminal."""
    said = print_safely(text, lambda _: " ")
    return isolate(cut_letters(" ".join(said.split()), most))


_SOFT_HYPHEN = "\xad"
"""Every sign before it takes one column."""


def measure(text: str) -> int:
    """The columns that ``text`` takes."""
    if text.isascii() or max(text) < _SOFT_HYPHEN:
        return len(text)
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text if category(sign) not in {"Mn", "Me", "Cf"})


def pad(text: str, width: int) -> str:
    """``text`` at the left of ``width`` columns."""
    return text + " " * (width - measure(text))


def fill_lines(text: str, width: int, first: str = "", further: str = "") -> str:
    """``text`` in lines of at most ``width`` columns, which begin with ``first`` and ``further``; broken at blanks."""
    if text.isascii():
        if len(first) + len(text) <= width and text.isprintable() and text.strip() == text != "":
            return first + text
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


_WORD = re.compile(f"(?:{ISOLATES[0]}[^{''.join(ISOLATES)}]*{ISOLATES[1]}|[^ \n])+")
"""What stands between blanks; a name in an isolate, which is read from right to left, is in one word whole."""
_NO_ISOLATES = dict.fromkeys(map(ord, ISOLATES))


def cut_words(text: str, width: int, ellipsis: str) -> str:
    """The words of ``text``; of those that take more than ``width`` columns as many as fit before the ``ellipsis``."""
    words = _WORD.findall(text)
    ends = list(accumulate(map(measure, words), lambda end, further: end + 1 + further))
    if not words or ends[-1] <= width:
        return " ".join(words)
    return " ".join([*words[: bisect_right(ends, width - 1 - measure(ellipsis))], ellipsis])


def _split_words(text: str, width: int) -> Iterator[str]:
    """The words of ``text``; of one that is wider than ``width``, pieces."""
    for word in _WORD.findall(text):
        bare = word.translate(_NO_ISOLATES)
        if measure(word) <= width:
            yield word
        elif bare != word:
            yield from _split_words(bare, width)
        else:
            piece = ""
            for sign in word:
                if measure(piece) + measure(sign) > width:
                    yield piece
                    piece = ""
                piece += sign
            yield piece
