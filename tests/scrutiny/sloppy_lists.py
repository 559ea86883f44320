"""Lists of orders as a new player writes them, with conditions and branches: each way has a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from scrutiny.sloppy_places import PLACES, VALUES, Lines, Orders, fill, write_places

from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.state import State
from adjudicator.rules.through_the_desert.written import KEY_OF


def say(state: State, actions: Sequence[Action]) -> str:
    return write_places(PLACES["plain"])(state, actions)


Shape = Callable[[State, Orders], Lines]


def _each(pattern: str) -> Shape:
    """Every order by a pattern of its key ``k`` and value ``v``."""

    def write(state: State, orders: Orders) -> Lines:
        return [
            [line.replace("<k>", KEY_OF[actions[0].kind]).replace("<v>", say(state, actions))
             for line in pattern.split("\n")]
            for actions in orders
        ]  # fmt: skip

    return write


def _alter(pattern: str, change: Callable[[re.Match[str]], str]) -> Shape:
    """Plain lines with the first match of ``pattern`` changed."""

    def write(state: State, orders: Orders) -> Lines:
        plain = _each("  - <k>: <v>")(state, orders)
        return [[re.sub(pattern, change, line, count=1) for line in lines] for lines in plain]

    return write


def _first_or(state: State, orders: Orders) -> Lines:
    """Further alternatives behind ``or:``."""
    return [
        [f"  - {KEY_OF[actions[0].kind]}: {say(state, actions[:1])}", f"    or: {say(state, actions[1:] or actions)}"]
        for actions in orders
    ]


def _in_one_item(state: State, orders: Orders) -> Lines:
    """All orders in one item, each with its key."""
    key = KEY_OF[orders[0][0].kind]
    first, *others = [f"{key}: {say(state, actions)}" for actions in orders]
    return [[f"  - {first}"], *([f"    {other}"] for other in others)]


def _in_one_line(state: State, orders: Orders) -> Lines:
    key = KEY_OF[orders[0][0].kind]
    return [[f"  - {key}: {' and '.join(say(state, actions[:1]) for actions in orders)}"]]


def _numbered(state: State, orders: Orders) -> Lines:
    return [
        [f"  {number}. {KEY_OF[actions[0].kind]}: {say(state, actions)}"]
        for number, actions in enumerate(orders, start=1)
    ]


SHAPES: Mapping[str, Shape] = {
    "no key": _each("  - <v>"),
    "no colon": _each("  - <k> <v>"),
    "no blank behind the colon": _each("  - <k>:<v>"),
    "no dash": _each("  <k>: <v>"),
    "no blank behind the dash": _each("  -<k>: <v>"),
    "no indentation": _each("- <k>: <v>"),
    "two dashes": _each("  - - <k>: <v>"),
    "capital key": _alter(r"[a-z]", lambda match: match[0].upper()),
    "loud key": _alter(r"[a-z]+:", lambda match: match[0].upper()),
    "misspelt key": _alter(r"- (.)(.)", lambda match: f"- {match[2]}{match[1]}"),
    "another key": _each("  - camel: <v>"),
    "move": _each("  - move: <v>"),
    "place a camel": _each("  - <k> camel: <v>"),
    "or as a key": _first_or,
    "two keys in an item": _in_one_item,
    "two orders in a line": _in_one_line,
    "numbers for dashes": _numbered,
    "colour as the key": lambda state, orders: [
        [f"  - {fill('<c>: <l><n>', state, actions[0])}"] for actions in orders
    ],
    "braces": _each("  - {<k>: <v>}"),
    "a comment": _each("  - <k>: <v>   # because"),
}
"""Ways to write the list."""


def _ask(state: State, actions: Sequence[Action]) -> str:
    """What an order hangs on here: that its first hex is empty."""
    return f"{{hex: {name_asked(state, actions)}, is: empty}}"


def name_asked(state: State, actions: Sequence[Action]) -> str:
    """The hex that an order's condition asks for: its own, or any where it has none."""
    grid = state.table.board.grid
    return next(iter(grid.index_of)) if actions[0].kind is ActionKind.RETURN else grid.names[actions[0].hex]


