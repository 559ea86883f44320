"""Colons that were left out behind keys, or that are a ``=``."""

import re
from typing import Final

from adjudicator.core.printing import JOINERS
from adjudicator.intake.reader import ORDER_LISTS

_SIGN = rf"\w\u0610-\u1cff{JOINERS}"
"""A sign of a word, within a character class; the vowel signs of Indian scripts are none of ``\\w``."""
_NAMES = rf"(?-i:(?![a-z])[{_SIGN}'\u2019.-]+(?: (?![a-z])[{_SIGN}'\u2019.-]+){{1,3}})"
NO_COLON = re.compile(
    rf"(game|turn|seat|token(?![ \t]*=))(?:[ \t]*=[ \t]*|[ \t]+)"
    rf"([{_SIGN}-]+|'-'|(?:(?<=seat[ \t=])|(?<=seat = )){_NAMES})[ \t]*",
    re.IGNORECASE,
)
"""A key at the left edge whose colon was left out, or is a ``=``; ``'-'`` stands for a token in what is kept.

A seat may be called by a name, whose words begin with capitals.
"""
_EQUALS = re.compile(r"^((?:[ \t]*>)* ?(?:after|note|orders|standing|fallback|press))[ \t]*=(?!=)[ \t]*", re.IGNORECASE)
"""The same of other keys, before anything."""
BARE_LIST = re.compile(r"(orders|standing|fallback|press)[ \t]*", re.IGNORECASE)
"""The same of a list that stands below."""
_NO_COLON_IN: Final = {
    "press": re.compile(rf"( *(?:- +)?)(to)[ \t]+([{_SIGN}-]+|\[[{_SIGN}, -]+\])[ \t]*", re.IGNORECASE),
    **dict.fromkeys(
        ORDER_LISTS, re.compile(r"( *(?:- +)?)(if|until|(?<=- )[a-z-]+)[ \t]+(\{.*\}[ \t]*(?:#.*)?)", re.IGNORECASE)
    ),
}
"""The same of whom a letter is to, and of a condition or an order with terms, by the list in which they stand."""


def read_equals(line: str) -> str:
    """``line`` with a colon for the ``=`` behind a key that no person writes in a sentence of a mail."""
    return _EQUALS.sub(r"\1: ", line)


def add_colon(line: str) -> str:
    """``line`` with the colon of its key at the left edge."""
    missing = NO_COLON.fullmatch(line)
    return f"{missing[1]}: {missing[2]}" if missing else read_equals(line)


def add_inner_colon(line: str, section: str) -> str:
    """``line`` with the colon behind ``to`` in a letter, or behind ``if`` or the name of an order."""
    match = _NO_COLON_IN[section].fullmatch(line) if section in _NO_COLON_IN else None
    return f"{match[1]}{match[2].lower()}: {match[3]}" if match else line
