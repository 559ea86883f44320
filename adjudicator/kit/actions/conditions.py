"""Conditions of such orders: whether an action is legal, what the game itself can be asked, and all, any, not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar, cast

from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Seat
from adjudicator.kit.actions.kernel import GameProgress
from adjudicator.kit.actions.rules import ActionRules
from adjudicator.kit.words import join_words

S = TypeVar("S")

LEGAL = "legal"
_JOINED = {"all": " and ", "any": " or "}


class QuestionError(ValueError):
    """A question of the game found no answer in what is asked; the message is ``heap x9``."""


def clean(text: object) -> str:
    """An action as a player wrote it, in the way that a game spells it."""
    return " ".join(str(text).lower().split())


def holds(rules: ActionRules[S], known: GameProgress[S], seat: Seat, condition: JsonObject) -> bool:
    """Whether ``condition`` is true for ``seat``; a question that the game does not know is not.

    Raises :class:`QuestionError`.
    """
    ((key, asked),) = condition.items()
    if key == "not":
        return not holds(rules, known, seat, cast("JsonObject", asked))
    if key in _JOINED:
        parts = (holds(rules, known, seat, part) for part in cast("Sequence[JsonObject]", asked))
        return all(parts) if key == "all" else any(parts)
    if key == LEGAL:
        return clean(asked) in rules.legal(known.position, seat)
    if key not in rules.conditions:
        return False
    try:
        return bool(rules.conditions[key](known.position, seat, clean(asked)))
    except Exception as error:  # an author's own code, handed what a player wrote; no game may stop at that
        raise QuestionError(quote_condition(condition)) from error


def list_questions(condition: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    """What ``condition`` asks, question by question: the key of each, and it alone."""
    ((key, asked),) = condition.items()
    if key == "not":
        yield from list_questions(cast("JsonObject", asked))
    elif key in _JOINED:
        for part in cast("Sequence[JsonObject]", asked):
            yield from list_questions(part)
    else:
        yield key, condition


def say_conditions(rules: ActionRules[S]) -> str:
    """How a player writes conditions of this game, and which there are."""
    known = join_words((LEGAL, *rules.conditions))
    return (
        f"An order with a condition, such as 'if: {{{LEGAL}: ACTION}}', is skipped if that is not true when its turn "
        f"comes. A condition can ask for {known}; combine several with 'not', 'all' and 'any'."
    )


def quote_condition(condition: JsonObject) -> str:
    """``legal c2``, ``not (legal c2 or legal c3)``."""
    ((key, asked),) = condition.items()
    if key == "not":
        return f"not {_bracket(cast('JsonObject', asked))}"
    if key in _JOINED:
        return _JOINED[key].join(_bracket(part) for part in cast("Sequence[JsonObject]", asked))
    return f"{key} {asked}" if asked != "" else f"{key} ''"


def _bracket(condition: JsonObject) -> str:
    text = quote_condition(condition)
    return f"({text})" if _JOINED.keys() & condition.keys() else text