def _with_condition(pattern: str) -> Shape:
    """Every order by a pattern that has a condition ``q``, too, the words of one ``w``, and its contrary ``u``."""

    def write(state: State, orders: Orders) -> Lines:
        items = _each(pattern)(state, orders)
        for lines, actions in zip(items, orders, strict=True):
            asked = _ask(state, actions)
            name = name_asked(state, actions)
            words = {"q": asked, "u": asked.replace("empty", "taken"), "w": f"{name} is empty", "x": f"{name} is taken"}
            colour = state.table.colours[actions[0].colour]
            hex_too = "" if actions[0].kind is ActionKind.RETURN else f", hex: {name}"
            words["m"] = f"colour: {colour}{hex_too}"
            lines[:] = [re.sub(r"<(\w)>", lambda match, words=words: words[match[1]], line) for line in lines]
        return items

    return write


CONDITIONS: Mapping[str, Shape] = {
    **{
        f"{key} for if": _with_condition(f"  - <k>: <v>\n    {key}: <q>")
        for key in ("iff", "fi", "If", "IF", "when", "provided", "only if", "condition")
    },
    "unless": _with_condition("  - <k>: <v>\n    unless: <u>"),
    "a condition below another key": _with_condition("  - camel: <v>\n    if: <q>"),
    "a condition above": _with_condition("  - iff: <q>\n    <k>: <v>"),
    "a condition in the mapping": _with_condition("  - <k>: {<m>, if: <q>}"),
    "if in the words": _with_condition("  - <k>: <v> if <w>"),
    "unless in the words": _with_condition("  - <k>: <v> unless <x>"),
    "if in the words without a key": _with_condition("  - <v> if <w>"),
}
"""Ways to write an order with a condition, which no line that is offered leaves out."""


def _either(pattern: str) -> Shape:
    """The first two orders as a branch ``a``, and in turn as a branch ``b``; joined by ``and`` as ``c`` and ``d``.

    With their keys they are ``e``, and the first alone is ``f``.
    """

    def write(state: State, orders: Orders) -> Lines:
        texts = [say(state, actions[:1]) for actions in orders[:2]]
        turned = list(reversed(texts))
        words = {"a": ", ".join(texts), "b": ", ".join(turned), "c": " and ".join(texts), "d": " and ".join(turned)}
        words |= {"e": ", ".join(f"place: {text}" for text in texts), "f": texts[0]}
        return [[re.sub(r"<(\w)>", lambda match: words[match[1]], line) for line in pattern.split("\n")]]

    return write


EITHER: Mapping[str, Shape] = {
    "texts joined by and": _either("  - either: [<c>, <d>]"),
    "items with their key": _either("  - either:\n      - place: <c>\n      - place: <d>"),
    "lists behind their key": _either("  - either:\n      - place: [<a>]\n      - place: [<b>]"),
    "or as a key": _either("  - either: [<a>]\n    or: [<b>]"),
    "lists behind place": _either("  - place: [[<a>], [<b>]]"),
    "branches of unlike length": _either("  - either: [[<a>], [<f>]]"),
    "a misspelt key": _either("  - ether: [[<a>], [<b>]]"),
    "a capital key": _either("  - Either: [[<a>], [<b>]]"),
    "a hex that is not there": _either("  - either: [[<a>], [pink Z9, pink Z8]]"),
    "each with its key": _either("  - either: [[<e>], [<b>]]"),
    "a choice without brackets": _each("  - either: <v>"),
}
"""Ways to write branches."""
SLIPS = (*(f"value, {name}" for name in VALUES), *(f"list, {name}" for name in SHAPES))
SLIPS += (*(f"condition, {name}" for name in CONDITIONS), *(f"either, {name}" for name in EITHER))


def write_items(slip: str, state: State, orders: Orders) -> Lines:
    """The lines of each item of ``orders`` with the ``slip``."""
    where, _, name = slip.partition(", ")
    shapes = {"list": SHAPES, "condition": CONDITIONS, "either": EITHER}.get(where)
    if shapes:
        return shapes[name](state, orders)
    return [[f"  - {KEY_OF[actions[0].kind]}: {VALUES[name](state, actions)}"] for actions in orders]
