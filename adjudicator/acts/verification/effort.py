"""Turns played again side by side: each from the one before it as it is kept, so that none waits for another."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_all_start_methods, get_context
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

_SHARE = 16
"""Turns that are played at a stretch: the first of them costs reading the one before it."""
_FEW = 3 * _SHARE
"""So few turns are played sooner than other processes have begun."""


def watch_nothing(_done: int, _count: int) -> None:
    """For whoever does not want to know how far it is."""


class Effort(NamedTuple):
    """How many processes may work, and whom to tell how many turns are done, of how many."""

    jobs: int = 1
    watch: Callable[[int, int], None] = watch_nothing


ALONE = Effort()


def count_cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share_out(play: Callable[[range], T], first: int, count: int, effort: Effort) -> Iterator[T]:
    """What ``play`` makes of the turns from ``first`` to ``count`` - 1, range by range and in order."""
    ranges = [range(begin, min(begin + _SHARE, count)) for begin in range(first, count, _SHARE)]
    alone = effort.jobs == 1 or count - first < _FEW or "fork" not in get_all_start_methods()
    if alone:
        yield from _tell(map(play, ranges), ranges, effort)
        return
    # the children inherit what they play with: a game of many turns is not handed over byte by byte
    with ProcessPoolExecutor(effort.jobs, get_context("fork"), _inherit, (play,)) as pool:
        yield from _tell(pool.map(_play_inherited, ranges), ranges, effort)


def _tell(results: Iterator[T], ranges: list[range], effort: Effort) -> Iterator[T]:
    for numbers, result in zip(ranges, results, strict=True):
        effort.watch(numbers.stop - ranges[0].start, ranges[-1].stop - ranges[0].start)
        yield result


_inherited: Callable[[range], Any] | None = None


def _inherit(play: Callable[[range], Any]) -> None:
    global _inherited  # noqa: PLW0603 - a process of its own, which does nothing else
    _inherited = play


def _play_inherited(numbers: range) -> Any:  # noqa: ANN401 - what is played is the business of who shares it out
    assert _inherited is not None
    return _inherited(numbers)
