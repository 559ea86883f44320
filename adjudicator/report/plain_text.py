"""What text reports are made of: lines, lists, headings and tables of at most 78 columns, that can be printed."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NotRequired, TypedDict

from adjudicator.core.printing import ISOLATES, cut_words, fill_lines, measure, pad, print_safely
from adjudicator.kit.words import NO_BREAK

WIDTH = 78
"""Columns of a text report."""
_ELLIPSIS = " ..."
_SENTENCE = re.compile(r"[.!?](?= |$)")
_KEPT = frozenset({"\n", NO_BREAK, *ISOLATES})


def make_plain(text: str) -> str:
    r"""``text`` in what can be printed and newlines; anything else as ``\u{1b}``, so that nothing can forge a line."""
    if text.replace("\n", "").isprintable():
        return text
    return print_safely(text, kept=_KEPT)


@lru_cache(maxsize=4096)
def wrap(text: str, bullet: str = "", width: int = WIDTH) -> str:
    """``text`` in plain lines of at most ``width`` columns; further lines are indented below ``bullet``."""
    return fill_lines(make_plain(text), width, bullet, " " * len(bullet)).replace(NO_BREAK, " ")


def cut_short(text: str, width: int) -> str:
    """``text`` in at most ``width`` columns, cut off between words: what stands elsewhere in full is not said twice."""
    return cut_words(text, width, _ELLIPSIS.strip())


def cut_sentences(text: str, width: int) -> str:
    """The sentences of ``text`` that fit ``width`` letters; of a first one that is longer as many words as fit."""
    whole = text[: max((match.end() for match in _SENTENCE.finditer(text) if match.end() <= width), default=0)]
    return f"{whole} ..." if whole and whole != text else cut_short(text, width)


def cut_each(lines: Sequence[str], width: int, kept: Sequence[str] = ()) -> Sequence[str]:
    """``lines`` cut so, but behind the last words that one of the patterns ``kept`` finds; in full for a width of 0."""
    if not width:
        return lines
    # a cut falls between words, and " ..." takes four columns
    whole = [rf"{pattern}\S*" for pattern in kept]
    ends = (
        measure(line[: max((match.end() for pattern in whole for match in re.finditer(pattern, line)), default=0)])
        for line in lines
    )
    return [cut_short(line, max(width, end + len(_ELLIPSIS))) for line, end in zip(lines, ends, strict=True)]


def list_plainly(lines: Sequence[str]) -> str:
    """``lines`` as a list in plain text."""
    return "".join([f"{wrap(line, '- ')}\n" for line in lines])


def keep_brackets(text: str) -> str:
    """``text`` with the words in the last brackets in one line."""
    head, bracket, tail = text.rpartition(" (")
    return f"{head}{bracket}{tail.replace(' ', NO_BREAK)}" if bracket else text


def underline(text: str, sign: str = "-") -> str:
    """``text`` as a heading in plain text; words in brackets at its end stand in one line."""
    lines = wrap(keep_brackets(text))
    return f"{lines}\n{sign * max(map(measure, lines.splitlines()))}"


class TableRow(TypedDict):
    """A row of a table: whose it is, in ever fewer words too where that makes a difference, and its cells."""

    seat: str
    shorter: NotRequired[Sequence[str]]
    cells: Sequence[str | int]


class SeatTable(TypedDict):
    """A table by seat; ``columns`` are the heads of the cells."""

    columns: Sequence[str]
    rows: Sequence[TableRow]


def tabulate(table: SeatTable) -> str:
    """``table`` in plain lines, every column as wide as its widest cell.

    Where a line would be too wide it says in fewer words whose the row is; where that is too wide still, above it.
    """
    cells = [list(table["columns"]), *(list(map(str, row["cells"])) for row in table["rows"])]
    widths = [max(map(measure, column)) for column in zip(*cells, strict=True)]
    room = WIDTH - sum(2 + width for width in widths)
    forms = [[row["seat"], *row.get("shorter", ())] for row in table["rows"]]
    heads = [next((form for form in row if measure(make_plain(form)) <= room), row[-1]) for row in forms]
    width = max(map(measure, map(make_plain, heads)), default=0)
    if width <= room:
        return "\n".join(
            _lay_rows([[head, *row] for head, row in zip(["", *heads], cells, strict=True)], [width, *widths])
        )
    narrow = _lay_rows([["", *row] for row in cells], [0, *widths])
    above = [wrap(row[-1]) for row in forms]
    return "\n".join([narrow[0], *(line for pair in zip(above, narrow[1:], strict=True) for line in pair)])


def _lay_rows(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    return [
        make_plain(
            "  ".join([pad(row[0], widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))])
        ).rstrip()
        for row in rows
    ]
