"""Errors on their way out: expected ones become a line and an exit code, our own faults one line and a file."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from adjudicator.cli.output import UntoldError, complain
from adjudicator.core.refusals import ExitCode, MendableError


def classify(error: Exception) -> tuple[ExitCode, str] | None:
    """The exit code and the line for an error that somebody else can mend; None for a fault of ours."""
    match error:
        case MendableError():
            return error.code, error.tell()
        case FileExistsError():
            return ExitCode.USAGE, f"{error.filename or error} exists already"
        case UntoldError():
            return ExitCode.FAULT, f"standard output: {error}; what was to be done is done, only its words are lost"
        case OSError():
            where = f"{error.filename}: " if error.filename else ""
            return ExitCode.FAULT, f"{where}{error.strerror or error}; nothing was lost, run the command again"
    return None


@contextmanager
def translate_errors() -> Iterator[None]:
    """Leave the process with the right code and one line for every error that is not a fault of ours."""
    try:
        yield
    except BrokenPipeError:
        raise
    except Exception as error:
        if hasattr(error, "exit_code"):
            # the command's own end, or a complaint of its words
            raise
        code = tell_error(error)
        if code is None:
            raise
        raise SystemExit(int(code)) from error


def tell_error(error: Exception) -> ExitCode | None:
    """Complain of ``error`` and give the exit code for it; None, and nothing said, for a fault of ours."""
    told = classify(error)
    if told is None:
        return None
    code, line = told
    complain(f"adjudicate: {line}")
    return code


def report_fault(error: Exception) -> ExitCode:
    """Say in one line that the fault is ours, and keep the details in a private file."""
    complain(keep_fault(error))
    with suppress(OSError):
        sys.stderr.flush()
    return ExitCode.FAULT


def keep_fault(error: Exception) -> str:
    """The line that says that the fault is ours; the details are kept in a private file."""
    import traceback  # noqa: PLC0415 - for a fault of ours alone

    details = "".join(traceback.format_exception(error))
    try:
        handle, path = tempfile.mkstemp(prefix="adjudicate-fault-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(details)
        where = f"the details are in {path}"
    except OSError:
        where = "the details could not be kept"
    return f"adjudicate: our own fault, {type(error).__name__}; {where}"
