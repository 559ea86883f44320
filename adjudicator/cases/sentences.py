"""What is said about a CASE file that cannot be run: one sentence for each code, beside those of intake."""

from __future__ import annotations

from collections.abc import Mapping

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
