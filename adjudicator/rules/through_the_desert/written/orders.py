"""Orders as players write them, to actions and back: ``place: teal D9``, ``leader: teal D9``, ``return: teal``.

A place is a colour and a hex, in either order. Where alternatives follow one another, a hex without a colour takes the
colour named beside it: ``pink L5 or M5``. What can be read in two ways is not read at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import islice, takewhile, zip_longest
from typing import NamedTuple

from adjudicator.core.order import Order
from adjudicator.core.problem import Place
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.state import NOWHERE, Table
from adjudicator.rules.through_the_desert.written.tokens import (
    CONDITION_WORDS,
    Token,
    TokenKind,
    name_colours,
    read_hex_name,
    split_order,
)

KEYS = {"place": ActionKind.CAMEL, "leader": ActionKind.LEADER, "return": ActionKind.RETURN}
"""The key of an order for each kind of action."""
KEY_OF = {kind: key for key, kind in KEYS.items()}


class UnknownHexError(ValueError):
    """The word is not a hex of the board; it is the argument."""


class MountainError(ValueError):
    """The hex is a mountain; its name is the argument."""


class FaultKind(Enum):
    """What is wrong with a text. The value is the code of the problem."""

    UNKNOWN_COLOUR = "unknown-colour"
    UNKNOWN_HEX = "unknown-hex"
    MOUNTAIN = "mountain"
    NOT_UNDERSTOOD = "not-understood"
    NO_COLOUR = "no-colour"
    NO_HEX = "no-hex"
    TWO_READINGS = "two-readings"
    """More than one choice of actions could be meant: ``readings`` has each."""
    TWO_ORDERS = "two-orders-in-one"
    """Actions to be done one after the other: the one reading has them in turn."""
    PERHAPS_TWO_ORDERS = "perhaps-two-orders"
    """Alternatives or orders one after the other: the one reading has the actions."""
    CONDITION = "condition-in-order"
    """A condition in the words of an order: the one reading has what stands before it, where that is all the rest."""


class Alternative(NamedTuple):
    """One choice of an order, and where it stands in the file."""

    action: Action
    place: Place


class WordFault(NamedTuple):
    """What was not understood: the word, where it stands, and what may have been meant, likeliest first.

    ``colour`` is the first one that was named.
    """

    kind: FaultKind
    word: str
    place: Place
    readings: tuple[tuple[Action, ...], ...] = ()
    colour: int | None = None


class Reading(NamedTuple):
    """What an order's value says: its alternatives in order, or else its faults.

    Both where hexes are not there, or items of a list are not understood: the alternatives are the others.
    """

    alternatives: tuple[Alternative, ...]
    faults: tuple[WordFault, ...] = ()


class _Part(NamedTuple):
    """A colour, a hex, or both; ``trails`` says that the colour comes last."""

    colour: int | None
    hex: int | None
    trails: bool
    piece: int


_Places = list[tuple[Action, int]]
"""Actions, each with the number of the piece it stands in."""
_NOT_THERE = (FaultKind.MOUNTAIN, FaultKind.UNKNOWN_HEX)
_MOST_NAMED = 8
"""So many words of an order are told that are not known; with as many, nobody guesses what was meant."""


def read_hex(table: Table, word: str) -> int:
    """The bit index of the hex that ``word`` writes. Raises :class:`UnknownHexError` or :class:`MountainError`."""
    name = read_hex_name(word)
    index = table.board.grid.index_of.get(name or "")
    if index is None:
        raise MountainError(name) if name in table.board.mountains else UnknownHexError(name or word)
    return index


def read_colour(table: Table, word: str) -> int | None:
    """The number of the colour that ``word`` names, by its name or its letter on the board; None for another word."""
    return name_colours(table.colours).get(word.strip().lower())


def read_order(table: Table, order: Order) -> Reading:
    """What the value of ``order`` asks for."""
    kind = KEYS[order.kind or KEY_OF[ActionKind.CAMEL]]
    plain = _read_plain(table, kind, order)
    if plain:
        return Reading(plain)
    tokens = split_order(table, order)

    def place(piece: int) -> Place:
        return order.places[piece] if piece < len(order.places) else order.place

    colour = next((token.value for token in tokens if token.sign is TokenKind.COLOUR), None)
    strangers = list(islice(_list_strangers(table, kind, tokens), _MOST_NAMED))
    conditional = next((stranger for stranger in strangers if stranger[1].lower() in CONDITION_WORDS), None)
    if conditional:
        word, piece = conditional[1:]
        return Reading(
            (), (WordFault(FaultKind.CONDITION, word, place(piece), _read_before(kind, tokens, word), colour),)
        )
    if strangers:
        guesses = _guess(table, kind, tokens) if len(strangers) < _MOST_NAMED else ()
        faults = tuple(WordFault(code, word, place(piece), guesses, colour) for code, word, piece in strangers)
        if all(fault.kind in _NOT_THERE for fault in faults):
            sound = _list_sound(kind, tokens)
        else:
            sound = _list_whole(kind, tokens) if len(strangers) < _MOST_NAMED else []
        return Reading(tuple(Alternative(action, place(piece)) for action, piece in sound), faults)
    fault, readings = _interpret(kind, tokens)
    if fault is None:
        return Reading(tuple(Alternative(action, place(piece)) for action, piece in readings[0]))
    meant = tuple(tuple(action for action, _ in reading) for reading in readings) or _guess(table, kind, tokens)
    return Reading((), (WordFault(fault, "", place(tokens[0].piece if tokens else 0), meant, colour),))


def _read_before(kind: ActionKind, tokens: Sequence[Token], word: str) -> tuple[tuple[Action, ...], ...]:
    """What the tokens before ``word`` say; nothing where that is not one choice, or ``word`` is in one of a list."""
    if tokens[-1].piece:
        return ()
    before = list(takewhile(lambda token: token.word != word, tokens))
    while before and before[-1].sign is TokenKind.COMMA:
        before.pop()
    fault, readings = _interpret(kind, before)
    actions = tuple(action for action, _ in readings[0]) if readings and not fault else ()
    return (actions,) if actions and (kind is ActionKind.RETURN or all(a.hex != NOWHERE for a in actions)) else ()


def _list_sound(kind: ActionKind, tokens: Sequence[Token]) -> _Places:
    """The alternatives beside hexes that are not there; none where what is said is not a plain choice."""
    fault, readings = _interpret(kind, tokens)
    return [] if fault else [(action, piece) for action, piece in readings[0] if action.hex != NOWHERE]


def _list_whole(kind: ActionKind, tokens: Sequence[Token]) -> _Places:
    """The items of a list that are a place by themselves, beside others that are not understood."""
    found: _Places = []
    signs = {TokenKind.COLOUR} if kind is ActionKind.RETURN else {TokenKind.COLOUR, TokenKind.HEX}
    for number in range(tokens[-1].piece + 1):
        item = [token for token in tokens if token.piece == number and token.sign is not TokenKind.OR]
        if len(item) == len(signs) and signs == {token.sign for token in item}:
            found += _list_sound(kind, item)
    return found


def _read_plain(table: Table, kind: ActionKind, order: Order) -> tuple[Alternative, ...]:
    """The alternatives of a value in the words of the report, which nearly all values are; nothing of any other."""
    texts = [order.value] if isinstance(order.value, str) else order.value
    if kind is ActionKind.RETURN or not isinstance(texts, list | tuple) or len(order.places) != len(texts):
        return ()
    colours, index_of = name_colours(table.colours), table.board.grid.index_of
    found: list[Alternative] = []
    for text, place in zip(texts, order.places, strict=True):
        colour, _, name = text.partition(" ") if isinstance(text, str) else ("", "", "")
        if len(colour) < 2 or colour not in colours or name not in index_of:  # noqa: PLR2004 - a letter is no name
            return ()
        found.append(Alternative(Action(kind, colours[colour], index_of[name]), place))
    return tuple(found)


def list_actions(table: Table, order: Order) -> tuple[Action, ...]:
    """The alternatives of an order that were understood."""
    return tuple(alternative.action for alternative in read_order(table, order).alternatives)


def _list_strangers(table: Table, kind: ActionKind, tokens: Sequence[Token]) -> Iterator[tuple[FaultKind, str, int]]:
    """Every word that is not known, and every hex that is not there: what is wrong with it, and its piece."""
    for group in _split_groups(tokens):
        has_colour = any(token.sign is TokenKind.COLOUR for token in group)
        for token in group:
            if token.sign is TokenKind.STRAY:
                is_colour = not has_colour and token.word.isalpha() and len(token.word) > 1
                yield FaultKind.UNKNOWN_COLOUR if is_colour else FaultKind.NOT_UNDERSTOOD, token.word, token.piece
                has_colour = has_colour or is_colour
            elif token.sign is TokenKind.HEX and kind is ActionKind.RETURN:
                yield FaultKind.NOT_UNDERSTOOD, token.word, token.piece
            elif _is_nowhere(token):
                is_mountain = token.word in table.board.mountains
                yield FaultKind.MOUNTAIN if is_mountain else FaultKind.UNKNOWN_HEX, token.word, token.piece


def _split_groups(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens between the signs of a choice."""
    groups: list[list[Token]] = [[]]
    for token in tokens:
        if token.sign is TokenKind.OR:
            groups.append([])
        else:
            groups[-1].append(token)
    return groups


