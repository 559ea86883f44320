"""Reading a file that somebody sent, of whatever kind it turns out to be."""

from __future__ import annotations

import sys

import typer

from adjudicator.store.files import read_regular
from adjudicator.store.inbox import LIMIT


def read_submission(path: str) -> bytes:
    """The bytes at ``path`` (``-`` is standard input), no more than shows whether they are too many.

    A path that is no readable regular file is a usage error.
    """
    if path == "-":
        return sys.stdin.buffer.read(LIMIT + 1)
    try:
        return read_regular(path, LIMIT)
    except OSError as error:
        raise typer.BadParameter(f"{path}: {error.strerror or 'not a regular file'}", param_hint="FILE") from error
