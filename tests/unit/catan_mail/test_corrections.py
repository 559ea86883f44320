"""A corrected file says all that its sender said, or there is none."""

from __future__ import annotations

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import Mail, write_file

from adjudicator.core.order import describe
from adjudicator.intake.rewriting import write_corrected

RICH = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 4)
AMIRA = {"settlements": [19, 42], "roads": [(19, 20), (20, 21)], "hand": RICH}


def answer(orders: str, *, stage: str = "turn", **lists: str) -> tuple[list[str], str]:
    """What is said of a file of amira's, and the lists of the corrected one."""
    players = {"amira": AMIRA, "bilal": {"settlements": [10], "hand": {"wool": 2}}}
    mail = Mail(lay_out(players, turn=5) if stage == "turn" else lay_out({}, stage=stage, turn=0))
    data = write_file("amira", mail.turn, orders, **lists).encode()
    judgement = mail.intake.judge(data, "amira")
    text = write_corrected(data, judgement, lambda mended: mail.intake.judge(mended, "amira")).text
    told = [describe(problem, mail.intake.sentences) for problem in judgement.problems]
    return told, text.partition("orders:\n")[2].strip("\n")


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("discard: {keep: [oore, grain]}", "discard: {keep: [ore, grain]}"),
        ("discard: {first: [wol, ore]}", "discard: {first: [wool, ore]}"),
        ("discard: {first: [wol, gold]}", ""),
        ("refuse: {give: [oore, grain]}", "refuse: {give: [ore, grain]}"),
        ("refuse: [bilall, gil]", ""),
        ("refuse: {from: [blal], give: [oore]}", "refuse: {give: [ore], from: [bilal]}"),
    ],
)
def test_no_card_or_seat_is_left_out_of_a_corrected_standing_order(order: str, corrected: str) -> None:
    told, text = answer("- end: turn", standing=f"- {order}")
    assert "did you mean" in told[0]
    assert text == (f"- end: turn\nstanding:\n- {corrected}" if corrected else "")


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("bank: grian for ohr", "bank: grain for ore"),
        ("bank: lumbr for oer", "bank: lumber for ore"),
        ("bank: 8 grian for 2 or", ""),
        ("bank: 4 grain for 1 flour", ""),
        ("bank: gran for or", ""),
        ("monopoly: all the oore except wool", ""),
    ],
)
def test_no_number_or_card_becomes_another_in_a_corrected_order(order: str, corrected: str) -> None:
    _, text = answer(f"- {order}\n- end: turn")
    assert text == (f"- {corrected}\n- end: turn" if corrected else "")


@pytest.mark.parametrize(
    ("order", "end"),
    [
        ("bank: grian for ohr", "'bank: grain for ore', with ore for ohr"),
        ("plenty: woll, wool", "'plenty: 2 wool'"),
        ("plenty: woll, wood", "'plenty: wool, lumber'"),
        ("monopoly: [woll, grian]", "'monopoly: [wool, grain]'"),
        (
            "propose: {give: woll, get: grian, to: bilall}",
            "'propose: {give: wool, get: grain, to: [bilal]}', with grain for grian and bilal for bilall",
        ),
        ('end: turn\n  if: {have: "2 grian, 3 woll"}', "'if: {have: \"2 grain, 3 wool\"}', with wool for woll"),
    ],
)
def test_of_several_misspelt_words_in_one_line_each_is_named(order: str, end: str) -> None:
    told, _ = answer(f"- {order}")
    assert told[0].endswith(f"; write {end}")


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("offer: {gve: 2 wool, get: 1 lumber, times: 2}", "propose: {give: 2 wool, get: 1 lumber}"),
        ("bank: 8 grian for 2 or", "bank: brick for lumber"),
        ("knight: Z from blal", "knight: F from bilal"),
        ("road-building: 21-22 22-99", "road-building: 21-22 11-21"),
        ("buy: cards", "buy: card"),
    ],
)
def test_a_line_that_leaves_out_what_was_written_is_an_example(order: str, line: str) -> None:
    told, text = answer(f"- {order}")
    assert told[0].endswith(f"; write for example '{line}'")
    assert not text


