"""Laying out pages with Jinja2. Autoescape is set by the template's own name, and a missing variable is an error."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pickle import UnpicklingError
from typing import TypedDict, TypeVar

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

from adjudicator import __version__
from adjudicator.core.table import Onlooker, Reader
from adjudicator.report.page import Occasion, build_page
from adjudicator.resources import find_resources

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")

WIDTH = 78
"""Columns of a text report."""
_UNPRINTABLE = re.compile(r"[^\n\x20-\x7e]")


def make_plain(text: str) -> str:
    r"""``text`` in printable ASCII and newlines; anything else as ``\u{1b}``, so that nothing can forge a line."""
    return _UNPRINTABLE.sub(lambda match: f"\\u{{{ord(match.group()):x}}}", text)


@lru_cache(maxsize=4096)
def wrap(text: str, bullet: str = "", width: int = WIDTH) -> str:
    """``text`` in plain lines of at most ``width`` columns; further lines are indented below ``bullet``."""
    return textwrap.fill(
        make_plain(text),
        width,
        initial_indent=bullet,
        subsequent_indent=" " * len(bullet),
        break_on_hyphens=False,
    )


class TableRow(TypedDict):
    """A row of a table: whose it is, and its cells."""

    seat: str
    cells: Sequence[str | int]


class Table(TypedDict):
    """A table by seat; ``columns`` are the heads of the cells."""

    columns: Sequence[str]
    rows: Sequence[TableRow]


def tabulate(table: Table) -> str:
    """``table`` in plain lines, every column as wide as its widest cell.

    Where a line would be too wide, as with the longest names of seats, each name stands above its row.
    """
    rows = [["", *table["columns"]], *([row["seat"], *map(str, row["cells"])] for row in table["rows"])]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = _lay_rows(rows, widths)
    if max(map(len, lines)) > WIDTH:
        narrow = _lay_rows([["", *row[1:]] for row in rows], [0, *widths[1:]])
        lines = [
            narrow[0],
            *(line for row, cells in zip(rows[1:], narrow[1:], strict=True) for line in (row[0], cells)),
        ]
    return "\n".join(lines)


def _lay_rows(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    return [
        make_plain(
            "  ".join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))])
        ).rstrip()
        for row in rows
    ]


def _is_html(name: str | None) -> bool:
    return name is not None and name.endswith((".html", ".html.j2"))


class _TemplateCache(FileSystemBytecodeCache):
    """Does without what it cannot read or write: a cache is never a reason to fail."""

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except (OSError, EOFError, ValueError, TypeError, UnpicklingError):
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _find_cache() -> FileSystemBytecodeCache | None:
    """Compiled templates are kept in a folder of the user's own: it is code, so nobody else may write there."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = os.path.join(home, "adjudicator", f"templates-{__version__}")
    try:
        # of the folders above one that is made, the system gives none the mode that is asked for
        os.makedirs(os.path.dirname(folder), mode=0o700, exist_ok=True)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        status = os.lstat(folder)
        if status.st_uid != os.getuid() or status.st_mode & 0o022:
            return None
    except OSError:
        return None
    return _TemplateCache(folder)


@cache
def make_environment() -> Environment:
    """Where templates come from, and how they are filled."""
    environment = Environment(
        # a game of another package names the folder of its fragments by its whole path
        loader=FileSystemLoader([find_resources("templates"), os.sep]),
        autoescape=_is_html,  # noqa: S701 - on for every HTML template, whatever its last suffix
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        bytecode_cache=_find_cache(),
    )
    environment.filters["wrap"] = wrap
    environment.filters["tabulate"] = tabulate
    return environment


def name_report(reader: Reader) -> str:
    """The stem of the reader's report files."""
    return reader.value if isinstance(reader, Onlooker) else reader


def render_report(occasion: Occasion[S, A, K], reader: Reader) -> dict[str, bytes]:
    """The reader's report as ``NAME.html`` and ``NAME.txt``."""
    page, part = build_page(occasion, reader)
    environment = make_environment()
    name = name_report(reader)
    html = environment.get_template("report/page.html.j2").render(page=page, part=part)
    text = environment.get_template("report/page.txt.j2").render(page=page, part=part)
    return {f"{name}.html": html.encode(), f"{name}.txt": make_plain(text).encode()}


def render_reports(occasion: Occasion[S, A, K]) -> dict[str, bytes]:
    """Every reader's report: each seat's, the public one, the moderator's."""
    readers: list[Reader] = [*occasion.game.kernel.seats(occasion.record.state), Onlooker.PUBLIC, Onlooker.MODERATOR]
    reports: dict[str, bytes] = {}
    for reader in readers:
        reports |= render_report(occasion, reader)
    return reports
