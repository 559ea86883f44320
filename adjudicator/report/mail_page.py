"""A report's page as the body of a mail, made from the page itself: mail programs show no SVG and know few styles.

The first drawing of the board's section becomes an image that comes with the mail, its legend below it. All other
drawings go, with the headings that are nothing without them; they stand in the page that is attached. All words stay.
"""

from __future__ import annotations

import html
import re
from typing import Final

from adjudicator.core.seat_names import measure
from adjudicator.report.letters import RULE
from adjudicator.report.picture import add_legend
from adjudicator.report.render import WIDTH

PICTURE: Final = "board"
"""What the image is called in the mail."""
_HOLE = "\x00"
_TAG = re.compile(r"<svg\b[^>]*>|</svg>")
_TITLE = re.compile(r"<title>([^<]*)</title>")
_COLOUR = re.compile(r"--([a-z]+):([^;}]+)")
_NIGHT = re.compile(r"@media screen and \(prefers-color-scheme:dark\)\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_ASIDE = re.compile(r'<meta (?:http-equiv|name="color-scheme")[^>]*>\n|<label class="closer">.*?</label>\n')
_LEGEND = re.compile(rf'<ul class="legend">(?:(?!</ul>)[^{_HOLE}])*{_HOLE}(?:(?!</ul>).)*</ul>\n?', re.DOTALL)
_MARK = re.compile(rf"<li[^>]*>{_HOLE}([^<]*)</li>")
_CHART = re.compile(
    rf'(?:<h3>[^<]*</h3>\s*)?(?:<div class="wide"[^>]*>\s*)?{_HOLE}(?:\s*</div>)?(?:\s*<p class="under">[^<]*</p>)?'
)
_FIGURE = re.compile(rf"<figure[^>]*>\s*{_HOLE}.*?</figure>\s*", re.DOTALL)
_EMPTY = re.compile(r"<details[^>]*>\s*<summary>[^<]*</summary>\s*</details>\s*")
_FORM = re.compile(r'<section id="form">.*?<pre[^>]*>(.*?)</pre>', re.DOTALL)
_POINTER = '<p class="under">Charts, and the board to look at closely, are in the report that is attached.</p>\n'


def find_form(page: str) -> str:
    """The order form in the report ``page``; nothing where it has none."""
    found = _FORM.search(page)
    return html.unescape(found[1]) if found else ""


def find_board(page: str) -> str:
    """The drawing of the board in the report ``page``, its legend below it; nothing where the game draws none."""
    drawings, text = _cut_drawings(_cut_board(page)[1])
    if not drawings:
        return ""
    marks = [(drawings[text[: mark.start()].count(_HOLE)], mark[1].strip()) for mark in _MARK.finditer(text)]
    return add_legend(drawings[0], marks)


def write_mail_page(page: str, *, pictured: bool, above: str = "") -> str:
    """The report ``page`` without drawings; where it is ``pictured``, the image of its board comes with the mail.

    ``above`` is a plain text that stands above the report.
    """
    before, board, after = _cut_board(page)
    drawings, board = _cut_drawings(board)
    if drawings and pictured:
        title = _TITLE.search(drawings[0])
        image = f'<img src="cid:{PICTURE}" alt="{title[1] if title else "The board"}" style="max-width:100%">'
        board = board.replace(_HOLE, image, 1) + _POINTER
    _, whole = _cut_drawings(f"{before}{board}{after}")
    for pattern in (_LEGEND, _FIGURE, _CHART, _ASIDE, _EMPTY):
        whole = pattern.sub("", whole)
    if above:
        whole = whole.replace("<body>\n", f"<body>\n{write_paragraphs(above)}", 1)
    return _lay_by_day(whole)


def write_paragraphs(text: str) -> str:
    """A plain text, broken into lines of its own, as HTML that breaks where a screen ends; maps stay as they are."""
    blocks = []
    for block in text.strip("\n").split("\n\n"):
        if RULE in block:
            blocks.append(f'<pre style="overflow-x:auto">{html.escape(block)}</pre>\n')
            continue
        lines, before = list[str](), 0
        for line in block.split("\n"):
            word = line.strip().partition(" ")[0]
            if lines and not line.startswith(("- ", "| ")) and before + 1 + measure(word) > WIDTH:
                lines[-1] += f" {line.strip()}"
            else:
                lines.append(line)
            before = measure(line)
        blocks.append(f"<p>{'<br>'.join(map(html.escape, lines))}</p>\n")
    return "".join(blocks)


def _cut_board(page: str) -> tuple[str, str, str]:
    """``page`` up to the section of the board, the section, and the rest."""
    before, mark, rest = page.partition('<section id="board">')
    board, end, after = rest.partition("</section>")
    return before, f"{mark}{board}", f"{end}{after}"


def _cut_drawings(text: str) -> tuple[list[str], str]:
    """The drawings in ``text``, and the text with a hole in the place of each."""
    drawings, kept, done, depth, begin = list[str](), list[str](), 0, 0, 0
    for tag in _TAG.finditer(text):
        if tag[0] != "</svg>":
            begin = begin if depth else tag.start()
            depth += 1
            continue
        depth -= 1
        if not depth:
            drawings.append(text[begin : tag.end()])
            kept += text[done:begin], _HOLE
            done = tag.end()
    return drawings, "".join([*kept, text[done:]])


def _lay_by_day(page: str) -> str:
    """``page`` with the colours of the day in place of variables, which mail programs do not know."""
    colours = dict(_COLOUR.findall(page[: page.find("@media")]))
    page = _NIGHT.sub("", page)
    return re.sub(r"var\(--([a-z]+)\)", lambda name: colours.get(name[1], "inherit"), page)
