"""One piece of work after the other, or several at a time, each in a process of its own."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess


A = TypeVar("A")
T = TypeVar("T")

Watch: TypeAlias = Callable[[int, int], None]
"""Whom to tell how many steps of something long are done, of how many."""

_FEW = 8
"""So many pieces of a hundredth of a second are done sooner than other processes have begun."""


def look_away(done: int, count: int) -> None:
    """The :data:`Watch` of whom it does not concern."""


def count_cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def work_side_by_side(work: Callable[[A], T], items: Sequence[A], jobs: int) -> Iterator[T | None]:
    """What ``work`` makes of each of ``items``, in their order, by at most ``jobs`` processes at a time.

    The first is worked on here: what it loads, the processes that do the others inherit. None stands for what came of
    a piece whose process was killed.
    """
    done: dict[int, T | None] = {0: work(items[0])}
    workers = _start_workers(work, items, jobs) if jobs > 1 and len(items) > _FEW else {}
    try:
        others = _work_on_others(work, items, workers)
        for number in range(len(items)):
            while number not in done:
                finished, result = next(others)
                done[finished] = result
            yield done.pop(number)
    finally:
        for worker in workers:
            worker.close()
        for process in workers.values():
            process.join()


def _work_on_others(
    work: Callable[[A], T], items: Sequence[A], workers: Iterable[Connection]
) -> Iterator[tuple[int, T | None]]:
    """The number of every item but the first with what came of it, as they are done."""
    rest = iter(range(1, len(items)))
    busy: dict[Connection, int] = {}

    def hand_on(worker: Connection) -> None:
        number = next(rest, None)
        if number is not None:
            busy[worker] = number
            with suppress(OSError):  # that it was killed shows where its answer is read
                worker.send(number)

    for worker in workers:
        hand_on(worker)
    while busy:
        from multiprocessing.connection import wait  # noqa: PLC0415 - only for many games

        answered = wait(busy)
        for worker in [worker for worker in busy if worker in answered]:
            number, result = busy.pop(worker), None
            with suppress(EOFError, OSError):
                result = worker.recv()
                hand_on(worker)
            yield number, result
    for number in rest:
        yield number, work(items[number])


def _start_workers(work: Callable[[A], T], items: Sequence[A], jobs: int) -> dict[Connection, BaseProcess]:
    """Processes that wait for the numbers of items to work on, as many as the system gives of ``jobs``."""
    from multiprocessing import get_all_start_methods, get_context  # noqa: PLC0415 - only for many games

    workers: dict[Connection, BaseProcess] = {}
    if "fork" not in get_all_start_methods():
        return workers
    context = get_context("fork")
    with suppress(OSError):
        for _ in range(min(jobs, len(items) - 1)):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(work, items, theirs, [*workers, ours]), daemon=True)
            process.start()
            theirs.close()
            workers[ours] = process
    return workers


def _serve(work: Callable[[A], T], items: Sequence[A], asked: Connection, others: Sequence[Connection]) -> None:
    """Work on what is asked for until nobody asks any more, be it that whoever asked was killed."""
    # who interrupts the command interrupts whoever waits for this, and what is begun is finished
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in others:
        other.close()
    with suppress(EOFError, OSError):
        while True:
            asked.send(work(items[asked.recv()]))


class Effort(NamedTuple):
    """How many processes may work, and whom to tell how many turns are done, of how many."""

    jobs: int = 1
    watch: Watch = look_away


ALONE = Effort()
