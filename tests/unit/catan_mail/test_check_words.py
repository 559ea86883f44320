"""Whatever words stand in a file, and whatever moment it is, the file is answered, and no fault is ours."""

from __future__ import annotations

import json
from typing import Any

import pytest
from oracle.catan_positions import lay_out
from oracle.dice import Dice
from unit.catan_mail.correcting import answer
from unit.catan_mail.mailing import Mail

from adjudicator.core.order import CORRECTION, describe
from adjudicator.core.seat_names import SeatNames

KEY_TEXT = (
    "settlement city road buy bank build try propose take accept refuse counter knight robber road-building plenty "
    "monopoly discard place end roll offer want keep first card trade give if then else when unless play bid prefer 1 "
    "get up-to of from with ask for rest either agree"
)
KEYS = KEY_TEXT.split()
WORD_TEXT = (
    "21 12-13 22-23 20/21 best any toward to 15 ore wool 2 1 4 grain sheep for or and not if unless bilal chen leader "
    "mine my the a knight E from robber hex turn end card dice roll keep rest first last all nothing no yes again "
    "nobody , ; : ! ? -> settlement city road bank propose give get need have points 8 more less 3:1 than else then "
    "V1 R1 camel outbid"
)
WORDS = WORD_TEXT.split()
RICH = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 4)
AMIRA = {"settlements": [19, 42], "roads": [(19, 20), (20, 21)], "hand": RICH, "cards": {"knight": 1}}
BILAL = {"settlements": [10], "hand": {"wool": 2, "brick": 1}}
TABLE = {"amira": AMIRA, "bilal": BILAL}


def propose() -> Mail:
    mail = Mail(lay_out(TABLE, turn=5, mover="bilal"))
    mail.send("bilal", "- propose: {give: 1 wool, get: 1 ore}")
    mail.run()
    return mail


MOMENTS: dict[str, Mail] = {
    "set-up": Mail(lay_out({}, stage="settlement")),
    "turn": Mail(lay_out(TABLE, turn=5)),
    "turn of another": Mail(lay_out(TABLE, turn=5, mover="bilal")),
    "proposal": propose(),
    "robber": Mail(lay_out(TABLE, turn=5, stage="robber", dice=7)),
    "free roads": Mail(lay_out(TABLE, turn=5, stage="free-roads", free_roads=2)),
    "before the roll": Mail(lay_out(TABLE, turn=5, stage="before-roll", dice=0, options={"preroll": "ask"})),
    "discard": Mail(
        lay_out({"amira": {"hand": RICH, "owes": 5}}, turn=5, stage="discard", dice=7, options={"discard": "ask"})
    ),
}


def write_value(dice: Dice, depth: int = 0) -> Any:
    kind = dice.below(20)
    if kind < 10 or depth > 1:
        return " ".join(dice.pick(WORDS) for _ in range(1 + dice.below(6)))
    if kind < 12:
        return dice.below(60)
    if kind < 15:
        return [write_value(dice, depth + 1) for _ in range(1 + dice.below(3))]
    return {dice.pick(KEYS): write_value(dice, depth + 1) for _ in range(1 + dice.below(3))}


def write_item(dice: Dice) -> Any:
    return write_value(dice, 2) if dice.below(3) == 0 else {dice.pick(KEYS): write_value(dice)}


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_file_is_answered(moment: str) -> None:
    dice, mail = Dice("words", moment), MOMENTS[moment]
    for number in range(150):
        items = "\n".join(f"- {json.dumps(write_item(dice))}" for _ in range(1 + dice.below(2)))
        judgement = mail.judge("amira", "", standing=items) if number % 5 == 0 else mail.judge("amira", items)
        assert all(describe(problem, mail.intake.sentences) for problem in judgement.problems)


def test_more_cards_of_the_bank_than_there_are() -> None:
    (problem,) = MOMENTS["turn"].judge("amira", "- bank: 34 wool for 49 ore").problems[-1:]
    assert describe(problem, MOMENTS["turn"].intake.sentences) == (
        "bank 34 wool for 49 ore: the bank asks 4 wool for each card; you hold 4; "
        "write for example 'bank: 4 wool for 1 ore'"
    )


def test_cards_of_every_kind_in_one_trade_leave_none_to_ask_for() -> None:
    mail = MOMENTS["turn"]
    judgement = mail.judge("amira", "- trade: 1 brick, 1 lumber, 1 wool, 1 grain, 1 ore")
    assert [problem.code for problem in judgement.problems][-1:] in (["unread-meant"], ["unknown-order"])


def test_free_roads_are_found_in_the_set_up_too() -> None:
    mail = Mail(lay_out({"amira": {"settlements": [19], "roads": [(19, 20)]}}, stage="settlement"))
    (problem,) = mail.judge("amira", "- road-building: best").problems[-1:]
    assert "write 'road-building: " in describe(problem, mail.intake.sentences)


