"""How far a long command has come, as a bar on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import typer

from adjudicator.acts.side_by_side import Watch, look_away

_LONG = 2.0
"""Seconds from which on somebody would wonder."""
_SOON = 0.5
"""Seconds after which it can be seen how long the whole will take."""
_PAUSE = 0.1
"""Seconds between two looks at the bar."""


class Progress(NamedTuple):
    """Whom to tell how many steps are done, of how many; ``clear`` makes room for a line of words."""

    watch: Watch = look_away
    clear: Callable[[], None] = lambda: None


@contextmanager
def show_progress(label: str, *, as_json: bool) -> Iterator[Progress]:
    """A bar on stderr where that is a terminal, once the work can be seen to take more than two seconds.

    There is none with ``as_json``, when a program is at the other end.
    """
    if as_json or not sys.stderr.isatty():
        yield Progress()
        return
    begun = told = time.monotonic()
    bar = typer.progressbar(length=1, label=label, show_pos=True, file=sys.stderr)
    bar.hidden = True
    with bar:

        def watch(done: int, count: int) -> None:
            nonlocal told
            now = time.monotonic()
            if bar.hidden and done < count and now - begun >= _SOON and (now - begun) * count >= _LONG * done:
                bar.hidden = False
            if done == count or now - told >= _PAUSE:
                told = now
                bar.length = count
                bar.update(done - bar.pos)

        def clear() -> None:
            if not bar.hidden:
                sys.stderr.write("\r\x1b[2K")
                sys.stderr.flush()

        yield Progress(watch, clear)
