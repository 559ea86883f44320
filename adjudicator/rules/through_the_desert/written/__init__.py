"""Orders as players write them, to actions and back: ``place: teal D9``, ``leader: teal D9``, ``return: teal``.

A place is a colour and a hex, in either order. Where alternatives follow one another, a hex without a colour takes the
colour named beside it: ``pink L5 or M5``. What can be read in two ways is not read at all.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import NamedTuple

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import BARE, EITHER, TIMES, UNREAD, UNTIL, Order, Place
from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import find_near
from adjudicator.rules.through_the_desert.legal import DECISIONS, Action, ActionKind, seat_phase
from adjudicator.rules.through_the_desert.state import Phase, State, Table
from adjudicator.rules.through_the_desert.written.readings import (
    FaultKind,
    Readings,
    guess,
    interpret,
    list_listed,
    list_sound,
    list_strangers,
    list_whole,
    read_before,
)
from adjudicator.rules.through_the_desert.written.tokens import (
    CONDITION_WORDS,
    VERBS,
    TokenKind,
    list_pieces,
    name_colours,
    read_like_hex,
    split_order,
)

KEYS = {"place": ActionKind.CAMEL, "leader": ActionKind.LEADER, "return": ActionKind.RETURN}
"""The key of an order for each kind of action."""
KEY_OF = {kind: key for key, kind in KEYS.items()}
BESIDE = frozenset({"if", TIMES, UNTIL})
"""Keys that stand beside an order's own."""
KEY_AND_TEXT = re.compile(rf"\W*({'|'.join(KEYS)})\b[\s:=]*(.*)", re.IGNORECASE | re.DOTALL)
_SYNONYMS = dict.fromkeys(("camel", "camels", "put", EITHER), KEY_OF[ActionKind.CAMEL])
"""Other words for a key, as people write them."""
NO_LETTERS = re.compile(r"[^a-z]+")


class Alternative(NamedTuple):
    """One choice of an order, and where it stands in the file."""

    action: Action
    place: Place


class WordFault(NamedTuple):
    """What was not understood: the word, where it stands, and what may have been meant, likeliest first.

    ``colour`` is the first one that was named. ``besides`` says that it may be several orders, too, or that the
    readings leave out a choice without a hex; ``are_apart`` that it is several, since each begins with its verb or
    *then*: what is joined by *and* may be meant as a choice.
    """

    kind: FaultKind
    word: str
    place: Place
    readings: Readings = ()
    colour: int | None = None
    besides: FaultKind | None = None
    are_apart: bool = False


class Reading(NamedTuple):
    """What an order's value says: its alternatives in order, or else its faults.

    Both where hexes are not there, or items of a list are not understood: the alternatives are the others.
    """

    alternatives: tuple[Alternative, ...]
    faults: tuple[WordFault, ...] = ()


_NOT_THERE = (FaultKind.MOUNTAIN, FaultKind.UNKNOWN_HEX)
_MOST_NAMED = 8
"""So many words of an order are told that are not known; with as many, nobody guesses what was meant."""


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
    strangers = list(islice(list_strangers(table, kind, tokens), _MOST_NAMED))
    conditional = next((stranger for stranger in strangers if stranger[1].lower() in CONDITION_WORDS), None)
    if conditional:
        word, piece = conditional[1:]
        said = "as long as" if word.lower() == "long" else word
        return Reading(
            (), (WordFault(FaultKind.CONDITION, said, place(piece), read_before(kind, tokens, word), colour),)
        )
    if strangers:
        meant, besides = guess(table, kind, tokens) if len(strangers) < _MOST_NAMED else ((), None)
        told = _join_strangers(strangers) if len(strangers) < _MOST_NAMED else strangers
        faults = tuple(WordFault(code, word, place(piece), meant, colour, besides) for code, word, piece in told)
        if all(fault.kind in _NOT_THERE for fault in faults):
            sound = list_sound(kind, tokens)
        else:
            sound = list_whole(kind, tokens) if len(strangers) < _MOST_NAMED else []
        return Reading(tuple(Alternative(action, place(piece)) for action, piece in sound), faults)
    fault, readings = interpret(kind, tokens)
    if fault is None:
        return Reading(tuple(Alternative(action, place(piece)) for action, piece in readings[0]))
    if fault is FaultKind.PERHAPS_TWO_ORDERS and isinstance(order.value, list) and kind is ActionKind.CAMEL:
        branches = list_listed(kind, tokens) if all(isinstance(item, list) for item in order.value) else ()
        if len(branches) > 1:
            return Reading((), (WordFault(FaultKind.BRANCHES, "", place(0), branches, colour),))
    meant = tuple(tuple(action for action, _ in reading) for reading in readings)
    besides = None
    if not meant:
        meant, besides = guess(table, kind, tokens)
        besides = besides if besides is fault else None
    joined = groupby(tokens, key=lambda token: token.sign is TokenKind.AND)
    are_apart = fault is FaultKind.TWO_ORDERS and all(
        any(token.word in VERBS or token.word == "then" for token in group) for is_and, group in joined if is_and
    )
    where = place(tokens[0].piece if tokens else 0)
    return Reading((), (WordFault(fault, "", where, meant, colour, besides, are_apart),))


