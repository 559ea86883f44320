"""How many turns a second `verify` plays again: finished four-seat games of every kind, in one process.

    python bench/verify_speed.py [--runs 3]

The games are played at random, in each pacing, and lie on disk as real directories; `verify` reads them, checks hashes,
Merkle roots and salts, draws every draw again from the secret, and replays every turn. Exits with 1 below the bound.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time

from kinds import KINDS

from adjudicator.acts.simulate import Wish, play_directories
from adjudicator.acts.verify import verify_game
from adjudicator.core.table import Pacing
from adjudicator.registry import find_game

SEATS = 4
WANTED = 100


def main() -> int:
    """Print turns a second for each game and pacing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    slowest = float("inf")
    for name in KINDS:
        for pacing in Pacing:
            rules = find_game(name)
            wish = Wish(rules, next(iter(rules.editions)), {}, SEATS, pacing, b"verify")
            with tempfile.TemporaryDirectory() as folder:
                play_directories(wish, 1, folder)
                rates, turns = [], 0
                for _ in range(arguments.runs):
                    begin = time.perf_counter(), time.process_time()
                    found = verify_game(f"{folder}/sim-0000")
                    seconds = time.perf_counter() - begin[0], time.process_time() - begin[1]
                    assert found.ok, found.findings
                    turns = found.turns + 1
                    rates.append((turns / seconds[0], turns / seconds[1]))
            rate, alone = (statistics.median(column) for column in zip(*rates, strict=True))
            slowest = min(slowest, rate)
            print(
                f"{name}, by {pacing.value}: {turns} turns, {rate:.0f} turns a second ({alone:.0f} of processor time)"
            )
    print(f"slowest: {slowest:.0f} turns a second, wanted {WANTED}")
    return int(slowest < WANTED)


if __name__ == "__main__":
    sys.exit(main())
