"""A player's file written anew: what it meant to say at the end of a refusal, or without letters, note and comments.

Each complaint that says what to write is taken at its word; what comes out is judged like any file and shown only if it
would be accepted. In a redacted file orders, lines and columns stay.
"""

import re
from collections.abc import Callable, ItemsView, Iterable, Iterator, Sequence
from typing import NamedTuple

import yaml

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import CORRECTION, UNREAD, Gravity, Problem
from adjudicator.intake.beside_form import join_form
from adjudicator.intake.judge import Judgement
from adjudicator.intake.mended_lines import ChangeKind
from adjudicator.intake.mending import BESIDE_FORM, mend_bytes
from adjudicator.intake.reader import ORDER_LISTS, Document, parse_events, read_document, scalar_spans
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.intake.sentences import LINE_BREAK, list_line_starts
from adjudicator.intake.tokens import LINE_TO_FILL_IN, blank_token

_ROUNDS = 4
"""What breaks the syntax of a file hides what else is wrong with it."""
_ITEM = re.compile(r"(\s*)- (?![\[{])")
_CONDITION = re.compile(r"\s*(- )?if: +\{(?:[^{}]|\{[^{}]*\})*\} *(?:#.*)?")
"""A condition that is whole in a line of its own."""
_ITEM_ABOVE = re.compile(r"^( *)- \w.*\n\Z", re.MULTILINE)
_VALUE = re.compile(r"[a-z]+: +[^\s#]")
"""A key with something behind it."""
_LIST = re.compile(r"^([a-z]+:[ ]*(?:#.*)?\n)((?:[ ]*#.*\n)*([ ]+)-[ ](?:.*\n)(?:(?:[ ]+.*)?\n)*)", re.MULTILINE)
"""A key at the left edge, and below it its list with its indentation."""
_LIST_IN_LINE = re.compile(rf"(?:{'|'.join(ORDER_LISTS)}): +")
_IN_BRACKETS = re.compile(rf"(?:{'|'.join(ORDER_LISTS)}): +\[(?:.*,)? *")
"""What stands before an order in the line of its list's key: alone, or in brackets."""
_ANY_LIST = re.compile(rf"^(?:{'|'.join(ORDER_LISTS)}) *:", re.MULTILINE)
_BELOW_LIST = re.compile(rf"^(?:{'|'.join(ORDER_LISTS)}): *(?:#.*)?\n(?: *(?:#.*)?\n|- .*\n)*\Z", re.MULTILINE)
"""What stands above an order that is in place, but for its dash."""
_UNCLEAR = "unclear-line"
_BARE = re.compile(r"^[^\s#]", re.MULTILINE)
_TOKEN = re.compile(r"^token:.*", re.MULTILINE)


class _Edit(NamedTuple):
    """``text`` in place of what stands from ``begin`` to ``end``."""

    begin: int
    end: int
    text: str


class Correction(NamedTuple):
    """The ``text`` of a corrected file; empty where something is wrong that cannot be mended, or not in one way only.

    ``left`` are the problems that came to light by mending others: all that are wrong with a file that could not be
    read to its end, else those where what is mended in one way stood.
    """

    text: str = ""
    left: tuple[Problem, ...] = ()


def write_corrected(data: bytes, judgement: Judgement, judge: Callable[[bytes], Judgement]) -> Correction:
    """The text of ``data``, which was refused by ``judgement``, so that ``judge`` accepts it, without its token."""
    mended = mend_bytes(data)
    if mended is not None and mended.refusal is not None and mended.refusal.code == BESIDE_FORM:
        joined = join_form(data.decode("utf-8", errors="replace")).encode()
        return write_corrected(joined, judge(joined), judge)._replace(left=())
    if mended is not None and mended.changes:
        lines = mended.text.split("\n")
        data = "\n".join([lines[number] for number in mended.inside] or lines).encode("utf-8", "replace")
        judgement = judge(data)
    elif mended is not None and mended.refusal is not None and mended.refusal.code != _UNCLEAR:
        return Correction()
    first = judgement.problems
    is_bare = [problem.code for problem in first] in (["no-keys"], [_UNCLEAR])
    hidden: tuple[Problem, ...] = ()
    length = -1 if mended is not None and mended.changes else data.count(b"\n")
    for _ in range(_ROUNDS + 1):
        if judgement.state in ACCEPTED:
            if is_bare and not _is_all_orders(judgement):
                return Correction()
            text = _TOKEN.sub(LINE_TO_FILL_IN, _write_at_edge(blank_token(data).decode("utf-8")))
            return Correction(text, hidden)
        text = data.decode("utf-8", errors="replace").removeprefix("\ufeff")
        problems = [problem for problem in judgement.problems if problem.gravity is not Gravity.UNWISE]
        edits = _list_edits(text, problems)
        if edits:  # of what is only remarked on in an order for later, too
            edits += _list_edits(text, [p for p in judgement.problems if p.gravity is Gravity.UNWISE])
        else:
            new = _list_new((*first, *hidden), problems) if data.count(b"\n") == length else ()
            return Correction(left=(*hidden, *new))
        data, was_read = _apply(text, edits).encode(), judgement.file is not None
        judgement = judge(data)
        if not (was_read or judgement.refused_speaker) and data.count(b"\n") == length:
            known = {(problem.code, problem.place.line) for problem in (*first, *hidden)}
            hidden += tuple(one for one in judgement.problems if (one.code, one.place.line) not in known)
    return Correction(left=hidden)


