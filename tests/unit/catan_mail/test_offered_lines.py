"""Lines that a refusal offers in place of what was not understood: they say what was meant, and are accepted."""

from __future__ import annotations

import re
from typing import Any

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import Mail

from adjudicator.core.order import describe
from adjudicator.rules.catan.mail.language.nearest import respell

RICH = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 4)
AMIRA = {"settlements": [19, 42], "roads": [(19, 20), (20, 21)], "hand": RICH, "cards": {"knight": 1}}
SPOTS = ("1 1-2, 30 30-31", "2 1-2, 30 30-31", "1 1-2, 31 30-31")
LINE = re.compile(r"'(?:- )?([a-z-]+: [^']+)'")


def sit(**facts: Any) -> Mail:
    players = {"amira": AMIRA, "bilal": {"settlements": [10], "hand": {"wool": 2, "brick": 1}}}
    return Mail(lay_out(players, **{"turn": 5, **facts}))


def offered(mail: Mail, seat: str, orders: str, **lists: str) -> list[str]:
    """The lines in what is said of a file that is refused."""
    judgement = mail.judge(seat, orders, **lists)
    assert any(problem.gravity.value != "unwise" for problem in judgement.problems)
    return [line for problem in judgement.problems for line in LINE.findall(describe(problem, mail.intake.sentences))]


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("knight: mine", ["knight: A from bilal", "if: {robber: mine}"]),
        ("knight: bilal's B", ["knight: B from bilal"]),
        ("robber: best", ["knight: A from bilal"]),
        ("buy: knight", ["buy: card"]),
        ("buy: settlement", ["settlement: 21"]),
        ("buy: wool from bilal", ["propose: {give: ore, get: wool, to: [bilal]}"]),
        ("wheat: 2", ["bank: brick for grain", "propose: {give: 2 grain, get: ore}"]),
        ("bank: {toward: city}", ["bank: toward city"]),
        ("build: [settlement, road, card]", ["build: [settlement best, road 9-19, card]"]),
        ("build: [{city: 19}, card]", ["build: [city 19, card]"]),
        ("either: [road 21-22, {buy: card}]", ["build: [road 21-22, card]"]),
        ("either: [try road: {toward: 22}]", ["try: [road toward 22]"]),
        ("try road: {toward: 22}", ["try: [road toward 22]"]),
        ("build settlement: 21", ["build: [settlement 21]"]),
        ("try knight: A", ["try: [knight A]"]),
        ("knight: B from bilal, A", ["knight: [B from bilal, A]"]),
        ("accept: bilal", []),
        ("keep the ore", ["discard: {keep: [ore]}"]),
        ("bank: 4 wool for 4 ore", ["bank: 4 wool for 1 ore"]),
        ("card: 1", ["buy: card"]),
        ("1: settlement 21", ["settlement: 21"]),
        ("{settlement: 21, road: 21-22}", ["settlement: 21", "road: 21-22"]),
        ("settlement 21; road 21-22; end", ["settlement: 21", "road: 21-22", "end: turn"]),
        ("build: {city: 19, settlement: 21}", ["build: [city 19, settlement 21]"]),
        ("year of plenty: ore", ["plenty: 2 ore"]),
        ("monopoly: sheep!", ["monopoly: wool"]),
        ("bank: wool for grain, ore", ["bank: [wool for grain, wool for ore]"]),
        ("bank: rest for ore, keep 1 brick", ["bank: {keep: 1 brick, rest: ore}"]),
        ("bank: {keep: 2 ore}", ["bank: {keep: 2 ore, rest: grain}"]),
        ("road: to 22", ["road: toward 22"]),
        ("buy: 1 card, then end", ["buy: card", "end: turn"]),
        ("steal from bilal", ["knight: A from bilal"]),
        ("ask bilal for ore, give wool", ["propose: {give: wool, get: ore, to: [bilal]}"]),
        (
            "propose: {give: wool, get: ore, to: blial, ask: again}",
            ["propose: {give: wool, get: ore, to: [bilal], ask: again}"],
        ),
        ("bilal 1", ["take: bilal 1"]),
        ("I roll the dice", ["end: turn"]),
        ("roll: the dice quickly", ["end: turn"]),
        ("robber: hills from bilal", ["knight: E from bilal"]),
        ("knight: hills from bilal", ["knight: E from bilal"]),
        (
            "propose: {give: wool, get: [grain, ore]}",
            ["propose: [{give: wool, get: grain}, {give: wool, get: ore}]", 'propose: {give: wool, get: "grain, ore"}'],
        ),
        ("propose: {give: wool, get: ore, to: bilal, chen}", ["propose: {give: wool, get: ore, to: [bilal, chen]}"]),
        ("propose: {give: wool, get: ore, to: bilal, wool}", ["propose: {give: wool, get: ore, to: [bilal]}"]),
        ("propose: {give: wool, get: ore, to: }", ["propose: {give: wool, get: ore}"]),
        ("propose: {give: wool, get: ore, ask: twice}", ["propose: {give: wool, get: ore, ask: again}"]),
        ("bilal, would you give me ore for wool?", ["propose: {give: wool, get: ore, to: [bilal]}"]),
        ("does anybody have ore for my wool?", ["propose: {give: wool, get: ore}"]),
        ("I need ore, can pay wool or grain", ["propose: [{give: wool, get: ore}, {give: grain, get: ore}]"]),
        ("road: 21-22 or 11-21", ["road: [21-22, 11-21]"]),
        ("propose: {give: wool, get: brick or ore}", ["propose: [{give: wool, get: brick}, {give: wool, get: ore}]"]),
        ("propose: {give: wool, get: ore, to: [blial]}", ["propose: {give: wool, get: ore, to: [bilal]}"]),
        ("propose: {give: wool, get: ore, to: cahdi}", ["propose: {give: wool, get: ore, to: [chadi]}"]),
        ("take: bilal", ["take: {give: 1 wool, get: 1 ore, of: bilal}"]),
        ("city: 19 or settlement 21", ["build: [city 19, settlement 21]"]),
        ("settlement: 21, else a card", ["build: [settlement 21, card]"]),
        ("road: 21-23", ["road: 21-22"]),
        ("road 21-23", ["road: 21-22"]),
        ("road: 29-39", []),
        ("road 29-39", ["road: 29-30"]),
        ("build: road 29-39", []),
        ("road: [21-22, 29-39]", []),
        ("road: [21-22, 11-22]", ["road: [21-22, 11-21]"]),
        ("nothing", ["end: turn"]),
        ("build: card, settlement", ["build: [card, settlement best]"]),
        ("build: card or a city", ["build: [card, city best]"]),
        ("build: city 24, else a card", ["build: [city 24, card]"]),
        ("try: take bilal 1", ["take: bilal 1"]),
        ("try: propose grain for ore", ["propose: {give: grain, get: ore}"]),
        ("try: {propose: {give: grain, get: ore}}", ["propose: {give: grain, get: ore}"]),
        ("try: bank grain for ore or wool", ["try: [bank grain for ore, bank grain for wool]"]),
        ("take: [bilal 1, bilal 2]", ["take: bilal 1", "take: bilal 2"]),
        ("take offer 3 of bilal", ["take: bilal 3"]),
        ("bank: 4:1 ore wool", ["bank: ore for wool"]),
        ("ask: 1 wool for 1 ore", ["propose: {give: 1 ore, get: 1 wool}"]),
        ("give ore, need wool", ["bank: ore for wool", "propose: {give: ore, get: wool}"]),
        ("buy wool for ore", ["bank: ore for wool", "propose: {give: ore, get: wool}"]),
        ("swap ore and wool", ["bank: ore for wool", "propose: {give: ore, get: wool}"]),
        ("propose: {give: ore, get: wool, or: grain}", ["propose: [{give: ore, get: wool}, {give: ore, get: grain}]"]),
        ("propose: {give: wool or ore, get: ore}", ["propose: {give: wool, get: ore}"]),
        ("propose: {give: none, get: 1 ore}", []),
        ("plenty: ore or grain", ["plenty: [2 ore, 2 grain]"]),
        ("monopoly: ore, wool", ["monopoly: [ore, wool]"]),
        (
            "propose: [{give: ore, get: wool}, {give: wool, get: ore, to: blial}]",
            ["propose: [{give: ore, get: wool}, {give: wool, get: ore, to: [bilal]}]"],
        ),
    ],
)
def test_in_ones_turn(order: str, lines: list[str]) -> None:
    assert offered(sit(), "amira", f"- {order}") == lines


