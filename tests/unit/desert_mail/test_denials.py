"""A no, or an exception, in an order that no order can say: no line is offered that would leave it out."""

from __future__ import annotations

import pytest
from unit.desert_mail.mailing import Mail


@pytest.mark.parametrize(
    ("item", "word"),
    [
        ("dont place: pink C4", "dont"),
        ("no pink C4", "no"),
        ("not place: pink C4", "not"),
        ("do not place pink C4", "not"),
        ("never pink C4", "never"),
    ],
)
def test_what_an_order_cannot_say_is_named(item: str, word: str) -> None:
    complaints = Mail().complaints("amira", f"orders:\n  - {item}\n  - place: pink C5\n")
    assert any(text.endswith(f"write what you do want, without '{word}'") for text in complaints)
    assert not any("write '" in text for text in complaints)


@pytest.mark.parametrize("text", ["anything but pink C4", "pink anywhere but C4", "not pink C4"])
def test_no_line_has_what_was_not_wanted(text: str) -> None:
    complaints = Mail().complaints("amira", f"orders:\n  - place: {text}\n  - place: pink C5\n")
    assert complaints
    assert not any("write 'place: pink C4" in line for line in complaints)


@pytest.mark.parametrize(
    ("key", "spelt"),
    [
        ("if not", "if: {not: {hex: C4, is: taken}}"),
        ("ifnot", "if: {not: ...}"),
        ("unless", "if: {not: {hex: C4, is: taken}}"),
        ("unles", "if: {not: {hex: C4, is: taken}}"),
        ("un less", "if: {not: {hex: C4, is: taken}}"),
        ("ulness", "if: {not: {hex: C4, is: taken}}"),
        ("not if", "if: {not: {hex: C4, is: taken}}"),
        ("until not", "until: {not: ...}"),
    ],
)
def test_a_condition_that_is_not_to_hold_stays_one(key: str, spelt: str) -> None:
    standing = f"standing:\n  - place: pink C6\n    {key}: {{hex: C4, is: taken}}\n"
    complaints = Mail().complaints("amira", f"orders:\n  - place: pink C4\n  - place: pink C5\n{standing}")
    assert any(f"write '{spelt}' for '{key}:'" in text for text in complaints), complaints


def test_a_choice_among_orders_one_after_the_other_does_not_become_orders() -> None:
    *_, told = Mail().complaints("amira", "orders:\n- place: [pink D4 or D3, then yellow E4]")
    assert told.endswith("place pink D4 or D3, then yellow E4: each item takes one order")
