"""Board files: read, written, judged; what an editor does to them, and what is wrong with them, line by line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from time import process_time

import pytest
from scrutiny.desert_boards import KINDS, damage_boards, make_boards

from adjudicator.rules.through_the_desert.boards import (
    DrawingError,
    find_board,
    load_board,
    read_board,
    tidy_text,
)
from adjudicator.rules.through_the_desert.boards.random_board import Features
from adjudicator.rules.through_the_desert.boards.review import DesertBoards, write_board

HOUSE = ("small", "full", "small-river", "full-river")
FULL = write_board(load_board("full"))
RIVER = write_board(load_board("full-river"))
BOARDS = DesertBoards()
DOCS = Path(__file__).parents[3] / "docs" / "boards.md"


def complaints_of(text: str) -> list[str]:
    with pytest.raises(DrawingError) as caught:
        read_board(text)
    return str(caught.value).splitlines()


def errors_of(text: str, seats: int | None = None) -> list[str]:
    return [f"{line}:{column}: {says}" for line, column, says in BOARDS.review(text, "2005", seats).errors]


def remarks_of(text: str, seats: int | None = None) -> str:
    return "\n".join(says for _, _, says in BOARDS.review(text, "2005", seats).remarks)


@pytest.mark.parametrize("name", HOUSE)
def test_our_boards_are_written_as_they_are_read_and_have_no_errors(name: str) -> None:
    text = write_board(load_board(name))
    board = read_board(text).board

    assert write_board(board) == text
    assert max(map(len, text.splitlines()[3:])) <= 78
    assert "not a publisher's product" in board.origin
    review = BOARDS.review(text, "2005", 2)
    assert (review.errors, review.remarks, review.seats) == ((), (), (2,))


@pytest.mark.parametrize("side", ["", "-river"])
def test_the_small_area_of_a_full_board_is_the_small_board(side: str) -> None:
    full, small = load_board(f"full{side}"), load_board(f"small{side}")

    area = full.for_seats(3)

    assert write_board(area).splitlines()[2:] == write_board(small).splitlines()[2:]
    assert full.for_seats(4) is full
    assert BOARDS.review(write_board(full), "2005", None).seats == (2, 3, 4, 5)
    assert remarks_of(write_board(full)) == ""


@pytest.mark.parametrize(
    "changed",
    [
        "\ufeff" + FULL,
        FULL.replace("\n", "\r\n"),
        FULL.replace("\n", "  \t\n"),
        FULL.upper(),
        FULL.replace(" ", "\u00a0"),
        "\n".join(
            line.expandtabs().replace(" " * 8, "\t") if line[:8].isspace() else line for line in FULL.split("\n")
        ),
        "# typed on a train\n\n" + FULL,
        FULL + "\n\n",
        re.sub(r"(?<= )\d+$", "", FULL, flags=re.MULTILINE),
    ],
    ids=["mark", "crlf", "trailing", "capitals", "no-break", "tabs", "comment", "blank lines", "no numbers right"],
)
def test_what_an_editor_does_changes_nothing(changed: str) -> None:
    board = read_board(changed).board

    assert board.grid == load_board("full").grid
    assert (board.pools, board.palms, board.strip) == (
        load_board("full").pools,
        load_board("full").palms,
        load_board("full").strip,
    )


def test_the_example_of_the_docs_is_read() -> None:
    text = DOCS.read_text()
    block = dedent(text[text.index("    title: Our old copy") : text.index("(This one only")])

    board = read_board(block).board
    names = board.grid.names_of

    assert (board.title, board.mountains, board.river) == ("Our old copy", ("B3",), (("A1", "B2"), ("A2", "B2")))
    assert names(board.strip) == ["C1", "C2", "D1", "D2", "D3"]
    assert (names(board.pools), names(board.palms)) == (["A3", "D2"], ["A2", "D3"])


MAP = """\
      B     D
   A     C
 1    b1    d1
 1 a1    c1
 2    b2    d2
