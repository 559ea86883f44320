"""Names of people: what a seat is called in everything that is read by people.

Orders, records, files and JSON know a seat by its id. Sentences and pictures are made with its name instead: what a
reader knows is handed to the game's exhibit with the seats renamed (:meth:`adjudicator.core.game.Views.rename`), and
the facts of events and problems by :meth:`SeatNames.in_facts`. So no sentence is ever searched for ids.

Names are of any script: signs of East Asian scripts take two columns of plain text, accents and joiners none (Unicode's
reports 11 and 44). All else here is plain ASCII, whose width is its length.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from math import inf
from textwrap import fill
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar, cast
from unicodedata import bidirectional, category, east_asian_width, is_normalized, name, normalize

from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Event, Onlooker, Reader, Seat

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")
V = TypeVar("V")

LONGEST_NAME = 40
"""Characters of a name, composed (Unicode's form NFC)."""
WIDEST_NAME = 40
"""Columns of a name in a line that is not broken: with an id it fits."""
WIDEST_CALL = 20
"""Columns of a name that sentences use as it is; of a longer one they use its first words."""
ISOLATES = "\u2068", "\u2069"
"""What keeps a name written from right to left from turning round the numbers beside it."""
_PARTICLES = ("-von", "-van", "-de", "-di", "-da", "-zu", "-el", "-al")
"""How a double name ends before its second half: ``Köhler-von Wittgenstein``."""
_PAIRED = '"\u201c\u201d\u201e\u00ab\u00bb[]'
"""What stands on both sides of a nickname."""
_MARKS_OF_REPORTS = frozenset("(),:")
"""Reports put the id of a seat into brackets behind its name, commas between names, colons behind what stands first."""
INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Letters, marks and signs that leave no mark where they are printed."""
_OWN = "'s"
_TAKEN = (
    "you",
    "nobody",
    "everybody",
    "anybody",
    "all",
    "public",
    "moderator",
    "the moderator",
    "the bank",
    "the house",
)
"""Who reports speak of besides the seats."""
_LATIN = str.maketrans(
    "АВЕКМНОРСТХІЈЅаеорсухіјѕԁһΑΒΕΖΗΙΚΜΝΟΡΤΥΧοναι|",  # noqa: RUF001 - these are what is looked for
    "ABEKMHOPCTXIJSaeopcyxijsdhABEZHIKMNOPTYXovail",
)
"""Cyrillic and Greek letters that print as Latin ones do."""
_RESEMBLES = {"-": "", "0": "o", "1": "l", "m": "rn", "w": "vv", "d": "cl"}


def tidy_name(text: str) -> str:
    """``text`` as a name is kept: composed, without blanks at its ends."""
    return normalize("NFC", text).strip(" ")


def list_faults(text: str) -> Iterator[str]:
    """Why ``text`` cannot be a name, each in a sentence that says what would work; nothing for one that can."""
    if not is_normalized("NFC", text) or text != text.strip(" "):
        yield "it has blanks at an end, or letters and accents that are not composed (NFC); write it without"
    if len(text) > LONGEST_NAME:
        yield f"it has {len(text)} characters; use at most {LONGEST_NAME}"
    for place, sign in enumerate(text, start=1):
        fault = _find_fault(sign)
        if fault:
            called = f"U+{ord(sign):04X} {name(sign, '')}".rstrip()
            yield f"character {place} is {called}, {fault}; leave it out"
    if category(text[:1] or " ")[0] == "M":
        yield "it begins with an accent that has no letter; write the letter before it"
    if not any(category(sign)[0] in "LN" for sign in text):
        yield "it has no letter and no digit; write a name that can be read out"
    if any(look_alike(text, word) for word in _TAKEN):
        yield "reports use that word for somebody else; choose another name"


def _find_fault(sign: str) -> str:
    """What is wrong with one character of a name."""
    kind = category(sign)
    if kind == "Cf" or sign in INVISIBLE:
        return "which is invisible or turns the direction of the text"
    if kind[0] == "C" or kind in {"Zl", "Zp"}:
        return "a control character or none of Unicode's"
    if kind == "Zs" and sign != " ":
        return "a special blank"
    return "which reports use between or after names" if sign in _MARKS_OF_REPORTS else ""


def list_alike(seats: Sequence[Seat], names: Mapping[Seat, str]) -> Iterator[str]:
    """Which names look like another seat's name or id, in sentences."""
    for seat, other in combinations(seats, 2):
        for one, two in ((seat, other), (other, seat)):
            if one in names and look_alike(names[one], two):
                yield f"the name of {one}, {names[one]!r}, looks like the seat {two!r}; call one of them something else"
        if seat in names and other in names and look_alike(names[seat], names[other]):
            yield (
                f"the names of {seat} and {other}, {names[seat]!r} and {names[other]!r}, look alike; add something "
                "that tells them apart, such as a second name"
            )


def look_alike(one: str, other: str) -> bool:
    """Whether the two names or ids may be taken for each other."""
    return not {_write_plainly(one), _write_plainly(one.replace("I", "l"))}.isdisjoint(
        {_write_plainly(other), _write_plainly(other.replace("I", "l"))}
    )


def _write_plainly(text: str) -> str:
    """``text`` in the signs that its own resemble in print, as the skeletons of Unicode's report 39 on security.

    Blanks and hyphens are read over, and so is whether letters are capitals.
    """
    latin = normalize("NFKC", text).translate(_LATIN).replace(" ", "")
    return "".join(_RESEMBLES.get(sign, sign) for sign in latin.casefold())


class Addressee(NamedTuple):
    """Whom the letters to a seat reach: what the person is called, who may be a substitute, and the address."""

    name: str
    address: str


class SeatNames(NamedTuple):
    """The names of seats that have one, as sentences use them; of the others the id is the name.

    ``whole`` are the names in full of which sentences use the first words alone.
    """

    of: Mapping[Seat, str] = MappingProxyType({})
    whole: Mapping[Seat, str] = MappingProxyType({})

    def call(self, seat: Seat) -> str:
        """What the seat is called in sentences."""
        return self.of.get(seat, seat)

    def introduce(self, seat: Seat, most: float = inf) -> str:
        """The name with the id that orders need, ``Dora Köhler (dora)``; the id alone where that is the name.

        It is the whole name, but for what takes more than ``most`` columns.
        """
        return f"{cut_letters(self.write_out(seat), most)} ({seat})" if seat in self.of else seat

    def write_out(self, seat: Seat) -> str:
        """The whole name, nothing for a seat without one."""
        return self.whole.get(seat, self.of.get(seat, ""))

    def call_reader(self, reader: Reader) -> Reader:
        """``reader`` as one among renamed seats."""
        return reader if isinstance(reader, Onlooker) else self.call(reader)

    def in_facts(self, facts: Mapping[str, V], seat_facts: Collection[str]) -> Mapping[str, V]:
        """``facts`` with the seats renamed in those that ``seat_facts`` names, be it deep inside."""
        return cast("Mapping[str, V]", _rename(cast("JsonValue", facts), self.of, seat_facts)) if self.of else facts

    def in_events(self, events: Sequence[Event], seat_facts: Collection[str]) -> Sequence[Event]:
        """``events`` with the seats renamed."""
        return [Event(event.kind, self.in_facts(event.facts, seat_facts)) for event in events] if self.of else events


NO_NAMES = SeatNames()


class ShownKnowledge(NamedTuple, Generic[K]):
    """What a game's exhibit makes sentences and pictures of: what the reader knows, who he is, what he heard."""

    known: K
    reader: Reader
    heard: Sequence[Event]


def show(
    game: Game[S, A, K], names: SeatNames, known: K, reader: Reader, heard: Sequence[Event] = ()
) -> ShownKnowledge[K]:
    """What ``reader`` knows and has ``heard``, with the seats of ``game`` renamed; a game may do without names."""
    renamed = game.views.rename(known, names.of) if names.of else known
    if renamed is known:
        return ShownKnowledge(known, reader, heard)
    return ShownKnowledge(renamed, names.call_reader(reader), names.in_events(heard, game.seat_facts))


def _rename(
    value: JsonValue, names: Mapping[Seat, str], seat_facts: Collection[str], *, whole: bool = False
) -> JsonValue:
    """``value`` with the seats in it renamed: those of a ``whole`` fact of seats, else those in such facts below it."""
    if isinstance(value, Mapping):
        return {
            names.get(key, key) if whole else key: _rename(inner, names, seat_facts, whole=key in seat_facts)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [_rename(inner, names, seat_facts, whole=whole) for inner in value]
    if whole and isinstance(value, str):
        seat = value.removesuffix(_OWN)
        return names[seat] + value[len(seat) :] if seat in names else value
    return value


@lru_cache(maxsize=64)
def show_names(names: tuple[tuple[Seat, str], ...], seats: tuple[Seat, ...] = ()) -> SeatNames:
    """``names`` as they are shown among ``seats``; those written from right to left each in an isolate of its own."""
    given = {seat: name for seat, name in names if name != seat}
    called = {seat: _shorten(seat, given, seats) for seat in given}
    return SeatNames(
        MappingProxyType({seat: isolate(name) for seat, name in called.items()}),
        MappingProxyType({seat: isolate(name) for seat, name in given.items() if name != called[seat]}),
    )


def _shorten(seat: Seat, names: Mapping[Seat, str], seats: Sequence[Seat]) -> str:
    """What sentences call ``seat``: its name, or what of it fits, where that looks like nobody else's.

    Who has a name that no line has room for, and begins like somebody else's, is called by the id.
    """
    name = names[seat]
    others = [names[other] for other in names if other != seat]
    for most in (WIDEST_CALL, WIDEST_NAME):
        if measure(name) <= most:
            return name
        brief = cut_name(name, most)
        taken = (*_TAKEN, *seats, *others, *(cut_name(other, most) for other in others))
        if not any(look_alike(brief, word) for word in taken if word != seat):
            return brief
    return seat


def cut_name(name: str, most: int = WIDEST_CALL) -> str:
    """The first words of ``name`` that fit into ``most`` columns; of a long first word what fits of that.

    It does not end in small words such as ``von`` or ``de la``, in signs that cannot be read out, nor in a quotation.
    """
    begin, end = ISOLATES if name.startswith(ISOLATES) else ("", "")
    words = name.strip("".join(ISOLATES)).split(" ")
    for count in range(len(words), 0, -1):
        brief = " ".join(words[:count])
        is_small = words[count - 1].islower() or words[count - 1].endswith(_PARTICLES)
        trails = is_small and not words[0].islower()
        closes = brief[-1] in _PAIRED or brief[-1] == "."
        is_open = sum(map(_PAIRED.count, brief)) % 2
        if measure(brief) <= most and not trails and not is_open and (closes or category(brief[-1])[0] in "LMN"):
            return f"{begin}{brief}{end}"
    return cut_letters(name, most)


def cut_letters(name: str, most: float) -> str:
    """``name``, cut after a letter where it takes more than ``most`` columns."""
    begin, end = ISOLATES if name.startswith(ISOLATES) else ("", "")
    letters = name.strip("".join(ISOLATES))
    if measure(letters) <= most:
        return name
    cut = len(letters)
    while measure(letters[:cut]) >= most or category(letters[cut])[0] == "M":
        cut -= 1
    return f"{begin}{letters[:cut].rstrip(' ')}\u2026{end}"


def cut_names(names: Sequence[str], most: int) -> Mapping[str, str]:
    """Each of ``names`` as a narrow table has it: its first words or letters that no other name of them begins with."""
    return _cut_names(tuple(names), most)


@lru_cache(maxsize=256)
def _cut_names(names: tuple[str, ...], most: int) -> Mapping[str, str]:
    for cut in (cut_name, cut_letters):
        brief = [name if measure(name) <= most else cut(name, most) for name in names]
        if len(set(brief)) == len(brief):
            return MappingProxyType(dict(zip(names, brief, strict=True)))
    return MappingProxyType({name: name for name in names})


def isolate(text: str) -> str:
    """``text`` as it is shown: one that is written from right to left in an isolate."""
    turns = any(bidirectional(sign) in {"R", "AL", "AN"} for sign in text)
    return text.join(ISOLATES) if turns else text


def show_line(text: str, most: int) -> str:
    """What a stranger wrote, in one line of at most ``most`` columns that steers no terminal."""
    said = "".join(sign if sign.isprintable() else " " for sign in text)
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
