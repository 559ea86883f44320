"""Lists of words as reports, forms and pictures of every game write them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import cast
from unicodedata import normalize

from adjudicator.kit.negation import turns_round

NO_BREAK = "\u00a0"
"""A blank at which no line ends; in plain text it is an ordinary one once lines are broken."""
_ISOLATED = "\u2069"
"""What ends a name that is written from right to left."""
YOU = "you"
"""What sentences call the reader's own seat."""
FORM_WIDTH = 72
"""Columns of an order form; mail breaks longer lines."""


def join_words(words: Iterable[object], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    texts = [str(word) for word in words]
    return f" {last} ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


class _ListFormatter(Formatter):
    """Formats ``a, b, c`` as ``a, b and c`` where the field says ``:and``, or with an ``or`` where it says ``:or``."""

    def format_field(self, value: object, format_spec: str) -> str:
        if format_spec in {"and", "or"}:
            return join_words(str(value).split(", "), format_spec)
        return cast("str", super().format_field(value, format_spec))


_LISTS = _ListFormatter()


class ListSentence(str):
    """A pattern that writes lists out: ``{colours:and}`` makes ``pink and green`` of ``pink, green``.

    So a fact stays as turns have it on record.
    """

    __slots__ = ()

    def format_map(self, facts: Mapping[str, object], /) -> str:  # type: ignore[override]
        """The sentence with its ``facts``."""
        return _LISTS.vformat(self, (), facts)


def end_sentence(words: str) -> str:
    """``words`` with a full stop, unless they end in one, as names such as ``Ann jr.`` do, or ask something."""
    return words if words.rstrip(_ISOLATED).endswith(("?", ".", "\u2026")) else f"{words}."


def join_names(names: Sequence[str]) -> str:
    """Names in a sentence, the reader's own before the others': ``you, amira and carla``."""
    return join_words(sorted(names, key=lambda name: name != YOU))


def count_of(number: int, noun: str) -> str:
    """``1 game``, ``2 games``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def each(words: Sequence[object]) -> str:
    """`` each`` behind what several ``words`` have in common, such as a number."""
    return " each" if len(words) > 1 else ""


def say_times(count: int) -> str:
    """``once``, ``twice``, ``3 times``."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


COMMON = frozenset(
    [
        "a",
        "all",
        "an",
        "any",
        "anybody",
        "anyone",
        "both",
        "everybody",
        "everyone",
        "everything",
        "from",
        "give",
        "half",
        "more",
        "most",
        "no",
        "nobody",
        "none",
        "nothing",
        "of",
        "once",
        "one",
        "or",
        "other",
        "others",
        "rest",
        "some",
        "take",
        "that",
        "the",
        "then",
        "three",
        "to",
        "twice",
        "two",
        "want",
        "with",
    ]
)
"""Words that are like a name now and then, and never a name misspelt."""


def find_near(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The word of ``known`` that is nearest to ``word``; empty where none is as like it as ``cutoff`` of 1.

    It is for no word that is a ``COMMON`` one.
    """
    if word.lower() in COMMON:
        return ""
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelt word needs it

    alike = [name for name in known if not has_other_digits(word, name)]
    near = next(iter(get_close_matches(word.lower(), alike, n=1, cutoff=cutoff)), "")
    return "" if turns_round(word, near) else near


def has_other_digits(word: str, other: str) -> bool:
    """Whether ``other`` is numbered, and not as ``word`` is: ``seat4`` beside ``seat5`` or ``seat``, no misspelling."""
    digits = re.findall(r"\d", other)
    return digits not in ([], re.findall(r"\d", word))


def suggest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """`` (did you mean wool?)``, or nothing where no word of ``known`` is near."""
    near = find_near(word, known, cutoff)
    return f" (did you mean {near}?)" if near else ""


LONGEST_CHOICE = 24
"""A longer first choice among several says no more of an order than its kind."""


def name_first_choice(order: str) -> str:
    """``place pink B3 or ...``: the first choice of an order that has several; nothing for others and long ones."""
    first, others, _ = order.partition(" or ")
    return f"{first} or ..." if others and len(first) <= LONGEST_CHOICE else ""


def list_unbroken(items: Iterable[str]) -> str:
    """``items`` parted by commas, each on one line of the legend."""
    return ", ".join(item.replace(" ", NO_BREAK) for item in items)


def wrap_comment(head: str, words: Sequence[str], lines: int | None = None) -> Iterator[str]:
    """A comment of words in an order form, wrapped; further lines begin with ``#`` below the first one's.

    Of more words than ``lines`` hold those that fit are listed, and the number of the others.
    """
    line, full = head, 0
    for number, word in enumerate(words):
        rest = f"and {len(words) - number} more" if full + 1 == lines and number + 1 < len(words) else ""
        if len(line) + len(word) + 1 + len(rest) > FORM_WIDTH:
            if rest:
                line += rest
                break
            yield line.rstrip()
            line, full = "#   ", full + 1
        line += f"{word} "
    yield line.rstrip()


_OTHER_LETTERS = re.compile("[\u03b1-\u03c9\u0430-\u045f]")
"""Small Greek and Cyrillic letters: text reports have a column for one, and the font of pictures draws it."""
_LOOKS_LATIN = str.maketrans("αικνορτυχωакоерсухіјѕһмт", "aikvoptuxwakoepcyxijshmt")


@lru_cache(maxsize=16)
def pick_letters(names: tuple[str, ...], alphabet: str, ids: tuple[str, ...] = ()) -> tuple[str, ...]:
    """A letter for every name, in order: the first of the name, or else of its id, or else of all, that is not taken.

    It is one of ``alphabet`` where the name has such letters, else a Greek or Cyrillic one of the name. Accents and
    capitals are read over. Names in other letters choose last, so that they take nobody's initial, and none that looks
    like it.
    """
    signs = [normalize("NFKD", name).casefold() for name in names]
    plain = [[sign for sign in name if sign in alphabet] for name in signs]
    taken: dict[int, str] = {}
    for number in sorted(range(len(names)), key=lambda number: not plain[number]):
        own = plain[number] or [*_OTHER_LETTERS.findall(signs[number]), *(ids[number] if ids else "")]
        looks = {sign.translate(_LOOKS_LATIN) for sign in taken.values()}
        wished = (sign for sign in own if sign in alphabet or not sign.isascii())
        taken[number] = next(sign for sign in (*wished, *alphabet) if sign.translate(_LOOKS_LATIN) not in looks)
    return tuple(taken[number] for number in range(len(names)))
