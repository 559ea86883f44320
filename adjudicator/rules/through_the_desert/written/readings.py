"""What colours and hexes in a row say: which places are named, in one way or in several, and what was perhaps meant."""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import groupby, takewhile, zip_longest
from typing import NamedTuple

from adjudicator.kit.hexes import Hex
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.state import NOWHERE, Table
from adjudicator.rules.through_the_desert.written.tokens import (
    Token,
    TokenKind,
    read_hex_name,
    read_like_hex,
    suggest_colour,
)


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
    BRANCHES = "branches-in-place"
    """Lists in a list: ``readings`` has the actions of each."""
    TWO_ORDERS = "two-orders-in-one"
    """Actions to be done one after the other: the one reading has them in turn, or each has the choices of one."""
    PERHAPS_TWO_ORDERS = "perhaps-two-orders"
    """Alternatives or orders one after the other: the one reading has the actions."""
    CONDITION = "condition-in-order"
    """A condition in the words of an order: the one reading has what stands before it, where that is all the rest."""


class _Part(NamedTuple):
    """A colour, a hex, or both; ``trails`` says that the colour comes last."""

    colour: int | None
    hex: Hex | None
    trails: bool
    piece: int


Places = list[tuple[Action, int]]
"""Actions, each with the number of the piece it stands in."""


def list_strangers(table: Table, kind: ActionKind, tokens: Sequence[Token]) -> Iterator[tuple[FaultKind, str, int]]:
    """What is not known, and every hex that is not there: what is wrong with it, and its piece.

    A word alone where a colour is missing is taken for one; several are said together as they stand.
    """
    for group in _split_groups(tokens):
        names = [token for token in group if token.sign is TokenKind.STRAY and token.word.isalpha() and token.word[1:]]
        misses = not any(token.sign is TokenKind.COLOUR for token in group)
        for token in _join_strays(group) if misses and len(names) > 1 else group:
            if token.sign is TokenKind.STRAY:
                is_colour = misses and names == [token]
                yield FaultKind.UNKNOWN_COLOUR if is_colour else FaultKind.NOT_UNDERSTOOD, token.word, token.piece
            elif token.sign is TokenKind.HEX and kind is ActionKind.RETURN:
                yield FaultKind.NOT_UNDERSTOOD, token.word, token.piece
            elif _is_nowhere(token):
                is_mountain = token.word in table.board.mountains
                yield FaultKind.MOUNTAIN if is_mountain else FaultKind.UNKNOWN_HEX, token.word, token.piece


def _join_strays(group: Sequence[Token]) -> Iterator[Token]:
    """The tokens of a group, with unknown words that stand side by side in one."""
    for (sign, piece), side in groupby(group, key=lambda token: (token.sign, token.piece)):
        if sign is TokenKind.STRAY:
            yield Token(sign, " ".join(token.word for token in side), piece)
        else:
            yield from side