def _interpret(kind: ActionKind, tokens: Sequence[Token]) -> tuple[FaultKind | None, list[_Places]]:
    """Every reading of tokens that are all known, and what is wrong unless there is one and it is a choice."""
    groups = _split_groups(tokens)
    if not all(groups):
        return FaultKind.NO_HEX, _resolve(kind, [group for group in groups if group])[:1]
    most = 1 if kind is ActionKind.RETURN else 2
    joined = any(token.sign is TokenKind.AND for token in tokens)
    crowded = [group for group in groups if len(_leave_out(group, TokenKind.COMMA)) > most]
    doubled = [group for group in crowded if _count(group, TokenKind.HEX) == 1 and _count(group, TokenKind.COLOUR) > 1]
    if doubled and not joined:
        spot = next(token for token in doubled[0] if token.sign is TokenKind.HEX)
        colours = [token for token in doubled[0] if token.sign is TokenKind.COLOUR]
        return FaultKind.TWO_READINGS, [[(Action(kind, token.value, spot.value), spot.piece)] for token in colours]
    if joined or crowded:
        groups = [part for group in groups for part in _part_group(group)]
        fault = FaultKind.TWO_ORDERS if joined else FaultKind.PERHAPS_TWO_ORDERS
        readings = _resolve(kind, groups)
        return (fault, readings[:1]) if readings else (FaultKind.NOT_UNDERSTOOD, [])
    readings = _resolve(kind, groups)
    if len(readings) == 1:
        return None, readings
    if readings:
        return FaultKind.TWO_READINGS, readings
    return (FaultKind.NO_HEX if not _count(tokens, TokenKind.HEX) else FaultKind.NO_COLOUR), []


