"""The result of one CASE file, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.cases.case import Case
from adjudicator.cases.reading import read_case
from adjudicator.cases.running import CaseFinding, run_case
from adjudicator.core.json_value import JsonValue
from adjudicator.core.problem import describe
from adjudicator.intake.sentences import SENTENCES as INTAKE_SENTENCES

SENTENCES: Mapping[str, str] = {
    **INTAKE_SENTENCES,
    "empty-file": "the file says nothing; write case, title, game, edition, seats, rule, basis, why and before",
    "line-break": (
        "only a drawing (text) and an option may have several lines; write this in one line, or go on indented "
        "without |"
    ),
    "drawing-indent": "a drawing whose first line is not its leftmost one stands behind 'text: |2', two blanks in",
    "no-beginning": "the case begins nowhere; give a position (before), or setup: true",
    "two-beginnings": "the case begins twice; give either a position (before) or setup: true",
    "no-set-up": "only a set-up can be impossible; the case has none (setup: true)",
    "unknown-game": "{says}",
    "no-cases": "{game} does not say how positions are written, so there are no cases of it",
    "unknown-edition": "there is no edition {written} of {game}; there are {known}",
    "unknown-option": "there is no option {written} of {game}; there are {known}",
    "unknown-value": "the option {key} is one of {known}, not {written}",
    "wrong-number-of-seats": "{game} is for {seats}, not for {written}",
    "unknown-ruling": "{game} has no ruling {written}; there are {known}",
    "unknown-seat": "there is no seat {written} in this case; the seats are {known}",
    "position": "{says}",
    "not-an-action": "'{written}' asks for nothing that {game} knows ({reason})",
}
"""Patterns by code, filled by :func:`adjudicator.core.problem.describe`."""


class Result(NamedTuple):
    """How the case in ``file`` came out; ``case`` is None where the file could not be read."""

    file: str
    case: Case | None
    finding: CaseFinding

    @property
    def ok(self) -> bool:
        """Whether the case was read and everything is as it says."""
        return self.finding.ok

    def to_lines(self) -> list[str]:
        """One line, and below it one for everything that is wrong."""
        name, title = (self.case.id, self.case.title) if self.case else ("?", self.file)
        places = sorted(
            [(problem.place, describe(problem, SENTENCES)) for problem in self.finding.problems]
            + [(difference.place, difference.describe()) for difference in self.finding.differences],
            key=lambda said: (said[0].line, said[0].column),
        )
        return [
            f"{'ok  ' if self.ok else 'FAIL'} {name:<7} {title}",
            *(f"  {self.file}:{place.line}:{place.column}: {words}" for place, words in places),
        ]

    def to_json(self) -> dict[str, JsonValue]:
        """The result with the keys that scripts rely on."""
        return {
            "case": self.case.id if self.case else None,
            "file": self.file,
            "game": self.case.game if self.case else None,
            "title": self.case.title if self.case else None,
            "rulings": list(self.case.rulings) if self.case else [],
            "ok": self.ok,
            "differences": [difference.to_json() for difference in self.finding.differences],
            "problems": [
                {
                    "code": problem.code,
                    "line": problem.place.line,
                    "column": problem.place.column,
                    "message": describe(problem, SENTENCES),
                }
                for problem in self.finding.problems
            ],
        }


def run_file(data: bytes, file: str) -> Result:
    """Read and run the case in ``data``, which is known as ``file``."""
    case, game, problems = read_case(data)
    if case is None or game is None:
        return Result(file, None, CaseFinding((), problems))
    return Result(file, case, run_case(case, game))
