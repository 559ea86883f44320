"""What intake says to a player: one sentence for each code, and how text of his is quoted in it.

A sentence says what is wrong and what would work. It never shows a token. ``{seat}`` and ``{another}`` in its examples
stand for two seats of the game that are not the reader's.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from adjudicator.core.json_value import JsonScalar
from adjudicator.core.order import CORRECTION, UNREAD_LATER, Gravity, Place, Problem
from adjudicator.core.printing import print_safely
from adjudicator.core.table import Seat
from adjudicator.kit.negation import turns_round
from adjudicator.kit.words import ListSentence, has_other_digits, join_words

SENTENCES: Mapping[str, str] = {
    # the file as a whole
    "file-too-large": "the file is too long; at most {limit:,} bytes are read",
    "not-utf-8": "something here is not text (byte {byte}); save the file as plain text in UTF-8",
    "utf-16": "the file is text in UTF-16, and not all of it can be read; save it as plain text in UTF-8",
    "empty-file": "the file is empty; write at least game, turn and orders",
    "no-keys": (
        "this is not the form: there is no line such as 'game: ...'; copy the form that you were sent, fill it in and "
        "send it back"
    ),
    "too-deep": "brackets and lists are nested more than {limit} levels deep",
    "too-many-values": "the file has more than {limit:,} values",
    "more-problems": "there are more problems than these; correct these first",
    "second-document": "a second document begins here; send only one, without a line '---' inside",
    "text-after-end": "the document ends above this line; delete this, or what ended it ('...' or a closing bracket)",
    "quoted-mail": "this line is quoted from an email; delete the '>' at the beginning of each line",
    # characters
    "forbidden-character": "there is {kind} {character} here; delete it, and type the word again",
    "no-break-space": "there is a special space {character} here, from a mail program; type an ordinary space",
    "smart-quote": "there is a typographic quote {character} here, from a mail program; type ' or \", or nothing",
    "smart-dash": "there is a typographic dash {character} here, from a mail program; type -",
    "line-break": "write this on one line; only letters and notes may have several",
    # what phones and mail programs did, and was undone
    "unseen-characters": "this line had invisible characters; they were left out{more}",
    "special-blanks": "this line had special spaces; they were read as ordinary ones{more}",
    "wide-characters": "this line had signs or digits of another keyboard; they were read as ordinary ones{more}",
    "tabs": "this line began with tabs; they were read as spaces{more}",
    "list-dash": "the beginning of this line was read as the dash of a list, '- '{more}",
    "dash-left-out": "this line was read with '- ' in front of it{more}",
    "empty-item": "there was nothing after the dash in this line; it was left out{more}",
    "list-in-line": "the order in this line was read as if it stood on a line of its own below, after '- '{more}",
    "key-spelling": "the key in this line was read in lower case{more}",
    "colon-blank": "this line was read with a space after its colon{more}",
    "colons-left-out": "this line was read with one colon{more}",
    "colon-left-out": "this line was read with a colon after its first word{more}",
    "text-with-colon": "the text in this line was read as a whole, with its colon{more}",
    "id-spelling": "the game or seat in this line was read in lower case, as it is always written{more}",
    "typographic-quotes": "this line had typographic quotes; they were read as plain ones{more}",
    "typographic-dashes": "this line had typographic dashes; they were read as plain ones{more}",
    "wrapped-comment": "this line was read as the end of the comment above it{more}",
    "wrapped-text": "this line was read as the end of the text above it{more}",
    "text-around": "your move file begins here; the text around it was left out",
    "text-below": (
        "your move file ends above this line, and the text from here on was left out; if it has an order or the rest "
        "of a letter, put that into the file and send it again"
    ),
    "closing-words": "this line was read as the end of your email, not as an order{more}",
    "quote-marks": "your move file was read from the quoted email that begins here",
    "encoding": "the text was not UTF-8; it was read as Windows text",
    "two-files": "a second move file begins here, and it says something else; send only one",
    "unclear-line": (
        "it is not clear whether this line belongs to your move file; if it is an order, put it below 'orders:' with "
        "'- ' in front of it, and if it is not, put an empty line above it; a letter or note goes on in a line with "
        "four spaces in front of it"
    ),
    "part-apart": "this line belongs to an order; put it right below that order, in line with its first word",
    "order-apart": (
        "this looks like an order, but it stands apart from your move file; put it with your other orders, or delete it"
    ),
    "orders-beside-form": (
        "your orders are not in the form that you quoted; put its lines 'game: ...', 'turn: ...' and 'seat: ...' "
        "above them"
    ),
    "late-note": (
        "it is not clear whether this line is a note of yours; if it is, write 'note:' in small letters, and if it is "
        "not, delete it"
    ),
    "quoted-offer": (
        "this file stands below a refusal that you were sent; if you want to send it, copy it into an email of its own"
    ),
    "quoted-orders": "these orders are quoted; delete the '>' at the beginning of each of their lines",
    # what YAML offers and a move file does not
    "anchor": "an anchor (&) is not allowed; write the value out, or put it in quotes if it is text",
    "alias": "an alias (*) is not allowed; write the value out, or put it in quotes if it is text",
    "tag": "a tag (!) is not allowed; delete it, or write the text in quotes",
    "merge-key": "merging (<<) is not allowed; write the keys out",
    "directive": "a line beginning with % is not allowed; delete it",
    "key-not-text": "a key must be a word without brackets or spaces (put text with brackets in quotes)",
    "duplicate-key": "the key '{key}' appears a second time here (first in line {line}); keep one of them",
    "order-again": "'{key}' appears a second time here (first in line {line}); write '{spelt}' as an item of its own",
    # broken YAML
    "stray-colon": (
        "this line cannot be read as part of the form; send only the form, and put text that has a colon in quotes"
    ),
    "colon-in-text": "this line has a second colon; put what comes after the first in quotes: write '{spelt}'",
    "orders-in-item": "this line has more than one order; put each on a line of its own, after '- '",
    "part-outside": "'{key}' belongs inside the brackets: write '{spelt}'",
    "part-in-item": "begin a new line before '{key}:', and put it below the first word of this one",
    "comma": "put a comma between the parts in brackets: write '{spelt}'",
    "text-in-brackets": "put the text in quotes, since it has a colon: write '{spelt}'",
    "brackets": "the brackets in this line are incomplete, or do not match; write '{spelt}'",
    "missing-colon": (
        "this line is not 'key: value'; put a colon and a space after the key, or delete it if it is not part of the "
        "form"
    ),
    "unclosed-quote": "this quote is never closed",
    "unclosed-bracket": "this bracket is not closed properly; check the commas, and the ] or }} after it",
    "bad-escape": (
        "the quoted text that begins here has a backslash that cannot be read; write \\\\ for a \\, or use single "
        "quotes"
    ),
    "stray-character": (
        "a value cannot begin with {character}; put the text in quotes, or delete the line if it is not part of the "
        "form"
    ),
    "stray-dash": "a list cannot begin in the middle of a line; put '- ' at the beginning of a line of its own",
    "orders-in-line": "put '{key}:' on a line of its own, and each order below it after a dash, as in '{spelt}'",
    "keys-in-line": "every key has a line of its own; begin a new line before '{key}:'",
    "list-without-key": "this list has no name; put 'orders:' on a line of its own above it",
    "tab-indent": "this line begins with a tab; use spaces",
    "behind-closed": "nothing can follow a closed bracket or quote; put all of the line's text inside",
    "indentation": (
        "this does not fit the lines above; begin the keys of a block, and the dashes of a list, in the same column"
    ),
    "syntax": "this cannot be read; check its commas and brackets, and put text with any of , : # [ ] in quotes",
    # against a schema
    "unknown-key": "unknown key '{key}'; {hint}",
    "colon-missing": "'{key}' lacks a colon and a space after its first word; write '{suggestion}'",
    "missing-key": "{where} needs the key '{key}'",
    "wrong-type": "{where} must be {wanted}, not {found}",
    "wrong-form": "{where} must be {wanted}, not {found}",
    "asked-for": "{asked}",
    "not-one-of": ListSentence("{where} must be {wanted:or}, not {found}"),
    "no-list": "'{key}' has no orders; write '{key}: []' to delete those on file, or delete this line to keep them",
    "too-long": "{where} has {length:,} characters; at most {limit:,} are allowed",
    "too-many": "{where} has {length} items; at most {limit} are allowed",
    "too-few": "{where} has {length} items; it needs at least {limit}",
    "too-small": "{where} must be at least {limit}, not {found}",
    "too-large": "{where} must be at most {limit}, not {found}",
    # orders
    "block-without-if": "'{key}' needs a condition; write 'if:' beside it in the same item",
    "block-too-deep": "'{key}' is nested more than {limit} levels deep; move these orders further out",
    "branch-order": "'{key}' cannot be used in a branch of 'either', where every order has the form '{kind}: ...'",
    "branches-differ": (
        "the branches of 'either' differ in length ({least} to {most} orders); write the same number in each, all for "
        "one move"
    ),
    "either-elsewhere": "'either' belongs under 'orders:', not under '{key}:'; write the places as alternatives here",
    "repeat-elsewhere": "'{key}' belongs beside an order under 'standing:'; no other order is repeated",
    "no-order": "this item has no order; {known}",
    "if-alone": "this condition has no order; put the one that it is for right below it, without a dash in front of it",
    "order-outside": "'{key}' is an order; write it below 'orders:', as an item that begins with '- '",
    "key-in-list": "'{key}' is not an order; write it at the left edge, without a dash in front of it",
    "unknown-order": "unknown order '{key}'; {hint}",
    "two-orders": "'{key}' is a second order in one item, beside '{first}'; begin a new item with '- ' for it",
}
"""Patterns by code, filled by :func:`adjudicator.core.order.describe`."""

LETTERS = 'a list of letters, such as [{to: {seat}, text: "..."}]'
"""What stands behind ``press``."""
_SHOWN = 60
"""So many characters of a player's text are quoted."""
_SHOWN_LINE = 120
"""So many of a line that can be sent in its place."""