@pytest.mark.parametrize(
    ("item", "corrected"),
    [
        (
            "- bank: 4 brick for 1 ore\n  buy: card\n  end: turn",
            "- {bank: 4 brick for 1 ore}\n- buy: card\n- end: turn",
        ),
        ("- {bank: 4 wol for 1 ore, road: 21-22}", "- {bank: 4 wool for 1 ore}\n- road: 21-22"),
        ("- end: turn\n  buy: card", ""),
        ("- buy: card\n  road: 21-99", ""),
        ("- buy: card\n  road: 21-22\n  if: {free: 21-22}", ""),
    ],
)
def test_orders_that_lack_their_dashes_are_told_once_and_keep_their_order(item: str, corrected: str) -> None:
    told, text = answer(item)
    assert len(told) == 1
    assert text == corrected


@pytest.mark.parametrize(
    ("lists", "key"),
    [
        ({"standing": "- withdraw 2"}, "standing"),
        ({"standing": "- withdraw: offer 2"}, "standing"),
        ({"orders": "- no offers"}, "standing"),
        ({"orders": "- cancel: buy card"}, "orders"),
        ({"orders": "- stop: road 21-22"}, "orders"),
    ],
)
def test_an_order_is_taken_back_by_the_list_without_it(lists: dict[str, str], key: str) -> None:
    told, text = answer(**{"orders": "- end: turn", **lists})
    assert "; write the list again with only the orders that are to stay;" in told[0]
    assert f"'{key}: []'" in told[0]
    assert not text


@pytest.mark.parametrize("key", ["standing", "fallback"])
@pytest.mark.parametrize("said", ["nothing", "none"])
def test_a_list_of_nothing_is_answered_as_such(key: str, said: str) -> None:
    mail = Mail(lay_out({"amira": AMIRA}, turn=5))
    judgement = mail.intake.judge(f"game: g1\nturn: {mail.turn}\nseat: amira\n{key}: {said}\n".encode(), "amira")
    assert [problem.code for problem in judgement.problems] == ["no-list"]


@pytest.mark.parametrize("text", ["bank: 4 brick for 1 ore buy card", "bank: 4 brick for 1 ore / buy card"])
def test_a_card_that_is_bought_behind_a_trade_with_the_bank_is_an_order_of_its_own(text: str) -> None:
    told, _ = answer(f"- {text}")
    assert told[0].endswith("write 'bank: 4 brick for 1 ore' and below it '- buy: card'")


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("refuse: bilal, chadi", "refuse: [bilal, chadi]"),
        ("refuse: bilal and chadi", "refuse: [bilal, chadi]"),
        ("want: ore, I give grain", "want: {give: grain, get: ore}"),
        ("want: ore, I give grain to bilal", "want: {give: grain, get: ore, from: [bilal]}"),
    ],
)
def test_a_standing_order_in_words_stays_secret_and_names_everybody(order: str, corrected: str) -> None:
    told, _ = answer("- end: turn", standing=f"- {order}")
    assert told[0].endswith(f"; write '{corrected}'")


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("bank: toward city 42", "; write for example 'bank: toward city'"),
        ("bank: for settlement at 21", "; write for example 'bank: toward settlement'"),
        ("city: 42 or 19", "there is no intersection '42 or 19'; "),
        ("road: 21-22 or 22-23", "'21-22 or 22-23' is not a path; "),
        ("road: 98-99", "98-99 is not a path; "),
    ],
)
def test_several_words_are_quoted_and_a_place_says_nothing_to_the_bank(order: str, said: str) -> None:
    told, _ = answer(f"- {order}")
    assert said in told[0]


@pytest.mark.parametrize(
    ("asked", "corrected"),
    [
        ("{free: 9 10}", "{free: 9-10}"),
        ("{rolled: 6 or 8}", "{any: [{rolled: 6}, {rolled: 8}]}"),
        ("{have: [1 brick, 1 lumber]}", '{have: "1 brick, 1 lumber"}'),
        ("{robber: on mine}", "{robber: mine}"),
        ("{robber: not on mine}", ""),
        ("{free: 9 99}", ""),
        ("{rolled: 6 or more}", ""),
    ],
)
def test_a_condition_is_corrected_that_lacks_nothing_but_its_form(asked: str, corrected: str) -> None:
    _, text = answer(f"- road: 21-22\n  if: {asked}\n- end: turn")
    assert text == (f"- road: 21-22\n  if: {corrected}\n- end: turn" if corrected else "")


