"""Strict reading of the YAML that players write, from parse events, so that every value knows its place.

Nothing here composes or loads YAML: anchors, aliases, tags, merge keys, directives and further documents are refused,
and size, depth and number of values are bounded. Scalars are text, except plain integers of up to nine digits,
``true``, ``false`` and ``null`` (an empty value is ``null`` too); what is quoted is always text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import yaml

from adjudicator.core.json_value import JsonScalar, JsonValue
from adjudicator.core.problem import START, Place, Problem
from adjudicator.intake.sentences import code_point, invalid, printable

if TYPE_CHECKING:
    from yaml._yaml import Mark as CMark
    from yaml.error import Mark

Path: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys and positions from the root, which is ``()``."""

MAX_BYTES: Final = 64 * 1024
MAX_DEPTH: Final = 12
MAX_NODES: Final = 5000
MAX_PROBLEMS: Final = 100

LOADER: type[yaml.BaseLoader | yaml.CBaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""Where events come from: libyaml, or PyYAML's own parser where libyaml is missing. Only its parser is used."""

_PROSE_KEYS = frozenset({"text", "note"})
"""Keys whose values are prose: several lines and typographic characters are at home there."""

_FORBIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # controls, with U+0085, which some count as a line break
    r"\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff"  # unseen
    r"\u2028\u2029\ud800-\udfff\ufffe\uffff]"  # line separators, surrogates, no characters at all
)
_KINDS = {"Cc": "a control character", "Zl": "a line separator", "Zp": "a line separator", "Cs": "half a character"}
_HOLE = "\ufffd"
"""Stands for a forbidden character while the rest of the file is read."""

_TYPOGRAPHY = re.compile(
    r"(?P<no_break_space>[\xa0\u2000-\u200a\u202f\u205f\u3000])"
    r"|(?P<smart_quote>[\xab\xbb\u2018-\u201f\u2039\u203a])"
    r"|(?P<smart_dash>[\u2010-\u2015\u2212])"
)
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_LINE = re.compile(r"([ \t]*)([^\r\n]*)")
"""A line: its indentation, and what it says."""
_LARGE_NUMBER = re.compile(r"^%|\\U(?!000|0010)[0-9A-Fa-f]{8}", re.MULTILINE)
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
_WORDS: Mapping[str, JsonScalar] = {"true": True, "false": False, "null": None, "": None}