"""


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("\n", "line 1, column 1: two lines of column letters go before the map"),
        (MAP.split("\n", 2)[2], "line 1, column 1: two lines of column letters go before the map"),
        (MAP.replace(" 1 a1", "   a1"), "line 4, column 4: this is neither column letters, nor a row of the map"),
        (MAP.replace(" 2 ", " 1 "), "line 5, column 7: b2 would be B1, which belongs on another line"),
        (MAP.replace(" 2 ", " 3 "), "line 5, column 7: b2 stands where B3 is"),
        (MAP.replace("B     D", "D     B"), "column letter C stands right of D"),
        (MAP.replace("D", "Y"), "a board has at most 24 columns, A to X"),
        (MAP.replace("d2", "&d2~"), "line 5, column 13: &d2~ is not a mark of a board"),
        (MAP.replace("d2", "Pa*"), "line 5, column 13: Pa* is not a mark of a board"),
        (MAP.replace("d1", "d1      e1"), "line 3, column 21: e1 stands right of the last column letter"),
        (
            MAP.replace("1    b1    d1", "1   +b1   +d1")
            .replace(" a1    c1", "+a1   +c1")
            .replace("2    b2    d2", "2   +b2   +d2"),
            "line 3, column 6: every hex is marked with + as part of the strip",
        ),
        (MAP + "titel: x\n", "line 6, column 1: titel: is none of title, origin and river"),
        (MAP + "title: x\ntitle: y\n", "line 7, column 1: a board has one title, and this is another"),
        (MAP + "title: D\u200dora\n", "line 6, column 9: \\u{200d} is not a character for a board"),
        (MAP + "title: \x07\n", "line 6, column 8: \\u{7} is not a character for a board"),
        (MAP + "river: B1-D1\n", "line 6, column 8: B1-D1: B1 and D1 are not next to each other"),
        (MAP + "river: A1-B1, b1-a1\n", "line 6, column 15: b1-a1 is listed twice"),
        (MAP + "river: A1-E9\n", "line 6, column 8: A1-E9: E9 is no hex of the map"),
        (MAP + "river: along\n", "line 6, column 8: along is not a side of a hex"),
    ],
)
def test_what_is_not_understood_is_told_where_it_stands(text: str, complaint: str) -> None:
    assert complaint in "\n".join(complaints_of(text))


@pytest.mark.parametrize(
    ("text", "seats", "says"),
    [
        (FULL.replace("&b8&", " b8 ").replace("&d3&", " d3 "), 3, "4 palm spaces (&&), but there are 5 palm trees"),
        (FULL.replace(" a3 ", " a3~").replace(" a4 ", " a4~"), 4, "need 47 water tokens, but there are 45"),
        (write_board(load_board("small-river")), 5, "the 20 leaders may not all find a place"),
    ],
)
def test_a_board_that_cannot_be_played_says_why_and_where(text: str, seats: int, says: str) -> None:
    found = errors_of(text, seats)

    assert says in "\n".join(found)
    assert all(int(place.split(":")[0]) > 3 for place in found)


def test_parts_that_cannot_be_reached_are_errors_at_the_smaller_part() -> None:
    text = "\n".join(
        line[:17] + " " * 6 + line[23:] if line[:2].strip().isdigit() else line for line in FULL.split("\n")
    )

    assert "cannot be reached from the rest of the board" in "\n".join(errors_of(text))


def test_a_hex_on_which_a_leader_would_enclose_others_is_an_error() -> None:
    text = (
        FULL.replace("\n 2    b2 ", "\n 2       ").replace("\n 2       c2 ", "\n 2 a2       ").replace(" b3  ", "     ")
    )

    assert "A3 is the only way to A2: a leader on it would enclose them in the set-up" in "\n".join(errors_of(text, 4))


def test_what_hinders_some_numbers_of_seats_only_is_a_remark() -> None:
    text = write_board(load_board("small-river"))

    assert BOARDS.review(text, "2005", None).seats == (2, 3)
    assert "not for 4 and 5 seats: the 20 leaders may not all find a place" in remarks_of(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (FULL.replace("q1~", "q1 "), "the small area has 31 pools; a printed one has 32"),
        (FULL.replace(" e1 ", " e1~"), "D1 and E1 lie side by side, all pools or palm spaces"),
        (FULL.replace(" d6 ", " ^^^"), "2 ranges of mountains lie inside; a printed board has one"),
        (RIVER.replace("river: A5-A6 ", "river: "), "one can walk round the river"),
        (FULL + "river: A3-B4 A3-B3 A3-A4\n", "less than a quarter"),
    ],
)
def test_a_board_unlike_the_printed_ones_is_remarked_on(text: str, says: str) -> None:
    assert says in remarks_of(text)


@pytest.mark.parametrize(
    ("left_out", "says"),
    [
        (" 3    b3", "row 3 has no line for the columns B, D, F, ...; every row has two"),
        (" 4 a4 ", "row 4 has no line for the columns A, C, E, ...; every row has two"),
    ],
)
def test_a_line_of_the_map_that_was_left_out_is_named(left_out: str, says: str) -> None:
    text = write_board(load_board("small-river"))
    kept = [line for line in text.split("\n") if not line.startswith((left_out, "river:"))]
    assert says in remarks_of("\n".join(kept))
    assert "every row has two" not in remarks_of(text)


def test_a_record_speaks_of_a_board_by_name_or_by_its_text() -> None:
    own = FULL.replace("Full board (4 and 5 seats)", "Ours")

    assert find_board("small", 2) is load_board("small")
    assert find_board(own, 4) is find_board(own, 5)
    assert (find_board(own, 2).text, find_board(own, 2).title) == (own, "Ours")
    assert find_board(own, 2).grid == load_board("small").grid
    assert tidy_text("\ufeffa \r\nb\t\r\n\r\n") == "a\nb\n"


@pytest.mark.parametrize("kind", KINDS)
def test_boards_made_at_random_are_faithful_and_different(kind: str) -> None:
    made = make_boards(kind, 4, salt="tests")

    assert (made.findings, made.different) == ([], 4)


def test_a_seed_makes_the_same_board_for_ever() -> None:
    made = BOARDS.make(0x5EED, 4, "river")

    assert made == BOARDS.make(0x5EED, None, "river")
    assert made.splitlines()[0] == "title: Board 0000000000005eed, made at random"


@pytest.mark.parametrize("row", [" 1" + " " * 60_000 + "x", " 1" + " 1" * 30_000, " " * 65_000 + ":", "1 " * 32_000])
def test_no_file_of_any_shape_takes_a_second(row: str) -> None:
    begin = process_time()
    assert BOARDS.review(f"{MAP}{row}\n", "2005", None).errors
    assert process_time() - begin < 1


def test_damaged_files_are_answered_with_errors_or_are_boards() -> None:
    assert sum(damage_boards(60).values()) == 60


def lay_anywhere(features: Features) -> int:
    """A defect: pools side by side."""
    return features.field & ~features.everything


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "defect", "says"),
    [
        ("random_board.Features._free", lay_anywhere, "lie side by side"),
        ("random_board._is_fair", lambda _bank, _field: True, "less than a quarter"),
        ("random_board._is_open", lambda _field: True, "neighbours"),
    ],
)
def test_a_defect_in_the_making_is_found(
    place: str, defect: Callable[..., object], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"adjudicator.rules.through_the_desert.boards.{place}", defect)

    assert says in "\n".join(make_boards("river", 8, salt="tests", oracle=9).findings)


@pytest.mark.parametrize(
    ("slip", "said"),
    [
        (lambda text: re.sub(r"(?m)^ +B .*\n", "", text, count=1), r"d1~ does not stand .*\n.*\n.*\(and 4 more on"),
        (lambda text: re.sub(r"(?m)^", "> ", text), r"\d\d more lines are not understood; if all are wrong"),
        (lambda text: text.replace("~", "#"), r"\d\d more lines are not understood"),
    ],
    ids=["letters gone", "quoted", "another mark"],
)
def test_one_slip_that_spoils_every_line_is_not_told_of_each_hex(slip: Callable[[str], str], said: str) -> None:
    complaints = complaints_of(slip(FULL))

    assert re.search(said, "\n".join(complaints))
    assert len(complaints) <= 8 * 3 + 1


def test_errors_for_some_numbers_of_seats_say_for_which() -> None:
    crowded = dedent(
        """
            B
         A     C
         1   +.
         1 .   .
         2   .
        """
    )
    said = errors_of(crowded)

    assert any("not for 2 seats: the 10 leaders" in error for error in said)
    assert any(re.search(r": 0 palm spaces \(&&\), but there are 5", error) for error in said)
    assert not any("not for" in error for error in errors_of(crowded, 2))


def test_the_drawing_of_a_board_shows_its_river() -> None:
    drawing = BOARDS.review(RIVER, "manual", None).drawing

    assert list(drawing) == RIVER.splitlines()[3:]
    assert any(line.startswith("river: ") for line in drawing)


def test_a_title_is_no_longer_than_a_report_can_bear() -> None:
    long = "title: " + 201 * "x"
    assert complaints_of(re.sub("title: .*", long, FULL)) == [
        "line 1, column 8: title: has 201 characters, and at most 200 go into every report"
    ]
    assert read_board(re.sub("title: .*", long[:-1], FULL)).board.title == 200 * "x"
