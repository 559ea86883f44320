"""Board files on the command line."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from adjudicator.cli.output import complain
from adjudicator.cli.reading import read_submission
from adjudicator.core.boards import BoardBench, Note
from adjudicator.registry import AnyGame
from adjudicator.store.inbox import LIMIT

RANDOM = "random"
"""In place of a file: a board that the game makes for itself."""


def find_bench(game: AnyGame) -> BoardBench:
    """What ``game`` does with board files; a usage error for a game without such."""
    if game.boards is None:
        raise typer.BadParameter(f"{game.name} has no boards as files", param_hint="--game")
    return game.boards


def take_board(game: AnyGame, path: str | None) -> dict[str, str]:
    """The option that puts the board behind ``--board`` into a charter; none where there is none."""
    if path is None:
        return {}
    bench = find_bench(game)
    return {bench.option: RANDOM if path == RANDOM else read_board_file(path, "--board")}


def read_board_file(path: str, hint: str = "FILE") -> str:
    """The text of the board file at ``path``, given behind ``hint``.

    A usage error for one that cannot be read, or is no text.
    """
    try:
        data = read_submission(path)
    except OSError as error:
        raise typer.BadParameter(f"{path}: {error.strerror}", param_hint=hint) from error
    if len(data) > LIMIT:
        raise typer.BadParameter(f"{path}: more than {LIMIT} bytes is no board", param_hint=hint)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line, column = data.count(b"\n", 0, error.start) + 1, error.start - data.rfind(b"\n", 0, error.start)
        complain(f"{path}:{line}:{column}: error: not UTF-8; save the file as UTF-8")
        raise typer.Exit(1) from error
    return text if text.endswith("\n") else text + "\n"


def tell_notes(path: str, gravity: str, notes: Sequence[Note]) -> None:
    """Complain of what is said about the board file at ``path``, a line for each."""
    for line, column, says in notes:
        complain(f"{path}:{line}:{column}: {gravity}: {says}")
