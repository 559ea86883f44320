"""Seats in examples: what schemas and games say should stand somewhere names seats of the game, not of another one.

``{seat}`` and ``{another}`` in such words stand for two seats that are not the reader's.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.problem import Problem
from adjudicator.core.table import Seat

_WORDS = frozenset({"wanted", "says"})
"""The facts of a problem that may have examples; what a player wrote is in none of them."""


def fill_in_seats(text: str, seats: Sequence[Seat], reader: Seat | None = None) -> str:
    """``text`` with seats of the game in its examples; with the only one twice where there are not two."""
    others = [seat for seat in seats if seat != reader] or list(seats)
    return text.replace("{seat}", others[0]).replace("{another}", others[1 % len(others)])


def fill_in_problem(problem: Problem, seats: Sequence[Seat], reader: Seat | None) -> Problem:
    """``problem`` as it is said to ``reader``."""
    facts = {
        key: fill_in_seats(fact, seats, reader) if key in _WORDS and isinstance(fact, str) else fact
        for key, fact in problem.facts.items()
    }
    return problem if facts == problem.facts else problem._replace(facts=facts)
