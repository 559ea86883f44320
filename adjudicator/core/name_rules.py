"""Which names people may have: what can be read out, in one line, and cannot be taken for anybody else's."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from unicodedata import category, is_normalized, name, normalize

from adjudicator.core.printing import JOINER, JOINERS, NON_JOINER, shows_joiner
from adjudicator.core.table import Seat

LONGEST_NAME = 40
"""Characters of a name, composed (Unicode's form NFC)."""
_MARKS_OF_REPORTS = frozenset("(),:")
"""Reports put the id of a seat into brackets behind its name, commas between names, colons behind what stands first."""
INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Letters, marks and signs that leave no mark where they are printed."""
_ROLES = ("public", "moderator", "the moderator", "the bank", "the house")
TAKEN = ("you", "nobody", "everybody", "anybody", "all", *_ROLES)
"""Who reports speak of besides the seats."""
OTHERS = frozenset({*TAKEN, "bank", "house", "others", "robber"})
"""The same as ids of seats, which stand in sentences where a seat has no name."""
_TATWEEL = "\u0640"
"""A stroke between Arabic letters that makes a word longer and no other."""
_LATIN = str.maketrans(
    "АВЕКМНОРСТХІЈЅаеорсухіјѕԁһΑΒΕΖΗΙΚΜΝΟΡΤΥΧοναι|",  # noqa: RUF001 - these are what is looked for
    "ABEKMHOPCTXIJSaeopcyxijsdhABEZHIKMNOPTYXovail",
)
"""Cyrillic and Greek letters that print as Latin ones do."""
_WHERE_SEEN = {
    JOINER: "which works only right behind a virama",
    NON_JOINER: "which works only between two Arabic letters that would join, or between a virama and a letter",
}
"""Why joiners are refused that shape nothing where they stand."""
_NO_JOINERS = dict.fromkeys(map(ord, JOINERS + _TATWEEL))
_BREAKS = frozenset("\n\v\f\r\x85\u2028\u2029")
_RESEMBLES = {"-": "", "0": "o", "1": "l", "m": "rn", "w": "vv", "d": "cl"}


def tidy_name(text: str) -> str:
    """``text`` as a name is kept: composed, without blanks at its ends."""
    return normalize("NFC", text).strip(" ")


def list_faults(text: str, *, is_new: bool = True) -> Iterator[str]:
    """Why ``text`` cannot be a name, each in a sentence that says what would work; nothing for one that can.

    One that is not new may have what was allowed when its game began: wide brackets, commas and colons.
    """
    if not is_normalized("NFC", text) or text != text.strip(" "):
        yield "it has blanks at an end, or letters and accents that are not composed (NFC); write it without"
    if len(text) > LONGEST_NAME:
        yield f"it has {len(text)} characters; use at most {LONGEST_NAME}"
    for place, sign in enumerate(text, start=1):
        fault = "" if shows_joiner(text, place - 1) else _find_fault(sign, is_new=is_new)
        if fault:
            called = f"U+{ord(sign):04X} {name(sign, '')}".rstrip()
            yield f"character {place} is {called}, {fault}; leave it out"
    if category(text[:1] or " ")[0] == "M":
        yield "it begins with an accent that has no letter; write the letter before it"
    if not any(category(sign)[0] in "LN" and not (is_new and sign == _TATWEEL) for sign in text):
        yield "it has no letter and no digit; write a name that can be read out"
    if any(look_alike(text, word) for word in TAKEN):
        yield "reports use that word for somebody else; choose another name"


def _find_fault(sign: str, *, is_new: bool) -> str:
    """What is wrong with one character of a name."""
    kind = category(sign)
    if sign in _WHERE_SEEN:
        return _WHERE_SEEN[sign]
    if kind == "Cf" or sign in INVISIBLE:
        return "which is invisible or turns the direction of the text"
    if sign in _BREAKS:
        return "a line break"
    if kind[0] == "C":
        return ("a tab" if sign == "\t" else "a control character") if kind == "Cc" else "which stands for no sign"
    if kind == "Zs" and sign != " ":
        return "a special blank"
    is_mark = (normalize("NFKC", sign) if is_new else sign) in _MARKS_OF_REPORTS
    return "which reports use between or after names" if is_mark else ""


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


def write_latin(text: str) -> str:
    """``text`` with Latin letters for the Cyrillic and Greek ones that print as they do."""
    return text.translate(_LATIN)


def _write_plainly(text: str) -> str:
    """``text`` in the signs that its own resemble in print, as the skeletons of Unicode's report 39 on security.

    Blanks, hyphens, joiners and tatweels are read over, and so is whether letters are capitals.
    """
    latin = normalize("NFKC", text.translate(_NO_JOINERS)).translate(_LATIN).replace(" ", "")
    return "".join(_RESEMBLES.get(sign, sign) for sign in latin.casefold())