TWICE = "appears a second time here (first in line 4); keep one of them"


@pytest.mark.parametrize(
    ("lists", "told"),
    [
        ("orders:\n- place: best\norders:\n- place: best", f"the key 'orders' {TWICE}"),
        ("orders:\n- place: best\nseat: amira", f"the key 'seat' {TWICE.replace('4', '3')}"),
        (
            "orders:\n- {place: best, place: 12 12-13}",
            "'place' appears a second time here (first in line 5); write '- place: 12 12-13' as an item of its own",
        ),
        (
            "orders:\n- place: best\n  road: 12-13",
            "'road' is a second order in one item, beside 'place'; begin a new item with '- ' for it",
        ),
        (
            "orders:\n- settlement: 12\n  road: 12-13",
            "settlement: 12 road: 12-13: this cannot be read; write 'place: 12 12-13'",
        ),
    ],
)
def test_what_is_written_twice_is_told_as_such(lists: str, told: str) -> None:
    mail = Mail(lay_out({}, stage="settlement", turn=0))
    data = f"game: g1\nturn: 1\nseat: amira\n{lists}\n".encode()
    judgement = mail.intake.judge(data, "amira")
    assert [describe(problem, mail.intake.sentences) for problem in judgement.problems] == [told]
    assert not write_corrected(data, judgement, lambda mended: mail.intake.judge(mended, "amira")).text


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("propose: {give: 1 grain, get: 1 wool, to: with dora}", "propose: {give: 1 grain, get: 1 wool, to: [bilal]}"),
        ("propose: {give: 1 grain, get: 1 wool, too: [dora]}", "propose: {give: 1 grain, get: 1 wool, to: [bilal]}"),
        ("propose: give wool get ore to dora", "propose: {give: wool, get: ore, to: [bilal]}"),
        ("trade: wool for ore with dora", "propose: {give: wool, get: ore, to: [bilal]}"),
        ("give wool to dora for ore", "propose: {give: wool, get: ore, to: [bilal]}"),
    ],
)
def test_what_is_put_to_nobody_at_the_table_is_not_put_to_everybody(order: str, line: str) -> None:
    told, text = answer(f"- {order}")
    (said,) = told
    assert said.endswith(f"write for example '{line}'; there is no seat 'dora'; the other seats are bilal and chadi")
    assert not text


@pytest.mark.parametrize(
    "order",
    [
        "I want to trade wool for ore",
        "trade wool for ore with anybody",
        "swap wool for ore to everyone",
        "wool for ore",
    ],
)
def test_words_that_name_nobody_are_no_names(order: str) -> None:
    told, _ = answer(f"- {order}")
    assert "called" not in told[0]
    assert "get: ore}'" in told[0]


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("propose: {give: 2 grain, gets: 1 lumber}", "propose: {give: 2 grain, get: 1 lumber}"),
        ("propose: {give: 1 wool, get: 1 lumber, too: [bilal]}", "propose: {give: 1 wool, get: 1 lumber, to: [bilal]}"),
    ],
)
def test_a_misspelt_key_of_a_trade_keeps_what_stands_behind_it(order: str, line: str) -> None:
    told, _ = answer(f"- {order}")
    assert told[0].endswith(f"; write '{line}'")


