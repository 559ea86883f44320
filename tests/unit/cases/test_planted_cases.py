"""The runner can fail: a right case is spoilt in one spot after the other, and each time it says where and why."""

from __future__ import annotations

import pytest

from adjudicator.cases.running import Result, run_file

ON_THE_TABLE = """\
case: X1-01
title: A camel links an oasis
game: through-the-desert
edition: 2005
seats: [amira, bilal]
rule: {2005: Linking oases}
rulings: [W2]
basis: rulebook
why: Does it? Yes.
before:
  taken: {amira: [3]}
  text: |2
          B     D     F
       A     C     E
     2    b2    d2    f2
     2       c2    e2
     3    Pa*   &&    f3
     3 a3    c3    e3
     4    b4    ~2    Yb*
     4 a4    c4    e4
actions:
  - amira: place pink C3
events:
  - camel-placed: {seat: amira, colour: pink, hex: C3}
  - oasis-linked: {hex: D3, points: 5}
after:
  text: |2
          B     D
       A     C
     3    Pa*   &&
     3 a3    Pa
     4    b4    ~2
  camels: {amira: {pink: [C3]}}
  leaders: {bilal: {yellow: F4}}
  oases: [D3]
  tokens: 1
  water: {D4: 2, C4: null}
  supply: {pink: 21, yellow: 22}
  linked: {amira: {pink: [D3]}}
  taken: {amira: [3]}
  areas: []
  left: 1
  mover: amira
  phase: camels
  ending: null
  table: [amira, bilal]
  points: {amira: 8, bilal: {water: 0}}
legal:
  amira: {place pink: [A3, B2, B4, C2, C4, D4], place yellow: []}
  bilal: {place yellow: {includes: [F3], excludes: [D4]}}
refused:
  - amira: place pink B3
    because: occupied
view:
  bilal: {supply: {pink: 21}}
told:
  bilal:
    - camel-placed: {hex: C3, seat: amira}
    - oasis-linked: {seat: amira}
  public: {includes: [oasis-linked], excludes: [{oasis-linked: {points: null}}]}
"""

BY_MAIL = """\
case: X1-02
title: A turn by mail
game: through-the-desert
edition: 2005
seats: [amira, bilal]
rule: {}
basis: mail
why: Does it run? Yes.
before:
  left: 1
  leaders: {amira: {pink: B3}, bilal: {yellow: F4}}
orders:
  amira:
    - place: [pink F4, pink C3]
  bilal:
    - place: yellow F5
    - place: yellow F6
    - place: yellow E6
problems:
  - {seat: amira, code: never-legal, gravity: unwise, order: 1, line: 14}
stop: pacing
fates: {amira: [done], bilal: [done, done]}
kept: {bilal: [place yellow E6]}
asks: {amira: 2, bilal: 2}
"""

REFUSED = """\
case: X1-04
title: A set-up that cannot be
game: through-the-desert
edition: 2005
options: {water: face-down, taken-water: shown}
seats: [amira, bilal]
rule: {}
basis: option
why: May it? No.
setup: true
impossible: [taken-water, face-down]
"""

AT_SET_UP = """\
case: X1-03
title: A set-up
game: through-the-desert
edition: 2005
seats: [amira, bilal]
rule: {}
basis: choice
why: Who begins? Bilal.
setup: true
draws:
  - {draw: seat 0, of: 2, gives: 1}
events: []
after:
  hand: {amira: [pink, yellow, green, turquoise, purple]}
  table: [bilal, amira]
"""


def spoil(case: str, right: str, wrong: str) -> list[str]:
    assert case.count(right) == 1, right
    return run(case.replace(right, wrong))


def run(case: str) -> list[str]:
    result: Result = run_file(case.encode(), "x.yaml")
    assert result.ok == (len(result.to_lines()) == 1)
    return [line.removeprefix("  x.yaml:") for line in result.to_lines()[1:]]