def test_terms_in_words_are_answered_with_a_list_of_them() -> None:
    lines = ["propose: [{give: grain, get: ore}, {give: lumber, get: ore}]"]
    assert offered(sit(), "amira", "- propose: [grain for ore, lumber for ore]")[:1] == lines
    assert offered(sit(), "amira", "- propose: grain for ore, or lumber for ore") == lines


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("bilal", ["robber: A from bilal"]),
        ("robber: mine", ["robber: A from bilal"]),
        ("move to B", ["robber: B from bilal"]),
        ("robber: bilal", ["robber: A from bilal"]),
    ],
)
def test_after_a_seven(order: str, lines: list[str]) -> None:
    assert offered(sit(stage="robber"), "amira", f"- {order}") == lines


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("road-building: none", ["road-building: 9-19"]),
        ("road-building: [11-21, none]", ["road-building: 11-21"]),
        ("road-building: [11-21 21-22, nothing]", ["road-building: 11-21 21-22"]),
        ("road-building: best", ["road-building: 9-19 8-9"]),
        ("road-building: {toward: 33}", ["road-building: 21-22 22-33"]),
        ("road-building: 11-21 11-21", ["road-building: 11-21"]),
        ("road-building: 22-33 21-22 33-34", ["road-building: 21-22 22-33"]),
        ("road-building: 11-21 and 99-1", ["road-building: 11-21 10-11"]),
        ("play road building", ["road-building: 9-19 8-9"]),
    ],
)
def test_for_free_roads(order: str, lines: list[str]) -> None:
    players = {"amira": {**AMIRA, "cards": {"road-building": 1}}, "bilal": {"settlements": [40]}}
    mail = Mail(lay_out(players, turn=5))
    assert offered(mail, "amira", f"- {order}") == lines
    assert mail.complaints("amira", f"- {lines[0]}\n- end: turn") == []


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("discard: keep grain and ore", ["discard: 3 lumber, 2 wool"]),
        ("discard: {keep: [grain, ore]}", ["discard: 3 lumber, 2 wool"]),
        ("discard: {first: [wool]}", ["discard: 2 lumber, 3 wool"]),
        ("discard: {lumber: 3, wool: 2}", ["discard: 3 lumber, 2 wool"]),
        ("discard: {lumber: all, wool: 1}", ["discard: 4 lumber, 1 wool"]),
        ("discard: all the wood and one sheep", ["discard: 4 lumber, 1 wool"]),
        ("discard: 2 wool and the rest lumber", ["discard: 3 lumber, 2 wool"]),
        ("discard: everything but the grain", ["discard: 3 lumber, 2 wool"]),
        ("discard: [2 lumber, 3 wood]", ["discard: 4 lumber, 1 wool"]),
        ("discard: [3 lumber, 2 wool]", ["discard: 3 lumber, 2 wool"]),
        ("discard: wool", ["discard: 2 lumber, 3 wool"]),
        ("discard: 4 lumber", ["discard: 4 lumber, 1 wool"]),
        ("discard: 3 lumber, 3 wool", ["discard: 2 lumber, 3 wool", "discard: 3 lumber, 2 wool"]),
        ('discard: [all wood and a sheep, "2 wool, 3 grain"]', ['discard: ["4 lumber, 1 wool", "2 wool, 3 grain"]']),
        ("discard: 5 brick", ["discard: 3 lumber, 1 wool, 1 grain"]),
        ("discard: 3 lumber, 2 wol", ["discard: 3 lumber, 2 wool"]),
        ("discard: 5", ["discard: 3 lumber, 1 wool, 1 grain"]),
        ("keep the ore and the grain", ["discard: 3 lumber, 2 wool"]),
    ],
)
def test_for_a_discard(order: str, lines: list[str]) -> None:
    hand = {"lumber": 4, "wool": 3, "grain": 3, "ore": 1}
    mail = Mail(lay_out({"amira": {"hand": hand, "owes": 5}}, stage="discard", turn=5, options={"discard": "ask"}))
    assert offered(mail, "amira", f"- {order}") == lines
    assert [mail.complaints("amira", f"- {line}\n- robber: B\n- end: turn") for line in lines] == [[]] * len(lines)


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("place: best, best", ["place: best"]),
        ("place: best best", ["place: best"]),
        (
            "place: [41, 43 road 43-44, the best]",
            [f"place: [41 {road}, 43 43-44, best]" for road in ("40-41", "41-42", "41-49")],
        ),
        ("place: 43", ["place: 43 42-43", "place: 43 43-44", "place: 43 43-51"]),
        ("place: 43, best", [f"place: [43 {road}, best]" for road in ("42-43", "43-44", "43-51")]),
        (
            "place: [34 24-34, 35, best]",
            [f"place: [34 33-34, 35 {road}, best]" for road in ("24-35", "34-35", "35-36")],
        ),
        (
            "start at 13 to 14 or else 34",
            [f"place: [13 13-14, 34 {road}]" for road in ("33-34", "34-35", "34-44")],
        ),
        ("place: {at: 18, road: 18-19}", ["place: 18 18-19"]),
        ("place: [{at: 18, road: 18-19}, best]", ["place: [18 18-19, best]"]),
        ("place: [22, best]", [f"place: [22 {road}, best]" for road in ("21-22", "22-23", "22-33")]),
        ("place: [22, 23]", ["place: 22 22-23"]),
        ("place: 22 22-23 then best", ["place: [22 22-23, best]"]),
        ("place: [99 1-2, 22 30-31, best]", [f"place: [{places}, best]" for places in SPOTS] * 2),
        ("place: 12 12-13 or 30 29-30", ["place: [12 12-13, 30 29-30]"]),
        ("place: 12, 13/12 or best", ["place: [12 12-13, best]"]),
        ("12 12-13, best", ["place: [12 12-13, best]"]),
    ],
)
def test_in_the_set_up(order: str, lines: list[str]) -> None:
    mail = Mail(lay_out({}, stage="settlement", turn=0, placed=0, dice=0))
    assert offered(mail, "bilal", f"- {order}") == lines
    assert mail.complaints("bilal", f"- {lines[0]}") == []


