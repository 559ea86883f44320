"""What intake says to a player: one sentence for each code, and how text of his is quoted in it.

A sentence says what is wrong and what would work. It never shows a token.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.core.json_value import JsonScalar
from adjudicator.core.problem import Gravity, Place, Problem

SENTENCES: Mapping[str, str] = {
    # the file as a whole
    "file-too-large": "the file is longer than {limit} bytes, which are the most that are read",
    "not-utf-8": "byte {byte} is not UTF-8 text; save the file with the encoding UTF-8",
    "utf-16": "the file is UTF-16 text; save it with the encoding UTF-8",
    "empty-file": "the file says nothing; write at least game, turn and orders",
    "no-keys": "the file has no lines of the form 'key: value'; mind the blank behind each colon",
    "too-deep": "brackets and lists are nested more than {limit} deep",
    "too-many-values": "the file has more than {limit} values",
    "more-problems": "there are more problems than these; correct these first",
    "second-document": "a second document begins here; send one document in one file, without a line '---' inside",
    "text-after-end": "the document ended before this; delete this, or what ended it ('...' or a closing bracket)",
    "quoted-mail": "this line is quoted mail; delete the '>' at the beginning of the lines",
    # characters
    "forbidden-character": "{kind} {character} is not allowed; delete it and type this spot again",
    "no-break-space": "a special blank {character}, as mail programs insert, stands here; type an ordinary blank",
    "smart-quote": "a typographic quote {character}, as mail programs insert, stands here; type ' or \", or nothing",
    "smart-dash": "a typographic dash {character}, as mail programs insert, stands here; type -",
    "line-break": "only the text of a letter and a note may have several lines; write this in one line",
    # what YAML offers and a move file does not
    "anchor": "an anchor (&) is not allowed; write the value out, or in quotes if it is text",
    "alias": "an alias (*) is not allowed; write the value out, or in quotes if it is text",
    "tag": "a tag (!) is not allowed; delete it, or write the text in quotes",
    "merge-key": "merging (<<) is not allowed; write the keys out",
    "directive": "a line beginning with % is not allowed; delete it",
    "key-not-text": "a key must be a word; brackets and blanks do not make one (put text with brackets in quotes)",
    "duplicate-key": "the key '{key}' stands here a second time (first in line {line}); keep one of them",
    "order-again": "'{key}' stands here a second time (first in line {line}); write '{spelt}' as an item of its own",
    # broken YAML
    "stray-colon": (
        "a colon where none can be; put text with a colon in quotes, and begin every key of a block in the same column"
    ),
    "colon-in-text": "a second colon in one line; put what stands behind the first in quotes: write '{spelt}'",
    "bracket-open": "a bracket is opened here and not closed in this line; write '{spelt}'",
    "missing-colon": "a line without 'key: value'; put a colon and a blank behind the key",
    "unclosed-quote": "a quote is opened here and never closed",
    "unclosed-bracket": "a bracket is opened here, and something is wrong before it is closed; mind commas and ] or }}",
    "bad-escape": "the quoted text that begins here has a wrong escape; write \\\\ for a \\, or use single quotes",
    "stray-character": "a value cannot begin with {character}; put the text in quotes",
    "stray-dash": "a list cannot begin on this line; put '- ' at the beginning of a line of its own",
    "tab-indent": "a tab at the beginning of a line; use blanks",
    "behind-closed": "nothing can stand here, behind a closed bracket or quote; put all of the line's text into it",
    "indentation": (
        "this does not fit what stands above; begin the keys of a block, and the dashes of a list, in one column"
    ),
    "syntax": "this cannot be read as YAML; mind commas and brackets, and put text with any of , : # [ ] in quotes",
    # against a schema
    "unknown-key": "unknown key '{key}', {hint}",
    "missing-key": "{where} lacks the key '{key}'",
    "wrong-type": "{where} must be {wanted}, not {found}",
    "wrong-form": "{where} must be {wanted}, not {found}",
    "not-one-of": "{where} must be one of {wanted}, not {found}",
    "too-long": "{where} has {length} characters; at most {limit} are allowed",
    "too-many": "{where} has {length} items; at most {limit} are allowed",
    "too-few": "{where} must have {limit} or more items, not {length}",
    "too-small": "{where} must be at least {limit}, not {found}",
    "too-large": "{where} must be at most {limit}, not {found}",
    # orders
    "block-without-if": "'{key}' needs a condition: write if: beside it in the same item",
    "block-too-deep": "'{key}' stands in more than {limit} others; write these orders further out",
    "branch-order": "'{key}' cannot stand in a branch of either, where every order is of the form '{kind}: ...'",
    "branches-differ": (
        "the branches of either have {least} to {most} orders; write the same number in each, all of one move"
    ),
    "either-elsewhere": "either belongs under orders:, not under {key}:; write the places as alternatives here",
    "repeat-elsewhere": "'{key}' belongs beside an order under standing:, which alone is repeated",
    "no-order": "this item has no order; known here: {known}",
    "order-outside": "'{key}' is an order; write it below orders:, as an item that begins with '- '",
    "unknown-order": "unknown order '{key}', {hint}",
    "two-orders": "'{key}' is a second order in one item, beside '{first}'; begin a new item with '- ' for it",
}
"""Patterns by code, filled by :func:`adjudicator.core.problem.describe`."""

_SHOWN = 60
"""So many characters of a player's text are quoted."""


def invalid(code: str, place: Place, **facts: JsonScalar) -> Problem:
    """A problem of a file that was not understood."""
    return Problem(code, Gravity.INVALID, place, facts)


def printable(text: str) -> str:
    r"""``text`` fit for one line of any terminal: cut, and what does not print shown as ``\u{1b}``.

    Where a player ran the lines of his file together, the text ends with the word ``token``, before the secret.
    """
    length = min(len(text), _SHOWN)
    secret = text.casefold().find("token")
    if secret >= 0:
        length = min(length, secret + len("token"))
    shown = "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in text[:length])
    return shown + "..." if length < len(text) else shown


def code_point(character: str) -> str:
    """The standard's name of a character: ``U+00A0``."""
    return f"U+{ord(character):04X}"


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
