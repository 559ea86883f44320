"""What phones and mail programs do to a move file, and that it is read as it was written."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest
from unit.intake.written import FORM, ORDERS, REPORT, WRITTEN, quote, swap

from adjudicator.core.order import Gravity, describe, worst_gravity
from adjudicator.intake.mailed.mended_lines import ChangeKind
from adjudicator.intake.mailed.mending import MendedText, mend
from adjudicator.intake.movefile import read_sent
from adjudicator.intake.sentences import SENTENCES

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
    "above the last line of a report": (
        lambda text: f"Hi,\n\n{text}checked: 4f3c 91d2\nHead of turn 6: 4f3c\n",
        ["text-around"],
    ),
    "above it, with a long remark": (
        lambda text: f"Hi,\n\n{text}# {'place ' * 9}\nchecked: 4f3c 91d2\nHead of turn 6: 4f3c\n",
        ["text-around"],
    ),
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
    "neither a dash nor a colon with its blank": (swap("- place: ", "-place:"), ["colon-blank", "list-dash"]),
    "a colon without its blank": (swap("turn: 7", "turn:7"), ["colon-blank"]),
    "an order's colon without its blank": (swap("place: p", "place:p"), ["colon-blank"]),
    "capitals": (
        lambda text: text.replace("game: g", "Game: G").replace("seat: d", "Seat: D").replace("- p", "- P"),
        ["id-spelling", "key-spelling"],
    ),
    "capitals within an item": (swap("  if", "  If"), ["key-spelling"]),
    "capitals within a letter": (
        lambda text: text.replace(
            '- {to: [chen], text: "West is yours, I keep away"}', "- TO: [chen]\n  Text: 'West is yours, I keep away'"
        ),
        ["key-spelling"],
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
WRAPPED = ("I am on holiday until Thursday, and then I can answer again every", "evening, if nothing comes between")
"""A note, as a mail program wraps it."""


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


@pytest.mark.parametrize("key", ["note: ", "press:\n- to: chen\n  text: "])
@pytest.mark.parametrize("below", ["", "\nBest\nDora\n", "standing: []\n"])
def test_a_wrapped_text_goes_on_at_the_left_edge(key: str, below: str) -> None:
    written, _ = read_sent(f"{ORDERS}{key}{' '.join(WRAPPED)}\n".encode())
    read, problems = read_sent(f"{ORDERS}{key}{WRAPPED[0]}\n{WRAPPED[1]}\n{below}".encode())
    assert written is not None
    assert read is not None
    assert isinstance(read.value, dict)
    assert read.value | {"standing": []} == written.value | {"standing": []}  # type: ignore[operator]
    assert [problem.code for problem in problems if problem.code != "text-around"] == ["wrapped-text"]


@pytest.mark.parametrize(
    ("first", "rest"),
    [
        ("On holiday", WRAPPED[1]),
        (f"{WRAPPED[0]}.", WRAPPED[1]),
        (f"'{WRAPPED[0]}'", WRAPPED[1]),
        (WRAPPED[0], "yellow P5"),
        (WRAPPED[0], "place: yellow"),
        (WRAPPED[0], "Evening"),
        (WRAPPED[0], "end my turn"),
    ],
)
def test_nothing_that_may_be_an_order_is_read_as_the_rest_of_a_text(first: str, rest: str) -> None:
    _, problems = read_sent(f"{ORDERS}note: {first}\n{rest}\n".encode())
    assert not any(problem.code == "wrapped-text" for problem in problems)


def test_a_list_below_a_long_note_is_a_list_without_its_colon_too() -> None:
    read, _ = read_sent(f"game: g42\nturn: 7\nseat: dora\nnote: {WRAPPED[0]}\norders\n- place: pink L5\n".encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert (read.value["note"], read.value["orders"]) == (WRAPPED[0], [{"place": "pink L5"}])


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
    assert [(problem.code, problem.place.line) for problem in problems] == [("text-around", 3), ("brackets", 9)]


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
    problems = read_sent(text.encode())[1]
    assert worst_gravity(problems) is Gravity.INVALID
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


def test_a_text_with_more_lines_than_any_mail_is_read_as_it_was_sent() -> None:
    below = "\n" * 4_000
    assert mend(f"Hi,\n\n{WRITTEN}").changes
    assert mend(f"Hi,\n\n{WRITTEN}{below}") == MendedText(f"Hi,\n\n{WRITTEN}{below}")
