"""A player's file written anew, as it was meant: what stands at the end of a refusal.

Each complaint that says what to write is taken at its word; what comes out is judged like any file and shown only if it
would be accepted.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile
from typing import NamedTuple

import yaml

from adjudicator.core.order import CORRECTION, UNREAD, UNREAD_LATER, UNTIL, Gravity, Place, Problem
from adjudicator.intake.judgement import Judgement
from adjudicator.intake.mailed.file_blocks import find_blocks, find_order_like, list_reported
from adjudicator.intake.mailed.mended_lines import ChangeKind, look_at, strip_marks
from adjudicator.intake.mailed.mending import BESIDE_FORM, MendedText, mend_bytes
from adjudicator.intake.reader import ORDER_LISTS, parse_events, read_document
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.intake.redacting import Edit, apply_edits, follow_lines, list_touched, place_in_sent
from adjudicator.intake.sentences import LINE_BREAK, list_line_starts
from adjudicator.intake.tokens import LINE_TO_FILL_IN, TOO_MUCH, blank_token
from adjudicator.kit.negation import count_denials, is_unless

_HEAD = re.compile(r"(?:game|turn|seat|after) *:")
_ROUNDS = 4
"""What breaks the syntax of a file hides what else is wrong with it."""
_ITEM = re.compile(r"(\s*)- (?![\[{])")
_BRACED = re.compile(r"\s*- \{[^{}\[\],]*\}\s*")
"""An item in brackets that has one key with a text."""
_ITEM_BEGUN = re.compile(r"\s*- ")
_KEY_ALONE = re.compile(r"\s*- \w[\w-]*:\s*")
_CONDITIONS = ("if: ", "until: ")
_CONDITION = re.compile(r"\s*(- )?([A-Za-z]+(?:[ -][A-Za-z]+)?): +[^\s#\"'][^#]*(?:#.*)?")
"""A key with a value that may be a whole condition, in a line of its own."""
_CONDITION_INSIDE = re.compile(r"(?<=[{ ])([a-z]+): +\{(?:[^{}\n]|\{[^{}\n]*\})*\}(?= *[,}])")
"""The same within the brackets of an item."""
_ITEM_ABOVE = re.compile(r"^( *)- \w.*\n\Z", re.MULTILINE)
_VALUE = re.compile(r"[a-z]+: +[^\s#]")
"""A key with something behind it."""
_LIST = re.compile(r"^([a-z]+:[ ]*(?:#.*)?\n)((?:[ ]*#.*\n)*([ ]+)-[ ](?:.*\n)(?:(?:[ ]+.*)?\n)*)", re.MULTILINE)
"""A key at the left edge, and below it its list with its indentation."""
_FIRST_ITEM = re.compile(rf"^(?:{'|'.join(ORDER_LISTS)}) *:.*\n(?: *(?:#.*)?\n)*( *)- ", re.MULTILINE)
"""The key of a list of orders, and below it the indentation of its items."""
_LIST_IN_LINE = re.compile(rf"(?:{'|'.join(ORDER_LISTS)}): +")
_IN_BRACKETS = re.compile(rf"(?:{'|'.join(ORDER_LISTS)}): +\[(?:.*,)? *")
"""What stands before an order in the line of its list's key: alone, or in brackets."""
_ANY_LIST = re.compile(rf"^(?:{'|'.join(ORDER_LISTS)}) *:", re.MULTILINE)
_BELOW_LIST = re.compile(rf"^(?:{'|'.join(ORDER_LISTS)}): *(?:#.*)?\n(?: *(?:#.*)?\n|- .*\n)*\Z", re.MULTILINE)
"""What stands above an order that is in place, but for its dash."""
_UNCLEAR = "unclear-line"
_MENDABLE = (_UNCLEAR, "part-apart")
"""Why no file was taken out of a text that may be mended as one all the same."""
_BELOW_HEAD = (_UNCLEAR, "missing-colon")
"""What is said of the first order right below the head of a form, without a list's key; or with a number before it."""
_LISTS_QUOTED = frozenset(f"'{key}'" for key in (*ORDER_LISTS, "press"))
"""What keys of lists are called in a complaint."""
_MISSPELT = frozenset({"unknown-key", "unknown-order", "colon-missing", "write-order", "smart-dash", UNREAD_LATER})
"""What is said of a word, or a dash, in place of which another one is suggested."""
_WHOLE = frozenset({"brackets", "comma", "text-in-brackets", "part-outside"})
"""What is said of a line with the whole of it put right, brackets and all."""
_WORDS = re.compile(r"\w+")
_SAID_AGAIN = frozenset({"colon-in-text", "duplicate-key"})
_BARE = re.compile(r"^[^\s#]", re.MULTILINE)
_TOKEN = re.compile(r"^token:.*", re.MULTILINE)
_COMMENT = re.compile(r"(?m)(?:^|[ \t])#.*$")


