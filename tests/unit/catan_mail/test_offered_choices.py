"""A line that is offered has every choice, order and limit that was written, or it is an example, or there is none."""

from __future__ import annotations

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.correcting import answer
from unit.catan_mail.mailing import Mail
from unit.catan_mail.test_offered_lines import offered, sit

BOTH = ["place: [13 13-14, 34 34-44]"]


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("place: 13, 13-14 / 34, 34-44", BOTH),
        ("place: 13, 13/14 / 34, 34/44", BOTH),
        ("place: 13 13-14/34 34-44", BOTH),
        ("place: 13, 13-14 oder 34, 34-44", BOTH),
        ("13, 13-14 / 34, 34-44", BOTH),
        ("13 13-14 oder 34 34-44", BOTH),
        ("place: [13, 13-14 / 34, 34-44]", BOTH),
        ("place: [13, 13-14, 34, 34-44]", BOTH),
        ("place: 13 13-14 / best", ["place: [13 13-14, best]"]),
        (
            "place: 13 / 34",
            [
                f"place: [13 {one}, 34 {two}]"
                for one, two in (("12-13", "33-34"), ("13-14", "34-35"), ("13-23", "34-44"))
            ],
        ),
        ("place: 13/14", ["place: 13 13-14", "place: 14 13-14"]),
        ("place: 13, 13-14\n  or: 32", []),
        ("place: 13, 13-14\n  oder: 32", []),
    ],
)
def test_in_the_set_up(order: str, lines: list[str]) -> None:
    mail = Mail(lay_out({}, stage="settlement", turn=0, placed=0, dice=0))
    assert offered(mail, "bilal", f"- {order}") == lines
    assert mail.complaints("bilal", f"- {(lines or BOTH)[0]}") == []


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("road: 21-22 oder 11-21", ["road: [21-22, 11-21]"]),
        ("road: 21-22\n  or: 11-21", []),
        ("settlement: 21\n  or: city 19", []),
    ],
)
def test_in_a_turn(order: str, lines: list[str]) -> None:
    assert offered(sit(), "amira", f"- {order}") == lines


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("road: 21-22, then road 22-23", ["road: 21-22", "road: 22-23"]),
        ("build: road 21-22 and settlement 2", ["road: 21-22", "settlement: 2"]),
        ("city: 19, then settlement 21, then end turn", ["city: 19", "settlement: 21", "end: turn"]),
        ("bank: 4 ore for 1 grain then buy a card", ["bank: 4 ore for 1 grain", "buy: card"]),
        ("road: 21-20; end turn", ["road: 20-21", "end: turn"]),
    ],
)
def test_orders_one_after_the_other_in_a_line_stay_all(order: str, lines: list[str]) -> None:
    told, text = answer(f"- {order}")
    assert told[0].endswith("write " + " and below it ".join([f"'{lines[0]}'", *(f"'- {line}'" for line in lines[1:])]))
    assert not text or text == "\n".join(f"- {line}" for line in lines)


@pytest.mark.parametrize("order", ["settlement: 21 and a road 21-22", "road: 21-22 with city 19"])
def test_a_line_that_leaves_out_what_stands_behind_and_is_an_example(order: str) -> None:
    told, text = answer(f"- {order}")
    assert "; write for example '" in told[0]
    assert not text


@pytest.mark.parametrize(
    ("order", "complaint"),
    [
        (
            "want: {give: ore, get: wool, keep: 2}",
            "'keep' must be cards, such as 1 wool or 2 wool, 1 ore, not the number 2",
        ),
        ("offer: {give: 2 ore, get: wool, times: 2 times}", "'times' must be a whole number, not the text '2 times'"),
        (
            "offer: {give: 2 ore, get: wool, keep 2 ore}",
            "'keep 2 ore' lacks a colon and a space after its first word; write 'keep: 2 ore'",
        ),
        ("refuse: leader and bilal", "refuse: leader and bilal: this cannot be read; write 'refuse: [leader, bilal]'"),
    ],
)
def test_no_line_is_offered_without_what_limits_it(order: str, complaint: str) -> None:
    told, _ = answer("- end: turn", standing=f"- {order}")
    assert told[0] == complaint


def test_an_order_before_take_in_its_line_stays() -> None:
    told, _ = answer("- take: bilal 1, then road 21-22")
    assert told[0].endswith("write 'take: bilal 1' and below it '- road: 21-22'")


def test_an_order_whose_only_fault_is_its_quotation_marks_is_told_so() -> None:
    told, text = answer('- "end: turn"')
    assert told[0].endswith("; write 'end: turn' without the quotation marks")
    assert text == "- end: turn"


def test_the_number_behind_a_misspelt_take_is_no_place() -> None:
    told, _ = answer("- tkae: zoe 1")
    assert told[0] == "unknown order 'tkae'; did you mean 'take'?"


def test_two_wishes_for_one_discard_are_not_offered_in_one_order() -> None:
    told, text = answer("- end: turn", standing="- discard: {keep: lumber, first: bricks}")
    assert told[0].endswith("write 'discard: {keep: [lumber]}' or 'discard: {first: [brick]}'")
    assert not text


def test_a_number_with_a_decimal_comma_is_no_list_of_cards() -> None:
    told, text = answer("- propose: {give: 1 ore, get: 1,0 brick}")
    assert told[0] == "'get' must be cards, such as 1 wool or 2 wool, 1 ore, not the number 1"
    assert not text
