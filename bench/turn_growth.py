"""Whether a turn gets dearer as a game gets longer, and what a turn takes on disk.

    python bench/turn_growth.py [--games 6]

Plays random four-seat games as real directories, one seat's move a turn, and times each `run` in this process.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from datetime import datetime

from adjudicator.acts import run, simulate
from adjudicator.core.table import Pacing
from adjudicator.registry import find_game


def main() -> None:
    """Print the median cost of a turn by its number, and bytes on disk."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=6)
    arguments = parser.parse_args()
    game = find_game("through-the-desert")
    times: dict[int, list[float]] = {}
    inner = run.run_turn

    def timed(path: str, turn: int | None, now: datetime) -> run.RunResult:
        begin = time.perf_counter()
        outcome = inner(path, turn, now)
        times.setdefault(outcome.turn, []).append((time.perf_counter() - begin) * 1000)
        return outcome

    simulate.run_turn = timed
    with tempfile.TemporaryDirectory() as folder:
        wish = simulate.Wish(game, "2005", {}, 4, Pacing.SEAT, b"growth")
        simulate.play_directories(wish, arguments.games, folder)
        for first in range(1, max(times), 10):
            some = [value for turn in range(first, first + 10) for value in times.get(turn, [])]
            print(f"turns {first} to {first + 9}: median {statistics.median(some):.1f} ms")
        sizes: dict[str, int] = {}
        for root, _, files in os.walk(os.path.join(folder, "sim-0000", "turns")):
            for name in files:
                place = os.path.relpath(os.path.join(root, name), os.path.join(folder, "sim-0000", "turns"))
                turn = place.split(os.sep)[0].removesuffix(".turn")
                sizes[turn] = sizes.get(turn, 0) + os.path.getsize(os.path.join(root, name))
        turns = sorted(sizes)
        print(f"bytes of a turn without reports: first {sizes[turns[1]]}, last but one {sizes[turns[-2]]}")
        print(f"bytes of the newest turn with its reports: {sizes[turns[-1]]}")


if __name__ == "__main__":
    main()
