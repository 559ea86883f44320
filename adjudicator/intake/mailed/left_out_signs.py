"""Dashes of lists and colons behind keys: what people write in their place, and lines that lack them."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import Final

from adjudicator.core.printing import JOINERS
from adjudicator.intake.movefile import ENVELOPE, JOINING, ORDER_PARTS
from adjudicator.intake.reader import ORDER_LISTS

LEFT_KEY: Final = re.compile(rf"(?:{'|'.join(sorted(ENVELOPE | JOINING))}) *:", re.IGNORECASE)
_WROTE = (
    r"(?:wrote|schrieb|\xe9crit|escribi\xf3|ha scritto|escreveu|kirjoitti|napisa\u0142(?:a|\(a\))?|napsal(?:a|\(a\))?"
    r"|yazd\u0131|\u043f\u0438\u0448\u0435\u0442|\u043d\u0430\u043f\u0438\u0441\u0430\u043b(?:\u0430|\(\u0430\))?"
    r"|[\u5199\u5beb]\u9053|\u66f8\u304d\u307e\u3057\u305f|\u306e\u30e1\u30fc\u30eb|\uc791\uc131"
    r"|(?:schreef|skrev|\u05de\u05d0\u05ea) .{1,150})"
)
"""How the line above a quoted mail ends, in many languages; in some of them the name stands behind it."""
SIGNED: Final = re.compile(
    rf"\S.{{3,200}}{_WROTE} ?:$"
    r"|(?:(?:tele)?phone|tel(?:efon)?|mobile?|cell|fax|e-?mail|web(?:site)?|disclaimer|confidential(?:ity)?)"
    r"(?: not(?:e|ice))?\.? ?: ?\S",
    re.IGNORECASE,
)
"""What stands above a quoted mail, and what is written below a name: it looks like a key."""
OTHER_MAIL: Final = re.compile(
    rf"-----|={{5,}}|(?i:\S.{{3,200}}{_WROTE} ?:$)"
    r"|\*?(?:From|Von|De|Da|Van|Fr\xe5n|Fra|\u53d1\u4ef6\u4eba|\u05de\u05d0\u05ea) ?: ?\*? ?\S"
    r"|(?!(?i:seat|note|text|to)\b)\*?[^\W\d_]+ ?: ?\*? ?[^:]{1,80}<[^\s@<>]{1,64}@[^\s<>]{1,255}>"
)
"""What stands above a mail that is answered."""
DIVIDER: Final = re.compile("-{3,4} *")
"""What people draw above their names in a mail; in a file a second one would begin below it."""
END: Final = re.compile(
    r"-- ?$|```|~~~|# ?-{3,} *to here|checked: [0-9a-f]{4} [0-9a-f]{4}$|_{5,}"
    rf"|(?i:{SIGNED.pattern})|{OTHER_MAIL.pattern}"
    r"|(?:\[?Sent (?:by|from|via|with) |Von meinem |Gesendet (?:von|mit|vom) |Envoy\xe9 (?:de|depuis) "
    r"|Enviado (?:desde|do) |Inviato da|Verzonden (?:vanaf|met|via) |Verstuurd vanaf |Skickat fr\xe5n |Sendt fra "
    r"|L\xe4hetetty |Odesl\xe1no z |Wys\u0142ano z |\u041e\u0442\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e "
    r"|Get Outlook)(?!.*: )"
    r"|(?i:sent from my |yahoo mail: )"
    r"|(?:Von mein\S+ .{2,40} gesendet|.{2,40}(?: g\xf6nderildi|\uc5d0\uc11c \ubcf4\ub0c4))\.?$"
)
"""What ends a file in a mail."""
POSTSCRIPT: Final = re.compile(r"(?:p\.? ?){1,3}s(?:\.|(?= ?[:,-])) ?[:,-]? *(?:\S|$)", re.IGNORECASE)
"""What is added to a mail: it looks like a key, and may say anything."""
CORRECTS: Final = re.compile(
    r"(?:no[,!] |(?:(?:oh|please|thanks|sorry)[,!.]? (?:but )?)*(?:wait|stop|actually|ignore|cancel|change|correction"
    r"|oops|rather|instead|make (?:that|it|my))\b)",
    re.IGNORECASE,
)
"""How whoever thinks better of his orders begins, be it below his name."""
_LIST_IN_LINE = re.compile(
    r"(orders|standing|fallback) *: *(?:- +)?([A-Za-z][\w-]*: +)([^\s\"'\[\]{}#:,-][^\"'\[\]{}#:]*|\[[^\[\]{}#:]*\]) *"
)
"""A list with its only order in one line."""
_BLOCK_IN_LINE = re.compile(r"( +(?:- +)?|- +)(then|else) *: *(?:- +)?([^\s\[#].*?) *")
"""A list of orders within an order, with whatever stands in its line but a list."""
_NEXT_PART = re.compile(r"[,;] *(?:(?:and|then) +)?(?=[a-z][a-z-]*: )")
_PLAIN_ORDER = re.compile(r"([a-z][a-z-]*)(?:: +| +(?=[\w-]+$))([^\s\"'\[\]{}#:,-][^\"'\[\]{}#:]*|\[[^\[\]{}#:]*\])")
"""An order without brackets around it; one of two words may lack its colon."""
LIST_ALONE: Final = re.compile(rf"(?:{'|'.join(ORDER_LISTS)}) *: *(?:#.*)?", re.IGNORECASE)
"""The key of a list of orders with nothing behind it."""
_BLOCK_ALONE = re.compile(r"( *(?:- +)?)(?:then|else) *: *(?:#.*)?")
"""The same of a list of orders within an order."""
_BARE = re.compile(rf"(?:{'|'.join(ORDER_LISTS)})[ \t]*", re.IGNORECASE)
"""The same without its colon."""
_NO_DASH = re.compile(r"( +)(?!(?:if|then|else|either|times|until) *:)[A-Za-z][\w-]* *: +[^\s#].*", re.IGNORECASE)
"""An order below the key of a list, without its dash and without anything that belongs to another order."""
NUMBERED: Final = re.compile(r"( *)(?:- +)?(?:\(?[0-9]{1,2}[.)](?![0-9])|--+|[_+~](?= )) *(?=[A-Za-z0-9\[{\"'])")
"""A number, or another sign, that stands for the dash of an order."""
_ORDER = re.compile(r"(?:\(?[0-9]{1,2}[.)] *|- +)?(?P<key>[A-Za-z][\w-]*)(?: *:| +[^\s:]+)")
_EDGE_KEY = re.compile(r"[A-Za-z][\w-]*(?= *:(?! *//))")
_SAYS_WHAT = re.compile(r"[0-9:]")
_TWO_DASHES = re.compile(r"( *)- +(?=- +\S)")


def measure_indent(line: str) -> int:
    """How far a line is indented."""
    return len(line) - len(line.lstrip(" "))


def find_undashed(lines: Sequence[str]) -> Iterator[int]:
    """Which of the lines of a file are orders without their dashes: all lines below the key of a list."""
    for key, line in enumerate(lines):
        block = _BLOCK_ALONE.fullmatch(line)
        if not block and not LIST_ALONE.fullmatch(line) and not _BARE.fullmatch(line):
            continue
        begun = " " * len(block[1]) if block else ""
        below = takewhile(partial(_is_below, lines, begun), range(key + 1, len(lines)))
        said = [place for place in below if lines[place].strip() and not lines[place].lstrip().startswith("#")]
        found = [_NO_DASH.fullmatch(lines[place].rstrip()) for place in said]
        if found and all(found) and len({one[1] for one in found if one}) == 1:
            yield from said
            continue
        if block or _BARE.fullmatch(line):
            continue
        at_edge = list(_list_at_edge(lines, key))
        if not all(_NO_DASH.fullmatch(f" {lines[place].rstrip()}") for place in at_edge):
            yield from at_edge


def _is_below(lines: Sequence[str], begun: str, place: int) -> bool:
    """Whether a line is empty, or a comment, or stands further to the right than what has ``begun`` above."""
    line = lines[place]
    return not line.strip() or line.startswith(("#", f"{begun} "))


def _list_at_edge(lines: Sequence[str], key: int) -> Iterator[int]:
    """The lines below the one with the ``key`` of a list that may be its orders, at the left edge."""
    above = key
    for place in range(key + 1, len(lines)):
        if not lines[place].strip():
            continue
        if not _is_at_edge(lines[place]) or (place > above + 1 and not goes_on_below(lines[above], lines[place])):
            return
        yield place
        above = place


def _is_at_edge(line: str) -> bool:
    """Whether a line at the left edge may be an order without its dash."""
    begins = line[:1].isascii() and line[:1].isalnum()
    return begins and not any(pattern.match(line) for pattern in (LEFT_KEY, NUMBERED, END))


def goes_on_list(line: str, *, in_list: bool) -> bool:
    """Whether a list's key without anything behind it, or an order without its dash of that list, is in ``line``.

    ``in_list`` says the same of the line above.
    """
    return in_list if _is_at_edge(line) else LIST_ALONE.fullmatch(line) is not None


def goes_on_below(above: str, line: str) -> bool:
    """Whether ``line`` belongs to the list of the line ``above`` the empty ones before it, without an ordinary dash.

    That is whatever may be an order below the key of a list, and below an order one of its kind, or with a number too.
    """
    if LIST_ALONE.fullmatch(above.rstrip()):
        return _SAYS_WHAT.search(line) is not None and (_is_at_edge(line) or _ORDER.match(line) is not None)
    one, other = _ORDER.match(above), _ORDER.match(line)
    return bool(one and other and one["key"].lower() == other["key"].lower())


def mend_sign(line: str, find_next: Callable[[], Iterable[str]]) -> str:
    """The dash of an order in place of another sign, or of two dashes where the order is all in its line."""
    numbered = NUMBERED.match(line)
    dashed = f"{numbered[1]}- {line[numbered.end() :]}" if numbered else line
    if _TWO_DASHES.match(dashed) and not any(measure_indent(below) > measure_indent(line) for below in find_next()):
        dashed = _TWO_DASHES.sub(r"\1", dashed, count=1)
    return dashed


def spell_outside(line: str) -> str | None:
    """``line`` with its key in lower case, where that is no key of a file: one of an order without its dash."""
    match = _EDGE_KEY.match(line)
    if match is None or match[0].lower() in ENVELOPE:
        return None
    return match[0].lower() + line[match.end() :]


def write_list(line: str) -> str:
    """The list of one order that stands in ``line`` with its key, in brackets; empty for any other line."""
    found = _LIST_IN_LINE.fullmatch(line)
    return f"{found[1]}: [{_write_item(found[2].lower(), found[3])}]" if found else ""


def write_block(line: str) -> str:
    """The same of the orders behind ``then`` or ``else``: one, or several with a comma between them."""
    found = _BLOCK_IN_LINE.fullmatch(line)
    if not found:
        return ""
    lead, key, said = found.groups()
    inner = said[1:-1].strip() if said[0] == "{" and said[-1] == "}" else said
    parts = _NEXT_PART.split(inner)
    orders = [order for part in parts if (order := _PLAIN_ORDER.fullmatch(part)) and order[1] not in ORDER_PARTS]
    if len(orders) < len(parts):
        return f"{lead}{key}: [{said}]" if inner not in ("", said) else ""
    return f"{lead}{key}: [{', '.join(_write_item(f'{order[1]}: ', order[2]) for order in orders)}]"


def _write_item(key: str, value: str) -> str:
    value = value.rstrip()
    return f"{{{key}{value}}}" if value[0] == "[" or "," not in value else f'{{{key}"{value}"}}'


_SIGN = rf"\w\u0610-\u1cff{JOINERS}"
"""A sign of a word, within a character class; the vowel signs of Indian scripts are none of ``\\w``."""
_NAMES = rf"(?-i:(?![a-z])[{_SIGN}'\u2019.-]+(?: (?![a-z])[{_SIGN}'\u2019.-]+){{1,3}})"
NO_COLON = re.compile(
    rf"(game|turn|seat|token(?![ \t]*=))(?:[ \t]*=[ \t]*|[ \t]+)"
    rf"([{_SIGN}-]+|'-'|(?:(?<=seat[ \t=])|(?<=seat = )){_NAMES})[ \t]*",
    re.IGNORECASE,
)
"""A key at the left edge whose colon was left out, or is a ``=``; ``'-'`` stands for a token in what is kept.

