"""Strict reading of the YAML that players write, from parse events, so that every value knows its place.

Nothing here composes or loads YAML: anchors, aliases, tags, merge keys, directives and further documents are refused,
and size, depth and number of values are bounded. Scalars are text, except plain integers of up to nine digits,
``true``, ``false`` and ``null`` (an empty value is ``null`` too); what is quoted is always text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import yaml

from adjudicator.core.json_value import JsonScalar, JsonValue
from adjudicator.core.order import START, Place, Problem
from adjudicator.core.printing import shows_joiner
from adjudicator.intake.sentences import (
    LINE_BREAK,
    TYPOGRAPHY,
    code_point,
    complain_of_typography,
    correct_line,
    invalid,
    is_quoted_mail,
    list_line_starts,
    place_at,
    place_in,
    printable,
)

if TYPE_CHECKING:
    from yaml._yaml import Mark as CMark
    from yaml.error import Mark

Path: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys and positions from the root, which is ``()``."""

MAX_BYTES: Final = 64 * 1024
MAX_DEPTH: Final = 12
MAX_NODES: Final = 5000
MAX_PROBLEMS: Final = 100
_KEPT: Final = 16
"""So many documents that were read are kept."""

LOADER: type[yaml.BaseLoader | yaml.CBaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""Where events come from: libyaml, or PyYAML's own parser where libyaml is missing. Only its parser is used."""

_BRACKETS_OF_LIBYAML: Final = 1000
"""Deeper than this libyaml reads no brackets."""
_PAIR: Final = re.compile(r"[\[{][^\[\]{}'\"\r\n]*[\]}]")
"""Two brackets of which the second closes the first, whatever stands around them."""
_DEPTH_OF_PAIRS: Final = 4
"""So deep pairs within pairs are looked for; orders and their conditions go no deeper."""

_DEPTH_OF_KEYS: Final = 3
"""How deep the key of an order stands: in an item of a list."""
ORDER_LISTS: Final = ("orders", "standing", "fallback")
"""The keys behind which orders stand."""
_PROSE_KEYS = frozenset({"text", "note"})
"""Keys whose values are prose: several lines and typographic characters are at home there."""
NAMES: Final = "names"
"""The key of a charter behind which the names of people stand."""
_FREE = frozenset({"options", NAMES})
"""Keys of charters and CASE files behind which any value may have typographic characters and several lines."""

_FORBIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # controls, with U+0085, which some count as a line break
    r"\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff"  # unseen
    r"\u2028\u2029\ud800-\udfff\ufffe\uffff]"  # line separators, surrogates, no characters at all
)
_KINDS = {"Cc": "a control character", "Zl": "a line separator", "Zp": "a line separator", "Cs": "half a character"}
_HOLE = "\ufffd"
"""Stands for a forbidden character while the rest of the file is read."""

