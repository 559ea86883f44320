"""Columns of plain text, whatever is written in them."""

from __future__ import annotations

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.printing import ISOLATES, cut_words, fill_lines, isolate, measure, pad

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


NAMES = st.lists(st.text("אבגد", min_size=1, max_size=8), min_size=1, max_size=6).map(" ".join).map(isolate)


def closes_what_it_opens(line: str) -> bool:
    """Whether every isolate in ``line`` begins and ends there, none in another."""
    return "".join(sign for sign in line if sign in ISOLATES) == "".join(ISOLATES) * line.count(ISOLATES[0])


@given(st.lists(NAMES | st.text("ab(),", max_size=9), max_size=9), st.integers(5, 60), st.sampled_from(["", "(", ", "]))
def test_every_line_closes_the_isolates_that_it_opens(words: list[str], width: int, joint: str) -> None:
    text = f" {joint}".join(words)
    cut = cut_words(text, width, "...")
    assert measure(cut) <= width
    assert closes_what_it_opens(cut)
    assert all(map(closes_what_it_opens, fill_lines(text, width).split("\n")))


def test_many_blanks_are_no_work() -> None:
    assert fill_lines("é b " * 16_000 + "\u2068" * 900, 78).count("\n") < 1000
