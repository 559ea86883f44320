"""Laying out pages: what text reports are made of, and every reader's report."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from sys import maxsize
from typing import TYPE_CHECKING, NotRequired, TypedDict, cast

from adjudicator.core.columns import ISOLATES, cut_words, fill_lines, measure, pad
from adjudicator.core.table import Onlooker, Reader
from adjudicator.kit.words import NO_BREAK
from adjudicator.report.context import ReportContext
from adjudicator.report.page import Page, build_page

if TYPE_CHECKING:
    from jinja2 import Environment


WIDTH = 78
"""Columns of a text report."""
_MOST_LINES = 130
"""Lines that a text report has, where the game does not name another number as ``most_lines``."""
_UNDERLINED = re.compile(r"^(?:(.+)\n)?(.+)\n(-+)$", re.MULTILINE)
"""A heading in one line or two, and the dashes below it, as many as the longest of them has columns."""
_TIGHTEST, _MOST_SQUEEZED, _SPARING = 5, 4, 2
_ELLIPSIS = " ..."
_SAID_OF_CUTS = 'Lines that end in "..." are complete in your HTML report.\n'
_CUT = re.compile(r" \.\.\.(?=[;.]|$)", re.MULTILINE)
_SENTENCE = re.compile(r"[.!?](?= |$)")
_KEPT = frozenset({"\n", NO_BREAK, *ISOLATES})


def make_plain(text: str) -> str:
    r"""``text`` in what can be printed and newlines; anything else as ``\u{1b}``, so that nothing can forge a line."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c in _KEPT else f"\\u{{{ord(c):x}}}" for c in text)


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


def _keep_brackets(text: str) -> str:
    """``text`` with the words in the last brackets in one line."""
    head, bracket, tail = text.rpartition(" (")
    return f"{head}{bracket}{tail.replace(' ', NO_BREAK)}" if bracket else text


def underline(text: str, sign: str = "-") -> str:
    """``text`` as a heading in plain text; words in brackets at its end stand in one line."""
    lines = wrap(_keep_brackets(text))
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


@cache
def make_environment() -> Environment:
    """Where templates come from, and how they are filled."""
    from adjudicator.report.templates import find_templates  # noqa: PLC0415 - jinja2 is slow

    environment = find_templates()
    environment.filters["wrap"] = wrap
    environment.filters["cut_short"] = cut_short
    environment.filters["sentences"] = cut_sentences
    environment.filters["shortened"] = cut_each
    environment.filters["bullets"] = list_plainly
    environment.filters["heading"] = underline
    environment.filters["tabulate"] = tabulate
    return environment


def name_report(reader: Reader) -> str:
    """The stem of the reader's report files."""
    return reader.value if isinstance(reader, Onlooker) else reader


def render_report(context: ReportContext, reader: Reader) -> dict[str, bytes]:
    """The reader's report as ``NAME.html`` and ``NAME.txt``, and what proves it as ``NAME.proof``.

    The moderator, who has the directory, gets no proof, nor does anybody where ``context`` has no proofs.
    """
    page, part = build_page(context, reader)
    environment = make_environment()
    name = name_report(reader)
    # piece by piece: a whole page with one letter that is not of ASCII takes twice its room to encode
    html = b"".join(map(str.encode, environment.get_template("report/page.html.j2").generate(page=page, part=part)))
    text = _lay_text(environment, page, part, bounded=reader is not Onlooker.MODERATOR)
    report = {f"{name}.html": html, f"{name}.txt": make_plain(text).encode()}
    if context.proofs and reader is not Onlooker.MODERATOR:
        seat = None if isinstance(reader, Onlooker) else reader
        report[f"{name}.proof"] = context.proofs.write_proof(context.charter.id, context.record.number, seat)
    return report


def _lay_text(environment: Environment, page: Page, part: Mapping[str, object], *, bounded: bool) -> str:
    """The text report; one that is ``bounded`` and too long is cut step by step, until it is short enough."""
    template = environment.get_template("report/page.txt.j2")
    most = cast("int", part.get("most_lines", _MOST_LINES)) if bounded else maxsize

    table = tabulate(cast("SeatTable", part["scores"]))

    def lay(tight: int, squeezed: int = 0, *, whole: bool = False, spared: bool = True) -> str:
        # how much is cut is the template's business
        text = template.render(
            page=page, part=part, table=table, tight=tight, squeezed=squeezed, whole=whole, spared=spared
        )
        text = _say_cuts(text).replace("\n\n\n", "\n\n")
        closed = close(text)
        return close(_UNDERLINED.sub(_set_in_dashes, text)) if squeezed and not fits(closed) else closed

    def close(text: str) -> str:
        # blank lines go first, from the end, and no more of them than must
        return text if fits(text) else "\n".join(text.rsplit("\n\n", text.count("\n") - most))

    def fits(text: str) -> bool:
        return text.count("\n") <= most

    for tight in (0, 1):
        text = lay(tight)
        if fits(text):
            return text
    steps = [(tight, 0) for tight in range(2, _TIGHTEST + 1)]
    if not fits(lay(*steps[-1])):
        steps = [(_TIGHTEST, squeezed) for squeezed in range(1, _MOST_SQUEEZED + 1)]
    for step in steps:
        text = lay(*step)
        if fits(text):
            # the reader's own news is the last that should be cut: rather what is the same in every report
            tries = [step, *((_TIGHTEST, squeezed) for squeezed in range(step[1] + 1, _SPARING + 1))]
            is_whole = list_plainly(page.story.own) in text
            wholes = (lay(*further, whole=True) for further in (() if is_whole else tries))
            return next(filter(fits, wholes), text)
    return lay(*steps[-1], spared=False) if page.fates.spared else text


def _say_cuts(text: str) -> str:
    """``text`` without the line that says how cut lines end, where there are none."""
    return text.replace(_SAID_OF_CUTS, "") if _SAID_OF_CUTS in text and not _CUT.search(text) else text


def _set_in_dashes(heading: re.Match[str]) -> str:
    above, last, dashes = heading.groups()
    is_whole = not above or measure(last) == len(dashes)
    said = wrap(_keep_brackets(last if is_whole else f"{above} {last}") + f"{NO_BREAK}--", "-- ")
    return f"{above}\n{said}" if above and is_whole else said


def render_reports(context: ReportContext) -> dict[str, bytes]:
    """Every reader's report: each seat's, the public one, the moderator's."""
    readers: list[Reader] = [*context.game.kernel.seats(context.record.state), Onlooker.PUBLIC, Onlooker.MODERATOR]
    reports: dict[str, bytes] = {}
    for reader in readers:
        reports |= render_report(context, reader)
    return reports
