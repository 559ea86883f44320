"""The letter that brings a seat its report: to read at once, to answer, to look at in full, to check, to remember.

Its text is the report in plain text, its page the report's page made fit for mail programs, which show no SVG and know
few styles: the first drawing of the board becomes an image that comes with the mail, made with letters of our own, all
other drawings go, all words stay. With it come the order form as a file, the page in full, what proves it, and the
deadline for a calendar.
"""

import html
import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from io import BytesIO
from typing import Final, NamedTuple

from adjudicator.core.act_kinds import Deadlines
from adjudicator.core.agenda import Ask
from adjudicator.core.charter import MOVE_FILE_SCHEMA, Charter
from adjudicator.core.deadlines import find_last
from adjudicator.core.instant import write_deadline
from adjudicator.core.printing import measure
from adjudicator.core.seat_names import NO_NAMES, Addressee, SeatNames
from adjudicator.core.table import Onlooker, Seat
from adjudicator.registry import find_zone
from adjudicator.report.drawings import quote_drawings
from adjudicator.report.letters import RULE
from adjudicator.report.mail import Attachment, Letter, write_appointment
from adjudicator.report.plain_text import WIDTH

PICTURE: Final = "board"
"""What the image is called in the mail."""
_HOLE = "\x00"
_TAG = re.compile(r"<svg\b[^>]*>|</svg>")
_TITLE = re.compile(r"<title>([^<]*)</title>")
_COLOUR = re.compile(r"--([a-z]+):([^;}]+)")
_NIGHT = re.compile(r"@media screen and \(prefers-color-scheme:dark\)\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_FOR_BROWSERS = re.compile(r'<meta (?:http-equiv|name="color-scheme")[^>]*>\n|<label class="closer">.*?</label>\n')
_LEGEND = re.compile(rf'<ul class="legend[^"]*">(?:(?!</ul>)[^{_HOLE}])*{_HOLE}(?:(?!</ul>).)*</ul>\n?', re.DOTALL)
_MARK = re.compile(rf"<li[^>]*>{_HOLE}([^<]*)</li>")
_CHART = re.compile(
    rf'(?:<h3>[^<]*</h3>\s*)?(?:<div class="wide"[^>]*>\s*)?{_HOLE}(?:\s*</div>)?(?:\s*<p class="under">[^<]*</p>)?'
)
_FIGURE = re.compile(rf"<figure[^>]*>\s*{_HOLE}.*?</figure>\s*", re.DOTALL)
_EMPTY = re.compile(r"<details[^>]*>\s*<summary>[^<]*</summary>\s*</details>\s*")
_FORM = re.compile(r'<section id="form">.*?<pre[^>]*>(.*?)</pre>', re.DOTALL)
_SPAN = re.compile("</?span>")
_POINTER = '<p class="under">Charts and a closer view of the board are in the attached report.</p>\n'
FORM_KIND: Final = "application/yaml"
_PLAIN_ANSWER: Final = """
If you reply to an email from this game, and the reply goes to an address with
a long key in it, such as table+k7x2...@example.org, you need not copy the
token: the address shows your seat and the turn.
"""
_FAMILY: Final = "Adjudicator Sans"
_FONTS: Final = tuple(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "fonts", f"AdjudicatorSans-{weight}.ttf")
    for weight in ("Regular", "Bold")
)
_COLOURS: Final = 256
_SIZES = re.compile(r'<svg\b[^>]*?\bwidth="([0-9]+)" height="([0-9]+)"')
_STYLE = re.compile(r'(?<=<svg)([^>]*?) style="[^"]*"')
_GAP, _LINE, _LETTER = 8, 38, 9
"""Pixels around a mark, from line to line of the legend, and of a letter, about."""
_DRAWN = re.compile(
    "[ -~\u00a0-\u024f\u0374\u0375\u037a-\u037e\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u03d0-\u045f"
    "\u2010\u2012-\u2022\u2026\u2030\u2032-\u2034\u2039\u203a\u20ac\u2190-\u2195\u2212\u2066-\u2069]*"
)
"""What the font has letters for, and the marks that set names of other directions apart, which are not drawn."""
_VARIABLE = re.compile(r"var\(--[\w-]+,([^()]*)\)")


def find_form(page: str) -> str:
    """The order form in the report ``page``; nothing where it has none."""
    found = _FORM.search(page)
    return html.unescape(_SPAN.sub("", found[1])) if found else ""


