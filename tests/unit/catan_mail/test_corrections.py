"""A mistake of an order that can mean one thing only comes back corrected."""

from __future__ import annotations

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.correcting import AMIRA, answer
from unit.catan_mail.mailing import Mail

from adjudicator.core.order import describe
from adjudicator.intake.rewriting import write_corrected

TWICE = "appears a second time here (first in line 4); keep one of them"


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
        ("propose: {give: 2 grain, gets: 1 lumber}", "propose: {give: 2 grain, get: 1 lumber}"),
        ("propose: {give: 1 wool, get: 1 lumber, too: [bilal]}", "propose: {give: 1 wool, get: 1 lumber, to: [bilal]}"),
    ],
)
def test_a_misspelt_key_of_a_trade_keeps_what_stands_behind_it(order: str, line: str) -> None:
    told, _ = answer(f"- {order}")
    assert told[0].endswith(f"; write '{line}'")


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
        ("propose: {give: [ore], get: 2 wool}", "propose: {give: ore, get: 2 wool}", "turn"),
        ("propose: {give: [ore, grain], get: 2 wool}", "", "turn"),
    ],
)
def test_few_words_that_can_mean_one_line_alone_are_corrected(order: str, corrected: str, stage: str) -> None:
    assert answer(f"- {order}", stage=stage)[1] == (f"- {corrected}" if corrected else "")


@pytest.mark.parametrize(
    ("said", "corrected"),
    [
        *((said, "accept: amira") for said in (": accept", ":\n- accept", ":\n- yes")),
        *((said, "refuse: amira") for said in (": refuse", ":\n- refuse", ":\n- no", ":\n- no thanks")),
        *((said, "refuse: amira") for said in (":\n- reject: amira", ":\n- no: amira", ":\n- decline amira")),
        (":\n- yes: amira", "accept: amira"),
        (":\n- reject: chadi", ""),
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


@pytest.mark.parametrize(
    ("orders", "instead"),
    [
        ("- {road: [21-22, 20-31], end: turn}", "'road: [21-22, 20-31]' and below it '- end: turn'"),
        ("- road: [21-22, 20-31]\n  bank: [ore for wool, ore for brick]", "'- bank: [ore for wool, ore for brick]'"),
        ("- {plenty: [wool, ore], end: turn}", "'plenty: wool, ore' and below it '- end: turn'"),
        ("- victory point: play", "a victory point card is not played; it counts from the moment you have it"),
        ("- play victory point card", "a victory point card is not played; it counts from the moment you have it"),
        ("- wait: 1", "for example 'end: turn'"),
    ],
)
def test_a_choice_stays_one_and_nobody_is_told_to_do_what_has_nothing_to_do_with_it(orders: str, instead: str) -> None:
    told, corrected = answer(orders)
    assert [said.endswith(instead) for said in told] == [True]
    assert not corrected