_WELL_WRITTEN = frozenset({"form-blank", TOO_MUCH})
"""Why a file was refused in which nothing is written wrong."""


class Correction(NamedTuple):
    """The ``text`` of a corrected file; empty where something is wrong that cannot be mended, or not in one way only.

    ``left`` are the problems that came to light by mending others: all that are wrong with a file that could not be
    read to its end, else those where what is mended in one way stood, and with a ``text`` whatever else it mends.
    """

    text: str = ""
    left: tuple[Problem, ...] = ()


def write_corrected(data: bytes, judgement: Judgement, judge: Callable[[bytes], Judgement]) -> Correction:
    """The text of ``data``, which was refused by ``judgement``, so that ``judge`` accepts it, without its token."""
    mended = mend_bytes(data)
    if any(problem.code in _WELL_WRITTEN for problem in judgement.problems):
        return Correction()
    if mended is not None:
        for joined, numbers in _join(data.decode("utf-8", errors="replace"), mended, judgement):
            judged = judge(joined.encode())
            found = write_corrected(joined.encode(), judged, judge)
            if found.text or mended.refusal is not None:
                told = (one for one in (*judged.problems, *found.left) if found.text and _needs_mending(one))
                return found._replace(left=tuple(place_in_sent(one, numbers) for one in told))
    numbers = range(len(LINE_BREAK.split(data.decode("utf-8", "replace"))))
    if mended is not None and mended.changes:
        lines = mended.text.split("\n")
        numbers = mended.inside or range(len(lines))
        data = "\n".join(lines[number] for number in numbers).encode("utf-8", "replace")
        judgement = judge(data)
    elif mended is not None and mended.refusal is not None and mended.refusal.code not in _MENDABLE:
        return Correction()
    return _correct(data, judgement, judge, numbers)


_Numbered = tuple[str, Sequence[int]]
"""A text, and which line of what was sent each of its lines is, from 0."""


def _join(text: str, mended: MendedText, judgement: Judgement) -> Iterator[_Numbered]:
    """``text`` with its orders right below the first lines of its form, where they stood apart from it."""
    if mended.refusal is not None and mended.refusal.code == BESIDE_FORM:
        yield join_form(text)
    wrong = [problem for problem in judgement.problems if problem.gravity is not Gravity.UNWISE]
    if mended.inside and [(problem.code, problem.facts.get("key")) for problem in wrong] == [("missing-key", "orders")]:
        lines, below = LINE_BREAK.split(text), mended.inside[-1] + 1
        rest = list(dropwhile(lambda number: not lines[number].strip(), range(below, len(lines))))
        if len(rest) < len(lines) - below:
            numbers = [*range(mended.inside[0], below), *rest]
            yield "\n".join(lines[number] for number in numbers), numbers


