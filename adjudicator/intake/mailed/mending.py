"""What phones and mail programs do to a move file, undone: special blanks, dashes, quotes, tabs, text around the file.

One pure function, :func:`mend`. It changes only what can mean one thing, names each change with its line, and keeps
every line where it was, so that a place in the mended text is a place in that line of what was sent. A file that
needs nothing is left alone. The file may stand below a greeting, above a signature, in a code fence, in a quoted mail;
what stands around it is left out only where nothing in it looks like an order.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from adjudicator.core.order import START, Gravity, Place, Problem
from adjudicator.intake.mailed.file_blocks import (
    PART,
    Block,
    find_blocks,
    find_late_note,
    find_offer,
    find_order_like,
    find_quoted_orders,
    find_typed,
    is_no_key,
)
from adjudicator.intake.mailed.left_out_signs import POSTSCRIPT, SIGNED
from adjudicator.intake.mailed.mended_lines import Change, ChangeKind, MendedLines, look_at, mend_lines, strip_marks
from adjudicator.intake.mailed.text_below import find_below
from adjudicator.intake.movefile import JOINING, Shape, tell_shape
from adjudicator.intake.reader import MAX_BYTES, Document, in_order, read_document, utf_16_encoding
from adjudicator.intake.sentences import LINE_BREAK, invalid
from adjudicator.kit.words import join_words

_NO_GREETING = re.compile(r"\s*(?:[#>-]|[\w-]+\s*:)")
_FILLED = re.compile(rf"\s*- |(?:{'|'.join(sorted(JOINING))}) *:")
"""A line that no form has before somebody fills it in: an order, or with what a seat joins."""
BESIDE_FORM: Final = "orders-beside-form"
"""Why no file is taken out of a text with orders beside a quoted form that nobody filled in."""
_MOST_LINES: Final = 4_000
"""No mail with a move file has more lines, whatever it quotes; looking at each would take a second."""
_ENDED = re.compile(rf"(?i:checked: [0-9a-f]{{4}} [0-9a-f]{{4}}$|{POSTSCRIPT.pattern}|{SIGNED.pattern})")
"""What is no part of a file, though it looks like a key: the last line of a report, and what mails end with."""
_SENTENCE = re.compile(r"(?:[A-Z]|[^\W\d_][^\s:]* (?=[^\s:]+ ))[^\s:]* [^\s:]+(?: [^\s:]+)*:(?: |$)")
"""Words with a colon behind them, too many for a key."""
TWO_FILES: Final = "two-files"
"""Why no file is taken out of a text with two that say different things."""
_UNCLEAR: Final = "unclear-line"


class MendingFault(NamedTuple):
    """Why no file was taken out of a text: a ``code`` of the intake's sentences, and the line."""

    code: str
    line: int


class MendedText(NamedTuple):
    """A text as it is read, line for line beside what was sent.

    ``quoted`` says that the file stood in a quoted mail; ``inside`` are the numbers, from 0, of the lines that are the
    file, or nothing where all are; ``ended`` are those of lines right below it that were read as the end of a mail.
    ``above`` is the file above the line of a ``refusal``, where all else that is wrong can be told with it.
    """

    text: str
    changes: tuple[Change, ...] = ()
    refusal: MendingFault | None = None
    quoted: bool = False
    inside: tuple[int, ...] = ()
    ended: tuple[int, ...] = ()
    above: str = ""


def read_mended(data: bytes) -> tuple[Document | None, tuple[Problem, ...]]:
    """What :func:`~adjudicator.intake.movefile.read_sent` makes of ``data``, which is not well formed."""
    mended = mend_bytes(data)
    if mended is None or not (mended.changes or mended.refusal):
        return read_document(data)
    if mended.refusal is not None:
        why = invalid(mended.refusal.code, Place(mended.refusal.line, 1))
        document, problems = read_document(mended.above.encode("utf-8", "surrogatepass"))
        return (document, in_order((*problems, why))) if mended.above else (None, (why,))
    document, problems = read_document(mended.text.encode("utf-8", "surrogatepass"))
    if tell_shape(document, problems) is Shape.NOTHING:
        sent = read_document(data)
        # what breaks the syntax of a file is told as if nothing had happened to it on its way
        if document is not None or sent[0] is not None or not mended.inside:
            return sent
    return document, in_order((*problems, *_remark(mended.changes)))


def _remark(changes: Iterable[Change]) -> Iterator[Problem]:
    """A remark on each kind of what was undone, at the first line that had it; it names the others."""
    lines: dict[ChangeKind, list[int]] = {}
    for change in changes:
        lines.setdefault(change.kind, []).append(change.line)
    for kind, (first, *others) in lines.items():
        more = f" (line{'s' * (len(others) > 1)} {join_words(others)} too)" if others else ""
        yield Problem(kind.value, Gravity.UNWISE, Place(first, 1), {"more": more} if more else {})


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


