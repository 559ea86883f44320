"""Plain text as it is printed: which signs can be, how wide they are, and where lines are cut and broken.

What can be printed are all signs that are seen, and the joiners that shape the letters beside them. Some scripts cannot
write every word without a joiner, a sign that is not seen itself. Only where it is seen by what it does is it taken for
a part of the word, by the rules that names of hosts have (RFC 5892, A.1 and A.2); anywhere else it could tell two texts
apart that look the same. Checking mails needs this too, so nothing of ours is imported here.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator
from itertools import accumulate
from textwrap import fill
from typing import Final
from unicodedata import bidirectional, category, combining, east_asian_width

NON_JOINER: Final = "\u200c"
JOINER: Final = "\u200d"
JOINERS: Final = NON_JOINER + JOINER
_VIRAMA: Final = 9
"""The combining class of the signs that take the vowel from a letter, and so let it join the next."""


def _list_signs(*ranges: str) -> frozenset[str]:
    return frozenset(chr(code) for pair in ranges for code in range(ord(pair[0]), ord(pair[-1]) + 1))


_RIGHT_JOINING: Final = _list_signs(
    *("\u0622\u0625", "\u0627", "\u0629", "\u062f\u0632", "\u0648", "\u0671\u0673", "\u0675\u0677", "\u0688\u0699"),
    *("\u06c0", "\u06c3\u06cb", "\u06cd", "\u06cf", "\u06d2\u06d3", "\u06d5", "\u06ee\u06ef", "\u0759\u075b"),
    *("\u076b\u076c", "\u0771", "\u0773\u0774", "\u0778\u0779", "\u08aa\u08ac", "\u08ae", "\u08b1\u08b2", "\u08b9"),
)
"""Arabic letters that join the one before them, and never the one behind them."""
_DUAL_JOINING: Final = _list_signs(
    *("\u0620", "\u0626", "\u0628", "\u062a\u062e", "\u0633\u063f", "\u0641\u0647", "\u0649\u064a", "\u066e\u066f"),
    *("\u0678\u0687", "\u069a\u06bf", "\u06c1\u06c2", "\u06cc", "\u06ce", "\u06d0\u06d1", "\u06fa\u06fc", "\u06ff"),
    *("\u074e\u0758", "\u075c\u076a", "\u076d\u0770", "\u0772", "\u0775\u0777", "\u077a\u077f", "\u08a0\u08a9"),
    *("\u08af\u08b0", "\u08b3\u08b8", "\u08ba\u08c8"),
)
"""Arabic letters that join both, as Unicode's table ``ArabicShaping`` has them."""


def shows_joiner(text: str, place: int) -> bool:
    """Whether the sign of ``text`` at ``place`` is a joiner that is seen by what it does to the letters around it."""
    sign = text[place]
    if sign not in JOINERS or place == 0:
        return False
    behind = text[place + 1 : place + 2]
    if combining(text[place - 1]) == _VIRAMA:
        has_letter = category(text[place - 2 : place - 1] or " ") in {"Lo", "Mn", "Mc"}
        return has_letter and (sign == JOINER or category(behind or " ") == "Lo")
    before = place - 1
    while before > 0 and category(text[before]) == "Mn":
        before -= 1
    return sign == NON_JOINER and text[before] in _DUAL_JOINING and behind in _DUAL_JOINING | _RIGHT_JOINING


def find_unprintable(text: str) -> Iterator[int]:
    """The places of the signs of ``text`` that cannot be printed."""
    if not text.isprintable():
        for place, sign in enumerate(text):
            if not sign.isprintable() and not shows_joiner(text, place):
                yield place


def is_printable(text: str) -> bool:
    """Whether all of ``text`` can be printed."""
    return next(find_unprintable(text), None) is None


def escape(sign: str) -> str:
    r"""``sign`` as its code point: ``\u{1b}``."""
    return f"\\u{{{ord(sign):x}}}"


def print_safely(text: str, spell: Callable[[str], str] = escape, kept: Collection[str] = ()) -> str:
    """``text`` with every sign that cannot be printed as ``spell`` writes it, but for those that are ``kept``."""
    if text.isprintable():
        return text
    signs = list(text)
    for place in find_unprintable(text):
        if text[place] not in kept:
            signs[place] = spell(text[place])
    return "".join(signs)


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