def _split_groups(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens between the signs of a choice."""
    groups: list[list[Token]] = [[]]
    for token in tokens:
        if token.sign is TokenKind.OR:
            groups.append([])
        else:
            groups[-1].append(token)
    return groups


def interpret(kind: ActionKind, tokens: Sequence[Token]) -> tuple[FaultKind | None, list[Places]]:
    """Every reading of tokens that are all known, and what is wrong unless there is one and it is a choice."""
    groups = _split_groups(tokens)
    if choice := _choose_colour(kind, tokens):
        return None, [choice]
    if not all(groups):
        return FaultKind.NO_HEX, _resolve(kind, [group for group in groups if group])[:1]
    most = 1 if kind is ActionKind.RETURN else 2
    joined = any(token.sign is TokenKind.AND for token in tokens)
    has_colour = bool(_count(tokens, TokenKind.COLOUR))
    crowded = [
        group
        for group in groups
        if len(_leave_out(group, TokenKind.COMMA)) > most or (has_colour and _count(group, TokenKind.HEX) > 1)
    ]
    doubled = [group for group in crowded if _count(group, TokenKind.HEX) == 1 and _count(group, TokenKind.COLOUR) > 1]
    if doubled and not joined:
        return _find_lack(kind, tokens, doubled)
    if joined or crowded:
        groups = [part for group in groups for part in _part_group(group)]
        has_choice = _count(tokens, TokenKind.OR) and not tokens[-1].piece  # orders apart would be without it
        fault = FaultKind.TWO_READINGS if has_choice else FaultKind.PERHAPS_TWO_ORDERS
        fault = FaultKind.TWO_ORDERS if joined else fault
        steps = _resolve_steps(kind, tokens) if joined and _count(tokens, TokenKind.OR) else []
        if steps:
            return fault, steps
        readings = _resolve(kind, groups)
        return (fault, readings[:1]) if readings else _find_lack(kind, tokens, doubled)
    readings = _resolve(kind, groups)
    if len(readings) == 1:
        return None, readings
    if readings:
        return FaultKind.TWO_READINGS, readings
    whole = any(_count(group, TokenKind.COLOUR) and _count(group, TokenKind.HEX) for group in groups)
    bare = not all(_count(group, TokenKind.HEX) for group in groups)
    return (FaultKind.NO_HEX if bare and (whole or not _count(tokens, TokenKind.HEX)) else FaultKind.NO_COLOUR), []


def _find_lack(
    kind: ActionKind, tokens: Sequence[Token], doubled: Sequence[Sequence[Token]]
) -> tuple[FaultKind, list[Places]]:
    """Why tokens name no places in a row; ``doubled`` are the groups of one hex with several colours."""
    if not _count(tokens, TokenKind.COLOUR):
        return FaultKind.NO_COLOUR, []
    if not _count(tokens, TokenKind.HEX):
        return FaultKind.NO_HEX, []
    if not doubled:
        return FaultKind.TWO_READINGS, []
    spot = next(token for token in doubled[0] if token.sign is TokenKind.HEX)
    colours = [token for token in doubled[0] if token.sign is TokenKind.COLOUR]
    return FaultKind.TWO_READINGS, [[(Action(kind, token.value, Hex(spot.value)), spot.piece)] for token in colours]


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
            if part and (whole or token.sign is TokenKind.AND or not leads):
                yield part
                part = []
            continue
        if any(held.sign is token.sign for held in part) or (leads and token.sign is TokenKind.COLOUR and part):
            yield part
            part = []
        part.append(token)
    if part:
        yield part


def _resolve(kind: ActionKind, groups: Sequence[Sequence[Token]]) -> list[Places]:
    """The ways to give each hex its colour: the one named before it, or the one named after it."""
    parts: list[_Part] = []
    for group in groups:
        known = _leave_out(group, TokenKind.COMMA)
        colour = next((token.value for token in known if token.sign is TokenKind.COLOUR), None)
        spot = next((Hex(token.value) for token in known if token.sign is TokenKind.HEX), None)
        if not known or len(known) != (colour is not None) + (spot is not None):
            return []
        parts.append(_Part(colour, spot, known[-1].sign is TokenKind.COLOUR, known[0].piece))
    if kind is ActionKind.RETURN:
        return [[(Action(kind, part.colour), part.piece) for part in parts if part.colour is not None]] if parts else []
    if parts and parts[0].colour is None:
        parts = list(_join_trailing(parts))
    backward = [part._replace(trails=not part.trails) for part in reversed(parts)]
    ways = _carry(kind, parts, spread=True), list(reversed(_carry(kind, backward, spread=False)))
    return [way for number, way in enumerate(ways) if way and way not in ways[:number]]


def _resolve_steps(kind: ActionKind, tokens: Sequence[Token]) -> list[Places]:
    """The choices of each part between the words for *and*; nothing where one of them is not plain."""
    steps: list[list[Token]] = [[]]
    for token in tokens:
        if token.sign is TokenKind.AND:
            steps.append([])
        else:
            steps[-1].append(token)
    read = [interpret(kind, _leave_out(step, TokenKind.COMMA)) for step in steps if step]
    return [ways[0] for _, ways in read] if all(fault is None for fault, _ in read) else []


def _join_trailing(parts: Sequence[_Part]) -> Iterator[_Part]:
    """Where hexes come first, ``L5`` and ``pink`` as items of a list are one place."""
    joined: _Part | None = None
    for part, after in zip_longest(parts, parts[1:]):
        if part is joined:
            continue
        takes = part.colour is None and after is not None and after.hex is None
        joined = after if takes else None
        yield part._replace(colour=after.colour, trails=True) if takes else part


def _carry(kind: ActionKind, parts: Sequence[_Part], *, spread: bool) -> Places:
    """Each hex with the colour named before it; nothing where one has none, or a colour has no hex.

    ``spread`` says whether a colour behind its own hex counts for the hexes that follow, too.
    """
    places: Places = []
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


def _choose_colour(kind: ActionKind, tokens: Sequence[Token]) -> Places:
    """``pink, yellow or green L5``, in one piece: colours to choose from, for one hex; nothing for anything else."""
    joins = {token.sign for token in tokens} - {TokenKind.COLOUR, TokenKind.HEX, TokenKind.COMMA}
    said = [token for token in tokens if token.sign in {TokenKind.COLOUR, TokenKind.HEX}]
    colours = [token for token in said if token.sign is TokenKind.COLOUR]
    ends = [token for token in said[:1] + said[-1:] if token.sign is TokenKind.HEX]
    if joins != {TokenKind.OR} or len(colours) < 2 or len(said) > len(colours) + 1 or not ends or said[-1].piece:  # noqa: PLR2004 - a choice
        return []
    return [(Action(kind, token.value, Hex(ends[0].value)), token.piece) for token in colours]


Readings = tuple[tuple[Action, ...], ...]
"""What a text may ask for, each way as its alternatives."""
_SEVERAL = frozenset({FaultKind.TWO_ORDERS, FaultKind.PERHAPS_TWO_ORDERS})


def guess(table: Table, kind: ActionKind, tokens: Sequence[Token]) -> tuple[Readings, FaultKind | None]:
    """What may have been meant by a text with words that are not known, or without a colour or a hex.

    Nothing where it does not help; and what else may have been meant: more than one order, or, where a choice without
    a hex is left out, that one too.
    """
    groups = _split_groups(tokens)
    sound = [group for group in groups if not any(map(_is_nowhere, group))]
    if sound and len(sound) < len(groups):
        either = Token(TokenKind.OR, ",", 0)
        rest = [token for group in sound for token in (either, *group)][1:]
        found = guess(table, kind, rest) if _count(rest, TokenKind.COLOUR) else ((), None)
        if found[0]:
            return found
    mended: list[Token] = []
    has_hex = any(token.sign is TokenKind.HEX for token in tokens)
    for token in tokens:
        is_counted = has_hex and token.word[-1:].lower() == "x"  # 2x is how many beside a hex, and else one itself
        near = suggest_colour(table, token.word) if token.sign is TokenKind.STRAY else None
        if near is not None:
            mended.append(Token(TokenKind.COLOUR, near, token.piece, table.colours.index(near)))
        elif token.sign is TokenKind.STRAY and (named := _read_strange_hex(token.word)) and not is_counted:
            mended.append(Token(TokenKind.HEX, named, token.piece, table.board.grid.index_of.get(named, NOWHERE)))
        elif token.sign is not TokenKind.STRAY and not _is_nowhere(token):
            mended.append(token)
    mended = [token for token in mended if not _is_nowhere(token)]
    if kind is ActionKind.RETURN:
        mended = _leave_out(mended, TokenKind.HEX)
    fault, readings = interpret(kind, mended)
    if not readings and kind is not ActionKind.RETURN:
        readings = _combine(table, kind, mended)
    meant = tuple(tuple(action for action, _ in reading) for reading in readings if reading)
    leaves_out = fault is FaultKind.NO_HEX and bool(meant)
    return meant, fault if fault in _SEVERAL or leaves_out else None


def _read_strange_hex(word: str) -> str | None:
    """The hex that was surely meant by ``5L``, or by a letter of another script that looks like ours."""
    return read_hex_name(f"{word[-1]}{word[:-1]}") or read_like_hex(word)


def _combine(table: Table, kind: ActionKind, tokens: Sequence[Token]) -> list[Places]:
    """What colours and hexes may say that do not go together as they stand."""
    spots = list({token.value: token for token in tokens if token.sign is TokenKind.HEX}.values())
    named = list(dict.fromkeys(token.value for token in tokens if token.sign is TokenKind.COLOUR))
    if len(named) > 1 and not tokens[-1].piece:
        if len(spots) == 1:  # colours to choose from
            return [[(Action(kind, colour, Hex(spots[0].value)), spots[0].piece) for colour in named]]
        whole = [ways[0][0] for part in _split_groups(tokens) if len(ways := _resolve(kind, [part])) == 1]
        return [whole, whole[:1]]
    colours = named[:1] or range(len(table.colours))
    return [[(Action(kind, colour, Hex(token.value)), token.piece) for token in spots] for colour in colours]


def _is_nowhere(token: Token) -> bool:
    return token.sign is TokenKind.HEX and token.value == NOWHERE


def read_before(kind: ActionKind, tokens: Sequence[Token], word: str) -> Readings:
    """What the tokens before ``word`` say; nothing where that is not one choice, or ``word`` is in one of a list."""
    if tokens[-1].piece:
        return ()
    before = list(takewhile(lambda token: token.word != word, tokens))
    while before and (before[-1].sign is TokenKind.COMMA or before[-1].word == "as"):
        before.pop()
    fault, readings = interpret(kind, before)
    actions = tuple(action for action, _ in readings[0]) if readings and not fault else ()
    return (actions,) if actions and (kind is ActionKind.RETURN or all(a.hex != NOWHERE for a in actions)) else ()


def list_sound(kind: ActionKind, tokens: Sequence[Token]) -> Places:
    """The alternatives beside hexes that are not there; none where what is said is not a plain choice."""
    fault, readings = interpret(kind, tokens)
    return [] if fault else [(action, piece) for action, piece in readings[0] if action.hex != NOWHERE]


def list_whole(kind: ActionKind, tokens: Sequence[Token]) -> Places:
    """The items of a list that are a place by themselves, beside others that are not understood."""
    found: Places = []
    signs = {TokenKind.COLOUR} if kind is ActionKind.RETURN else {TokenKind.COLOUR, TokenKind.HEX}
    for number in range(tokens[-1].piece + 1):
        item = [token for token in tokens if token.piece == number and token.sign is not TokenKind.OR]
        if len(item) == len(signs) and signs == {token.sign for token in item}:
            found += list_sound(kind, item)
    return found


def list_listed(kind: ActionKind, tokens: Sequence[Token]) -> tuple[tuple[Action, ...], ...]:
    """The places that each of several items of a list names, one after the other; nothing unless all name several."""
    branches = [readings[0] for group in _split_groups(tokens) if (readings := _resolve(kind, [*_part_group(group)]))]
    if len(branches) != tokens[-1].piece + 1 or min(map(len, branches), default=1) == 1:
        return ()
    return tuple(tuple(action for action, _ in branch) for branch in branches)
