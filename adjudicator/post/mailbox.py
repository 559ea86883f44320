"""The mails in files, folders, Maildirs, mailboxes in one file, and standard input."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudicator.store.files import read_regular

STDIN: Final = "-"
_MAILDIR = ("new", "cur")
_FROM = re.compile(rb"^From [^\n]*\n", re.MULTILINE)
_BLANK_LINE = re.compile(rb"(?:.*\n\r?\n)?\Z", re.DOTALL)
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)
_LARGEST: Final = 64 * 1024 * 1024
"""Bytes of a mailbox in one file."""


class GivenMail(NamedTuple):
    """A mail that was handed over: what it is called, and its bytes, or why it cannot be read."""

    name: str
    data: bytes
    fault: str = ""


def list_mails(path: str) -> Iterator[GivenMail]:
    """The mails at ``path``, in the order of their names; ``-`` is standing input.

    A folder with ``new`` and ``cur`` is a Maildir, any other holds a mail a file; a file that begins with ``From `` is
    a mailbox (mboxrd). A file in a folder that cannot be read ends nothing. Raises ``OSError`` for ``path``.
    """
    if path == STDIN:
        yield from _split(STDIN, sys.stdin.buffer.read(_LARGEST))
    elif os.path.isdir(path):
        folders = [os.path.join(path, name) for name in _MAILDIR]
        is_maildir = all(map(os.path.isdir, folders))
        for folder in folders if is_maildir else [path]:
            for name in sorted(os.listdir(folder)):
                file = os.path.join(folder, name)
                if not name.startswith(".") and not os.path.isdir(file):
                    yield _read(os.path.join(path, name), file)
    else:
        yield from _split(path, read_regular(path, _LARGEST))


def _read(name: str, file: str) -> GivenMail:
    try:
        return GivenMail(name, read_regular(file))
    except OSError as error:
        return GivenMail(name, b"", error.strerror or str(error))


def _split(name: str, data: bytes) -> Iterator[GivenMail]:
    """The mails in one file, which may be a mailbox, one without mails too."""
    if not data.strip():
        return
    if not data.startswith(b"From "):
        yield GivenMail(name, data)
        return
    starts = [
        match for match in _FROM.finditer(data) if _BLANK_LINE.match(data[max(match.start() - 4, 0) : match.start()])
    ]
    ends = [match.start() for match in starts[1:]] + [len(data)]
    for number, (match, end) in enumerate(zip(starts, ends, strict=True), start=1):
        yield GivenMail(f"{name}#{number}", _ESCAPED.sub(rb"\1", data[match.end() : end]))