def _leave_out(group: Sequence[Token], *signs: TokenKind) -> list[Token]:
    return [token for token in group if token.sign not in signs]


def _count(tokens: Sequence[Token], sign: TokenKind) -> int:
    return sum(token.sign is sign for token in tokens)


def _part_group(group: Sequence[Token]) -> Iterator[list[Token]]:
    """Places that stand one after the other: each with its colour, where it has one."""
    part: list[Token] = []
    leads = next((token.sign is TokenKind.COLOUR for token in group), False)
    for token in group:
        if token.sign in {TokenKind.COMMA, TokenKind.AND}:
            whole = len({held.sign for held in part}) == 2  # noqa: PLR2004 - colour and hex
            if whole or token.sign is TokenKind.AND or (part and not leads):
                yield part
                part = []
            continue
        if any(held.sign is token.sign for held in part) or (leads and token.sign is TokenKind.COLOUR and part):
            yield part
            part = []
        part.append(token)
    if part:
        yield part


def _resolve(kind: ActionKind, groups: Sequence[Sequence[Token]]) -> list[_Places]:
    """The ways to give each hex its colour: the one named before it, or the one named after it."""
    parts: list[_Part] = []
    for group in groups:
        known = _leave_out(group, TokenKind.COMMA)
        colour = next((token.value for token in known if token.sign is TokenKind.COLOUR), None)
        spot = next((token.value for token in known if token.sign is TokenKind.HEX), None)
        if not known or len(known) != (colour is not None) + (spot is not None):
            return []
        parts.append(_Part(colour, spot, known[-1].sign is TokenKind.COLOUR, known[0].piece))
    if kind is ActionKind.RETURN:
        return [[(Action(kind, part.colour), part.piece) for part in parts if part.colour is not None]] if parts else []
    choice = _choose_colour(kind, parts)
    if choice:
        return [choice]
    if parts and parts[0].colour is None:
        parts = list(_join_trailing(parts))
    backward = [part._replace(trails=not part.trails) for part in reversed(parts)]
    ways = _carry(kind, parts, spread=True), list(reversed(_carry(kind, backward, spread=False)))
    return [way for number, way in enumerate(ways) if way and way not in ways[:number]]


def _join_trailing(parts: Sequence[_Part]) -> Iterator[_Part]:
    """Where hexes come first, ``L5`` and ``pink`` as items of a list are one place."""
    joined: _Part | None = None
    for part, after in zip_longest(parts, parts[1:]):
        if part is joined:
            continue
        takes = part.colour is None and after is not None and after.hex is None
        joined = after if takes else None
        yield part._replace(colour=after.colour, trails=True) if takes else part


