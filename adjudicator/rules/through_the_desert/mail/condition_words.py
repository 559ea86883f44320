"""Conditions in words, and what of one cannot be asked in this game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from adjudicator.core.json_value import JsonObject
from adjudicator.kit.words import count_of
from adjudicator.rules.through_the_desert.mail.conditions import list_parts
from adjudicator.rules.through_the_desert.mail.reasons import Facts
from adjudicator.rules.through_the_desert.state import State, Table
from adjudicator.rules.through_the_desert.written.misread import describe_range
from adjudicator.rules.through_the_desert.written.orders import MountainError, UnknownHexError, read_colour, read_hex
from adjudicator.rules.through_the_desert.written.tokens import read_hex_name, suggest_colour

SENTENCES = {
    "condition-hex": "{key}: {hex} is not a hex of this board; {range}",
    "condition-mountain": "{key}: {hex} is a mountain, where nothing can stand",
    "condition-seat": "{key}: there is no seat {word}{suggestion}; the seats are {seats}",
    "condition-colour": "{key}: there are no {word} camels{suggestion}; the colours are {colours}",
    "condition-oasis": "{key}: {hex} is no oasis; the oases are {oases}",
    "condition-numbers": "{key}: no number is at least {least} and at most {most}",
    "condition-river": "{key}: this board has no river to cross",
}
"""A pattern for each code; ``key`` is the one that the condition stands behind."""


def say_condition(condition: JsonObject) -> str:
    """A condition in words: ``D8 is empty and not (C8 is taken or C9 is taken)``."""
    for key, word in (("all", " and "), ("any", " or ")):
        if key in condition:
            parts = cast("Sequence[JsonObject]", condition[key])
            return word.join(_in_brackets(part) if len(parts) > 1 else say_condition(part) for part in parts)
    if "not" in condition:
        return f"not ({say_condition(cast('JsonObject', condition['not']))})"
    if "hex" in condition:
        return _say_hex(condition)
    ((key, asked),) = cast("dict[str, JsonObject]", dict(condition)).items()
    colour, seat = asked.get("colour"), asked.get("seat")
    match key:
        case "supply":
            camels = _say_number(asked, f"{colour} camel")
            return f"{camels} {'is' if camels.endswith('camel') else 'are'} left"
        case "caravan":
            return f"{str(seat).lower()}'s {colour} caravan has {_say_number(asked, 'camel')}"
        case "points":
            return f"{str(seat).lower()} has {_say_number(asked, 'point')}"
        case "round":
            return f"the camels are in round {_say_number(asked)}"
    return f"{_say_who(asked)} has crossed the river"


def _say_number(asked: JsonObject, noun: str = "") -> str:
    """``at least 3 points``; without a ``noun`` ``3 or later``."""
    least, most = (cast("int | None", asked.get(word)) for word in ("at-least", "at-most"))
    number = most if most is not None else least
    counted = count_of(number, noun) if noun and number is not None else str(number)
    if least == most:
        return f"exactly {counted}" if noun else counted
    if least is not None and most is not None:
        return f"{least} to {counted}"
    if noun:
        return f"at {'least' if most is None else 'most'} {counted}"
    return f"{number} or {'later' if most is None else 'earlier'}"


def _in_brackets(condition: JsonObject) -> str:
    words = say_condition(condition)
    return f"({words})" if "all" in condition or "any" in condition else words


def _say_hex(condition: JsonObject) -> str:
    name = read_hex_name(str(condition["hex"])) or condition["hex"]
    if "is" in condition:
        return f"{name} is {condition['is']}"
    key = next(key for key in ("holds", "closed", "linked") if key in condition)
    who = cast("JsonObject", condition[key])
    if key == "holds":
        piece = {True: "leader", False: "camel", None: "piece"}[cast("bool | None", who.get("leader"))]
        return f"{_say_who(who, piece)} stands on {name}"
    return f"{name} is {key} by {_say_who(who)}"


def _say_who(who: JsonObject, what: str = "caravan") -> str:
    owner = f"{str(who['seat']).lower()}'s" if "seat" in who else "a"
    return " ".join(str(word) for word in (owner, who.get("colour"), what) if word)


def find_faults(condition: JsonObject, known: State) -> list[tuple[str, Facts]]:
    """What of ``condition`` cannot be asked here: the code of each problem, and its facts."""
    return [fault for part in list_parts(condition) for fault in _find_faults(part, known)]


def _find_faults(part: JsonObject, known: State) -> Iterator[tuple[str, Facts]]:
    table = known.table
    if "hex" in part:
        yield from _check_hex(part, known)
    for asked in part.values():
        if isinstance(asked, dict):
            yield from _check_names(table, asked)
            least, most = asked.get("at-least"), asked.get("at-most")
            if isinstance(least, int) and isinstance(most, int) and least > most:
                yield "condition-numbers", {"least": least, "most": most}
    if "crossed" in part and not table.board.river:
        yield "condition-river", {}


def _check_hex(part: JsonObject, known: State) -> Iterator[tuple[str, Facts]]:
    table = known.table
    try:
        index = read_hex(table, str(part["hex"]))
    except UnknownHexError as error:
        yield "condition-hex", {"hex": str(error), "range": describe_range(table, str(error))}
    except MountainError as error:
        yield "condition-mountain", {"hex": str(error)}
    else:
        if "linked" in part and not known.oases >> index & 1:
            oases = ", ".join(table.board.grid.names_of(known.oases)) or "none"
            yield "condition-oasis", {"hex": table.board.grid.names[index], "oases": oases}


def _check_names(table: Table, who: JsonObject) -> Iterator[tuple[str, Facts]]:
    from difflib import get_close_matches  # noqa: PLC0415 - conditions are few, and this is quick once loaded

    seat, colour = who.get("seat"), who.get("colour")
    if seat is not None and str(seat).lower() not in table.ids:
        near = next(iter(get_close_matches(str(seat).lower(), table.ids, n=1, cutoff=0.5)), None)
        yield "condition-seat", {"word": str(seat), "suggestion": _ask(near), "seats": ", ".join(table.ids)}
    if colour is not None and read_colour(table, str(colour)) is None:
        suggestion = _ask(suggest_colour(table, str(colour)))
        yield "condition-colour", {"word": str(colour), "suggestion": suggestion, "colours": ", ".join(table.colours)}


def _ask(near: str | None) -> str:
    return f" (did you mean {near}?)" if near else ""