@pytest.mark.parametrize("words", ["otherwise best", "the best one", "best numbers", "the place with the best numbers"])
def test_the_best_place_by_any_name(words: str) -> None:
    mail = Mail(lay_out({}, stage="settlement", turn=0, placed=0, dice=0))
    assert mail.complaints("bilal", f"- place: [22 22-23, {words}]") == []
    assert mail.forecast("bilal", f"- place: [22 22-23, {words}]")[0].startswith("place 22 22-23 or best: ")


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("no", ["refuse: amira"]),
        ("yes, the second one", ["accept: amira 2"]),
        ("accept: {give: 1 brick, get: 2 grain}", ["accept: amira 2"]),
        ("accept: all", ["accept: amira"]),
        ("counter: 1 brick for 3 grain", ["counter: {give: 1 brick, get: 3 grain}"]),
        ("counter: {give: 1 brick}", ["counter: {give: 1 brick, get: 1 grain}"]),
        ("want: {give: 1 brick, get: 3 grain}", ["counter: {give: 1 brick, get: 3 grain}"]),
    ],
)
def test_to_a_proposal(order: str, lines: list[str]) -> None:
    mail = sit()
    mail.send("amira", "- propose: [{give: 1 grain, get: 1 wool}, {give: 2 grain, get: 1 brick}]")
    mail.run()

    assert offered(mail, "bilal", f"- {order}") == lines
    assert mail.complaints("bilal", f"- {lines[0]}") == []


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("offer: one wood for a stone, twice", ["offer: {give: 1 lumber, get: ore, times: 2}"]),
        ("want: wool for ore", ["want: {give: ore, get: wool}"]),
        ("refuse: ore", ["refuse: {give: [ore]}"]),
        ("refuse: bilall", ["refuse: [bilal]"]),
        ("refuse: hexa", ["refuse: any"]),
        ("refuse: the leader", ["refuse: leader"]),
        ("refuse: leadr", ["refuse: leader"]),
        ("discard: {keep: oer}", ["discard: {keep: [ore]}"]),
        ("robber: best", ["robber: A from bilal"]),
    ],
)
def test_under_standing(order: str, lines: list[str]) -> None:
    assert offered(sit(), "amira", "", standing=f"- {order}") == lines
    assert sit().complaints("amira", "", standing=f"- {lines[0]}") == []


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("want: {give: ore, get: wool, if: {leads: bilal}}", ["want: {give: ore, get: wool}", "if: {leads: bilal}"]),
        ("want: {give: 1 wool, get: 1 ore, when: bilal has 8 points}",
         ["want: {give: 1 wool, get: 1 ore}", "if: {points: {of: bilal, at-least: 8}}"]),
        ("want: an ore for a wool if bilal leads", ["want: {give: wool, get: ore}", "if: {leads: bilal}"]),
        ("offer: {give: 1 wool, get: 1 ore, to: [bilal], if: {leads: bilal}}",
         ["want: {give: 1 wool, get: 1 ore, from: [bilal]}", "if: {leads: bilal}"]),
        ("refuse: {give: wool, if: {leads: bilal}}", ["refuse: {give: [wool]}", "if: {leads: bilal}"]),
        ("knight: when the robber is on my land", ["knight: A from bilal", "if: {robber: mine}"]),
    ],
)  # fmt: skip
def test_a_condition_within_a_standing_order_is_kept_below_it(order: str, lines: list[str]) -> None:
    assert offered(sit(), "amira", "", standing=f"- {order}") == lines
    assert sit().complaints("amira", "", standing=f"- {lines[0]}\n  {lines[1]}") == []


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("city: 19 if bilal leads", ["city: 19", "if: {leads: bilal}"]),
        ("city: 19 unless bilal leads", ["city: 19", "if: {not: {leads: bilal}}"]),
        ("city: 19 if possible", ["city: 19"]),
        ("road: {toward: 15, if: {have: 2 ore}}", ["road: toward 15", "if: {have: 2 ore}"]),
        ("take: {give: ore, get: wool, if: {leads: bilal}}", ["take: {give: ore, get: wool}", "if: {leads: bilal}"]),
        ("propose: [{give: ore, get: wool, if: {leads: bilal}}, {give: grain, get: wool}]",
         ["propose: {give: ore, get: wool}", "if: {leads: bilal}", "propose: {give: grain, get: wool}"]),
        ("city: 19 if the moon is full", []),
        ("if bilal leads: city 19", ["city: 19", "if: {leads: bilal}"]),
        ("if bilal leads, a city on 19", ["city: 19", "if: {leads: bilal}"]),
        ("buy: card if bilal leads, else road 21-22", []),
    ],
)  # fmt: skip
def test_a_condition_within_an_order_is_kept_below_it(order: str, lines: list[str]) -> None:
    assert offered(sit(), "amira", f"- {order}") == lines


