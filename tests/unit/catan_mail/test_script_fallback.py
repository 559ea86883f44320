"""Fallback orders are the script of a turn whose deadline was missed (rulings section 4.7)."""

from __future__ import annotations

from typing import Any

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import END, FORCE, LATE, Mail

from adjudicator.core.driver import Stop

HAND = {"brick": 2, "lumber": 2, "ore": 2}
OTHERS = {"bilal": {"hand": {"grain": 1}}, "chadi": {"hand": {"grain": 1}}}


def sit(fallback: str, **facts: Any) -> Mail:
    state = lay_out({"amira": {"settlements": [12], "roads": [(12, 13)], "hand": HAND}, **OTHERS}, **facts)
    mail = Mail(state)
    mail.send("amira", "", fallback=fallback)
    return mail


def test_a_fallback_is_run_like_a_script_then_the_turn_ends() -> None:
    mail = sit("- bank: ore for wool\n- road: 13-14")
    assert mail.missing == ["amira"]
    assert mail.announcements("amira") == [
        (
            "If you send nothing, your fallback orders are used (road 13-14), and your turn ends. "
            "As things stand this would not be done: "
            "bank ore for wool, since the bank asks 4 ore for each card; you hold 2."
        )
    ]
    mail.run((1, 1), leave=LATE)
    assert mail.fates("amira") == [
        "fallback: bank ore for wool: refused",
        "fallback: road 13-14: done",
        "policy: end turn: done",
    ]
    assert mail.stop == (Stop.PACING, "bilal")
    assert mail.agendas["amira"].items == ()


@pytest.mark.parametrize("leave", [LATE, FORCE])
def test_what_stands_behind_its_end_is_never_reached(leave: Any) -> None:
    mail = sit(f"- road: 13-14\n{END}\n- road: 11-12")
    mail.run((1, 1), leave=leave)
    assert mail.fates("amira") == ["fallback: road 13-14: done", "fallback: end turn: done"]
    assert mail.agendas["amira"].items == ()


def test_before_the_deadline_it_is_not_used() -> None:
    mail = sit(f"- road: 13-14\n{END}")
    mail.run()
    assert mail.happened == []


def test_it_starts_again_in_every_turn_that_is_missed() -> None:
    mail = sit(f"- road: [13-14, 14-15]\n{END}")
    mail.run((1, 1), leave=LATE)
    for _ in range(2):
        mail.run((1, 1), leave=LATE)
    mail.run((1, 1), leave=LATE)
    assert mail.fates("amira") == ["fallback: road 14-15: done", "fallback: end turn: done"]


def test_it_follows_the_orders_of_a_script_without_end() -> None:
    mail = sit(f"- road: 13-14\n{END}")
    mail.send("amira", "- road: 11-12", fallback=f"- road: 13-14\n{END}", draft=True)
    mail.run((1, 1), leave=LATE)
    assert mail.fates("amira") == ["road 11-12: done", "fallback: road 13-14: done", "fallback: end turn: done"]


def test_lines_are_those_of_the_fallback() -> None:
    fallback = f"- bank: ore for wool\n- if: {{line: 1, is: refused}}\n  then:\n    - road: 13-14\n{END}"
    mail = sit(fallback)
    mail.send("amira", "- take: bilal 7", fallback=fallback, draft=True)
    mail.run((1, 1), leave=LATE)
    assert mail.fates("amira") == [
        "take bilal 7: refused",
        "fallback: bank ore for wool: refused",
        "fallback: road 13-14: done",
        "fallback: end turn: done",
    ]


def test_a_fallback_moves_the_robber() -> None:
    mail = sit(f"- road: 13-14\n- robber: G\n{END}", stage="robber", dice=7)
    mail.run((1, 1), leave=LATE)
    assert mail.fates("amira") == ["fallback: robber G: done", "fallback: road 13-14: done", "fallback: end turn: done"]


def test_a_robber_order_that_cannot_be_gives_way_to_the_default() -> None:
    mail = sit(f"- robber: J\n- road: 13-14\n{END}", stage="robber", dice=7)
    mail.run((1, 1), leave=LATE)
    assert mail.fates("amira")[:3] == [
        "fallback: robber J: refused",
        "policy: robber A: done",
        "fallback: road 13-14: done",
    ]


def test_a_fallback_places_free_roads() -> None:
    mail = sit(f"{END}", stage="free-roads", free_roads=1)
    mail.send("amira", "", fallback=f"- road: 13-14\n{END}")
    mail.run((1, 1), leave=LATE)
    assert mail.fates("amira") == ["fallback: road 13-14: done", "fallback: end turn: done"]


