"""The bars of faults and rivals: kills, errors, processes at once, syncs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from torture.bar import Bar, Trial
from torture.catan_scenario import prepare_catan
from torture.faults import EIO, ENOSPC, kill_in_threes, strike_steps
from torture.order import check_order, check_recoveries
from torture.power import cut_power
from torture.rivals import crowd, crowd_founding, preempt, preempt_founding, race
from torture.scenario import prepare, prepare_acts, prepare_rewind
from torture.tally import Tally

CUTS = 24
"""Of each step, so many calls, evenly spread: each needs the file system mounted three times."""
SUBMIT, RUN = (0,), (2,)
REWIND = (2, 3)
"""The steps of the other scenario from the rewind on."""
CATAN = (1, 2)
"""Of the scenario with a game of Catan: a file comes in, a turn runs."""
ERRORS = tuple(f"{mode}:{error}" for mode in ("once", "on") for error in (EIO, ENOSPC))


def _strike(counted: str, actions: tuple[str, ...], most: int | None) -> Callable[[Path], Tally]:
    return lambda folder: strike_steps(prepare(folder), counted, actions, most)


def _strike_rewind(most: int | None, mutant: str | None = None) -> Callable[[Path], Tally]:
    return lambda folder: strike_steps(prepare_rewind(folder, mutant), "changes", ("kill",), most, REWIND)


def _strike_acts(most: int | None, mutant: str | None = None) -> Callable[[Path], Tally]:
    return lambda folder: strike_steps(prepare_acts(folder, mutant), "changes", ("kill",), most)


def _strike_catan(actions: tuple[str, ...], most: int | None, mutant: str | None = None) -> Callable[[Path], Tally]:
    return lambda folder: strike_steps(prepare_catan(folder, mutant), "changes", actions, most, CATAN)


def _strike_mutant(
    mutant: str, action: str, steps: tuple[int, ...], counted: str = "changes"
) -> Callable[[Path], Tally]:
    return lambda folder: strike_steps(prepare(folder, mutant), counted, (action,), 10, steps)


BARS = (
    Bar(
        "kill -9 at every call that changes the game or speaks",
        Trial(_strike("changes", ("kill",), None), _strike("changes", ("kill",), 3)),
        {
            "say-before-keeping": _strike_mutant("say-before-keeping", "kill", SUBMIT),
            "show-turn-before-it-is-complete": _strike_mutant("show-turn-before-it-is-complete", "kill", RUN),
            "empty-inbox-before-commit": _strike_mutant("empty-inbox-before-commit", "kill", RUN),
        },
        traced=True,
    ),
    Bar(
        "EIO and ENOSPC at each of these calls, once and from there on",
        Trial(_strike("changes", ERRORS, None), _strike("changes", (ERRORS[0], ERRORS[3]), 2)),
        {
            "empty-inbox-before-commit": _strike_mutant("empty-inbox-before-commit", ERRORS[2], RUN),
            "swallow-failed-sync": _strike_mutant("swallow-failed-sync", ERRORS[0], RUN),
            "retry-failed-sync": _strike_mutant("retry-failed-sync", ERRORS[0], RUN),
        },
        traced=True,
    ),
    Bar(
        "kill -9, EIO once and ENOSPC from there on, in a game of Catan with The Great Caravan",
        Trial(_strike_catan(("kill", ERRORS[0], ERRORS[3]), None), _strike_catan(("kill",), 2)),
        {
            "empty-inbox-before-commit": _strike_catan(("kill",), 30, "empty-inbox-before-commit"),
            "swallow-failed-sync": _strike_catan((ERRORS[0],), 10, "swallow-failed-sync"),
        },
        traced=True,
    ),
    Bar(
        "three kills: the command, its recovery, the recovery of that",
        Trial(
            lambda folder: kill_in_threes(prepare(folder), range(200)),
            lambda folder: kill_in_threes(prepare(folder), range(3)),
        ),
        {"leave-leftovers": lambda folder: kill_in_threes(prepare(folder, "leave-leftovers"), range(8))},
        traced=True,
    ),
    Bar(
        "held at each of these calls while a rival runs to its end",
        Trial(lambda folder: preempt(prepare(folder)), lambda folder: preempt(prepare(folder), 2)),
        {"lock-nothing": lambda folder: preempt(prepare(folder, "lock-nothing"), 6)},
        traced=True,
    ),
    Bar(
        "kill -9 at each of these calls of a rewind and of the run after it",
        Trial(_strike_rewind(None), _strike_rewind(8)),
        {"act-without-a-list": _strike_rewind(12, "act-without-a-list")},
        traced=True,
    ),
    Bar(
        "kill -9 at each of these calls of seven other acts of the moderator and of the run after them",
        Trial(_strike_acts(None), _strike_acts(2)),
        {"act-without-a-list": _strike_acts(12, "act-without-a-list")},
        traced=True,
    ),
    Bar(
        "8 processes at once",
        Trial(lambda folder: crowd(prepare(folder), 50), lambda folder: crowd(prepare(folder), 2)),
        {"lock-nothing": lambda folder: crowd(prepare(folder, "lock-nothing"), 3)},
        traced=True,
    ),
    Bar(
        "held at each of these calls of a game's setting up while a rival sets one up at the same place",
        Trial(preempt_founding, lambda folder: preempt_founding(folder, 3)),
        {"lock-no-founding": lambda folder: preempt_founding(folder, 8, "lock-no-founding")},
        traced=True,
    ),
    Bar(
        "8 processes set up a game at one place",
        Trial(lambda folder: crowd_founding(folder, 25), lambda folder: crowd_founding(folder, 2)),
        {"found-in-a-crowd": lambda folder: crowd_founding(folder, 6, mutant="found-in-a-crowd")},
        traced=True,
    ),
    Bar(
        "500 submissions racing 20 adjudications",
        Trial(lambda folder: race(folder, 500, 20), lambda folder: race(folder, 12, 2)),
        {"lock-nothing": lambda folder: race(folder, 60, 4, "lock-nothing")},
        traced=True,
    ),
    Bar(
        "synced before each rename and each word (one trace)",
        Trial(lambda folder: check_order(prepare(folder)), lambda folder: check_order(prepare(folder))),
        {
            name: lambda folder, name=name: check_order(prepare(folder, name))
            for name in ("sync-no-file", "sync-no-folder", "say-before-sync")
        },
        traced=True,
    ),
    Bar(
        "the same in the recovery from a kill at each of these calls",
        Trial(lambda folder: check_recoveries(prepare(folder)), lambda folder: check_recoveries(prepare(folder), 2)),
        {
            "trust-what-lies-there": lambda folder: check_recoveries(
                prepare(folder, "trust-what-lies-there"), None, SUBMIT
            ),
        },
        traced=True,
    ),
    Bar(
        "kill -9 at every call on the game's files, reading ones too",
        Trial(_strike("game", ("kill",), None), _strike("game", ("kill",), 2)),
        {"show-turn-before-it-is-complete": _strike_mutant("show-turn-before-it-is-complete", "kill", RUN, "game")},
        traced=True,
    ),
    Bar(
        "power cut at calls of every step: images of the disk, as synced and with the journal (bar 4)",
        Trial(lambda folder: cut_power(prepare(folder), CUTS), lambda folder: cut_power(prepare(folder), 2, RUN)),
        {
            name: lambda folder, name=name: cut_power(prepare(folder, name), 5, (0, 2))
            for name in ("sync-nothing", "sync-no-file", "sync-no-folder")
        },
        traced=True,
    ),
)
EVERY_CALL = Bar(
    "kill -9 at every call from the first that names the game",
    Trial(_strike("all", ("kill",), None), _strike("all", ("kill",), 2)),
    {},
    traced=True,
)
"""As the bar before, with the calls that load modules and templates: 5 times as many, on the same states."""
