"""What is offered in place of what is not understood: a line that works, and no condition is left out of it."""

from __future__ import annotations

import re

import pytest
from unit.desert_mail.mailing import BOARD, Mail

from adjudicator.intake.rewriting import write_corrected

REST = "  - place: pink C5\n"

_OFFER = re.compile(r"write-order|unread-meant|unknown-order: .*; (?:in place .*)?write")


def _leave_out_place(complaint: str) -> str:
    lead = r"^.*?(?:write-order: |unknown-order: unknown order '.*?'; |unread-meant: .*cannot be read; )"
    return re.sub(rf"{lead}(?:in place of the order in line \d+ )?", "", complaint)


@pytest.mark.parametrize(
    ("item", "offered"),
    [
        ("place: pink C4\n    iff: {hex: C4, is: empty}", "write 'if:' for 'iff:'"),
        ("place: pink C4\n    when: {hex: C4, is: empty}", "write 'if:' for 'when:'"),
        ("place: pink C4\n    unless: {hex: C4, is: taken}", "write 'if: {not: {hex: C4, is: taken}}' for 'unless:'"),
        ("place: pink C4\n    unless: it is too late", "write 'if: {not: ...}' for 'unless:'"),
        ("plase: pink C4\n    If: {hex: C4, is: empty}", "write 'place: pink C4', and 'if:' for 'If:'"),
        ("plase: pink C4\n    if: {hex: C4, is: empty}", "write 'place: pink C4' beside its 'if:'"),
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
            "write for example '- either: [[pink C4, pink C5], [pink B3, pink A3]]'",
        ),
        (
            "either: [[pink C4], [pink D6], [pink B3, pink B4, pink B5]]",
            "write for example '- either: [[pink C4, pink B3], [pink B3, pink B4]]'",
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
    assert [_leave_out_place(text) for text in complaints if _OFFER.search(text)] == [offered]


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
    offered = [text for text in mail.complaints("amira", text) if _OFFER.search(text)]
    assert [_leave_out_place(line) for line in offered] == [f"write 'if: {meant}'"]
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
    assert not any(map(_OFFER.search, complaints))
    beside = [line.split(": ", 1)[1] for line in complaints if re.search(r" (?:condition|unknown-hex)", line)]
    assert beside == told
    softened = Mail(oases=["E5"]).complaints("amira", f"{orders}- {item}\n")
    assert not any("; write " in line for line in softened)
    assert softened[-1].endswith(told[-1])


@pytest.mark.parametrize(
    ("place", "why", "instead"),
    [
        ("pink Z5", "place pink Z5: Z5 is not a hex of this board; columns run from A to R", "pink B3"),
        (
            "red C4",
            (
                "place red C4: 'red' is not a colour of this game; the colours are pink, yellow, green, turquoise "
                "and purple"
            ),
            "pink C4",
        ),
        ("[pink Z4, pink C4]", "place pink Z4: Z4 is not a hex of this board; columns run from A to R", "pink C4"),
        ("pikn C4", "", "pink C4"),
    ],
)
@pytest.mark.parametrize(
    ("key", "condition", "kept"),
    [
        ("place", "{hex: D4, is: emty}", "', and 'if: {hex: D4, is: empty}'"),
        ("palce", "{hex: D4, is: empty}", "' beside its 'if:'"),
        ("palce", "", "'"),
    ],
)
def test_a_line_in_place_of_an_order_that_could_not_be_is_an_example_with_the_reason(
    place: str, why: str, instead: str, key: str, condition: str, kept: str
) -> None:
    item = f"- {key}: {place}\n" + (f"  if: {condition}\n" if condition else "")
    *told, offer = Mail().complaints("amira", f"orders:\n{item}- place: pink D4\n")
    dash = "" if condition else "- "
    assert offer.endswith(f": write {'for example ' * bool(why)}'{dash}place: {instead}{kept}")
    assert [line.split(": ", 1)[1] for line in told if "must be" not in line and "unknown-order" not in line] == [
        *([why] if why else [])
    ]


def test_a_hex_without_a_colour_is_offered_itself_or_told_that_no_colour_goes_there() -> None:
    near, far, none = (
        Mail().complaints("amira", f"orders:\n  - place: {place}\n{REST}")[0]
        for place in ("{hex: C4}", "{hex: L6}", "{}")
    )
    assert near.endswith("place hex C4: a colour is missing; write 'place: pink C4'")
    assert "a colour is missing; none of your colours can go to L6 now; write for example 'place: pink " in far
    assert "no-hex: place: a hex is missing; write for example 'place: pink " in none


@pytest.mark.parametrize(
    "item", ["pink C4 or pink", "pink C4 or pikn", "pink C4 or xyz", "pink C4 or D", "[C4, pikn C5, D]"]
)
def test_a_choice_without_a_hex_is_not_left_out_of_a_line_without_a_word(item: str) -> None:
    (first, *_) = Mail().complaints("amira", f"orders:\n  - place: {item}\n{REST}")
    assert "give each choice its hex, or write 'place: " in first


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
    assert "7:5 unread-meant: pink D6: this cannot be read; write '- place: pink D6'" in complaints
    assert "10:5 write-order: write 'place: pink C6', and 'if:' for 'iff:'" in complaints


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
    assert [_leave_out_place(text) for text in complaints if _OFFER.search(text)] == [offered]


@pytest.mark.parametrize(
    ("items", "offered"),
    [
        (["place: pink C4", "or: pink B4"], "write '- place: [pink C4, pink B4]' for this and the order in line 5"),
        (
            ["place: pink C4", "or place pink B4"],
            "write '- place: [pink C4, pink B4]' for this and the order in line 5",
        ),
        (["place: pink C4", "else: [pink B4]"], "write '- place: [pink C4, pink B4]' for this and the order in line 5"),
        (["place: pink C4", "or", "place: pink B4"], "write this as a further choice in the order in line 5"),
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
            ["if: C5 is free\n    then: [place: pink C4, place: pink B4]"],
            "write '- {either: [[pink C4, pink B4]], if: {hex: C5, is: empty}}'",
        ),
        (
            ["if: {round: {at-least: 2}}\n    then: [place: pink C4]\n    else: [place: pink B4]"],
            "write each order as an item of its own, with a condition of its own, as there are no blocks here",
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
    assert [_leave_out_place(text) for text in complaints if _OFFER.search(text)] == [offered]


def test_a_question_about_anybodys_area_is_told_its_other_words_and_no_name_of_another_table() -> None:
    complaint, offer = Mail().complaints(
        "amira", f"orders:\n{REST}    if: {{hex: C4, closed: true}}\n  - place: pink C4\n"
    )
    assert complaint.endswith(
        "'closed' must be a seat, a colour or both, such as {seat: bilal, colour: pink}; 'is: closed' in its place "
        "asks about any, not true"
    )
    assert offer.endswith("write 'if: {hex: C4, is: closed}'")


@pytest.mark.parametrize("written", ["until: round 4", "until: {round: 4}", "until: from round 4"])
def test_a_number_of_a_round_is_answered_with_the_question_for_it(written: str) -> None:
    offer = Mail().complaints("amira", f"orders:\n{REST}standing:\n  - place: pink C4\n    {written}\n")[-1]
    assert offer.endswith("write 'until: {round: {at-least: 4}}'")


def test_camels_of_a_fallback_among_the_leaders_are_not_called_a_later_move() -> None:
    text = "orders:\n  - leader: pink H5\nfallback:\n  - place: pink C4, C5\n"
    complaint = Mail(phase="leaders").complaints("amira", text)[-1]
    assert "never-as-written: place pink C4, C5: this cannot be done as written: " in complaint


@pytest.mark.parametrize("place", ["pink C4 or B4, B3", "pink C4 [B4, B3]"])
def test_orders_apart_are_not_offered_where_they_would_be_without_their_choices(place: str) -> None:
    (complaint, *_) = Mail().complaints("amira", f"orders:\n  - place: {place}\n{REST}")
    assert complaint.endswith(": this can be read in two ways; write 'place: [pink C4, pink B4, pink B3]'")


@pytest.mark.parametrize(
    ("place", "offered"),
    [
        ("first pink C4 then pink C5", "write '- place: pink C4' and below it '- place: pink C5'"),
        (
            "2 pink C4 B4",
            "write 'place: [pink C4, pink B4]' for a choice, or '- place: pink C4' and below it '- place: pink B4'",
        ),
    ],
)
def test_an_unknown_word_does_not_turn_orders_one_after_the_other_into_a_choice(place: str, offered: str) -> None:
    (complaint, *_) = Mail().complaints("amira", f"orders:\n  - place: {place}\n{REST}")
    assert complaint.endswith(f"is not understood; {offered}")


def test_words_that_nobody_knows_are_said_together_and_not_called_a_colour() -> None:
    told = Mail().complaints("amira", f"orders:\n  - place: setze gelb C4\n{REST}")
    assert [complaint.split(": ", 1)[1] for complaint in told] == [
        "place setze gelb C4: 'setze gelb' is not understood; write 'place: pink C4'"
    ]


def test_what_stands_there_twice_is_complained_about_once() -> None:
    told = Mail().complaints("amira", f"orders:\n  - place: pink C4!!\n{REST}")
    assert [complaint.split(": ", 1)[1] for complaint in told] == [
        "place pink C4!!: '!' is not understood; write 'place: pink C4'"
    ]


@pytest.mark.parametrize("kind", ["place", "leader"])
@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("pink W6", ["{kind} pink W6: W6 is not a hex of this board; columns run from A to R"]),
        (
            "red C4",
            [
                (
                    "{kind} red C4: 'red' is not a colour of this game; the colours are pink, yellow, green, "
                    "turquoise and purple"
                )
            ],
        ),
        ("pink K4", ["{kind} pink K4: K4 is taken by carla's green leader"]),
        ("pink", ["{kind} pink: a hex is missing"]),
        ("pass", []),
        ("pink C4", []),
    ],
)
def test_a_line_that_says_something_else_than_the_item_comes_with_the_reason(
    kind: str, text: str, reasons: list[str]
) -> None:
    mail = Mail(phase="leaders", board=BOARD.replace("Pa*", "c3 ")) if kind == "leader" else Mail()
    told = mail.complaints("amira", f"orders:\n  - {text}\n{'' if kind == 'leader' else REST}")
    why = [complaint.split(": ", 1)[1] for complaint in told if "wrong-type" not in complaint][:-1]
    assert why == [reason.format(kind=kind) for reason in reasons]
    assert f"{text}: this cannot be read; write {'for example ' if reasons or text == 'pass' else ''}'- " in told[-1]


def test_a_misspelt_order_that_would_be_illegal_is_answered_with_the_reason_and_an_example() -> None:
    told = Mail().complaints("amira", f"orders:\n  - plcae: pink I5\n{REST}")
    assert [complaint.split(": ")[0] for complaint in told] == ["5:5 unknown-order", "5:5 not-next", "5:5 write-order"]
    assert "place pink I5: I5 is not next to your pink caravan" in told[1]
    assert "write for example '- place: pink " in told[2]


def test_what_cannot_be_read_behind_a_misspelt_order_is_not_told_beside_what_to_write() -> None:
    mail = Mail()
    data = b"game: g1\nturn: 1\nseat: amira\norders:\n  - plcae: [13, 14]\n"
    judgement = mail.judge("amira", "orders:\n  - plcae: [13, 14]\n")
    assert [problem.code for problem in judgement.problems] == ["unknown-order", "write-order"]
    assert not write_corrected(data, judgement, lambda mended: mail.intake.judge(mended, "amira")).left


@pytest.mark.parametrize(("rest", "is_certain"), [("", True), ("- place: pink C4\n", False)])
def test_orders_in_one_line_are_taken_apart_only_where_no_more_come_of_it_than_are_due(
    rest: str, *, is_certain: bool
) -> None:
    mail, orders = Mail(), f"orders:\n- place: pink B4 then pink B3\n{rest}"
    data = f"game: g1\nturn: 1\nseat: amira\n{orders}".encode()
    judgement = mail.judge("amira", orders)
    corrected, _ = write_corrected(data, judgement, lambda mended: mail.intake.judge(mended, "amira"))
    assert any("write '- place: pink B4' and below it" in told for told in mail.complaints("amira", orders))
    assert bool(corrected) is is_certain, "it may have been meant as a choice"


@pytest.mark.parametrize("key", ["standing", "fallback"])
@pytest.mark.parametrize("written", ["pink C4", "[pink C4]", "{place: pink C4}"])
def test_a_file_of_standing_orders_alone_is_answered_with_the_line_that_was_meant(key: str, written: str) -> None:
    told = " ".join(Mail().complaints("amira", f"{key}: {written}\n"))
    assert "write '- place: pink C4'" in told
    assert "no-orders" not in told


def test_a_misspelt_colour_that_nobody_may_play_now_is_answered_with_no_order_in_another_one() -> None:
    (complaint, *_) = Mail().complaints("amira", "orders:\n  - place: yelow C4\n" + REST)
    assert "'yelow' is not a colour of this game (did you mean yellow?); the colours are" in complaint


@pytest.mark.parametrize(
    ("order", "offered"),
    [
        ("pink C4 if c5 is free", "write 'place: pink C4' and below it 'if: {hex: C5, is: empty}'"),
        (
            "pink C4 or B4 if C5 is not taken.",
            "write 'place: [pink C4, pink B4]' and below it 'if: {not: {hex: C5, is: taken}}'",
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


@pytest.mark.parametrize(
    ("item", "offered"),
    [
        (
            "leader: pink H5\n    place: pink H6",
            "write '- leader: pink H5' and below it '- place: pink H6'",
        ),
        (
            "leader: pink H5\n    place: [pink H6, pink H4]",
            "write '- leader: pink H5' and below it '- place: [pink H6, pink H4]'",
        ),
        ("leader: yellow C3\n    place: yellow H6", ""),
        ("leader: pink H5\n    place: xyz", ""),
        ("leader: pink H5\n    place: pink H6\n    if: {hex: H5, is: empty}", ""),
    ],
)
def test_orders_of_two_kinds_in_one_item_are_offered_each_with_its_own_key(item: str, offered: str) -> None:
    mail = Mail(phase="leaders", board=BOARD.replace("Pa*", "c3 "))
    complaints = mail.complaints("amira", f"orders:\n  - {item}\n")
    assert [_leave_out_place(text) for text in complaints if _OFFER.search(text)] == [offered] * bool(offered)


def test_a_leader_beside_a_camel_is_not_offered_as_a_camel_once_all_leaders_stand() -> None:
    complaints = Mail().complaints("amira", f"orders:\n  - place: pink C4\n    leader: pink B4\n{REST}")
    assert not any(map(_OFFER.search, complaints))
    assert any("two-orders: 'leader' is a second order in one item" in text for text in complaints)


def test_a_letter_of_another_script_that_looks_like_that_of_a_hex_is_named_and_corrected() -> None:
    mail = Mail()
    text = "orders:\n  - place: pink \u04214\n  - place: pink D4\n"
    (complaint,) = mail.complaints("amira", text)
    assert complaint.endswith("is not understood, since it has a letter of another script; write 'place: pink C4'")
    data = f"game: g1\nturn: 1\nseat: amira\n{text}".encode()
    judgement = mail.judge("amira", text)
    corrected = write_corrected(data, judgement, lambda text: mail.intake.judge(text, "amira")).text
    assert "- place: pink C4\n- place: pink D4\n" in corrected


@pytest.mark.parametrize(
    ("below", "corrected"),
    [
        ("fallback: place pink D5\n", "fallback:\n- place: pink D5\n"),
        ("fallback:\n- place pink D5 or D6\n", "fallback:\n- place: [pink D5, pink D6]\n"),
        ("standing:\n- place pink D5\n", "standing:\n- place: pink D5\n"),
        ("fallback:\n- leader pink D5\n", ""),
        ("fallback:\n- place pink XX\n", ""),
        ("fallback:\n", ""),
        ("fallback: none\n", ""),
    ],
)
def test_a_fallback_and_standing_orders_without_colons_are_corrected(below: str, corrected: str) -> None:
    mail = Mail()
    text = f"orders:\n- place: pink C4\n- place: pink D4\n{below}"
    data = f"game: g1\nturn: 1\nseat: amira\n{text}".encode()
    found = write_corrected(data, mail.judge("amira", text), lambda text: mail.intake.judge(text, "amira")).text
    assert corrected in found if corrected else not found


def test_an_order_in_brackets_with_semicolons_is_corrected() -> None:
    mail = Mail()
    text = "orders:\n- {place: pink C4; if: {hex: C4, is: empty}}\n- place: pink D4\n"
    data = f"game: g1\nturn: 1\nseat: amira\n{text}".encode()
    judgement = mail.judge("amira", text)
    assert [problem.code for problem in judgement.problems] == ["comma"]
    found = write_corrected(data, judgement, lambda text: mail.intake.judge(text, "amira")).text
    assert "- {place: pink C4, if: {hex: C4, is: empty}}\n" in found


def test_a_word_for_if_that_says_the_opposite_is_told_once() -> None:
    text = "orders:\n- place: pink C4\n  unless: {hex: C4, is: taken}\n- place: pink D4\n"
    assert [line.partition(" ")[2] for line in Mail().complaints("amira", text)] == [
        "write-order: write 'if: {not: {hex: C4, is: taken}}' for 'unless:'"
    ]


@pytest.mark.parametrize(
    "text",
    ["Please do not place a camel at C4. Thanks", "- pink anywhere but C4", "orders:\n- avoid: pink C4\n"],
)
def test_no_corrected_file_does_what_a_player_said_not_to_do(text: str) -> None:
    mail = Mail()
    data = text.encode()
    found = write_corrected(data, mail.intake.judge(data, "amira"), lambda mended: mail.intake.judge(mended, "amira"))
    assert found.text == ""