def test_free_roads_without_a_word_go_where_it_was_announced() -> None:
    mail = sit("", stage="free-roads", free_roads=2)
    assert mail.announcements("amira") == [
        "If you send nothing, you place roads on 4-12 and 3-4, nothing is built or traded, and your turn ends."
    ]
    mail.run((1, 1), leave=LATE)
    assert mail.fates("amira")[:2] == ["policy: road 4-12: done", "policy: road 3-4: done"]


def test_orders_before_the_roll_that_do_not_end_the_turn_are_followed_by_a_question() -> None:
    amira = {"settlements": [12], "cards": {"knight": 1}}
    seats = {"amira": amira, "bilal": {"settlements": [23], "hand": {"wool": 1}}, "chadi": {}}
    mail = Mail(lay_out(seats, stage="before-roll", dice=0, options={"preroll": "ask"}, turn=5))
    mail.send("amira", "- knight: G from bilal\n- roll: dice")
    assert mail.announcements("amira") == [
        (
            "If you send nothing, your orders on file are carried out (knight G from bilal; roll dice), and you are "
            "asked again after the roll."
        )
    ]
    mail.send("amira", "- knight: G from bilal\n- end: turn\n  if: {rolled: 8}")
    assert mail.announcements("amira") == [
        (
            "If you send nothing, your orders on file are carried out (knight G from bilal; end turn if the dice show "
            "8), and you are asked again after the roll, unless they end your turn."
        )
    ]
    mail.run((3, 5), leave=LATE)
    assert "end turn if the dice show 8: done" in mail.fates("amira")


def test_conditions_that_are_not_met_are_told_together_and_other_reasons_alone() -> None:
    mail = sit("- city: 12\n- if: {have: 4 ore}\n  then: [{bank: ore for wool}]\n- buy: card\n  if: {have: 2 wool}\n")
    assert mail.announcements("amira") == [
        (
            "If you send nothing, nothing is built or traded, and your turn ends. "
            "As things stand this would not be done: city 12, since it needs 2 grain and 3 ore; you hold 2 brick, "
            "2 lumber and 2 ore, so 2 grain and 1 ore are missing. "
            "Nor would these: if you hold 4 ore, then bank ore for wool; buy card if you hold 2 wool, since their "
            "conditions are not met."
        )
    ]


def test_a_fallback_may_take_and_propose() -> None:
    mail = sit(f"- take: bilal 1\n- propose: {{give: 1 ore, get: 1 wool}}\n- road: 13-14\n{END}")
    mail.run(leave=LATE)
    assert mail.fates("amira") == ["fallback: take bilal 1: refused"]
    assert mail.stop == (Stop.WINDOW, "bilal")
    for seat in ("bilal", "chadi"):
        mail.send(seat, "- refuse: any")
    assert mail.missing == []
    mail.run((1, 1))
    assert mail.fates("amira") == [
        "fallback: propose 1 ore for 1 wool to everybody: refused",
        "fallback: road 13-14: done",
        "fallback: end turn: done",
    ]


def test_a_script_sent_during_the_window_of_a_fallback_takes_its_place() -> None:
    mail = sit(f"- propose: {{give: 1 ore, get: 1 wool}}\n- road: 13-14\n{END}")
    mail.run(leave=LATE)
    mail.send("amira", f"- road: 11-12\n{END}")
    for seat in ("bilal", "chadi"):
        mail.send(seat, "- refuse: any")
    mail.run((1, 1))
    assert mail.fates("amira")[1:] == ["road 11-12: done", "end turn: done"]


def test_a_missed_turn_says_what_never_can_be_but_accepts_it() -> None:
    mail = sit("")
    assert mail.complaints("amira", "", fallback="- road: 12-13") == [("unwise", "path-taken")]
    assert mail.complaints("amira", "", fallback="- city: 12") == []
    assert mail.complaints("amira", "", fallback="- road: 12-40") == [("invalid", "unknown-path")]


def test_a_long_list_is_counted_in_the_sentence_about_silence() -> None:
    blocks = "".join(f"- if: {{have: {count} ore}}\n  then: [{{bank: ore for wool}}]\n" for count in range(3, 8))
    mail = Mail(lay_out({"amira": {"settlements": [12], "hand": HAND}, **OTHERS}))
    mail.send("amira", f"{blocks}{END}")
    assert mail.announcements("amira") == [
        (
            "If you send nothing, your orders on file are carried out (end turn), and your turn ends. "
            "As things stand these would not be done: if you hold 3 ore, then bank ore for wool; if you hold 4 ore, "
            "then bank ore for wool; if you hold 5 ore, then bank ore for wool; and 2 others, since their conditions "
            "are not met."
        )
    ]
    trades = "".join(f"- propose: {{give: 1 ore, get: {count} wool, to: [bilal, chadi]}}\n" for count in range(1, 11))
    mail.send("amira", f"{trades}{END}")
    assert mail.announcements("amira") == [
        "If you send nothing, your 11 orders on file are carried out, and your turn ends."
    ]
