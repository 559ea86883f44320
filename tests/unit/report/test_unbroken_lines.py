"""No line of a page ends between a number and what it counts."""

from __future__ import annotations

import pytest

from adjudicator.kit.words import NO_BREAK
from adjudicator.report.render import make_environment

LINES = (
    ("bob rolled 6 (2 and 4): 1 grain for amy", "bob rolled 6 (2~and~4): 1~grain for amy"),
    ("The next dice: amy 2 (1 and 1) in table turn 14.", "The next dice: amy 2 (1~and~1) in table turn~14."),
    ("karima: red B4 (lines 34 and 38): done.", "karima: red B4 (lines 34~and~38): done."),
    ("road 49-50 (line 21): done.", "road <span>49-50</span> (line~21): done."),
    ("Take it: 'take: dora 1'.", "Take it: <span>&#39;take: dora 1&#39;</span>."),
    ("Send 'bid: 2 grain' and 2 wool.", "Send <span>&#39;bid: 2 grain&#39;</span> and 2 wool."),
    ("amy's 2 wool & <b>", "amy&#39;s 2~wool &amp; &lt;b&gt;"),
)
"""A line, and how a list has it, with ``~`` for a blank where no line ends. What may be copied keeps its blanks."""


@pytest.mark.parametrize(("line", "shown"), LINES)
def test_numbers_stay_with_what_they_count(line: str, shown: str) -> None:
    laid = make_environment().filters["listed"]([line])
    if "bid: 2 grain" in line:
        assert "2 grain" in laid
        assert NO_BREAK not in laid
    else:
        assert laid == f"<ul>\n<li>{shown.replace('~', NO_BREAK)}</li>\n</ul>\n"


def test_the_time_of_a_heading_stays_with_its_zone() -> None:
    held = make_environment().filters["held"]("Send your orders by Monday 19 October 2026, 08:00 UTC (in 3 days)")

    assert held.replace(NO_BREAK, "~") == "Send your orders by Monday 19 October 2026, 08:00~UTC (in~3~days)"
