"""How long the text reports of whole games get: lines, and columns of the widest.

    python bench/report_length.py [--games 3]

Plays random games as real directories and measures every seat's report while the game runs.
Random players say little: those who keep many standing orders have more of their own to read.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from datetime import datetime

from adjudicator.acts import run, simulate
from adjudicator.core.table import Pacing
from adjudicator.registry import find_game

GOALS = (("through-the-desert", "2005", 5, 110), ("catan", "base", 4, 130), ("catan-caravans", "box", 4, 130))
"""Game, edition, seats, and the lines that a report may have."""


def main() -> None:
    """Print the length of reports, game by game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=3)
    arguments = parser.parse_args()
    inner = run.run_turn
    for name, edition, seats, most in GOALS:
        lengths: list[int] = []
        widths: list[int] = []

        def measured(path: str, turn: int | None, now: datetime) -> run.RunResult:
            outcome = inner(path, turn, now)
            folder = os.path.join(path, "turns", f"{outcome.turn:04}", "reports")
            for report in os.listdir(folder) if not outcome.over else ():
                if report.endswith(".txt") and report.split(".")[0] not in {"public", "moderator"}:
                    with open(os.path.join(folder, report), encoding="utf-8") as file:
                        lines = file.read().splitlines()
                    lengths.append(len(lines))  # noqa: B023 - called in this round of the loop only
                    widths.append(max(map(len, lines)))  # noqa: B023 - the same
            return outcome

        simulate.run_turn = measured
        with tempfile.TemporaryDirectory() as folder:
            wish = simulate.Wish(find_game(name), edition, {}, seats, Pacing.SEAT, b"length")
            simulate.play_directories(wish, arguments.games, folder)
        told = f"{len(lengths)} reports, {statistics.median(lengths):.0f} lines (median), {max(lengths)} at most"
        verdict = "reached" if max(lengths) <= most else "NOT reached"
        print(f"{name}, {seats} seats: {told}, widest {max(widths)} columns; goal {most} lines, {verdict}")


if __name__ == "__main__":
    main()