@pytest.mark.parametrize("case", [ON_THE_TABLE, BY_MAIL, AT_SET_UP, REFUSED])
def test_the_cases_are_right_before_they_are_spoilt(case: str) -> None:
    assert run(case) == []


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("hex: C3}", "hex: C2}", ("24:5: event 1: expected camel-placed (seat amira, colour pink, hex C2), "
            "got camel-placed (seat amira, colour pink, hex C3)")),
        ("  - oasis-linked: {hex: D3, points: 5}\n", "", ("24:3: event 2: expected nothing more, "
            "got oasis-linked (seat amira, colour pink, hex D3, points 5)")),
        ("points: 5}\n", "points: 5}\n  - game-over\n", "26:5: event 3: expected game-over, got nothing more"),
        ("     3 a3    Pa\n", "     3 a3    Pb\n", "27:9: C3: expected bilal's pink camel, got amira's pink camel"),
        ("     4    b4    ~2\n  c", "     4    b4    ~3\n  c", "27:9: D4: expected water worth 3, got water worth 2"),
        ("pink: [C3]", "pink: [C3, C4]", "33:26: amira's pink camels: expected C3, C4, got C3"),
        ("yellow: F4", "yellow: F5", "34:29: bilal's yellow leader: expected F5, got F4"),
        ("oases: [D3]", "oases: []", "35:10: oases: expected none, got D3"),
        ("tokens: 1", "tokens: 2", "36:11: water tokens on the board: expected 2, got 1"),
        ("D4: 2,", "D4: null,", "37:15: water token on D4: expected none, got 2"),
        ("C4: null", "C4: 1", "37:22: water token on C4: expected 1, got none"),
        ("supply: {pink: 21, ", "supply: {pink: 22, ", "38:18: pink camels in the supply: expected 22, got 21"),
        ("pink: [D3]", "pink: []", "39:26: oases scored by amira's pink caravan: expected none, got D3"),
        ("taken: {amira: [3]}\n  areas", "taken: {amira: [1]}\n  areas",
            "40:18: water taken by amira: expected 1, got 3"),
        ("areas: []", "areas: [{seat: amira, colour: pink, hexes: [A3]}]",
            "41:10: areas: expected amira's pink (A3) for 1, got none"),
        ("left: 1", "left: 2", "42:9: still to place: expected 2, got 1"),
        ("mover: amira", "mover: bilal", "43:10: seat on move: expected bilal, got amira"),
        ("phase: camels", "phase: over", "44:10: phase: expected over, got camels"),
        ("ending: null", "ending: stuck", "45:11: ending: expected stuck, got nothing"),
        ("[amira, bilal]\n  points", "[bilal, amira]\n  points",
            "46:10: table order: expected [bilal, amira], got [amira, bilal]"),
        ("amira: 8", "amira: 5", "47:19: points of amira: expected 5, got 8"),
        ("water: 0", "water: 1", "47:37: points of bilal for water: expected 1, got 0"),
        ("water: 0", "wine: 0", "47:36: points of bilal for wine: expected 0, got nothing"),
        ("C2, C4, D4]", "C2, C4]", "49:23: legal for amira, place pink: expected not D4, got legal"),
        ("[A3, B2,", "[A3, F9, B2,", ("49:23: legal for amira, place pink: expected F9, "
            "got not legal; legal are A3, B2, B4, C2, C4, D4")),
        ("excludes: [D4]", "excludes: [F3]", "50:25: legal for bilal, place yellow: expected not F3, got legal"),
        ("because: occupied", "because: closed",
            "53:14: amira: place pink B3: expected refused as closed, got refused as occupied"),
        ("amira: place pink B3", "amira: place pink B2",
            "53:14: amira: place pink B2: expected refused as occupied, got legal"),
        ("supply: {pink: 21}}", "supply: {pink: 20}}",
            "55:26: what bilal is shown, supply, pink: expected 20, got 21"),
        ("supply: {pink: 21}}", "supper: {pink: 21}}",
            "55:19: what bilal is shown, supper: expected (pink 21), got no such thing"),
        ("hex: C3, seat", "hex: C2, seat", ("58:7: event 1 told to bilal: expected camel-placed "
            "(hex C2, seat amira), got camel-placed (seat amira, colour pink, hex C3)")),
        ("linked: {seat: amira}", "linked: {value: 3}", ("59:7: event 2 told to bilal: expected oasis-linked "
            "(value 3), got oasis-linked (seat amira, colour pink, hex D3, points 5)")),
        ("{points: null}", "{points: 5}", ("60:49: events told to public: expected no oasis-linked (points 5), "
            "got oasis-linked (seat amira, colour pink, hex D3, points 5)")),
    ],
)  # fmt: skip
def test_each_expectation_about_the_table_can_fail(right: str, wrong: str, said: str) -> None:
    assert spoil(ON_THE_TABLE, right, wrong) == [said]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("place pink C3\n", "place pink C5\n",
            "22:5: amira: place pink C5: expected to be legal, got not legal: not-next"),
        ("  - amira: place pink C3", "  - bilal: place yellow F5",
            "22:5: bilal: place yellow F5: expected to be on move, got amira is"),
    ],
)  # fmt: skip
def test_an_action_that_cannot_be_done_ends_the_case(right: str, wrong: str, said: str) -> None:
    assert spoil(ON_THE_TABLE, right, wrong) == [said]


