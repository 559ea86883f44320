"""Which line of what was sent each line of a text is that is mended step by step: what comes to light is told there.

Lines are known by their ``numbers`` in what was sent, from 0; places have lines from 1, as everywhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from adjudicator.core.order import Place, Problem
from adjudicator.intake.redacting import Edit, list_applied
from adjudicator.intake.sentences import list_line_starts, place_in


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
