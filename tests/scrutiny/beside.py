"""Reading a game in the middle of a run or a rewind, and a run or a rewind in the middle of reading: no false damage.

One process stops at one of its calls on the game's files; another then does all that it has to do, or is turned away.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from torture.scenario import spread
from torture.tally import Tally, count

from adjudicator.cli.main import main
from adjudicator.store import files

GAME = Path(__file__).resolve().parents[2] / "games" / "g42"
NOW = ("--now", "2026-09-22T07:00:00Z")
READERS = (
    ("verify", "--json"),
    ("show",),
    ("status",),
    ("legal", "--seat", "amira"),
    ("form", "--seat", "amira"),
    ("dice",),
    ("run", "--dry-run", *NOW),
    ("show", "--turn", "3", "--seat", "bilal"),
)
WRITERS = (("run", "--force", *NOW), ("rewind", "--to", "3", "--reason", "to be read beside", *NOW))
FINE = (0, 4, 75)
"""Exit codes of whoever was let in, perhaps after the turn had run, or was told to try again."""
HURRY = 0.05
"""Seconds of patience here, since whoever is stopped stays so until the other has ended."""
_TOUCHING = ("open", "os.rename", "os.remove", "os.listdir", "os.scandir", "os.mkdir")


def call(words: Sequence[str], game: Path) -> tuple[int, str]:
    """What the command ends with and says."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main([words[0], str(game), *words[1:]])
    return int(code), said.getvalue()


def call_aside(words: Sequence[str], game: Path) -> tuple[int, str]:
    """The same in a process of its own."""
    told: tuple[int, str] = _fork(lambda: call(words, game))
    return told


def meet(first: Sequence[str], second: Sequence[str], game: Path, moment: int) -> tuple[int, list[tuple[int, str]]]:
    """``second`` while ``first`` stands at its call ``moment`` on the files of ``game``.

    The number of calls that ``first`` made, and what both ended with.
    """
    seen = 0
    told: list[tuple[int, str]] = []

    def listen(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        if event in _TOUCHING and str(game) in str(arguments[0]):
            seen += 1
            if seen == moment:
                told.append(call_aside(second, game))

    def go() -> tuple[int, list[tuple[int, str]]]:
        files.PATIENCE = HURRY
        sys.addaudithook(listen)
        ended = call(first, game)
        return seen, [ended, *told]

    met: tuple[int, list[tuple[int, str]]] = _fork(go)
    return met


def read_beside(folder: Path, most: int, readers: Sequence[tuple[str, ...]] = READERS) -> Tally:
    """``most`` meetings, half of them with a reader in the middle, half with a writer."""
    folder.mkdir(parents=True, exist_ok=True)
    pairs = [pair for reader in readers for writer in WRITERS for pair in ((writer, reader), (reader, writer))]
    tally = Tally()
    for number, (first, second) in enumerate(pairs):
        calls, _ = meet(first, second, _copy(folder), 0)
        for moment in spread(range(1, calls + 1), max(2, most // len(pairs) + (number < most % len(pairs)))):
            game = _copy(folder)
            _, told = meet(first, second, game, moment)
            trouble = [f"{code}: {said}" for code, said in told if code not in FINE or "amaged:" in said]
            trouble += [f"verified afterwards: {said}" for code, said in [call_aside(READERS[0], game)] if code]
            trouble += [] if len(told) > 1 else ["the other never came"]
            where = f"{' '.join(second)} at call {moment} of {' '.join(first)}"
            tally = tally.plus(count(len(told) - 1, trouble, where))
    return tally


def _copy(folder: Path) -> Path:
    game = folder / "g42"
    shutil.rmtree(game, ignore_errors=True)
    return Path(shutil.copytree(GAME, game))


def _fork(what: Callable[[], Any]) -> Any:
    """What ``what`` gives in a process of its own."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)

    def run() -> None:
        there.send(what())
        there.close()
        os._exit(0)

    process = context.Process(target=run)
    process.start()
    there.close()
    try:
        return here.recv()
    finally:
        process.join()
