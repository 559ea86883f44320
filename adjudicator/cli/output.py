"""What a command says and how it ends: words to stdout, complaints to stderr, JSON on request, an exit code.

Nothing that is printed could steer a terminal.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from adjudicator.core.json_value import JsonValue
from adjudicator.core.refusals import ExitCode

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
    r"""``text`` with what is not printable shown as ``\u{1b}``; line ends stay where ``lines`` says so."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or (lines and c == "\n") else f"\\u{{{ord(c):x}}}" for c in text)


def say(text: str) -> None:
    """Print ``text`` as one line for the person at the terminal."""
    with _told():
        sys.stdout.write(clean(text) + "\n")


def say_all(text: str) -> None:
    """Print ``text`` of several lines."""
    with _told():
        sys.stdout.write(clean(text, lines=True) + "\n")


def complain(text: str) -> None:
    """Print ``text`` as a complaint of one line; where nobody can be told, the exit code has to do."""
    with suppress(OSError):
        sys.stderr.write(clean(text) + "\n")


def print_json(value: JsonValue) -> None:
    """Print one JSON document."""
    with _told():
        sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=True) + "\n")


def print_json_each(values: Sequence[JsonValue]) -> None:
    """Print one object for one value, a list for several."""
    print_json(values[0] if len(values) == 1 else list(values))


def finish_words() -> None:
    """Have everything said so far written. Raises :class:`UntoldError`."""
    with _told():
        sys.stdout.flush()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        # a reader who has seen enough
        raise
    except OSError as error:
        raise UntoldError(error.strerror or str(error)) from error
