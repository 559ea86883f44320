"""The fault tool: builds ``tracer.c`` and runs a command under it."""

from __future__ import annotations

import atexit
import functools
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
PROGRAM = (sys.executable, str(Path(sys.executable).parent / "adjudicate"))
"""The interpreter itself and the installed script: ``python3`` may be a shell's shim with many calls of its own."""


class Call(NamedTuple):
    """A system call that was counted: what it did to ``path``, or to what lies behind ``descriptor``."""

    name: str
    path: str
    descriptor: int
    result: int
    second: str


class Ran(NamedTuple):
    """How a command ended, what it said, and how often a fault struck it."""

    code: int
    out: str
    err: str
    fired: int = 0


class NoTracerError(Exception):
    """This machine cannot trace; the message says what is missing."""


def environment(mutant: str | None, scratch: Path) -> dict[str, str]:
    """What every command runs under: the same calls each time, its fault files in ``scratch``, perhaps a defect."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON"))}
    variables |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", "TMPDIR": str(scratch)}
    if mutant:
        variables |= {"PYTHONPATH": str(HERE / "planted"), "TORTURE_MUTANT": mutant}
    return variables


@functools.cache
def tracer() -> str:
    """The path of the built tracer. Raises :class:`NoTracerError`."""
    if platform.machine() != "x86_64" or sys.platform != "linux":
        raise NoTracerError(f"the tracer knows x86-64 Linux only, this is {platform.machine()} {sys.platform}")
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise NoTracerError("there is no C compiler (apt-get install gcc libc6-dev)")
    folder = tempfile.mkdtemp(prefix="torture-tracer-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    built = f"{folder}/tracer"
    done = subprocess.run(
        [compiler, "-O1", "-o", built, str(HERE / "tracer.c")], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise NoTracerError(f"the tracer does not compile: {done.stderr[:200]}")
    tried = subprocess.run([built, folder, f"{folder}/report", "all", "kill", "1", "/bin/ls", folder], check=False)
    if tried.returncode != 128 + 9:
        raise NoTracerError("a process may not be traced here (ptrace is forbidden)")
    return built


def run_plain(arguments: Sequence[str], variables: Mapping[str, str]) -> Ran:
    """Run the installed command to its end."""
    done = subprocess.run([*PROGRAM, *arguments], env=variables, capture_output=True, check=False, timeout=120)
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def _words(game: Path, report: Path, counted: str, action: str, number: int, arguments: Sequence[str]) -> list[str]:
    return [tracer(), str(game), str(report), counted, action, str(number), *PROGRAM, *arguments]


def log_calls(
    game: Path, counted: str, arguments: Sequence[str], variables: Mapping[str, str]
) -> tuple[Ran, tuple[Call, ...]]:
    """Run the command and list its calls, ``counted`` being ``all`` or ``changes``."""
    report = Path(variables["TMPDIR"]) / f"{game.name}.calls"
    words = _words(game, report, counted, "log", 0, arguments)
    done = subprocess.run(words, env=variables, capture_output=True, check=False, timeout=120)
    calls = []
    for line in report.read_text().splitlines()[:-1]:
        name, path, descriptor, result, second = line.split("\t")
        calls.append(Call(name, path, int(descriptor), int(result), second))
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode()), tuple(calls)


def run_with_fault(
    game: Path, counted: str, action: str, number: int, arguments: Sequence[str], variables: Mapping[str, str]
) -> Ran:
    """Run the command with ``action`` (``kill``, ``once:5``, ``on:28``) at call ``number``, counted from 1."""
    report = Path(variables["TMPDIR"]) / f"{game.name}.fired"
    words = _words(game, report, counted, action, number, arguments)
    done = subprocess.run(words, env=variables, capture_output=True, check=False, timeout=120)
    fired = int(report.read_text().split()[-1])
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode(), fired)


class Held:
    """A command that stands still at the entry of a call until it is let go."""

    def __init__(self, game: Path, number: int, arguments: Sequence[str], variables: Mapping[str, str]) -> None:
        self._report = Path(variables["TMPDIR"]) / f"{game.name}.held"
        go, self._go = os.pipe()
        self._told, told = os.pipe()
        words = _words(game, self._report, "changes", "hold", number, arguments)
        # the tracer expects the pipes at descriptors 3 and 4; the shell puts them there
        script = f'exec 3<&{go} 4>&{told}; exec "$@"'
        self._process = subprocess.Popen(
            ["/bin/bash", "-c", script, "hold", *words],
            env=variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(go, told),
        )
        os.close(go)
        os.close(told)
        self.is_held = os.read(self._told, 4) == b"held"

    def let_go(self) -> Ran:
        """Let it run on, to its end."""
        with open(self._go, "wb", buffering=0) as go:
            go.write(b"x") if self.is_held else None
            out, err = self._process.communicate(timeout=120)
        os.close(self._told)
        fired = int(self._report.read_text().split()[-1])
        return Ran(self._process.returncode, out.decode(), err.decode(), fired)
