"""Bar 23: the same orders give the same draws, whatever the order, time, names and remarks they come with.

A game of Catan is played once; then its orders are sent again and again to games with the same secret, with all of that
varied, some commands killed on their way, and every position of every turn is compared.
"""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from parts import record_of, turn_of
from scrutiny.games import HOURS, KINDS, START, play_turns, share
from torture.tally import Tally, count
from torture.tracing import NoTracerError, environment, run_with_fault, tracer

from adjudicator.acts.filing import submit_file
from adjudicator.acts.run import run_turn
from adjudicator.acts.simulate import Picker
from adjudicator.core.instant import add_hours, write_instant

KIND, NUMBER, TURNS = KINDS[1], 0, 5
DICE = 10
"""At least so many draws are compared, or there was no chance to speak of."""

KILLED_WITHIN = 80
"""The first so many of a run's calls that change something."""

Below = Callable[[int], int]
Sent = Mapping[int, Mapping[str, bytes]]


def read_orders(game: Path) -> Sent:
    """What each seat sent, by turn, but for the head that it quotes: that is another one in every course."""
    return {
        turn: {
            path.parent.name: re.sub(rb"(?m)^after: .*\n", b"", path.read_bytes())
            for path in turn_of(game, turn).glob("orders/*/01.yaml")
        }
        for turn in range(1, TURNS + 1)
    }


def read_draws(game: Path) -> list[object]:
    """All draws of a game, and the positions they led to, turn by turn."""
    found: list[object] = []
    for turn in range(TURNS + 1):
        folder = turn_of(game, turn)
        found.append(json.loads((folder / "chance.json").read_text())["draws"])
        found.append(json.loads((folder / "state.json").read_text()))
    return found


def vary(folder: Path, runs: int) -> Tally:
    """``runs`` other courses of the same game; read counts draws."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        kills = bool(tracer())
    except NoTracerError:
        kills = False
    model = play_turns(folder / "game", KIND, NUMBER, TURNS)
    usual, orders = read_draws(model), read_orders(model)
    drawn = sum(len(draws) for draws in usual[::2] if isinstance(draws, list))
    task = functools.partial(_vary_once, folder, orders, usual, drawn, kills)
    return share(task, range(runs)).plus(count(drawn, [] if drawn >= DICE else [f"{drawn} draws"], "the model"))


def _vary_once(folder: Path, orders: Sent, usual: Sequence[object], drawn: int, kills: bool, number: int) -> Tally:
    scratch = folder / f"run-{number}"
    scratch.mkdir()
    game = _found_again(scratch, folder / "game")
    below = Picker(f"vary {number}".encode()).below
    now = START
    for turn, files in orders.items():
        now = _send(game, turn, files, now, below)
        if kills and below(3) == 0:
            words = ["run", str(game), "--turn", str(turn), "--force", "--now", write_instant(now)]
            variables = environment(os.environ.get("TORTURE_MUTANT"), scratch)
            run_with_fault(game, "changes", "kill", 1 + below(KILLED_WITHIN), words, variables)
        run_turn(str(game), turn, now, force=True)
    same = read_draws(game) == list(usual)
    shutil.rmtree(scratch)
    return count(drawn, [] if same else ["other draws"], f"run {number}")


def _found_again(scratch: Path, model: Path) -> Path:
    """The game as it was set up, with nothing in it yet."""
    game = Path(shutil.copytree(model, scratch / model.name))
    for turn in range(1, TURNS + 1):
        record_of(game, turn).unlink()
        shutil.rmtree(game / "turns" / f"{turn:04}", ignore_errors=True)
    shutil.rmtree(game / "inbox", ignore_errors=True)
    (game / "private" / "status.json").unlink(missing_ok=True)
    return game


def _send(game: Path, turn: int, files: Mapping[str, bytes], now: datetime, below: Below) -> datetime:
    """Send a turn's files in some order, at some time, with remarks, twice or dropped; the instant to run at."""
    waiting = list(files)
    while waiting:
        seat = waiting.pop(below(len(waiting)))
        now = add_hours(now, below(3))
        remarks = b"# " + b"x" * below(40) + b"\n"
        data = remarks * below(4) + files[seat] + remarks * below(3)
        if below(4) == 0:
            drop = game / "inbox" / seat
            drop.mkdir(parents=True, exist_ok=True)
            (drop / f"mail-{turn}-{below(1000)}.yaml").write_bytes(data)
            continue
        for _ in range(1 + below(2)):
            submit_file(str(game), data, f"{below(1000)}.yaml", seat, now)
    return add_hours(now, 3 * HOURS if below(5) == 0 else 1)
