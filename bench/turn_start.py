"""What one turn costs as a whole process: `adjudicate GAME --turn N` on fresh copies, beside `python -c pass`.

    python bench/turn_start.py [--game games/g42] [--turn 7] [--runs 20]

Prints the median, the fastest and the slowest of each, and the ratio of the medians, which is the figure that counts.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def measure(command: list[str]) -> float:
    """Wall milliseconds of one run. Raises ``CalledProcessError`` where it fails."""
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - begin) * 1000


def main() -> None:
    """Interleave the two commands, so that a drift of the machine's speed hits both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default=os.path.join(ROOT, "games", "g42"))
    parser.add_argument("--turn", type=int, default=7)
    parser.add_argument("--runs", type=int, default=20)
    arguments = parser.parse_args()
    program = os.path.join(os.path.dirname(sys.executable), "adjudicate")
    bare: list[float] = []
    turns: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(arguments.runs + 1):
            copy = os.path.join(folder, str(number))
            shutil.copytree(arguments.game, copy)
            times = measure([sys.executable, "-c", "pass"]), measure([program, copy, "--turn", str(arguments.turn)])
            if number:  # the first pair warms caches
                bare.append(times[0])
                turns.append(times[1])
            shutil.rmtree(copy)
    for name, values in (("python -c pass", bare), ("one turn", turns)):
        print(f"{name}: median {statistics.median(values):.1f} ms, {min(values):.1f} to {max(values):.1f}")
    print(f"ratio of the medians: {statistics.median(turns) / statistics.median(bare):.1f}")


if __name__ == "__main__":
    main()
