"""Whether turn 60 costs what turn 6 costs: both run again and again from copies, in turns, in this process.

    python bench/turn_sixty.py [--games 4] [--runs 40] [--kind through-the-desert]

Plays random four-seat games of every kind, one seat's move a turn, and keeps the directory as it is before either
turn, their files in the inbox. Then every kept turn of a kind runs once a round, forwards in one round and backwards in
the next, so that the machine's moods strike all alike, and the run before was another turn's.

A run is the whole ``run_turn``, reports and syncing included. The copy it runs in, 60 turns for the one and 6 for the
other, is on disk before the clock starts: else the run's own syncs would write the copy as well, since the journal of
a file system takes what was changed before along with what is synced.

The turns of one game differ in what happens: what stands for a turn is its quickest run, what stands for a kind the
mean and the median over its games. Exits with 1 where either is above the bound. Beside the milliseconds by the clock
it prints those of the processor alone, in which others on the machine have little part, and what has nothing to do
with time at all: steps of the interpreter, syncs, files and bytes of each turn.
"""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import NamedTuple, TypeAlias

from kinds import KINDS

from adjudicator.acts import run, simulate
from adjudicator.core.table import Pacing
from adjudicator.registry import find_game

SEATS = 4
EARLY, LATE = 6, 60
BOUND = 1.2
Trace: TypeAlias = Callable[[FrameType, str, object], "Trace"]


class Kept(NamedTuple):
    """A game as it was before a turn, and the instant at which the turn ran."""

    before: Path
    now: datetime


class Cost(NamedTuple):
    """Milliseconds that a run took: by the clock, and of the processor."""

    clock: float
    processor: float


class Work(NamedTuple):
    """What a turn does: steps of the interpreter, syncs, and the files it leaves with their bytes."""

    steps: int
    syncs: int
    files: int
    bytes: int


def keep_turns(folder: Path, name: str, number: int) -> dict[int, Kept]:
    """Game ``number`` as it was before the two turns; without the late one where the game ended earlier."""
    kept: dict[int, Kept] = {}
    inner = run.run_turn

    def keep(path: str, turn: int | None, now: datetime) -> run.RunResult:
        coming = len(list(Path(path, "turns").glob("*.turn")))
        before = folder / f"before-{coming}"
        if coming in (EARLY, LATE):
            shutil.copytree(path, before)
        outcome = inner(path, turn, now)
        if outcome.status is not run.Status.ADJUDICATED:
            shutil.rmtree(before, ignore_errors=True)
        elif coming in (EARLY, LATE):
            kept[coming] = Kept(before, now)
            if coming == LATE:
                raise StopIteration
        return outcome

    rules = find_game(name)
    wish = simulate.Wish(rules, next(iter(rules.editions)), {}, SEATS, Pacing.SEAT, f"sixty {number}".encode())
    simulate.run_turn = keep
    try:
        simulate.play_directories(wish, 1, str(folder / "game"))
    except StopIteration:
        pass
    finally:
        simulate.run_turn = inner
    shutil.rmtree(folder / "game")
    return kept


@contextmanager
def _copy(kept: Kept) -> Iterator[str]:
    game = str(shutil.copytree(kept.before, kept.before.with_name("again")))
    yield game
    shutil.rmtree(game)


def time_turn(kept: Kept) -> Cost:
    """What a run of the turn costs, from a fresh copy that is on disk."""
    with _copy(kept) as game:
        os.sync()
        gc.collect()
        begun, worked = time.perf_counter(), time.process_time()
        outcome = run.run_turn(game, None, kept.now)
        spent = Cost((time.perf_counter() - begun) * 1000, (time.process_time() - worked) * 1000)
    assert outcome.status is run.Status.ADJUDICATED
    return spent


