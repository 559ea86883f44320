"""Whether turn 60 costs what turn 6 costs: both run again and again from copies, in turns, in this process.

    python bench/turn_sixty.py [--games 4] [--runs 9]

Plays random four-seat games of every kind, one seat's move a turn, and keeps the directory as it is before some turns,
their files in the inbox. These turns are then run alternately, so that the machine's moods strike all alike. The turns
of one game differ in what happens: what stands for a turn is its quickest run, and the median of that over several
games. Exits with 1 above the bound.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from adjudicator.acts import run, simulate
from adjudicator.core.table import Pacing
from adjudicator.registry import find_game, list_games

SEATS = 4
EARLY, LATE = 6, 60
TURNS = (EARLY, 20, 40, LATE)
BOUND = 1.2


def keep_turns(folder: Path, name: str, number: int) -> dict[int, tuple[Path, datetime]]:
    """Game ``number`` as it was before each of the turns, and the instant at which the turn ran."""
    kept: dict[int, tuple[Path, datetime]] = {}
    inner = run.run_turn

    def keep(path: str, turn: int | None, now: datetime) -> run.Outcome:
        coming = len(list(Path(path, "turns").iterdir()))
        before = folder / f"before-{coming}"
        if coming in TURNS:
            shutil.copytree(path, before)
        outcome = inner(path, turn, now)
        if outcome.status is not run.Status.ADJUDICATED:
            shutil.rmtree(before, ignore_errors=True)
        elif coming in TURNS:
            kept[coming] = before, now
            if coming == LATE:
                raise StopIteration
        return outcome

    rules = find_game(name)
    wish = simulate.Wish(rules, next(iter(rules.editions)), {}, SEATS, Pacing.SEAT, f"sixty {number}".encode())
    simulate.run_turn = keep
    try:
        simulate.play_directories(wish, 1, str(folder / "game"), datetime(2026, 1, 1, tzinfo=UTC))
    except StopIteration:
        pass
    finally:
        simulate.run_turn = inner
    return kept


def time_turn(before: Path, now: datetime) -> float:
    """Milliseconds of a run of the turn, from a fresh copy."""
    game = before.with_name("again")
    shutil.copytree(before, game)
    begin = time.perf_counter()
    outcome = run.run_turn(str(game), None, now)
    spent = (time.perf_counter() - begin) * 1000
    assert outcome.status is run.Status.ADJUDICATED
    shutil.rmtree(game)
    return spent


def main() -> int:
    """Print what each turn costs, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--runs", type=int, default=9)
    arguments = parser.parse_args()
    worst = 0.0
    for name in list_games():
        quickest: dict[int, list[float]] = {turn: [] for turn in TURNS}
        for number in range(arguments.games):
            with tempfile.TemporaryDirectory() as folder:
                kept = keep_turns(Path(folder), name, number)
                times: dict[int, list[float]] = {turn: [] for turn in kept}
                for _ in range(arguments.runs):
                    for turn, (before, now) in kept.items():
                        times[turn].append(time_turn(before, now))
                for turn, spent in times.items():
                    quickest[turn].append(min(spent))
        costs = {turn: statistics.median(each) for turn, each in quickest.items() if each}
        ratio = costs[LATE] / costs[EARLY]
        worst = max(worst, ratio)
        told = ", ".join(f"turn {turn} {cost:.1f} ms" for turn, cost in costs.items())
        print(f"{name}: {told}; turn {LATE} / turn {EARLY}: {ratio:.2f}")
    print(f"worst ratio {worst:.2f}, at most {BOUND} wanted")
    return int(worst > BOUND)


if __name__ == "__main__":
    sys.exit(main())
