"""How far ahead a script is checked: not behind the order that wins, nor before a robber that others move for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import Mail

from adjudicator.core.order import Problem, Vocabulary, describe
from adjudicator.intake.checking import read_move_file
from adjudicator.rules.catan.mail.orders import CatanOrders
from adjudicator.rules.catan.mail.wording import SENTENCES
from adjudicator.rules.catan.views.known import EMPTY_BOOK, see_state

ORDERS = CatanOrders()
CLOSE = {"settlements": [2, 12, 30], "cities": [6, 20, 40], "hand": {"ore": 3, "grain": 2}}
SEVEN = {"stage": "robber", "dice": 7}


def remarks(orders: str, amira: Mapping[str, Any], **facts: Any) -> list[str]:
    return [describe(problem, SENTENCES) for problem in check(f"orders:\n{orders}", amira, **facts)]


def complaints(text: str, amira: Mapping[str, Any], **facts: Any) -> list[str]:
    return [problem.code for problem in check(text, amira, **facts)]


def check(text: str, amira: Mapping[str, Any], **facts: Any) -> Sequence[Problem]:
    state = lay_out({"amira": amira, "bilal": {"settlements": [23], "hand": {"wool": 1}}, "chadi": {}}, **facts)
    file, problems = read_move_file(
        f"game: g1\nturn: 5\n{text}".encode(), Vocabulary(ORDERS.kinds, ("catan",), blocks=True)
    )
    assert not problems
    assert file is not None
    return ORDERS.check(see_state(state, EMPTY_BOOK, "amira"), "amira", file)


def test_nothing_is_wrong_with_what_stands_behind_the_order_that_wins() -> None:
    assert complaints("orders:\n  - city: 12\n  - buy: card\n  - end: turn\n", CLOSE) == []


def test_a_standing_order_moves_the_robber_for_a_script_that_does_not_speak_of_him() -> None:
    text = "orders:\n  - end: turn\nstanding:\n  - robber: A\n"
    assert complaints(text, {"settlements": [12]}, **SEVEN) == []


def test_without_any_robber_order_a_script_is_told_that_it_stops_there() -> None:
    assert complaints("orders:\n  - end: turn\n", {"settlements": [12]}, **SEVEN) == ["robber-missing"]


AHEAD = {"settlements": [43], "roads": [(43, 51), (50, 51)]}


def test_what_is_free_is_said_as_long_as_nothing_is_hoped_for() -> None:
    def why(*orders: str) -> list[str]:
        return remarks("".join(f"- {order}\n" for order in orders), AHEAD, mover="bilal")

    ahead = "settlement 20: this will not work on your turn: 20 is not at one of your roads"
    assert why("settlement: 20", "end: turn") == [f"{ahead}; free intersections at your roads: 50"]
    assert why("settlement: [50, 20]", "end: turn") == [ahead]
    assert why("build: [settlement 50, card]", "settlement: best", "end: turn") == []


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ("- discard: 4 lumber\n- robber: F from bilal\n- end: turn", ["robber-stays"]),
        ("- discard: 4 lumber\n- robber: [F from bilal, G from bilal]\n- end: turn", ["never-legal"]),
        ("- discard: 4 lumber\n- robber: A\n- knight: G from bilal\n- robber: F\n- end: turn", []),
        ("- discard: 4 lumber\n- robber: A\n- end: turn\n- robber: F from bilal", []),
        ("- discard: 4 lumber\n- robber: G from bilal\n- bank: 4 wool for ore\n- end: turn", ["bank-rate"]),
        ("- discard: 4 lumber\n- robber: G from bilal\n- bank: 4 ore for wool\n- end: turn", []),
    ],
)
def test_no_discard_moves_the_robber_or_brings_more_than_its_one_card(orders: str, said: list[str]) -> None:
    amira = {"settlements": [12], "hand": {"lumber": 6, "ore": 3}, "owes": 4, "cards": {"knight": 1}}
    players = {"amira": amira, "bilal": {"settlements": [23], "hand": {"wool": 8}, "owes": 4}}
    mail = Mail(lay_out(players, stage="discard", dice=7, robber="F", options={"discard": "ask"}))
    assert [code for _, code in mail.complaints("amira", orders)] == said


KNIGHT = {"settlements": [12], "hand": {"ore": 2}, "cards": {"knight": 1}}


@pytest.mark.parametrize(
    ("orders", "facts", "said"),
    [
        ("- knight: play\n- roll: dice", {}, ["knight-bare"]),
        ("- knight: play\n- roll: dice\n- end: turn", {}, ["knight-bare"]),
        ("- knight: G from bilal\n- roll: dice", {}, []),
        ("- knight: play\n- robber: G from bilal\n- roll: dice", {}, []),
        ("- robber: A\n- roll: dice\n- end: turn", {"stage": "robber"}, ["roll-idle"]),
    ],
)
def test_a_knight_that_names_no_hex_stops_the_turn_before_the_roll(orders: str, facts: Any, said: list[str]) -> None:
    facts = {"stage": "before-roll", "dice": 0, "options": {"preroll": "ask"}, "turn": 5, **facts}
    mail = Mail(lay_out({"amira": KNIGHT, "bilal": {"settlements": [23], "hand": {"wool": 1}}}, **facts))
    judgement = mail.judge("amira", orders)
    assert [problem.code for problem in judgement.problems] == said
    assert not any("when your turn begins" in describe(problem, SENTENCES) for problem in judgement.problems)
    assert "roll dice: not needed, since the dice are rolled for you" in mail.forecast("amira", orders)
    mail.send("amira", orders)
    mail.run((3, 5))
    assert (mail.missing == ["amira"]) == ("knight-bare" in said or "end" not in orders)
    assert not any("roll dice" in silence for silence in mail.announcements("amira"))


BUILDER = {"settlements": [12], "roads": [(12, 13)], "cards": {"road-building": 1}}


@pytest.mark.parametrize(
    ("orders", "facts", "said"),
    [
        ("- road-building: play\n- roll: dice", {}, ["roads-bare"]),
        ("- road-building: play\n- roll: dice\n- end: turn", {}, ["roads-given-up"]),
        ("- road-building: play\n- road: 13-14\n- end: turn", {}, []),
        ("- road-building: play\n- road: none\n- end: turn", {}, []),
        ("- road-building: 13-14\n- end: turn", {}, []),
        ("- road-building: play\n- end: turn", {"stage": "turn", "dice": 5}, ["roads-given-up"]),
        ("- road-building: play", {"stage": "turn", "dice": 5}, ["roads-bare", "end-missing"]),
        ("- road-building: [play, 11-12]\n- end: turn", {"stage": "turn", "dice": 5}, ["roads-given-up"]),
        (
            "- if: {not: {have: 1 ore}}\n  then: [{road-building: play}, {end: turn}]",
            {"stage": "turn", "dice": 5},
            ["roads-given-up", "end-in-doubt"],
        ),
        (
            "- road-building: play\n- end: turn\n  if: {have: 1 ore}",
            {"stage": "turn", "dice": 5},
            ["roads-given-up", "end-in-doubt"],
        ),
        (
            "- road-building: play\n- if: {have: 1 ore}\n  then: [{end: turn}]",
            {"stage": "turn", "dice": 5},
            ["roads-bare", "end-in-doubt"],
        ),
        (
            "- road-building: play\n- if: {not: {have: 1 ore}}\n  then: [{road: 13-14}]\n- end: turn",
            {"stage": "turn", "dice": 5},
            [],
        ),
    ],
)
def test_road_building_that_names_no_path_stops_the_turn_or_is_lost(orders: str, facts: Any, said: list[str]) -> None:
    facts = {"stage": "before-roll", "dice": 0, "options": {"preroll": "ask"}, "turn": 5, **facts}
    mail = Mail(lay_out({"amira": BUILDER, "bilal": {"settlements": [23]}}, **facts))
    judgement = mail.judge("amira", orders)
    assert sorted(problem.code for problem in judgement.problems) == sorted(said)
    mail.send("amira", orders)
    mail.run((3, 5))
    assert (mail.missing == ["amira"]) == ("turn-began" not in mail.happened)
    assert mail.missing == ["amira"] or "roads-bare" not in said
    assert ("road-built" in mail.happened) == ("13-14" in orders)


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ("- end: turn", ["roads-left"]),
        ("- road: 13-14\n- end: turn", ["roads-left"]),
        ("- road: 13-14\n- road: 14-15\n- end: turn", []),
        ("- road: none\n- end: turn", []),
        ("- road: 13-14", ["end-missing"]),
    ],
)
def test_an_end_gives_up_the_free_roads_that_are_due(orders: str, said: list[str]) -> None:
    mail = Mail(lay_out({"amira": BUILDER, "bilal": {}}, stage="free-roads", free_roads=2, dice=5, turn=5))
    assert [problem.code for problem in mail.judge("amira", orders).problems] == said
    mail.send("amira", orders)
    mail.run((3, 5))
    assert mail.happened.count("road-built") == orders.count("road: 1")
    assert ("turn-began" in mail.happened) == ("end" in orders)
