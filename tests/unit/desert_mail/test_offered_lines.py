"""What is offered in place of what is not understood: a line that works, and no condition is left out of it."""

from __future__ import annotations

import pytest
from unit.desert_mail.mailing import BOARD, OFFER, REST, Mail, leave_out_place

from adjudicator.intake.rewriting import write_corrected


@pytest.mark.parametrize(
    ("item", "offered"),
    [
        ("place: pink C4\n    iff: {hex: C4, is: empty}", "write 'if:' for 'iff:'"),
        ("place: pink C4\n    when: {hex: C4, is: empty}", "write 'if:' for 'when:'"),
        ("place: pink C4\n    unless: {hex: C4, is: taken}", "write 'if: {not: {hex: C4, is: taken}}' for 'unless:'"),
        ("place: pink C4\n    unless: it is too late", "write 'if: {not: ...}' for 'unless:'"),
        ("plase: pink C4\n    If: {hex: C4, is: empty}", "write 'place: pink C4' beside its 'if:'"),
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
        *(
            (f"either: {said}", "write '- either: [[pink C4, pink C5], [pink B3, pink B4]]'")
            for said in (
                *("pink C4, pink C5 or pink B3, pink B4", "pink C4 and C5, or else pink B3 and B4"),
                *("pink C4, pink C5\n    or: pink B3, B4", "\n    - pink C4, pink C5\n    - pink B3, pink B4"),
                "[[{pink: C4}, {pink: C5}], [{pink: B3}, {pink: B4}]]",
            )
        ),
        ("either: [[{pink: C4}, {pink: C5}]]", "write '- either: [[pink C4, pink C5]]'"),
        ("either: pink C4, pink C5 or pink B3", "write for example '- place: [pink C4, pink C5, pink B3]'"),
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
    assert [leave_out_place(text) for text in complaints if OFFER.search(text)] == [offered]


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
    assert [leave_out_place(text) for text in complaints if OFFER.search(text)] == [offered]


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
    assert [leave_out_place(text) for text in complaints if OFFER.search(text)] == [offered]


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
        "place setze gelb C4: 'setze gelb' is not understood; write for example 'place: pink C4'"
    ]


@pytest.mark.parametrize("branches", ["[]", "[[]]", "{}"])
def test_branches_that_name_nothing_are_answered_without_a_line(branches: str) -> None:
    told = Mail().complaints("amira", f"orders:\n  - {{then: [], either: {branches}}}\n{REST}")
    assert told
    assert not any(OFFER.search(text) for text in told)


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
    assert [leave_out_place(text) for text in complaints if OFFER.search(text)] == [offered] * bool(offered)


def test_a_leader_beside_a_camel_is_not_offered_as_a_camel_once_all_leaders_stand() -> None:
    complaints = Mail().complaints("amira", f"orders:\n  - place: pink C4\n    leader: pink B4\n{REST}")
    assert not any(map(OFFER.search, complaints))
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


@pytest.mark.parametrize(
    "text",
    ["Please do not place a camel at C4. Thanks", "- pink anywhere but C4", "orders:\n- avoid: pink C4\n"],
)
def test_no_corrected_file_does_what_a_player_said_not_to_do(text: str) -> None:
    mail = Mail()
    data = text.encode()
    found = write_corrected(data, mail.intake.judge(data, "amira"), lambda mended: mail.intake.judge(mended, "amira"))
    assert found.text == ""
