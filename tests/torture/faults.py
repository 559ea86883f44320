"""Bars 1 to 3: kill -9 at every call, errors at every call that changes something, kills of recoveries."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from torture.scenario import (
    Promises,
    Scenario,
    Stage,
    find_broken,
    find_unrecovered,
    is_one_line,
    spread,
)
from torture.tally import Tally, count
from torture.tracing import Call, Ran, log_calls, run_with_fault
from torture.workbench import Workbench

from adjudicator.acts.status_line import find_line

FAULT = 70
EIO, ENOSPC = 5, 28
WORKERS = 2
LINE = "private/status.json.aside"
"""What the line of the status is written as; no record, so that its loss is no reason to fail."""


class Strike(NamedTuple):
    """A fault at one call of a step; ``loses_line`` where all that it can cost is the line of the status."""

    point: int
    action: str
    loses_line: bool


def list_calls(scenario: Scenario, number: int, counted: str) -> tuple[Call, ...]:
    """The calls of step ``number`` of ``scenario``, undisturbed."""
    bench = Workbench(scenario.scratch / f"listing-{number}", scenario.stages[number].before)
    ran, calls = log_calls(bench.path, counted, scenario.stages[number].step.at(bench.path), scenario.variables)
    shutil.rmtree(bench.path)
    assert ran.code == scenario.stages[number].ran.code, ran
    return calls


def strike_steps(
    scenario: Scenario,
    counted: str,
    actions: tuple[str, ...],
    most: int | None = None,
    steps: Sequence[int] | None = None,
) -> Tally:
    """Every action at every counted call of the ``steps`` (all, unless given), or at ``most`` of each step's calls."""
    jobs = []
    for number in steps or range(len(scenario.stages)):
        calls = list_calls(scenario, number, counted)
        # a lock that is refused means "busy", whatever the error: it is no fault of the disk
        possible = [point for point, call in enumerate(calls, 1) if "kill" in actions or call.name != "lock"]
        strikes = [
            Strike(point, action, action.startswith("once") and calls[point - 1].path.endswith(LINE))
            for point in spread(possible, most)
            for action in actions
            if action == "kill" or calls[point - 1].name != "lock"
        ]
        jobs += [(scenario, number, counted, strikes[part::WORKERS], part) for part in range(WORKERS)]
    total = Tally()
    with ProcessPoolExecutor(WORKERS) as pool:
        for tally in pool.map(_strike_step, *zip(*jobs, strict=True)):
            total = total.plus(tally)
    return total


def _strike_step(scenario: Scenario, number: int, counted: str, strikes: Sequence[Strike], part: int) -> Tally:
    stage, variables = scenario.stages[number], scenario.variables
    bench = Workbench(scenario.scratch / f"{number}-{part}", stage.before)
    total = Tally()
    for point, action, loses_line in strikes:
        ran = run_with_fault(bench.path, counted, action, point, stage.step.at(bench.path), variables)
        trouble = [] if ran.fired else ["the fault did not fire"]
        trouble += _judge_lost_line(stage, ran, bench) if loses_line else _judge_exit(action, ran.code, ran.err)
        trouble += _judge_state(scenario, number, bench, stage.promised.and_of(ran.out))
        total = total.plus(count(ran.fired, trouble, f"{stage.step.name}, {action} at {point}"))
        bench.restore()
    shutil.rmtree(bench.path)
    return total


def _judge_state(scenario: Scenario, number: int, bench: Workbench, promised: Promises) -> list[str]:
    """What is wrong with the directory and with its recovery; asked once for each state that is found.

    The commands are given their instant and draw no chance of their own, so the same directory recovers the same way.
    """
    state = repr((number, bench.fingerprint(), sorted(promised.receipts), sorted(promised.heads)))
    verdict = scenario.scratch / "judged" / hashlib.sha256(state.encode()).hexdigest()
    if not verdict.exists():
        trouble = find_broken(bench.path, promised, scenario.variables)
        trouble = trouble or find_unrecovered(scenario, number, bench.path)
        verdict.parent.mkdir(exist_ok=True)
        fresh = verdict.with_name(f"{verdict.name}.{os.getpid()}")
        fresh.write_text("\n".join(trouble))
        fresh.replace(verdict)
    return verdict.read_text().splitlines()


_ANSWER = re.compile(r"\A[^\n]*: (?:green|yellow|red): [^\n]*\n")


def _judge_exit(action: str, code: int, complaint: str) -> list[str]:
    if action == "kill":
        return [] if code == 128 + 9 else [f"exit {code}, not killed"]
    trouble = [] if code == FAULT else [f"exit {code} after an error"]
    # what became of a file is for the moderator, and told before its receipt is printed
    complaint = _ANSWER.sub("", complaint, count=1)
    return trouble if is_one_line(complaint) else [*trouble, f"not one line: {complaint[:200]!r}"]


def _judge_lost_line(stage: Stage, ran: Ran, bench: Workbench) -> list[str]:
    """What is wrong where the command should have gone on as if nothing was: no older line is left that counts."""
    trouble = [] if ran.code == stage.ran.code else [f"exit {ran.code}, not {stage.ran.code}"]
    if ran.err != stage.ran.err:
        trouble.append(f"complains of a line that nobody misses: {ran.err[:200]!r}")
    return [*trouble, "an older line of the status counts"] if find_line(str(bench.path)) else trouble


def kill_in_threes(scenario: Scenario, seeds: range) -> Tally:
    """Kill a step, kill its recovery, kill that recovery, each at a point drawn by a plain formula from the seed."""
    lengths = [len(list_calls(scenario, number, "changes")) for number in range(len(scenario.stages))]
    jobs = [(scenario, lengths, seeds[part::WORKERS], part) for part in range(WORKERS)]
    total = Tally()
    with ProcessPoolExecutor(WORKERS) as pool:
        for tally in pool.map(_kill_in_threes, *zip(*jobs, strict=True)):
            total = total.plus(tally)
    return total


def _kill_in_threes(scenario: Scenario, lengths: list[int], seeds: range, part: int) -> Tally:
    total = Tally()
    benches: dict[int, Workbench] = {}
    for seed in seeds:
        draw = _draws(seed)
        number = next(draw) % len(lengths)
        stage: Stage = scenario.stages[number]
        if number not in benches:
            benches[number] = Workbench(scenario.scratch / f"threes-{part}-{number}", stage.before)
        game = benches[number].path
        promised, fired, trouble, most = stage.promised, 0, [], lengths[number]
        for _ in range(3):
            # a recovery may have less to do than what it recovers: a kill beyond its end is drawn again, earlier
            ran = run_with_fault(
                game, "changes", "kill", next(draw) % most + 1, stage.step.at(game), scenario.variables
            )
            while not ran.fired and most > 1:
                promised = promised.and_of(ran.out)
                most = max(1, most // 4)
                at = next(draw) % most + 1
                ran = run_with_fault(game, "changes", "kill", at, stage.step.at(game), scenario.variables)
            fired += ran.fired
            promised = promised.and_of(ran.out)
            trouble += find_broken(game, promised, scenario.variables)
        trouble += [] if fired == 3 else [f"only {fired} kills fired"]
        trouble = trouble or find_unrecovered(scenario, number, game)
        total = total.plus(count(fired, trouble, f"{stage.step.name}, kills of seed {seed}"))
        benches[number].restore()
    return total


def _draws(seed: int) -> Iterator[int]:
    """Numbers that look random and are the same in every run: a linear congruence with Knuth's constants."""
    state = seed * 2654435761 + 1
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33