@pytest.mark.parametrize(
    ("condition", "line"),
    [
        ("{have: 2 wool, 1 ore}", 'if: {have: "2 wool, 1 ore"}'),
        ("{have: brick or ore}", "if: {any: [{have: brick}, {have: ore}]}"),
        ("bilal has more than 7 points", "if: {points: {of: bilal, at-least: 8}}"),
        ("{hand: {of: bilal, max: 2}}", "if: {hand: {of: bilal, at-most: 2}}"),
        ("{rolled: not 7}", "if: {not: {rolled: 7}}"),
        ("{robber: K or L}", "if: {any: [{robber: K}, {robber: L}]}"),
        ("{hand: {of: bilal, more-than: 5}}", "if: {hand: {of: bilal, at-least: 6}}"),
        ("{rolled: [6, 8]}", "if: {any: [{rolled: 6}, {rolled: 8}]}"),
        ("{not: robber on my land}", "if: {not: {robber: mine}}"),
        ("nobody has the longest road", "if: {longest-road: nobody}"),
        ("{line: 1, is: failed}", "if: {line: 1, is: refused}"),
        ("{have: 1 ore, free: 12/13}", "if: {all: [{have: 1 ore}, {free: 12-13}]}"),
    ],
)
def test_for_a_condition(condition: str, line: str) -> None:
    mail = sit()
    assert offered(mail, "amira", f"- buy: card\n- road: 21-22\n  if: {condition}\n- end: turn") == [line]
    assert mail.complaints("amira", f"- buy: card\n- road: 21-22\n  {line}\n- end: turn") == []


