"""Conditions of Through the Desert that cannot be read, or asked: what is offered in place of them."""

from __future__ import annotations

import re

import pytest
from unit.desert_mail.mailing import OFFER, REST, Mail, leave_out_place

from adjudicator.intake.rewriting import write_corrected


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("{closed: D5}", "{hex: D5, is: closed}"),
        ("{linked: {hex: E5, seat: carla}}", "{hex: E5, linked: {seat: carla}}"),
        ("{hex: E5, linked: pink}", "{hex: E5, linked: {colour: pink}}"),
        ("{hex: C4, empty: true}", "{hex: C4, is: empty}"),
        ("{hex: C4, is: not free}", "{not: {hex: C4, is: empty}}"),
        ("{hex: C4 is empty}", "{hex: C4, is: empty}"),
        ("{C4: is empty}", "{hex: C4, is: empty}"),
        ("if c4 is occupied", "{hex: c4, is: taken}"),
        ("{any: [{C4: free}, {not: C5 is water}]}", "{any: [{hex: C4, is: empty}, {not: {hex: C5, is: water}}]}"),
    ],
)
def test_a_condition_that_asks_in_another_shape_is_answered_with_one_that_works(asked: str, meant: str) -> None:
    text = f"orders:\n  - place: pink C4\n    if: {asked}\n{REST}"
    mail = Mail(oases=["E5"])
    offered = [text for text in mail.complaints("amira", text) if OFFER.search(text)]
    assert [leave_out_place(line) for line in offered] == [f"write 'if: {meant}'"]
    told = mail.complaints("amira", text.replace(asked, meant))
    assert not any("write" in line or "must be" in line or "if:" in line for line in told)


@pytest.mark.parametrize("asked", ["{hex: C4, linked: {hex: E5}}", "{hex: E5, is: linked}"])
def test_a_seat_that_nobody_named_is_an_example_in_a_condition(asked: str) -> None:
    mail = Mail(oases=["E5"])
    text = f"orders:\n  - place: pink C4\n    if: {asked}\n{REST}"
    assert mail.complaints("amira", text)[-1].endswith(": write for example 'if: {hex: E5, linked: {seat: amira}}'")
    data = f"game: g1\nturn: 1\nseat: amira\n{text}".encode()
    judgement = mail.intake.judge(data, "amira")
    assert not write_corrected(data, judgement, lambda text: mail.intake.judge(text, "amira")).text


@pytest.mark.parametrize("name", ["orders", "standing", "fallback"])
@pytest.mark.parametrize(
    ("item", "told"),
    [
        ("place: pink C4\n  if: {hex: Z9, is: emty}", ["if: Z9 is not a hex of this board; columns run from A to R"]),
        (
            "place: pink Z5\n  if: {hex: Z9, is: emty}",
            [
                "place pink Z5: Z5 is not a hex of this board; columns run from A to R",
                "if: Z9 is not a hex of this board; columns run from A to R",
            ],
        ),
        ("palce: pink C4\n  if: {hex: Z9, is: empty}", ["if: Z9 is not a hex of this board; columns run from A to R"]),
        ("place: pink C4\n  if: {hex: D4, is: linked}", ["if: D4 is not an oasis; oases: E5"]),
        (
            "place: pink C4\n  iff: {hex: Z9, is: taken}",
            ["iff: Z9 is not a hex of this board; columns run from A to R"],
        ),
        (
            "if: {hex: Z9, is: free}\n  then: [place: pink C4]",
            ["if: Z9 is not a hex of this board; columns run from A to R"],
        ),
    ],
)
def test_a_condition_that_cannot_be_asked_is_told_and_not_offered(name: str, item: str, told: list[str]) -> None:
    orders = "orders:\n- place: pink C4\n- place: pink D4\n"
    text = f"{orders if name != 'orders' else ''}{name}:\n- {item}\n"
    complaints = Mail(oases=["E5"]).complaints("amira", text)
    assert not any(map(OFFER.search, complaints))
    beside = [line.split(": ", 1)[1] for line in complaints if re.search(r" (?:condition|unknown-hex)", line)]
    assert beside == told
    softened = Mail(oases=["E5"]).complaints("amira", f"{orders}- {item}\n")
    assert not any("; write " in line for line in softened)
    assert softened[-1].endswith(told[-1])


@pytest.mark.parametrize(
    ("item", "complaint"),
    [
        (
            "place: pink C4 if empty",
            "write 'place: pink C4' and below it its condition after 'if:', such as 'if: {hex: C4, is: empty}'",
        ),
        (
            "place: {pink: C4, if: {hex: C4, is: empty}}",
            "write 'place: pink C4' and below it its condition after 'if:', such as 'if: {hex: C4, is: empty}'",
        ),
        ("place: not pink C4", "'not' is not understood here; a condition has a line of its own"),
        (
            "place: pink C4 and pink C5\n    if: {hex: C4, is: empty}",
            "write '- place: pink C4' and below it '- place: pink C5', each with its own 'if:'",
        ),
    ],
)
def test_a_condition_is_never_left_out_of_what_is_offered(item: str, complaint: str) -> None:
    complaints = Mail().complaints("amira", f"orders:\n  - {item}\n{REST}")
    assert [text for text in complaints if text.startswith("5:") and text.endswith(complaint)], complaints