A seat may be called by a name, whose words begin with capitals.
"""
_EQUALS = re.compile(r"^((?:[ \t]*>)* ?(?:after|note|orders|standing|fallback|press))[ \t]*=(?!=)[ \t]*", re.IGNORECASE)
"""The same of other keys, before anything."""
BARE_LIST = re.compile(r"(orders|standing|fallback|press)[ \t]*", re.IGNORECASE)
"""The same of a list that stands below."""
_NO_COLON_IN: Final = {
    "press": re.compile(rf"( *(?:- +)?)(to)[ \t]+([{_SIGN}-]+|\[[{_SIGN}, -]+\])[ \t]*", re.IGNORECASE),
    **dict.fromkeys(
        ORDER_LISTS, re.compile(r"( *(?:- +)?)(if|until|(?<=- )[a-z-]+)[ \t]+(\{.*\}[ \t]*(?:#.*)?)", re.IGNORECASE)
    ),
}
"""The same of whom a letter is to, and of a condition or an order with terms, by the list in which they stand."""


def read_equals(line: str) -> str:
    """``line`` with a colon for the ``=`` behind a key that no person writes in a sentence of a mail."""
    return _EQUALS.sub(r"\1: ", line)


def add_colon(line: str) -> str:
    """``line`` with the colon of its key at the left edge."""
    missing = NO_COLON.fullmatch(line)
    return f"{missing[1]}: {missing[2]}" if missing else read_equals(line)


def add_inner_colon(line: str, section: str) -> str:
    """``line`` with the colon behind ``to`` in a letter, or behind ``if`` or the name of an order."""
    match = _NO_COLON_IN[section].fullmatch(line) if section in _NO_COLON_IN else None
    return f"{match[1]}{match[2].lower()}: {match[3]}" if match else line