def test_a_misspelt_best_stays_the_last_resort() -> None:
    told, text = answer("- place: [12 12-13, 14 14-51, bset]", stage="settlement")
    assert all(said.endswith("; write for example 'place: [12 12-13, 14 14-15, best]'") for said in told)
    assert not text


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("bank: wool ffor ore", "bank: wool for ore"),
        ("bank: 4 wool ofr 1 ore", "bank: 4 wool for 1 ore"),
        ("bank: towrad city", "bank: toward city"),
        ("bank: wool for brock", ""),  # rock, which is ore, or brick
        ("buy: developement card", "buy: card"),
        ("road: 21 ot 22", "road: 21-22"),
        ("road: towrd 33", "road: toward 33"),
        ("build: [ctiy 19, raod 21-22]", "build: [city 19, road 21-22]"),
        ("try: [bank wool ffor ore, crad]", "try: [bank wool for ore, buy card]"),
    ],
)
def test_misspelt_small_words_are_corrected_where_they_can_be_read_in_one_way(order: str, corrected: str) -> None:
    told, text = answer(f"- {order}")
    assert text == (f"- {corrected}" if corrected else "")
    assert not corrected or all(said.endswith(f"write '{corrected}'") for said in told)


def test_a_list_of_which_one_part_can_mean_several_things_is_not_corrected() -> None:
    assert answer("- place: [12 12-13, bset]", stage="settlement")[1] == "- place: [12 12-13, best]"
    assert answer("- place: [14 14-51, bset]", stage="settlement")[1] == ""


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("refuse: [blial, chadi]", "refuse: [bilal, chadi]"),
        ("refuse: {from: [blial]}", "refuse: {from: [bilal]}"),
        ("refuse: {form: [bilal, chadi]}", "refuse: {from: [bilal, chadi]}"),
        ("refuse: {from: [bilal, otto]}", ""),
        (
            "offer: {give: 1 wol, get: 1 oer, to: [blial], tmies: 2}",
            "offer: {give: 1 wool, get: 1 ore, to: [bilal], times: 2}",
        ),
        ("offer: {give: 1 wol, get: 1 oer, to: [bilal, otto]}", ""),
        ("want: {gte: 1 wool, give: 1 ore, form: bilal}", "want: {give: 1 ore, get: 1 wool, from: [bilal]}"),
        ("dsicard: {keeep: [ore]}", "discard: {keep: [ore]}"),
    ],
)
def test_a_standing_order_with_misspelt_keys_is_corrected(order: str, corrected: str) -> None:
    _, text = answer("- end: turn", standing=f"- {order}")
    assert text == (f"- end: turn\nstanding:\n- {corrected}" if corrected else "")


@pytest.mark.parametrize(
    ("condition", "corrected"),
    [
        ("{hold: 1 wool}", "{have: 1 wool}"),
        ("{haev: 1 oer}", "{have: 1 ore}"),
        ("{leads: blial}", "{leads: bilal}"),
        ("{points: {of: bilal, at-lest: 5}}", "{points: {of: bilal, at-least: 5}}"),
        ("{all: [{have: 1 wol}, {crad: knigth}]}", "{all: [{have: 1 wool}, {card: knight}]}"),
        ("{leads: otto}", ""),
    ],
)
def test_a_condition_with_misspelt_words_is_corrected(condition: str, corrected: str) -> None:
    _, text = answer(f"- buy: card\n  if: {condition}")
    assert text == (f"- buy: card\n  if: {corrected}" if corrected else "")


def test_a_stranger_among_those_a_trade_is_put_to_is_not_left_out_unsaid() -> None:
    for order in (
        "propose: {give: 1 wol, get: 1 ore, to: [bilal, otto]}",
        "propose: {gvie: 1 wool, get: 1 ore, to: [bilal, otto]}",
    ):
        (said,), text = answer(f"- {order}")
        assert "write for example 'propose: {give: 1 wool, get: 1 ore, to: [bilal]}'; there is no seat 'otto'" in said
        assert not text