def _correct(
    data: bytes, judgement: Judgement, judge: Callable[[bytes], Judgement], numbers: Sequence[int]
) -> Correction:
    """See :func:`write_corrected`; ``numbers`` says which line of what was sent each line of ``data`` is, from 0."""
    first, untold, touched = judgement.problems, list[Problem](), set[Place]()
    is_bare = [problem.code for problem in first] in (["no-keys"], *([code] for code in _BELOW_HEAD))
    hidden: tuple[Problem, ...] = ()
    excepted = _count_exceptions(data)
    for _ in range(_ROUNDS + 1):
        is_accepted = judgement.state in ACCEPTED
        if is_accepted and not _has_unread(judgement):
            if (is_bare and not _is_all_orders(judgement)) or _count_exceptions(data) < excepted:
                return Correction()
            text = _TOKEN.sub(LINE_TO_FILL_IN, _write_at_edge(blank_token(data).decode("utf-8")))
            return Correction(LINE_BREAK.sub("\n", text), (*hidden, *untold))
        text = data.decode("utf-8", errors="replace").removeprefix("\ufeff")
        problems = [problem for problem in judgement.problems if problem.gravity is not Gravity.UNWISE]
        edits = _list_edits(text, problems)
        if edits or is_accepted:  # of what is only remarked on in an order for later, too
            edits += _list_edits(text, [p for p in judgement.problems if p.gravity is Gravity.UNWISE])
        if not edits:
            moved = (place_in_sent(problem, numbers, touched) for problem in problems)
            return Correction(left=() if is_bare else (*hidden, *_list_new((*first, *hidden), moved)))
        data, was_read = apply_edits(text, edits).encode(), judgement.file is not None
        touched |= set(list_touched(text, edits, numbers))
        numbers = follow_lines(text, edits, numbers)
        judgement = judge(data)
        known = {(problem.code, problem.place.line) for problem in (*first, *hidden, *untold)}
        moved = (place_in_sent(problem, numbers, touched) for problem in judgement.problems)
        new = [problem for problem in moved if (problem.code, problem.place.line) not in known]
        if not (was_read or judgement.refused_speaker or is_bare):
            hidden += tuple(new)
        else:
            untold += filter(_needs_mending, new)
    return Correction(left=hidden)


def _needs_mending(problem: Problem) -> bool:
    """Whether no corrected file has what ``problem`` is about; a line that a file lacks needs no words beside it."""
    return problem.code != "missing-line" and (problem.gravity is not Gravity.UNWISE or CORRECTION in problem.facts)


def _count_exceptions(data: bytes) -> int:
    """How often ``data`` says no or makes an exception, comments left out: what mends it may not take that away."""
    return count_denials(_COMMENT.sub("", data.decode("utf-8", errors="replace")))


def _has_unread(judgement: Judgement) -> bool:
    """Whether anything in an accepted file, such as an order for a later move, is still not understood."""
    return any(problem.code == UNREAD_LATER or CORRECTION in problem.facts for problem in judgement.problems)


def _is_all_orders(judgement: Judgement) -> bool:
    """Whether nothing is listed among the orders of an accepted file that was not understood, or ends a mail."""
    unread = judgement.file is not None and any(order.kind == UNREAD for order in judgement.file.orders)
    return not (unread or any(problem.code == ChangeKind.CLOSING.value for problem in judgement.problems))


def tell_left(problems: Iterable[Problem], left: Sequence[Problem]) -> Iterator[Problem]:
    """``problems`` with those that are ``left`` once they are mended, which say more of a second colon or key."""
    lines = {problem.place.line for problem in left}
    yield from (one for one in problems if one.code not in _SAID_AGAIN or one.place.line not in lines)
    yield from left


def _write_at_edge(text: str) -> str:
    """``text`` with its lists at the left edge, where nothing can happen to their indentation on the way."""
    edged = _LIST.sub(lambda found: found[1] + re.sub(rf"(?m)^{found[3]}", "", found[2]), text)
    before, after = (read_document(written.encode())[0] for written in (text, edged))
    return edged if before and after and before.value == after.value else text


def _list_new(earlier: Sequence[Problem], problems: Iterable[Problem]) -> tuple[Problem, ...]:
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


def _list_edits(text: str, problems: Sequence[Problem]) -> list[Edit]:
    """What mends those of ``problems`` that can be mended in one way only."""
    starts = list_line_starts(text)
    match [problem.code for problem in problems]:
        case ["no-keys"]:
            return list(_list_bare(text))
        case [code] if code in _BELOW_HEAD and not _ANY_LIST.search(text):
            return list(_list_bare(text, starts[problems[0].place.line - 1]))
    # which of two keys is meant is not certain
    twice = {problem.place.line for problem in problems if problem.code == "duplicate-key"}
    problems = [one for one in problems if one.place.line <= len(starts) and one.place.line not in twice]
    if any(problem.code == "order-again" for problem in problems):  # of which of them the rest is a part is not certain
        problems = [problem for problem in problems if problem.code != "wrong-type"]
    # nor whether keys in place of a list are one order or several, where that is asked
    asked = {
        p.place.line for p in problems if "instead" in p.facts and not {p.code, *p.facts} & {*_MISSPELT, CORRECTION}
    }
    problems = [one for one in problems if one.code != "wrong-type" or one.place.line not in asked]
    spans = dict(_list_spans(text))
    lines = {line for problem in problems if (line := _find_line(text, starts, spans, problem)) is not None}
    begun = {line.begin for line in lines}
    outside = [problem.place for problem in problems if problem.code == "order-outside"]
    return [
        *lines,
        *_list_leads(text, [starts[place.line - 1] + place.column - 1 for place in sorted(set(outside))]),
        *(
            edit
            for problem in problems
            if (begin := starts[problem.place.line - 1]) not in begun
            if (edit := _find_edit(text, begin + problem.place.column - 1, spans, problem)) is not None
        ),
    ]


