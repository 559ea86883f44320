"""Random games a second on the bare kernel, through `adjudicate simulate`.

    python bench/random_games.py [--games 400]

Every action is drawn evenly from the complete list of legal ones; every decision is counted.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys


def main() -> None:
    """Print games and decisions a second for every number of seats."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=400)
    arguments = parser.parse_args()
    program = os.path.join(os.path.dirname(sys.executable), "adjudicate")
    for seats in (2, 3, 4, 5):
        command = [program, "simulate", "--game", "through-the-desert", "--seats", str(seats)]
        command += ["--games", str(arguments.games), "--seed", "2026", "--json"]
        told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        print(
            f"through-the-desert, {seats} seats: {told['games_per_second']:.0f} games a second, "
            f"{told['decisions_per_second']:.0f} decisions a second, "
            f"{told['decisions'] / told['games']:.0f} decisions a game, ended {told['ended']}"
        )


if __name__ == "__main__":
    main()
