"""Text below a move file in a mail: where it ends the mail, and the first line of it that may say something."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import dropwhile, takewhile
from typing import Final

from adjudicator.intake.mailed.closings import find_closing, is_unspaced, is_word_or_name
from adjudicator.intake.mailed.file_blocks import Block
from adjudicator.intake.mailed.left_out_signs import BARE_LIST, CORRECTS, DIVIDER, END, OTHER_MAIL, POSTSCRIPT, SIGNED
from adjudicator.intake.mailed.mended_lines import is_plain_prose, strip_marks

_PLACE = re.compile(r"\b(?:[A-Za-z][0-9]{1,2}|[0-9]{1,2}-[0-9]{1,2})\b")
_NUMBERS = re.compile(r"[0-9]{3}")
"""Of a telephone or a street, not of a place on a board."""
_LOW_WORD = re.compile(
    r"(?<!\S)(?!(?:and|und|the|der|die|das|des|les|von|van)\b)[a-z\xdf-\u024f\u0430-\u045f]{3,}(?=[\s.,;!']|$)"
)
"""A word in small letters, and none of those within names."""
_FEW: Final = 2
"""So many such words has no name, title or address, nor twice as many short ones."""
_QUOTATION: Final = "\"'\u201c\u201e\u2018\xab"
_NOTICE = re.compile(
    r"\bconfiden[ct]i[ae]l|vertraulich|mailing list|unsubscribe|subscribed to|virus|\bavast"
    r"|intended (?:for|only|recipient|solely)|(?:this|diese) (?:e-?mail|message|nachricht|discussion)\b"
    r"|printing this|\bumwelt\b|excuse (?:any |my |the )?(?:brevity|typos)",
    re.IGNORECASE,
)
"""Words of what firms and lists put below mails."""
_MOST_LINES: Final = 12
"""Of such a paragraph, above and below."""
_PROGRAM = re.compile(
    r"[^?!,;:]{0,50}(?<![A-Za-z])(?:iPhone|iPad|Android|Galaxy|Huawei|Xiaomi|Outlook|Gmail|GMX|Yahoo)"
    r"(?![A-Za-z])[^?!,;:]{0,30}(?:<https?://\S+)?"
)
"""What phones and programs put there, in any language: they name themselves."""
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|[^\s@]+@[^\s@]+\.[a-z]+")
_WORD = re.compile(r"[^\W\d_]{3,}")
_SIGNATURE = re.compile(rf"-{{2,4}} ?$|_{{5,}}|{SIGNED.pattern}", re.IGNORECASE)
_ANYBODY: Final = ("--", "__")
"""What begins a signature with anybody's words in it, or the footer of a list."""
_BESIDE_ORDERS = re.compile(r"(?:press|note) *:", re.IGNORECASE)


def find_below(lines: Sequence[str], block: Block, below: Sequence[int]) -> int | None:
    """Of the lines ``below`` a file the one with which text begins that may say something; None if the mail ends."""
    used = set(_list_words(lines, block))
    if below and not (block.ended or _ends_mail(lines, below[0], block, used)):
        return below[0]
    above = ""
    for number in takewhile(lambda number: not _begins_other(lines, number, block.depth), below):
        said = strip_marks(lines[number])[0].strip()
        if (mark := _SIGNATURE.match(said)) and not above.startswith(_ANYBODY):
            above = mark[0]
        if (
            END.match(said)
            or DIVIDER.fullmatch(said)
            or _is_notice(lines, number)
            or find_closing(lines, number, block.numbers[0])
        ):
            continue
        if _may_matter(said, used, above):
            return number
    return None


def _list_words(lines: Sequence[str], block: Block) -> Iterator[str]:
    """The words of the orders in ``block``."""
    bare = (strip_marks(lines[number])[0] for number in block.numbers)
    orders = takewhile(
        lambda line: not _BESIDE_ORDERS.match(line), dropwhile(lambda line: not BARE_LIST.match(line), bare)
    )
    return (word.lower() for line in orders for word in _WORD.findall(line))


