"""What a bar is: how it is tried, in full and in short, the planted defects that it must find, and its line."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from torture.tally import Tally
from torture.tracing import NoTracerError, tracer


class Trial(NamedTuple):
    """A way to try a bar: how, in a folder, with a defect or none."""

    full: Callable[[Path], Tally]
    short: Callable[[Path], Tally]


class Bar(NamedTuple):
    """A bar. ``mutants`` has, for each planted defect by name, the trial that must fail with it."""

    name: str
    trial: Trial
    mutants: dict[str, Callable[[Path], Tally]]
    traced: bool = False
    """Whether it needs the tracer, and fails without."""


class Row(NamedTuple):
    """A line of the table."""

    bar: str
    tally: Tally
    caught: tuple[str, ...]
    missed: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether all survived, something was tried, and every mutant was caught."""
        tried = bool(self.tally.tried and self.tally.fired)
        return bool(self.tally.skipped) or (tried and not self.tally.failures and not self.missed)


def plant_here(mutant: str) -> None:
    """Plant a defect in this process; commands that it starts may look the name up and have it planted, too."""
    os.environ["TORTURE_MUTANT"] = mutant
    import_module("torture.planted.careless").plant(mutant)


def with_defect(
    mutant: str, trial: Callable[[Path], Tally], plant: Callable[[str], None] = plant_here
) -> Callable[[Path], Tally]:
    """``trial`` in a process of its own that has the defect, which ``plant`` puts there; its children have it too."""

    def try_it(folder: Path) -> Tally:
        context = multiprocessing.get_context("fork")
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_try_with_defect, args=(there, plant, mutant, trial, folder))
        process.start()
        there.close()
        try:
            return here.recv()
        except EOFError:
            return Tally(1, 0, (), f"the process with the defect {mutant} said nothing")
        finally:
            process.join()

    return try_it


def _try_with_defect(
    there: Connection, plant: Callable[[str], None], mutant: str, trial: Callable[[Path], Tally], folder: Path
) -> None:
    plant(mutant)
    there.send(trial(folder))
    there.close()
    os._exit(0)


def run_bar(bar: Bar, folder: Path, *, short: bool = False, with_mutants: bool = True) -> Row:
    """Try ``bar`` below ``folder`` and plant its defects."""
    if bar.traced:
        try:
            tracer()
        except NoTracerError as error:
            return Row(bar.name, Tally(1, 0, (f"not run: {error}",)), (), ())
    folder.mkdir(parents=True, exist_ok=True)
    tally = (bar.trial.short if short else bar.trial.full)(folder / "sound")
    caught, missed = [], []
    for name, trial in bar.mutants.items() if with_mutants and not tally.skipped else ():
        (caught if trial(folder / name).failures else missed).append(name)
    return Row(bar.name, tally, tuple(caught), tuple(missed))


def write_table(rows: list[Row]) -> Iterator[str]:
    """The lines of the table, as Markdown."""
    yield "| bar | tried | survived | fired or read | mutants caught |"
    yield "|---|---|---|---|---|"
    for row in rows:
        if row.tally.skipped:
            yield f"| {row.bar} | not run: {row.tally.skipped} | | | |"
            continue
        mutants = len(row.caught) + len(row.missed)
        names = f": {', '.join(row.caught)}" if row.caught else ""
        survived = f"{row.tally.survived} of {row.tally.tried}"
        caught = f"{len(row.caught)} of {mutants}{names}"
        yield f"| {row.bar} | {row.tally.tried} | {survived} | {row.tally.fired} | {caught} |"
