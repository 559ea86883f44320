"""The lines of a move file as phones and mail programs leave them, each put back as it was written.

Only what can mean one thing is changed; prose keeps its typography.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from adjudicator.core.printing import is_printable, shows_joiner
from adjudicator.intake.mailed.left_out_signs import (
    BARE_LIST,
    END,
    LEFT_KEY,
    NO_COLON,
    NUMBERED,
    POSTSCRIPT,
    add_colon,
    add_inner_colon,
    find_undashed,
    measure_indent,
    mend_sign,
    read_equals,
    spell_outside,
    write_block,
    write_list,
)
from adjudicator.intake.movefile import ENVELOPE, IDS, LISTS, ODD_DIGIT, ODD_DIGITS, ORDER_PARTS
from adjudicator.intake.reader import ORDER_LISTS

BULLETS: Final = "\u05be\u2010-\u2015\u2212\u2022\u00b7\u2023\u2043\u25aa\u25cf\u30fb*"
"""What stands for the dash of a list, as the inside of a character class."""

_UNSEEN = re.compile("[\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_BLANK: Final = "\xa0\u2000-\u200a\u202f\u205f\u3000"
_BLANKS = re.compile(f"[{_BLANK}]")
_WIDE: Final = re.compile(f"[\uff01-\uff5e\u3001\u3010\u3011\u3014\u3015\u060c]|{ODD_DIGIT.pattern}")
"""Signs as wide as those of East Asian scripts, which their keyboards write, and the comma and digits of others."""
_NARROW: Final = {
    **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)},
    **dict(zip(map(ord, "\u3001\u3010\u3011\u3014\u3015\u060c"), ",[][],", strict=True)),
    **{ord(nought) + digit: str(digit) for nought in ODD_DIGITS for digit in range(10)},
}
_WIDE_BREAK = re.compile(r"([\uff1a\uff0c\u3001])(?=[^\s\u3000])")
"""A wide colon or comma, which brings its own blank."""
_WIDE_PROSE = re.compile(r"(?: *(?:- +)?|.*[{,\uff0c] *)(?:text|note) *[:\uff1a]", re.IGNORECASE)
_BULLET = re.compile(rf"( *)(?!\*[^*]+\*\s*$)[{BULLETS}][ \t]*(?=[^\s{BULLETS}])")
_TWO_BLANKS = re.compile(r"( *)\. ?(?=- )")
_GLUED_DASH = re.compile(r"( *)-(?=[A-Za-z])")
_COLONS = re.compile(r"( *(?:- +)?[A-Za-z][\w-]* *:)[ :]*:(?= |$)")
"""A key with more than one colon."""
_KEY = re.compile(r"( *(?:- +)*)([A-Za-z][\w-]*)( *:)(?! *//)(.*)")
_INSIDE: Final = {"press": frozenset({"to", "text"}), **dict.fromkeys(ORDER_LISTS, ORDER_PARTS)}
"""The keys beside the first one of an item, by the list that it stands in."""
_ID = re.compile(r"( *[\"']?)([A-Za-z][A-Za-z0-9-]*)([\"']?)(?=\s*(?:#|$))")
_INNER_DASH = re.compile(
    "(?<=[0-9A-Za-z])(?:[\u2010-\u2015\u2212](?=[0-9A-Za-z])|(?<=[0-9]) ?[\u2010-\u2015\u2212] ?(?=[0-9]))"
)
"""What stands for the dash within a path or a word, such as 12-13 or at-least; between numbers also among blanks."""
_OPEN, _CLOSE = "\u201c\u201d\u201e\u201f\xab\u2018\u2019\u201a", "\u201d\u201c\u201f\xbb\u2019\u2018\u201b"
_QUOTES = _OPEN + _CLOSE
_AROUND_WORDS = re.compile("[\u201c-\u201f\xab\xbb]|(?<!\\w)[\u2018-\u201b]|[\u2018-\u201b](?!\\w)")
_SEVERAL = re.compile(r' *(?:- +)*[\w-]+ *: *"[^"]*" *,')
"""A value that would be over where its first quotation ends."""
_WHOLE_VALUE = re.compile(
    rf"((?:^ *(?:- +)+|: +|[\[{{,] *))[{_OPEN}]"
    rf"([^{_QUOTES}\n]*(?:(?<=\w)[\u2019\u2018](?=\w)[^{_QUOTES}\n]*)*)[{_CLOSE}]"
    r"(?=\s*(?:$|[,\]}]|#))"
)
_PROSE = re.compile(r"(?P<lead> *(?:- +)?|.*[{,] *)(?P<key>text|note) *:(?P<value>.*)", re.IGNORECASE)
_MARK, _BEHIND = rf"[ \t{_BLANK}]*>", f"[ {_BLANK}]?"
_MARKS = re.compile(f"(?:{_MARK})+{_BEHIND}")
WRAPPED: Final = 50
"""A comment of so many characters may have been wrapped, and goes on in the next line."""
_NARROWEST: Final = 65
"""No mail program wraps a line that is shorter with the first word of the next one."""
_REST = re.compile(r"(?!(?:accept|end|no|pass|play|refuse|reject|roll|skip|yes)\b)(?!.*(?::(?: |$)| #))[^\W\d]\D*")
"""What no order without its dash is: it begins with no word for an answer, and has no digit and no key."""

ORDER_LIKE = re.compile(
    rf"[-{BULLETS}. ]*(?:{'|'.join(sorted(ENVELOPE))}|order|if|then|else|either|times|until) *:"
    rf"|[-{BULLETS}]+ *[A-Za-z][\w-]* *:",
    re.IGNORECASE,
)


class ChangeKind(Enum):
    """What was undone, or why nothing could be."""

    UNSEEN = "unseen-characters"
    BLANK = "special-blanks"
    WIDE = "wide-characters"
    TAB = "tabs"
    DASH = "list-dash"
    NO_DASH = "dash-left-out"
    EMPTY = "empty-item"
    IN_LINE = "list-in-line"
    KEY = "key-spelling"
    COLON = "colon-blank"
    COLONS = "colons-left-out"
    NO_COLON = "colon-left-out"
    TEXT = "text-with-colon"
    ID = "id-spelling"
    QUOTES = "typographic-quotes"
    INNER_DASH = "typographic-dashes"
    COMMENT = "wrapped-comment"
    WRAPPED_TEXT = "wrapped-text"
    AROUND = "text-around"
    BELOW = "text-below"
    CLOSING = "closing-words"
    MARKS = "quote-marks"
    ENCODING = "encoding"


class Change(NamedTuple):
    """One thing that was undone, in line ``line``, counted from 1."""

    kind: ChangeKind
    line: int


class MendedLines(NamedTuple):
    """Lines as they were written, and what was undone in them."""

    lines: tuple[str, ...]
    changes: tuple[Change, ...]


def look_at(line: str) -> str:
    """A line for looking at: without unseen characters, with ordinary blanks, signs and colons."""
    return read_equals(_BLANKS.sub(" ", _UNSEEN.sub("", line)).translate(_NARROW))


def _drop_unseen(line: str) -> str:
    """``line`` without unseen characters; joiners stay where words need them."""
    return _UNSEEN.sub(lambda match: match[0] if shows_joiner(line, match.start()) else "", line)


def strip_marks(line: str, most: int | None = None) -> tuple[str, int]:
    """``line`` without the marks of quoted mail, or so many of them at most, and how many those were."""
    match = _MARKS.match(line) if most is None else re.match(f"(?:{_MARK}){{0,{most}}}{_BEHIND}", line)
    count = match[0].count(">") if match else 0
    return (line[match.end() :], count) if match and count else (line, 0)


def belongs_to_file(bare: str) -> bool:
    """Whether a line looks like one of a move file: a key, an item, a comment, or more of what stands above."""
    return bool(
        bare[:1] in (" ", "\t", "#", "-", "]", "}")
        or _BULLET.match(bare)
        or _TWO_BLANKS.match(bare)
        or LEFT_KEY.match(bare)
        or NO_COLON.fullmatch(bare)
        or BARE_LIST.fullmatch(bare)
    ) and not (END.match(bare.strip()) or POSTSCRIPT.match(bare))


def mend_lines(lines: Sequence[str], numbers: Iterable[int], depth: int = 0) -> MendedLines:
    """The lines of one file, each as it was written."""
    mended: list[str] = []
    changes: list[Change] = []
    section, item, prose, comment, is_plain = "", -1, -1, False, False
    numbers = list(numbers)
    bare = [read_equals(strip_marks(lines[number], depth)[0].translate(_NARROW)) for number in numbers]
    undashed = set(find_undashed(bare))
    for place, number in enumerate(numbers):
        kinds: list[ChangeKind] = []
        line = lines[number]
        if _UNSEEN.search(line):
            line = _drop_unseen(line)
            kinds += [ChangeKind.UNSEEN] * (line != lines[number])
        if depth:
            line = strip_marks(line, depth)[0]
        line = _mend_indent(line, kinds)
        if prose >= 0 and is_plain and is_wrapped_text(bare[place - 1], line):
            line = " " * (prose + 2) + line
            kinds.append(ChangeKind.WRAPPED_TEXT)
        if prose >= 0 and line.strip() and measure_indent(line) <= prose:
            prose = -1
        if prose < 0:
            line = _mend_wide(line, kinds)
            line = _mend_blanks(line, kinds)
            is_order = section in ORDER_LISTS and (item < 0 or measure_indent(line) == item)
            next_lines = partial(_find_next, lines, numbers, place + 1, depth)
            line = _mend_dash(line, next_lines if is_order else None, kinds, glued=section in LISTS)
            if place in undashed:
                line = re.sub(r"(?=\S)", "- ", line, count=1)
                kinds.append(ChangeKind.NO_DASH)
            if section in LISTS and item < 0 and line.lstrip().startswith("- "):
                item = measure_indent(line)
            line = _mend_empty_item(line, next_lines, kinds, section)
            with_colon = add_inner_colon(line, section)
            kinds += [ChangeKind.NO_COLON] * (with_colon != line)
            line = with_colon
            outside = spell_outside(line) if section in ORDER_LISTS and item < 0 else None
            kinds += [ChangeKind.KEY] * (outside not in (None, line))
            line = outside or line
            is_item = item >= 0 and measure_indent(line) == item
            line = _mend_line(line, kinds, is_item=is_item, section=section)
            line = _mend_whole(line, next_lines, kinds)
            line = _mend_comment(line, kinds) if comment else line
            comment = line.lstrip().startswith("#") and len(line.rstrip()) >= WRAPPED
            if outside is None and (match := re.match(r"([a-z]+) *:", line)):
                section, item = match[1], -1
            prose, is_plain = find_prose(line), is_plain_prose(line)
        mended.append(line)
        changes.extend(Change(kind, number + 1) for kind in kinds)
    return MendedLines(tuple(mended), tuple(changes))


def _mend_comment(line: str, kinds: list[ChangeKind]) -> str:
    """The rest of the comment in the line above, which was too long for a mail program."""
    said = line.strip()
    if not said or said[0] == "#" or belongs_to_file(line) or ORDER_LIKE.match(line):
        return line
    kinds.append(ChangeKind.COMMENT)
    return "# " + line


def find_prose(line: str) -> int:
    """The column of the key of a text that may go on in the lines below, indented further; -1 where there is none."""
    match = _PROSE.match(line)
    if not match or line.lstrip().startswith("#") or re.search(r"[^:\s][\"'}]\s*(?:#.*)?$", match["value"]):
        return -1
    return match.start("key") if match["lead"].strip() in ("", "-") else measure_indent(line)


def is_wrapped_text(above: str, line: str) -> bool:
    """Whether ``line``, at the left edge, is the rest of a text in the line ``above``, too long for a mail program."""
    is_full = len(above.rstrip()) + 1 + len(line.split(" ", maxsplit=1)[0]) > _NARROWEST
    is_open = above.rstrip()[-1:] not in (".", "!", "?", ":") and ": " not in above.partition(": ")[2]
    is_text = line[:1].islower() and _REST.fullmatch(line.rstrip()) is not None and not belongs_to_file(line)
    return is_full and is_open and is_text


def is_plain_prose(line: str) -> bool:
    """Whether a text begins in ``line`` without a quote or a mark: it ends where nothing is indented any more."""
    match = _PROSE.match(line)
    value = match["value"].strip() if match else ""
    return bool(value) and value[0] not in f"|>\"'{_QUOTES}"


def _mend_indent(line: str, kinds: list[ChangeKind]) -> str:
    """Ordinary blanks for tabs and special blanks at the beginning of a line."""
    begin = len(line) - len(line.lstrip())
    head = line[:begin]
    if begin == len(line) or not head or (head.isspace() and set(head) == {" "}):
        return line
    if "\t" in head:
        kinds.append(ChangeKind.TAB)
    if _BLANKS.search(head):
        kinds.append(ChangeKind.BLANK)
    return _BLANKS.sub(" ", head.replace("\t", "  ")) + line[begin:]


def _mend_wide(line: str, kinds: list[ChangeKind]) -> str:
    """Ordinary signs for wide ones; a text and a comment keep theirs."""
    match = _WIDE_PROSE.match(line)
    end = match.end() if match else len(line)
    head = line[:end]
    if not _WIDE.search(head) or head.lstrip().startswith("#"):
        return line
    kinds.append(ChangeKind.WIDE)
    gap = " " if head.endswith("\uff1a") and line[end : end + 1].strip() else ""
    return _WIDE_BREAK.sub(r"\1 ", head).translate(_NARROW) + gap + line[end:]


def _mend_blanks(line: str, kinds: list[ChangeKind]) -> str:
    """Ordinary blanks for special ones; a text keeps its own, but for the one in front of it."""
    plain = _BLANKS.sub(" ", line)
    match = _PROSE.match(plain)
    if plain == line or plain.lstrip().startswith("#"):
        return line
    kinds.append(ChangeKind.BLANK)
    return plain[: match.start("value") + 1] + line[match.start("value") + 1 :] if match else plain


def _mend_dash(
    line: str, find_next: Callable[[], Iterable[str]] | None, kinds: list[ChangeKind], *, glued: bool
) -> str:
    """The dash of a list item and a blank behind it; ``find_next`` gives the line below what may be an order."""
    dashed = _TWO_BLANKS.sub(r"\1  ", line, count=1) if _TWO_BLANKS.match(line) else line
    dashed = _BULLET.sub(r"\1- ", dashed, count=1) if _BULLET.match(dashed) else dashed
    if glued and _GLUED_DASH.match(dashed):
        dashed = _GLUED_DASH.sub(r"\1- ", dashed, count=1)
    dashed = mend_sign(dashed, find_next) if find_next else dashed
    if dashed != line:
        kinds.append(ChangeKind.DASH)
    return dashed


def _mend_empty_item(line: str, find_next: Callable[[], Iterable[str]], kinds: list[ChangeKind], section: str) -> str:
    """Nothing in place of a dash in a list behind which no item stands, nor in the line below."""
    if (
        section not in LISTS
        or line.strip() != "-"
        or any(measure_indent(below) > measure_indent(line) for below in find_next())
    ):
        return line
    kinds.append(ChangeKind.EMPTY)
    return ""


def _find_next(lines: Sequence[str], numbers: Sequence[int], begin: int, depth: int) -> Iterator[str]:
    """The first of the lines with these ``numbers``, from the one at ``begin`` on, that says something."""
    below = (lines[numbers[place]] for place in range(begin, len(numbers)))
    bare = (strip_marks(line, depth)[0] for line in below) if depth else below
    yield from islice((line for line in bare if line.strip() and not line.lstrip().startswith("#")), 1)


def _goes_on(line: str) -> bool:
    """Whether a line belongs to the list above it."""
    return bool(line[:1].isspace() or line.startswith("-") or _BULLET.match(line) or NUMBERED.match(line))


def _mend_line(line: str, kinds: list[ChangeKind], *, is_item: bool, section: str) -> str:
    """One line that is no prose; a text in it keeps its typography."""
    if line.lstrip().startswith("#"):
        return line
    with_colon = add_colon(line)
    kinds += [ChangeKind.NO_COLON] * (with_colon != line)
    line = with_colon
    match = _PROSE.match(line)
    end = match.start("value") if match else len(line)
    head, text = line[:end], line[end:]
    if is_item and match is None and _COLONS.match(head):
        kinds.append(ChangeKind.COLONS)
        head = _COLONS.sub(r"\1", head, count=1)
    dashed = _INNER_DASH.sub("-", head)
    if dashed != head:
        kinds.append(ChangeKind.INNER_DASH)
    spelt = _mend_key(dashed, kinds, is_item=is_item, section=section)
    straight = _WHOLE_VALUE.sub(_straighten, spelt + text)
    if is_item and match is None and (_AROUND_WORDS.search(straight) or _SEVERAL.match(straight)):
        # around some words of a value they say nothing, straight ones would break it
        straight = _AROUND_WORDS.sub("", spelt)
    if straight != spelt + text:
        kinds.append(ChangeKind.QUOTES)
    return straight


def _mend_whole(line: str, find_next: Callable[[], Iterable[str]], kinds: list[ChangeKind]) -> str:
    """The key of a list without its colon; a list with its only order, and a text that a colon would end, in a line."""
    if (key := BARE_LIST.fullmatch(line)) and any(map(_goes_on, find_next())):
        kinds.append(ChangeKind.NO_COLON)
        return f"{key[1].lower()}:"
    if (listed := write_list(line)) and not any(map(_goes_on, find_next())):
        kinds.append(ChangeKind.IN_LINE)
        return listed
    if (listed := write_block(line)) and not any(measure_indent(below) > measure_indent(line) for below in find_next()):
        kinds.append(ChangeKind.IN_LINE)
        return listed
    match = _PROSE.match(line)
    if match is None or match["lead"].strip() not in ("", "-") or not is_plain_prose(line):
        return line
    # what no text may hold is refused where it stands
    has_colon = is_printable(match["value"]) and re.search(r": |:$", match["value"].strip())
    if not has_colon or any(measure_indent(below) > find_prose(line) for below in find_next()):
        return line
    kinds.append(ChangeKind.TEXT)
    quoted = match["value"].strip().replace("'", "''")
    return f"{line[: match.start('value')]} '{quoted}'"


def _mend_key(line: str, kinds: list[ChangeKind], *, is_item: bool, section: str) -> str:
    """A key in lower case with a blank behind its colon, and an id in lower case."""
    match = _KEY.fullmatch(line)
    if not match:
        return line
    lead, key, colon, value = match.groups()
    low = key.lower()
    is_left = not lead and low in ENVELOPE
    is_inside = not lead.strip() and bool(lead) and low in _INSIDE.get(section, ())
    if not (is_left or is_inside) and not (is_item and lead.strip() == "-"):
        return line
    if low != key:
        kinds.append(ChangeKind.KEY)
    if value and value[0] != " ":
        kinds.append(ChangeKind.COLON)
        value = f" {value}"
    if is_left and low in IDS and (said := _ID.match(value)) and said[2] != said[2].lower():
        kinds.append(ChangeKind.ID)
        value = f"{said[1]}{said[2].lower()}{said[3]}{value[said.end() :]}"
    return f"{lead}{low}{colon}{value}"


def _straighten(match: re.Match[str]) -> str:
    inner = match[2].replace("\\", "\\\\").replace('"', '\\"')
    return f'{match[1]}"{inner}"'