def _may_matter(said: str, used: AbstractSet[str], above: str) -> bool:
    """Whether a line below the end of a mail has an order, a question, an afterthought, or another sentence.

    ``used`` are the words of the orders; ``above`` is what the signature begins with in which it stands, if any:
    two dashes or a rule, below which there may be anybody's words, or a telephone, or the like.
    """
    if POSTSCRIPT.match(said) or CORRECTS.match(said):
        return True
    is_named = _PLACE.search(said) is not None and not _NUMBERS.search(said)
    if is_named and (not above or not used.isdisjoint(map(str.lower, _WORD.findall(said)))):
        return True
    is_low = sum(word[:1].islower() for word in said.split()) >= 2 * _FEW or len(_LOW_WORD.findall(said)) >= _FEW
    is_sentence = is_low or said.endswith("?") or is_unspaced(said)
    return is_sentence and not above.startswith(_ANYBODY) and said[0] not in _QUOTATION


def _is_notice(lines: Sequence[str], number: int) -> bool:
    """Whether line ``number`` is what a program puts below mails, or in a paragraph of a firm or a list."""
    said = lines[number].strip()
    above = takewhile(str.strip, reversed(lines[max(0, number - _MOST_LINES) : number]))
    below = takewhile(str.strip, lines[number : number + _MOST_LINES])
    is_program = _PROGRAM.fullmatch(said) is not None and not CORRECTS.match(said)
    return is_program or any(map(_NOTICE.search, (*above, *below)))


def _begins_other(lines: Sequence[str], number: int, depth: int) -> bool:
    """Whether line ``number`` begins what was not typed: a quoted mail, or what a program puts below one."""
    bare, marks = strip_marks(lines[number])
    return marks > depth or OTHER_MAIL.match(bare.strip()) is not None or _heads_quoted(lines, number, depth)


def _ends_mail(lines: Sequence[str], number: int, block: Block, used: AbstractSet[str]) -> bool:
    """Whether line ``number`` closes a mail or quotes another one.

    One word may be a name, but for one of the orders, whose words are ``used``, and below a text that does not end.
    """
    bare, marks = strip_marks(lines[number])
    said = bare.strip().strip("*")
    if marks > block.depth or END.match(said) or DIVIDER.fullmatch(said) or _heads_quoted(lines, number, block.depth):
        return True
    is_open = _ends_openly(lines, block)
    signed = [*takewhile(lambda line: not _is_contact(line.strip(), used), lines[number:])]
    if find_closing([*lines[:number], *signed], number, block.numbers[0], knows_names=not is_open):
        return True
    if is_word_or_name(said):
        return not (is_open or CORRECTS.match(said) or any(word.lower() in used for word in said.split()))
    return _is_notice(lines, number) or (not is_open and _is_contact(said, used))


def _is_contact(said: str, used: AbstractSet[str]) -> bool:
    """Whether a line may be an address or a telephone number: in capitals, with a long number and no place."""
    if _ADDRESS.fullmatch(said):
        return True
    words = {word.lower() for word in _WORD.findall(said)}
    is_number = _NUMBERS.search(said) is not None and not _PLACE.search(said)
    return is_number and not (_LOW_WORD.search(said) or CORRECTS.match(said) or words & used)


def _ends_openly(lines: Sequence[str], block: Block) -> bool:
    """Whether ``block`` ends with a text, and that without the sign that ends a sentence."""
    bare = [line for number in block.numbers if (line := strip_marks(lines[number])[0].rstrip())]
    texts = [place for place, line in enumerate(bare) if is_plain_prose(line)]
    is_last = bool(texts) and all(line.startswith(" ") for line in bare[texts[-1] + 1 :])
    return is_last and bare[-1][-1] not in ".!?)\u3002"


def _heads_quoted(lines: Sequence[str], number: int, depth: int) -> bool:
    """Whether line ``number``, or the one below it, ends with a colon above a mail that is quoted deeper."""
    head = next((one for one in range(number, min(number + 2, len(lines))) if lines[one].rstrip().endswith(":")), None)
    below = () if head is None else lines[head + 1 : head + 4]
    return strip_marks(next((line for line in below if line.strip()), ""))[1] > depth