def test_events_may_be_asked_for_in_part() -> None:
    listed = ON_THE_TABLE[ON_THE_TABLE.index("events:\n") : ON_THE_TABLE.index("after:\n")]
    part = "events: {includes: [oasis-linked], excludes: [{oasis-linked: {points: 10}}, game-over]}\n"
    assert run(ON_THE_TABLE.replace(listed, part)) == []
    part = "events: {includes: [game-over], excludes: [oasis-linked]}\n"
    assert run(ON_THE_TABLE.replace(listed, part)) == [
        (
            "23:21: events: expected game-over, got camel-placed (seat amira, colour pink, hex C3); "
            "oasis-linked (seat amira, colour pink, hex D3, points 5)"
        ),
        "23:44: events: expected no oasis-linked, got oasis-linked (seat amira, colour pink, hex D3, points 5)",
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("order: 1, ", "order: 2, ", [("14:15: problem: expected none, got amira, order 1: never-legal "
            "(unwise: place pink F4: this can never be carried out: F4 is taken by bilal's yellow leader)"),
            ("20:5: problem: expected seat amira, code never-legal, gravity unwise, order 2, line 14, "
            "got amira, order 1: never-legal (unwise: place pink F4: this can never be carried out: "
            "F4 is taken by bilal's yellow leader)")]),
        ("line: 14", "line: 15", None),
        ("gravity: unwise", "gravity: illegal", None),
        ("code: never-legal", "code: not-next", None),
        ("problems:\n  - {seat: amira, code: never-legal, gravity: unwise, order: 1, line: 14}\n", "", None),
        ("stop: pacing", "stop: blocked", ["21:7: the turn's end: expected blocked, got pacing"]),
        ("amira: [done],", "amira: [skipped],", ["22:16: fates of amira's orders: expected skipped, got done"]),
        ("bilal: [done, done]", "bilal: [done]", ["22:31: fates of bilal's orders: expected done, got done; done"]),
        ("[place yellow E6]", "[]", ["23:15: orders kept of bilal: expected none, got place yellow E6"]),
        ("amira: 2, bilal: 2", "bilal: 2, amira: 2",
            ["24:7: asked next: expected bilal 2, amira 2, got amira 2, bilal 2"]),
    ],
)  # fmt: skip
def test_each_expectation_about_a_turn_can_fail(right: str, wrong: str, said: list[str] | None) -> None:
    found = spoil(BY_MAIL, right, wrong)
    assert found
    assert said is None or found == said


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("gives: 1", "gives: 0", "15:10: table order: expected [bilal, amira], got [amira, bilal]"),
        ("of: 2", "of: 3", "11:5: outcomes of the draw seat 0: expected 3, got 2"),
        ("seat 0", "seat 9", "11:5: the draw seat 9: expected to be made, got never made"),
        ("events: []", "events: [leader-returned]", "12:10: event 1: expected leader-returned, got nothing more"),
        (", purple]", "]", ("14:17: leaders in amira's hand: expected green, pink, turquoise, yellow, "
            "got green, pink, purple, turquoise, yellow")),
    ],
)  # fmt: skip
def test_each_expectation_about_a_set_up_can_fail(right: str, wrong: str, said: str) -> None:
    assert said in spoil(AT_SET_UP, right, wrong)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("taken-water, face-down]", "taken-water, river]", "11:13: the set-up: expected to be refused with river, "),
        ("shown}", "hidden}", "11:13: the set-up: expected to be refused, got possible"),
        ("impossible: [taken-water, face-down]\n", "", "10:8: the set-up: expected to be possible, got refused: "),
    ],
)
def test_each_expectation_about_a_set_up_that_is_refused_can_fail(right: str, wrong: str, said: str) -> None:
    (found,) = spoil(REFUSED, right, wrong)
    assert found.startswith(said)


def test_a_draw_beyond_what_there_is_is_a_difference() -> None:
    assert "11:5: the draw seat 0: expected 2, got 0 to 1" in spoil(AT_SET_UP, "gives: 1", "gives: 2")


def test_a_later_step_is_held_to_its_own_expectations() -> None:
    later = ON_THE_TABLE + "then:\n  - actions:\n      - amira: place pink C4\n    after:\n      points: {amira: 9}\n"
    assert run(later) == ["65:23: points of amira: expected 9, got 8"]
