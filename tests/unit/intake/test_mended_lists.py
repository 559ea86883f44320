"""Dashes, colons and lines that people leave out or put elsewhere in lists and before values."""

from __future__ import annotations

import pytest

from adjudicator.core.order import describe
from adjudicator.intake.movefile import read_sent
from adjudicator.intake.sentences import SENTENCES


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("orders: place: pink L5", [{"place": "pink L5"}]),
        ("Orders: - Place: pink L5 or M5", [{"place": "pink L5 or M5"}]),
        ("orders: place: pink L5, M5  ", [{"place": "pink L5, M5"}]),
        ("orders: place: [pink L5, pink M5]", [{"place": ["pink L5", "pink M5"]}]),
    ],
)
def test_the_only_order_of_a_list_may_stand_in_the_line_of_its_key(line: str, orders: list[object]) -> None:
    read, problems = read_sent(f"game: g42\nturn: 7\n{line}\nnote: soon\n".encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert (read.value["orders"], read.value["note"]) == (orders, "soon")
    assert problems[-1].code == "list-in-line"


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("orders: place: pink L5\n  if: {hex: D8, is: empty}\n", 2, "as in '- place: pink L5'"),
        ("orders: - place: pink L5\n        - place: pink L6\n", 2, "as in '- place: pink L5'"),
        ("orders: place: pink L5 place: pink L6\n", 2, "as in '- place: pink L5'"),
        ("standing: place: pink L5, place: pink L6\n", 2, "put 'standing:' on a line of its own"),
        ("- place: pink L5\n", 2, "put 'orders:' on a line of its own above it"),
    ],
)
def test_orders_in_the_line_of_their_key_are_answered_with_how_to_write_them(text: str, line: int, told: str) -> None:
    read, problems = read_sent(f"game: g42\n{text}".encode())
    assert read is None
    assert [problem.place.line for problem in problems] == [line]
    assert told in describe(problems[0], SENTENCES)


@pytest.mark.parametrize("five", ["\uff15", "\u0665", "\u06f5", "\u096b"])
def test_digits_of_other_scripts_are_digits(five: str) -> None:
    text = (
        f"game: g42\nturn: {five}\nseat: dora\norders:\n- place: [pink L{five}\u060c pink L6]\n"
        f"  if: {{hex: L{five}, is: empty}}\n\u05be place: pink M5\nnote: {five} is five\n"
    )
    read, problems = read_sent(text.encode())
    assert read is not None
    assert read.value == {
        "game": "g42",
        "turn": 5,
        "seat": "dora",
        "orders": [{"place": ["pink L5", "pink L6"], "if": {"hex": "L5", "is": "empty"}}, {"place": "pink M5"}],
        "note": f"{five} is five",
    }
    assert {problem.code for problem in problems} == {"wide-characters", "list-dash"}
    alone = text.replace("\u05be", "-").replace(f"turn: {five}", "turn: 5").replace("\u060c", ",")
    assert {problem.code for problem in read_sent(alone.encode())[1]} == {"wide-characters"}


