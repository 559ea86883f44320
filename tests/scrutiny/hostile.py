"""Bar 10: hostile and damaged move files: no traceback, none over a second, every problem with its place.

The files and the counting are those of ``tests/hostile`` and ``bench/mutated_files.py``; here they are one bar.
"""

from __future__ import annotations

import contextlib
import io
import random  # noqa: TID251 - repeatable damage, not chance
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from torture.tally import Tally, count
from torture.tracing import HERE

sys.path.insert(0, str(HERE.parents[1] / "bench"))
import mutated_files

SEED = 20260922
LISTED = 45
"""At least so many files are listed by hand."""


def list_hostile_files() -> list[bytes]:
    """The files that ``tests/hostile`` answers one by one."""
    from hostile.test_hostile_files import CASES  # noqa: PLC0415 - it imports pytest, which the rest does without

    return [bytes(case.values[0]) for case in CASES]


def answer_files(folder: Path, damaged: int, by_command: int) -> Tally:
    """All hostile files and ``damaged`` mutations through ``check``, ``by_command`` of these by the command itself.

    Each file is a trial; read counts the problems that were told.
    """
    folder.mkdir(parents=True, exist_ok=True)
    draw = random.Random(SEED)  # noqa: S311 - as in the bench: repeatable damage
    good = mutated_files.list_good_files()
    files = [mutated_files.damage(draw.choice(good), draw) for _ in range(damaged)]
    game = Path(shutil.copytree(mutated_files.GAME, folder / "g42"))
    hostile = list_hostile_files()
    tally = mutated_files.Tally()
    with contextlib.redirect_stdout(io.StringIO()):
        mutated_files.check_here(game, [*hostile, *files[by_command:]], tally)
        mutated_files.check_by_command(game, [*hostile[: by_command // 4], *files[:by_command]], folder, tally)
    told = Tally(len(hostile) + damaged, tally.codes.total(), tuple(tally.broken))
    return told.plus(_expect_tried(hostile, tally))


def _expect_tried(hostile: Sequence[bytes], tally: mutated_files.Tally) -> Tally:
    """Something was refused and something accepted, or nothing was tried."""
    trouble = [] if len(hostile) >= LISTED else [f"only {len(hostile)} hostile files"]
    trouble += [] if tally.states["red"] and tally.states["green"] else [f"states: {dict(tally.states)}"]
    return count(1, trouble, "hostile files")
