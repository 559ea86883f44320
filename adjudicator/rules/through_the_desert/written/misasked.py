"""What a condition in another shape was probably meant to ask: ``K6 is free``, ``{linked: {hex: D3}}``, ``round 4``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.rules.through_the_desert.state import Table
from adjudicator.rules.through_the_desert.written.orders import read_colour
from adjudicator.rules.through_the_desert.written.tokens import read_hex_name

_STATES = {
    **dict.fromkeys(("empty", "free", "open", "vacant", "unoccupied"), "empty"),
    **dict.fromkeys(("taken", "occupied", "full", "blocked"), "taken"),
    "water": "water",
    "closed": "closed",
}
"""What a hex can be, in people's words and ours."""
_OWNED = ("holds", "closed", "linked")
_ASKED = re.compile(r"(?:if\s+)?([A-Za-z][ -]?[0-9]{1,5})\s+(?:is\s+|=\s*)?(.+)", re.IGNORECASE)

_ROUND = re.compile(r"(?:if\s+|from\s+|it\s+is\s+)?round\s*(?:is|=|>=)?\s*([0-9]{1,3})\+?", re.IGNORECASE)


def mend_condition(table: Table, asked: JsonValue) -> JsonObject | None:
    """The condition that ``asked`` was probably meant to be, which may be itself; None where nobody can tell."""
    if isinstance(asked, str):
        if match := _ROUND.fullmatch(asked.strip()):
            return _ask_round(int(match[1]))
        match = _ASKED.fullmatch(asked.strip())
        return _ask_state(match[1], match[2]) if match else None
    if not isinstance(asked, Mapping):
        return None
    if len(asked) == 1:
        ((key, inner),) = asked.items()
        if key in ("all", "any") and isinstance(inner, list):
            parts = [mend_condition(table, part) for part in inner]
            return {key: [part for part in parts if part]} if parts and all(parts) else None
        if key == "not":
            part = mend_condition(table, inner)
            return {"not": part} if part else None
        if isinstance(inner, str):  # {K6: empty}, {closed: K6}
            spot, word = (key, inner) if read_hex_name(key) else (inner, key)
            return _ask_state(spot, word) if read_hex_name(spot) else None
        if key == "round" and isinstance(inner, int):
            return _ask_round(inner)
        if key not in _OWNED:
            return None
    return _mend_hex(table, asked)


def _mend_hex(table: Table, asked: JsonObject) -> JsonObject | None:
    """A question about a hex, with the hex outside, and with a seat or a colour where one is wanted."""
    key = next((key for key in asked if key != "hex"), "hex")
    inner = asked.get(key)
    within = inner if isinstance(inner, Mapping) else {}
    spot = within.get("hex", asked.get("hex"))
    if not isinstance(spot, str) or read_hex_name(spot) is None or asked.keys() - {"hex", key}:
        return None
    if key == "is" and isinstance(inner, str):
        return _ask_state(spot, inner) or (_ask_owner(table, spot, inner, True) if inner in _OWNED else None)
    if key in _STATES and inner is True:
        return _ask_state(spot, key)
    return _ask_owner(table, spot, key, inner) if key in _OWNED else None


def _ask_state(spot: str, word: str) -> JsonObject | None:
    word = word.strip().lower()
    state = word.removeprefix("not ").strip()
    if state not in _STATES:
        return None
    question: JsonObject = {"hex": spot, "is": _STATES[state]}
    return {"not": question} if word != state else question


def _ask_owner(table: Table, spot: str, key: str, owner: JsonValue) -> JsonObject | None:
    """Whether a hex ``holds`` a piece of an ``owner``, or is ``closed`` or ``linked`` by it; a seat where none is."""
    who: JsonObject | None = None
    if isinstance(owner, Mapping):
        who = {name: value for name, value in owner.items() if name != "hex"}
    elif isinstance(owner, str):
        named = {"seat": owner in table.seats, "colour": read_colour(table, owner) is not None}
        who = {name: owner for name, is_named in named.items() if is_named} or None
    elif owner is True:
        who = {}
    return None if who is None else {"hex": spot, key: who or {"seat": table.seats[0]}}


def _ask_round(number: int) -> JsonObject:
    """From that round on: so it is the end of ``until round 4``, and a line for which that is too long says more."""
    return {"round": {"at-least": number}}


def write_condition(asked: JsonValue) -> str:
    """A condition as it stands in a file, in one line: ``{hex: D3, linked: {seat: bilal}}``."""
    match asked:
        case bool():
            return "true" if asked else "false"
        case Mapping():
            return f"{{{', '.join(f'{key}: {write_condition(value)}' for key, value in asked.items())}}}"
        case list():
            return f"[{', '.join(map(write_condition, asked))}]"
        case _:
            return str(asked)