def _carry(kind: ActionKind, parts: Sequence[_Part], *, spread: bool) -> _Places:
    """Each hex with the colour named before it; nothing where one has none, or a colour has no hex.

    ``spread`` says whether a colour behind its own hex counts for the hexes that follow, too.
    """
    places: _Places = []
    colour: int | None = None
    waiting = False
    for part in parts:
        if part.colour is not None:
            if waiting:
                return []
            colour, waiting = part.colour, part.hex is None
        if part.hex is None:
            continue
        if colour is None:
            return []
        waiting = False
        places.append((Action(kind, colour, part.hex), part.piece))
        if part.colour is not None and part.trails and not spread:
            colour = None
    return [] if waiting else places


def _choose_colour(kind: ActionKind, parts: Sequence[_Part]) -> _Places | None:
    """``pink or yellow L5``, in one piece: colours to choose from, for one hex."""
    whole = [part for part in parts if part.hex is not None]
    if len(parts) < 2 or len(whole) != 1 or len({part.piece for part in parts}) > 1:  # noqa: PLR2004 - a choice
        return None
    ends = parts[0] if whole[0].trails else parts[-1]
    spot = whole[0].hex
    if spot is None or whole[0] is not ends:
        return None
    return [(Action(kind, part.colour, spot), part.piece) for part in parts if part.colour is not None]


def _guess(table: Table, kind: ActionKind, tokens: Sequence[Token]) -> tuple[tuple[Action, ...], ...]:
    """What may have been meant by a text that is not understood; nothing where it does not help."""
    groups = _split_groups(tokens)
    sound = [group for group in groups if not any(map(_is_nowhere, group))]
    if sound and len(sound) < len(groups):
        either = Token(TokenKind.OR, ",", 0)
        rest = [token for group in sound for token in (either, *group)][1:]
        found = _guess(table, kind, rest) if _count(rest, TokenKind.COLOUR) else ()
        if found:
            return found
    mended: list[Token] = []
    for token in tokens:
        near = suggest_colour(table, token.word) if token.sign is TokenKind.STRAY else None
        if near is not None:
            mended.append(Token(TokenKind.COLOUR, near, token.piece, table.colours.index(near)))
        elif token.sign is TokenKind.STRAY and (turned := read_hex_name(f"{token.word[-1]}{token.word[:-1]}")):  # 5L
            mended.append(Token(TokenKind.HEX, turned, token.piece, table.board.grid.index_of.get(turned, NOWHERE)))
        elif token.sign is not TokenKind.STRAY and not _is_nowhere(token):
            mended.append(token)
    mended = [token for token in mended if not _is_nowhere(token)]
    if kind is ActionKind.RETURN:
        mended = _leave_out(mended, TokenKind.HEX)
    readings = _interpret(kind, mended)[1]
    if not readings and kind is not ActionKind.RETURN:
        spots = [token for token in mended if token.sign is TokenKind.HEX]
        named = [token.value for token in mended if token.sign is TokenKind.COLOUR][:1]
        colours = named or range(len(table.colours))
        readings = [[(Action(kind, colour, token.value), token.piece) for token in spots] for colour in colours]
    return tuple(tuple(action for action, _ in reading) for reading in readings if reading)


def _is_nowhere(token: Token) -> bool:
    return token.sign is TokenKind.HEX and token.value == NOWHERE


def suggest_colour(table: Table, word: str) -> str | None:
    """The colour that a misspelt or shortened ``word`` was probably meant to be."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelt word needs it

    begun = [colour for colour in table.colours if colour.startswith(word.lower())]
    return next(iter(begun or get_close_matches(word.lower(), table.colours, n=1, cutoff=0.65)), None)


def write_action(table: Table, action: Action) -> str:
    """The text that asks for ``action``, without its key."""
    colour = table.colours[action.colour]
    return colour if action.kind is ActionKind.RETURN else f"{colour} {table.board.grid.names[action.hex]}"


def write_line(table: Table, actions: Sequence[Action]) -> str:
    """The order that has ``actions`` as its alternatives, as it stands in a file: ``place: [pink L5, pink M5]``."""
    texts = [write_action(table, action) for action in actions]
    return f"{KEY_OF[actions[0].kind]}: {texts[0] if len(texts) == 1 else '[' + ', '.join(texts) + ']'}"


def put_plainly(table: Table, order: Order) -> Order:
    """``order`` in the words of the report: what was understood in place of what was written."""
    alternatives, faults = read_order(table, order)
    if faults:
        return order
    texts = [write_action(table, alternative.action) for alternative in alternatives]
    return order._replace(
        value=texts[0] if len(texts) == 1 else texts, places=tuple(alternative.place for alternative in alternatives)
    )
