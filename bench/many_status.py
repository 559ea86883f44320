"""How long the status of many games takes: copies of a game, told by the lines that their last commands left behind.

    python bench/many_status.py [--games 1000] [--rounds 5] [--beside CHECKOUT]

Prints the least processor time and the least time by the clock; with another checkout of the repository, which has a
`.venv` and sample games of its own, both programs in turn.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def time_status(checkout: str, folder: str) -> tuple[float, float]:
    """Seconds of the processor and by the clock of one call."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    program = os.path.join(checkout, ".venv", "bin", "adjudicate")
    subprocess.run([program, "status", folder], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.perf_counter() - begin


def main() -> None:
    """Print a line for each program."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--beside")
    arguments = parser.parse_args()
    checkouts = [ROOT, *([arguments.beside] if arguments.beside else [])]
    with tempfile.TemporaryDirectory() as place:
        folders = [os.path.join(place, str(number)) for number in range(len(checkouts))]
        for checkout, folder in zip(checkouts, folders, strict=True):
            for number in range(arguments.games):
                game = os.path.join(folder, f"g{number:04}")
                shutil.copytree(os.path.join(checkout, "games", "g42"), game)
                line = os.path.join(game, "private", "status.json")
                if os.path.exists(line):
                    # a command leaves it behind as the last thing it does
                    os.utime(line)
        taken = [[time_status(*pair) for pair in zip(checkouts, folders, strict=True)] for _ in range(arguments.rounds)]
    for number, checkout in enumerate(checkouts):
        processor, clock = (min(times[number][kind] for times in taken) for kind in (0, 1))
        print(f"{checkout}: {arguments.games} games, {processor:.3f} s of the processor, {clock:.3f} s by the clock")


if __name__ == "__main__":
    main()
