"""Why a file cannot be read: the parser's complaint in a player's words, with the line put right where that is certain.

Only a file with a mistake in its syntax needs this.
"""

import re
from collections.abc import Iterator

import yaml

from adjudicator.core.order import START, Place, Problem
from adjudicator.intake.sentences import (
    LETTERS,
    LINE_BREAK,
    PARTS,
    TYPOGRAPHY,
    complain_of_typography,
    correct_line,
    invalid,
    is_quoted_mail,
    list_line_starts,
    place_at,
    place_in,
    printable,
)

_LARGE_NUMBER = re.compile(r"^%|\\U(?!000|0010)[0-9A-Fa-f]{8}", re.MULTILINE)
_TWO_COLONS = re.compile(r"(- \w+): ([^\"'\[\]{}#]*\w[^\"'\[\]{}#]*)")
"""An order and a plain text behind its key."""
_ORDERS_IN_LINE = re.compile(
    r"(orders|standing|fallback) *: *(?:- *)?(\w[\w-]* *: *[^:]*?)(?:,? (?:- *)?\w[\w-]* *:.*)?"
)
"""A list whose orders stand in the line of its key; behind the key the first of them."""
_PRESS_IN_LINE = re.compile(r"press *: *([^\s\"'\[\]{}|>#].*)")
"""The key of the letters with a text behind it."""
_CONDITION = re.compile(r"(?:if|until): ")
_QUOTATION = r"(?<=[\[{,: ])(?:\"[^\"]*\"|'[^']*')"
_COMMA = re.compile(
    rf"(?P<quoted>{_QUOTATION})|(?<![\[{{,:\s])(?: *; *| +)(?=[A-Za-z][A-Za-z-]*: )|(?<=[\]}}]) *(?=[\[{{])"
)
"""Where a comma was left out within brackets, or is a semicolon: before a key, and between two pairs of brackets."""
_PROSE = re.compile(r"(?:text|note): ")
_BRACKETS = ("unclosed-bracket", "behind-closed", "stray-colon")
_PAIRS = {"[": "]", "{": "}"}
_BRACKET = re.compile(rf"{_QUOTATION}|[\[\]{{}}]|[^\[\]{{}}\"']+|.")
"""Brackets, and what stands between them."""
_NO_BRACKET = re.compile(r"(?:(?P<condition>(?:if|until): +)|- [a-z-]+: +)(?=[a-z-]+: )")
"""What stands before keys that lack the bracket around them."""
_PARTED = ("stray-colon", "behind-closed", "colon-in-text")
"""What is said of a line with several keys, each with something behind it, outside of brackets."""
_NEXT_KEY = re.compile(
    rf"{_QUOTATION}|(?P<open>[\[{{])|(?P<close>[\]}}])"
    r"|(?P<next>(?: ?[,;])? +(?:(?:and|then) +)*(?:- *)?(?=[A-Za-z][\w-]*: +[^\s#]))"
)
_OPEN_END = re.compile(r".*(?:\b(?:or|else|otherwise|if|when|unless|not)|[/|])", re.IGNORECASE)
"""What ends with a word, or a sign, that says how the next key belongs to it."""
_LONGEST = 500
"""So long is a line that is parted."""
_TEXT_IN_BRACKETS = re.compile(r"(- \{(?:to: (?:[\w-]+|\[[\w, -]+\]), *)?text: )([^\"'\[\]{},#]*: [^\"'\[\]{},#]*)(\})")
"""A letter in brackets, with its text, which has a colon and nothing that may be another part, last."""
_KEYS_IN_LINE = re.compile(r"(?:game|turn|seat) *:[^:]*\b(game|turn|seat|token|orders) *:.*", re.IGNORECASE)
"""The keys of a file in one line, and the second of them."""
_LIST_KEY = re.compile(r"^(orders|standing|fallback|press) *:", re.MULTILINE)
_PART = re.compile(r"\s+(?:if|until|times):(?= +[^\s#])")
_ITEM_ABOVE = re.compile(r"^ *- [a-z-]+: .*\n\Z", re.MULTILINE)
"""What belongs to an order, and the order right above it."""
_CLOSERS = ("]", "}", '"', "'")
"""What ends a value, so that nothing can stand behind it in its line."""
SYNTAX = (
    # a piece of the parser's complaint (libyaml's or PyYAML's), our code, and whether the trouble is where the
    # parser began (its context) or where it gave up
    ("mapping values are not allowed", "stray-colon", False),
    ("could not find expected ':'", "missing-colon", True),
    ("found unexpected end of stream", "unclosed-quote", True),
    ("found unexpected document separator", "unclosed-quote", True),
    ("expected ',' or", "unclosed-bracket", True),
    ("escape", "bad-escape", True),
    ("hexdecimal", "bad-escape", True),
    ("cannot start any token", "stray-character", False),
    ("alphabetic or numeric", "stray-character", True),
    ("a tag", "stray-character", True),
    ("tag handle", "stray-character", True),
    ("sequence entries are not allowed", "stray-dash", False),
    ("<document start>", "text-after-end", False),
    ("<block end>", "indentation", False),
    ("expected key", "indentation", False),
    ("expected '-' indicator", "indentation", False),
)