def find_board(page: str, names: SeatNames = NO_NAMES) -> str:
    """The drawing of the board in the report ``page``, its legend below it; nothing where the game draws none.

    In the legend seats of ``names`` that cannot be drawn are called by their ids.
    """
    drawings, text = _cut_drawings(quote_drawings(_cut_board(page)[1]))
    if not drawings:
        return ""
    marks = [
        (drawings[text[: mark.start()].count(_HOLE)], _spell(mark[1].strip(), names)) for mark in _MARK.finditer(text)
    ]
    return add_legend(drawings[0], marks)


def _spell(words: str, names: SeatNames) -> str:
    """``words`` of a page in letters that pictures have."""
    if not can_draw(html.unescape(words)):
        for seat in names.of:
            words = words.replace(html.escape(names.call(seat)), seat)
    return words


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
    for pattern in (_LEGEND, _FIGURE, _CHART, _FOR_BROWSERS, _EMPTY):
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
    colours: dict[str, str] = dict(_COLOUR.findall(page[: page.find("@media")]))
    page = _NIGHT.sub("", page)
    return re.sub(r"var\(--([a-z]+)(?:,(\w+))?\)", lambda found: colours.get(found[1]) or found[2] or "inherit", page)


class ReportsToSend(NamedTuple):
    """The reports of ``turn`` by their file names, such as ``dora.html``, and what is asked after it.

    ``at`` is when the turn ran, ``rerun`` whether it takes the place of another, ``over`` whether it ended the game.
    ``moved`` is larger the later the deadlines were set.
    """

    charter: Charter
    turn: int
    head: str
    reports: Mapping[str, bytes]
    asks: Collection[Ask]
    due: Deadlines
    at: datetime
    rerun: bool = False
    over: bool = False
    moved: int = 0


def write_report_letter(sent: ReportsToSend, seat: Seat, to: Addressee, above: str = "") -> Letter:
    """The letter to ``seat``, which goes ``to`` somebody; ``above`` stands above its report."""
    charter = sent.charter
    page, text = (sent.reports[f"{seat}.{kind}"].decode() for kind in ("html", "txt"))
    images = draw_board(sent.reports, charter.seat_names)
    return Letter(
        game=charter.id,
        about=f"{sent.turn:04}-{seat}-report{f'-{sent.head[:8]}' if sent.rerun else ''}",
        address=to.address,
        name=to.name,
        subject=_write_subject(sent, seat),
        text=f"{above}\n\n{text}" if above else text,
        at=sent.at,
        attachments=tuple(list_attachments(sent, seat)),
        html=write_mail_page(page, pictured=bool(images), above=above),
        images=images,
        wanted=sent.turn + 1,
    )


def write_invitation_letter(
    sent: ReportsToSend,
    seat: Seat,
    to: Addressee,
    about: str,
    invitation: str,
    schema: bytes,
) -> Letter:
    """The same with the ``invitation`` above the report, and the schema of move files for editors."""
    letter, invitation = write_report_letter(sent, seat, to), f"{invitation.rstrip()}\n{_PLAIN_ANSWER}"
    page = sent.reports[f"{seat}.html"].decode()
    return letter._replace(
        about=about,
        subject=f"{sent.charter.id}: your invitation",
        text=f"{invitation}\n\n{letter.text}",
        html=write_mail_page(page, pictured=bool(letter.images), above=invitation),
        attachments=(*letter.attachments, attach_schema(schema)),
    )


def attach_schema(schema: bytes) -> Attachment:
    """The ``schema`` of move files, as the first letter with a report has it."""
    return Attachment(MOVE_FILE_SCHEMA, "application/json", schema)


def draw_board(reports: Mapping[str, bytes], names: SeatNames = NO_NAMES) -> tuple[Attachment, ...]:
    """The board as everybody may see it, as an image; none where the game draws none, or nothing that can be drawn."""
    drawing = find_board(reports[f"{Onlooker.PUBLIC.value}.html"].decode(), names)
    try:
        return (Attachment(PICTURE, "image/png", draw_png(drawing)),) if drawing else ()
    except ValueError:
        return ()


