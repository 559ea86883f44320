"""From bytes to a move file: what it holds, and all that is wrong with it at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

from adjudicator.core.order import UNREAD, Gravity, MoveFile, Order, Place, Press, Vocabulary, describe, worst_gravity
from adjudicator.intake.checking import read_move_file
from adjudicator.intake.movefile import read_accepted
from adjudicator.intake.sentences import SENTENCES

VOCABULARY = Vocabulary(("place", "leader", "return"), ("through-the-desert",))

GOOD = """\
game: g42
turn: 7
seat: amira
token: 8f1c
after: 12345678
draft: true
orders:
  - place: teal D9
    if: {hex: D8, is: empty}
  - place: [pink H4, pink H5]
standing: []
fallback:
  - return: teal
press:
  - {to: [bilal, chen], text: "Good evening."}
  - {to: all, text: ""}
note: for the moderator
"""


def read(text: str) -> MoveFile:
    move_file, problems = read_move_file(text.encode(), VOCABULARY)
    assert problems == ()
    assert move_file is not None
    return move_file


def complaints(text: str) -> list[str]:
    move_file, problems = read_move_file(text.encode(), VOCABULARY)
    assert (move_file is None) == (worst_gravity(problems) is Gravity.INVALID)
    return [f"{p.place.line}:{p.place.column}: {describe(p, SENTENCES)}" for p in problems]


def orders(*lines: str) -> str:
    return "\n".join(("game: g42", "turn: 7", "orders:", *lines, ""))


def test_a_move_file_holds_what_the_player_wrote() -> None:
    move_file = read(GOOD)
    assert move_file == MoveFile(
        game="g42",
        turn=7,
        seat="amira",
        token="8f1c",  # noqa: S106 - a secret of this test
        after="12345678",
        draft=True,
        orders=(
            Order("place", "teal D9", {"hex": "D8", "is": "empty"}, Place(8, 5), (Place(8, 12),), Place(9, 15)),
            Order("place", ["pink H4", "pink H5"], None, Place(10, 5), (Place(10, 13), Place(10, 22))),
        ),
        standing=(),
        fallback=(Order("return", "teal", None, Place(13, 5), (Place(13, 13),)),),
        press=(Press(("bilal", "chen"), "Good evening.", Place(15, 10)), Press((), "", Place(16, 10))),
        note="for the moderator",
        places=move_file.places,
    )
    assert move_file.places["game"] == Place(1, 7)  # at what is said
    assert move_file.places["orders"].column == 1  # at the key of a list
    assert list(move_file.places) == [line.split(":")[0] for line in GOOD.splitlines() if line[0].isalpha()]


def test_what_is_left_out_is_nothing() -> None:
    move_file = read("game: g42\nturn: 7\norders: []\n")
    assert (move_file.seat, move_file.token, move_file.after, move_file.note) == (None, None, None, None)
    assert (move_file.standing, move_file.fallback, move_file.press) == (None, None, ())
    assert move_file.draft is False


def test_an_empty_field_of_a_form_is_nothing_too() -> None:
    move_file = read("game: g42\nturn: 7\nseat:\ntoken:\nafter:\nnote:\norders: []\n")
    assert (move_file.seat, move_file.token, move_file.after, move_file.note) == (None, None, None, None)


IF_ALONE = "this condition has no order; put the one that it is for right below it, without a dash in front of it"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("- plcae: teal D9", "4:3: unknown order 'plcae'; did you mean 'place'?"),
        ("- Place: teal D9", "4:1: the key in this line was read in lower case"),
        ("- build: teal D9", "4:3: unknown order 'build'; the orders here are place, leader and return"),
        ("- {place: teal D9, iff: {}}", "4:20: unknown key 'iff'; did you mean 'if'?"),
        ("- {place: teal D9, return: teal}", ("4:20: 'return' is a second order in one item, beside 'place'; "
                                             "begin a new item with '- ' for it")),
        ("- if: {hex: D9, is: empty}", f"4:3: {IF_ALONE}"),
        ("- {}", "4:3: this item has no order; the orders here are place, leader and return"),
        ("- place: 9", "4:10: 'place' must be a colour and a hex, such as pink D9, not the number 9"),
        ("- place: [teal D9, true]", "4:20: item 2 of place must be a colour and a hex, such as pink D9, not true"),
        ("- {place: teal D9, if: {hex: D9, is: mine}}", ("4:38: 'is' must be empty, taken, water or closed, "
                                                        "not the text 'mine'")),
    ],
)  # fmt: skip
def test_an_order_is_judged_by_its_own_key(line: str, complaint: str) -> None:
    assert complaints(orders(line)) == [complaint]


def test_standing_and_fallback_hold_orders_too() -> None:
    text = "game: g42\nturn: 7\norders: []\nstanding: [{plcae: x}]\nfallback: [{place: 7}]\n"
    assert [complaint[:5] for complaint in complaints(text)] == ["4:13:", "5:20:"]


def test_an_order_outside_its_list_is_told_where_it_belongs() -> None:
    assert complaints("game: g42\nturn: 7\nreturn: teal\norders: []\n") == [
        "3:1: 'return' is an order; write it below 'orders:', as an item that begins with '- '"
    ]


def test_all_problems_are_told_at_once_and_in_order() -> None:
    text = orders("- plcae: teal D9", "- place: 7", "- place: &a teal D9", "- place: teal\xa0D9", "note: x", "note: y")
    assert [complaint.split(": ")[0] for complaint in complaints(text.replace("turn: 7", "turn: seven"))] == [
        "2:7",
        "4:3",
        "5:10",
        "6:10",
        "7:1",
        "9:1",
    ]


def test_a_line_that_was_hard_to_read_is_not_judged_further() -> None:
    assert complaints(orders("- place: *x")) == [
        "4:10: an alias (*) is not allowed; write the value out, or put it in quotes if it is text"
    ]


def test_a_missing_key_is_told_even_then() -> None:
    assert [complaint.split(": ")[1] for complaint in complaints("game: &a g42\norders: []\n")] == [
        "the file needs the key 'turn'",
        "an anchor (&) is not allowed; write the value out, or put it in quotes if it is text",
    ]


def test_no_complaint_shows_the_token() -> None:
    for text in (
        "game:g42\ntoken:topsecret",
        "game: g42\n  token:topsecret\nturn: 7\norders: []",
        "game: g42\ntoken:topsecret : x",
        "token: [topsecret]",
        "token: topsecret: x",
        "token: *topsecret",
        "token: 'topsecret",
        "token: \u201ctopsecret\u201d",
    ):
        assert complaints(text)
        assert "topsecret" not in " ".join(complaints(text))


def test_an_accepted_file_is_read_again_as_it_was() -> None:
    assert read_accepted(GOOD.encode()) == read(GOOD)


@pytest.mark.parametrize(
    "damaged",
    [
        GOOD.replace("turn: 7", "turn: x"),
        GOOD.replace("turn: 7", "turn: true"),
        GOOD.replace("game: g42\n", ""),
        GOOD.replace("draft: true", "draft: 1"),
        GOOD.replace("note:", "nota:"),
        GOOD.replace("seat: amira", "seat: [amira]"),
        GOOD.replace("standing: []", "standing:"),
        GOOD.replace("standing: []", "standing: [x]"),
        GOOD.replace("standing: []", "standing: [{}]"),
        GOOD.replace("to: all", "to: 7"),
        GOOD.replace('text: ""', "text: []"),
        GOOD.replace("{hex: D8, is: empty}", "D8"),
        GOOD + "turn: 7\n",
        GOOD + "'",
        "",
        "- x",
    ],
)
def test_a_file_that_cannot_have_been_accepted_is_a_value_error(damaged: str) -> None:
    with pytest.raises(ValueError, match="an accepted file"):
        read_accepted(damaged.encode())


def test_reading_an_accepted_file_needs_no_schemas() -> None:
    program = (
        "import sys; from adjudicator.intake.movefile import read_accepted;"
        "from adjudicator.intake.tokens import blank_token;"
        "read_accepted(blank_token(sys.stdin.buffer.read()));"
        "print(*{'jsonschema', 'difflib', 'pathlib', 'importlib.metadata'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", program], input=GOOD.encode(), capture_output=True, check=True)
    assert run.stdout.strip() == b""


PLANS = VOCABULARY._replace(bundled="place", repeats=True, plans=True)
UNREAD_ITEMS = """\
game: g42
turn: 7
orders: [place: teal D9, plcae: teal D8, teal D7, {place: teal D6, leader: teal D5, if: {hex: 7}}]
standing:
  - palce: teal D5
  - place: teal D4