def _is_all_orders(judgement: Judgement) -> bool:
    """Whether nothing is listed among the orders of an accepted file that was not understood, or ends a mail."""
    unread = judgement.file is not None and any(order.kind == UNREAD for order in judgement.file.orders)
    return not (unread or any(problem.code == ChangeKind.CLOSING.value for problem in judgement.problems))


def tell_left(problems: Iterable[Problem], left: Sequence[Problem]) -> Iterator[Problem]:
    """``problems`` with those that are ``left`` once they are mended, which say more of a second colon in a line."""
    lines = {problem.place.line for problem in left}
    yield from (problem for problem in problems if problem.code != "colon-in-text" or problem.place.line not in lines)
    yield from left


def _write_at_edge(text: str) -> str:
    """``text`` with its lists at the left edge, where nothing can happen to their indentation on the way."""
    edged = _LIST.sub(lambda found: found[1] + re.sub(rf"(?m)^{found[3]}", "", found[2]), text)
    before, after = (read_document(written.encode())[0] for written in (text, edged))
    return edged if before and after and before.value == after.value else text


def _list_new(earlier: Sequence[Problem], problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Those of ``problems`` in lines of which ``earlier`` ones said something else.

    Where one of these said what to write instead, no more is told of what cannot be read.
    """
    known = {(problem.code, problem.place.line) for problem in earlier}
    lines = {problem.place.line for problem in earlier}
    answered = {problem.place.line for problem in earlier if "instead" in problem.facts}
    return tuple(
        problem
        for problem in problems
        if problem.place.line in lines and (problem.code, problem.place.line) not in known
        if problem.gravity is not Gravity.INVALID or problem.place.line not in answered
    )


def _apply(text: str, edits: Iterable[_Edit]) -> str:
    """``text`` after ``edits``; one within another goes with it."""
    pieces: list[str] = []
    done = 0
    for edit in sorted(set(edits)):
        if edit.begin >= done:
            pieces += text[done : edit.begin], edit.text
            done = edit.end
    return "".join([*pieces, text[done:]])


def _list_edits(text: str, problems: Sequence[Problem]) -> list[_Edit]:
    """What mends those of ``problems`` that can be mended in one way only."""
    starts = list_line_starts(text)
    match [problem.code for problem in problems]:
        case ["no-keys"]:
            return list(_list_bare(text))
        case [code] if code == _UNCLEAR and not _ANY_LIST.search(text):
            return list(_list_bare(text, starts[problems[0].place.line - 1]))
    problems = [problem for problem in problems if problem.place.line <= len(starts)]
    lines = {line for problem in problems if (line := _find_line(text, starts, problem)) is not None}
    begun = {line.begin for line in lines}
    outside = [problem.place for problem in problems if problem.code == "order-outside"]
    return [
        *lines,
        *_list_leads(text, [starts[place.line - 1] + place.column - 1 for place in sorted(set(outside))]),
        *(
            edit
            for problem in problems
            if (begin := starts[problem.place.line - 1]) not in begun
            if (edit := _find_edit(text, begin + problem.place.column - 1, problem)) is not None
        ),
    ]


def _list_bare(text: str, begin: int = 0) -> Iterator[_Edit]:
    """What makes a list of orders of a text that has, from ``begin`` on, nothing but an order in each line."""
    lead = "orders:\n"
    for line in _BARE.finditer(text, begin):
        yield _Edit(line.start(), line.start(), lead + ("" if line[0] == "-" else "- "))
        lead = ""


def _list_leads(text: str, indices: Sequence[int]) -> Iterator[_Edit]:
    """What is to stand before the orders that begin at ``indices`` at the left edge: dashes below a list's key."""
    above, done = "", 0
    for index in indices:
        above += text[done:index]
        lead = "- " if _BELOW_LIST.search(above) else "" if _ANY_LIST.search(above + text[index:]) else "orders:\n- "
        if lead:
            yield _Edit(index, index, lead)
        above, done = above + lead, index


def _find_line(text: str, starts: Sequence[int], problem: Problem) -> _Edit | None:
    """The line that takes the place of the one where ``problem`` is, if it says one."""
    spelt = problem.facts.get(CORRECTION) or problem.facts.get("spelt")
    begin = starts[problem.place.line - 1]
    line = LINE_BREAK.split(text[begin:], maxsplit=1)[0]
    if not isinstance(spelt, str) or not spelt.startswith(("- ", "if: ")):
        return None
    indent = line[: len(line) - len(line.lstrip())]
    if problem.code == "order-again":
        indent = indent[:-2]
    elif spelt.startswith("- "):
        if not _ITEM.match(line):
            return None
    elif (condition := _CONDITION.fullmatch(line)) is None:
        return None
    else:
        indent += condition[1] or ""
    comment = found[0] if (found := re.search(r"\s+#.*$", line)) else ""
    return _Edit(begin, begin + len(line), "\n".join(f"{indent}{part}" for part in spelt.split("\n")) + comment)


def _find_edit(text: str, index: int, problem: Problem) -> _Edit | None:
    """What mends ``problem`` at ``index`` alone."""
    key, suggestion = problem.facts.get("key"), problem.facts.get("suggestion")
    if problem.code in {"unknown-key", "unknown-order", "colon-missing"} and isinstance(suggestion, str):
        return _Edit(index, index + len(str(key)), suggestion) if text.startswith(str(key), index) else None
    if problem.code == "part-apart":
        above = _ITEM_ABOVE.search(text, 0, index)
        return _Edit(index, index, f"{above[1]}  ") if above and _VALUE.match(text, index) else None
    if problem.code in {"missing-line", "list-without-key"}:
        line = f"{key}: {problem.facts['value']}" if key else "orders:"
        return _Edit(index, index, f"{line}\n")
    if problem.code == "wrong-type" and problem.facts.get("where") == "'press'":
        return _list_one(text, index)
    correction = problem.facts.get(CORRECTION)
    spans = dict(_list_spans(text))
    if not isinstance(correction, str) or index not in spans:
        return None
    if correction.startswith("if: "):
        return None
    if not correction.startswith("- "):
        return _Edit(index, spans[index], correction)
    before = text[text.rfind("\n", 0, index) + 1 : index]
    if _LIST_IN_LINE.fullmatch(before):
        return _Edit(index - len(before) + len(before.rstrip()), spans[index], f"\n{correction}")
    if "\n" not in correction and _IN_BRACKETS.fullmatch(before):
        return _Edit(index, spans[index], f"{{{correction.removeprefix('- ')}}}")
    return None


def _list_one(text: str, index: int) -> _Edit | None:
    """The keys that begin at ``index`` as the only item of a list."""
    open_ones: list[tuple[bool, bool]] = []
    for event in parse_events(text):
        if isinstance(event, yaml.MappingStartEvent) and event.start_mark:
            open_ones.append((event.start_mark.index == index, bool(event.flow_style)))
        elif isinstance(event, yaml.MappingEndEvent) and event.end_mark:
            is_here, is_flow = open_ones.pop()
            if is_here:
                keys = text[index : event.end_mark.index]
                listed = f"[{keys}]" if is_flow else "- " + re.sub(r"\n(?=.)", "\n  ", keys)
                return _Edit(index, index + len(keys), listed)
    return None


def _list_spans(text: str) -> Iterator[tuple[int, int]]:
    try:
        yield from ((begin, end) for _, begin, end in scalar_spans(text))
    except yaml.YAMLError:
        return


_EMPTY = {"press": " []", "note": " ''"}
"""What stands behind the colon of a redacted value."""
_SHORT = "0"
"""What stands in place of a note of one character, which has no room for quotes."""


def redact_file(data: bytes) -> bytes:
    """The accepted move file ``data`` without letters, note and comments; its orders are where they were.

    Raises ``ValueError`` where the file cannot have been accepted.
    """
    mended = mend_bytes(data)
    text = data.decode("utf-8").removeprefix("\ufeff") if mended is None else mended.text
    before = _read_whole(text.encode())
    scalars, values = _find_spans(text)
    redacted = _apply(text, [*values, *_find_comments(text, scalars)]).encode()
    after = _read_whole(redacted)
    left = {key: value for key, value in _list_keys(after) if key in _EMPTY}
    if _leave_out(after) != _leave_out(before) or left.get("press") or str(left.get("note") or "") not in {"", _SHORT}:
        raise ValueError("its letters and notes cannot be told from its orders")
    return redacted


def redact_join_file(data: bytes) -> bytes:
    """The accepted join or opening file ``data`` without comments. Raises ``ValueError`` for anything else."""
    before = _read_whole(data)
    text = data.decode("utf-8").removeprefix("\ufeff")
    redacted = _apply(text, _find_comments(text, _find_spans(text)[0])).encode()
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


def _find_spans(text: str) -> tuple[list[tuple[int, int]], list[_Edit]]:
    """The spans of all scalars, and what stands in place of the values to be redacted."""
    scalars: list[tuple[int, int]] = []
    values: list[_Edit] = []
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
                values.append(_Edit(begin, end, _blank(text[begin:end], _EMPTY[key])))
            key = None
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
    return scalars, values


def _find_comments(text: str, scalars: Sequence[tuple[int, int]]) -> Iterator[_Edit]:
    """Blanks in place of all comments: what follows a ``#`` outside of every scalar, to the end of its line."""
    position = 0
    for begin, end in [*scalars, (len(text), len(text))]:
        while (mark := text.find("#", position, begin)) >= 0:
            stop = found.start() if (found := LINE_BREAK.search(text, mark)) else len(text)
            yield _Edit(mark, stop, " " * (stop - mark))
            position = stop
        position = max(position, end)