def test_orders_without_their_dashes_below_the_key_of_their_list_are_read() -> None:
    text = "game: g42\nturn: 7\norders:\n  place: pink L5\n  # or M5\n\n  place: pink L6\nnote: soon\n"
    read, problems = read_sent(text.encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert (read.value["orders"], read.value["note"]) == ([{"place": "pink L5"}, {"place": "pink L6"}], "soon")
    assert [describe(problem, SENTENCES) for problem in problems] == [
        "this line was read with '- ' in front of it (line 7 too)"
    ]


def test_neither_the_colon_of_the_list_nor_that_of_whom_a_letter_is_to_is_needed() -> None:
    text = (
        "game: g42\nturn: 7\norders\n  place: pink L5\npress\n- to all\n  text: hello\n- To [chen, dora]\n  text: hi\n"
    )
    read, problems = read_sent(text.encode())
    assert read is not None
    assert isinstance(read.value, dict)
    letters = [{"to": "all", "text": "hello"}, {"to": ["chen", "dora"], "text": "hi"}]
    assert (read.value["orders"], read.value["press"]) == ([{"place": "pink L5"}], letters)
    assert {problem.code for problem in problems} == {"colon-left-out", "dash-left-out"}


def test_a_condition_needs_no_colon_behind_its_key() -> None:
    text = (
        "game: g42\nturn: 7\norders:\n- if {hex: L5, is: empty}\n  place: pink L5\nstanding:\n- place: pink L6\n"
        "  Until {round: {at-least: 5}}  # then no more\nnote: |\n  if {so}\n"
    )
    read, problems = read_sent(text.encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert read.value["orders"] == [{"if": {"hex": "L5", "is": "empty"}, "place": "pink L5"}]
    assert read.value["standing"] == [{"place": "pink L6", "until": {"round": {"at-least": 5}}}]
    assert read.value["note"] == "if {so}\n"
    assert [problem.code for problem in problems] == ["colon-left-out"]


@pytest.mark.parametrize(
    "seat",
    [
        "Zo\xeb O'Brien-M\xfcller",
        "\u9648 \u5c0f\u660e",
        "dora",
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        "\u0dc1\u0dca\u200d\u0dbb\u0dd3 \u0dbb\u0dcf\u0da2",
    ],
)
def test_a_seat_called_by_name_and_a_numbered_list_need_no_colon(seat: str) -> None:
    read, problems = read_sent(f"game g42\nturn 7\nseat {seat}\norders\n1) place: pink L5\n".encode())
    assert read is not None
    assert read.value == {"game": "g42", "turn": 7, "seat": seat, "orders": [{"place": "pink L5"}]}
    assert {problem.code for problem in problems} == {"colon-left-out", "list-dash"}


@pytest.mark.parametrize("below", ["  if: {hex: D8, is: empty}\n", "    more: 1\n", "  - place: pink L6\n"])
def test_what_may_belong_to_another_order_gets_no_dash(below: str) -> None:
    _, problems = read_sent(f"game: g42\nturn: 7\norders:\n  place: pink L5\n{below}".encode())
    assert "dash-left-out" not in {problem.code for problem in problems}


@pytest.mark.parametrize("dash", ["- \n", "-\n", "  -\n"])
def test_a_dash_with_nothing_behind_it_is_left_out(dash: str) -> None:
    indent = "  " if dash.startswith(" ") else ""
    text = "game: g\nturn: 1\nseat: dora\norders:\n" + f"{indent}- place: yellow P5\n{dash}\nnote: hello\n"
    read, problems = read_sent(text.encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert read.value["orders"] == [{"place": "yellow P5"}]
    assert [(problem.code, problem.place.line) for problem in problems] == [("empty-item", 6)]


@pytest.mark.parametrize(
    "head", ["game = g42\nturn=7\nseat = dora\n", "game: g42\nturn= 7\nseat=Dora\n", "game=g42\nturn: 7\nseat =dora\n"]
)
def test_an_equals_sign_is_read_as_the_colon_of_a_key(head: str) -> None:
    read, problems = read_sent(f"{head}orders:\n- place: pink L5\n".encode())
    assert read is not None
    assert read.value == {"game": "g42", "turn": 7, "seat": "dora", "orders": [{"place": "pink L5"}]}
    assert {problem.code for problem in problems} <= {"colon-left-out", "id-spelling"}


def test_an_equals_sign_behind_the_key_of_a_token_is_none_so_that_no_token_is_kept() -> None:
    read, problems = read_sent(b"game: g42\nturn: 7\nseat: dora\ntoken = 0123\norders:\n- place: pink L5\n")
    assert read is None
    assert [problem.code for problem in problems] == ["unclear-line"]


def test_an_equals_sign_is_read_as_the_colon_of_a_list_and_a_note_too() -> None:
    text = (
        "game: g42\nturn: 7\nseat: dora\norders =\n- place: pink L5\nfallback=\n- place: pink M5\n"
        "press =\n- to: all\n  text: orders = none\nnote = soon or later\n  orders = all\n"
    )
    read, problems = read_sent(text.encode())
    assert read is not None
    assert read.value == {
        "game": "g42",
        "turn": 7,
        "seat": "dora",
        "orders": [{"place": "pink L5"}],
        "fallback": [{"place": "pink M5"}],
        "press": [{"to": "all", "text": "orders = none"}],
        "note": "soon or later orders = all",
    }
    assert {problem.code for problem in problems} == {"colon-left-out"}


@pytest.mark.parametrize(
    "line",
    ["# Your dice show 7. End your turn with 'end: turn'.", "- place: pink L5  # as in turn 3. So it goes -- on"],
)
def test_a_number_or_dashes_further_on_in_a_line_are_no_dash_of_a_list(line: str) -> None:
    text = f"game: g42\nturn: 7\norders:\n{line}\n- place: pink L6\n"
    read, problems = read_sent(text.encode())
    assert read is not None
    assert problems == ()
    assert isinstance(read.value, dict)
    assert read.value["orders"][-1] == {"place": "pink L6"}


@pytest.mark.parametrize("key", ["then", "else"])
def test_a_block_of_orders_may_lack_its_dashes_as_any_list(key: str) -> None:
    text = f"orders:\n- if: {{hex: L5, is: empty}}\n  {key}:\n    place: pink L5\n    place: pink L6\n- place: red M5\n"
    read, problems = read_sent(f"game: g42\nturn: 7\n{text}".encode())
    assert read is not None
    block = [{"place": "pink L5"}, {"place": "pink L6"}]
    assert isinstance(read.value, dict)
    assert read.value["orders"] == [{"if": {"hex": "L5", "is": "empty"}, key: block}, {"place": "red M5"}]
    assert [(problem.code, problem.place.line) for problem in problems] == [("dash-left-out", 6)]


def test_keys_of_a_block_that_go_on_in_lines_below_get_no_dashes() -> None:
    read, problems = read_sent(b"game: g42\nturn: 7\norders:\n- if: {a: b}\n  then:\n    place:\n      to: pink L5\n")
    assert not problems
    assert read is not None
    assert isinstance(read.value, dict)
    assert read.value["orders"] == [{"if": {"a": "b"}, "then": {"place": {"to": "pink L5"}}}]