def invalid(code: str, place: Place, **facts: JsonScalar) -> Problem:
    """A problem of a file that was not understood."""
    return Problem(code, Gravity.INVALID, place, facts)


PARTS = "parts"
"""The fact that has the keys of an item in one line, each with what stands behind it, in lines of their own."""


def correct_line(code: str, place: Place, instead: str, **facts: JsonScalar) -> Problem:
    """A problem with what to write ``instead`` of its line, which is told as far as a sentence has room for it.

    It is certain unless something in it cannot be shown, or it has a secret.
    """
    lines = instead.split("\n")
    is_sure = all(print_safely(line) == line for line in lines) and "token" not in instead.casefold()
    spelt = instead if is_sure and len(instead) <= _SHOWN_LINE else printable(instead)
    return invalid(code, place, **facts, spelt=spelt, **({CORRECTION: instead} if is_sure else {}))


def printable(text: str) -> str:
    r"""``text`` fit for one line of any terminal: cut, and what does not print shown as ``\u{1b}``.

    Where a player ran the lines of his file together, the text ends with the word ``token``, before the secret.
    """
    length = min(len(text), _SHOWN)
    secret = text.casefold().find("token")
    if secret >= 0:
        length = min(length, secret + len("token"))
    shown = print_safely(text[:length])
    return shown + "..." if length < len(text) else shown


