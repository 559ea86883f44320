"""The CASE files of Catan, and running one from its text."""

from __future__ import annotations

from pathlib import Path

from adjudicator.cases.running import Result, run_file

CASES = Path(__file__).parents[2] / "cases" / "catan"
FILES = sorted(CASES.rglob("*.yaml"))


def run_text(text: str) -> Result:
    """As the command does."""
    return run_file(text.encode(), "x.yaml")
