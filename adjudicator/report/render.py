"""Laying out pages: every reader's report, in HTML and in plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from sys import maxsize
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from adjudicator.core.printing import measure
from adjudicator.core.table import Onlooker, Reader
from adjudicator.kit.words import NO_BREAK
from adjudicator.report.context import ReportContext
from adjudicator.report.page import Page, build_page
from adjudicator.report.plain_text import SeatTable, keep_brackets, list_plainly, make_plain, tabulate, wrap

if TYPE_CHECKING:
    from jinja2 import Environment


_MOST_LINES = 130
"""Lines that a text report has, where the game does not name another number as ``most_lines``."""
_UNDERLINED = re.compile(r"^(?:(.+)\n)?(.+)\n(-+)$", re.MULTILINE)
"""A heading in one line or two, and the dashes below it, as many as the longest of them has columns."""
_TIGHTEST, _MOST_SQUEEZED, _SPARING = 5, 4, 2
_SAID_OF_CUTS = 'Lines that end in "..." are complete in your HTML report.\n'
_CUT = re.compile(r" \.\.\.(?=[;.]|$)", re.MULTILINE)


@cache
def make_environment() -> Environment:
    """Where templates come from, and how they are filled."""
    from adjudicator.report.templates import find_templates  # noqa: PLC0415 - jinja2 is slow

    return find_templates()


def name_report(reader: Reader) -> str:
    """The stem of the reader's report files."""
    return reader.value if isinstance(reader, Onlooker) else reader


def render_report(context: ReportContext, reader: Reader) -> dict[str, bytes]:
    """The reader's report as ``NAME.html`` and ``NAME.txt``, and what proves it as ``NAME.proof``.

    The moderator, who has the directory, gets no proof, nor does anybody where ``context`` has no proofs.
    """
    return _render_each(context, [reader])


def render_reports(context: ReportContext) -> dict[str, bytes]:
    """Every reader's report: each seat's, the public one, the moderator's."""
    return _render_each(
        context, [*context.game.kernel.seats(context.record.state), Onlooker.PUBLIC, Onlooker.MODERATOR]
    )


def _render_each(context: ReportContext, readers: Sequence[Reader]) -> dict[str, bytes]:
    # each step for all readers before the next one: a processor has room at hand for one step, not for all of them
    pages = [build_page(context, reader) for reader in readers]
    # templates look up attributes first
    filled = [(page, SimpleNamespace(**variables)) for page, variables in pages]
    environment = make_environment()
    in_html = environment.get_template("report/page.html.j2")
    # piece by piece: a whole page with one letter that is not of ASCII takes twice its room to encode
    htmls = [b"".join(map(str.encode, in_html.generate(page=page, part=part))) for page, part in filled]
    texts = [
        make_plain(_lay_text(environment, page, part, bounded=reader is not Onlooker.MODERATOR)).encode()
        for reader, (page, part) in zip(readers, filled, strict=True)
    ]
    reports: dict[str, bytes] = {}
    for reader, html, text in zip(readers, htmls, texts, strict=True):
        name = name_report(reader)
        reports |= {f"{name}.html": html, f"{name}.txt": text}
        if context.proofs and reader is not Onlooker.MODERATOR:
            seat = None if isinstance(reader, Onlooker) else reader
            reports[f"{name}.proof"] = context.proofs.write_proof(context.charter.id, context.record.number, seat)
    return reports


def _lay_text(environment: Environment, page: Page, part: SimpleNamespace, *, bounded: bool) -> str:
    """The text report; one that is ``bounded`` and too long is cut step by step, until it is short enough."""
    template = environment.get_template("report/page.txt.j2")
    most = cast("int", getattr(part, "most_lines", _MOST_LINES)) if bounded else maxsize

    table = tabulate(cast("SeatTable", part.scores))

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
    said = wrap(keep_brackets(last if is_whole else f"{above} {last}") + f"{NO_BREAK}--", "-- ")
    return f"{above}\n{said}" if above and is_whole else said
