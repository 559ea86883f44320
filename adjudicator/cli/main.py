"""The entry point: finds the one command that is meant, builds only that one, and turns errors into exit codes."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn

from adjudicator import __version__
from adjudicator.cli.output import UntoldError, complain, report_fault, tell_error, translate_errors
from adjudicator.core.refusals import ExitCode

if TYPE_CHECKING:
    from typer._click import Command

_COMPLETE = "_ADJUDICATE_COMPLETE"
"""What a shell sets when it asks what could follow the words typed so far."""
_READER_GONE = 141
"""Nobody reads our output any more: what a shell reports for such a process."""
_COLLECT_AFTER = 100_000
"""Imports make many lasting objects; collecting garbage among them costs a start some milliseconds and finds none."""


def program() -> NoReturn:
    """The console script: runs the command line and ends the process at once.

    Everything is written and synced by then, and taking the interpreter apart costs milliseconds for nothing.
    """
    code = main()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        code = code or ExitCode.FAULT
    os._exit(code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; its exit code."""
    gc.set_threshold(_COLLECT_AFTER)
    _open_closed_streams()
    _speak_utf_8()
    argv = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _finish(_run(argv))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _READER_GONE
    except KeyboardInterrupt:
        code = 130
    except Exception as error:  # noqa: BLE001 - the last resort: one line, never a traceback
        code = report_fault(error)
    return code


def _finish(code: int) -> int:
    """The exit code of a command that ended with ``code``, once its words are written; another where they cannot be."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        if code == ExitCode.FAULT:
            # that was said, with this for its reason
            return code
        return tell_error(UntoldError(error.strerror or str(error))) or code
    return code


def _open_closed_streams() -> None:
    """A stream that the caller closed swallows what is written and gives nothing to read."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
            setattr(sys, name, os.fdopen(number, mode, closefd=False))


def _speak_utf_8() -> None:
    """What is printed is the same everywhere, and what no text can hold is spelt out."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _run(argv: list[str]) -> int:
    if argv in (["--version"], ["-V"]):
        sys.stdout.write(f"adjudicate {__version__}\n")
        return ExitCode.DONE
    from adjudicator.cli.commands import COMMANDS, build_command, build_overview  # noqa: PLC0415 - slow

    if _COMPLETE in os.environ:
        return _complete(build_overview())
    if not argv:
        _invoke(build_overview(), ["--help"], "adjudicate")
        return ExitCode.USAGE
    if argv[0] in {"--help", "-h", "--install-completion", "--show-completion"}:
        return _invoke(build_overview(), argv, "adjudicate")
    if argv[0] in COMMANDS:
        return _invoke(build_command(argv[0]), argv[1:], f"adjudicate {argv[0]}")
    if len(argv) == 1 and not os.path.exists(argv[0]) and not argv[0].startswith("-"):
        return _tell_unknown(argv[0], COMMANDS)
    return _invoke(build_command("run"), argv, "adjudicate run")


def _tell_unknown(word: str, commands: Iterable[str]) -> int:
    """A lone word that is neither a command nor a path was surely meant to be one of them."""
    from difflib import get_close_matches  # noqa: PLC0415 - for a word that is not understood

    near = get_close_matches(word, commands, n=1)
    complain(f"adjudicate: there is no command or game {word!r}" + (f", did you mean {near[0]!r}?" if near else ""))
    return ExitCode.USAGE


def _complete(overview: Command) -> int:
    """Answer a shell that asks what could follow; what is asked is in the environment."""
    try:
        overview([], prog_name="adjudicate", complete_var=_COMPLETE)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else ExitCode.DONE
    return ExitCode.DONE


def _invoke(command: Command, arguments: list[str], name: str) -> int:
    try:
        # click's Command, vendored by Typer; not standalone, so that what it says goes through our own filter
        with translate_errors(), command.make_context(name, arguments) as context:
            code = command.invoke(context)
    except SystemExit as stop:
        code = stop.code
    except Exception as error:
        if hasattr(error, "format_message"):
            return _tell_usage(name, error)
        if not hasattr(error, "exit_code"):
            raise
        code = error.exit_code
    return code if isinstance(code, int) else ExitCode.DONE


def _tell_usage(name: str, error: Exception) -> int:
    """Say what is wrong with the words of the call; ``error`` is click's, whose class Typer does not publish."""
    context = getattr(error, "ctx", None)
    complain(context.get_usage() if context else f"Usage: {name} …")
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    complain(f"{name}: {message} (try '{name} --help')")
    return int(getattr(error, "exit_code", ExitCode.USAGE))
