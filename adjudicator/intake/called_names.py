"""Names of people where an order wants the id of a seat: who writes one is answered with the id.

A value that is a name is one whatever stands around it. Within a text, such as that of ``robber: D from Dora``, a word
may be something else; it is a name where the text cannot be read, and can be with the id.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from yaml import YAMLError

from adjudicator.core.order import CORRECTION, Gravity, Problem
from adjudicator.core.printing import ISOLATES, JOINERS
from adjudicator.core.seat_names import SeatNames, cut_name
from adjudicator.core.table import Seat
from adjudicator.intake.mailed.mending import mend_bytes
from adjudicator.intake.reader import scalar_spans

_PROSE = re.compile(r"\s*(?:- )?(?:note|text):")
_FOLDED = {**dict.fromkeys(map(ord, "\u2018\u2019\u02bc\uff07"), "'"), **dict.fromkeys(map(ord, JOINERS))}
_AROUND = "'\"" + "".join(ISOLATES)


class NamedFile(NamedTuple):
    """A file in which names stand for seats: a problem for each, and the file with the ids in their place."""

    problems: tuple[Problem, ...] = ()
    data: bytes = b""


def find_called(
    data: bytes, names: SeatNames, taken: Collection[str] = (), within: Collection[int] | None = None
) -> NamedFile:
    """Each value in ``data`` that is the name of one player alone: whole, as reports use it, or its first word.

    ``within`` are lines in which it may be part of a longer value. Words that are ``taken`` are no names.
    """
    ids = {form: seat for form, seat in _list_forms(names).items() if form not in taken}
    mended = mend_bytes(data) if ids else None
    text = data.decode("utf-8", "replace") if mended is None else mended.text
    try:
        spans = list(scalar_spans(text)) if ids else []
    except YAMLError:
        return NamedFile()
    problems: list[Problem] = []
    pieces, done = [], 0
    for place, begin, end in spans:
        if _PROSE.match(text, text.rfind("\n", 0, begin) + 1) or (within is not None and place.line not in within):
            continue
        written = text[begin:end]
        found = _find_whole(written, ids) if within is None else list(_find_parts(written, ids))
        if found:
            spelt = found[0][2] if within is None else _replace(written, found)
            pieces += [text[done:begin], spelt]
            done = end
            facts = [{"written": written[first:last], "id": seat, CORRECTION: spelt} for first, last, seat in found]
            problems += (Problem("called-by-name", Gravity.INVALID, place, fact) for fact in facts)
    return NamedFile(tuple(problems), "".join([*pieces, text[done:]]).encode("utf-8", "surrogatepass"))


_Found = tuple[int, int, Seat]
"""Where in a value a name begins and ends, and the seat."""


def _find_whole(written: str, ids: Mapping[str, Seat]) -> Sequence[_Found]:
    bare = written.strip(_AROUND)
    seat, begin = ids.get(_fold(bare)), written.find(bare)
    return () if seat is None else ((begin, begin + len(bare), seat),)


def _find_parts(written: str, ids: Mapping[str, Seat]) -> Iterator[_Found]:
    kept = [place for place, sign in enumerate(written) if sign not in JOINERS]
    folded = _fold(written)
    longest_first = "|".join(map(re.escape, sorted(ids, key=lambda form: (-len(form), form))))
    if len(folded) == len(kept):
        for match in re.finditer(rf"(?<![\w-])(?:{longest_first})(?![\w-])", folded):
            yield kept[match.start()], kept[match.end() - 1] + 1, ids[match[0]]


def _replace(written: str, found: Iterable[_Found]) -> str:
    pieces, done = [], 0
    for begin, end, seat in found:
        pieces += [written[done:begin], seat]
        done = end
    return "".join([*pieces, written[done:]])


def answer_names(
    data: bytes,
    names: SeatNames,
    taken: Collection[str],
    problems: Sequence[Problem],
    judge: Callable[[bytes], Sequence[Problem]],
) -> Sequence[Problem]:
    """The ``problems`` of ``data``, with names answered in place of what else is said there, or of the line's order.

    ``judge`` says what is wrong with a file that has ids in their place.
    """
    called = find_called(data, names, taken).problems
    problems = _answer(problems, called)
    named = {problem.place.line for problem in called}
    within = find_called(data, names, taken, _by_line(problems).keys() - named)
    return _answer_within(problems, within.problems, judge(within.data)) if within.problems else problems


def _answer(problems: Sequence[Problem], called: Sequence[Problem]) -> Sequence[Problem]:
    lines = {problem.place.line for problem in called}
    left = [problem for problem in problems if problem.gravity is Gravity.UNWISE or problem.place.line not in lines]
    return (*left, *called)


def _answer_within(
    problems: Sequence[Problem], called: Sequence[Problem], renamed: Sequence[Problem]
) -> Sequence[Problem]:
    """The same of names within lines, where ``renamed`` are the problems of the file with the ids.

    A line that can be read then had a name; one of which the same is said, or what to write, was meant with the id.
    """
    before, after = _by_line(problems), _by_line(renamed)
    lines = {problem.place.line for problem in called}
    read = {line for line in lines if line not in after}
    same = {
        line
        for line in lines - read
        if all(CORRECTION in problem.facts for problem in after[line])
        or [problem.code for problem in before[line]] == [problem.code for problem in after[line]]
    }
    told = [problem for line in sorted(same) for problem in after[line]]
    return _answer(_answer(problems, told), [problem for problem in called if problem.place.line in read])


def _by_line(problems: Sequence[Problem]) -> Mapping[int, Sequence[Problem]]:
    lines: dict[int, list[Problem]] = {}
    for problem in problems:
        if problem.gravity is Gravity.INVALID:
            lines.setdefault(problem.place.line, []).append(problem)
    return lines


def _fold(name: str) -> str:
    """``name`` in lower case, as keyboards write it: phones have other apostrophes, and not every one has joiners."""
    return name.casefold().translate(_FOLDED)


def _list_forms(names: SeatNames) -> Mapping[str, Seat]:
    """The seat by each form of its name that is no other's, and no seat's id."""
    forms: dict[str, Seat | None] = {}
    for seat in names.of:
        whole = names.write_out(seat).strip(_AROUND)
        called = {_fold(whole), _fold(cut_name(whole)), _fold(whole.split(" ")[0])}
        for form in called | {f"{form} ({seat})" for form in called}:  # reports write the id behind a name
            forms[form] = None if form in forms else seat
    return {form: seat for form, seat in forms.items() if seat is not None and form != seat}
