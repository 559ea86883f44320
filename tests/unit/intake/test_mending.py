"""What phones and mail programs do to a move file, and that it is read as it was written."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from adjudicator.core.order import describe
from adjudicator.intake.mended_lines import ChangeKind
from adjudicator.intake.mending import mend
from adjudicator.intake.movefile import read_sent
from adjudicator.intake.schema import check_schema
from adjudicator.intake.sentences import SENTENCES

WRITTEN = """\
# yaml-language-server: $schema=move-file.schema.json
game: g42
turn: 7
seat: dora
orders:
# pink: A1 A2 A3 A4 A5 A6 A7 A8 A9 B1 B2 B3 B6 B7 B8 B9 C1 C2 C3 B4 B5 C4 C5
- place: [yellow P5, yellow O6]
- place: purple N5
  if: {hex: D8, is: empty}
press:
- {to: [chen], text: "West is yours, I keep away"}
note: On holiday until Thursday
"""
FORM = WRITTEN.replace("# yaml", "# ---- copy from here\n# yaml") + "# ---- to here\n"
REPORT = "On Monday, Ben wrote:\n> Your report\n>\n" + "".join(
    f"> {line}\n" for line in WRITTEN.replace("- place", "# - place").splitlines()
)


def quote(text: str, marks: str = "> ") -> str:
    """``text`` as a mail program quotes it."""
    return "".join(f"{marks}{line}\n" for line in text.splitlines())


def swap(old: str, new: str) -> Callable[[str], str]:
    """What replaces ``old``, wherever it stands, by ``new``."""

    def replace(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return replace


SENT = {
    "as it was written": (lambda text: text, []),
    "with the lines of Windows": (swap("\n", "\r\n"), []),
    "out of the form, with its frame": (lambda _: FORM, []),
    "below a greeting, above a name": (
        lambda text: f"Hi Ben,\n\nhere you are:\n\n{text}\nBest\nDora\n",
        ["text-around"],
    ),
    "below a greeting with a colon": (
        lambda text: f"Sorry! Again:\n\n{text}",
        ["text-around"],
    ),
    "without colons behind keys": (
        lambda text: text.replace("game:", "game").replace("turn:", "turn").replace("orders:", "orders"),
        ["colon-left-out"],
    ),
    "without colons, below a greeting": (
        lambda text: "Hi,\n\n" + text.replace("game:", "game").replace("turn:", "turn").replace("orders:", "orders"),
        ["text-around", "colon-left-out"],
    ),
    "with wide colons, commas and brackets": (
        lambda text: (
            text.replace(": [yellow P5, yellow O6]", "\uff1a\u3010yellow P5\uff0cyellow O6\u3011")
            .replace("game: ", "game\uff1a")
            .replace("orders:", "orders\uff1a")
            .replace('text: "', 'text\uff1a"')
            .replace("note: ", "note\uff1a")
        ),
        ["wide-characters"],
    ),
    "wide letters and digits": (swap("turn: 7", "\uff54urn\uff1a\uff17"), ["wide-characters"]),
    "wide dashes": (swap("- place", "\uff0d place"), ["wide-characters"]),
    "above a signature": (lambda text: text + "-- \nDora\nTel: 123\n", ["text-around"]),
    "in a fence of code": (lambda text: f"```yaml\n{text}```\n", ["text-around"]),
    "above the quoted report": (lambda text: f"{text}\n{REPORT}", ["text-around"]),
    "quoted": (quote, ["quote-marks"]),
    "quoted twice": (lambda text: quote(text, ">> "), ["quote-marks"]),
    "typed into the quoted form": (
        lambda text: "Hi\n\n> Report\n" + quote(text).replace("> - place", "- place"),
        ["quote-marks", "text-around"],
    ),
    "special blanks": (swap("  if", "\xa0\xa0if"), ["special-blanks"]),
    "special blanks inside": (swap("place: p", "place:\xa0p"), ["special-blanks"]),
    "dashes": (swap("- place", "\u2013 place"), ["list-dash"]),
    "bullets": (swap("- place", "\u2022 place"), ["list-dash"]),
    "stars": (swap("- place", "* place"), ["list-dash"]),
    "a dash without its blank": (swap("- place", "-place"), ["list-dash"]),
    "a colon without its blank": (swap("turn: 7", "turn:7"), ["colon-blank"]),
    "an order's colon without its blank": (swap("place: p", "place:p"), ["colon-blank"]),
    "capitals": (
        lambda text: text.replace("game: g", "Game: G").replace("seat: d", "Seat: D").replace("- p", "- P"),
        ["id-spelling", "key-spelling"],
    ),
    "an id in capitals": (swap("game: g", "game: G"), ["id-spelling"]),
    "tabs": (swap("  if", "\tif"), ["tabs"]),
    "unseen characters": (swap("place: purple", "pl\u200bace: purple"), ["unseen-characters"]),
    "below a greeting, with the frame below a long comment": (
        lambda text: f"Hi,\n\n{text}# {'what you may do, ' * 5}and more\n# ---- to here\n",
        ["text-around"],
    ),
    "a wrapped comment": (swap("B4 B5", "B4\nB5"), ["wrapped-comment"]),
}


@pytest.mark.parametrize(("spoil", "codes"), SENT.values(), ids=SENT.keys())
def test_a_file_is_read_as_it_was_written(spoil: Callable[[str], str], codes: list[str]) -> None:
    written, _ = read_sent(WRITTEN.encode())
    assert written is not None
    read, problems = read_sent(spoil(WRITTEN).encode())
    assert read is not None
    assert read.value == written.value
    assert [problem.code for problem in problems] == codes


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "cp1252"])
def test_a_file_is_read_in_the_encodings_that_programs_write(encoding: str) -> None:
    text = WRITTEN.replace("Thursday", "fr\xfchestens")
    read, problems = read_sent(text.encode(encoding))
    assert read is not None
    assert read.value == read_sent(text.encode())[0].value  # type: ignore[union-attr]
    assert [problem.code for problem in problems] == ([] if encoding == "utf-8-sig" else ["encoding"])


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


def test_two_blanks_that_became_a_full_stop_are_blanks() -> None:
    text = WRITTEN.replace("- place", "  - place").replace("  if", "    if")
    read, problems = read_sent(text.replace("  - place", ". - place").encode())
    assert read is not None
    assert read.value == read_sent(WRITTEN.encode())[0].value  # type: ignore[union-attr]
    assert {problem.code for problem in problems} == {"list-dash"}


def test_typographic_quotes_around_a_whole_value_are_quotes() -> None:
    read, problems = read_sent(
        WRITTEN.replace("On holiday", "\u201cOn holiday: back").replace("Thursday", "Friday\u201d").encode()
    )
    assert read is not None
    assert isinstance(read.value, dict)
    assert read.value["note"] == "On holiday: back until Friday"
    assert [problem.code for problem in problems] == ["typographic-quotes"]


@pytest.mark.parametrize("dashed", ["12\u201313", "12\u201413", "12 \u2013 13", "12\u221213"])
def test_a_typographic_dash_within_an_order_is_a_dash(dashed: str) -> None:
    text = WRITTEN.replace("purple N5", f"[11 {dashed}, 13 13\u201314]").replace("keep away", "keep\u2013away")
    read, problems = read_sent(text.encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert read.value["orders"][1]["place"] == ["11 12-13", "13 13-14"]
    assert read.value["press"][0]["text"] == "West is yours, I keep\u2013away"
    assert [problem.code for problem in problems] == ["typographic-dashes"]


@pytest.mark.parametrize("note", ["Deal: you take the west", "what's more: nothing", "north:", "a: b: c"])
def test_a_text_may_have_a_colon(note: str) -> None:
    read, problems = read_sent(WRITTEN.replace("On holiday until Thursday", note).encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert read.value["note"] == note
    assert [problem.code for problem in problems] == ["text-with-colon"]


def test_quotes_around_some_words_of_an_order_are_left_out() -> None:
    sent = WRITTEN.replace("purple N5", "\u201cpurple N5\u201d, or \u201cred F5\u201d")
    mended = mend(sent)
    assert mended.text == WRITTEN.replace("purple N5", "purple N5, or red F5")
    assert [change.kind for change in mended.changes] == [ChangeKind.QUOTES]


def test_a_word_with_a_colon_above_a_file_is_no_greeting() -> None:
    assert mend(f"trun: 7\n\n{WRITTEN}").text.startswith("trun: 7\n")


def test_a_mistake_below_a_greeting_is_found_where_it_is() -> None:
    broken = WRITTEN.replace("- place: [yellow P5, yellow O6]", "- place: [yellow P5, yellow O6")
    read, problems = read_sent(f"Here are my orders\n\n{broken}".encode())
    assert read is None
    assert [(problem.code, problem.place.line) for problem in problems] == [("text-around", 3), ("bracket-open", 9)]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("\u2018pink L5\u2019 or \u2018M5\u2019", "pink L5 or M5"),
        ("\u201cpink L5\u201d or \u2018M5\u2019", "pink L5 or M5"),
        ("\u201cpink L5\u201d, \u201cpink M5\u201d", "pink L5, pink M5"),
    ],
)
def test_typographic_quotes_around_parts_of_an_order_say_nothing(written: str, read: str) -> None:
    document, problems = read_sent(ORDERS.replace("pink L5", written).encode())
    assert document is not None
    assert document.value["orders"] == [{"place": read}]
    assert [problem.code for problem in problems] == ["typographic-quotes"]


@pytest.mark.parametrize("dash", ["- \n", "-\n", "  -\n"])
def test_a_dash_with_nothing_behind_it_is_left_out(dash: str) -> None:
    indent = "  " if dash.startswith(" ") else ""
    text = "game: g\nturn: 1\nseat: dora\norders:\n" + f"{indent}- place: yellow P5\n{dash}\nnote: hello\n"
    read, problems = read_sent(text.encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert read.value["orders"] == [{"place": "yellow P5"}]
    assert [(problem.code, problem.place.line) for problem in problems] == [("empty-item", 6)]


def test_what_was_undone_in_many_lines_is_one_remark() -> None:
    _, problems = read_sent(WRITTEN.replace("\n- ", "\n* ").encode())
    assert [describe(problem, SENTENCES) for problem in problems] == [
        "the beginning of this line was read as the dash of a list, '- ' (lines 8 and 11 too)"
    ]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (WRITTEN + "Thanks\n", "unclear-line", 13),
        (f"Hi\n\n{WRITTEN}\nand this:\n\n- place: pink L5\n", "order-apart", 18),
        (f"- place: pink L5\n\nand\n\n{WRITTEN}\n-- \nDora", "order-apart", 1),
        ("Hi\n\n- place: pink L5\n\n> game: g42\n> turn: 7\n> seat: dora\n> orders:\n", "orders-beside-form", 3),
        ("Hi\n\n- place: pink L5\n\n> game: g42\n> orders:\n> - place: pink N5\n", "order-apart", 3),
        (f"Hi\n\n{WRITTEN}\nno, rather\n\n{WRITTEN.replace('N5', 'N6')}", "two-files", 18),
    ],
)
def test_nothing_is_guessed(text: str, code: str, line: int) -> None:
    read, problems = read_sent(text.encode())
    assert read is None
    assert [(problem.code, problem.place.line) for problem in problems] == [(code, line)]


def test_prose_keeps_its_typography() -> None:
    note = "note: |\n  \u201cHello\u201d \u2013 said she\n  \u2022 a bullet\n  Game: Over\n"
    text = WRITTEN.replace("note: On holiday until Thursday\n", note).replace("- place: p", "\u2013 place: p")
    read, _ = read_sent(text.encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert read.value["note"] == "\u201cHello\u201d \u2013 said she\n\u2022 a bullet\nGame: Over\n"


def test_words_keep_the_joiners_that_they_need_and_no_others() -> None:
    note = "\u0645\u06cc\u200c\u0622\u06cc\u0645 \u0dc1\u0dca\u200d\u0dbb\u0dd3"
    text = WRITTEN.replace("On holiday until Thursday", note)
    read, problems = read_sent(text.encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert (read.value["note"], problems) == (note, ())
    odd, problems = read_sent(text.replace("purple", "pur\u200dple").replace(note, f"{note}\u200c").encode())
    assert odd is not None
    assert odd.value == read.value
    assert [problem.code for problem in problems] == ["unseen-characters"]


@pytest.mark.parametrize("marks", ["", "> ", ">> "])
def test_a_text_may_quote_somebody(marks: str) -> None:
    note = "note: |\n  Ben said:\n  > game: over\n  and I say no\n"
    text = WRITTEN.replace("note: On holiday until Thursday\n", note).replace("- place: p", "\u2013 place: p")
    read, _ = read_sent(f"Hi\n\n{quote(text, marks) if marks else text}\n\nDora\n".encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert read.value["note"] == "Ben said:\n> game: over\nand I say no\n"


@pytest.mark.parametrize("text", [WRITTEN, FORM, "", "game: g42", "{game: g42, turn: 7, orders: []}\r\n"])
def test_what_needs_nothing_is_left_alone(text: str) -> None:
    mended = mend(text)
    assert (mended.text, mended.changes, mended.refusal) == (text, (), None)


def test_every_line_stays_where_it_was() -> None:
    sent = f"Hi Ben,\n\n{quote(WRITTEN)}\nDora"
    mended = mend(sent)
    lines, before = mended.text.split("\n"), sent.split("\n")
    assert len(lines) == len(before)
    assert all(not line or line == sent_line.removeprefix("> ") for line, sent_line in zip(lines, before, strict=True))
    assert {change.kind for change in mended.changes} == {ChangeKind.MARKS, ChangeKind.AROUND}


@pytest.mark.parametrize("piece", ["a\n", "a: b\n", "orders:\n", "orders:\n  a: b\n", "1. a\n", "- - a\n"])
def test_the_longest_file_is_mended_in_a_few_seconds(piece: str) -> None:
    begin = process_time()
    mend("game: g42\nturn: 7\nseat: amira\norders:\n" + piece * (65_000 // len(piece)))
    assert process_time() - begin < 8


ORDERS = "game: g42\nturn: 7\nseat: dora\norders:\n- place: pink L5\n"


@pytest.mark.parametrize(
    "end",
    [
        "Thanks!",
        "Thanks,\nMei",
        "Thanks! Mei",
        "thx :)",
        "Thank you very much, Otto\n\u2013 Mei",
        "Cheers, Dora",
        "Best wishes to everybody!\nDora",
        "Thank you all, see you on Sunday\nDora",
        "Have a nice weekend!",
        "Hope this works. Thanks again\nDora",
        "Merci et \xe0 bient\xf4t !\nDora",
        "Sch\xf6nes Wochenende, Dora",
        "Best,\nDora",
        "Kind regards\nDora van K\xf6hler",
        "Viele Gr\xfc\xdfe\n\u6797\u7f8e\u73b2",
        "Thanks for running this \U0001f642",
        "Thanks for waiting so long, folks!",
        "Sorry for the delay. See you at the river, Otto",
        "I'm looking forward to Sunday\nDora",
        "Hope you all had a lovely week!",
        "Good luck with your exam, Otto\nDora",
        "Dora",
        "dora",
        "\u2014 Dora",
        "- Dora",
        "Dora K\xf6hler",
        "\u2014 Dora van K\xf6hler",
        "\u2014\nDora",
        "  Thanks,\n  Dora",
        "\U0001f642",
        "\u8c22\u8c22\uff0c\u9648\u5c0f\u660e",
        "\u05ea\u05d5\u05d3\u05d4 \u05e8\u05d1\u05d4,\n\u05e0\u05d5\u05e2\u05d4 \u05d1\u05df\u05be\u05d3\u05d5\u05d3",
        "شكرا",
        "Merci beaucoup",
        "\u042e\u0441\u0443\u0444",
        "\u2014 \u042e\u0441\u0443\u0444 \u041a\u0430\u0440\u0438\u043c\u043e\u0432",
        "\u7530\u4e2d\u3055\u304f\u3089",
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        "Thanks,\n\u0dc1\u0dca\u200d\u0dbb\u0dd3 \u0dbb\u0dcf\u0da2",
    ],
)
@pytest.mark.parametrize("marks", ["", "> "])
def test_closing_words_right_below_the_orders_are_named_and_are_none(end: str, marks: str) -> None:
    text = quote(f"{ORDERS}{end}\n", marks) if marks else f"{ORDERS}{end}\n"
    read, problems = read_sent(text.encode())
    assert read is not None
    assert read.value == {"game": "g42", "turn": 7, "seat": "dora", "orders": [{"place": "pink L5"}]}
    more = f" (line {ORDERS.count(chr(10)) + 2} too)" if "\n" in end else ""
    said = {"this line was read as the end of your email, not as an order" + more}
    assert {describe(one, SENTENCES) for one in problems if one.code != "quote-marks"} == said


@pytest.mark.parametrize(
    "end",
    [
        "Thanks\npink L6",
        "Thanks\nPlace pink L6",
        "Thanks\nplace: pink L6",
        "Thanks\n- place: pink L6",
        "Thanks\nEnd turn",
        "Thanks\nPass",
        "Thanks! Pass",
        "Thanks, pink L6",
        "Thanks, end turn",
        "Thanks for waiting, end turn",
        "Thanks for waiting, pink to the river",
        "Thanks for waiting and then build a road",
        "Sorry for the delay and buy a card",
        "Hope you accept the offer",
        "See you at L6",
        "Good luck with that - pass",
        "Looking forward to it; then place pink",
        "Best",
        "Pass",
        "Hope this works for pink L6",
        "Have a good road",
        "Next turn",
        "End turn",
        "Otto",
        "Dora pink L6",
        "Dora Pink L6",
        "Dora End",
        "dora K\xf6hler",
        "Petra K\xf6hler",
        "\u042e\u0441\u0443\u0444 L6",
        "\u042e\u0441\u0443\u0444\n\u041f\u0430\u0441",
        "\xd6zlem",
        "Dora K\xf6hler\nPetra Meier",
        "Mei\nThanks",
        "Thanks\nMei\nOtto\nChen",
    ],
)
def test_what_may_be_an_order_below_the_orders_is_no_closing(end: str) -> None:
    read, problems = read_sent(f"{ORDERS}{end}\n".encode())
    assert read is None
    assert [problem.code for problem in problems] == ["unclear-line"]


@pytest.mark.parametrize(
    ("below", "orders"),
    [
        ("\n1) place: pink L5\n2) place: pink L6\n", [{"place": "pink L5"}, {"place": "pink L6"}]),
        ("\n1. Place: pink L5\n\n2. Place: pink L6\n", [{"place": "pink L5"}, {"place": "pink L6"}]),
        ("\npink L5\npink L6\n", ["pink L5", "pink L6"]),
        ("\nPlace pink L5\n\nPlace pink L6\n", ["Place pink L5", "Place pink L6"]),
        ("- place: pink L5\n\n- place: pink L6\n", [{"place": "pink L5"}, {"place": "pink L6"}]),
    ],
)
def test_orders_below_an_empty_line_belong_to_their_list(below: str, orders: object) -> None:
    read, _ = read_sent(f"game: g42\nturn: 7\nseat: dora\norders:\n{below}\nSee you\n".encode())
    assert read is not None
    assert read.value == {"game": "g42", "turn": 7, "seat": "dora", "orders": orders}


@pytest.mark.parametrize(
    "below",
    ["\nplace: pink L5\n", "- place: pink L5\n\nplace: pink L6\n", "Place: pink L5\n", "\nPlace: pink L5\n"],
)
def test_an_order_at_the_edge_below_an_empty_line_is_not_left_out(below: str) -> None:
    read, _ = read_sent(f"game: g42\nturn: 7\nseat: dora\norders:\n{below}\nSee you\n".encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert "place" in read.value


@pytest.mark.parametrize("between", ["", "\n"])
@pytest.mark.parametrize(
    "key", ["draff: true", "falback:\n- place: pink L6", "tokn: 12ab", "pres:\n- {to: all, text: Hi}"]
)
def test_a_misspelt_key_above_a_closing_is_part_of_the_file(key: str, between: str) -> None:
    read, problems = read_sent(f"{ORDERS}{between}{key}\nThanks\nDora\n".encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert key.partition(":")[0] in read.value
    assert [problem.code for problem in problems] == ["closing-words"]


@pytest.mark.parametrize(
    ("below", "code"),
    [
        ("if: {hex: D8, is: empty}\nThanks\n", "part-apart"),
        ("if: {hex: D8, is: empty}\n- place: pink L6\n", "part-apart"),
        ("times: 2\n- place: pink L6\nThanks\n", "part-apart"),
        ("if you like\n- place: pink L6\n", "unclear-line"),
    ],
)
def test_a_part_of_an_order_that_lost_its_indentation_is_named(below: str, code: str) -> None:
    read, problems = read_sent(f"{ORDERS}{below}".encode())
    if read is not None:
        problems = (*problems, *check_schema(read.value, (), read, "move-file"))
    assert (code, 6) in [(problem.code, problem.place.line) for problem in problems]


@pytest.mark.parametrize("words", ["Notes: all is well", "see: the attached rules", "From: Otto"])
def test_a_word_with_a_colon_below_an_empty_line_is_no_key(words: str) -> None:
    read, problems = read_sent(f"{ORDERS}\n{words}\n\nThanks\nDora\n".encode())
    assert read is not None
    assert [problem.code for problem in problems] == ["text-around"]


def test_a_letter_may_end_with_thanks() -> None:
    letter = "press:\n- to: all\n  text: |\n    Hello\n    Thanks,\n    Dora\n"
    read, problems = read_sent(f"{ORDERS}{letter}".encode())
    assert (read is not None, problems) == (True, ())
    assert read_sent(f"{ORDERS}press:\n- to: all\n  text: Hello\nThanks\n".encode())[0] is None