_LINE = re.compile(r"([ \t]*)([^\r\n]*)")
"""A line: its indentation, and what it says."""
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
_WORDS: Mapping[str, JsonScalar] = {"true": True, "false": False, "null": None, "": None}


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
    Nobody changes a document: a few are kept, because whoever judges a file asks for it several times.
    """
    return _read_document(data, LOADER.__name__)


@lru_cache(maxsize=_KEPT)
def _read_document(data: bytes, parser: str) -> tuple[Document | None, tuple[Problem, ...]]:
    del parser  # what another one makes of the same bytes is kept apart
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
    if isinstance(value, str) and is_quoted_mail(text):
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
    for event in parse_events(text):
        if isinstance(event, yaml.ScalarEvent) and event.start_mark and event.end_mark:
            yield _place(event), event.start_mark.index, event.end_mark.index


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """``problems`` by place, each once, and no more of them than anybody would read."""
    once = {(problem.place, problem.code, *problem.facts.items()): problem for problem in problems}
    ordered = sorted(once.values(), key=lambda problem: (problem.place.line, problem.place.column, problem.code))
    if len(ordered) > MAX_PROBLEMS:
        ordered[MAX_PROBLEMS:] = [invalid("more-problems", ordered[MAX_PROBLEMS].place)]
    return tuple(ordered)


def parse_events(text: str) -> Iterator[yaml.Event]:
    """The parse events of ``text``, where a tab behind the first character of a line counts as a blank.

    PyYAML's own parser refuses some tabs that libyaml takes for blanks; so both read the same. It also goes on where
    libyaml (from 0.2.6) gives up over nested brackets, which it counts ahead of the events that show their depth.
    """
    if "\t" in text:
        text = _LINE.sub(lambda line: (line[1] if line[2] else " " * len(line[1])) + line[2].replace("\t", " "), text)
    return yaml.parse(text, Loader=yaml.BaseLoader if _may_be_deep(text) else LOADER)


def _may_be_deep(text: str) -> bool:
    """Whether more brackets may be open at once than libyaml reads: a bound, since quoted brackets count as well."""
    for _ in range(_DEPTH_OF_PAIRS):
        if text.count("[") + text.count("{") < _BRACKETS_OF_LIBYAML:
            return False
        text = _PAIR.sub("", text)
    return text.count("[") + text.count("{") >= _BRACKETS_OF_LIBYAML


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
        return None, (invalid("not-utf-8", place_at(before, len(before)), byte=byte),)
    found = list(islice(_find_forbidden(text), MAX_PROBLEMS + 1))
    if not found:
        return text, ()
    starts = list_line_starts(text)
    problems = tuple(_forbidden(match[0], place_in(starts, match.start())) for match in found)
    return _replace_forbidden(text, _HOLE), problems


def _find_forbidden(text: str) -> Iterator[re.Match[str]]:
    return (match for match in _FORBIDDEN.finditer(text) if not shows_joiner(text, match.start()))


def _replace_forbidden(text: str, stand_in: str) -> str:
    return _FORBIDDEN.sub(lambda match: match[0] if shows_joiner(text, match.start()) else stand_in, text)


def _forbidden(character: str, place: Place) -> Problem:
    import unicodedata  # noqa: PLC0415 - only a file with such a character needs it

    kind = _KINDS.get(unicodedata.category(character), "an invisible character")
    return invalid("forbidden-character", place, kind=kind, character=code_point(character))


class _Builder:
    """Makes plain data of parse events, and notes on the way what is refused."""

    def __init__(self, text: str, *, has_holes: bool) -> None:
        self.text = text
        self.has_holes = has_holes
        self.events = parse_events(text)
        self.nodes = 0
        self.problems: list[Problem] = []
        self.places: dict[Path, Place] = {}
        self.key_places: dict[Path, Place] = {}

    @cached_property
    def line_starts(self) -> list[int]:
        return list_line_starts(self.text)

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
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            from adjudicator.intake.syntax import explain  # noqa: PLC0415 - only a file with a mistake needs it

            raise _UnreadableError(explain(self.text, error)) from None

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
            text = self.clean(event, is_prose=not path or path[-1] in _PROSE_KEYS or path[0] in _FREE)
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
            again = key in entries
            self.key_places.setdefault(inner, _place(event))
            value = self.node(self.next_event(), inner)
            entries.setdefault(key, value)
            if again:
                self.complain_of_second(event, inner, value)
        return entries

    def complain_of_second(self, event: yaml.Event, path: Path, value: JsonValue) -> None:
        """A key stands twice; among orders, a dash before it was forgotten."""
        key, line = str(path[-1]), self.key_places[path].line
        texts = [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)]
        if path[0] in ORDER_LISTS and len(path) <= _DEPTH_OF_KEYS and texts:
            spelt = f"[{', '.join(texts)}]" if isinstance(value, list) else texts[0]
            spelt = f"- {key.lstrip('-')}: {spelt}"
            self.problems.append(correct_line("order-again", _place(event), spelt, key=printable(key), line=line))
        else:
            self.problems.append(invalid("duplicate-key", _place(event), key=printable(key), line=line))

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
        if match := next(_find_forbidden(text), None):  # from an escape
            self.problems.append(_forbidden(match[0], _place(event)))
            text = _replace_forbidden(text, "")
        if is_prose or (text.isascii() and "\n" not in text and "\r" not in text):
            return text
        if LINE_BREAK.search(text):
            self.refuse("line-break", event)
            text = LINE_BREAK.sub(" ", text).strip()
        if match := TYPOGRAPHY.search(text):
            end = event.end_mark.index if event.end_mark else len(self.text)
            raw = TYPOGRAPHY.search(self.text, _mark(event).index, end)  # None where an escape made it
            place = place_in(self.line_starts, raw.start()) if raw else _place(event)
            self.problems.append(complain_of_typography(match, place))
            text = TYPOGRAPHY.sub(_write_plainly, text).strip()
        return text


def _write_plainly(match: re.Match[str]) -> str:
    """What is read in place of a character that a mail program put in, to find what else is wrong."""
    return " " if match["no_break_space"] else "-" if match["smart_dash"] else ""


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
