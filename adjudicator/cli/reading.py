"""Reading a file that somebody sent, of whatever kind it turns out to be."""

from __future__ import annotations

import sys

from adjudicator.store.files import read_regular
from adjudicator.store.inbox import LIMIT


def read_submission(path: str) -> bytes:
    """The bytes at ``path`` (``-`` is standard input), no more than shows whether they are too many.

    Raises ``OSError`` for a path that is no readable regular file.
    """
    if path == "-":
        return sys.stdin.buffer.read(LIMIT + 1)
    return read_regular(path, LIMIT)
