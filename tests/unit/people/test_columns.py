"""Columns of plain text, whatever is written in them."""

from __future__ import annotations

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.seat_names import fill_lines, measure, pad

WORDS = st.lists(st.text(st.characters(categories=["L", "M", "N"]), min_size=1, max_size=30), min_size=1, max_size=12)


def test_wide_signs_take_two_columns_and_accents_none() -> None:
    assert [measure(text) for text in ("Dora", "山田", "e\u0301", "สมชาย", "\u2068דורה\u2069")] == [4, 4, 1, 5, 4]  # noqa: RUF001 - Hebrew
    assert pad("山田", 6) == "山田  "


@given(WORDS)
def test_no_line_is_too_wide_and_nothing_is_lost(words: list[str]) -> None:
    filled = fill_lines(" ".join(words), 20, "- ", "  ")
    lines = filled.split("\n")
    assert max(map(measure, lines)) <= 20
    assert all(line.startswith("- " if not number else "  ") for number, line in enumerate(lines))
    assert "".join("".join(line[2:] for line in lines).split(" ")) == "".join(words)


@given(st.text("abc XYZ.,-", max_size=200))
def test_ascii_is_filled_as_the_library_fills_it(text: str) -> None:
    plain = textwrap.fill(text, 20, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)
    assert fill_lines(text, 20, "- ", "  ") == plain
