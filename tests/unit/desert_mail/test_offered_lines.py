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
        (
            "place: pink C4 and pink B4\n    or: pink B3",
            "write '- place: pink C4' and below it '- place: [pink B4, pink B3]'",
        ),
        ("pink C4 or B4, then pink C5", "write '- place: [pink C4, pink B4]' and below it '- place: pink C5'"),
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


@pytest.mark.parametrize(
    ("written", "offered"),
    [
        ("place pink C4, place pink B4", "write '- place: pink C4' and below it '- place: pink B4'"),
        ("place pink C4 and then pink C5", "write '- place: pink C4' and below it '- place: pink C5'"),
        ("|\n  - place: pink C4\n  - place: pink C5", "write '- place: pink C4' and below it '- place: pink C5'"),
        (
            "pink C4, pink C5",
            "write '- place: [pink C4, pink C5]' for a choice, or '- place: pink C4' and below it '- place: pink C5'",
        ),
        ("place pink C4 or B4", "write '- place: [pink C4, pink B4]'"),
    ],
)
def test_orders_in_one_text_are_answered_with_all_of_them(written: str, offered: str) -> None:
    complaints = Mail().complaints("amira", f"orders: {written}\n")
    assert [text.partition(": ")[2] for text in complaints if "write-order" in text] == [offered]


@pytest.mark.parametrize(
    ("items", "offered"),
    [
        (["place: pink C4", "or: pink B4"], "write '- place: [pink C4, pink B4]' for this and the order in line 5"),
        (
            ["place: pink C4", "or place pink B4"],
            "write '- place: [pink C4, pink B4]' for this and the order in line 5",
        ),
        (["place: pink C4", "else: [pink B4]"], "write '- place: [pink C4, pink B4]' for this and the order in line 5"),
        (["place: pink C4", "or", "place: pink B4"], "write this as a further choice into the order in line 5"),
        (
            ["{place: pink C4, if: {hex: C5, is: empty}}", "else: pink B4"],
            "write this as an order of its own, with a condition of its own",
        ),
        (
            ["if: {hex: C5, is: empty}\n    then:\n      - place: pink C4\n    else:\n      - place: pink B4"],
            (
                "write '- {place: pink B4, if: {not: {hex: C5, is: empty}}}' "
                "and below it '- {place: pink C4, if: {hex: C5, is: empty}}'"
            ),
        ),
        (
            ["if: {hex: C5, is: taken}\n    place: pink C4\n    else: [pink B4, pink B3]"],
            (
                "write '- {place: pink C4, if: {hex: C5, is: taken}}' "
                "and below it '- {place: [pink B4, pink B3], if: {not: {hex: C5, is: taken}}}'"
            ),
        ),
        (
            ["if: {hex: C5, is: empty}\n    then: [place: pink C4, place: pink B4]"],
            "write each order as an item of its own, with a condition of its own",
        ),
    ],
)
@pytest.mark.parametrize("name", ["orders", "fallback"])
def test_what_is_to_be_done_otherwise_is_never_offered_as_an_order_beside_it(
    items: list[str], offered: str, name: str
) -> None:
    listed = "".join(f"  - {item}\n" for item in items)
    rest = "" if name == "orders" else f"orders:\n{REST}"
    complaints = Mail().complaints("amira", f"{name}:\n{listed}{rest}")
    assert [text.partition(": ")[2] for text in complaints if "write-order" in text] == [offered]


def test_a_question_about_anybodys_area_is_told_its_other_words_and_no_name_of_another_table() -> None:
    (complaint,) = Mail().complaints("amira", f"orders:\n{REST}    if: {{hex: C4, closed: true}}\n  - place: pink C4\n")
    assert complaint.endswith(
        "closed must be a seat, a colour or both, such as {seat: NAME, colour: pink}; 'is: closed' in its place asks "
        "about any, not true"
    )


def test_camels_of_a_fallback_among_the_leaders_are_not_called_a_later_move() -> None:
    text = "orders:\n  - leader: pink H5\nfallback:\n  - place: pink [C4, C5]\n"
    complaint = Mail(phase="leaders").complaints("amira", text)[-1]
    assert "never-as-written: place pink [C4, C5]: this cannot be done as it is written: " in complaint