def _list_bare(text: str, begin: int = 0) -> Iterator[Edit]:
    """What makes a list of orders of a text that has, from ``begin`` on, nothing but an order in each line."""
    lead = "orders:\n"
    for line in _BARE.finditer(text, begin):
        yield Edit(line.start(), line.start(), lead + ("" if line[0] == "-" else "- "))
        lead = ""


def _list_leads(text: str, indices: Sequence[int]) -> Iterator[Edit]:
    """What is to stand before the orders that begin at ``indices`` at the left edge: dashes below a list's key."""
    above, done = "", 0
    for index in indices:
        above += text[done:index]
        lead = "- " if _BELOW_LIST.search(above) else "" if _ANY_LIST.search(above + text[index:]) else "orders:\n- "
        if lead:
            yield Edit(index, index, lead)
        above, done = above + lead, index


def _asks(key: str, spelt: str) -> bool:
    """Whether what stands behind ``key`` may be ``spelt`` as a condition."""
    return key == UNTIL if spelt.startswith(f"{UNTIL}: ") else key in ("if", "when") or is_unless(key)


def _find_line(text: str, starts: Sequence[int], spans: Mapping[int, int], problem: Problem) -> Edit | None:
    """The line that takes the place of the one where ``problem`` is, if it says one."""
    spelt = problem.facts.get(CORRECTION)
    begin = starts[problem.place.line - 1]
    line = LINE_BREAK.split(text[begin:], maxsplit=1)[0]
    if not isinstance(spelt, str) or not spelt.startswith(("- ", *_CONDITIONS)):
        return None
    is_below = "\n- " in spelt and not _ITEM_BEGUN.match(line)
    if (spelt.startswith("- {") or is_below) and problem.code not in _WHOLE:
        return _find_item(text, begin, spelt)
    indent = line[: len(line) - len(line.lstrip())]
    if problem.code == "order-again":
        if problem.place.column - 1 != len(indent):  # in its brackets the first order stands in the same line
            return None
        indent = indent[:-2]
    elif spelt.startswith("- "):
        if not (_ITEM_BEGUN if problem.code in _WHOLE else _ITEM).match(line) and not _BRACED.fullmatch(line):
            return None
    elif (condition := _CONDITION.fullmatch(line)) is None or not _asks(condition[2], spelt):
        return None
    else:
        indent += condition[1] or ""
    comment = found[0] if (found := re.search(r"\s+#.*$", line)) else ""
    end = begin + len(line)
    if problem.code not in _WHOLE:  # what goes on in the lines below
        end = max(end, *(stop for start, stop in spans.items() if begin <= start < end), 0)
    if _KEY_ALONE.fullmatch(line):  # its list, below it
        below = re.compile(rf"(?:\n{indent}  (?:- | ).*)*").match(text, end)
        end = below.end() if below else end
    return Edit(begin, end, "\n".join(f"{indent}{part}" for part in spelt.split("\n")) + comment)


def _find_item(text: str, index: int, spelt: str) -> Edit | None:
    """The lines of ``spelt`` in place of the whole item in which ``index`` is; a comment in it is not taken away."""
    lists = [found for found in _FIRST_ITEM.finditer(text) if found.start() < index]
    indent = lists[-1][1] if lists else ""
    begin = text.rfind(f"\n{indent}- ", 0, index + len(indent) + 2) + 1
    item = re.compile(rf"{indent}- .*(?:\n{indent} .*|\n[ ]*(?=\n))*").match(text, begin)
    if not begin or item is None or "#" in item[0]:
        return None
    lines = "\n".join(f"{indent}{line}" for line in spelt.split("\n"))
    return Edit(begin, item.end(), lines)


