"""Lines whose commas, brackets, dashes or line breaks were left out: put right where they can mean one thing alone."""

from __future__ import annotations

import re

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.correcting import AMIRA, answer
from unit.catan_mail.mailing import Mail as CatanMail
from unit.desert_mail.mailing import Mail

from adjudicator.core.order import describe
from adjudicator.intake.rewriting import tell_left, write_corrected


def correct(text: str) -> tuple[list[str], str]:
    """The codes of what is said of a file of amira's in the desert, and the corrected one below its head."""
    mail = Mail()
    data = f"game: g1\nturn: 1\nseat: amira\n{text}".encode()
    judgement = mail.judge("amira", text)
    found = write_corrected(data, judgement, lambda text: mail.intake.judge(text, "amira")).text
    return [problem.code for problem in judgement.problems], found.partition("seat: amira\n")[2]


def tell(orders: str) -> dict[int, list[str]]:
    """What is said of a file of amira's in Catan, with what comes to light by mending it, by the line of the order."""
    mail = CatanMail(lay_out({"amira": AMIRA, "bilal": {"settlements": [10], "hand": {"wool": 2}}}, turn=5))
    data = f"game: g1\nturn: {mail.turn}\nseat: amira\norders:\n{orders}\n".encode()
    judgement = mail.intake.judge(data, "amira")
    left = write_corrected(data, judgement, lambda text: mail.intake.judge(text, "amira")).left
    told: dict[int, list[str]] = {}
    for problem in tell_left(judgement.problems, left):
        told.setdefault(problem.place.line - 4, []).append(describe(problem, mail.intake.sentences))
    return told


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        (
            "- ciyt: 42\n- propose: {give: 1 wool get: 1 ore}\n- road: 41\u201342\n- end turn",
            {1: "write 'city: 42'", 2: "put a comma", 3: "dashes", 4: "write 'end: turn'"},
        ),
        ("\u2013 road: [21\u201322\n- end: turn", {1: "write '- road: [21-22]'"}),
        ("* propose: {give: 1 wool get: 1 ore}\n* ciyt: 42", {1: "put a comma", 2: "write 'city: 42'"}),
        ("- propose: {give: \u201c1 wool\u201d get: 1 ore}\n- endturn", {1: "put a comma", 2: "write 'end: turn'"}),
        ("1. propose: {give: 1 wool get: 1 ore}\n2. end: turn", {1: "put a comma"}),
        (
            "- road: 21-22, wenn nicht: 20-31\n- Settlement: 21\n- end turn",
            {1: "is not a path", 2: "lower case", 3: "write 'end: turn'"},
        ),
    ],
)
def test_a_fault_of_syntax_hides_no_other_whatever_a_phone_did(orders: str, said: dict[int, str]) -> None:
    told = tell(orders)
    assert all(any(words in one for one in told[line]) for line, words in said.items())
    assert not re.search("type -|cannot begin with", str(told))


def test_no_line_is_offered_with_a_second_colon_that_is_refused_in_quotation_marks() -> None:
    assert not any("write '" in one for one in tell("- road: 21-22, wenn nicht: 20-31\n- end: turn")[1])


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("{give: 1 wool, get: 1 ore}, to: bilal", "{give: 1 wool, get: 1 ore, to: bilal}"),
        ("{give: 1 wool} get: 1 ore", "{give: 1 wool, get: 1 ore}"),
        ("{give: 1 wool, get: 1 ore}, to: not bilal", ""),
        ("{give: 1 wool, get: 1 ore}, note: hello", ""),
    ],
)
def test_a_part_behind_the_brackets_of_its_order_is_put_inside(order: str, corrected: str) -> None:
    told, text = answer(f"- propose: {order}\n- end: turn")
    assert ("belongs inside the brackets" in told[0]) == bool(corrected)
    assert text == (f"- propose: {corrected}\n- end: turn" if corrected else "")


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("propose: {give: 1 wool get: 1 ore}", "propose: {give: 1 wool, get: 1 ore}"),
        ("propose: {give: 2 wool get: 1 ore to: [bilal]}", "propose: {give: 2 wool, get: 1 ore, to: [bilal]}"),
        ('propose: {give: "2 wool, 1 ore" get: 1 brick}', 'propose: {give: "2 wool, 1 ore", get: 1 brick}'),
        ("propose: {give: 1 wool; get: 1 ore} # a deal", "propose: {give: 1 wool, get: 1 ore} # a deal"),
        ("bank: {give: 4 wool get: 1 ore}", "bank: 4 wool for 1 ore"),
        ("settlement: 21\n  if: {points: {of: bilal at-least: 3}}", "if: {points: {of: bilal, at-least: 3}}"),
        ("settlement: 21\n  if: {all: [{free: 21} {have: 1 wool}]}", "if: {all: [{free: 21}, {have: 1 wool}]}"),
        ("propose: {give:1 wool, get = 1 ore}", "propose: {give: 1 wool, get: 1 ore}"),
        # words in quotation marks stay as they are, and so does what can be no order with a comma
        ('buy: "card {give: 1 wool get: 1 ore}"', ""),
        ("propose: {give: 1 wool now and then: 1 ore}", ""),
        ("propose: {give: 1 wool get: 1 ore,\n    to: [bilal]}", ""),
    ],
)
def test_commas_that_were_left_out_in_brackets_are_put_in(order: str, corrected: str) -> None:
    told, text = answer(f"- {order}\n- end: turn")
    assert corrected in text if corrected else not text
    assert not corrected or "write '" in told[0]


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("propose: {give: 1 wool, get: 1 ore", "propose: {give: 1 wool, get: 1 ore}"),
        ("propose: give: 1 wool, get: 1 ore}", "propose: {give: 1 wool, get: 1 ore}"),
        ("propose: {give: 1 wool, get: 1 ore, to: [bilal}", "propose: {give: 1 wool, get: 1 ore, to: [bilal]}"),
        ("build: [city 42, road 21-22}", "build: [city 42, road 21-22]"),
        ("settlement: 21\n  if: {free: 21}}", "if: {free: 21}"),
        ("settlement: 21\n  if: free: 21", "if: {free: 21}"),
        ("settlement: 21\n  if: {all: [{free: 21}, {have: 1 wool}}", "if: {all: [{free: 21}, {have: 1 wool}]}"),
        ("settlement: 21\n  if: {all: [{free: 21, {have: 1 wool}]}", ""),
        ("propose: [give: 1 wool, get: 1 ore, to: bilal]", "propose: {give: 1 wool, get: 1 ore, to: [bilal]}"),
        ("propose: [give: 1 wool, give: 1 ore]", ""),
        ("propose: {give: 1 wool\n    get: 1 ore}", ""),
    ],
)
def test_brackets_that_do_not_match_are_completed(order: str, corrected: str) -> None:
    _, text = answer(f"- {order}\n- end: turn")
    assert corrected in text if corrected else not text


