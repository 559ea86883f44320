"""Copies of reports as mail programs leave them: several in one file, quoted in an answer, with other line ends; and
what reports say.

What can be undone is tried: a hash tells whether it was right. Nothing else is guessed.
"""

import html
import re
from collections.abc import Callable, Collection, Iterator
from itertools import islice, zip_longest
from typing import NamedTuple

from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.mails import Piece

_PAGE = b"<!doctype html"
_PAGE_END = re.compile(rb"</html>[ \t]*(?:\r?\n)?", re.IGNORECASE)
_PASSED_ON_PAGE = re.compile(rb"<blockquote|gmail_quote", re.IGNORECASE)
"""What mail programs put around a page that they quote or pass on; no report of ours has it."""
_HEADING = re.compile(
    rb":[\s>|]+([a-z][a-z0-9-]{0,31}),[\s>|]+turn[\s>|]+([0-9]{1,6})\b(?:[\s>|]+\((RERUN)\))?(?:[\s>|]+=|</h1>)"
)
"""The heading of a text is underlined."""
_READER = re.compile(
    rb"\b(?:For[\s>|]+(?:[^(),:]{1,300},[\s>|]+seat[\s>|]+)?([a-z][a-z0-9-]{0,31})(?:\.|[\s>|]+\()"
    rb"|(Public|Moderator)(?:'s|&#39;s)?[\s>|]+report\.)"
)
"""The id of a seat, before it a person's name; earlier reports have the name in brackets behind it."""
_SIGN, _DIGIT = rb"[!-~]", rb"[0-9a-f]"
_ANY_WORD = b"|".join([b"checked:"[:place] + _SIGN + b"checked:"[place + 1 :] for place in range(len(b"checked:"))])
_ANY_FOUR = rb"%b{0,3}%b%b{0,3}" % (_DIGIT, _SIGN, _DIGIT)
_ANY_DIGITS = rb"(?:%b\W%b{4}|%b{4}\W%b)(?![!-;=-~])" % (_ANY_FOUR, _DIGIT, _DIGIT, _ANY_FOUR)
_CHECKED = re.compile(
    rb"^([ \t\v>|]*)(?:<summary>)?(?:checked:\W{1,3}(?=%b)|(?:%b)\W{1,3}(?=%b{4}\W%b{4}))(%b{4})\W(%b{4})"
    rb"[ \t]*(?:</summary>)?[ \t]*(?:\r?\n|\s?\Z)" % (_ANY_DIGITS, _ANY_WORD, _DIGIT, _DIGIT, _SIGN, _SIGN),
    re.MULTILINE,
)
"""The line that a report ends with, one sign of it spoilt at most; on a page, what is folded behind it follows."""
_HEAD = re.compile(rb"Head of turn [0-9]{1,6}:\s{1,4}(?:<code>)?([0-9a-f]{64})")
_MOST = 10_000
"""Reports that one file may hold; what follows is left aside."""
_LONGEST = 256 * 1024
"""Bytes of what may be a changed copy of ours; of longer ones nothing is undone but line ends."""
_HAPPENED, _OWN = "What happened", "You"
_ONE = r"(?:[^(),\n]+ \()?[a-z][a-z0-9-]{0,31}\)?"
_AWAITED = re.compile(rf"^Awaited(?:\sby\s.*?)?:\s({_ONE}(?:,\s{_ONE})*)\.$", re.MULTILINE | re.DOTALL)
"""Behind the name of a person stands the id of the seat in brackets; neither brackets nor commas are in a name."""
_AWAITED_HTML = re.compile(r"^<p>Awaited(?: by [^<]*?)?: ([^<]+)\.</p>$", re.MULTILINE)
_ITEM = re.compile(r"<li>(.*?)</li>", re.DOTALL)
_UNBROKEN = re.compile(r"</?span>")
_BULLET = "- "


class Copy(NamedTuple):
    """A report as a mail has it, with what it prints of itself: the first ``digits`` of its head, and whole ``heads``.

    ``game`` is empty where it has no heading; ``proved`` are ``data`` that a later turn commits to.
    """

    source: str
    data: bytes
    game: str
    turn: int
    reader: str
    digits: str
    heads: frozenset[str]
    rerun: bool
    quoted: bool
    proved: bool = False

    @property
    def place(self) -> str:
        """The copy, for messages."""
        return f"{self.source}: turn {self.turn}"


def list_copies(piece: Piece) -> Iterator[Copy]:
    """The reports in ``piece``, each on its own."""
    lines = [*islice(_CHECKED.finditer(piece.data), _MOST)]
    if len(lines) == 1:
        yield _read_copy(piece.source, piece.data, lines[0])
        return
    folded = piece.data.lower()
    done = 0
    for number, (line, following) in enumerate(zip_longest(lines, lines[1:]), start=1):
        page = folded.rfind(_PAGE, done, line.start())
        begin = page if page >= 0 else done
        last = following.start() if following else len(piece.data)
        closing = _PAGE_END.search(piece.data, line.end(), last) if page >= 0 else None
        done = closing.end() if closing else line.end()
        yield _read_copy(f"{piece.source}, report {number}", piece.data[begin:done], line)