@lru_cache(maxsize=2)  # whoever refuses a file asks for it several times
def mend(text: str, *, in_mail: bool = False) -> MendedText:
    """``text`` as its sender wrote it before it was on its way; what is well formed is left alone.

    ``in_mail`` says that it was typed into a mail: indented lines below a text and an empty line are a closing there.
    """
    if text.startswith("%"):  # a directive is nothing that a mail program writes
        return MendedText(text)
    lines = LINE_BREAK.split(text)
    if len(lines) > _MOST_LINES:
        return MendedText(text)
    sentences = [number for number, line in enumerate(lines) if _SENTENCE.match(line)]
    is_ended = any(_ENDED.match(line) for line in lines)
    if not (in_mail or is_ended or sentences) and _tell_shape(text) is Shape.WELL_FORMED:
        return MendedText(text)  # whatever else could be seen in its lines
    plain = [look_at(line) for line in lines]
    texts = [number for number, line in enumerate(plain) if in_mail and is_no_key(strip_marks(line)[0])]
    blocks = list(find_blocks(plain, texts))
    is_ended = is_ended or any(block.ended or (in_mail and block.closing) for block in blocks)
    is_ended = is_ended or len({block.depth for block in blocks}) < len(blocks)
    is_ended = is_ended or bool(blocks and max([*sentences, *texts], default=-1) > blocks[0].numbers[-1])
    if not blocks or not (is_ended or _has_greeting(plain, blocks)):
        whole, is_file = _mend_whole(text, lines, plain)
        if is_file or not blocks:
            return whole
    least = min(block.depth for block in blocks)
    lowest = [block for block in blocks if block.depth == least]
    both = [(block, mend_lines(lines, block.numbers, block.depth)) for block in lowest]
    filled = [pair for pair in both if any(_FILLED.match(line) for line in pair[1].lines)]
    # neither a form that nobody filled in nor one that stands in the report below is a second file
    found = filled or both
    is_typed = find_typed(lines, [one.numbers[0] for one, _ in found]) if len(found) > 1 else ()
    typed = [pair for pair, is_own in zip(found, is_typed, strict=False) if is_own]
    own, parts = zip(*(typed or found), strict=True)
    if len({tuple(line.strip() for line in part.lines if line.strip("- ")) for part in parts}) > 1:
        return MendedText(text, refusal=MendingFault(TWO_FILES, own[1].numbers[0] + 1))
    # of files that are alike one without dashes between it and the next
    block, part = min(zip(own, parts, strict=True), key=lambda pair: len(pair[1].lines))
    kept = [""] * len(lines)
    for number, line in zip(block.numbers, part.lines, strict=True):
        kept[number] = line
    if fault := _find_fault(plain, block, lowest, is_filled=bool(filled)):
        is_last = bool(filled) and fault.code == _UNCLEAR and find_order_like(plain, lowest) is None
        return MendedText(text, refusal=fault, above="\n".join(kept) if is_last else "")
    first = block.numbers[0] + 1
    again = (number for one in own if one is not block for number in one.numbers)
    inside = {*block.numbers, *block.ended, *again}
    changes = [*part.changes, *(Change(ChangeKind.CLOSING, number + 1) for number in block.ended)]
    if block.depth:
        changes.append(Change(ChangeKind.MARKS, first))
    left = [number for number, line in enumerate(plain) if strip_marks(line)[0].strip() and number not in inside]
    changes += _remark_left(plain, block, left)
    changes.sort(key=lambda change: change.line)
    return MendedText("\n".join(kept), tuple(changes), None, block.depth > 0, block.numbers, block.ended)


def _remark_left(lines: Sequence[str], block: Block, left: Sequence[int]) -> Iterator[Change]:
    """What is said of the lines that are ``left`` out around ``block``, and of one below it that ends no mail."""
    below = find_below(lines, block, [number for number in left if number > block.numbers[-1]])
    if below is not None:
        yield Change(ChangeKind.BELOW, below + 1)
    if left and (below is None or left[0] < block.numbers[0]):
        yield Change(ChangeKind.AROUND, block.numbers[0] + 1)


def _has_greeting(lines: Sequence[str], blocks: Sequence[Block]) -> bool:
    """Whether a greeting stands above the first file, be it with a colon: no line of it begins with a word and one."""
    first = blocks[0].numbers[0] if blocks else 0
    above = [line for line in lines[:first] if line.strip()]
    return bool(above) and not lines[first - 1].strip() and not any(_NO_GREETING.match(line) for line in above)


def _find_fault(lines: Sequence[str], block: Block, blocks: Sequence[Block], *, is_filled: bool) -> MendingFault | None:
    """Why ``block`` cannot be taken out of its text, where ``blocks`` are all as deep as it is."""
    is_part = block.unclear is not None and PART.match(lines[block.unclear]) is not None
    apart = find_order_like(lines, blocks)
    is_quoted = apart is not None and (
        strip_marks(lines[apart])[1] < block.depth or not find_typed(lines, block.numbers[:1])[0]
    )
    found = {
        "part-apart" if is_part else _UNCLEAR: block.unclear,
        "quoted-orders": find_quoted_orders(lines, block),
        BESIDE_FORM if is_quoted and not is_filled else "order-apart": apart,
        "quoted-offer": find_offer(lines, block),
    }
    return next((MendingFault(code, number + 1) for code, number in found.items() if number is not None), None)


def _mend_whole(text: str, lines: Sequence[str], plain: Sequence[str]) -> tuple[MendedText, bool]:
    """``text`` where all of it is a file, and whether it is."""
    shape = _tell_shape(text)
    if shape is Shape.WELL_FORMED:
        return MendedText(text), True
    mended = _join(text, lines, mend_lines(lines, range(len(lines))))
    if (shape if mended.text == text else _tell_shape(mended.text)) is Shape.NOTHING:
        return mended, False
    late = find_late_note(plain)
    return mended if late is None else MendedText(text, refusal=MendingFault("late-note", late + 1)), True


def _tell_shape(text: str) -> Shape:
    return tell_shape(*read_document(text.encode("utf-8", "surrogatepass")))


def _join(text: str, lines: Sequence[str], part: MendedLines) -> MendedText:
    if list(part.lines) == list(lines):
        return MendedText(text)
    return MendedText("\n".join(part.lines), part.changes)
