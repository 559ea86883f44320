"""Copies of reports as mail programs leave them: several in one file, quoted in an answer, with other line ends.

What can be undone is tried: a hash tells whether it was right. Nothing else is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from adjudicator.proof.block import END, find_frames
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.mails import Piece

_PAGE = b"<!doctype html"
_PAGE_END = re.compile(rb"</html>[ \t]*(?:\r?\n)?", re.IGNORECASE)
_LINE_END = re.compile(rb"[ \t]*(?:\r?\n)?")
_TAG = re.compile(rb"<[^<>]{0,200}>|&[a-z]{2,6};")
_PASSED_ON = re.compile(
    rb"^[ \t*]*(?:-{2,} ?(?:original|forwarded) message|begin forwarded message:"
    rb"|.{5,200}(?:wrote|schrieb).{0,80}:\s*$)",
    re.IGNORECASE | re.MULTILINE,
)
_PASSED_ON_PAGE = re.compile(rb"<blockquote|gmail_quote", re.IGNORECASE)
"""What mail programs write above what they quote or pass on; no report of ours has it above its heading."""
_HEADED = re.compile(rb"^[^\r\n]{1,300}, turn [0-9]+[^\r\n]{0,300}\r?\n=+\r?\n", re.MULTILINE)
"""The heading that a text report begins with."""
_LONGEST = 256 * 1024
"""Bytes of what may be a changed copy of ours; of longer ones nothing is undone but line ends."""


def split_copies(piece: Piece) -> list[Piece]:
    """The reports in ``piece``, each on its own, or ``piece`` itself where it is one; and whether it is a quotation."""
    frames = find_frames(piece.data) or find_frames(strip_tags(piece.data))[:1]
    if len(frames) <= 1:
        begin = frames[0].start if frames else len(piece.data)
        return [piece._replace(quoted=_is_quoted(piece, begin, marked=any(frame.quoted for frame in frames)))]
    copies: list[Piece] = []
    done = 0
    for number, frame in enumerate(frames, start=1):
        page = piece.data.lower().rfind(_PAGE, done, frame.start) if done <= frame.start else -1
        begin = page if page >= 0 else min(done, frame.start)
        closing = _PAGE_END.search(piece.data, frame.end) if page >= 0 else None
        line = _LINE_END.match(piece.data, frame.end)
        done = closing.end() if closing else line.end() if line else frame.end
        text = piece.data[begin:done]
        alone = Piece(f"{piece.source}, report {number}", text)
        copies.append(alone._replace(quoted=_is_quoted(alone, frame.start - begin, marked=frame.quoted)))
    return copies


def _is_quoted(piece: Piece, begin: int, *, marked: bool) -> bool:
    """Whether the block at ``begin`` stands in what somebody quoted or passed on."""
    if marked or piece.quoted:
        return True
    text = piece.data[:begin]
    if _PAGE in text.lower():
        return _PASSED_ON_PAGE.search(text) is not None
    heading = _HEADED.search(text)
    above = text[: heading.start()] if heading else text
    return any(pattern.search(above) for pattern in (_PASSED_ON, _PASSED_ON_PAGE))


def strip_tags(data: bytes) -> bytes:
    """``data`` without what a mail program that quotes in HTML puts into a block."""
    return _TAG.sub(b"", data)


def is_copy(data: bytes, hashes: Collection[str]) -> bool:
    """Whether ``data`` is, but for what a mail program changes and can be undone, what has one of the ``hashes``."""
    return any(hash_bytes(spelling) in hashes for spelling in list_spellings(data))


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
    """A report alone: a page, or a text from its heading to the end of its block; one line end behind it."""
    page = data.lower().find(_PAGE)
    heading = None if page >= 0 else _HEADED.search(data)
    begin = page if page >= 0 else heading.start() if heading else 0
    mark = data.rfind(END.encode())
    closing = _PAGE_END.search(data, mark) if page >= 0 else None
    end = closing.end() if closing else mark + len(END) if mark >= begin and page < 0 else len(data)
    return data[begin:end].strip() + b"\n"


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