@pytest.mark.parametrize(
    ("orders", "corrected"),
    [
        ("- road 21 22\n- city 19\n- done", "- road: 21-22\n- city: 19\n- end: turn"),
        ("- propose: {give: 1 wool, get 1 ore}", "- propose: {give: 1 wool, get: 1 ore}"),
        (
            "- propose: {gvie: 1 wool, get: 1 oer, aks: agian}",
            "- propose: {give: 1 wool, get: 1 ore, ask: again}",
        ),
        (
            "- propose:\n    give: 1 wol\n    gett: 1 ore\n    to: blial\n- end: turn",
            "- propose: {give: 1 wool, get: 1 ore, to: [bilal]}\n- end: turn",
        ),
        (
            "- if: {have: 4 woool}\n  then:\n  - bnak: wool for ore\n  else:\n  - buy: crad",
            "- if: {have: 4 wool}\n  then:\n  - bank: wool for ore\n  else:\n  - buy: card",
        ),
        ("- bnuy: card\n  if: {robber: mien}", "- buy: card\n  if: {robber: mine}"),
    ],
)
def test_several_slips_of_one_file_are_corrected_together(orders: str, corrected: str) -> None:
    told, text = answer(orders)
    assert text == corrected
    assert not any('"' in said or "needs the key" in said for said in told)


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("ofer: {give: 1 wool, get: 1 ore, times: twice}", "offer: {give: 1 wool, get: 1 ore, times: 2}"),
        ("offer: {give: 1 wool, get: 1 ore, until: turn 30}", "offer: {give: 1 wool, get: 1 ore, until: 30}"),
        ("refuse: leeder", "refuse: leader"),
    ],
)
def test_what_is_offered_for_a_standing_order_has_its_limits_and_no_other_cards(order: str, line: str) -> None:
    told, _ = answer("- end: turn", standing=f"- {order}")
    assert told[0].endswith(f"write '{line}'")


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("build: road or card", "write for example 'build: [road 9-19, card]'"),
        ("build: card or road", "write for example 'build: [card, road 9-19]'"),
        ("road: 21-22-23", "write 'road: 21-22' or 'road: 22-23'"),
        ("road: 21-22-49", "write for example 'road: 21-22'"),
        ("play: knight", "write for example 'knight: A from bilal'"),
        ("play a knight card", "write for example 'knight: A from bilal'"),
    ],
)
def test_no_place_is_named_but_for_example_where_none_was_said_and_nothing_is_lost(order: str, lines: str) -> None:
    (told,), text = answer(f"- {order}")
    assert told.endswith(f"; {lines}")
    assert not text


def test_a_settlement_of_the_set_up_comes_with_its_road() -> None:
    for order in ("settle: best", "settle best", "settlement best"):
        (told,), text = answer(f"- {order}", stage="settlement")
        assert told.endswith("; write 'place: best'")
        assert text == "- place: best"
    (told,), text = answer("- settle: 12", stage="settlement")
    assert told.endswith("; write 'place: 12 4-12' or 'place: 12 11-12' or 'place: 12 12-13'")
    assert not text


@pytest.mark.parametrize(
    ("order", "corrected", "stage"),
    [
        ("place: [10, 10-2]", "place: 10 2-10", "settlement"),
        ("upgrade: 42", "city: 42", "turn"),
        ("upgrade: 2", "", "turn"),  # she has no settlement there
        ("if have 1 grain: buy dev card", "buy: card\n  if: {have: 1 grain}", "turn"),
        ("if have 1 grain: buy road", "", "turn"),
    ],
)
def test_few_words_that_can_mean_one_line_alone_are_corrected(order: str, corrected: str, stage: str) -> None:
    assert answer(f"- {order}", stage=stage)[1] == (f"- {corrected}" if corrected else "")


@pytest.mark.parametrize(
    ("said", "corrected"),
    [
        *((said, "accept: amira") for said in (": accept", ":\n- accept", ":\n- yes")),
        *((said, "refuse: amira") for said in (": refuse", ":\n- refuse", ":\n- no", ":\n- no thanks")),
        (":\n- pass", ""),
    ],
)
@pytest.mark.parametrize(
    "terms", ["{give: 1 ore, get: 1 wool}", "[{give: 1 ore, get: 1 wool}, {give: 1 ore, get: 2 wool}]"]
)
def test_a_yes_or_a_no_answers_the_one_proposal_that_waits(said: str, corrected: str, terms: str) -> None:
    mail = Mail(lay_out({"amira": AMIRA, "bilal": {"hand": {"wool": 2}}}, turn=5))
    mail.send("amira", f"- propose: {terms}")
    mail.run()
    data = f"game: g1\nturn: 2\nseat: bilal\norders{said}\n".encode()
    judgement = mail.intake.judge(data, "bilal")
    text = write_corrected(data, judgement, lambda mended: mail.intake.judge(mended, "bilal")).text
    is_one = not terms.startswith("[")
    assert text.partition("orders:\n")[2].strip("\n") == (f"- {corrected}" if corrected and is_one else "")


