"""Exit codes, as documented for scripts."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended."""

    DONE = 0
    """Done, or already done."""
    PROBLEMS = 1
    """Problems in the input: orders, damaged history."""
    USAGE = 2
    REFUSED = 3
    """Token, stale turn."""
    NOT_YET = 4
    """Orders outstanding and the deadline not passed."""
    FAULT = 70
    """Our own fault."""
    BUSY = 75
    """Try again."""


_BADNESS = (
    ExitCode.DONE,
    ExitCode.NOT_YET,
    ExitCode.BUSY,
    ExitCode.REFUSED,
    ExitCode.PROBLEMS,
    ExitCode.USAGE,
    ExitCode.FAULT,
)


def worst(codes: Iterable[ExitCode]) -> ExitCode:
    """The worst of ``codes``; done where there are none."""
    return max(codes, key=_BADNESS.index, default=ExitCode.DONE)
