"""What phones and mail programs do to a move file, undone: special blanks, dashes, quotes, tabs, text around the file.

One pure function, :func:`mend`. It changes only what can mean one thing, names each change with its line, and keeps
every line where it was, so that a place in the mended text is a place in that line of what was sent. A file that
needs nothing is left alone. The file may stand below a greeting, above a signature, in a code fence, in a quoted mail;
what stands around it is left out only where nothing in it looks like an order.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from adjudicator.core.order import START, Gravity, Place, Problem
from adjudicator.intake.closings import find_closing
from adjudicator.intake.list_dashes import END, LEFT_KEY, LIST_ALONE, goes_on_below, goes_on_list
from adjudicator.intake.mended_lines import (
    NO_COLON,
    ORDER_LIKE,
    WRAPPED,
    Change,
    ChangeKind,
    MendedLines,
    belongs_to_file,
    find_prose,
    is_plain_prose,
    look_at,
    mend_lines,
    strip_marks,
)
from adjudicator.intake.movefile import ENVELOPE, JOINING, ORDER_PARTS, Shape, tell_shape
from adjudicator.intake.reader import MAX_BYTES, Document, in_order, read_document, utf_16_encoding
from adjudicator.intake.sentences import LINE_BREAK, invalid
from adjudicator.kit.words import find_near, join_words

_FIRST = re.compile(r"game *: *[\"'\u201c\u2018]?[A-Za-z]", re.IGNORECASE)
_BARE_FIRST = re.compile(r"game[ \t]+[A-Za-z][\w-]*[ \t]*", re.IGNORECASE)
_NO_GREETING = re.compile(r"\s*(?:[#>-]|[\w-]+\s*:)")
_CLOSING = re.compile(r"[ \t]+[^\W\d_](?![\w-]* *:)")
"""An indented line that is neither an item nor a key: below an empty line, with no text to go on, it is no order."""

_LOW_WORD = re.compile(r"([a-z]{3,}) ?:(?= |$)")
_WORD = re.compile(_LOW_WORD.pattern, re.IGNORECASE)
_LIKE_A_KEY: Final = 0.77
_PART = re.compile(rf"(?:{'|'.join(sorted(ORDER_PARTS))}) *:")
_FILLED = re.compile(rf"\s*- |(?:{'|'.join(sorted(JOINING))}) *:")
"""A line that no form has before somebody fills it in: an order, or with what a seat joins."""
_FORM = re.compile(r"# ?-{3,} *copy from here")
_TITLE, _INVITATION = re.compile(r"={5,}\s*$"), re.compile(r"Seat: .+\)\s*$")
"""What stands above the form in a report of ours: the line below its title, and the seat that is invited."""

BESIDE_FORM: Final = "orders-beside-form"
"""Why no file is taken out of a text with orders beside a quoted form that nobody filled in."""
_OUTSIDE: Final = (ChangeKind.AROUND, ChangeKind.CLOSING, ChangeKind.MARKS)
"""What says that a file was found in a text: its mistakes are its own, whatever stands around it."""


class Block(NamedTuple):
    """A file in a text: the numbers of its lines from 0, how deep it is quoted, and a line that may belong to it.

    ``closing`` says that what follows could be more of its last text, and is the end of a mail rather; ``ended`` are
    the numbers of lines right below it that close a mail.
    """

    numbers: tuple[int, ...]
    depth: int
    unclear: int | None
    closing: bool = False
    ended: tuple[int, ...] = ()


def find_blocks(lines: Sequence[str]) -> Iterator[Block]:
    """The files in a text, from top to bottom; each begins at a line with ``game:``, or with ``game`` above a key."""
    done = -1
    for number, line in enumerate(lines):
        bare, depth = strip_marks(line)
        if number > done and (_FIRST.match(bare) or (_BARE_FIRST.fullmatch(bare) and _has_key_below(lines, number))):
            block = _follow(lines, number, depth, done + 1)
            done = block.numbers[-1]
            yield block


def _has_key_below(lines: Sequence[str], number: int) -> bool:
    """Whether the line below line ``number`` has another key, at its left edge, with or without its colon."""
    below = strip_marks(lines[number + 1])[0] if number + 1 < len(lines) else ""
    return bool(LEFT_KEY.match(below) or NO_COLON.fullmatch(below))


def _follow(lines: Sequence[str], start: int, depth: int, least: int) -> Block:
    """The file around line ``start``, which has its ``game:``; it does not reach above line ``least``."""
    first = _find_first(lines, start, depth, least)
    last, open_brackets, prose, is_plain = start, 0, -1, False
    in_list, goes_on = False, False
    for line in lines[first:start]:
        goes_on = goes_on_list(strip_marks(line)[0], in_list=goes_on)
    for number in range(start, len(lines)):
        bare, marks = strip_marks(lines[number], depth)
        in_prose = prose >= 0 and len(bare) - len(bare.lstrip()) > prose
        bare, marks = (bare, marks) if in_prose else strip_marks(lines[number])
        in_list, goes_on = goes_on, not in_prose and goes_on_list(bare, in_list=goes_on)
        said = bare.strip()
        if not said:
            continue
        if number > last + 1 and (is_plain if in_prose else not open_brackets and _CLOSING.match(bare)):
            return Block(tuple(range(first, last + 1)), depth, None, closing=True)
        may_end = number == last + 1 > start and marks == depth and prose < 0 and not open_brackets
        if may_end and (ended := find_closing(lines, number, first)):
            return Block(tuple(range(first, last + 1)), depth, None, ended=ended)
        belongs = in_prose or belongs_to_file(bare) or (open_brackets > 0 and not END.match(said))
        belongs = belongs or _is_misspelt_key(bare, _WORD if number == last + 1 else _LOW_WORD)
        belongs = belongs or (number == last + 1 and _is_last_part(lines, number))
        is_below = number > last + 1 and goes_on_below(strip_marks(lines[last])[0], bare)
        belongs, goes_on = belongs or (is_below and not find_closing(lines, number, first)), goes_on or is_below
        if marks > depth or (marks < depth and (not belongs or _FIRST.match(bare))):
            return Block(tuple(range(first, last + 1)), depth, None)
        touches = number == last + 1 and not END.match(said)
        if not (
            belongs or _is_wrapped(lines, number) or (touches and (not said[0].isalpha() or (in_list and goes_on)))
        ):
            return Block(tuple(range(first, last + 1)), depth, number if touches else None)
        last = number
        if not in_prose:
            prose, is_plain = find_prose(bare), is_plain_prose(bare)
        if prose < 0 and not said.startswith("#"):
            open_brackets = max(0, open_brackets + sum(map(said.count, "[{")) - sum(map(said.count, "]}")))
    return Block(tuple(range(first, last + 1)), depth, None)


def _is_last_part(lines: Sequence[str], number: int) -> bool:
    """Whether line ``number`` lost the indentation of what belongs to an order, and no other order follows it."""
    below = strip_marks(lines[number + 1])[0] if number + 1 < len(lines) else ""
    return _PART.match(strip_marks(lines[number])[0]) is not None and not below.startswith("-")


def _is_misspelt_key(bare: str, word: re.Pattern[str]) -> bool:
    """Whether a ``word`` with a colon at the left edge is like a key: left out, it would be missed by nobody."""
    said = word.match(bare)
    return said is not None and bool(find_near(said[1], ENVELOPE | JOINING, _LIKE_A_KEY))


def _find_first(lines: Sequence[str], start: int, depth: int, least: int) -> int:
    """The first line of the file around line ``start``."""
    first = start
    while first > least:
        bare, marks = strip_marks(lines[first - 1])
        if marks != depth or not (LEFT_KEY.match(bare) or (bare.startswith("#") and belongs_to_file(bare))):
            break
        first -= 1
    return first


def _is_wrapped(lines: Sequence[str], number: int) -> bool:
    """Whether a line is the rest of a comment in the line above, which was too long for a mail program."""
    above = strip_marks(lines[number - 1])[0] if number else ""
    here = strip_marks(lines[number])[0].strip()
    return above.lstrip().startswith("#") and len(above.rstrip()) >= WRAPPED and not ORDER_LIKE.match(here)


def find_late_note(lines: Sequence[str]) -> int | None:
    """A line ``Note:`` below an empty line, where keys are in small letters: what a mail says of itself, or a note."""
    if not any(line.startswith("game") for line in lines):
        return None
    below = (number for number in range(1, len(lines)) if lines[number].startswith(("Note:", "NOTE:")))
    return next((number for number in below if not lines[number - 1].strip()), None)


def find_quoted_orders(lines: Sequence[str], block: Block) -> int | None:
    """The line below ``block``, where that ends with the key of a list and the list follows as quoted mail."""
    last = block.numbers[-1]
    if last + 1 == len(lines) or not LIST_ALONE.fullmatch(strip_marks(lines[last])[0]):
        return None
    bare, marks = strip_marks(lines[last + 1])
    return last + 1 if marks > block.depth and bare.strip() and not _FIRST.match(bare) else None


def find_order_like(lines: Sequence[str], blocks: Iterable[Block]) -> int | None:
    """The first line outside of the ``blocks`` that looks like an order; None where there is none.

    What is quoted deeper than they are is what they answer, and the lists in our own reports are nobody's orders.
    """
    listed = list(blocks)
    inside = {number for block in listed for number in block.numbers}
    likely = [number for number, line in enumerate(lines) if number not in inside and _is_likely(line, listed[0].depth)]
    reported = list_reported(lines) if likely else set()
    return next((number for number in likely if number not in reported), None)


def _is_likely(line: str, depth: int) -> bool:
    bare, marks = strip_marks(line)
    return marks <= depth and ORDER_LIKE.match(bare.strip()) is not None and not END.match(bare.strip())


def find_typed(lines: Sequence[str], firsts: Sequence[int]) -> list[bool]:
    """Whether each of the files that begin at the lines ``firsts`` was typed, and is no form below a report of ours.

    Mail programs leave such a form that set no marks.
    """
    reported = list_reported(lines)
    return [{first - 1, first - 2}.isdisjoint(reported) for first in firsts]


def list_reported(lines: Sequence[str]) -> set[int]:
    """The lines of reports in a text: what is quoted above their forms, or stands there from their heads on."""
    plain = [strip_marks(line) for line in lines]
    reported: set[int] = set()
    for form, (bare, depth) in enumerate(plain):
        if not _FORM.match(bare):
            continue
        begin = form
        for number in range(form - 1, -1, -1):
            above, marks = plain[number]
            if (marks != depth and above.strip()) or _FIRST.match(above) or _FORM.match(above):
                break
            if depth or _TITLE.match(above) or (begin < form and _INVITATION.match(above)):
                begin = number
        reported.update(range(begin, form))
    return reported


class MendingFault(NamedTuple):
    """Why no file was taken out of a text: a ``code`` of the intake's sentences, and the line."""

    code: str
    line: int