def test_what_cannot_be_read_hides_no_other_mistake() -> None:
    told, _ = answer("- bank: 2 wool for ore\n- road: 1-2-3\n- end: turn")
    assert [said.partition(":")[0] for said in told] == ["bank 2 wool for ore", "road 1-2-3"]


@pytest.mark.parametrize(
    ("whom", "said"),
    [("bilal and kim", "there is no seat 'kim'"), ("bilal and chadi", ""), ("kim and bilal", "no seat 'kim'")],
)
def test_and_is_no_name(whom: str, said: str) -> None:
    (told,), _ = answer(f"- propose: {{give: 1 grain, get: 1 wool, to: {whom}}}")
    assert said in told
    assert "there is no seat" not in told or said


@pytest.mark.parametrize(
    ("asked", "corrected"),
    [
        ("{wool: 1}", "{have: 1 wool}"),
        ("{sheep: 1, ore: 2}", '{have: "1 wool, 2 ore"}'),
        ("{not: {wool: 1}}", "{not: {have: 1 wool}}"),
        ("{wool: best}", ""),
        ("{gold: 1}", ""),
        ("{robber: \u0421}", "{robber: C}"),
        ("{not: {r\u043ebber: \u039c}}", "{not: {robber: M}}"),
        ("{robber: \u0416}", ""),
    ],
)
def test_cards_with_their_numbers_and_letters_of_another_script_are_corrected_in_conditions(
    asked: str, corrected: str
) -> None:
    _, text = answer(f"- settlement: 21\n  if: {asked}\n- end: turn")
    assert text == (f"- settlement: 21\n  if: {corrected}\n- end: turn" if corrected else "")


def test_letters_of_another_script_in_an_aim_are_answered_with_the_ones_they_look_like() -> None:
    assert answer("- robber: \u0421 from bilal")[0][-1].endswith("; write 'robber: C from bilal'")


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("wish: {give: 1 wool, get: 1 ore}", "want: {give: 1 wool, get: 1 ore}"),
        ("wishes: 1 ore for 1 wool", "want: {give: 1 wool, get: 1 ore}"),
        ("wants: {give: 1 wool, get: 1 ore, of: bilal}", "want: {give: 1 wool, get: 1 ore, from: [bilal]}"),
        ("asks: {give: 1 wool, get: 1 ore}", "offer: {give: 1 wool, get: 1 ore}"),
        ("offer: {give: 1 wool, wishes: 1 ore}", "offer: {give: 1 wool, get: 1 ore}"),
        ("refuse: {get: ore, to: [bilal]}", "refuse: {get: [ore], from: [bilal]}"),
        ("refuse: {give: ore, until: 9}", ""),
        ("refuse: {give: [gold, ore], from: bilal}", ""),
        ("refuse: {give: ore, from: [bilal, otto]}", ""),
    ],
)
def test_a_standing_order_in_other_words_says_no_less(order: str, line: str) -> None:
    told, _ = answer("- end: turn", standing=f"- {order}")
    assert told[0].endswith(f"; write '{line}'") if line else all("; write '" not in said for said in told)


@pytest.mark.parametrize("key", ["wish", "wishes", "want", "wants", "ask", "asks", "for", "needs", "requests"])
def test_what_one_wants_keeps_its_number(key: str) -> None:
    told, _ = answer(f"- propose: {{give: 2 wool, {key}: 2 ore, to: [bilal]}}")
    assert told[0].endswith("; write 'propose: {give: 2 wool, get: 2 ore, to: [bilal]}'")


@pytest.mark.parametrize("key", ["wish", "wants", "asks", "request"])
def test_a_wish_for_cards_is_never_turned_round(key: str) -> None:
    for told, _ in (answer(f"- {key}: 1 ore"), answer("- end: turn", standing=f"- {key}: 1 ore")):
        assert "get: 1 ore}'" in told[0]


