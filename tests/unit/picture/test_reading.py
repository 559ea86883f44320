"""Boards drawn by hand: parts of a board, and located problems where a mark is not understood."""

from __future__ import annotations

import pytest

from adjudicator.rules.through_the_desert.cases.drawing import DrawnPosition, read_text

COLOURS = ("pink", "yellow", "green", "turquoise", "purple")


def read(text: str) -> DrawnPosition:
    return read_text(text, COLOURS, ("amira", "bilal"))


def problems_of(text: str) -> list[str]:
    with pytest.raises(ValueError, match="line") as caught:
        read(text)
    return str(caught.value).splitlines()


def test_a_part_of_a_board_is_enough() -> None:
    drawn = read("""
      D     F
         E
 8    Pa*   .
 8      [Pa]
 9    &&    ~3
 9       ^^^
""")

    assert drawn.camels == [
        {"hex": "D8", "colour": "pink", "seat": "amira", "leader": True},
        {"hex": "E8", "colour": "pink", "seat": "amira", "leader": False},
    ]
    assert drawn.newest == {"E8"}
    assert drawn.oases == ["D9"]
    assert drawn.water == {"F9": 3}
    assert drawn.mountains == ["E9"]
    assert drawn.hexes == ["D8", "F8", "E8", "D9", "F9"]


def test_row_numbers_on_the_right_and_a_legend_are_not_cells() -> None:
    drawn = read("   D     F\n      E\n10    ~?     10\n   D     F\n\nP pink, a amira\n")

    assert drawn.water == {"E10": None}
    assert drawn.hexes == ["E10"]


def test_every_problem_is_named_with_its_place() -> None:
    text = """\
   D     F
      E
 8 Ra    Pz
 8    what
 9 f9    [Pa
 9  Pa   .
no number
"""

    assert problems_of(text) == [
        "line 3, column 4: Ra: no colour has the letter R; there are P, Y, G, T and U",
        "line 3, column 10: Pz: no seat has the letter z; there are a and b",
        "line 4, column 7: what is not a mark of a board",
        "line 5, column 4: f9 stands where D9 is",
        "line 5, column 10: [Pa is not a mark of a board",
        "line 6, column 5: Pa would be D9, which belongs on another line",
        "line 6, column 10: . would be F9, which belongs on another line",
        "line 7, column 1: a line of a board begins with the number of its row",
    ]


def test_of_what_stands_below_the_map_the_river_is_read() -> None:
    drawn = read(
        "   D     F\n      E\n 9 d9    f9\n 9    e9\n\nClosed areas: none.\nRiver: d9-e9, F9-E9\nriver: E8-E9\n"
    )

    assert drawn.river == ["D9-E9", "F9-E9", "E8-E9"]


def test_what_is_no_side_of_a_hex_is_named_with_its_place() -> None:
    assert problems_of("   D\n 9 d9\n\nriver: D9-E9 D9-F9 D9 D9-D9\n") == [
        "line 4, column 14: D9-F9 is not a side between two hexes; write it as D9-E9",
        "line 4, column 20: D9 is not a side between two hexes; write it as D9-E9",
        "line 4, column 23: D9-D9 is not a side between two hexes; write it as D9-E9",
    ]


def test_a_cell_that_no_letter_heads_is_a_problem() -> None:
    assert problems_of("   D     F\n 8          .\n") == ["line 2, column 13: . does not stand below a column letter"]


def test_a_line_shows_every_second_column() -> None:
    assert problems_of("   D     F\n      E\n 8 Pa Pb\n") == [
        "line 3, column 7: Pb would be E8, which belongs on another line"
    ]


def test_a_drawing_without_column_letters_is_a_problem() -> None:
    assert problems_of(" 8  Pa\n")[-1].startswith("line 1, column 1: a drawing begins with two lines of column letters")