def _join_strangers(strangers: Sequence[tuple[FaultKind, str, int]]) -> Iterator[tuple[FaultKind, str, int]]:
    """What is not understood in one piece as one, but for what is like a hex."""
    for (kind, piece), words in groupby(strangers, key=lambda stranger: (stranger[0], stranger[2])):
        named = [word for _, word, _ in words]
        is_joined = kind is FaultKind.NOT_UNDERSTOOD and not any(map(read_like_hex, named))
        yield from ((kind, word, piece) for word in ([" ".join(dict.fromkeys(named))] if is_joined else named))


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


def write_action(table: Table, action: Action) -> str:
    """The text that asks for ``action``, without its key."""
    colour = table.colours[action.colour]
    return colour if action.kind is ActionKind.RETURN else f"{colour} {table.board.grid.names[action.hex]}"


def write_line(table: Table, actions: Sequence[Action]) -> str:
    """The order that has ``actions`` as its alternatives, as it stands in a file: ``place: [pink L5, pink M5]``."""
    texts = [write_action(table, action) for action in actions]
    return f"{KEY_OF[actions[0].kind]}: {texts[0] if len(texts) == 1 else '[' + ', '.join(texts) + ']'}"


def write_branches(table: Table, branches: Sequence[Sequence[Sequence[Action]]]) -> str:
    """The order that has ``branches``: ``either: [[pink L5, pink L6], [pink M4, [pink M5, pink N5]]]``."""
    lists = (", ".join(_write_step(table, step) for step in branch) for branch in branches)
    return f"{EITHER}: [{', '.join(f'[{steps}]' for steps in lists)}]"


def _write_step(table: Table, step: Sequence[Action]) -> str:
    texts = [write_action(table, action) for action in step]
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"


def put_plainly(table: Table, order: Order) -> Order:
    """``order`` in the words of the report: what was understood in place of what was written."""
    alternatives, faults = read_order(table, order)
    if faults:
        return order
    texts = [write_action(table, alternative.action) for alternative in alternatives]
    return order._replace(
        value=texts[0] if len(texts) == 1 else texts, places=tuple(alternative.place for alternative in alternatives)
    )


def guess_key(item: JsonValue) -> str | None:
    """The key that ``item``, which was not understood, was probably meant to have; None where it has none."""
    match item:
        case str():
            match = KEY_AND_TEXT.fullmatch(item)
            return match[1].lower() if match else None
        case Mapping():
            return next(filter(None, map(find_kind, item)), None)
        case _:
            return None


def find_kind(key: str) -> str | None:
    """The key of ours that ``key`` was probably meant to be, None for none."""
    word = NO_LETTERS.sub("", key.lower())
    return _SYNONYMS.get(word) or find_near(word, KEYS, 0.7) or None


def leave_out_beside(unread: Order) -> Order:
    """What of ``unread`` says what to do, without its conditions."""
    if not isinstance(unread.value, Mapping):
        return unread
    return unread._replace(
        value={key: value for key, value in unread.value.items() if key not in BESIDE} or unread.value
    )


BUNDLED = KEY_OF[ActionKind.CAMEL]
"""The kind of the orders in a branch."""


def kind_of(order: Order) -> ActionKind:
    """What an order does, with or without branches.

    One that was not understood is for the move that its key was probably meant for, or else for the next one.
    """
    if order.kind == UNREAD:
        key = guess_key(order.value)
        return KEYS[key] if key else ActionKind.RETURN
    return ActionKind.CAMEL if order.kind in {EITHER, BARE} else KEYS[order.kind]


def comes_later(known: State, seat: SeatNumber, order: Order) -> bool:
    """Whether an order of ``seat`` is for a phase that has not come yet, where it cannot be judged."""
    phase = seat_phase(known, seat)
    return phase is not Phase.OVER and kind_of(order).comes_after(DECISIONS[phase])


def is_over(known: State, seat: SeatNumber, order: Order) -> bool:
    """Whether an order of ``seat`` is for a phase that is over."""
    phase = seat_phase(known, seat)
    return phase is not Phase.OVER and order.kind != UNREAD and DECISIONS[phase].comes_after(kind_of(order))


def count_actions(order: Order) -> int:
    """How many actions an order makes; all branches have the same number."""
    if order.kind == UNREAD:
        return max(1, min(map(len, list_written(order)), default=1))
    return len(order.branches[0]) if order.branches else 1


def list_written(order: Order) -> list[list[JsonValue]]:
    """The branches of an order that was not understood, as they are written."""
    branches = order.value.get(EITHER) if isinstance(order.value, Mapping) else None
    return [branch for branch in branches if isinstance(branch, list)] if isinstance(branches, list) else []


def list_branches(table: Table, order: Order) -> tuple[tuple[Order, ...], ...]:
    """The branches of an order, every order in them with its kind, and with the colour of the one before it."""
    return tuple(tuple(_fill_in(table, branch)) for branch in order.branches)


def _fill_in(table: Table, branch: Sequence[Order]) -> Iterator[Order]:
    colours: set[int] = set()
    for inner in branch:
        step = inner._replace(kind=BUNDLED) if inner.kind == BARE else inner
        reading = read_order(table, step)
        if len(colours) == 1 and [fault.kind for fault in reading.faults] == [FaultKind.NO_COLOUR]:
            (colour,) = colours
            first, *others = list_pieces(step)
            texts = [f"{table.colours[colour]} {first}", *others]
            step = step._replace(value=texts if others else texts[0])
            reading = read_order(table, step)
        colours = {found.action.colour for found in reading.alternatives}
        yield step
