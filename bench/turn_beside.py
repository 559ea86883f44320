"""What a turn costs the processor beside the program of another checkout: judged, stored, reported to everybody.

    python bench/turn_beside.py CHECKOUT [--game games/g42] [--turn 7] [--rounds 7] [--now 2026-09-22T07:00:00Z]

Each round is a process for each of the two programs, which run the turn in copies of their own game one after the
other, a copy each, so that a busy machine hits both alike. The first copies are not counted. Both use the packages of
this environment. Prints the medians of a round in milliseconds, and the median of the rounds' ratios. The copies lie
below ``TMPDIR``.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from typing import IO, cast

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RUNNER = """
import os, shutil, sys, tempfile, time
from datetime import datetime
from adjudicator.acts.run import run_turn
with tempfile.TemporaryDirectory() as folder:
    for number, _ in enumerate(sys.stdin):
        path = shutil.copytree(sys.argv[1], os.path.join(folder, f"g{number:03}"))
        begin = time.process_time()
        outcome = run_turn(path, int(sys.argv[2]), datetime.fromisoformat(sys.argv[3]))
        print((time.process_time() - begin) * 1000, flush=True)
        if outcome.status.name != "ADJUDICATED":
            sys.exit(f"turn {sys.argv[2]} of {sys.argv[1]} did not run: {outcome.status.value}")
"""
FIRST, COUNTED = 10, 40


def main() -> None:
    """Prints every round, and the median ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", help="a directory with another version of the program")
    parser.add_argument("--game", default="games/g42", help="a game directory that both have")
    parser.add_argument("--turn", type=int, default=7, help="the turn that is due there")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--now", default="2026-09-22T07:00:00Z", help="the instant of the turn, after the last one")
    arguments = parser.parse_args()
    ratios = []
    for _ in range(arguments.rounds):
        ours, theirs = time_turns(ROOT, arguments.checkout, arguments.game, arguments.turn, arguments.now)
        ratios.append(ours / theirs)
        print(f"{ours:.2f} and {theirs:.2f} ms a turn, {ratios[-1]:.3f} times", flush=True)
    print(f"median ratio: {statistics.median(ratios):.3f}, {min(ratios):.3f} to {max(ratios):.3f}")


def time_turns(one: str, other: str, game: str, turn: int, now: str) -> tuple[float, float]:
    """Milliseconds of the processor that a turn of ``game`` takes the programs in two checkouts, at the median."""
    command = [sys.executable, "-c", RUNNER, game, str(turn), now]
    programs = [
        subprocess.Popen(command, cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for checkout in (one, other)
    ]
    spent: list[list[float]] = [[], []]
    for _ in range(FIRST + COUNTED):
        for program, times in zip(programs, spent, strict=True):
            ask, answer = cast("IO[str]", program.stdin), cast("IO[str]", program.stdout)
            ask.write("\n")
            ask.flush()
            times.append(float(answer.readline()))
    for program in programs:
        program.communicate()
    ours, theirs = (statistics.median(times[FIRST:]) for times in spent)
    return ours, theirs


if __name__ == "__main__":
    main()
