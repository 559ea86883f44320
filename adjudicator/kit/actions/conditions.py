"""Conditions of such orders: whether an action is legal, what the game itself can be asked, and all, any, not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar, cast

from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Seat
from adjudicator.kit.actions.kernel import GameProgress
from adjudicator.kit.actions.rules import ActionRules

S = TypeVar("S")

LEGAL = "legal"
_JOINED = {"all": " and ", "any": " or "}


def clean(text: object) -> str:
    """An action as a player wrote it, in the way that a game spells it."""
    return " ".join(str(text).lower().split())


def holds(rules: ActionRules[S], known: GameProgress[S], seat: Seat, condition: JsonObject) -> bool:
    """Whether ``condition`` is true for ``seat``; a question that the game does not know is not."""
    ((key, asked),) = condition.items()
    if key == "not":
        return not holds(rules, known, seat, cast("JsonObject", asked))
    if key in _JOINED:
        parts = (holds(rules, known, seat, part) for part in cast("Sequence[JsonObject]", asked))
        return all(parts) if key == "all" else any(parts)
    if key == LEGAL:
        return clean(asked) in rules.legal(known.position, seat)
    return key in rules.conditions and rules.conditions[key](known.position, seat, clean(asked))


def list_unknown(rules: ActionRules[S], condition: JsonObject) -> Iterator[str]:
    """The questions of ``condition`` that the game does not know."""
    ((key, asked),) = condition.items()
    if key == "not":
        yield from list_unknown(rules, cast("JsonObject", asked))
    elif key in _JOINED:
        for part in cast("Sequence[JsonObject]", asked):
            yield from list_unknown(rules, part)
    elif key != LEGAL and key not in rules.conditions:
        yield key


def quote_condition(condition: JsonObject) -> str:
    """``legal c2``, ``not (legal c2 or legal c3)``."""
    ((key, asked),) = condition.items()
    if key == "not":
        return f"not {_bracket(cast('JsonObject', asked))}"
    if key in _JOINED:
        return _JOINED[key].join(_bracket(part) for part in cast("Sequence[JsonObject]", asked))
    return f"{key} {asked}"


def _bracket(condition: JsonObject) -> str:
    text = quote_condition(condition)
    return f"({text})" if _JOINED.keys() & condition.keys() else text
