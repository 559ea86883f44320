"""The comments of an order form as a page shows them: in lines so short that no browser breaks them once more.

A page has less room than the 72 columns that mail leaves a form. What is copied from it stays a form: each line of a
comment begins with its own ``#``.
"""

import re
from collections.abc import Iterator

from adjudicator.core.printing import fill_lines

WIDTH = 36
"""Columns of a comment on a page: all that a small phone has room for, and a column of the page on a desktop."""
_FURTHER = "#   "
"""The beginning of a further line of the same comment."""
_KEPT = re.compile(r"# (?:- |yaml-language-server)|[^#]")
"""The beginning of what stays as it is: keys, examples to remove the ``#`` from, and what an editor reads."""


def fold_comments(form: str) -> str:
    """``form`` with its comments in short lines."""
    return "".join([f"{line}\n" for comment in _join_comments(form) for line in _fold(comment)])


def _join_comments(form: str) -> Iterator[str]:
    """The lines of ``form``, and each comment in one."""
    comment = ""
    for line in form.splitlines():
        if comment and line.startswith(_FURTHER):
            comment += line[len(_FURTHER) - 1 :]
            continue
        if comment:
            yield comment
        comment = "" if _KEPT.match(line) else line
        if not comment:
            yield line
    if comment:
        yield comment


def _fold(line: str) -> list[str]:
    if len(line) <= WIDTH or _KEPT.match(line):
        return [line]
    return fill_lines(line, WIDTH, further=_FURTHER).splitlines()
