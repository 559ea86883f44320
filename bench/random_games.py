"""Random games a second on the bare kernel, and beside the program of another checkout.

    python bench/random_games.py [--games 400]
    python bench/random_games.py --beside CHECKOUT [--game through-the-desert] [--games 60] [--rounds 9]

Every action is drawn evenly from the complete list of legal ones; every decision is counted. ``--beside`` plays the
same games with both programs, four seats, default edition and options: a process of its own for each round of each, in
turn, so that a busy machine hits both alike. Figures are by processor time; what counts is the median of the ratios.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GAME = "through-the-desert"
PLAYER = """
import json, sys, time
from adjudicator.acts.simulate import Wish, play_kernels
from adjudicator.core.table import Pacing
from adjudicator.registry import find_game
game = find_game(sys.argv[1])
wish = Wish(game, next(iter(game.editions)), {}, 4, Pacing.ROUND, sys.argv[3].encode())
play_kernels(wish, 2)
start = time.process_time()
told = play_kernels(wish, int(sys.argv[2]))
print(json.dumps({"seconds": time.process_time() - start, "decisions": told.decisions}))
"""


def play_alone(games: int) -> None:
    """Print games and decisions a second for every number of seats, through `adjudicate simulate`."""
    program = os.path.join(os.path.dirname(sys.executable), "adjudicate")
    for seats in (2, 3, 4, 5):
        command = [program, "simulate", "--game", GAME, "--seats", str(seats)]
        command += ["--games", str(games), "--seed", "2026", "--json"]
        told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        print(
            f"{GAME}, {seats} seats: {told['games_per_second']:.0f} games a second, "
            f"{told['decisions_per_second']:.0f} decisions a second, "
            f"{told['decisions'] / told['games']:.0f} decisions a game, ended {told['ended']}"
        )


def play_beside(other: str, game: str, games: int, rounds: int) -> None:
    """Print the speed of both programs, and how many games this one plays while the ``other`` plays one."""
    speeds: dict[str, list[float]] = {ROOT: [], os.path.abspath(other): []}
    for number in range(rounds):
        decisions = []
        for checkout, reached in speeds.items():
            command = [sys.executable, "-c", PLAYER, game, str(games), f"round {number}"]
            told = json.loads(subprocess.run(command, check=True, capture_output=True, cwd=checkout).stdout)
            reached.append(games / told["seconds"])
            decisions.append(told["decisions"])
        if len(set(decisions)) > 1:
            print(f"round {number}: not the same games, {decisions} decisions")
    for checkout, reached in speeds.items():
        print(f"{checkout}: median {statistics.median(reached):.0f} games a second, best {max(reached):.0f}")
    ratios = [here / there for here, there in zip(*speeds.values(), strict=True)]
    print(f"ratio: median {statistics.median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f} in {rounds} rounds")


def main() -> None:
    """Play this program's kernel alone, or beside another's."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, help="games for each number of seats (400), or in each round (60)")
    parser.add_argument("--beside", metavar="CHECKOUT", help="a directory with another version of the program")
    parser.add_argument("--game", default=GAME, help="the game to play beside another program")
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_args()
    if arguments.beside:
        play_beside(arguments.beside, arguments.game, arguments.games or 60, arguments.rounds)
    else:
        play_alone(arguments.games or 400)


if __name__ == "__main__":
    main()
