"""The move file in a mail: in an attachment, else in what its sender typed, else in what he quoted, else in HTML; and
the lines of a text as they were typed.
"""

import re
from collections.abc import Collection, Sequence
from html.parser import HTMLParser
from itertools import takewhile
from typing import Final, NamedTuple

from adjudicator.core.json_value import JsonValue
from adjudicator.intake.mailed.file_blocks import find_typed
from adjudicator.intake.mailed.left_out_signs import END
from adjudicator.intake.mailed.mended_lines import ChangeKind, look_at
from adjudicator.intake.mailed.mending import TWO_FILES, MendedText, mend
from adjudicator.intake.movefile import JOINING
from adjudicator.intake.reader import MAX_BYTES, ORDER_LISTS, read_document
from adjudicator.intake.sentences import LINE_BREAK
from adjudicator.post.opening import MailText, OpenedMail, Origin

_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_SOFT: Final = 50
"""A shorter line was not broken by a program; a blank at its end was typed."""
_INDENTED_FORM = re.compile(r"^([ \t]{1,8})# ?-{3,} *copy from here", re.MULTILINE)
_DEPTH = re.compile(r">*")
_BLOCKS = frozenset({"p", "div", "tr", "table", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre"})
_UNSEEN = frozenset({"script", "style", "head", "title", "template"})
_PRE_STYLE = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][\w:.-]*+(?:[\s/](?:[^<>\"']++|\"[^\"<>]*+\"|'[^'<>]*+')*+)?>")
_DECLARATION = re.compile(r"<[!?][^<>]*+>")
_SPACE = re.compile(r"[ \t\r\n\f]+")
_SAYS_SOMETHING = ("orders", "standing", "fallback", "press", "note", "draft", *sorted(JOINING))
_GAME = re.compile(r"^[ \t>]*game *: *([A-Za-z][A-Za-z0-9-]*)", re.IGNORECASE | re.MULTILINE)
_SAID = re.compile(r"(?![#`~]).*\w")
"""Not the rule below a heading, nor the end of a form or a fence."""
_RULE = "-----"
"""What stands between a mail and the one that it answers, and ends a file."""
_BETWEEN = f"\n{_RULE}\n"
_OWN_GAME = re.compile(r"^[ \t]{0,3}game *: *([A-Za-z][A-Za-z0-9-]*)", re.IGNORECASE | re.MULTILINE)
_FORWARDED = re.compile(
    r"^[ \t>]*(?:-+ *(?:forwarded message|weitergeleitete nachricht|message transf\xe9r\xe9|mensaje reenviado"
    r"|messaggio inoltrato) *-+|begin forwarded message:|anfang der weitergeleiteten nachricht:)",
    re.IGNORECASE | re.MULTILINE,
)
"""What programs write above a mail that somebody hands on: it is another's, or an older one."""


def read_lines(text: MailText) -> str:
    """What somebody typed, line by line."""
    if text.origin is Origin.HTML:
        return _write_html(text.text)
    said = text.text.replace("\r\n", "\n")
    if _SIGNED in said:
        said = _unsign(said)
    return _undent(_join_flowed(said) if text.flowed else said)


def _undent(text: str) -> str:
    """A text with a report of ours that is quoted by blanks alone, as Yahoo does it, without these blanks."""
    form = _INDENTED_FORM.search(text)
    if form is None:
        return text
    title = text.find(f"\n{form[1]}=====", 0, form.start())
    begin = text.rfind("\n", 0, title) + 1 if title >= 0 else form.start()
    return text[:begin] + re.sub(f"^{form[1]}", "", text[begin:], flags=re.MULTILINE)


def _unsign(text: str) -> str:
    """A signed text without what OpenPGP puts around it and before its dashes (RFC 4880, 7.1)."""
    before, _, signed = text.partition(_SIGNED)
    _, _, body = signed.partition("\n\n")
    body = body.partition(_SIGNATURE)[0]
    return before + "\n".join(line.removeprefix("- ") for line in body.split("\n"))


def _join_flowed(text: str) -> str:
    """Flowed text with its lines put together again (RFC 3676), where a program broke them."""
    joined: list[str] = []
    is_open, depth = False, 0
    for line in text.split("\n"):
        marks = _DEPTH.match(line)
        here = len(marks[0]) if marks else 0
        said = line[here:].removeprefix(" ") if not here else line[here:]
        if is_open and here == depth:
            joined[-1] += said.lstrip()
        else:
            joined.append(f"{'>' * here}{said}")
        is_open, depth = line.endswith(" ") and len(line) >= _SOFT, here
    return "\n".join(joined)


class _Lines(HTMLParser):
    """Writes the text of HTML in lines: blocks end lines, quoted blocks get the marks of quoted mail."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.line = ""
        self.quotes = 0
        self.verbatim: list[str] = []
        self.unseen = 0

    def end_line(self, *, always: bool = False) -> None:
        if always or self.line.strip(" \t"):
            self.lines.append("> " * bool(self.quotes) + self.line.rstrip(" "))
        self.line = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "br" and (tag == "pre" or _PRE_STYLE.search(dict(attrs).get("style") or "")):
            self.verbatim.append(tag)
        if tag in _UNSEEN:
            self.unseen += 1
        elif tag == "br":
            self.end_line(always=True)
        elif tag == "hr":
            self.end_line()
            self.lines.append(_RULE)
        elif tag in _BLOCKS or tag == "li":
            self.end_line()
            self.quotes += tag == "blockquote"
            self.line = "\u2022 " if tag == "li" else ""

    def handle_endtag(self, tag: str) -> None:
        if self.verbatim and self.verbatim[-1] == tag:
            self.verbatim.pop()
        if tag in _UNSEEN:
            self.unseen = max(0, self.unseen - 1)
        elif tag in _BLOCKS or tag == "li":
            self.end_line()
            self.quotes = max(0, self.quotes - (tag == "blockquote"))

    def handle_data(self, data: str) -> None:
        if self.unseen:
            return
        if self.verbatim:
            first, *rest = data.replace("\r\n", "\n").split("\n")
            self.line += first
            for part in rest:
                self.end_line(always=True)
                self.line = part
            return
        said = _SPACE.sub(" ", data)
        self.line += said.lstrip(" ") if not self.line or self.line.endswith(" ") else said


def _tidy(text: str) -> str:
    """HTML with tags that are whole and nothing else in angle brackets: the parser's cost is quadratic in others."""
    pieces: list[str] = []
    done = 0
    while (begin := text.find("<!--", done)) >= 0:
        pieces.append(text[done:begin])
        end = text.find("-->", begin + 4)
        done = end + 3 if end >= 0 else len(text)
    said = _DECLARATION.sub("", "".join((*pieces, text[done:])))
    kept: list[str] = []
    done = 0
    for tag in _TAG.finditer(said):
        kept += said[done : tag.start()].replace("<", "&lt;"), tag[0]
        done = tag.end()
    return "".join((*kept, said[done:].replace("<", "&lt;")))


def _write_html(text: str) -> str:
    parser = _Lines()
    parser.feed(_tidy(text))
    parser.close()
    parser.end_line()
    return "\n".join(parser.lines)


class FoundFile(NamedTuple):
    """A move file in a mail: its text, each line where it was, and the game it names, which may be nothing.

    ``has_token`` says whether anything stands behind ``token:``, ``is_blank`` whether nobody filled it in,
    ``is_typed`` that it is in the text of the mail, and no form of a report that is answered; ``is_quoted`` that it is
    such a form, with something in it, ``is_several`` that it is the whole text, in which there is more than one.
    """

    text: str
    game: str
    has_token: bool = False
    is_blank: bool = False
    is_typed: bool = False
    is_quoted: bool = False
    is_several: bool = False


NOTHING: Final = FoundFile("", "")
AS_SENT: Final = "the form in it has no orders of yours"
"""Why a quoted form is no move file, be it with an order in it as it was sent."""


class NotFoundError(Exception):
    """There is no move file in the mail; the message says why, or where it may be.

    ``meant`` says that somebody tried to send one.
    """

    def __init__(self, message: str, *, meant: bool = True) -> None:
        super().__init__(message)
        self.meant = meant


def find_file(mail: OpenedMail) -> FoundFile:
    """The one move file in ``mail``; one that cannot be told from what stands around it is the whole text.

    Two that say different things come as one text, which cannot be read as one: whose they are decides who is told. An
    attached form that nobody filled in counts where there is nothing else. Raises :class:`NotFoundError`.
    """
    texts = [(part.origin, read_lines(part)) for part in mail.texts]
    is_short = [len(text.encode("utf-8", "replace")) <= MAX_BYTES for _, text in texts]
    kept = [one for one, short in zip(texts, is_short, strict=True) if short]
    own = [(origin, _cut_forwarded(text)) for origin, text in kept]
    blank: FoundFile | None = None
    is_quoted = False
    for origin in Origin:
        found = dict(_find_in(text, origin) for where, text in own if where is origin)
        is_quoted = bool(found.pop("", NOTHING).game) or is_quoted
        filled = [file for file in found.values() if not file.is_blank]
        if filled and origin is Origin.ATTACHED:
            # a form that was attached as it came may have orders in it, and its sender may have typed others
            typed = dict(_find_in(text, where) for where, text in own if where is Origin.TEXT)
            filled += [file for said, file in typed.items() if file.is_typed and said not in found]
        if filled:
            return filled[0]._replace(text=_BETWEEN.join(file.text for file in filled))
        blank = blank or next(iter(found.values()), None)
    if blank is not None:
        return blank
    if any(_GAME.search(look_at(text)) for _, text in kept) and own != kept:
        raise NotFoundError("the orders are in a forwarded email; put them in an email of your own")
    if mail.closed:
        raise NotFoundError(
            f"the orders may be in {mail.closed[0]}; it is not opened, so put them in the text of the email"
        )
    if not all(is_short):
        raise NotFoundError("its text is longer than any move file")
    raise NotFoundError(
        AS_SENT if is_quoted else "there is no move file in it: no line begins with 'game:'", meant=False
    )


def read_said(text: str) -> JsonValue:
    """What the move file in ``text`` says, wherever in it; nothing where it cannot be read."""
    document, _ = read_document(mend(text).text.encode("utf-8", "surrogatepass"))
    return document.value if document is not None else None


def _cut_forwarded(text: str) -> str:
    """``text`` down to the line that programs write above a mail that is handed on."""
    mark = _FORWARDED.search(text)
    return text[: mark.start()] if mark else text


def _find_in(text: str, origin: Origin) -> tuple[str, FoundFile]:
    """The move file in a text, behind what it says; nothing says that there is none.

    A quoted form that nobody filled in is none, and has its game alone. A text that begins one and cannot be read is
    one as a whole.
    """
    mended = mend(text, in_mail=origin is not Origin.ATTACHED)
    if mended.refusal is not None:
        named = _GAME.search(look_at(text))
        several = mended.refusal.code == TWO_FILES
        return text, FoundFile(text, named[1].lower() if named else "", is_several=several)
    document, _ = read_document(mended.text.encode("utf-8", "surrogatepass"))
    if document is None and (named := _OWN_GAME.search(look_at(text))):
        return text, FoundFile(text, named[1].lower())
    said = document.value if document is not None else None
    if not isinstance(said, dict) or not isinstance(game := said.get("game"), str):
        return "", NOTHING
    is_blank = not any(said.get(key) for key in _SAYS_SOMETHING)
    first = mended.inside[0] if mended.inside else 0
    is_own = not mended.quoted and find_typed(LINE_BREAK.split(text), [first])[0]
    is_below = not is_own and origin is not Origin.ATTACHED and said.get("orders") is None
    if is_blank and (mended.quoted or is_below):
        return "", FoundFile("", game)
    is_form = is_blank and origin is Origin.ATTACHED
    if is_blank and said.keys().isdisjoint(ORDER_LISTS):  # its orders may stand apart from it
        return repr(said), FoundFile(text, game, bool(said.get("token")), is_form)
    is_typed = is_own and not is_blank
    is_quoted = not is_blank and origin is not Origin.ATTACHED and (not is_typed or _is_below_mail(text, first))
    return repr(said), FoundFile(_cut(text, mended), game, bool(said.get("token")), is_form, is_typed, is_quoted)


def _is_below_mail(text: str, first: int) -> bool:
    """Whether the line ``first`` stands below what programs without marks write above a mail that is answered."""
    above = (line.strip() for line in LINE_BREAK.split(text)[:first])
    return any(END.match(line) and _SAID.match(line) for line in above)


def _cut(text: str, mended: MendedText) -> str:
    """``text`` with empty lines in place of what does not belong to its move file, nor closes it.

    Lines below it that are left out, though they may say something, stay, for its sender to be told.
    """
    if not mended.inside:
        return text
    lines = LINE_BREAK.split(text)
    inside = {*mended.inside, *mended.ended}
    below = next((change.line - 1 for change in mended.changes if change.kind is ChangeKind.BELOW), len(lines))
    told = set(takewhile(lambda number: lines[number].strip(), range(below, len(lines))))
    cut = _keep(lines, inside | told)
    if not told or _is_told(cut):
        return cut
    # what looks like a key by itself would be taken for one of the file
    lines[below] = f"({lines[below].replace(':', '')})"
    cut = _keep(lines, {*inside, below})
    return cut if _is_told(cut) else _keep(lines, inside)


def _is_told(text: str) -> bool:
    return any(change.kind is ChangeKind.BELOW for change in mend(text).changes)


def _keep(lines: Sequence[str], inside: Collection[int]) -> str:
    return "\n".join(line if number in inside else "" for number, line in enumerate(lines)).rstrip("\n") + "\n"
