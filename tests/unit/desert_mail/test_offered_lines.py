"""What is offered in place of what is not understood: a line that works, and no condition is left out of it."""

from __future__ import annotations

import pytest
from unit.desert_mail.mailing import Mail

REST = "  - place: pink C5\n"


@pytest.mark.parametrize(
    ("item", "offered"),
    [
        ("place: pink C4\n    iff: {hex: C4, is: empty}", "write 'if:' for 'iff:'"),
        ("place: pink C4\n    when: {hex: C4, is: empty}", "write 'if:' for 'when:'"),
        ("place: pink C4\n    unless: {hex: C4, is: taken}", "write 'if: {not: ...}' for 'unless:'"),
        ("plase: pink C4\n    If: {hex: C4, is: empty}", "write 'place: pink C4', and 'if:' for 'If:'"),
        ("plase: pink C4\n    if: {hex: C4, is: empty}", "write 'place: pink C4' beside its if:"),
        ("place: pink C4\n    or: pink B4", "write '- place: [pink C4, pink B4]'"),
        ("place: pink C4\n    and: pink B4", "write '- place: pink C4' and below it '- place: pink B4'"),
        ("place: pink C4\n    and then: place pink B4", "write '- place: pink C4' and below it '- place: pink B4'"),
        ("either: [pink C4, pink B4]", "write '- place: [pink C4, pink B4]'"),
        ("either: pink C4 or pink B4", "write '- place: [pink C4, pink B4]'"),
        (
            "either: [pink C4 and pink C5, pink B3 and pink B4]",
            "write '- either: [[pink C4, pink C5], [pink B3, pink B4]]'",
        ),
        (
            "either: [pink C4, pink C5]\n    or: [pink B3, pink B4]",
            "write '- either: [[pink C4, pink C5], [pink B3, pink B4]]'",
        ),
        (
            "ether: [[pink C4, pink C5], [pink B3, pink B4]]",
            "write '- either: [[pink C4, pink C5], [pink B3, pink B4]]'",
        ),
        (
            "either: [{place: [pink C4, pink C5]}, {place: [pink B3, pink B4]}]",
            (
                "write '- place: [pink C4, pink C5, pink B3, pink B4]' for one camel, "
                "or '- either: [[pink C4, pink C5], [pink B3, pink B4]]' for all of a branch"
            ),
        ),
        (
            "either: [[pink C4, pink C5], [pink B3]]",
            "write '- either: [[pink C4, pink C5], [pink B3, pink A3]]'",
        ),
        (
            "either: [[pink C4], [pink D6], [pink B3, pink B4, pink B5]]",
            "write '- either: [[pink C4, pink B3], [pink B3, pink B4]]'",
        ),
        (
            "- [pink C4, pink C5]\n    - [pink B3, pink B4]",
            "write '- either: [[pink C4, pink C5], [pink B3, pink B4]]'",
        ),
        (
            "either: [pink C4, pink B4]\n    iff: {hex: C4, is: empty}",
            "write 'place: [pink C4, pink B4]', and 'if:' for 'iff:'",
        ),
    ],
)
def test_an_item_that_is_no_order_is_answered_with_what_was_meant(item: str, offered: str) -> None:
    complaints = Mail().complaints("amira", f"orders:\n  - {item}\n{REST}")
    assert [text.partition(": ")[2] for text in complaints if "write-order" in text] == [offered]


@pytest.mark.parametrize(
    ("item", "complaint"),
    [
        (
            "place: pink C4 if empty",
            "write 'place: pink C4' and below it its condition behind 'if:', such as 'if: {hex: C4, is: empty}'",
        ),
        (
            "place: {pink: C4, if: {hex: C4, is: empty}}",
            "write 'place: pink C4' and below it its condition behind 'if:', such as 'if: {hex: C4, is: empty}'",
        ),
        ("place: not pink C4", "'not' is not understood here; a condition has a line of its own"),
        (
            "place: pink C4 and pink C5\n    if: {hex: C4, is: empty}",
            "write '- place: pink C4' and below it '- place: pink C5', each with its if:",
        ),
    ],
)
def test_a_condition_is_never_left_out_of_what_is_offered(item: str, complaint: str) -> None:
    complaints = Mail().complaints("amira", f"orders:\n  - {item}\n{REST}")
    assert [text for text in complaints if text.startswith("5:") and text.endswith(complaint)], complaints


def test_lists_behind_place_are_answered_with_branches_where_these_may_stand() -> None:
    lists = "place: [[pink C4, pink C5], [pink B3, pink B4]]\n"
    either = "'either: [[pink C4, pink C5], [pink B3, pink B4]]'"
    due = Mail().complaints("amira", f"orders:\n  - {lists}")
    later = Mail().complaints("amira", f"orders:\n  - place: pink C4\n{REST}  - {lists}")
    apart = Mail().complaints("amira", f"orders:\n  - place: pink C4\n{REST}standing:\n  - {lists}")
    said = [
        [text.partition("; write ")[2] for text in told if "lists in a list" in text] for told in (due, later, apart)
    ]
    assert said == [[either], [either], ["'place: [pink C4, pink C5, pink B3, pink B4]'"]]


def test_standing_orders_and_fallback_are_answered_with_what_was_meant_even_where_it_is_not_possible_now() -> None:
    text = "orders:\n  - place: pink C4\nstanding:\n  - pink D6\n"
    text += "fallback:\n  - plase: pink C6\n    iff: {hex: C6, is: empty}\n"
    complaints = Mail().complaints("amira", text)
    assert "7:5 write-order: write '- place: pink D6'" in complaints
    assert "9:5 write-order: write 'place: pink C6', and 'if:' for 'iff:'" in complaints
