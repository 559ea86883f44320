"""Places of Through the Desert as a new player writes them: each way has a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.picture import PAINTS
from adjudicator.rules.through_the_desert.state import State

Orders = Sequence[Sequence[Action]]
Lines = list[list[str]]
"""The lines of each item of a file."""


def write_places(form: str) -> Callable[[State, Sequence[Action]], str]:
    """Every alternative written by a pattern of colour ``c``, letter ``p``, column ``l`` and row ``n``; in brackets."""

    def write(state: State, actions: Sequence[Action]) -> str:
        texts = [fill(form, state, action) for action in actions]
        return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"

    return write


def fill(form: str, state: State, action: Action) -> str:
    colour = state.table.colours[action.colour]
    if action.kind is ActionKind.RETURN:
        return colour.capitalize() if form[0] in "CP" else colour
    name = state.table.board.grid.names[action.hex]
    words = {"c": colour, "p": PAINTS[colour].letter, "l": name[0], "n": name[1:], "k": name[0].lower()}
    words |= {"C": colour.upper(), "D": colour.capitalize(), "q": PAINTS[colour].letter.lower()}
    return re.sub(r"<(\w)>", lambda match: words[match[1]], form)


PLACES = {
    "plain": "<c> <l><n>",
    "small letters": "<c> <k><n>",
    "capitals": "<C> <l><n>",
    "capital letter": "<D> <k><n>",
    "the hex first": "<l><n> <c>",
    "on": "<c> on <l><n>",
    "to": "<c> to <k><n>",
    "a camel on": "a <c> camel on <l><n>",
    "camel to": "<c> camel to <l><n>",
    "the hex with its word": "<c> on hex <l><n>",
    "at sign": "<c> @ <l><n>",
    "arrow": "<c> -> <l><n>",
    "arrow without blanks": "<c>-><l><n>",
    "equals": "<c> = <l><n>",
    "brackets": "<c> (<l><n>)",
    "a hyphen in the hex": "<c> <l>-<n>",
    "a hyphen between": "<c>-<l><n>",
    "a leading zero": "<c> <l>0<n>",
    "a blank in the hex": "<c> <l> <n>",
    "a small hex with a blank": "<c> <k> <n>",
    "a point at the end": "<c> <l><n>.",
    "the letter of the board": "<p> <l><n>",
    "the small letter": "<q> <l><n>",
    "letter and hex in one": "<p><l><n>",
    "colour and hex in one": "<c><l><n>",
    "underscore": "<c>_<l><n>",
    "two blanks": "<c>   <l><n>",
    "the key again": "place <c> <l><n>",
    "the hex twice": "<c> <l><n> <l><n>",
    "a row too many": "<c> <l>9<n>",
    "digits first": "<c> <n><l>",
    "a word too many": "<c> quickly <l><n>",
    "a question": "<c> <l><n>?",
    "plural": "<c> camels <l><n>",
    "no colour": "<l><n>",
    "no hex": "<c>",
    "a colour of nobody": "mauve <l><n>",
}
"""Ways to write a place."""


def _carry(form: str, joint: str) -> Callable[[State, Sequence[Action]], str]:
    """The first place in full, then hexes alone as long as the colour is the same."""

    def write(state: State, actions: Sequence[Action]) -> str:
        texts, colour = [], -1
        for action in actions:
            bare = action.colour == colour and action.kind is not ActionKind.RETURN
            texts.append(fill("<l><n>" if bare else form, state, action))
            colour = action.colour
        return joint.join(texts)

    return write


def _bracket(write: Callable[[State, Sequence[Action]], str]) -> Callable[[State, Sequence[Action]], str]:
    return lambda state, actions: f"[{write(state, actions)}]"


def _misspell(state: State, actions: Sequence[Action]) -> str:
    text = write_places(PLACES["plain"])(state, actions)
    return re.sub(r"([a-z])([a-z])([a-z]+)", r"\2\1\3", text, count=1)


def _map(form: str) -> Callable[[State, Sequence[Action]], str]:
    def write(state: State, actions: Sequence[Action]) -> str:
        if actions[0].kind is ActionKind.RETURN:
            return write_places(PLACES["plain"])(state, actions)
        texts = [fill(form, state, action) for action in actions]
        return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"

    return write


VALUES: Mapping[str, Callable[[State, Sequence[Action]], str]] = {
    **{f"place: {name}": write_places(form) for name, form in PLACES.items()},
    "or": _carry("<c> <l><n>", " or "),
    "slash": _carry("<c> <l><n>", "/"),
    "slash with blanks": _carry("<c> <k><n>", " / "),
    "bar": _carry("<c> <l><n>", " | "),
    "comma or": _carry("<l><n> <c>", ", or "),
    "commas without brackets": _carry("<c> <l><n>", ", "),
    "blanks only": _carry("<c> <l><n>", " "),
    "and": _carry("<c> <l><n>", " and "),
    "then": _carry("<c> <l><n>", " then "),
    "colour carried in brackets": _bracket(_carry("<c> <l><n>", ", ")),
    "colour and hex as items": _bracket(_carry("<c>, <l><n>", ", ")),
    "hex and colour as items": _bracket(_carry("<l><n>, <c>", ", ")),
    "nested lists": _bracket(lambda state, actions: ", ".join(fill("[<c>, <l><n>]", state, a) for a in actions)),
    "a bracket not closed": lambda state, actions: f"[{', '.join(fill('<c> <l><n>', state, a) for a in actions)}",
    "quotes": lambda state, actions: f'"{_carry("<c> <l><n>", " or ")(state, actions)}"',
    "misspelt": _misspell,
    "a colon": write_places("<c>: <l><n>"),
    "a comma between": _map("<c>, <l><n>"),
    "mapping": _map("{colour: <c>, hex: <l><n>}"),
    "mapping of color": _map("{hex: <k><n>, color: <C>}"),
    "colour as key": _map("{<c>: <l><n>}"),
}
"""Ways to write what stands behind the key."""
