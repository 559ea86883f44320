"""What a turn costs the processor beside the program of another checkout: judged, stored, reported to everybody.

    python bench/turn_beside.py CHECKOUT [--game games/g42] [--turn 7] [--rounds 7]

Each round is a process for each of the two programs, which take turns. It runs the turn in copies of the program's own
game, the first of which are not counted. Both use the packages of this environment. Prints the median of a turn in
milliseconds, and that of the ratios. The copies lie below ``TMPDIR``.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RUNNER = """
import json, os, shutil, statistics, sys, tempfile, time
from datetime import UTC, datetime
from adjudicator.acts.run import run_turn
game, turn, first, counted = sys.argv[1], *map(int, sys.argv[2:])
with tempfile.TemporaryDirectory() as folder:
    paths = [shutil.copytree(game, os.path.join(folder, f"g{number:03}")) for number in range(first + counted)]
    spent = []
    for path in paths:
        begin = time.process_time()
        run_turn(path, turn, datetime(2026, 9, 22, 7, tzinfo=UTC))
        spent.append(time.process_time() - begin)
print(json.dumps(statistics.median(spent[first:]) * 1000))
"""
FIRST, COUNTED = 10, 40


def main() -> None:
    """Prints every round, and the median ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", help="a directory with another version of the program")
    parser.add_argument("--game", default="games/g42", help="a game directory that both have")
    parser.add_argument("--turn", type=int, default=7, help="the turn that is due there")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    ratios = []
    for _ in range(arguments.rounds):
        ours, theirs = (time_turn(checkout, arguments.game, arguments.turn) for checkout in (ROOT, arguments.checkout))
        ratios.append(ours / theirs)
        print(f"{ours:.2f} and {theirs:.2f} ms a turn, {ratios[-1]:.3f} times", flush=True)
    print(f"median ratio: {statistics.median(ratios):.3f}, {min(ratios):.3f} to {max(ratios):.3f}")


def time_turn(checkout: str, game: str, turn: int) -> float:
    """Milliseconds of the processor that a turn of ``game`` takes the program in ``checkout``."""
    command = [sys.executable, "-c", RUNNER, game, str(turn), str(FIRST), str(COUNTED)]
    told = subprocess.run(command, check=True, capture_output=True, cwd=checkout)
    return float(json.loads(told.stdout))


if __name__ == "__main__":
    main()
