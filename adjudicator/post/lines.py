"""The lines of a mail's text as they were typed: flowed text, signed text, HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

from adjudicator.post.opening import MailText, Origin

_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_SOFT: Final = 50
"""A shorter line was not broken by a program; a blank at its end was typed."""
_INDENTED_FORM = re.compile(r"^([ \t]{1,8})# ?-{3,} *copy from here", re.MULTILINE)
_DEPTH = re.compile(r">*")
_BLOCKS = frozenset(
    {"p", "div", "tr", "table", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "hr"}
)
_UNSEEN = frozenset({"script", "style", "head", "title", "template"})
_PRE_STYLE = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][\w:.-]*+(?:[\s/](?:[^<>\"']++|\"[^\"<>]*+\"|'[^'<>]*+')*+)?>")
_ASIDE = re.compile(r"<[!?][^<>]*+>")
_SPACE = re.compile(r"[ \t\r\n\f]+")


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
    said = _ASIDE.sub("", "".join((*pieces, text[done:])))
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