def test_cards_of_one_kind_are_not_counted_as_the_hand() -> None:
    for asked in ("{hand: {grain: 2}}", "{hand: {of: bilal, grain: 2}}", "my hand has 2 grain"):
        assert offered(sit(), "amira", f"- buy: card\n- road: 21-22\n  if: {asked}\n- end: turn") == []


def test_i_and_a_are_hexes_behind_the_robber_and_words_elsewhere() -> None:
    players = {"amira": AMIRA, "bilal": {"settlements": [30], "hand": {"wool": 2}}}
    mail = Mail(lay_out(players, turn=5, stage="robber"))
    for said in ("robber to I from bilal", "I from bilal", "hex I, bilal", "move the robber to I"):
        assert offered(mail, "amira", f"- {said}") == ["robber: I from bilal"]
    assert offered(mail, "amira", "- robber to A") == ["robber: A"]
    assert offered(mail, "amira", "- I rob a card from bilal on M") == ["robber: M from bilal"]
    assert offered(mail, "amira", "- I build road 41-42") == ["road: 41-42"]
    assert mail.complaints("amira", "- robber: B\n- try: knight A\n- end: turn") == []


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("place: 34 24-34", "place: 34 33-34"),
        ("place: 13, road to 12", "place: 13 12-13"),
        ("place 34 with the road to 44", "place: 34 34-44"),
        ("settle on 34, path towards 35", "place: 34 34-35"),
    ],
)
def test_a_place_keeps_its_intersection_whatever_its_road_is(order: str, line: str) -> None:
    mail = Mail(lay_out({}, stage="settlement", turn=0, placed=0, dice=0))

    assert offered(mail, "amira", f"- {order}") == [line]
    assert mail.complaints("amira", f"- {line}") == []


