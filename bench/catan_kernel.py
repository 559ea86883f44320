"""Random games of Catan a second on the bare kernel, beside the public engine catanatron where it can be installed.

    python bench/catan_kernel.py [--games 200] [--rounds 5] [--peer PYTHON | --no-peer]

Four seats, ten points, no trade between players; every action is drawn evenly from the complete list of legal ones.
Figures are by processor time of one process; the contestants take turns, so that a busy machine hits them alike, and
what counts is the median of the rounds' ratios. The first row draws dice and cards from the same stream as the choices,
so that the rules are what is measured; the second from the chance of a real game, which derives every draw by hashing.
Forced steps are rolls that the kernel takes without a decision. ``--peer`` names a Python that has catanatron
installed; without it one is made in a temporary directory.
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
from collections import Counter
from collections.abc import Callable

from adjudicator.acts.simulate import Picker
from adjudicator.core.chance import Chance, Label
from adjudicator.core.table import Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.catan import CatanKernel
from adjudicator.rules.catan.actions import ROLL

PEER = """
import json, sys, time
from catanatron import Color, Game, RandomPlayer
first, games = int(sys.argv[1]), int(sys.argv[2])
colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
Game([RandomPlayer(colour) for colour in colours], seed=first).play()
start, turns, actions = time.process_time(), 0, 0
for number in range(first, first + games):
    game = Game([RandomPlayer(colour) for colour in colours], seed=number, vps_to_win=10)
    game.play()
    turns += game.state.num_turns
    records = getattr(game.state, "action_records", None)
    actions += len(game.state.actions if records is None else records)
print(json.dumps({"seconds": time.process_time() - start, "games": games, "turns": turns, "decisions": actions}))
"""
SEATS = ("one", "two", "three", "four")
Contestant = Callable[[int, int], Counter[str]]


class QuickChance:
    """Draws that cost next to nothing: the next number of a stream, whatever the label."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self._below = below

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """A number from 0 to ``below - 1``."""
        del epoch, label, hidden
        return self._below(below)


def quick(number: int) -> tuple[Chance, Callable[[int], int]]:
    """Chance and choices of a game from one stream."""
    below = Picker(b"quick" + number.to_bytes(4, "big")).below
    return QuickChance(below), below


def real(number: int) -> tuple[Chance, Callable[[int], int]]:
    """Chance and choices of a game as ``adjudicate simulate`` makes them."""
    return SecretChance(f"sim-{number}", bytes(32)), Picker(number.to_bytes(4, "big")).below


def kernel_with(source: Callable[[int], tuple[Chance, Callable[[int], int]]]) -> Contestant:
    """Our kernel, drawing and choosing from ``source``."""
    kernel = CatanKernel()
    legal, play_on, decide = kernel.legal, kernel.play, kernel.decisions
    setting = Setting("base", {}, SEATS)

    def play(first: int, games: int) -> Counter[str]:
        start = time.process_time()
        decisions = rolls = turns = 0
        for number in range(first, first + games):
            chance, below = source(number)
            state, _ = kernel.setup(setting, chance)
            while open_decisions := decide(state):
                seat = open_decisions[0].seat
                actions = legal(state, seat)
                action = actions[below(len(actions))]
                state = play_on(state, seat, action, chance)
                decisions += 1
                rolls += action is ROLL
            turns += state.turn
        told = {"games": games, "decisions": decisions, "turns": turns, "forced": turns - rolls}
        return Counter({**told, "microseconds": round((time.process_time() - start) * 1e6)})

    return play


def peer_with(python: str) -> Contestant:
    """Catanatron's random players, run by ``python``."""

    def play(first: int, games: int) -> Counter[str]:
        command = [python, "-c", PEER, str(first), str(games)]
        told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        return Counter({**told, "microseconds": round(told.pop("seconds") * 1e6)})

    return play


def install_peer(folder: str) -> str | None:
    """A Python with catanatron in ``folder``; None where it cannot be installed."""
    python = os.path.join(folder, "bin", "python")
    commands = [[sys.executable, "-m", "venv", folder], [python, "-m", "pip", "install", "-q", "catanatron==3.2.1"]]
    try:
        for command in commands:
            subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return python


def main() -> None:
    """Print the figures of every contestant, and the ratios to the last one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="games a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peer", help="a Python that has catanatron")
    parser.add_argument("--no-peer", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        contestants = {"kernel": kernel_with(quick), "kernel, real chance": kernel_with(real)}
        peer = None if arguments.no_peer else arguments.peer or install_peer(folder)
        if peer:
            contestants["catanatron, random"] = peer_with(peer)
        rounds: dict[str, list[Counter[str]]] = {name: [] for name in contestants}
        for turn in range(arguments.rounds):
            for name, play in contestants.items():
                share = 8 if name.startswith("catanatron") else 1
                rounds[name].append(play(turn * arguments.games, max(1, arguments.games // share)))
    report(rounds)
    if not peer:
        print("catanatron was not measured")


def report(rounds: dict[str, list[Counter[str]]]) -> None:
    """A line for every contestant, over all rounds, and the ratios of each round."""
    speeds = {name: [told["games"] * 1e6 / told["microseconds"] for told in some] for name, some in rounds.items()}
    for name, some in rounds.items():
        told = sum(some, Counter[str]())
        games, second = told["games"], told["microseconds"] / 1e6
        print(
            f"{name:20} {games / second:6.1f} games a second, {told['decisions'] / second:8.0f} "
            f"decisions a second; a game: {told['decisions'] / games:.0f} decisions, {told['turns'] / games:.0f} turns"
            + (f", {told['forced'] / games:.0f} forced steps" if "forced" in told else "")
        )
    rival = next((name for name in speeds if name.startswith("catanatron")), None)
    for name in speeds if rival else ():
        if rival and name != rival:
            ratios = [ours / theirs for ours, theirs in zip(speeds[name], speeds[rival], strict=True)]
            print(
                f"{name} : {rival} = {statistics.median(ratios):.1f}, the median of {len(ratios)} rounds "
                f"({min(ratios):.1f} to {max(ratios):.1f})"
            )


if __name__ == "__main__":
    main()
