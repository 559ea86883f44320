"""Where the move files stand in a text, and what around them looks like orders."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from adjudicator.intake.mailed.closings import find_closing
from adjudicator.intake.mailed.left_out_signs import (
    DIVIDER,
    END,
    LEFT_KEY,
    LIST_ALONE,
    NO_COLON,
    OTHER_MAIL,
    goes_on_below,
    goes_on_list,
)
from adjudicator.intake.mailed.mended_lines import (
    ORDER_LIKE,
    WRAPPED,
    belongs_to_file,
    find_prose,
    is_plain_prose,
    is_wrapped_text,
    strip_marks,
)
from adjudicator.intake.movefile import ENVELOPE, JOINING, ORDER_PARTS
from adjudicator.intake.schema import list_kinds
from adjudicator.kit.words import find_near

_FIRST = re.compile(r"game *: *[\"'\u201c\u2018]?[A-Za-z]", re.IGNORECASE)
_BARE_FIRST = re.compile(r"game(?:[ \t]*=[ \t]*|[ \t]+)[A-Za-z][\w-]*[ \t]*", re.IGNORECASE)
_CLOSING = re.compile(r"[ \t]+[^\W\d_](?![\w-]* *:)")
"""An indented line that is neither an item nor a key: below an empty line, with no text to go on, it is no order."""

_LOW_WORD = re.compile(r"([a-z]{3,}) ?:(?= |$)")
_WORD = re.compile(_LOW_WORD.pattern, re.IGNORECASE)
_WORD_KEY = re.compile(r"([^\W\d_][\w-]*) ?:(?= |$)")
_LIKE_A_KEY: Final = 0.77
_HARDLY_A_KEY: Final = 0.7
_LONGEST_WORD: Final = 40
_HEAD: Final = 3
"""So many lines begin a file: its game, its turn and its seat."""
PART: Final = re.compile(rf"(?:{'|'.join(sorted(ORDER_PARTS))}) *:")
_EDGE_KEY = re.compile(r"([A-Za-z][\w-]*) *: +\S")
_ITEM_KEY = re.compile(r" *- +(?!to *:)([A-Za-z][\w-]*) *:")
_FORM = re.compile(r"# ?-{3,} *copy from here|Copy it into a file or an email, fill it in and send it\.$")
"""What stands above the form in a report of ours, and on its page."""
_OFFER = re.compile(r"Your file with these mistakes corrected\b")
"""What stands above a corrected file in a refusal."""
_TITLE = re.compile(r"={5,}\s*$|[^:]{1,40}: [a-z][a-z0-9-]*, turn [0-9]+(?: \(RERUN\))?$")
"""Where a report of ours begins: the line below its title, and the title of its page."""
_INVITATION = re.compile(r"Seat: .+\)\s*$")
"""The seat that is invited, above the form in an invitation."""


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


def find_blocks(lines: Sequence[str], texts: Collection[int] = ()) -> Iterator[Block]:
    """The files in a text, from top to bottom; each begins at a line with ``game:``, or with ``game`` above a key.

    None goes on below an empty line and one of the ``texts``, which look like keys and are none.
    """
    done = -1
    for number, line in enumerate(lines):
        bare, depth = strip_marks(line)
        if number > done and (_FIRST.match(bare) or (_BARE_FIRST.fullmatch(bare) and _has_key_below(lines, number))):
            block = _follow(lines, number, depth, done + 1, texts)
            done = block.numbers[-1]
            yield block


def _has_key_below(lines: Sequence[str], number: int) -> bool:
    """Whether the line below line ``number`` has another key, at its left edge, with or without its colon."""
    below = strip_marks(lines[number + 1])[0] if number + 1 < len(lines) else ""
    return bool(LEFT_KEY.match(below) or NO_COLON.fullmatch(below))


def _follow(lines: Sequence[str], start: int, depth: int, least: int, texts: Collection[int]) -> Block:
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
        is_over = (number > last + 1 and number in texts) or _begins_again(lines, first, number)
        is_over = (is_over and not in_prose) or marks > depth
        if is_over or (marks < depth and (not belongs or _FIRST.match(bare))):
            return Block(tuple(range(first, last + 1)), depth, None)
        touches = number == last + 1 and not END.match(said)
        is_rest = touches and prose >= 0 and is_plain and is_wrapped_text(strip_marks(lines[last])[0], bare)
        if not (
            belongs
            or is_rest
            or _is_wrapped(lines, number)
            or (touches and (not said[0].isalpha() or (in_list and goes_on)))
        ):
            return Block(tuple(range(first, last + 1)), depth, number if touches else None)
        last = number
        if not (in_prose or is_rest):
            prose, is_plain = find_prose(bare), is_plain_prose(bare)
        if prose < 0 and not said.startswith("#"):
            open_brackets = max(0, open_brackets + sum(map(said.count, "[{")) - sum(map(said.count, "]}")))
    return Block(tuple(range(first, last + 1)), depth, None)


def _begins_again(lines: Sequence[str], first: int, number: int) -> bool:
    """Whether the file that begins at line ``first`` begins once more at line ``number``: it was pasted twice."""
    head, again = ([line.rstrip() for line in lines[begin : begin + _HEAD]] for begin in (first, number))
    return number >= first + _HEAD and head == again


def _is_last_part(lines: Sequence[str], number: int) -> bool:
    """Whether line ``number`` lost the indentation of what belongs to an order, and no other order follows it."""
    below = strip_marks(lines[number + 1])[0] if number + 1 < len(lines) else ""
    return PART.match(strip_marks(lines[number])[0]) is not None and not below.startswith("-")


def _is_misspelt_key(bare: str, word: re.Pattern[str]) -> bool:
    """Whether a ``word`` with a colon at the left edge is like a key: left out, it would be missed by nobody."""
    said = word.match(bare)
    return said is not None and bool(find_near(said[1], ENVELOPE | JOINING, _LIKE_A_KEY))


def is_no_key(line: str) -> bool:
    """Whether a word with a colon begins ``line`` that is like no key of a file, nor of an order in any game.

    So it is with three dashes.
    """
    said = _WORD_KEY.match(line)
    return DIVIDER.fullmatch(line) is not None or (said is not None and not _is_like_any_key(said[1].lower()))


@lru_cache(maxsize=100)
def _is_like_any_key(word: str) -> bool:
    known = (*sorted(ENVELOPE | JOINING | ORDER_PARTS), *list_kinds())
    return len(word) < _LONGEST_WORD and bool(find_near(word, known, _HARDLY_A_KEY))


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
    is_long = above.lstrip().startswith("#") and len(above.rstrip()) >= WRAPPED
    return is_long and not ORDER_LIKE.match(here) and not END.match(here)


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


def find_offer(lines: Sequence[str], block: Block) -> int | None:
    """The first line of ``block``, where that is a file which an answer of ours offered, below the rest of the answer.

    Whoever answers a refusal quotes it, whatever he says of it.
    """
    above = [bare.strip() for line in lines[: block.numbers[0]] if (bare := strip_marks(line)[0]).strip()]
    is_offered = any(map(_OFFER.match, above[-2:]))  # the sentence may have been broken
    return block.numbers[0] if is_offered and len(above) > 1 else None


def find_order_like(lines: Sequence[str], blocks: Iterable[Block]) -> int | None:
    """The first line outside of the ``blocks`` that looks like an order; None where there is none.

    What is quoted deeper than they are is what they answer, and the lists in our own reports are nobody's orders.
    """
    listed = list(blocks)
    inside = {number for block in listed for number in block.numbers}
    depth, kinds = listed[0].depth, {kind for block in listed for kind in _list_kinds(lines, block)}
    likely: list[int] = []
    for number, line in enumerate(lines):
        if OTHER_MAIL.match(line) and number > listed[0].numbers[0]:
            kinds = set()  # what an older mail says without a dash is no order
        if number not in inside and _is_likely(line, depth, kinds):
            likely.append(number)
    reported = list_reported(lines) if likely else set()
    return next((number for number in likely if number not in reported), None)


def _is_likely(line: str, depth: int, kinds: Collection[str]) -> bool:
    bare, marks = strip_marks(line)
    key = _EDGE_KEY.match(bare.strip())
    is_order = ORDER_LIKE.match(bare.strip()) is not None or (key is not None and key[1].lower() in kinds)
    return marks <= depth and is_order and not END.match(bare.strip())


def _list_kinds(lines: Sequence[str], block: Block) -> Iterator[str]:
    """The keys of the orders in ``block``."""
    for number in block.numbers:
        if item := _ITEM_KEY.match(strip_marks(lines[number])[0]):
            yield item[1].lower()


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