_SYNTAX = (
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


class Document(NamedTuple):
    """A file's data with the places of its values and keys.

    ``value`` is made of dict, list, str, int, bool and None. ``places`` says where each value begins, ``key_places``
    where the key of a mapping's entry begins (by the path of the entry).
    """

    value: JsonValue
    places: Mapping[Path, Place]
    key_places: Mapping[Path, Place]

    def place_of(self, path: Path) -> Place:
        """Where the value at ``path`` begins, or else the nearest value around it."""
        while path not in self.places and path:
            path = path[:-1]
        return self.places.get(path, START)


def read_document(data: bytes) -> tuple[Document | None, tuple[Problem, ...]]:
    """The one document in ``data``, and whatever is wrong with it.

    The document is None where the text could not be read to its end. Where it was, problems may stand beside it:
    then its data is what was probably meant, good enough to look for further problems in, and for nothing else.
    """
    text, problems = _decode(data)
    if text is None:
        return None, problems
    builder = _Builder(text, has_holes=bool(problems))
    try:
        value = builder.read()
    except _UnreadableError as unreadable:
        # What breaks the syntax of a text with holes may be the holes.
        last = () if problems else (unreadable.problem,)
        return None, in_order((*problems, *builder.problems, *last))
    if isinstance(value, str) and _is_quoted(text):
        return None, (invalid("quoted-mail", builder.places[()]),)
    return Document(value, builder.places, builder.key_places), in_order((*problems, *builder.problems))


def utf_16_encoding(data: bytes) -> str | None:
    """The name of the encoding where ``data`` begins as UTF-16 does, with a mark or with two ASCII letters."""
    evens, odds = data[0:4:2], data[1:4:2]
    if data.startswith(b"\xff\xfe") or (odds == b"\0\0" and 0 not in evens):
        return "utf-16-le"
    if data.startswith(b"\xfe\xff") or (evens == b"\0\0" and 0 not in odds):
        return "utf-16-be"
    return None


def scalar_spans(text: str) -> Iterator[tuple[Place, int, int]]:
    """Where each scalar of a readable ``text`` stands: its place, and the indices of its begin and end."""
    for event in _parse(text):
        if isinstance(event, yaml.ScalarEvent) and event.start_mark and event.end_mark:
            yield _place(event), event.start_mark.index, event.end_mark.index


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """``problems`` by place, each once, and no more of them than anybody would read."""
    once = {(problem.place, problem.code, *problem.facts.items()): problem for problem in problems}
    ordered = sorted(once.values(), key=lambda problem: (problem.place.line, problem.place.column, problem.code))
    if len(ordered) > MAX_PROBLEMS:
        ordered[MAX_PROBLEMS:] = [invalid("more-problems", ordered[MAX_PROBLEMS].place)]
    return tuple(ordered)


def _parse(text: str) -> Iterator[yaml.Event]:
    """The parse events of ``text``, where a tab behind the first character of a line counts as a blank.

    PyYAML's own parser refuses some tabs that libyaml takes for blanks; so both read the same.
    """
    if "\t" in text:
        text = _LINE.sub(lambda line: (line[1] if line[2] else " " * len(line[1])) + line[2].replace("\t", " "), text)
    return yaml.parse(text, Loader=LOADER)


class _UnreadableError(Exception):
    """Nothing after this can be read."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def _decode(data: bytes) -> tuple[str | None, tuple[Problem, ...]]:
    """The text of ``data`` without a leading byte order mark, and with holes for what no file may contain."""
    if len(data) > MAX_BYTES:
        return None, (invalid("file-too-large", START, size=len(data), limit=MAX_BYTES),)
    if utf_16_encoding(data):
        return None, (invalid("utf-16", START),)
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
        byte = f"0x{data[error.start]:02X}"
        return None, (invalid("not-utf-8", _place_at(before, len(before)), byte=byte),)
    found = list(islice(_FORBIDDEN.finditer(text), MAX_PROBLEMS + 1))
    if not found:
        return text, ()
    starts = _line_starts(text)
    problems = tuple(_forbidden(match[0], _place_in(starts, match.start())) for match in found)
    return _FORBIDDEN.sub(_HOLE, text), problems


def _forbidden(character: str, place: Place) -> Problem:
    import unicodedata  # noqa: PLC0415 - only a file with such a character needs it

    kind = _KINDS.get(unicodedata.category(character), "an invisible character")
    return invalid("forbidden-character", place, kind=kind, character=code_point(character))


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in _LINE_BREAK.finditer(text))]


def _place_in(starts: list[int], index: int) -> Place:
    line = bisect_right(starts, index)
    return Place(line, index - starts[line - 1] + 1)


def _place_at(text: str, index: int) -> Place:
    return _place_in(_line_starts(text), index)


def _is_quoted(text: str) -> bool:
    """Whether the first line that says something begins like quoted mail."""
    lines = (line.lstrip() for line in _LINE_BREAK.split(text))
    return next((line for line in lines if line and not line.startswith("#")), "").startswith(">")


class _Builder:
    """Makes plain data of parse events, and notes on the way what is refused."""

    def __init__(self, text: str, *, has_holes: bool) -> None:
        self.text = text
        self.has_holes = has_holes
        self.events = _parse(text)
        self.nodes = 0
        self.problems: list[Problem] = []
        self.places: dict[Path, Place] = {}
        self.key_places: dict[Path, Place] = {}

    @cached_property
    def line_starts(self) -> list[int]:
        return _line_starts(self.text)

    def read(self) -> JsonValue:
        self.next_event()
        opening = self.next_event()
        if isinstance(opening, yaml.StreamEndEvent):
            raise _UnreadableError(invalid("empty-file", START))
        if self.text.startswith("%", _mark(opening).index):
            self.refuse("directive", opening)
        value = self.node(self.next_event(), ())
        if value is None and not self.problems:
            raise _UnreadableError(invalid("empty-file", START))
        self.next_event()
        closing = self.next_event()
        if isinstance(closing, yaml.DocumentStartEvent):
            self.refuse("second-document", closing)
        return value

    def next_event(self) -> yaml.Event:
        try:
            return next(self.events)
        except yaml.MarkedYAMLError as error:
            raise _UnreadableError(_explain(self.text, error)) from None
        except (yaml.YAMLError, ValueError, OverflowError):
            # PyYAML's own parser stumbles over the numbers in some escapes and directives.
            raise _UnreadableError(_explain_number(self.text)) from None

    def refuse(self, code: str, event: yaml.Event) -> None:
        self.problems.append(invalid(code, _place(event)))

    def node(self, event: yaml.Event, path: Path) -> JsonValue:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise _UnreadableError(invalid("too-many-values", _place(event), limit=MAX_NODES))
        # A duplicate key is read like the first one, whose places stay.
        self.places.setdefault(path, _place(event))
        if isinstance(event, yaml.AliasEvent):
            self.refuse("alias", event)
            return None
        self.refuse_properties(event)
        if isinstance(event, yaml.ScalarEvent):
            text = self.clean(event, is_prose=bool(path) and path[-1] in _PROSE_KEYS)
            return text if event.style else _resolve(text)
        if len(path) >= MAX_DEPTH:
            raise _UnreadableError(invalid("too-deep", _place(event), limit=MAX_DEPTH))
        return self.mapping(path) if isinstance(event, yaml.MappingStartEvent) else self.sequence(path)

    def refuse_properties(self, event: yaml.Event) -> None:
        if getattr(event, "anchor", None) is not None:
            self.refuse("anchor", event)
        if getattr(event, "tag", None) is not None:
            self.refuse("tag", event)

    def sequence(self, path: Path) -> list[JsonValue]:
        items: list[JsonValue] = []
        while not isinstance(event := self.next_event(), yaml.SequenceEndEvent):
            items.append(self.node(event, (*path, len(items))))
        return items

    def mapping(self, path: Path) -> dict[str, JsonValue]:
        entries: dict[str, JsonValue] = {}
        while not isinstance(event := self.next_event(), yaml.MappingEndEvent):
            key = self.key(event)
            inner = (*path, key)
            if key in entries:
                first = self.key_places[inner].line
                self.problems.append(invalid("duplicate-key", _place(event), key=printable(key), line=first))
            self.key_places.setdefault(inner, _place(event))
            entries.setdefault(key, self.node(self.next_event(), inner))
        return entries

    def key(self, event: yaml.Event) -> str:
        if isinstance(event, yaml.AliasEvent):
            self.refuse("alias", event)
            return f"*{event.anchor}"
        if not isinstance(event, yaml.ScalarEvent) or (not event.value and not event.style):
            raise _UnreadableError(invalid("key-not-text", _place(event)))
        self.refuse_properties(event)
        if event.value == "<<" and not event.style:
            self.refuse("merge-key", event)
        return self.clean(event, is_prose=False)

    def clean(self, event: yaml.ScalarEvent, *, is_prose: bool) -> str:
        """The text of a scalar, without what had to be refused in it."""
        text = event.value
        if self.has_holes and _HOLE in text:
            text = text.replace(_HOLE, "").strip()
        if match := _FORBIDDEN.search(text):  # from an escape
            self.problems.append(_forbidden(match[0], _place(event)))
            text = _FORBIDDEN.sub("", text)
        if is_prose or (text.isascii() and "\n" not in text and "\r" not in text):
            return text
        if _LINE_BREAK.search(text):
            self.refuse("line-break", event)
            text = _LINE_BREAK.sub(" ", text).strip()
        if match := _TYPOGRAPHY.search(text):
            end = event.end_mark.index if event.end_mark else len(self.text)
            raw = _TYPOGRAPHY.search(self.text, _mark(event).index, end)  # None where an escape made it
            place = _place_in(self.line_starts, raw.start()) if raw else _place(event)
            self.problems.append(_typographic(match, place))
            text = _TYPOGRAPHY.sub(lambda match: " " if match["no_break_space"] else "", text).strip()
        return text


def _mark(event: yaml.Event) -> Mark | CMark:
    assert event.start_mark is not None, "events that come from text have marks"
    return event.start_mark


def _place(event: yaml.Event) -> Place:
    mark = _mark(event)
    return Place(mark.line + 1, mark.column + 1)


def _resolve(text: str) -> JsonScalar:
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _INTEGER.fullmatch(text) else text


def _typographic(match: re.Match[str], place: Place) -> Problem:
    return invalid(str(match.lastgroup).replace("_", "-"), place, character=code_point(match[0]))


def _explain(text: str, error: yaml.MarkedYAMLError) -> Problem:
    """The parser's complaint in our words, at the spot where a person would look for the mistake."""
    complaint = f"{error.context or ''} {error.problem or ''}".strip()
    code, is_early = next((entry[1:] for entry in _SYNTAX if entry[0] in complaint), ("syntax", False))
    mark = (is_early and error.context_mark) or error.problem_mark or error.context_mark
    index = min(mark.index if mark else 0, len(text.rstrip()))
    starts = _line_starts(text)
    place = _place_in(starts, index)
    begin = starts[place.line - 1]
    line = _LINE_BREAK.split(text[begin:], maxsplit=1)[0]
    indent = line[: len(line) - len(line.lstrip())]
    if line.startswith("%"):
        return invalid("directive", Place(place.line, 1))
    if line.startswith(">", len(indent)) or _is_quoted(text):
        return invalid("quoted-mail", Place(place.line, len(indent) + 1))
    if match := _TYPOGRAPHY.search(line):
        return _typographic(match, Place(place.line, match.start() + 1))
    if "\t" in indent:
        return invalid("tab-indent", Place(place.line, indent.index("\t") + 1))
    return invalid(code, place, character=printable(text[index : index + 1]))


def _explain_number(text: str) -> Problem:
    """The mistake behind an exception that is not a complaint: a number too large for Python."""
    match = _LARGE_NUMBER.search(text)
    place = _place_at(text, match.start()) if match else START
    return invalid("bad-escape" if match and match[0] != "%" else "directive", place)
