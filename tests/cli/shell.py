"""The command as a person or a script meets it: words in, exit code, words out."""

from __future__ import annotations

import atexit
import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cli.standing_by import Attendant
from parts import newest_of, turn_of

COMMAND = str(Path(sys.executable).parent / "adjudicate")
GAMES = Path(__file__).resolve().parents[2] / "games"
LETTERS = Path(__file__).resolve().parents[1] / "samples" / "g42-turn-7"

_CHANGING = "PYTEST_CURRENT_TEST"
"""The one variable of the environment that differs from test to test."""

BEFORE_DEADLINE = "2026-09-22T07:59:59Z"
"""A second before the deadline for turn 7 of g42."""
AFTER_DEADLINE = "2026-09-22T08:00:00Z"
SET_UP = "2026-01-01T00:00:00Z"
"""When :func:`found` sets its games up; their first deadline is 72 hours later."""
SOON = "2026-01-01T01:00:00Z"
TOO_LATE = "2026-01-04T00:00:00Z"


class Ran(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def adjudicate(*arguments: object, stdin: bytes = b"", cwd: Path | None = None) -> Ran:
    """Run the command; whatever it is given, it must end soon and without a traceback.

    The process that runs it is forked from one that has imported the program, because starting costs five times what
    the command does. ``test_doors.py`` shows that :func:`run_installed` answers the same.
    """
    attendant = _find_attendant()
    if {**os.environ, _CHANGING: ""} != {**attendant.environment, _CHANGING: ""}:
        return run_installed(*arguments, stdin=stdin, cwd=cwd)
    return _read(*attendant.call(_write_words(arguments), stdin, cwd))


def run_installed(
    *arguments: object,
    stdin: bytes = b"",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Ran:
    """The same by the command as it was installed, in a process of its own from the start, with ``env`` added."""
    done = subprocess.run(
        [COMMAND, *_write_words(arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        timeout=60,
        check=False,
    )
    return _read(done.returncode, done.stdout, done.stderr)


def run_on_a_terminal(
    *arguments: object,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    command: Sequence[str] = (COMMAND,),
) -> Ran:
    """The same with standard output and standard error on one terminal, which is read as ``out``."""
    usual = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*command, *_write_words(arguments)],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        cwd=cwd,
        env={**usual, "TERM": "xterm", **(env or {})},
    )
    os.close(theirs)
    told = b""
    with suppress(OSError):  # how a terminal says that nobody will write any more
        while chunk := os.read(ours, 1 << 16):
            told += chunk
    os.close(ours)
    return _read(process.wait(60), told.replace(b"\r\n", b"\n"), b"")


@cache
def _find_attendant() -> Attendant:
    attendant = Attendant()
    atexit.register(attendant.leave)
    return attendant


def _write_words(arguments: Sequence[object]) -> list[str]:
    return [os.fspath(a) if isinstance(a, os.PathLike) else str(a) for a in arguments]


def _read(code: int, out: bytes, err: bytes) -> Ran:
    ran = Ran(code, out.decode(), err.decode("utf-8", "backslashreplace"))
    assert "Traceback" not in ran.out + ran.err, ran
    return ran


def copy_game(name: str, folder: Path) -> Path:
    """A copy of a sample game that may be spoilt."""
    return Path(shutil.copytree(GAMES / name, folder / name))


def snapshot(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Everything below ``folder``: mode, time of the last change in nanoseconds, content."""
    found = {}
    for path in sorted([folder, *folder.rglob("*")]):
        status = path.lstat()
        content = path.read_bytes() if path.is_file() else b""
        found[str(path.relative_to(folder))] = (status.st_mode, status.st_mtime_ns, content)
    return found


def found(folder: Path, *options: str, seats: Sequence[str] = ("ann", "bob")) -> Path:
    """A game just set up, with a known secret, so that the order at the table is always the same."""
    folder.mkdir(parents=True, exist_ok=True)
    secret = folder / "secret-file"
    secret.write_text("11" * 64)
    game = folder / "toy"
    named = [part for seat in seats for part in ("--seat", seat)]
    ran = adjudicate(
        "new", game, "--game", "through-the-desert", *named, "--secret-file", secret, "--now", SET_UP, *options
    )
    assert ran.code == 0, ran
    return game


def table_order(game: Path) -> list[str]:
    """The seats in the order in which they move, as drawn in the set-up."""
    state = json.loads((turn_of(game, 0) / "state.json").read_text())
    return list(state["seats"])


def newest(game: Path) -> int:
    """The number of the newest turn."""
    return newest_of(game)


def head(game: Path) -> str:
    """The head of the newest turn, as the next report of it would print it."""
    return str(adjudicate("show", game, "--format", "json").json["head"])


def token(game: Path, seat: str) -> str:
    """The token from the seat's newest invitation."""
    letters = game.glob(f"*/????-{seat}-invitation*.*")
    letter = max(letters, key=lambda path: (len(path.name), path.name)).read_text()
    match = re.search(r"^token: (\S+)$", letter, re.MULTILINE)
    assert match is not None
    return match[1]


def legal_leaders(game: Path, seat: str) -> list[str]:
    """Legal leaders of ``seat``, as texts behind ``leader:``."""
    return [order["leader"] for order in adjudicate("legal", game, "--seat", seat, "--json").json["orders"]]


def write_file(path: Path, game: str, turn: int, seat: str, orders: Sequence[str], *more: str) -> Path:
    """A move file of ``orders`` such as ``place: pink I5``, and further lines."""
    lines = [f"game: {game}", f"turn: {turn}", f"seat: {seat}", *more, "orders:" if orders else "orders: []"]
    path.write_text("\n".join([*lines, *(f"  - {order}" for order in orders)]) + "\n")
    return path