def explain(text: str, error: Exception) -> Problem:
    """The parser's complaint in our words, at the spot where a person would look for the mistake.

    PyYAML's own parser stumbles over the numbers in some escapes and directives.
    """
    return _explain_syntax(text, error) if isinstance(error, yaml.MarkedYAMLError) else _explain_number(text)


def _explain_syntax(text: str, error: yaml.MarkedYAMLError) -> Problem:
    complaint = f"{error.context or ''} {error.problem or ''}".strip()
    code, is_early = next((entry[1:] for entry in SYNTAX if entry[0] in complaint), ("syntax", False))
    mark = (is_early and error.context_mark) or error.problem_mark or error.context_mark
    index = min(mark.index if mark else 0, len(text.rstrip()))
    starts = list_line_starts(text)
    place = place_in(starts, index)
    begin = starts[place.line - 1]
    line = LINE_BREAK.split(text[begin:], maxsplit=1)[0]
    indent = line[: len(line) - len(line.lstrip())]
    if line.startswith("%"):
        return invalid("directive", Place(place.line, 1))
    if line.startswith(">", len(indent)) or is_quoted_mail(text):
        return invalid("quoted-mail", Place(place.line, len(indent) + 1))
    if match := TYPOGRAPHY.search(line):
        return complain_of_typography(match, Place(place.line, match.start() + 1))
    if "\t" in indent:
        return invalid("tab-indent", Place(place.line, indent.index("\t") + 1))
    if code == "indentation" and line[: place.column - 1].rstrip().endswith(_CLOSERS):
        code = "behind-closed"
    if code == "indentation" and line.startswith("- ") and not _LIST_KEY.search(text[:begin]):
        return invalid("list-without-key", place)
    part = _PART.match(line)
    if code == "stray-colon" and part and place.column <= part.end() and _ITEM_ABOVE.search(text[:begin]):
        return invalid("part-apart", Place(place.line, len(indent) + 1))
    if code == "stray-colon" and (match := _KEYS_IN_LINE.fullmatch(line.rstrip())):
        return invalid("keys-in-line", Place(place.line, match.start(1) + 1), key=match[1].lower())
    return (
        _explain_list(code, place, line)
        or _mend(code, place, line, "".join(LINE_BREAK.split(text[begin:])[1:2]))
        or invalid(code, place, character=printable(text[index : index + 1]), **_list_parts(code, line))
    )


def _explain_list(code: str, place: Place, line: str) -> Problem | None:
    """The problem with what stands in the line of a list's key, where it breaks the syntax."""
    if code == "stray-colon" and (match := _PRESS_IN_LINE.fullmatch(line.rstrip())):
        found = f"the text '{printable(match[1])}'"
        return invalid("wrong-form", place, where="'press'", wanted=LETTERS, found=found)
    if "token" not in line.casefold() and (match := _ORDERS_IN_LINE.fullmatch(line.rstrip())):
        return invalid("orders-in-line", place, key=match[1], spelt=f"- {printable(match[2].rstrip())}")
    return None


