"""What commands print: words to stdout, complaints to stderr, JSON on request; nothing that could steer a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from adjudicator.core.json_value import JsonValue


def clean(text: str, *, lines: bool = False) -> str:
    r"""``text`` with what is not printable shown as ``\u{1b}``; line ends stay where ``lines`` says so."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or (lines and c == "\n") else f"\\u{{{ord(c):x}}}" for c in text)


def say(text: str) -> None:
    """Print ``text`` as one line for the person at the terminal."""
    sys.stdout.write(clean(text) + "\n")


def say_all(text: str) -> None:
    """Print ``text`` of several lines."""
    sys.stdout.write(clean(text, lines=True) + "\n")


def complain(text: str) -> None:
    """Print ``text`` as a complaint of one line."""
    sys.stderr.write(clean(text) + "\n")


def print_json(value: JsonValue) -> None:
    """Print one JSON document."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=True) + "\n")


def print_json_each(values: Sequence[JsonValue]) -> None:
    """Print one object for one value, a list for several."""
    print_json(values[0] if len(values) == 1 else list(values))
