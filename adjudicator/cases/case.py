"""A case as read: what it is about, where it begins, and its steps. Every part of it knows its place in the file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from adjudicator.core.bench import CaseBench
from adjudicator.core.json_value import JsonObject
from adjudicator.core.problem import Place
from adjudicator.core.table import Setting
from adjudicator.intake.reader import Document, Path
from adjudicator.registry import AnyGame

_BLOCK = re.compile(r"[|>](?P<indent>[1-9])?[-+]?(?P<indent_last>[1-9])?[ \t]*(#.*)?$")
"""The head of a text of several lines, and how far it says that they are indented."""


class ScriptedDraw(NamedTuple):
    """What chance gives for a label; ``of`` is how many outcomes there must be, where the case says so."""

    label: str
    gives: int
    of: int | None
    place: Place


@dataclass(frozen=True, slots=True)
class CaseStep:
    """What is done, and what must come of it, as written; ``path`` leads to it."""

    content: JsonObject
    path: Path


@dataclass(frozen=True, slots=True)
class Case:
    """A case. ``rules`` has the heading of the clause by edition; ``before`` is None where the set-up is played.

    ``impossible`` has words of the reason for which the set-up is refused; none where it is not.
    """

    id: str
    title: str
    game: str
    setting: Setting
    rules: Mapping[str, str]
    rulings: tuple[str, ...]
    basis: str
    why: str
    impossible: tuple[str, ...]
    draws: tuple[ScriptedDraw, ...]
    before: JsonObject | None
    steps: tuple[CaseStep, ...]
    document: Document
    lines: tuple[str, ...]
    """The file, line by line."""

    def place_of(self, path: Path) -> Place:
        """Where the value at ``path`` begins, or the nearest one around it."""
        return self.document.place_of(path)

    def place_in_text(self, path: Path, line: int, column: int) -> Place:
        """Where a spot of a text of several lines stands in the file; ``line`` 0 is the text as a whole."""
        head = self.place_of(path)
        opening = _BLOCK.match(self.lines[head.line - 1][head.column - 1 :])
        if not line or opening is None:
            return head
        indent = opening["indent"] or opening["indent_last"]
        body = self.lines[head.line :]
        first = next((text for text in body if text.strip()), "")
        width = len(first) - len(first.lstrip(" "))
        if indent:
            width = self._indent_of_parent(path) + int(indent)
        return Place(head.line + line, column + width)

    def _indent_of_parent(self, path: Path) -> int:
        key = self.document.key_places.get(path, self.place_of(path))
        return key.column - 1


def bench_of(game: AnyGame) -> CaseBench[Any, Any]:
    """How cases of ``game`` write positions and actions; one without a bench has no cases that could be read."""
    assert game.cases is not None
    return game.cases