@pytest.mark.parametrize(
    "terms",
    [
        "{give: 1 wool, gte: 1 ore, partner: [bilal]}",
        "{give: 1 wool, get: 1 ore, only: [bilal]}",
        "{give: 1 wool, get: 1 ore, gte: 1 brick}",
        "{give: 1 wool, get: 1 wol}",
    ],
)
def test_terms_with_a_part_that_no_line_has_are_answered_with_none(terms: str) -> None:
    told, text = answer(f"- propose: {terms}")
    assert all("write 'propose" not in said for said in told)
    assert not text


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("propose: {give: 1 wool, get: 1 oar}", "propose: {give: 1 wool, get: 1 ore}"),
        ("bnk: {keep: 1 ore, rst: wool}", "bank: {keep: 1 ore, rest: wool}"),
        ("bank: {kep: 1 ore, rest: wool}", "bank: {keep: 1 ore, rest: wool}"),
        ("buy: card\n  if: {not: {and: [{have: 1 wol}, {crad: knight}]}}", ""),
    ],
)
def test_keys_that_can_mean_one_thing_are_corrected(order: str, corrected: str) -> None:
    _, text = answer(f"- {order}")
    assert text == f"- {corrected or order.replace('and', 'all').replace('wol', 'wool').replace('crad', 'card')}"


@pytest.mark.parametrize("order", ["knight: N or P from chadi", "knight N or P from chadi"])
def test_whether_one_seat_is_robbed_on_either_hex_is_not_guessed(order: str) -> None:
    (said,), text = answer(f"- {order}")
    assert said.endswith("write 'knight: [N, P from chadi]' or 'knight: [N from chadi, P from chadi]'")
    assert not text
    _, text = answer("- end: turn", standing="- robber: N or P from chadi")
    assert not text


@pytest.mark.parametrize("order", ["robber", "move the robber"])
def test_where_the_robber_goes_is_not_guessed(order: str) -> None:
    (said,), text = answer(f"- {order}", stage="robber")
    assert "write for example 'robber: " in said
    assert not text


@pytest.mark.parametrize(
    ("condition", "corrected"),
    [
        ("unless: {have: 1 wool}", "if: {not: {have: 1 wool}}"),
        ("unless: {haev: 1 wol}", "if: {not: {have: 1 wool}}"),
        ("unles: {have: 1 wool}", "if: {not: {have: 1 wool}}"),
        ("onless: {have: 1 wool}", "if: {not: {have: 1 wool}}"),
        ("not if: {have: 1 wool}", "if: {not: {have: 1 wool}}"),
        ("if not: {have: 1 wool}", "if: {not: {have: 1 wool}}"),
        ("unles: {hand: {wool: 1}}", ""),
        ("unless: {leads: otto}", ""),
        ("unless: {have: 1 wool}\n  if: {leads: bilal}", ""),
    ],
)
def test_unless_is_the_contrary_of_if(condition: str, corrected: str) -> None:
    told, text = answer(f"- buy: card\n  {condition}")
    assert text == (f"- buy: card\n  {corrected}" if corrected else "")
    assert bool(corrected) == ("write 'if: " in told[0])


@pytest.mark.parametrize("lists", ["orders: {buy: card}", "orders: [end: turn]\nfallback: {end: turn}"])
def test_an_order_that_is_right_but_for_its_list_is_not_said_to_be_unreadable(lists: str) -> None:
    mail = Mail(lay_out({"amira": AMIRA}, turn=5))
    data = f"game: g1\nturn: 1\nseat: amira\n{lists}\n".encode()
    judgement = mail.intake.judge(data, "amira")
    told = [describe(problem, mail.intake.sentences) for problem in judgement.problems]
    assert not any("cannot be read" in said for said in told)
    assert any("must be a list of orders" in said for said in told)


def test_as_an_example_of_alternative_places_something_is_shown_that_is_one() -> None:
    told, _ = answer("- place: best\n- place: best\n- place: best", stage="settlement")
    assert told[0].endswith("such as 'place: [12 12-13, best]'")