def list_attachments(sent: ReportsToSend, seat: Seat) -> Iterator[Attachment]:
    """The form, the page in full, what proves it, and the deadline."""
    stem = f"{sent.charter.id}-{sent.turn:04}-{seat}"
    page = sent.reports[f"{seat}.html"]
    if form := find_form(page.decode()):
        yield Attachment(f"{sent.charter.id}-{sent.turn + 1:04}-{seat}.yaml", FORM_KIND, form.encode())
    yield Attachment(f"{stem}.html", "text/html", page)
    if proof := sent.reports.get(f"{seat}.proof"):
        yield Attachment(f"{stem}.proof", "text/plain", proof)
    if deadline := _find_deadline(sent, seat):
        data = write_appointment(sent.charter.id, sent.turn + 1, seat, deadline, sent.at, sent.moved)
        yield Attachment(f"{stem}.ics", "text/calendar", data)


def _find_deadline(sent: ReportsToSend, seat: Seat) -> datetime | None:
    return find_last([ask for ask in sent.asks if ask.seat == seat], sent.due)


def _write_subject(sent: ReportsToSend, seat: Seat) -> str:
    """Made of ids and numbers alone: nothing that people wrote stands in a header."""
    rerun = "RERUN, " if sent.rerun else ""
    subject = f"{rerun}{sent.charter.id}: {'the game is over, ' if sent.over else ''}report of turn {sent.turn}"
    deadline = _find_deadline(sent, seat)
    if deadline is not None:
        return f"{subject}, orders by {write_deadline(deadline, find_zone(sent.charter.zone))}"
    asked = any(ask.seat == seat and ask.must for ask in sent.asks)
    return f"{subject}, please send your orders" if asked else subject


@lru_cache(maxsize=4)
def draw_png(svg: str) -> bytes:
    """The picture of ``svg`` by daylight, as large as it says, on white; the same bytes on every machine.

    It has few colours, so that letters stay small. Raises ``ValueError`` for what is no SVG.
    """
    from PIL import Image  # noqa: PLC0415 - for games with addresses alone

    full = Image.open(BytesIO(draw_in_full(svg))).convert("RGB")
    written = BytesIO()
    palette = None
    if full.getcolors(_COLOURS) is None:  # the best colours of all pixels would take half a second
        every_third = full.resize((full.width // 3 or 1, full.height // 3 or 1), Image.Resampling.NEAREST)
        palette = every_third.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    reduced = full.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, palette=palette, dither=Image.Dither.NONE)
    reduced.save(written, "PNG", optimize=True)
    return written.getvalue()


def can_draw(words: str) -> bool:
    """Whether pictures have every letter of ``words``."""
    return _DRAWN.fullmatch(words) is not None


def draw_in_full(svg: str) -> bytes:
    """The same in all its colours. Fonts of the machine are not looked for."""
    import resvg_py  # noqa: PLC0415 - for games with addresses alone

    plain = _VARIABLE.sub(r"\1", svg)  # a variable belongs to a page; without one it is what stands beside it
    return resvg_py.svg_to_bytes(
        svg_string=plain,
        background="#fff",
        skip_system_fonts=True,
        font_files=list(_FONTS),
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )


def add_legend(board: str, marks: Sequence[tuple[str, str]]) -> str:
    """The drawing ``board``, and below it the ``marks``: drawings that may use parts of it, and words beside them.

    Drawings begin with a ``viewBox`` or sizes in pixels; words are written as in HTML.
    """
    sizes = _SIZES.search(board)
    if not marks or sizes is None:
        return board
    width, height = int(sizes[1]), int(sizes[2])
    drawn, x, y = list[str](), _GAP, height + _GAP
    for mark, words in marks:
        size = _SIZES.search(mark)
        wide, high = (int(size[1]), int(size[2])) if size else (0, 0)
        step = wide + len(words) * _LETTER + 3 * _GAP
        if x > _GAP and x + step > width:
            x, y = _GAP, y + _LINE
        at = y + (_LINE - high) // 2
        placed = mark.replace("<svg ", f'<svg x="{x}" y="{at}" ', 1)
        drawn.append(f'<g font-weight="bold" text-anchor="middle">{placed}</g>')
        drawn.append(f'<text x="{x + wide + _GAP}" y="{y + _LINE // 2 + 5}">{words}</text>')
        x += step
    whole = f'width="{width}" height="{y + _LINE + _GAP}"'
    plain = _STYLE.sub(r"\1", board, count=1)  # which says how wide the board is in a page
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {whole}>{plain}'
        f'<g font-family="Arial,Helvetica,sans-serif" font-size="16">{"".join(drawn)}</g></svg>'
    )
