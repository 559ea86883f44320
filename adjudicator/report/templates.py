"""The templates, for Jinja2. Autoescape is set by a template's own name, and a missing variable is an error."""

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pickle import UnpicklingError

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from adjudicator import __version__
from adjudicator.kit.charts import address_reader
from adjudicator.kit.words import NO_BREAK
from adjudicator.registry import find_resources
from adjudicator.report.drawings import unquote_drawing, unquote_drawings
from adjudicator.report.form_comments import fold_comments
from adjudicator.report.plain_text import (
    TableRow,
    cut_each,
    cut_sentences,
    cut_short,
    keep_brackets,
    list_plainly,
    tabulate,
    underline,
    wrap,
)
from adjudicator.report.room import has_long_names, is_crowded, is_wide


def find_templates() -> Environment:
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
    environment.filters.update(
        drawn=_insert_drawing,
        listed=_list_lines,
        counted=_count_whole,
        unbroken=_keep_whole,
        folded=fold_comments,
        held=_hold_heading,
        cells=_lay_cells,
        heads=_lay_heads,
        rows=_lay_rows,
        marked=_mark_reader,
        addressed=_address_reader,
        titled=_put_title,
        laid_out=_Printer(environment),
        crowded_by=is_crowded,
        wrap=wrap,
        cut_short=cut_short,
        sentences=cut_sentences,
        shortened=cut_each,
        bullets=list_plainly,
        heading=underline,
        tabulate=tabulate,
    )
    environment.tests["wide"] = is_wide
    environment.tests["long_named"] = has_long_names
    return environment


_EMPTY_GROUP = "<g/>"
_unquote_once = lru_cache(maxsize=64)(unquote_drawings)
"""What is drawn once for all readers is gone through once."""


def _insert_drawing(drawing: str, own: str | None = None) -> Markup:
    """``drawing`` as it stands in HTML, with what only the reader is shown, if anything, in place of an empty group."""
    shown = _unquote_once(drawing)
    shown = shown.replace(_EMPTY_GROUP, unquote_drawing(own), 1) if own is not None else shown
    return Markup(shown)  # noqa: S704 - whoever draws escapes the names


_BETWEEN = "\0"


def _escape_each(texts: Sequence[str]) -> list[str]:
    """``texts`` escaped, all of them at once: what escapes takes longer to be called than to escape."""
    escaped = str(escape(_BETWEEN.join(texts))).split(_BETWEEN)
    return escaped if len(escaped) == len(texts) else [str(escape(text)) for text in texts]


def _list_lines(lines: Sequence[str], kind: str = "") -> Markup:
    """``lines`` as a list in HTML, of the class ``kind``."""
    items = "".join([f"<li>{_lay_line(line)}</li>\n" for line in _escape_each(lines)])
    start = f'<ul class="{escape(kind)}">' if kind else "<ul>"
    return Markup(f"{start}\n{items}</ul>\n")  # noqa: S704 - each line is escaped


_WHOLE = re.compile(r"(?<![\w-])\d+-\d+(?![\w-])|&#39;[a-z-]{1,12}: \S{1,24}?(?: \d{1,3})?&#39;|\$schema=\S+")


def _wrap_whole(escaped: str) -> str:
    has_some = "-" in escaped or "&#39;" in escaped
    return _WHOLE.sub(r"<span>\g<0></span>", escaped) if has_some else escaped


_COUNTED = re.compile(r" (?=[a-z])(?<=\d )|(?<=\d and) (?=\d)")
_NUMBERED = tuple((f"{word} ", f"{word}{NO_BREAK}") for word in ("(line", "able turn"))


@lru_cache(maxsize=512)
def _lay_line(escaped: str) -> str:
    """A line of a list, which several readers have."""
    return _hold_counts(_wrap_whole(escaped))


def _hold_counts(escaped: str) -> str:
    """``1 lumber``, ``table turn 5``, ``(line 7)``, ``5 and 6`` in one line; what is quoted is copied: it stays."""
    if " &#39;" in escaped:
        return escaped
    for word, whole in _NUMBERED:
        escaped = escaped.replace(word, whole)
    return _COUNTED.sub(NO_BREAK, escaped)