class MendedText(NamedTuple):
    """A text as it is read, line for line beside what was sent.

    ``quoted`` says that the file stood in a quoted mail; ``inside`` are the numbers, from 0, of the lines that are the
    file, or nothing where all are; ``ended`` are those of lines right below it that were read as the end of a mail.
    """

    text: str
    changes: tuple[Change, ...] = ()
    refusal: MendingFault | None = None
    quoted: bool = False
    inside: tuple[int, ...] = ()
    ended: tuple[int, ...] = ()


def read_mended(data: bytes) -> tuple[Document | None, tuple[Problem, ...]]:
    """What :func:`~adjudicator.intake.movefile.read_sent` makes of ``data``, which is not well formed."""
    mended = mend_bytes(data)
    if mended is None or not (mended.changes or mended.refusal):
        return read_document(data)
    if mended.refusal is not None:
        return None, (invalid(mended.refusal.code, Place(mended.refusal.line, 1)),)
    document, problems = read_document(mended.text.encode("utf-8", "surrogatepass"))
    is_part = document is None and any(change.kind in _OUTSIDE for change in mended.changes)
    if tell_shape(document, problems) is Shape.NOTHING and not is_part:
        return read_document(data)
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
    is_ended = any(block.ended or (in_mail and block.closing) for block in blocks)
    if not is_ended and not _has_greeting(plain, blocks):
        whole, is_file = _mend_whole(text, lines, plain)
        if is_file or not blocks:
            return whole
    lowest = [block for block in blocks if block.depth == min(one.depth for one in blocks)]
    both = [(block, mend_lines(lines, block.numbers, block.depth)) for block in lowest]
    filled = [pair for pair in both if any(_FILLED.match(line) for line in pair[1].lines)]
    # neither a form that nobody filled in nor one that stands in the report below is a second file
    found = filled or both
    is_typed = find_typed(lines, [one.numbers[0] for one, _ in found]) if len(found) > 1 else ()
    typed = [pair for pair, is_own in zip(found, is_typed, strict=False) if is_own]
    own, parts = zip(*(typed or found), strict=True)
    if len({tuple(line.strip() for line in part.lines if line.strip()) for part in parts}) > 1:
        return MendedText(text, refusal=MendingFault("two-files", own[1].numbers[0] + 1))
    block, part = own[0], parts[0]
    if fault := _find_fault(plain, block, lowest, is_filled=bool(filled)):
        return MendedText(text, refusal=fault)
    first = block.numbers[0] + 1
    kept = [""] * len(lines)
    for number, line in zip(block.numbers, part.lines, strict=True):
        kept[number] = line
    inside = {*block.numbers, *block.ended}
    changes = [*part.changes, *(Change(ChangeKind.CLOSING, number + 1) for number in block.ended)]
    if block.depth:
        changes.append(Change(ChangeKind.MARKS, first))
    if any(line.strip() for number, line in enumerate(plain) if number not in inside):
        changes.append(Change(ChangeKind.AROUND, first))
    changes.sort(key=lambda change: change.line)
    return MendedText("\n".join(kept), tuple(changes), None, block.depth > 0, block.numbers, block.ended)


def _has_greeting(lines: Sequence[str], blocks: Sequence[Block]) -> bool:
    """Whether a greeting stands above the first file, be it with a colon: no line of it begins with a word and one."""
    first = blocks[0].numbers[0] if blocks else 0
    above = [line for line in lines[:first] if line.strip()]
    return bool(above) and not lines[first - 1].strip() and not any(_NO_GREETING.match(line) for line in above)


def _find_fault(lines: Sequence[str], block: Block, blocks: Sequence[Block], *, is_filled: bool) -> MendingFault | None:
    """Why ``block`` cannot be taken out of its text, where ``blocks`` are all as deep as it is."""
    is_part = block.unclear is not None and _PART.match(lines[block.unclear]) is not None
    apart = find_order_like(lines, blocks)
    is_quoted = apart is not None and (
        strip_marks(lines[apart])[1] < block.depth or not find_typed(lines, block.numbers[:1])[0]
    )
    found = {
        "part-apart" if is_part else "unclear-line": block.unclear,
        "quoted-orders": find_quoted_orders(lines, block),
        BESIDE_FORM if is_quoted and not is_filled else "order-apart": apart,
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