def test_a_question_about_anybodys_area_is_told_its_other_words_and_no_name_of_another_table() -> None:
    complaint, offer = Mail().complaints(
        "amira", f"orders:\n{REST}    if: {{hex: C4, closed: true}}\n  - place: pink C4\n"
    )
    assert complaint.endswith(
        "'closed' must be a seat, a colour or both, such as {seat: bilal, colour: pink}; 'is: closed' in its place "
        "asks about any, not true"
    )
    assert offer.endswith("write 'if: {hex: C4, is: closed}'")


def test_a_hex_that_is_asked_about_is_named_alone() -> None:
    complaints = Mail().complaints("amira", f"orders:\n{REST}    if: {{hex: pink C4, is: empty}}\n  - place: pink C4\n")
    assert complaints[0].endswith("if: pink C4 is not a hex of this board; write C4 alone")


@pytest.mark.parametrize("written", ["until: round 4", "until: {round: 4}", "until: from round 4"])
def test_a_number_of_a_round_is_answered_with_the_question_for_it(written: str) -> None:
    offer = Mail().complaints("amira", f"orders:\n{REST}standing:\n  - place: pink C4\n    {written}\n")[-1]
    assert offer.endswith("write 'until: {round: {at-least: 4}}'")


@pytest.mark.parametrize(
    ("order", "offered"),
    [
        ("pink C4 if c5 is free", "write 'place: pink C4' and below it 'if: {hex: C5, is: empty}'"),
        (
            "pink C4 or B4 if C5 is not taken.",
            "write 'place: [pink C4, pink B4]' and below it 'if: {not: {hex: C5, is: taken}}'",
        ),
        (
            "pink C4 unless C5 is taken",
            "write 'place: pink C4' and below it 'if: {not: {hex: C5, is: taken}}'",
        ),
        (
            "pink C4 if C5 is free and C6 is free",
            "write 'place: pink C4' and below it its condition after 'if:', such as 'if: {hex: C4, is: empty}'",
        ),
    ],
)
def test_a_condition_behind_an_order_is_written_below_it_where_it_can_be_read(order: str, offered: str) -> None:
    (complaint, *_) = Mail().complaints("amira", f"orders:\n  - place: {order}\n{REST}")
    assert complaint.endswith(f"a condition has a line of its own; {offered}")


@pytest.mark.parametrize(
    ("lines", "corrected"),
    [
        ("place: pink C4\n  if: {hex: C4, is: emtpy}", "place: pink C4\n  if: {hex: C4, is: empty}"),
        ("place: pink C4\n  if: C4 is not takne", "place: pink C4\n  if: {not: {hex: C4, is: taken}}"),
        ("place: pink C4\n  if: C4 is emtpy", "place: pink C4\n  if: {hex: C4, is: empty}"),
        ("place: pink C4\n  if: C4 is untaken", ""),
        (
            "place: pink C4\n  if: {any: [{hex: C5, holds: {seat: blial, colour: yelow}}, {hex: C4, is: empty}]}",
            "place: pink C4\n  if: {any: [{hex: C5, holds: {seat: bilal, colour: yellow}}, {hex: C4, is: empty}]}",
        ),
        ("place: pink C4\n  if: {points: {seat: otto, at-least: 5}}", ""),
        ("either: [[pink C4], [pink B4, pink B3]]", ""),
        ("ether: [[pink C4], [pink B4, pink B3]]", ""),
        ("ether: [[pink C4, pink C5], [pink B4, pink B3]]", "either: [[pink C4, pink C5], [pink B4, pink B3]]"),
    ],
)
def test_an_order_with_a_misspelt_condition_is_corrected_and_none_is_invented(lines: str, corrected: str) -> None:
    mail, rest = Mail(), "" if "ther:" in lines else "\n- place: pink C5"
    data = f"game: g1\nturn: 1\nseat: amira\norders:\n- {lines}{rest}\n".encode()
    judgement = mail.intake.judge(data, "amira")
    text = write_corrected(data, judgement, lambda mended: mail.intake.judge(mended, "amira")).text
    assert text.partition("orders:\n")[2] == (f"- {corrected}{rest}\n" if corrected else "")
    if "[pink C4]" in lines:
        told = " ".join(mail.complaints("amira", f"orders:\n- {lines}\n"))
        assert "write for example '- either: [[pink C4, pink" in told


def test_a_word_for_if_that_says_the_opposite_is_told_once() -> None:
    text = "orders:\n- place: pink C4\n  unless: {hex: C4, is: taken}\n- place: pink D4\n"
    assert [line.partition(" ")[2] for line in Mail().complaints("amira", text)] == [
        "write-order: write 'if: {not: {hex: C4, is: taken}}' for 'unless:'"
    ]