def count_work(kept: Kept) -> Work:
    """What a run of the turn does, from a fresh copy."""
    steps = syncs = 0

    def trace(frame: FrameType, event: str, _: object) -> Trace:
        nonlocal steps
        if event == "call":
            frame.f_trace_lines, frame.f_trace_opcodes = False, True
        steps += event == "opcode"
        return trace

    def profile(frame: FrameType, event: str, called: object) -> None:
        nonlocal syncs
        del frame
        syncs += event == "c_call" and called is os.fsync

    before = sys.gettrace(), sys.getprofile()
    with _copy(kept) as game:
        sys.settrace(trace)
        sys.setprofile(profile)
        try:
            outcome = run.run_turn(game, None, kept.now)
        finally:
            sys.settrace(before[0])
            sys.setprofile(before[1])
        sizes = [path.stat().st_size for path in Path(game, "turns").rglob(f"{outcome.turn:04}*") if path.is_file()]
        reports = Path(game, "turns", f"{outcome.turn:04}", "reports")
        sizes += [path.stat().st_size for path in reports.iterdir()]
    return Work(steps, syncs, len(sizes), sum(sizes))


def time_rounds(games: Mapping[int, Mapping[int, Kept]], rounds: int) -> dict[int, list[Cost]]:
    """The least that each game's run of a turn cost, by turn, games in order; clock and processor each for itself."""
    order = [(number, turn) for number, kept in games.items() for turn in kept]
    costs: dict[tuple[int, int], list[Cost]] = {each: [] for each in order}
    for each in range(rounds):
        for number, turn in order if each % 2 else reversed(order):
            costs[number, turn].append(time_turn(games[number][turn]))
    return {
        turn: [Cost(*map(min, zip(*costs[number, turn], strict=True))) for number in games] for turn in (EARLY, LATE)
    }


def main() -> int:
    """Print what either turn costs, and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--kind", choices=KINDS, action="append", help="all kinds of game unless given")
    arguments = parser.parse_args()
    worst = 0.0
    for name in arguments.kind or KINDS:
        with tempfile.TemporaryDirectory() as folder:
            kept = {number: keep_turns(Path(folder, str(number)), name, number) for number in range(arguments.games)}
            games = {number: turns for number, turns in kept.items() if LATE in turns}
            costs = time_rounds(games, arguments.runs)
            # twice, so that what is counted does not hang on what was imported first
            works = [{turn: count_work(turns[turn]) for turn in turns} for _ in range(2) for turns in games.values()]
        print(f"{name}, {len(games)} games")
        early, late = ([cost.clock for cost in costs[turn]] for turn in (EARLY, LATE))
        worst = max(worst, *_tell("by the clock", early, late))
        _tell("of the processor", *([cost.processor for cost in costs[turn]] for turn in (EARLY, LATE)))
        for number, work in zip(games, works[len(games) :], strict=True):
            print(f"  game {number}: " + ", ".join(_compare(work[EARLY], work[LATE])))
    print(f"worst ratio {worst:.2f}, at most {BOUND} wanted")
    return int(worst > BOUND)


def _tell(what: str, early: Sequence[float], late: Sequence[float]) -> tuple[float, float]:
    """Print milliseconds and ratios of either turn; the ratios of the means and of the medians."""
    means = statistics.mean(early), statistics.mean(late)
    ratios = means[1] / means[0], statistics.median(late) / statistics.median(early)
    each = ", ".join(f"{other / one:.2f}" for one, other in zip(early, late, strict=True))
    print(
        f"  {what}: turn {EARLY} {means[0]:.1f} ms, turn {LATE} {means[1]:.1f} ms; "
        f"means {ratios[0]:.2f}, medians {ratios[1]:.2f}, game by game {each}"
    )
    return ratios


def _compare(early: Work, late: Work) -> list[str]:
    return [
        f"{what} {one} and {other} ({other / one:.2f})"
        for what, one, other in zip(Work._fields, early, late, strict=True)
    ]


if __name__ == "__main__":
    sys.exit(main())
