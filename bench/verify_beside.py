"""What `adjudicate verify` of one long game costs beside the program of another checkout, on as many cores as it likes.

    python bench/verify_beside.py CHECKOUT [--seed 03] [--rounds 7]

Each program simulates a game of `catan-caravans` by seat from the seed and verifies its own; the two commands take
turns. Their games differ, so the figure is that of a turn. CHECKOUT has a virtual environment of its own in `.venv`.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.join(os.path.dirname(sys.executable), "adjudicate")
GAME = ("--game", "catan-caravans", "--seats", "4", "--games", "1", "--pacing", "seat")


def main() -> None:
    """Print the milliseconds a turn of both, round by round, and the ratio of their medians."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", help="the other program, installed into its `.venv`")
    parser.add_argument("--seed", default="03")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    programs = (HERE, os.path.join(arguments.checkout, ".venv", "bin", "adjudicate"))
    with tempfile.TemporaryDirectory() as folder:
        games = [simulate(program, arguments.seed, os.path.join(folder, str(i))) for i, program in enumerate(programs)]
        times: list[tuple[float, ...]] = []
        for number in range(arguments.rounds + 1):
            pair = tuple(verify(program, game) for program, game in zip(programs, games, strict=True))
            if number:  # the first pair warms caches
                times.append(pair)
                print(f"{pair[0]:.2f} and {pair[1]:.2f} ms a turn", flush=True)
    ours, theirs = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"medians {ours:.2f} and {theirs:.2f} ms a turn, {theirs / ours:.2f} times as fast")


def simulate(program: str, seed: str, folder: str) -> str:
    """The game directory that ``program`` plays below ``folder`` from ``seed``."""
    subprocess.run([program, "simulate", *GAME, "--seed", seed, "--out", folder], check=True, stdout=subprocess.DEVNULL)
    (name,) = os.listdir(folder)
    return os.path.join(folder, name)


def verify(program: str, game: str) -> float:
    """Milliseconds a turn by the clock that ``program`` takes to verify ``game``, the start of the process included."""
    begin = time.perf_counter()
    ran = subprocess.run([program, "verify", game, "--json"], check=True, capture_output=True)
    milliseconds = (time.perf_counter() - begin) * 1000
    (verdict,) = json.loads(ran.stdout) if ran.stdout.lstrip().startswith(b"[") else (json.loads(ran.stdout),)
    return milliseconds / (int(verdict["turns"]) + 1)


if __name__ == "__main__":
    main()
