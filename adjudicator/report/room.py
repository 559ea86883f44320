"""What needs more room on a page than there is: news and a hand beside the board, names beside their points."""

import re

from adjudicator.core.printing import measure
from adjudicator.report.page import Page
from adjudicator.report.plain_text import SeatTable

_BOARD = 1400
"""Letters from which on news and a hand take more room than a board beside them is high."""
_LONG = 24
"""Columns of a name, with its id, that are many."""
_UNSEEN = re.compile(r"<details>.*?</details>|<[^>]*>", re.DOTALL)
_BREAK = re.compile(r"[\s-]+")
_TABLE, _NAME, _CELL, _HEAD, _GAP = 366, 8, 7, 6, 4
"""Pixels that a table has on a phone; of a letter of names, of cells and of heads; and between columns."""


def is_crowded(page: Page, hand: str, scores: SeatTable) -> bool:
    """Whether a page ends beyond two wide screens unless its parts move closer together.

    That is so where the news and the ``hand``, in HTML, are longer together than a board beside them, and where the
    names in ``scores`` are long, which stand in all of them.
    """
    if has_long_names(scores):
        return True
    news = (*page.acts, *page.story.own, *page.fates.brief, *page.story.others)
    room = _BOARD - sum(map(len, news))
    return len(hand) > room and len(_UNSEEN.sub("", hand)) > room


def has_long_names(table: SeatTable) -> bool:
    """Whether a name in ``table`` is so long that sentences with it take more lines."""
    return max((measure(row["seat"]) for row in table["rows"]), default=0) > _LONG


def is_wide(table: SeatTable) -> bool:
    """Whether words of the names in ``table`` would be broken to fit beside the other columns on a phone."""
    cells = zip(*([len(str(cell)) for cell in row["cells"]] for row in table["rows"]), strict=True)
    others: int = sum(
        max(_HEAD * len(head), _CELL * max(lengths)) + _GAP
        for head, lengths in zip(table["columns"], cells, strict=True)
    )
    names = [row["seat"] for row in table["rows"]]
    if _NAME * max(map(measure, names), default=0) + others <= _TABLE:
        return False
    return _NAME * max(measure(word) for name in names for word in _BREAK.split(name)) + others > _TABLE