@pytest.mark.parametrize(
    ("line", "corrected"),
    [
        ("- road: 21-22 city: 42", "- road: 21-22\n- city: 42"),
        ("- road: 21 22, and then city: 42 - road: 22 23", "- road: 21 22\n- city: 42\n- road: 22 23"),
        ("- road: 21-22 settle: 21", "- road: 21-22\n- settlement: 21"),
        ("- city: 42 if: {points: {at-least: 3}}", "- city: 42\n  if: {points: {at-least: 3}}"),
        (
            "- city: 42 if: {points: {at-least: 1}} road: 21-22",
            "- city: 42\n  if: {points: {at-least: 1}}\n- road: 21-22",
        ),
        ("- build: [city 42, road 21-22] buy: card", "- build: [city 42, road 21-22]\n- buy: card"),
        ("- road: 21-22 or road: 20-31", "- build: [road 21-22, road 20-31]"),
        ("- road: 21-22 or city: 42", "- build: [road 21-22, city 42]"),
        ("- road: 21-22 later: 42", ""),
        ("- discard: keep: ore", ""),
    ],
)
def test_orders_that_stand_in_one_line_get_lines_of_their_own(line: str, corrected: str) -> None:
    _, text = answer(f"{line}\n- end: turn")
    assert text == (f"{corrected}\n- end: turn" if corrected else "")


TEXT = "Hello everybody: " + "this is no short text, and not one word of it may be lost" * 2


@pytest.mark.parametrize(
    ("letter", "corrected"),
    [
        ("to: all text: hello", "to: all\n  text: hello"),
        ("to: [bilal] text: hello, give: 1 wool get: 1 ore", "to: [bilal]\n  text: 'hello, give: 1 wool get: 1 ore'"),
        ("{to: all text: hello}", "{to: all, text: hello}"),
        (f"{{to: all, text: {TEXT.replace(',', '')}}}", f'{{to: all, text: "{TEXT.replace(",", "")}"}}'),
    ],
)
def test_letters_are_corrected_with_every_word_of_their_texts(letter: str, corrected: str) -> None:
    assert answer("- end: turn", press=f"- {letter}")[1] == f"- end: turn\npress:\n- {corrected}"


def test_a_note_keeps_its_words_whatever_they_are() -> None:
    orders, note = "orders:\n- place: pink C4\n- place: pink D4\n", "see {give: 1 wool get: 1 ore} place: 1-2 city: 4"
    assert correct(f"{orders}note: {note}\n") == (["text-with-colon"], f"{orders}note: '{note}'\n")


@pytest.mark.parametrize(
    ("text", "code", "corrected"),
    [
        ("- place: pink C4 place: pink D4", "orders-in-item", "- place: pink C4\n- place: pink D4"),
        ("- place: pink C4 if: {hex: C4, is: empty}", "part-in-item", "- place: pink C4\n  if: {hex: C4, is: empty}"),
        (
            "- place: [pink C4, pink D4] place: pink D5",
            "orders-in-item",
            "- place: [pink C4, pink D4]\n- place: pink D5",
        ),
        ("- {place: pink C4 if: {hex: C4 is: empty}}", "comma", "- {place: pink C4, if: {hex: C4, is: empty}}"),
        ("- place: pink C4\n  if: {hex: C4 is: empty}", "comma", "- place: pink C4\n  if: {hex: C4, is: empty}"),
        ("- place: pink C4\n  if: hex: C4, is: empty", "brackets", "- place: pink C4\n  if: {hex: C4, is: empty}"),
    ],
)
def test_the_same_is_answered_in_the_desert(text: str, code: str, corrected: str) -> None:
    codes, found = correct(f"orders:\n{text}\n- place: pink B4\n")
    assert codes[0] == code
    assert found == f"orders:\n{corrected}\n- place: pink B4\n"


def test_a_stroke_between_two_orders_may_part_a_choice() -> None:
    codes, found = correct("orders:\n- place: pink C4 / place: pink D4\n- place: pink B4\n")
    assert codes[0] == "colon-in-text"
    assert found == 'orders:\n- place: "pink C4 / place: pink D4"\n- place: pink B4\n'
