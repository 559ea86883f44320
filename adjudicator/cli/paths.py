"""Paths given on the command line: what is read there, and what may be written there."""

from __future__ import annotations

import os
import sys

import typer

from adjudicator.core.charter import CHARTER
from adjudicator.store.files import read_regular
from adjudicator.store.inbox import LIMIT


def read_submission(path: str) -> bytes:
    """The bytes at ``path`` (``-`` is standard input), no more than shows whether they are too many.

    Raises ``OSError`` for a path that is no readable regular file.
    """
    if path == "-":
        return sys.stdin.buffer.read(LIMIT + 1)
    return read_regular(path, LIMIT)


def expect_folder(path: str) -> None:
    """Nothing, where a file may be written at ``path``; a usage error where its folder does not exist."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise typer.BadParameter(f"there is no folder {folder}", param_hint="--output")


def expect_file(path: str, option: str = "--output") -> None:
    """Nothing, where ``path`` is a regular file or may become one; a usage error for anything else."""
    if path == "-":
        raise typer.BadParameter("standard output takes no file; name one", param_hint=option)
    kinds = (
        (os.path.islink, "a link"),
        (os.path.isdir, "a folder"),
        (os.path.isfile, ""),
        (os.path.exists, "a device or a pipe"),
    )
    found = next((what for is_kind, what in kinds if is_kind(path)), "")
    if found or not os.path.basename(path):
        raise typer.BadParameter(f"{path} is {found or 'a folder'}; name a file", param_hint=option)
    expect_folder(path)


def expect_no_game(folder: str, what: str, hint: str) -> None:
    """Nothing where ``folder`` is in no game directory; a usage error for a stranger's file among those of a game."""
    while not os.path.isfile(os.path.join(folder, CHARTER)):
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above
    raise typer.BadParameter(f"{what} cannot lie in the directory of a game, {folder}", param_hint=hint)