note: "x"
"""


def test_where_orders_may_be_for_later_what_is_not_understood_is_kept_as_it_is_written() -> None:
    move_file, problems = read_move_file(UNREAD_ITEMS.encode(), PLANS)
    assert move_file
    assert [order.kind for order in move_file.orders] == ["place", UNREAD, UNREAD, UNREAD]
    assert [order.kind for order in move_file.standing or ()] == [UNREAD, "place"]
    assert [order.value for order in move_file.orders[1:3]] == [{"plcae": "teal D8"}, "teal D7"]
    assert move_file.orders[1].faults == ("unknown order 'plcae'; did you mean 'place'?",)
    assert [place for order in move_file.orders for place in order.places if order.kind == UNREAD] == [
        problem.place for problem in problems[:-1]
    ]
    assert read_move_file(UNREAD_ITEMS.encode(), VOCABULARY)[0] is None


def test_a_file_with_what_was_not_understood_is_read_again_by_what_its_receipt_says() -> None:
    move_file, problems = read_move_file(UNREAD_ITEMS.encode(), PLANS)
    faults = [(problem.place, describe(problem, SENTENCES)) for problem in problems]
    assert read_accepted(UNREAD_ITEMS.encode(), faults) == move_file
    with pytest.raises(ValueError, match="where dict should be"):
        read_accepted(UNREAD_ITEMS.encode())


def test_a_letter_to_one_seat_needs_no_list() -> None:
    text = GOOD.replace("to: [bilal, chen]", "to: bilal")

    assert [letter.to for letter in read(text).press] == [("bilal",), ()]


@pytest.mark.parametrize("to", ["ALL", "[All]", "[Bilal, CHEN]", "Bilal"])
def test_a_seat_that_gets_a_letter_may_be_written_with_capitals(to: str) -> None:
    text = GOOD.replace("to: [bilal, chen]", f"to: {to}")

    addressed = {"ALL": (), "[All]": (), "[Bilal, CHEN]": ("bilal", "chen"), "Bilal": ("bilal",)}
    assert read(text).press[0].to == addressed[to]


@pytest.mark.parametrize("more", ["nope: 1", "press: 7", "fallback: 7", "note: [1]"])
def test_what_is_wrong_beside_the_orders_cannot_wait(more: str) -> None:
    text = UNREAD_ITEMS.replace('note: "x"', more)
    assert read_move_file(text.encode(), PLANS)[0] is None


def test_an_accepted_file_with_an_order_that_cannot_be_read_is_read_without_keys_that_there_are_not() -> None:
    text = "game: g42\nturn: 7\nseat: amira\norders:\n- place: teal D9\n- plase: teal D8\ndraff: true\n"
    file = read_accepted(text.encode(), [(Place(6, 3), "unknown order 'plase'")])

    assert [order.kind for order in file.orders] == ["place", UNREAD]
    assert not file.draft
    with pytest.raises(ValueError, match="keys that no move file has"):
        read_accepted(text.replace("plase", "place").encode())
