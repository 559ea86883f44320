"""The move file in a mail: in an attachment, else in what its sender typed, else in what he quoted, else in HTML."""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.core.json_value import JsonValue
from adjudicator.intake.mending import Mended, mend
from adjudicator.intake.reader import MAX_BYTES, read_document
from adjudicator.intake.syntax import LINE_BREAK
from adjudicator.post.lines import read_lines
from adjudicator.post.opening import OpenedMail, Origin

_SAYS_SOMETHING = ("orders", "standing", "fallback", "press", "note", "draft")
_GAME = re.compile(r"^[ \t>]*game *: *([A-Za-z][A-Za-z0-9-]*)", re.IGNORECASE | re.MULTILINE)


class FoundFile(NamedTuple):
    """A move file in a mail: its text, each line where it was, and the game it names, which may be nothing."""

    text: str
    game: str


class NotFoundError(Exception):
    """There is no move file in the mail, or more than one; the message says which."""


def find_file(mail: OpenedMail) -> FoundFile:
    """The one move file in ``mail``; one that cannot be told from what stands around it is the whole text.

    Raises :class:`NotFoundError`.
    """
    why = ""
    for origin in Origin:
        found: dict[str, FoundFile] = {}
        for text in (read_lines(part) for part in mail.texts if part.origin is origin):
            if len(text.encode("utf-8", "replace")) > MAX_BYTES:
                why = why or "its text is longer than any move file"
                continue
            mended = mend(text)
            if mended.refusal is not None:
                named = _GAME.search(text)
                found.setdefault(text, FoundFile(text, named[1].lower() if named else ""))
                continue
            said = _read(mended)
            if said is not None:
                found.setdefault(repr(said), FoundFile(_cut(text, mended), str(said["game"])))
        if len(found) > 1:
            raise NotFoundError("it holds two move files that say different things")
        if found:
            return next(iter(found.values()))
    if mail.closed:
        raise NotFoundError(
            f"its orders may be in {mail.closed[0]}, which is not opened; orders go into the text of the mail"
        )
    raise NotFoundError(why or "there is no move file in it: no line begins with 'game:'")


def _read(mended: Mended) -> dict[str, JsonValue] | None:
    """What a text says as a move file; None for other texts, and for a quoted form that nobody filled in."""
    document, _ = read_document(mended.text.encode("utf-8", "surrogatepass"))
    said = document.value if document is not None else None
    if not isinstance(said, dict) or not isinstance(said.get("game"), str):
        return None
    if mended.quoted and not any(said.get(key) for key in _SAYS_SOMETHING):
        return None
    return said


def _cut(text: str, mended: Mended) -> str:
    """``text`` with empty lines in place of what does not belong to its move file."""
    if not mended.inside:
        return text
    inside = set(mended.inside)
    lines = LINE_BREAK.split(text)
    return "\n".join(line if number in inside else "" for number, line in enumerate(lines)).rstrip("\n") + "\n"