@pytest.mark.parametrize(
    "order",
    [
        "propose: {give: wool, get: ore, to: bilal}",
        "propose: {give: wool, get: ore, to: Bilal}",
        "propose: [{give: wool, get: ore, to: everybody}, {give: ore, get: wool, to: [bilal]}]",
    ],
)
def test_one_name_does_for_a_list_of_one(order: str) -> None:
    assert sit().complaints("amira", f"- {order}\n- end: turn") == []


@pytest.mark.parametrize(
    "order",
    [
        "offer: {give: wool, get: ore, to: all}",
        "want: {give: wool, get: ore, from: bilal}",
        "discard: {keep: ore}",
        "discard: {first: sheep}",
    ],
)
def test_one_word_does_for_a_list_of_one_in_standing_orders(order: str) -> None:
    assert sit().judge("amira", "", standing=f"- {order}").problems == ()


def test_an_answer_that_nobody_asked_for() -> None:
    mail = sit()

    assert offered(mail, "amira", "- counter: {give: 1 ore, get: 1 grain}") == ["propose: {give: 1 ore, get: 1 grain}"]
    assert offered(mail, "bilal", "- refuse: amira") == ["refuse: [amira]"]
    assert mail.complaints("amira", "- propose: {give: 1 ore, get: 1 grain}\n- end: turn") == []
    assert mail.complaints("bilal", "", standing="- refuse: [amira]") == []


@pytest.mark.parametrize(
    ("wishes", "lines"),
    [
        ("{keep: [wheat, stone], first: [wood]}", ["discard: {keep: [grain, ore]}", "discard: {first: [lumber]}"]),
        ("keep ore, wood first", ["discard: {keep: [ore]}", "discard: {first: [lumber]}"]),
        ("wood first keep ore", ["discard: {first: [lumber]}", "discard: {keep: [ore]}"]),
        ("wood, sheep first", ["discard: {first: [lumber, wool]}"]),
        ("wheat and stone", ["discard: {first: [grain, ore]}", "discard: {keep: [grain, ore]}"]),
        ("stone last", ["discard: {keep: [ore]}"]),
    ],
)
def test_what_is_to_be_kept_never_goes_first(wishes: str, lines: list[str]) -> None:
    mail = sit()

    assert offered(mail, "amira", "", standing=f"- discard: {wishes}") == lines
    assert [mail.complaints("amira", "", standing=f"- {line}") for line in lines] == [[]] * len(lines)


def test_orders_without_dashes_are_read() -> None:
    mail = sit()
    assert mail.complaints("amira", "  city: 19\n  end: turn") == [
        ("unwise", "dash-left-out"),
        *mail.complaints("amira", "  - city: 19\n  - end: turn"),
    ]


def test_what_a_seat_is_called_is_no_misspelt_resource() -> None:
    known = sit().see("amira")
    roe = known._replace(seats=(known.seats[0], known.seats[1]._replace(name="roe"), *known.seats[2:]))
    assert [respell(view, "1 roe for wol") for view in (known, roe)] == ["1 ore for wool", "1 roe for wool"]


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("- bank: 4 wool to ore, 4 grain to brick\n", "for example 'bank: brick for wool'"),
        ("- settlement 21 and road to 22\n", "'settlement: 21' and below it '- road: toward 22'"),
    ],
)
def test_what_names_other_cards_than_were_written_is_an_example(order: str, line: str) -> None:
    mail = sit()
    told = [describe(problem, mail.intake.sentences) for problem in mail.judge("amira", order).problems]
    assert any(text.endswith(f"write {line}") for text in told), told


def test_a_wish_without_its_price_is_answered_with_an_example() -> None:
    mail = sit()
    (problem,) = mail.judge("amira", "", standing="- want: ore\n").problems
    assert describe(problem, mail.intake.sentences).endswith("write for example 'want: {give: grain, get: ore}'")