def _find_edit(text: str, index: int, spans: Mapping[int, int], problem: Problem) -> Edit | None:
    """What mends ``problem`` at ``index`` alone."""
    key, suggestion = problem.facts.get("key"), problem.facts.get("suggestion")
    if problem.code in _MISSPELT and isinstance(suggestion, str):
        # a word beside it may say something
        is_one = len(_WORDS.findall(str(key))) <= len(_WORDS.findall(suggestion)) and text.startswith(str(key), index)
        return Edit(index, index + len(str(key)), suggestion) if is_one else None
    if problem.code == "part-apart":
        above = _ITEM_ABOVE.search(text, 0, text.rfind("\n", 0, index) + 1)
        begin = text.rfind("\n", 0, index) + 1
        return Edit(begin, index, f"{above[1]}  ") if above and _VALUE.match(text, index) else None
    if problem.code in {"missing-line", "list-without-key"}:
        line = f"{key}: {problem.facts['value']}" if key else "orders:"
        return Edit(index, index, f"{line}\n")
    if problem.code == "wrong-type" and problem.facts.get("where") in _LISTS_QUOTED:
        return _list_one(text, index)
    correction = problem.facts.get(CORRECTION)
    if not isinstance(correction, str) or not correction or index not in spans:
        return None
    if correction.startswith(_CONDITIONS):
        inside = _CONDITION_INSIDE.finditer(text, text.rfind("\n", 0, index) + 1)
        asked = next((one for one in inside if one.start() <= index < one.end()), None)
        return Edit(*asked.span(), correction) if asked and _asks(asked[1], correction) else None
    if not correction.startswith("- "):
        return Edit(index, spans[index], correction if text[:index].endswith((" ", "[", "{")) else f" {correction}")
    before = text[text.rfind("\n", 0, index) + 1 : index]
    if _LIST_IN_LINE.fullmatch(before):
        return Edit(index - len(before) + len(before.rstrip()), spans[index], f"\n{correction}")
    if "\n" not in correction and _IN_BRACKETS.fullmatch(before):
        return Edit(index, spans[index], f"{{{correction.removeprefix('- ')}}}")
    return None


def _list_one(text: str, index: int) -> Edit | None:
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
                return Edit(index, index + len(keys), listed)
    return None


def _list_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where each text begins and ends in a readable ``text``, and each list or item in brackets."""
    open_ones: list[int] = []
    try:
        for event in parse_events(text):
            if isinstance(event, yaml.CollectionStartEvent) and event.start_mark:
                open_ones.append(event.start_mark.index if event.flow_style else -1)
            elif isinstance(event, yaml.CollectionEndEvent) and event.end_mark and (begin := open_ones.pop()) >= 0:
                yield begin, event.end_mark.index
            elif isinstance(event, yaml.ScalarEvent) and event.start_mark and event.end_mark:
                yield event.start_mark.index, event.end_mark.index
    except yaml.YAMLError:
        return


def join_form(text: str) -> tuple[str, list[int]]:
    """What was typed in ``text``, with the first lines of the form that is quoted there above its orders.

    ``text`` is refused as :data:`~adjudicator.intake.mailed.mending.BESIDE_FORM`. What comes out is a text as any
    other: a greeting and a signature stay where they are. With it go the numbers of its lines in ``text``, from 0.
    """
    lines = LINE_BREAK.split(text)
    plain = [look_at(line) for line in lines]
    form = min(find_blocks(plain), key=lambda block: block.depth)
    first = find_order_like(plain, [form])
    head = [(bare, number) for number in form.numbers if _HEAD.match(bare := strip_marks(lines[number])[0])]
    theirs, typed = {*form.numbers, *list_reported(plain)}, list[tuple[str, int]]()
    for number, line in enumerate(lines):
        if number == first:
            typed += head
        is_above = not form.depth and number < form.numbers[0]
        if number not in theirs and (strip_marks(line)[1] < form.depth or is_above):
            typed.append((line, number))
    return "\n".join(line for line, _ in typed), [number for _, number in typed]