def _count_whole(text: str) -> Markup:
    """``text`` in HTML; no line of it ends between a number and what it counts."""
    return Markup(_hold_counts(str(escape(text))))  # noqa: S704 - it is escaped


def _keep_whole(text: str) -> Markup:
    """``text`` in HTML; no line of it ends within an edge, a schema's name or a short order in quotation marks."""
    return Markup(_wrap_whole(str(escape(text))))  # noqa: S704 - it is escaped


_ZONED = re.compile(r" (?=[A-Z])(?<=:\d\d )")


def _hold_heading(text: str) -> str:
    """A heading, of which no line ends within the last brackets, nor between a time and its zone."""
    return _ZONED.sub(NO_BREAK, keep_brackets(text))


_BRACKETED = re.compile(r"\([^()<]*\)")


def _lay_cells(cells: Sequence[str | int]) -> Markup:
    """``cells`` of a table's row in HTML; no line of them ends within brackets."""
    return Markup(_join_cells(_escape_each([*map(str, cells)])))  # noqa: S704 - each cell is escaped


def _join_cells(escaped: Sequence[str]) -> str:
    row = "".join([f"<td>{cell}</td>" for cell in escaped])
    return _BRACKETED.sub(lambda found: found[0].replace(" ", NO_BREAK), row) if "(" in row else row


def _lay_heads(columns: Sequence[str]) -> Markup:
    """The heads of a table's ``columns`` in HTML, that of the seats before them."""
    heads = "".join([f'<th scope="col">{column}</th>' for column in ("seat", *_escape_each(columns))])
    return Markup(heads)  # noqa: S704 - each head is escaped


def _lay_rows(rows: Sequence[TableRow], *, led: bool = False) -> Markup:
    """The ``rows`` of a table in HTML, each cell of the first column in bold where they are ``led`` by it."""
    lines = []
    for row in rows:
        seat, *cells = _escape_each([row["seat"], *map(str, row["cells"])])
        first = f"<td><strong>{cells.pop(0)}</strong></td>" if led else ""
        lines.append(f'<tr><th scope="row">{seat}</th>{first}{_join_cells(cells)}</tr>\n')
    return Markup("".join(lines))  # noqa: S704 - each cell is escaped


_TITLE = re.compile(r"<title>([^<]*)</title>")


def _put_title(chart: str) -> Markup:
    """The ``chart``, an ``<svg>`` element, below its own title, for eyes too; nothing where there is none."""
    found = _TITLE.search(chart)
    return Markup(f'<p class="title">{found[1]}</p>\n{chart}' if found else chart)  # noqa: S704 - whoever draws escapes the names


def _mark_reader(shown: Markup, seat: str) -> Markup:
    """The first row of a table or mark of a legend that is called ``seat`` marked as the reader's; all in HTML."""
    called = escape(seat)
    html = str(shown).replace(f'<th scope="row">{called}<', f'<th scope="row">{called} (you)<', 1)
    html = html.replace(f"</svg> {called}<", f"</svg> <b>{called} (you)</b><", 1)
    return Markup(html)  # noqa: S704 - what is put in is escaped


def _address_reader(charts: Markup, seats: Sequence[str], reader: str) -> Markup:
    return Markup(address_reader(str(charts), seats, reader))  # noqa: S704 - what is put in is a plain word


class _Printer:
    """Lays out what several readers are shown alike once for all of them."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._newest: dict[str, tuple[object, Markup]] = {}
        """What each template was filled with last, and what came of it."""

    def __call__(self, part: object, template: str) -> Markup:
        """The ``template`` filled with ``part``."""
        if template not in self._newest or self._newest[template][0] is not part:
            html = self._environment.get_template(template).render(part=part)
            self._newest[template] = part, Markup(html)  # noqa: S704 - the template has escaped what it was filled with
        return self._newest[template][1]


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
