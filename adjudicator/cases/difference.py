"""Where a case came out otherwise than it says."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.core.json_value import JsonValue
from adjudicator.core.problem import Place


class Difference(NamedTuple):
    """One expectation that was not met, and where it stands in the file."""

    place: Place
    what: str
    expected: str
    got: str

    def describe(self) -> str:
        """The difference in a line."""
        return f"{self.what}: expected {self.expected}, got {self.got}"

    def to_json(self) -> dict[str, JsonValue]:
        """The difference as JSON."""
        return {
            "line": self.place.line,
            "column": self.place.column,
            "what": self.what,
            "expected": self.expected,
            "got": self.got,
        }