def code_point(character: str) -> str:
    """The standard's name of a character: ``U+00A0``."""
    return f"U+{ord(character):04X}"


_LONGEST = 64
"""Longer words are not misspelled keys, and comparing them costs time."""


_OTHER_WORDS = {"and": "all", "or": "any", "when": "if"}
"""What people write for the keys of conditions."""


def closest(word: str, known: Iterable[str]) -> str | None:
    """The word of ``known`` nearest to ``word``, in spite of its case, or with its letters; None where none is."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a file with a mistake needs it

    if len(word) > _LONGEST:
        return None
    by_folded = {candidate.casefold(): candidate for candidate in known if not has_other_digits(word, candidate)}
    if (meant := _OTHER_WORDS.get(word.casefold())) in by_folded:
        return meant
    matches = get_close_matches(word.casefold(), sorted(by_folded), n=1, cutoff=0.6)
    if matches and turns_round(word, matches[0]):
        return None
    same = (folded for folded in sorted(by_folded) if sorted(folded) == sorted(word.casefold()))
    return by_folded[matches[0]] if matches else next((by_folded[folded] for folded in same), None)


def hint(word: str, known: Iterable[str], noun: str = "key") -> str:
    """What would work instead of ``word``, as the end of a sentence: the closest word, or else all that are known."""
    known = tuple(known)
    near = closest(word, known)
    return list_known(known, noun) if near is None else f"did you mean '{near}'?"


def list_known(known: Sequence[str], noun: str) -> str:
    """Which keys or orders there are in a place, as the end of a sentence."""
    return f"the only {noun} here is {known[0]}" if len(known) == 1 else f"the {noun}s here are {join_words(known)}"


_WORDS = frozenset({"wanted", "says"})
"""The facts of a problem that may have examples; what a player wrote is in none of them.

Why a later order is unread may have some, too: there it is what was said of it.
"""


def fill_in_seats(text: str, seats: Sequence[Seat], reader: Seat | None = None) -> str:
    """``text`` with seats of the game in its examples; with the only one twice where there are not two."""
    others = [seat for seat in seats if seat != reader] or list(seats)
    return text.replace("{seat}", others[0]).replace("{another}", others[1 % len(others)])


def fill_in_problem(problem: Problem, seats: Sequence[Seat], reader: Seat | None) -> Problem:
    """``problem`` as it is said to ``reader``."""
    words = _WORDS | {"why"} if problem.code == UNREAD_LATER else _WORDS
    facts = {
        key: fill_in_seats(fact, seats, reader) if key in words and isinstance(fact, str) else fact
        for key, fact in problem.facts.items()
    }
    return problem if facts == problem.facts else problem._replace(facts=facts)


TYPOGRAPHY = re.compile(
    r"(?P<no_break_space>[\xa0\u2000-\u200a\u202f\u205f\u3000])"
    r"|(?P<smart_quote>[\xab\xbb\u2018-\u201f\u2039\u203a])"
    r"|(?P<smart_dash>[\u2010-\u2015\u2212])"
)
LINE_BREAK = re.compile(r"\r\n|\r|\n")


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
    dash = {"key": match[0], "suggestion": "-"} if match["smart_dash"] else {}
    return invalid(str(match.lastgroup).replace("_", "-"), place, character=code_point(match[0]), **dash)
