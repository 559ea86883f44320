"""What stands behind the key of an order, cut into colours, hexes and what joins them.

People write ``pink L5``, ``L-5, P``, ``pink camel on l 5``, ``{colour: pink, hex: L5}``. Words that say
nothing (``camel``, ``on``) are left out; a word that is not known stays, so that nothing is read as something else.
"""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache, lru_cache
from typing import NamedTuple

from adjudicator.core.json_value import JsonValue
from adjudicator.core.name_rules import write_latin
from adjudicator.core.order import Order
from adjudicator.kit.words import find_near
from adjudicator.rules.through_the_desert.picture import PAINTS
from adjudicator.rules.through_the_desert.state import NOWHERE, Table


class TokenKind(Enum):
    """What a token is."""

    COLOUR = "colour"
    HEX = "hex"
    OR = "or"
    """Parts one alternative from the next: ``or``, ``/``, ``|``, or a new item of a list."""
    AND = "and"
    """Joins what is to be done beside what stands before it: ``and``, ``then``, ``+``, ``&``."""
    COMMA = "comma"
    """May part a colour from its hex as well as one place from the next."""
    STRAY = "stray"
    """Not understood."""


class Token(NamedTuple):
    """A colour (``value`` is its number), a hex (its bit index, or ``NOWHERE``), or what joins them.

    ``word`` is what stands there, a hex's name without blanks and zeros; ``piece`` counts the items of a list.
    """

    sign: TokenKind
    word: str
    piece: int
    value: int = NOWHERE


_HEX = re.compile(r"([A-Za-z])[ ]*(?:[-.][ ]*)?0*([0-9]{1,5})(?![0-9A-Za-z_])")
_TOKEN = re.compile(
    rf"(?P<hex>{_HEX.pattern})"
    r"|(?P<glued>[A-Za-z]+(?=[A-Za-z][0-9]{1,5}(?![0-9A-Za-z_])))"  # pinkL5
    r"|[^\W_]+|\S"
)
_QUOTED = 40
"""So much of a player's text is quoted."""
SILENT_WORDS = frozenset(
    {"a", "an", "the", "my", "camel", "on", "onto", "to", "at", "in", "hex", "space", "colour", "color", "place", "put"}
)
VERBS = frozenset({"place", "put", "leader"})
"""Silent words that begin the next order behind a whole place."""
CONDITION_WORDS = frozenset(
    {"if", "iff", "fi", "when", "whenever", "unless", "while", "until", "provided", "only", "except", "after", "long"}
    | {"before", "not", "never"}
)
"""Words that make what is said depend on something, or say the contrary: no order in them is read, nor offered."""
OWNED = ("holds", "closed", "linked")
"""What a condition asks of a hex and a seat or a colour: whose piece stands on it, whose caravan has it."""
_JOINS: Mapping[str, TokenKind | None] = {
    **dict.fromkeys(("or", "else", "otherwise", "/", "|"), TokenKind.OR),
    **dict.fromkeys(("and", "then", "plus", "&", "+"), TokenKind.AND),
    **dict.fromkeys((",", ";"), TokenKind.COMMA),
    **dict.fromkeys((":", "=", ">", "\u2192", "-", "_", ".", "@", "(", ")", "'", '"')),
}
"""Words and marks between colours and hexes; None for those that say nothing."""
JOINING_WORDS = frozenset(_JOINS)

_PAIRS = {"[": "", "]": "["}
"""Brackets round a choice within a text, each with the one that is open before it."""


@cache
def name_colours(colours: tuple[str, ...]) -> Mapping[str, int]:
    """The number of each colour by its name and by its letter on the board, in small letters."""
    names = {colour: number for number, colour in enumerate(colours)}
    return {**{PAINTS[colour].letter.lower(): number for colour, number in names.items()}, **names}


def suggest_colour(table: Table, word: str) -> str | None:
    """The colour that a misspelt or shortened ``word`` was probably meant to be."""
    return _find_colour(table.colours, word)


@lru_cache(maxsize=1 << 8)
def _find_colour(colours: tuple[str, ...], word: str) -> str | None:
    begun = (colour for colour in colours if colour.startswith(word.lower()))
    return next(begun, None) or find_near(word, colours, 0.65) or None


def read_hex_name(word: str) -> str | None:
    """The name of the hex that ``word`` (``l-05``) writes, such as ``L5``; None where it writes none."""
    match = _HEX.fullmatch(word.strip())
    return match and f"{match[1].upper()}{match[2]}"


def read_like_hex(word: str) -> str | None:
    """The name of the hex that ``word`` looks like, whose letter is of another script; None for any other word."""
    latin = write_latin(word)
    return read_hex_name(latin) if latin != word else None


def list_pieces(order: Order) -> list[str]:
    """What stands behind the key, as text: one piece for each item of a list."""
    return [_say(item) for item in order.value] if isinstance(order.value, list | tuple) else [_say(order.value)]


def shorten(text: str) -> str:
    """``text`` in one line, no longer than a line takes."""
    text = " ".join(text.split())
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."


def _say(value: JsonValue) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case str() | int() | float():
            return str(value)
        case Mapping():
            return ", ".join(f"{key} {_say_choice(inner)}".rstrip() for key, inner in value.items())
        case _:
            return ", ".join(map(_say, value))


def _say_choice(value: JsonValue) -> str:
    return " or ".join(map(_say, value)) if isinstance(value, list | tuple) else _say(value)


def split_order(table: Table, order: Order) -> tuple[Token, ...]:
    """All tokens of an order's value, in order."""
    silent = SILENT_WORDS | {"leader"} if order.kind != "place" else SILENT_WORDS
    tokens: list[Token] = []
    for number, piece in enumerate(list_pieces(order)):
        if number and not (tokens and tokens[-1].sign is TokenKind.OR and tokens[-1].word != ","):
            tokens.append(Token(TokenKind.OR, ",", number))
        tokens += _split(table, piece, number, silent)
    return tuple(tokens)


def _split(table: Table, text: str, piece: int, silent: frozenset[str]) -> Iterator[Token]:
    colours = name_colours(table.colours)
    before = TokenKind.OR if piece else None  # which parts it from the item before
    place: set[TokenKind] = set()
    bracket = ""
    for match in _TOKEN.finditer(text):
        word = match[0].lower()
        if match["hex"]:
            name = str(read_hex_name(match["hex"]))
            place.add(TokenKind.HEX)
            yield Token(TokenKind.HEX, name, piece, table.board.grid.index_of.get(name, NOWHERE))
        elif word in colours:
            place.add(TokenKind.COLOUR)
            yield Token(TokenKind.COLOUR, word, piece, colours[word])
        elif word in _PAIRS and _PAIRS[word] == bracket and (bracket or "]" in text[match.end() :]):
            bracket = "" if bracket else word
            continue
        elif word in _JOINS:
            join = TokenKind.OR if bracket and word == "," else _JOINS[word]
            if join is not None and not (before is join is TokenKind.OR):
                yield Token(join, word, piece)
            before = join or before
            if join in {TokenKind.OR, TokenKind.AND}:
                place.clear()
            continue
        elif word in VERBS & silent and len(place) > 1 and text[match.end() :].strip():
            yield Token(TokenKind.AND, word, piece)
            place.clear()
        elif word not in silent:
            yield Token(TokenKind.STRAY, match[0], piece)
        before = None
