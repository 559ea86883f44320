"""How many turns a second one process adjudicates: 200 copies of a game with a turn due, in one call.

    python bench/many_games.py [--game games/g42] [--games 200] [--beside CHECKOUT --rounds 5]

Reports and syncing are included. The second part runs the same in this process with a stopwatch on the stages and
prints the share of each; syncing is the time inside the system's sync calls. With ``--beside`` the program of another
checkout runs its own copies of the game in turn with ours, and the ratio of each round is printed instead.
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
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from adjudicator.acts import run
from adjudicator.ledger import turn
from adjudicator.store import turns

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOW = datetime(2026, 9, 22, 7, 0, tzinfo=UTC)


def copy_games(game: str, folder: str, count: int) -> list[str]:
    """``count`` copies of ``game``, on disk before anything is timed."""
    paths = [os.path.join(folder, f"g{number:03}") for number in range(count)]
    for path in paths:
        shutil.copytree(game, path)
    os.sync()
    return paths


class Stopwatch:
    """Adds up the time spent in functions it is put around."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    def around(self, owner: Any, name: str, stage: str) -> None:  # noqa: ANN401 - any module or class
        """Count the time of ``owner.name`` for ``stage``."""
        inner: Callable[..., Any] = getattr(owner, name)

        def timed(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - whatever the function takes
            begin = time.perf_counter()
            try:
                return inner(*arguments, **options)
            finally:
                self.seconds[stage] += time.perf_counter() - begin

        setattr(owner, name, timed)


def time_call(checkout: str, game: str, count: int) -> tuple[float, float]:
    """Turns a second, and milliseconds of the processor a turn, of one call of the program in ``checkout``."""
    with tempfile.TemporaryDirectory() as folder:
        paths = copy_games(game, folder, count)
        program = os.path.join(checkout, ".venv", "bin", "adjudicate")
        begin, before = time.perf_counter(), os.times()
        subprocess.run([program, *paths, "--turn", "7"], check=True, stdout=subprocess.DEVNULL)
        seconds, after = time.perf_counter() - begin, os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return count / seconds, spent / count * 1000


def compare(game: str, checkout: str, count: int, rounds: int) -> None:
    """Print each round of both programs, which take turns, and the median ratio."""
    ratios = []
    for _ in range(rounds):
        ours = time_call(ROOT, game, count)
        theirs = time_call(checkout, os.path.join(checkout, os.path.relpath(game, ROOT)), count)
        ratios.append(ours[0] / theirs[0])
        print(
            f"{ours[0]:.0f} and {theirs[0]:.0f} turns a second, {ratios[-1]:.2f} times; "
            f"{ours[1]:.1f} and {theirs[1]:.1f} ms of the processor a turn"
        )
    print(f"median ratio: {statistics.median(ratios):.2f}")


def main() -> None:
    """Print turns a second of the command, then the shares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default=os.path.join(ROOT, "games", "g42"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--beside", metavar="CHECKOUT")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    if arguments.beside:
        compare(arguments.game, arguments.beside, arguments.games, arguments.rounds)
        return
    program = os.path.join(os.path.dirname(sys.executable), "adjudicate")
    with tempfile.TemporaryDirectory() as folder:
        paths = copy_games(arguments.game, folder, arguments.games)
        begin = time.perf_counter()
        subprocess.run([program, *paths, "--turn", "7"], check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - begin
        print(f"{arguments.games} games in one call: {seconds:.2f} s, {arguments.games / seconds:.0f} turns a second")
    with tempfile.TemporaryDirectory() as folder:
        paths = copy_games(arguments.game, folder, arguments.games)
        watch = Stopwatch()
        watch.around(os, "fsync", "syncing")
        watch.around(turn, "render_reports", "reports")
        watch.around(run, "open_game", "reading the newest turn")
        watch.around(run, "next_turn", "adjudicating, the record included")
        watch.around(run.OpenGame, "agendas_with", "reading move files")
        watch.around(turns.TurnFolder, "commit", "committing, syncing included")
        begin = time.perf_counter()
        for path in paths:
            run.run_turn(path, 7, NOW)
        total = time.perf_counter() - begin
        for stage, spent in sorted(watch.seconds.items(), key=lambda entry: -entry[1]):
            print(f"  {stage}: {spent / arguments.games * 1000:.2f} ms a turn, {spent / total:.0%}")
        print(f"  everything: {total / arguments.games * 1000:.2f} ms a turn")


if __name__ == "__main__":
    main()