def test_what_cannot_stand_behind_ask_is_said_of_it() -> None:
    mail = MOMENTS["turn"]
    judgement = mail.judge("amira", "- propose: {give: 1 wool, get: 1 ore, up-to: 2 wool, ask: all}")
    assert [describe(problem, mail.intake.sentences) for problem in judgement.problems] == [
        "'ask' must be nobody or again, not the text 'all'"
    ]


def test_a_list_in_words_is_answered_once() -> None:
    judgement = MOMENTS["turn"].judge("amira", "- propose: [1 wool for 1 ore from bilal, wool for lumber]")
    assert [problem.code for problem in judgement.problems] == ["unread-meant"]


def test_keys_without_values_are_answered_once_and_corrected() -> None:
    mail = MOMENTS["turn"]
    (problem,) = mail.judge("amira", "", standing="- discard: {keep: ore, brick}").problems
    assert describe(problem, mail.intake.sentences) == (
        "discard: keep ore brick: this cannot be read; write 'discard: {keep: [ore, brick]}'"
    )
    assert problem.facts["correction"] == "- discard: {keep: [ore, brick]}"


def test_cards_of_which_one_has_too_few_are_told_whole() -> None:
    mail = MOMENTS["turn"]
    (problem,) = mail.judge("amira", "- propose: {give: 5 wool, get: 1 ore}").problems[:1]
    assert "you do not have 5 wool to give; you hold 4 brick" in describe(problem, mail.intake.sentences)


def test_a_trade_with_somebody_comes_corrected() -> None:
    mail = Mail(lay_out({"amira": {"hand": {"wool": 1}}, "bilal": {"hand": {"ore": 1}}}))
    for order in ("- trade 1 wool for 1 ore with bilal", "- trade: 1 wool for 1 ore with bilal"):
        (problem,) = mail.judge("amira", f"{order}\n- end: turn").problems
        assert problem.facts[CORRECTION] == "- propose: {give: 1 wool, get: 1 ore, to: [bilal]}"
    for order in ("- trade: 1 wool for 1 ore", "- trade: 1 wool for 1 ore with bill"):
        problems = mail.judge("amira", f"{order}\n- end: turn").problems
        assert not any(CORRECTION in problem.facts for problem in problems)


def test_the_number_of_terms_alone_is_corrected() -> None:
    (problem,) = MOMENTS["proposal"].judge("amira", "- accept: 1").problems
    assert problem.facts["correction"] == "- accept: bilal"
    (problem,) = MOMENTS["proposal"].judge("amira", "- accept: 2").problems
    assert "correction" not in problem.facts


def test_an_id_that_stands_where_a_hex_should_is_quoted_and_not_called_by_its_players_name() -> None:
    mail = MOMENTS["turn"]
    called = mail.intake._replace(names=SeatNames({"bilal": "Bilal Al-Khatib"}))
    (problem,) = mail.judge("amira", "- knight: bilal\n- end: turn").problems
    assert describe(called.rename(problem), called.sentences) == (
        "knight bilal: bilal is not a hex; hexes are lettered from A to S; write for example 'knight: A from bilal'"
    )


@pytest.mark.parametrize(
    ("item", "answer"),
    [
        ("bank: everything", "write for example 'bank: brick for lumber'"),
        ("bank:", "write for example 'bank: brick for lumber'"),
        ("bank: 3 for 1", "write for example 'bank: brick for lumber'"),
        ("bank: 4 wool for gold", "write for example 'bank: brick for wool'"),
        ("bank: wol for ore", "write 'bank: wool for ore'"),
        ("settlement: home", "write for example 'settlement: 21'"),
        ("pass", "write for example 'end: turn'"),
    ],
)
def test_a_line_that_says_more_than_was_written_is_an_example(item: str, answer: str) -> None:
    mail = MOMENTS["turn"]
    told = [describe(problem, mail.intake.sentences) for problem in mail.judge("amira", f"- {item}").problems]
    assert any(sentence.endswith(answer) for sentence in told), told


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("road: 21-222", "; write for example 'road: 21-22'"),
        ("build: road 21-222", "; write for example 'build: road 21-22'"),
        ("road: 21-22, 22-33", "; write for example 'road: 21-22' and below it '- road: 22-33'"),
        ("road: 21-22 or 22-33, 20-31", ""),
        ("road: 21-22, 20-99", ""),
    ],
)
def test_no_path_that_nobody_named_is_said_to_be_meant_and_none_is_left_out(order: str, line: str) -> None:
    told = answer(f"- {order}")[0][0]
    assert told.endswith(line or "such as 12-13")