def _read_copy(source: str, data: bytes, line: re.Match[bytes]) -> Copy:
    heading = _HEADING.search(data)
    reader = _READER.search(data, heading.end()) if heading else None
    marks, first, last = line.groups()
    return Copy(
        source=source,
        data=data,
        game=heading[1].decode() if heading and reader else "",
        turn=int(heading[2]) if heading else -1,
        reader=(reader[1] or reader[2].lower()).decode() if reader else "",
        digits=(first + last).decode(),
        heads=frozenset(head.decode() for head in _HEAD.findall(data)),
        rerun=bool(heading and heading[3]),
        quoted=bool(marks.strip()) or _PASSED_ON_PAGE.search(data) is not None,
    )


def restore(data: bytes, hashes: Collection[str]) -> bytes | None:
    """What ``data`` was before a mail program changed it, known by one of the ``hashes``; None where it is not that."""
    return next((spelling for spelling in list_spellings(data) if hash_bytes(spelling) in hashes), None)


def hash_spellings(data: bytes) -> set[str]:
    """The hashes of ``data`` as it is, and as it may have been before it was mailed."""
    return {hash_bytes(spelling) for spelling in list_spellings(data)}


def list_spellings(data: bytes) -> Iterator[bytes]:
    """``data``, and what it may have been: each of the changes undone, and all that come before one in the list."""
    seen = [data]
    yield data
    for undo in _UNDO if len(data) <= _LONGEST else _UNDO[:1]:
        for before in list(seen):
            spelling = undo(before)
            if spelling not in seen:
                seen.append(spelling)
                yield spelling


def _unquote(data: bytes) -> bytes:
    return re.sub(rb"^> ?", b"", data, flags=re.MULTILINE)


def _cut_out(data: bytes) -> bytes:
    """A report alone: a page, or a text from its heading to the line that it ends with."""
    page = data.lower().find(_PAGE)
    heading = _HEADING.search(data)
    begin = page if page >= 0 else data.rfind(b"\n", 0, heading.start()) + 1 if heading else 0
    end = (_PAGE_END if page >= 0 else _CHECKED).search(data, begin)
    return data[begin : end.end() if end else len(data)].strip() + b"\n"


_UNDO: tuple[Callable[[bytes], bytes], ...] = (
    lambda data: data.replace(b"\r\n", b"\n"),
    lambda data: re.sub(rb"^>(>*From )", rb"\1", data, flags=re.MULTILINE),  # mbox files guard such lines
    _unquote,
    lambda data: re.sub(rb"^ ", b"", data, flags=re.MULTILINE),  # format=flowed stuffs lines (RFC 3676)
    lambda data: re.sub(rb" \n", b" ", data),  # and breaks long ones behind a blank
    lambda data: re.sub(rb"[ \t]+$", b"", data, flags=re.MULTILINE),
    _cut_out,
)
"""What mail programs do to a text, each undone, in the order in which it has to be."""


def list_sentences(data: bytes, turn: int) -> list[str]:
    """The sentences about ``turn`` in the report ``data``, its reader's own first; none where it has no such part.

    What players write cannot get in: it stands in other parts, cannot begin a line and cannot make a tag.
    """
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    if f"<h2>{_HAPPENED}</h2>" in text:
        return _read_html(text, turn)
    return _read_text(text.split("\n"), turn)


def _read_html(text: str, turn: int) -> list[str]:
    part = text.partition(f"<h2>{_HAPPENED}</h2>")[2].partition("<h2>")[0]
    lists = [part.partition(f"<h3>{head}</h3>")[2].partition("</ul>")[0] for head in (_OWN, f"Turn {turn}")]
    return [
        " ".join(html.unescape(_UNBROKEN.sub("", item)).split()) for items in lists for item in _ITEM.findall(items)
    ]


def _read_text(lines: list[str], turn: int) -> list[str]:
    underline = "-" * len(_HAPPENED)
    starts = [number for number, line in enumerate(lines) if line == underline and lines[number - 1] == _HAPPENED]
    sentences: list[str] = []
    inside = False
    for line in lines[starts[0] + 1 :] if starts else ():
        if inside and line.startswith(_BULLET):
            sentences.append(line.removeprefix(_BULLET).strip())
        elif inside and line.startswith("  ") and sentences:
            sentences[-1] += f" {line.strip()}"
        elif line and not line.strip("-"):
            break
        else:
            inside = line in {f"{_OWN}:", f"Turn {turn}:"}
    return sentences


def list_awaited(data: bytes) -> set[str]:
    """The seats that the report ``data`` says must be heard before the next turn; none where it does not say."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    said = _AWAITED_HTML.findall(text) if "<body>" in text else _AWAITED.findall(text)
    listed = (html.unescape(names).replace("\n", " ").split(", ") for names in said)
    return {name.rpartition("(")[2].removesuffix(")") for names in listed for name in names}
