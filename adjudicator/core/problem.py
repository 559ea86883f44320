"""Problems: what is wrong with a player's file, as records.

A problem carries a code and facts; the sentence a player reads is made from them by :func:`describe`. Tests and
programs look at codes, people read sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.core.json_value import JsonScalar


class Gravity(Enum):
    """How bad a problem is, worst first."""

    INVALID = "invalid"
    """Not understood: the text does not say anything we know."""
    ILLEGAL = "illegal"
    """Understood, but the rules do not allow it."""
    UNWISE = "unwise"
    """Allowed, but surely not meant. Never a reason to refuse a file."""


class Place(NamedTuple):
    """A spot in a file: line and column count from 1, columns in characters."""

    line: int
    column: int


START = Place(1, 1)


CORRECTION = "correction"
"""The fact of a problem that says what to write instead, where only one thing can be meant.

``- place: pink L5`` takes the place of a whole line, ``- `` at its beginning and several of them in lines of their own;
anything else of the value that stands at the problem's place.
"""

BECAUSE = "because"
"""The fact of a problem that repeats another one's reason: its code, whose facts stand beside it.

The pattern of such a problem has the reason as ``why``.
"""

_NO_FACTS: Mapping[str, JsonScalar] = MappingProxyType({})


class Problem(NamedTuple):
    """One thing wrong with one file.

    ``code`` names the kind, lower case with hyphens; ``facts`` fill the sentence of that code.
    """

    code: str
    gravity: Gravity
    place: Place
    facts: Mapping[str, JsonScalar] = _NO_FACTS


def describe(problem: Problem, sentences: Mapping[str, str]) -> str:
    """The sentence for ``problem``: the catalogue's pattern for its code with the facts filled in.

    Raises ``KeyError`` for a code without a sentence or a pattern that wants a missing fact.
    """
    facts = problem.facts
    if BECAUSE in facts:
        why = sentences[str(facts[BECAUSE])].format_map(facts)
        facts = {**facts, "why": why.removeprefix(f"{facts['order']}: ")}
    return sentences[problem.code].format_map(facts)


def give_reason(code: str, facts: Mapping[str, JsonScalar], order: str) -> dict[str, JsonScalar]:
    """The facts of a remark on ``order`` that repeats the reason ``code``, without what to write instead."""
    return {**{name: fact for name, fact in facts.items() if name != CORRECTION}, "order": order, BECAUSE: code}


def worst_gravity(problems: tuple[Problem, ...]) -> Gravity | None:
    """The worst gravity among ``problems``; None where there are none."""
    found = {problem.gravity for problem in problems}
    return next((gravity for gravity in Gravity if gravity in found), None)
