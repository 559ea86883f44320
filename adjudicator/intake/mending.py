"""What phones and mail programs do to a move file, undone: special blanks, dashes, quotes, tabs, text around the file.

One pure function, :func:`mend`. It changes only what can mean one thing, names each change with its line, and keeps
every line where it was, so that a place in the mended text is a place in that line of what was sent. A file that
needs nothing is left alone. What stands around a file is left out only where nothing in it looks like an order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.core.order import START, Gravity, Place, Problem
from adjudicator.intake.blocks import find_blocks, find_late_note, find_order_like, find_typed
from adjudicator.intake.mended_lines import Change, ChangeKind, MendedLines, look_at, mend_lines
from adjudicator.intake.reader import MAX_BYTES, Document, in_order, read_document, utf_16_encoding
from adjudicator.intake.sent import Shape, tell_shape
from adjudicator.intake.sentences import invalid
from adjudicator.intake.syntax import LINE_BREAK


class MendingFault(NamedTuple):
    """Why no file was taken out of a text: a ``code`` of the intake's sentences, and the line."""

    code: str
    line: int


class MendedText(NamedTuple):
    """A text as it is read, line for line beside what was sent.

    ``quoted`` says that the file stood in a quoted mail; ``inside`` are the numbers, from 0, of the lines that are the
    file, or nothing where all are.
    """

    text: str
    changes: tuple[Change, ...] = ()
    refusal: MendingFault | None = None
    quoted: bool = False
    inside: tuple[int, ...] = ()


def read_mended(data: bytes) -> tuple[Document | None, tuple[Problem, ...]]:
    """What :func:`~adjudicator.intake.sent.read_sent` makes of ``data``, which is not well formed."""
    mended = mend_bytes(data)
    if mended is None or not (mended.changes or mended.refusal):
        return read_document(data)
    if mended.refusal is not None:
        return None, (invalid(mended.refusal.code, Place(mended.refusal.line, 1)),)
    document, problems = read_document(mended.text.encode("utf-8", "surrogatepass"))
    if tell_shape(document, problems) is Shape.NOTHING:
        return read_document(data)
    return document, in_order((*problems, *map(_remark, mended.changes)))


def _remark(change: Change) -> Problem:
    return Problem(change.kind.value, Gravity.UNWISE, Place(change.line, 1))


def mend_bytes(data: bytes) -> MendedText | None:
    """What :func:`mend` makes of the text in ``data``, whatever its encoding; None for what has no text."""
    encoding = utf_16_encoding(data)
    if len(data) > MAX_BYTES * (2 if encoding else 1):
        return None
    for candidate in (encoding,) if encoding else ("utf-8", "cp1252"):
        try:
            text = data.decode(candidate)
        except UnicodeDecodeError:
            continue
        mended = mend(text.removeprefix("\ufeff"))
        change = () if candidate == "utf-8" else (Change(ChangeKind.ENCODING, START.line),)
        return mended._replace(changes=(*change, *mended.changes))
    return None


def mend(text: str, *, in_mail: bool = False) -> MendedText:
    """``text`` as its sender wrote it before it was on its way; what is well formed is left alone.

    ``in_mail`` says that it was typed into a mail: indented lines below a text and an empty line are a closing there.
    """
    if text.startswith("%"):  # a directive is nothing that a mail program writes
        return MendedText(text)
    if not in_mail and _tell_shape(text) is Shape.WELL_FORMED:
        return MendedText(text)  # whatever else could be seen in its lines
    lines = LINE_BREAK.split(text)
    plain = [look_at(line) for line in lines]
    blocks = list(find_blocks(plain))
    if not (in_mail and any(block.closing for block in blocks)):
        whole, is_file = _mend_whole(text, lines, plain)
        if is_file or not blocks:
            return whole
    lowest = [block for block in blocks if block.depth == min(one.depth for one in blocks)]
    both = [(block, mend_lines(lines, block.numbers, block.depth)) for block in lowest]
    filled = [pair for pair in both if any(line.lstrip().startswith("- ") for line in pair[1].lines)]
    # neither a form that nobody filled in nor one that stands in the report below is a second file
    is_typed = find_typed(lines, [one.numbers[0] for one, _ in filled]) if len(filled) > 1 else ()
    typed = [pair for pair, is_own in zip(filled, is_typed, strict=False) if is_own]
    own, parts = zip(*(typed or filled or both), strict=True)
    if len({tuple(line.strip() for line in part.lines if line.strip()) for part in parts}) > 1:
        return MendedText(text, refusal=MendingFault("two-files", own[1].numbers[0] + 1))
    block, part = own[0], parts[0]
    unclear = block.unclear if block.unclear is not None else find_order_like(plain, lowest)
    if unclear is not None:
        return MendedText(text, refusal=MendingFault("unclear-line", unclear + 1))
    first = block.numbers[0] + 1
    kept = [""] * len(lines)
    for number, line in zip(block.numbers, part.lines, strict=True):
        kept[number] = line
    inside = set(block.numbers)
    changes = list(part.changes)
    if block.depth:
        changes.append(Change(ChangeKind.MARKS, first))
    if any(line.strip() for number, line in enumerate(plain) if number not in inside):
        changes.append(Change(ChangeKind.AROUND, first))
    changes.sort(key=lambda change: change.line)
    return MendedText("\n".join(kept), tuple(changes), None, block.depth > 0, block.numbers)


def _mend_whole(text: str, lines: Sequence[str], plain: Sequence[str]) -> tuple[MendedText, bool]:
    """``text`` where all of it is a file, and whether it is."""
    shape = _tell_shape(text)
    if shape is Shape.WELL_FORMED:
        return MendedText(text), True
    mended = _join(text, lines, mend_lines(lines, range(len(lines))))
    if (shape if mended.text == text else _tell_shape(mended.text)) is Shape.NOTHING:
        return mended, False
    late = find_late_note(plain)
    return mended if late is None else MendedText(text, refusal=MendingFault("unclear-line", late + 1)), True


def _tell_shape(text: str) -> Shape:
    return tell_shape(*read_document(text.encode("utf-8", "surrogatepass")))


def _join(text: str, lines: Sequence[str], part: MendedLines) -> MendedText:
    if list(part.lines) == list(lines):
        return MendedText(text)
    return MendedText("\n".join(part.lines), part.changes)
