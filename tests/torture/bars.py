"""The bars: what each tries, in full and in short, and the planted defects that it must find."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from torture.faults import EIO, ENOSPC, kill_in_threes, strike_steps
from torture.order import check_order, check_recoveries
from torture.rivals import crowd, crowd_founding, preempt, race
from torture.scenario import prepare
from torture.tally import Tally

SUBMIT, RUN = (0,), (2,)
ERRORS = tuple(f"{mode}:{error}" for mode in ("once", "on") for error in (EIO, ENOSPC))


class Trial(NamedTuple):
    """A way to try a bar: how, in a folder, with a defect or none."""

    full: Callable[[Path], Tally]
    short: Callable[[Path], Tally]


class Bar(NamedTuple):
    """A bar. ``mutants`` has, for each planted defect by name, the trial that must fail with it."""

    name: str
    trial: Trial
    mutants: dict[str, Callable[[Path], Tally]]


class Row(NamedTuple):
    """A line of the table."""

    bar: str
    tally: Tally
    caught: tuple[str, ...]
    missed: tuple[str, ...]


def _strike(counted: str, actions: tuple[str, ...], most: int | None) -> Callable[[Path], Tally]:
    return lambda folder: strike_steps(prepare(folder), counted, actions, most)


def _strike_mutant(mutant: str, action: str, steps: tuple[int, ...]) -> Callable[[Path], Tally]:
    return lambda folder: strike_steps(prepare(folder, mutant), "changes", (action,), 10, steps)


BARS = (
    Bar(
        "kill -9 at every call that changes the game or speaks",
        Trial(_strike("changes", ("kill",), None), _strike("changes", ("kill",), 3)),
        {
            "say-before-keeping": _strike_mutant("say-before-keeping", "kill", SUBMIT),
            "show-turn-before-it-is-complete": _strike_mutant("show-turn-before-it-is-complete", "kill", RUN),
            "empty-inbox-before-commit": _strike_mutant("empty-inbox-before-commit", "kill", RUN),
        },
    ),
    Bar(
        "EIO and ENOSPC at each of these calls, once and from there on",
        Trial(_strike("changes", ERRORS, None), _strike("changes", (ERRORS[0], ERRORS[3]), 2)),
        {
            "empty-inbox-before-commit": _strike_mutant("empty-inbox-before-commit", ERRORS[2], RUN),
            "swallow-failed-sync": _strike_mutant("swallow-failed-sync", ERRORS[0], RUN),
            "retry-failed-sync": _strike_mutant("retry-failed-sync", ERRORS[0], RUN),
        },
    ),
    Bar(
        "three kills: the command, its recovery, the recovery of that",
        Trial(
            lambda folder: kill_in_threes(prepare(folder), range(200)),
            lambda folder: kill_in_threes(prepare(folder), range(3)),
        ),
        {"leave-leftovers": lambda folder: kill_in_threes(prepare(folder, "leave-leftovers"), range(8))},
    ),
    Bar(
        "held at each of these calls while a rival runs to its end",
        Trial(lambda folder: preempt(prepare(folder)), lambda folder: preempt(prepare(folder), 2)),
        {"lock-nothing": lambda folder: preempt(prepare(folder, "lock-nothing"), 6)},
    ),
    Bar(
        "8 processes at once",
        Trial(lambda folder: crowd(prepare(folder), 50), lambda folder: crowd(prepare(folder), 2)),
        {"lock-nothing": lambda folder: crowd(prepare(folder, "lock-nothing"), 3)},
    ),
    Bar(
        "8 processes set up a game at one place",
        Trial(lambda folder: crowd_founding(folder, 25), lambda folder: crowd_founding(folder, 2)),
        {"lock-no-founding": lambda folder: crowd_founding(folder, 6, mutant="lock-no-founding")},
    ),
    Bar(
        "500 submissions racing 20 adjudications",
        Trial(lambda folder: race(folder, 500, 20), lambda folder: race(folder, 12, 2)),
        {"lock-nothing": lambda folder: race(folder, 60, 4, "lock-nothing")},
    ),
    Bar(
        "synced before each rename and each word (one trace)",
        Trial(lambda folder: check_order(prepare(folder)), lambda folder: check_order(prepare(folder))),
        {
            name: lambda folder, name=name: check_order(prepare(folder, name))
            for name in ("sync-no-file", "sync-no-folder", "say-before-sync")
        },
    ),
    Bar(
        "the same in the recovery from a kill at each of these calls",
        Trial(lambda folder: check_recoveries(prepare(folder)), lambda folder: check_recoveries(prepare(folder), 2)),
        {
            "trust-what-lies-there": lambda folder: check_recoveries(
                prepare(folder, "trust-what-lies-there"), None, SUBMIT
            ),
        },
    ),
    Bar(
        "kill -9 at every call on the game's files, reading ones too",
        Trial(_strike("game", ("kill",), None), _strike("game", ("kill",), 2)),
        {},
    ),
)
EVERY_CALL = Bar(
    "kill -9 at every call from the first that names the game",
    Trial(_strike("all", ("kill",), None), _strike("all", ("kill",), 2)),
    {},
)
"""As the bar before, with the calls that load modules and templates: 5 times as many, on the same states."""


def run_bar(bar: Bar, folder: Path, *, short: bool = False, with_mutants: bool = True) -> Row:
    """Try ``bar`` below ``folder`` and plant its defects."""
    tally = (bar.trial.short if short else bar.trial.full)(folder / "sound")
    caught, missed = [], []
    for name, trial in bar.mutants.items() if with_mutants else ():
        (caught if trial(folder / name).failures else missed).append(name)
    return Row(bar.name, tally, tuple(caught), tuple(missed))


def write_table(rows: list[Row]) -> Iterator[str]:
    """The lines of the table, as Markdown."""
    yield "| bar | tried | survived | faults fired | mutants caught |"
    yield "|---|---|---|---|---|"
    for row in rows:
        mutants = len(row.caught) + len(row.missed)
        names = f": {', '.join(row.caught)}" if row.caught else ""
        caught = f"{len(row.caught)} of {mutants}{names}" if mutants else "those of the first row"
        yield f"| {row.bar} | {row.tally.tried} | {row.tally.survived} | {row.tally.fired} | {caught} |"
