"""Why a file cannot be read, in a player's words: complaints of the YAML parsers, and places in a text."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from adjudicator.core.order import START, Place, Problem
from adjudicator.intake.sentences import code_point, invalid, printable

if TYPE_CHECKING:
    import yaml

TYPOGRAPHY = re.compile(
    r"(?P<no_break_space>[\xa0\u2000-\u200a\u202f\u205f\u3000])"
    r"|(?P<smart_quote>[\xab\xbb\u2018-\u201f\u2039\u203a])"
    r"|(?P<smart_dash>[\u2010-\u2015\u2212])"
)
LINE_BREAK = re.compile(r"\r\n|\r|\n")
_LARGE_NUMBER = re.compile(r"^%|\\U(?!000|0010)[0-9A-Fa-f]{8}", re.MULTILINE)
_TWO_COLONS = re.compile(r"(- \w+): ([^\"'\[\]{}#]*\w[^\"'\[\]{}#]*)")
"""An order and a plain text behind its key."""
_ORDERS_IN_LINE = re.compile(
    r"(orders|standing|fallback) *: *(?:- *)?(\w[\w-]* *: *[^:]*?)(?:,? (?:- *)?\w[\w-]* *:.*)?"
)
"""A list whose orders stand in the line of its key; behind the key the first of them."""
_LIST_KEY = re.compile(r"^(orders|standing|fallback|press) *:", re.MULTILINE)
_CLOSERS = ("]", "}", '"', "'")
"""What ends a value, so that nothing can stand behind it in its line."""
SYNTAX = (
    # a piece of the parser's complaint (libyaml's or PyYAML's), our code, and whether the trouble is where the
    # parser began (its context) or where it gave up
    ("mapping values are not allowed", "stray-colon", False),
    ("could not find expected ':'", "missing-colon", True),
    ("found unexpected end of stream", "unclosed-quote", True),
    ("found unexpected document separator", "unclosed-quote", True),
    ("expected ',' or", "unclosed-bracket", True),
    ("escape", "bad-escape", True),
    ("hexdecimal", "bad-escape", True),
    ("cannot start any token", "stray-character", False),
    ("alphabetic or numeric", "stray-character", True),
    ("a tag", "stray-character", True),
    ("tag handle", "stray-character", True),
    ("sequence entries are not allowed", "stray-dash", False),
    ("<document start>", "text-after-end", False),
    ("<block end>", "indentation", False),
    ("expected key", "indentation", False),
    ("expected '-' indicator", "indentation", False),
)


def list_line_starts(text: str) -> list[int]:
    """The index at which each line of ``text`` begins."""
    return [0, *(match.end() for match in LINE_BREAK.finditer(text))]


def place_in(starts: list[int], index: int) -> Place:
    """The place of the character at ``index``, by the beginnings of the lines."""
    line = bisect_right(starts, index)
    return Place(line, index - starts[line - 1] + 1)


def place_at(text: str, index: int) -> Place:
    """The place of the character at ``index`` of ``text``."""
    return place_in(list_line_starts(text), index)


def is_quoted_mail(text: str) -> bool:
    """Whether the first line that says something begins like quoted mail."""
    lines = (line.lstrip() for line in LINE_BREAK.split(text))
    return next((line for line in lines if line and not line.startswith("#")), "").startswith(">")


def complain_of_typography(match: re.Match[str], place: Place) -> Problem:
    """The problem with a character that a mail program put in: a ``match`` of :data:`TYPOGRAPHY`."""
    return invalid(str(match.lastgroup).replace("_", "-"), place, character=code_point(match[0]))


def explain_syntax(text: str, error: yaml.MarkedYAMLError) -> Problem:
    """The parser's complaint in our words, at the spot where a person would look for the mistake."""
    complaint = f"{error.context or ''} {error.problem or ''}".strip()
    code, is_early = next((entry[1:] for entry in SYNTAX if entry[0] in complaint), ("syntax", False))
    mark = (is_early and error.context_mark) or error.problem_mark or error.context_mark
    index = min(mark.index if mark else 0, len(text.rstrip()))
    starts = list_line_starts(text)
    place = place_in(starts, index)
    begin = starts[place.line - 1]
    line = LINE_BREAK.split(text[begin:], maxsplit=1)[0]
    indent = line[: len(line) - len(line.lstrip())]
    if line.startswith("%"):
        return invalid("directive", Place(place.line, 1))
    if line.startswith(">", len(indent)) or is_quoted_mail(text):
        return invalid("quoted-mail", Place(place.line, len(indent) + 1))
    if match := TYPOGRAPHY.search(line):
        return complain_of_typography(match, Place(place.line, match.start() + 1))
    if "\t" in indent:
        return invalid("tab-indent", Place(place.line, indent.index("\t") + 1))
    if code == "indentation" and line[: place.column - 1].rstrip().endswith(_CLOSERS):
        return invalid("behind-closed", place)
    if code == "indentation" and line.startswith("- ") and not _LIST_KEY.search(text[:begin]):
        return invalid("list-without-key", place)
    if "token" not in line.casefold() and (match := _ORDERS_IN_LINE.fullmatch(line.rstrip())):
        return invalid("orders-in-line", place, key=match[1], spelt=f"- {printable(match[2].rstrip())}")
    return _mend(code, place, line) or invalid(code, place, character=printable(text[index : index + 1]))


def _mend(code: str, place: Place, line: str) -> Problem | None:
    """The problem with the whole line put right, where one colon or bracket is all that is wrong with it."""
    item = line.strip()
    if not item.startswith("- ") or "token" in item.casefold():
        return None
    if code == "stray-colon" and (match := _TWO_COLONS.fullmatch(item)):
        return invalid("colon-in-text", place, spelt=f'{match[1]}: "{printable(match[2])}"')
    if code == "unclosed-bracket" and item.count("[") == 1 and not re.search(r"[]{}]", item):
        return invalid("bracket-open", place, spelt=f"{printable(item.rstrip(','))}]")
    return None


def explain_number(text: str) -> Problem:
    """The mistake behind an exception that is not a complaint: a number too large for Python."""
    match = _LARGE_NUMBER.search(text)
    place = place_at(text, match.start()) if match else START
    return invalid("bad-escape" if match and match[0] != "%" else "directive", place)
