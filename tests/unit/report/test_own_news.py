"""In a text that is too long the reader's own news is cut last, and a sentence is cut at its end where that fits."""

from __future__ import annotations

import pytest

from adjudicator.kit.words import pick_letters
from adjudicator.report.plain_text import cut_sentences


@pytest.mark.parametrize(
    ("text", "width", "cut"),
    [
        (
            "Your orders end with your next move. While nobody moves, nothing ends.",
            56,
            "Your orders end with your next move. ...",
        ),
        ("Nothing is done. The game waits.", 56, "Nothing is done. The game waits."),
        ("You place a camel on D4, if nobody else does so before you", 30, "You place a camel on D4, ..."),
    ],
)
def test_as_many_whole_sentences_as_fit(text: str, width: int, cut: str) -> None:
    assert cut_sentences(text, width) == cut


def test_a_name_in_other_letters_takes_nobodys_initial() -> None:
    assert pick_letters(("يوسف", "Anna", "陳大文", "Dora"), "abcdefghijklmnopqrstuvwxyz") == ("b", "a", "c", "d")


def test_a_name_in_other_letters_has_its_own_where_all_can_show_it_else_its_ids() -> None:
    letters, ids = "abcdefghijklmnopqrstuvwxyz", ("q1", "yas", "tom-2", "q4", "q5")
    assert pick_letters(("Янка Купала", "Ελένη", "山田太郎", "Борис", "김하늘"), letters, ids) == tuple("яεtбq")  # noqa: RUF001
    # the first letter of the first name looks like that of Anna
    assert pick_letters(("Анна", "Anna", "مريم", "Ада", "7 Ω"), letters, ids) == tuple("нatдω")