def _mend(code: str, place: Place, line: str, below: str) -> Problem | None:
    """The problem with the whole line put right, where a few signs are all that is wrong with it."""
    item = re.sub(r"\s+#.*$", "", line).strip()
    if "token" in item.casefold() or not (item.startswith("- ") or _CONDITION.match(item)):
        return None
    if code == "unclosed-bracket" and (match := _TEXT_IN_BRACKETS.fullmatch(item)):
        return correct_line("text-in-brackets", place, f'{match[1]}"{match[2].strip()}"{match[3]}')
    if code in _BRACKETS and len(item) < _LONGEST:
        matched = item if _goes_on(item, below) else _match_brackets(item)
        if (spelt := _write_commas(item)) not in ("", item):
            return correct_line("comma", place, spelt)
        if (spelt := _write_commas(matched)) not in ("", item):
            return correct_line("brackets", place, spelt)
    if code == "stray-colon" and (match := _TWO_COLONS.fullmatch(item)):
        return correct_line("colon-in-text", place, f'{match[1]}: "{match[2]}"', **_list_parts(code, line))
    return None


def _goes_on(item: str, below: str) -> bool:
    """Whether the brackets of ``item`` seem to end in the line ``below`` it."""
    closed = sum(map(below.count, _PAIRS.values())) - sum(map(below.count, _PAIRS))
    return closed > 0 or (item.endswith(",") and below[:1] == " " and not _PART.match(below))


def _match_brackets(item: str) -> str:
    """``item`` with each bracket closed by its own kind, before one of those around it is, or at the end."""
    match = _NO_BRACKET.match(item)
    if match and (match["condition"] or item.endswith("}")):
        item = f"{match[0]}{{{item[match.end() :]}"
    spelt, closers = "", ""
    for piece in _BRACKET.findall(item.rstrip(",")):
        if piece in _PAIRS.values():
            outside, _, inside = closers.rpartition(piece)
            is_open = piece in closers
            spelt += inside[::-1] + piece if is_open else closers[-1:]
            closers = outside if is_open else closers[:-1]
            continue
        if piece in _PAIRS and closers.endswith("}") and spelt.rstrip().endswith(","):
            return item  # where keys stand: something before it was not closed
        spelt += piece
        closers += _PAIRS.get(piece, "")
    return spelt + closers[::-1]


def _write_commas(item: str) -> str:
    """``item`` with the commas that its brackets lack; empty where they are not all that it lacks."""
    begin = min(place for place in (item.find("["), item.find("{"), len(item)) if place >= 0)
    prose = _PROSE.search(item, begin)
    end = prose.end() if prose else len(item)
    spelt = item[:begin] + _COMMA.sub(lambda match: match["quoted"] or ", ", item[begin:end]) + item[end:]
    try:
        list(yaml.parse(spelt, Loader=yaml.BaseLoader))
    except yaml.YAMLError:
        return ""
    return "" if "#" in spelt else spelt


def _list_parts(code: str, line: str) -> dict[str, str]:
    """The fact :data:`PARTS` of a ``line`` that is an item with several keys outside of its brackets."""
    item = re.sub(r"\s+#.*$", "", line).strip()
    if code not in _PARTED or not item.startswith("- ") or len(item) > _LONGEST or "token" in item.casefold():
        return {}
    parts = list(_part(item.removeprefix("- ").lstrip()))
    is_whole = all(re.match(r"[A-Za-z][\w-]*: +[^\s#]", part) for part in parts)
    is_clear = is_whole and not any(_OPEN_END.fullmatch(part) for part in parts[:-1])
    key, _, text = parts[-1].partition(": ")
    if _PROSE.match(parts[-1]) and ": " in text and text.strip()[0] not in "\"'":
        quoted = text.strip().replace("'", "''")
        parts[-1] = f"{key}: '{quoted}'"
    return {PARTS: "\n".join(parts)} if len(parts) > 1 and is_clear else {}


def _part(item: str) -> Iterator[str]:
    """The keys of ``item`` outside of its brackets, each with what stands behind it."""
    depth, begin = 0, 0
    for match in _NEXT_KEY.finditer(item):
        if _PROSE.match(item, begin):
            break
        depth += bool(match["open"]) - bool(match["close"])
        if match["next"] and depth == 0:
            yield item[begin : match.start()]
            begin = match.end()
    yield item[begin:]


def _explain_number(text: str) -> Problem:
    """The mistake behind an exception that is not a complaint: a number too large for Python."""
    match = _LARGE_NUMBER.search(text)
    place = place_at(text, match.start()) if match else START
    return invalid("bad-escape" if match and match[0] != "%" else "directive", place)
