"""CASE files that cannot be run: every mistake is told with its place, and never as a traceback."""

from __future__ import annotations

import pytest

from adjudicator.cases.running import run_file

RIGHT = """\
case: X1-01
title: A camel
game: through-the-desert
edition: 2005
options: {taken-water: shown}
seats: [amira, bilal]
rule: {2005: Placing camels}
rulings: [T3]
basis: rulebook
why: May it? Yes.
before:
  supply: {pink: 9}
  text: |2
          B     D     F
       A     C     E
     3    Pa*   &&    f3
     3 a3    c3    e3
     4    b4    ~2    Yb*
actions:
  - amira: place pink C3
after:
  points: {amira: 5}
"""


def problems_of(text: str | bytes) -> list[str]:
    result = run_file(text if isinstance(text, bytes) else text.encode(), "x.yaml")
    assert not result.ok
    assert result.problems
    return [line.removeprefix("  x.yaml:") for line in result.to_lines()[1:]]


def test_the_file_is_right_before_it_is_spoilt() -> None:
    assert run_file(RIGHT.encode(), "x.yaml").ok


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("case: X1-01", "case: 1", "1:7: 'case' must be the number of a case, such as T3-04, not the number 1"),
        ("title: A camel", "titel: A camel", "2:1: unknown key 'titel'; did you mean 'title'?"),
        ("basis: rulebook", "basis: me", ("9:8: 'basis' must be rulebook, follows, choice, option or mail, "
            "not the text 'me'")),
        ("game: through", "game: trough", "3:7: no game 'trough-the-desert' is installed; there are: "),
        ("edition: 2005", "edition: 2004", ("4:10: there is no edition 2004 of through-the-desert; "
            "there are 2005, manual and allplay")),
        ("taken-water:", "taken-tea:", "5:11: there is no option taken-tea of through-the-desert; there are "),
        ("shown}", "shown, side: river}", "12:3: side=river does not go with edition 2005, whose board has no"),
        ("shown}", 'shown, board: "title: a\\n\\nA B"}', "12:3: line 1, column 1: the map shows no hex that a"),
        ("shown}", "drunk}", "5:24: the option taken-water is one of hidden or shown, not drunk"),
        ("seats: [amira, bilal]", "seats: [amira]", "6:8: through-the-desert is for 2 to 5 seats, not for 1"),
        ("[T3]", "[T3, T99]", "8:15: through-the-desert has no ruling T99; there are S1, S2, "),
        ("rule: {2005:", "rule: {1998:", "7:8: there is no edition 1998 of through-the-desert; there are 2005"),
        ("- amira:", "- amina:", "20:5: there is no seat amina in this case; the seats are amira and bilal"),
        ("{amira: 5}", "{carla: 5}", "22:12: there is no seat carla in this case; the seats are amira and bilal"),
        ("place pink C3", "palce pink C3", ("20:12: 'palce pink C3' asks for nothing that Through the Desert knows "
            "(not-understood)")),
        ("place pink C3", "place pink Z3", ("20:12: 'place pink Z3' asks for nothing that Through the Desert knows "
            "(unknown-hex)")),
        ("  supply: {pink: 9}", "  sypply: {pink: 9}", "12:3: unknown key 'sypply'; did you mean 'supply'?"),
        ("{pink: 9}", "{plum: 9}", ("12:12: plum is not a colour of this edition; the colours are pink, yellow, "
            "green, turquoise and purple")),
        ("  supply: {pink: 9}", "  water: {G7: 1}", "12:11: G7 is a mountain of this board"),
        ("  supply: {pink: 9}", "  oases: [A1]", "12:11: A1 is not a hex of this board"),
        ("  supply: {pink: 9}", "  mover: carla", "12:10: there is no seat carla; the seats are amira and bilal"),
        ("  supply: {pink: 9}", "  hand: {amira: [pink]}", "12:9: hand belongs to what is expected, not to a position"),
        ("  supply: {pink: 9}", "  camels: {amira: {pink: [D3]}}", "12:27: D3 holds an oasis and amira's pink camel"),
        ("  supply: {pink: 9}", "  leaders: {amira: {pink: C4}}",
            "12:27: amira's pink leader stands on B3 too"),
        ("  supply: {pink: 9}", "  areas: [{seat: amira, colour: pink, hexes: [B3]}]",
            "12:11: B3 is said to be closed and holds amira's pink leader"),
        ("  points:", "  board: small\n  points:", "22:10: board belongs to a position, not to what is expected"),
        ("  points:", "  oases: [Z1]\n  points:", "22:11: Z1 is not a hex of this board"),
        ("Pa*", "Pz*", "16:11: Pz*: no seat has the letter z; there are a and b"),
        ("     4    b4 ", "     4    b5 ", "18:11: b5 stands where B4 is"),
        ("~2", "~?", "13:9: D4 holds water of no value; write 1, 2 or 3, or ~1, ~2 or ~3 if drawn"),
        ("a3 ", "Pa*", "13:9: amira's pink leader stands on B3 too"),
        (" b4 ", ":yb:", "13:9: B4 is drawn as closed, but amira's pink leader on B3 is not shut out"),
        (" b4", "^^^", "13:9: B4 is drawn as a mountain, but there is none on this board"),
        ("text: |2", "text: |", ("13:9: a drawing whose first line is not its leftmost one stands behind 'text: |2', "
            "two blanks in")),
        ("why: May it? Yes.", "why: >\n  May it?\n  Yes.", ("10:6: only a drawing (text) and an option may have "
            "several lines; write this in one line, or go on indented without |")),
        ("before:", "setup: true\nbefore:", ("11:1: the case begins twice; "
            "give either a position (before) or setup: true")),
        ("before:", "impossible: [side]\nbefore:", ("11:1: only a set-up can be impossible; "
            "the case has none (setup: true)")),
        ("after:", "told: {carla: []}\nafter:", "21:8: there is no seat carla in this case; the seats are"),
        ("after:", "view: {crowd: {}}\nafter:", "21:8: there is no seat crowd in this case; the seats are"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_at_its_place(right: str, wrong: str, said: str) -> None:
    assert RIGHT.count(right) >= 1, right
    spoilt = RIGHT.replace(right, wrong, 1)
    assert any(problem.startswith(said) for problem in problems_of(spoilt)), problems_of(spoilt)


def test_a_case_has_to_begin_somewhere() -> None:
    begun = RIGHT[: RIGHT.index("before:")]
    assert problems_of(begun) == ["1:1: the case begins nowhere; give a position (before), or setup: true"]


def test_all_mistakes_of_a_kind_are_told_at_once() -> None:
    spoilt = RIGHT.replace("edition: 2005", "edition: 1").replace("[T3]", "[T0]").replace("{pink: 9}", "{pink: many}")
    assert [problem.split(":")[0] for problem in problems_of(spoilt)] == ["4", "8", "12"]


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"[", b"- a\n", b"case: &x T1-01\n", b"a" * 70_000, b"\0"])
def test_what_is_no_case_at_all_is_told_too(data: bytes) -> None:
    assert problems_of(data)


def test_a_board_that_is_said_to_be_drawn_needs_a_drawing() -> None:
    drawing = RIGHT[RIGHT.index("  text:") : RIGHT.index("actions:")]
    assert problems_of(RIGHT.replace(drawing, "  board: drawn\n")) == [
        "13:10: the board is said to be drawn, but there is no drawing (text)"
    ]
    blank = "  board: drawn\n  text: |2\n          B\n       A\n     1 ^^^\n"
    assert problems_of(RIGHT.replace(drawing, blank)) == ["14:9: the drawing shows no hex that a camel could stand on"]


def test_more_camels_than_there_are_is_a_mistake() -> None:
    names = ", ".join(f"{column}{row}" for column in "DEK" for row in range(5, 13))
    crowded = RIGHT.replace("supply: {pink: 9}", f"camels: {{bilal: {{yellow: [{names}]}}}}")
    assert problems_of(crowded) == ["12:3: there are 2 more yellow camels than the edition has"]
