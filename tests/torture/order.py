"""What kill -9 cannot show: whether everything is synced before it is renamed, and before anybody is told of it."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from torture.faults import WORKERS, list_calls
from torture.scenario import Scenario, spread
from torture.tally import Tally, count
from torture.tracing import Call, log_calls, run_with_fault
from torture.workbench import Workbench

_MADE_AGAIN = re.compile(r"/turns/[0-9]{4,}(?:/|$)|/private/status\.json")
_NUMBERED = re.compile(r"gone: .*/[0-9]{2,9}\.(?:yaml|receipt\.json)")
"""A file that a turn has consumed: it is known by its turn, should it come back."""


class Ledger:
    """Which contents and which folders are not durable yet, as the calls go by."""

    def __init__(self, root: Path) -> None:
        self._root = str(root)
        self.unsynced_files: set[str] = set()
        self.unsynced_folders: dict[str, str] = {}
        """Each folder whose names have changed, with the last change."""
        self.findings: list[str] = []
        self.points = 0

    def take(self, call: Call) -> None:
        """Take up one call that succeeded."""
        folder = os.path.dirname(call.path)
        if _MADE_AGAIN.search(call.path):
            # reports and the line of the status are made again where they are torn or missing
            return
        match call.name:
            case "open" | "mkdir":
                self.unsynced_folders[folder] = f"{call.name} {self._short(call.path)}"
            case "write" if call.descriptor == 1:
                self._judge_word()
            case "write" | "truncate":
                self.unsynced_files.add(call.path)
            case "fsync":
                self.unsynced_files.discard(call.path)
                self.unsynced_folders.pop(call.path, None)
            case "unlink" | "rmdir":
                self.unsynced_files.discard(call.path)
                self.unsynced_folders.pop(call.path, None)
                # that something of ours is gone need not be durable before the next turn covers it
                self.unsynced_folders.setdefault(folder, f"gone: {self._short(call.path)}")
            case "rename":
                self._judge_rename(call)

    def _judge_rename(self, call: Call) -> None:
        self.points += 1
        below = [name for name in self.unsynced_files if (name + "/").startswith(call.path + "/")]
        below += [name for name in self.unsynced_folders if (name + "/").startswith(call.path + "/")]
        self.findings += [f"{self._short(name)} is renamed and not synced" for name in sorted(below)]
        if os.path.dirname(call.second).endswith("/turns"):
            gone = [name for name, why in self.unsynced_folders.items() if "/inbox" in name and _is_gone_for_good(why)]
            self.findings += [f"a turn is committed while {self._short(name)} is not synced" for name in sorted(gone)]
        for name in below:
            self.unsynced_files.discard(name)
            self.unsynced_folders.pop(name, None)
        self.unsynced_folders[os.path.dirname(call.second)] = f"rename to {self._short(call.second)}"

    def _judge_word(self) -> None:
        self.points += 1
        late = [
            f"{self._short(name)} ({why})" for name, why in self.unsynced_folders.items() if not why.startswith("gone")
        ]
        late += [self._short(name) for name in self.unsynced_files]
        self.findings += [f"a word is said while not synced: {name}" for name in sorted(late)]

    def _short(self, path: str) -> str:
        return os.path.relpath(path, self._root)


def _is_gone_for_good(why: str) -> bool:
    return why.startswith("gone") and not _NUMBERED.fullmatch(why)


def find_unordered(root: Path, calls: Sequence[Call]) -> tuple[int, list[str]]:
    """How many renames and words there were, and what was not durable at them."""
    ledger = Ledger(root)
    for call in calls:
        if call.result >= 0:
            ledger.take(call)
    return ledger.points, ledger.findings


def _rename_root(calls: Sequence[Call], root: Path, scenario: Scenario) -> list[Call]:
    """``calls`` as if the game lay at the scenario's own folder: the ledger sees one game through all its steps."""
    old, new = str(root), str(scenario.scratch)
    return [call._replace(path=call.path.replace(old, new), second=call.second.replace(old, new)) for call in calls]


def list_steps(scenario: Scenario) -> list[list[Call]]:
    """The calls of every step of one undisturbed pass."""
    numbers = range(len(scenario.stages))
    root = scenario.scratch
    return [_rename_root(list_calls(scenario, at, "changes"), root / f"listing-{at}", scenario) for at in numbers]


def check_order(scenario: Scenario) -> Tally:
    """Every rename and every line said, in one undisturbed pass over the scenario."""
    points, findings = find_unordered(scenario.scratch, [call for calls in list_steps(scenario) for call in calls])
    return Tally(points, points, tuple(findings[:points]))


def check_recoveries(scenario: Scenario, most: int | None = None, steps: Sequence[int] | None = None) -> Tally:
    """The same in the recovery from a kill at each call: what was left unsynced is synced before a word is said."""
    listed = list_steps(scenario)
    jobs = []
    for number in steps or range(len(scenario.stages)):
        points = spread(range(1, len(listed[number]) + 1), most)
        jobs += [(scenario, listed, number, points[part::WORKERS], part) for part in range(WORKERS)]
    total = Tally()
    with ProcessPoolExecutor(WORKERS) as pool:
        for tally in pool.map(_check_recoveries, *zip(*jobs, strict=True)):
            total = total.plus(tally)
    return total


def _check_recoveries(
    scenario: Scenario, listed: list[list[Call]], number: int, points: Sequence[int], part: int
) -> Tally:
    stage, variables = scenario.stages[number], scenario.variables
    bench = Workbench(scenario.scratch / f"order-{number}-{part}", stage.before)
    earlier = [call for calls in listed[:number] for call in calls]
    total = Tally()
    for point in points:
        words = stage.step.at(bench.path)
        killed = run_with_fault(bench.path, "changes", "kill", point, words, variables)
        recovery = _rename_root(log_calls(bench.path, "changes", words, variables)[1], bench.path, scenario)
        _, trouble = find_unordered(scenario.scratch, [*earlier, *listed[number][: point - 1], *recovery])
        trouble += [] if killed.fired else ["the kill did not fire"]
        total = total.plus(count(killed.fired, trouble, f"{stage.step.name}, killed at {point}"))
        bench.restore()
    return total
