"""What a command says and how it ends: words to stdout, complaints to stderr, JSON on request, an exit code.

Nothing that is printed could steer a terminal. Expected errors become a line and an exit code, our own faults one line
and a file. How far a long command has come is a bar on a terminal.
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

import typer

from adjudicator.acts.side_by_side import Watch, look_away
from adjudicator.core.json_value import JsonValue
from adjudicator.core.printing import ISOLATES, print_safely
from adjudicator.core.refusals import ExitCode, MendableError
from adjudicator.core.system_errors import say_system_error, tell_system_error
from adjudicator.kit.words import NO_BREAK
from adjudicator.registry import find_foreign

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


class UntoldError(Exception):
    """Standard output does not take our words, for the reason that is the message; what they tell of is done."""


def clean(text: str, *, lines: bool = False) -> str:
    r"""``text`` with what is not printable shown as ``\u{1b}``; with ``lines`` line ends and no-break blanks stay."""
    return print_safely(text, kept=("\n", NO_BREAK, *ISOLATES) if lines else ISOLATES)


def name_place(*parts: str) -> str:
    """The place of what a command wrote, named in one way: from the working folder where it is below, else in full."""
    place = os.path.abspath(os.path.join(*parts))
    return place.removeprefix(os.path.join(os.path.abspath(os.curdir), ""))


def name_turns_to(last: int) -> str:
    """``turn 0``, or ``turns 0 to 7``: all turns that have run."""
    return f"turns 0 to {last}" if last else "turn 0"


def shows_colour() -> bool:
    """Whether what is said goes to a terminal that shows colour, and nobody has asked for none."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def say(text: str) -> None:
    """Print ``text`` as one line for the person at the terminal."""
    with _name_failure():
        sys.stdout.write(clean(text) + "\n")


def say_all(text: str) -> None:
    """Print ``text`` of several lines."""
    with _name_failure():
        sys.stdout.write(clean(text, lines=True) + "\n")


def complain(text: str) -> None:
    """Print ``text`` as a complaint of one line; where nobody can be told, the exit code has to do."""
    with suppress(OSError):
        sys.stderr.write(clean(text) + "\n")


def print_json(value: JsonValue) -> None:
    """Print one JSON document."""
    with _name_failure():
        sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=True) + "\n")


def print_json_each(values: Sequence[JsonValue]) -> None:
    """Print one object for one value, a list for several."""
    print_json(values[0] if len(values) == 1 else list(values))


def finish_words() -> None:
    """Have everything said so far written. Raises :class:`UntoldError`."""
    with _name_failure():
        sys.stdout.flush()


@contextmanager
def _name_failure() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        # a reader who has seen enough
        raise
    except OSError as error:
        raise UntoldError(say_system_error(error)) from error


def classify(error: Exception) -> tuple[ExitCode, str] | None:
    """The exit code and the line for an error that somebody else can mend; None for a fault of ours."""
    match error:
        case MendableError():
            return error.code, error.tell()
        case FileExistsError():
            return ExitCode.USAGE, f"{error.filename or error} exists already"
        case UntoldError():
            return ExitCode.FAULT, f"standard output: {error}; the work is done, only this output is lost"
        case OSError():
            return ExitCode.FAULT, f"{tell_system_error(error)}; nothing was lost, run the command again"
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
    ending = classify(error)
    if ending is None:
        return None
    code, line = ending
    complain(f"adjudicate: {line}")
    return code


def report_fault(error: Exception) -> ExitCode:
    """Say in one line that the fault is ours, and keep the details in a private file."""
    complain(keep_fault(error))
    with suppress(OSError):
        sys.stderr.flush()
    return ExitCode.FAULT


def keep_fault(error: Exception) -> str:
    """The line that says whose fault it is, ours or an installed game's; the details are kept in a private file."""
    import traceback  # noqa: PLC0415 - for a fault alone

    game = find_foreign(frame.f_globals.get("__name__", "") for frame, _ in traceback.walk_tb(error.__traceback__))
    whose = f"a fault of the game {game}" if game else "our own fault"
    details = "".join(traceback.format_exception(error))
    try:
        handle, path = tempfile.mkstemp(prefix="adjudicate-fault-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(details)
        where = f"the details are in {path}"
    except OSError:
        where = "the details could not be kept"
    return f"adjudicate: {whose}, {type(error).__name__}; {where}"


_LONG = 2.0
"""Seconds from which on somebody would wonder."""

_SOON = 0.5
"""Seconds after which it can be seen how long the whole will take."""

_PAUSE = 0.1
"""Seconds between two looks at the bar."""


class Progress(NamedTuple):
    """Whom to tell how many steps are done, of how many; ``clear`` makes room for a line of words."""

    watch: Watch = look_away
    clear: Callable[[], None] = lambda: None


@contextmanager
def show_progress(label: str, *, as_json: bool) -> Iterator[Progress]:
    """A bar on stderr where that is a terminal, once the work can be seen to take more than two seconds.

    There is none with ``as_json``, when a program is at the other end.
    """
    if as_json or not sys.stderr.isatty():
        yield Progress()
        return
    begun = shown = time.monotonic()
    bar = typer.progressbar(length=1, label=label, show_pos=True, file=sys.stderr)
    bar.hidden = True
    with bar:

        def watch(done: int, count: int) -> None:
            nonlocal shown
            now = time.monotonic()
            enough = _SOON if done else _LONG
            if bar.hidden and done < count and now - begun >= enough and (now - begun) * count >= _LONG * done:
                bar.hidden = False
                bar.length = count
                bar.render_progress()
            if done == count or now - shown >= _PAUSE:
                shown = now
                bar.length = count
                bar.update(done - bar.pos)

        def clear() -> None:
            if not bar.hidden:
                sys.stderr.write("\r\x1b[2K")
                sys.stderr.flush()

        yield Progress(watch, clear)
