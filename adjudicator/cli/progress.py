"""How far a long command is, on a terminal and nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

from adjudicator.acts.verification.effort import watch_nothing

_MANY = 200
"""Steps from which on somebody would wonder."""


@contextmanager
def show_progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """Whom to tell how many steps are done, of how many; shown as a bar on stderr where that is a terminal."""
    if not sys.stderr.isatty():
        yield watch_nothing
        return
    with typer.progressbar(length=1, label=label, file=sys.stderr) as bar:
        bar.hidden = True

        def watch(done: int, count: int) -> None:
            bar.hidden = count < _MANY
            bar.length = count
            bar.update(done - bar.pos)

        yield watch
