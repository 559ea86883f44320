"""Edits of a text, and which line of what was sent each line is after them, so that what comes to light is told there.

By them a player's accepted file loses its letters, note and comments; its orders, lines and columns stay.

Lines are known by their ``numbers`` in what was sent, from 0; places have lines from 1, as everywhere.
"""

from collections.abc import ItemsView, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

import yaml

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Place, Problem
from adjudicator.intake.mailed.mending import mend_bytes
from adjudicator.intake.reader import Document, parse_events, read_document
from adjudicator.intake.sentences import LINE_BREAK, list_line_starts, place_in

_EMPTY = {"press": " []", "note": " ''"}
"""What stands behind the colon of a redacted value."""
_SHORT = "0"
"""What stands in place of a note of one character, which has no room for quotes."""


class Edit(NamedTuple):
    """``text`` in place of what stands from ``begin`` to ``end``."""

    begin: int
    end: int
    text: str


def list_applied(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Those of ``edits`` that are made, in order; one within another goes with it."""
    done = 0
    for edit in sorted(set(edits)):
        if edit.begin >= done:
            yield edit
            done = edit.end


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """``text`` after ``edits``."""
    pieces: list[str] = []
    done = 0
    for edit in list_applied(edits):
        pieces += text[done : edit.begin], edit.text
        done = edit.end
    return "".join([*pieces, text[done:]])


def place_in_sent(problem: Problem, numbers: Sequence[int], touched: Iterable[Place] = ()) -> Problem:
    """``problem`` where it is in what was sent; in a line that was ``touched`` since, not behind that place."""
    line = numbers[min(problem.place.line, len(numbers)) - 1] + 1
    columns = (place.column for place in touched if place.line == line)
    return problem._replace(place=Place(line, min((problem.place.column, *columns))))


def list_touched(text: str, edits: Iterable[Edit], numbers: Sequence[int]) -> Iterator[Place]:
    """Where, in what was sent, ``edits`` begin to change ``text``."""
    starts = list_line_starts(text)
    for edit in edits:
        same = takewhile(lambda pair: pair[0] == pair[1], zip(edit.text, text[edit.begin : edit.end], strict=False))
        place = place_in(starts, edit.begin + sum(1 for _ in same))
        yield Place(numbers[place.line - 1] + 1, place.column)


def follow_lines(text: str, edits: Iterable[Edit], numbers: Sequence[int]) -> list[int]:
    """``numbers``, one for each line of ``text``, for what comes out of ``edits``; a new line has that of its place."""
    starts, done = list_line_starts(text), 0
    followed = [numbers[0]]
    for edit in (*list_applied(edits), Edit(len(text), len(text), "")):
        above, line = (place_in(starts, index).line for index in (done, edit.begin))
        followed += [*numbers[above:line], *[numbers[line - 1]] * edit.text.count("\n")]
        done = edit.end
    return followed


def redact_file(data: bytes) -> bytes:
    """The accepted move file ``data`` without letters, note and comments; its orders are where they were.

    Raises ``ValueError`` where the file cannot have been accepted.
    """
    mended = mend_bytes(data)
    text = data.decode("utf-8").removeprefix("\ufeff") if mended is None else mended.text
    before = _read_whole(text.encode())
    scalars, values = _find_spans(text)
    redacted = apply_edits(text, [*values, *_find_comments(text, scalars)]).encode()
    after = _read_whole(redacted)
    left = {key: value for key, value in _list_keys(after) if key in _EMPTY}
    if _leave_out(after) != _leave_out(before) or left.get("press") or str(left.get("note") or "") not in {"", _SHORT}:
        raise ValueError("its letters and notes cannot be told from its orders")
    return redacted


def redact_join_file(data: bytes) -> bytes:
    """The accepted join or opening file ``data`` without comments. Raises ``ValueError`` for anything else."""
    before = _read_whole(data)
    text = data.decode("utf-8").removeprefix("\ufeff")
    redacted = apply_edits(text, _find_comments(text, _find_spans(text)[0])).encode()
    if _read_whole(redacted) != before:
        raise ValueError("its comments cannot be told from what it says")
    return redacted


def _read_whole(data: bytes) -> Document:
    document, problems = read_document(data)
    if document is None or problems:
        raise ValueError("an accepted file can no longer be read")
    return document


def _list_keys(document: Document) -> ItemsView[str, JsonValue]:
    if not isinstance(document.value, dict):
        raise ValueError("an accepted file has no keys")  # noqa: TRY004 - it is the file's value that is wrong
    return document.value.items()


def _leave_out(document: Document) -> tuple[object, ...]:
    """All of a file but its letters and its note, and where it stands."""
    said = {key: value for key, value in _list_keys(document) if key not in _EMPTY}
    spots = (
        {path: spot for path, spot in places.items() if not path or path[0] not in _EMPTY}
        for places in (document.places, document.key_places)
    )
    return said, *spots


def _blank(span: str, instead: str) -> str:
    """Blanks as long as ``span``, with ``instead`` at their beginning; what follows on its line keeps its column."""
    blanks = "".join(c if c in "\r\n" else " " for c in span)
    if len(span) < len(instead):
        return f" {_SHORT}"
    room = len(blanks) - len(blanks.lstrip(" "))
    return instead + blanks[min(room, len(instead)) :]


def _find_spans(text: str) -> tuple[list[tuple[int, int]], list[Edit]]:
    """The spans of all scalars, and what stands in place of the values to be redacted."""
    scalars: list[tuple[int, int]] = []
    values: list[Edit] = []
    depth = 0
    key: str | None = None
    begin = 0
    for event in parse_events(text):
        if not event.start_mark or not event.end_mark:
            continue
        if isinstance(event, yaml.ScalarEvent):
            scalars.append((event.start_mark.index, event.end_mark.index))
        if isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif depth == 1 and key is None and isinstance(event, yaml.ScalarEvent):
            key = event.value
            begin = text.index(":", event.end_mark.index) + 1 if key in _EMPTY else 0
            continue
        if depth == 1 and key is not None and not isinstance(event, yaml.CollectionStartEvent):
            # a block ends where the next thing begins; its line ends are kept
            end = begin + len(text[begin : event.end_mark.index].rstrip())
            if key in _EMPTY and text[begin:end].strip():
                values.append(Edit(begin, end, _blank(text[begin:end], _EMPTY[key])))
            key = None
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
    return scalars, values


def _find_comments(text: str, scalars: Sequence[tuple[int, int]]) -> Iterator[Edit]:
    """Blanks in place of all comments: what follows a ``#`` outside of every scalar, to the end of its line."""
    position = 0
    for begin, end in [*scalars, (len(text), len(text))]:
        while (mark := text.find("#", position, begin)) >= 0:
            stop = found.start() if (found := LINE_BREAK.search(text, mark)) else len(text)
            yield Edit(mark, stop, " " * (stop - mark))
            position = stop
        position = max(position, end)
