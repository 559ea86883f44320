"""What is offered in place of an order never says the contrary of it, and adds and drops nothing."""

from __future__ import annotations

import re

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.correcting import AMIRA, answer, answer_at
from unit.catan_mail.mailing import Mail


def answer_thief(order: str) -> tuple[list[str], str]:
    """What is said of an order of amira's, who moves the robber, and those of the corrected file."""
    others = {"bilal": {"settlements": [17, 11]}, "chadi": {"settlements": [28, 30]}}
    hands = {seat: player | {"hand": {"wool": 1}} for seat, player in others.items()}
    mail = Mail(lay_out({"amira": AMIRA, **hands}, stage="robber", turn=5))
    return answer_at(mail, f"- {order}")


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("bank: brick from ore", "bank: ore for brick"),
        ("bank: {get: brik, give: 4 ore}", "bank: 4 ore for brick"),
        ("bank get brick from ore", "bank: ore for brick"),
        ("bank: to brick from ore", "bank: ore for brick"),
        ("bank: ore give brick", "bank: brick for ore"),
        ("bank: brick with ore", ""),
        ("bank: brick and ore", ""),
    ],
)
def test_a_trade_with_the_bank_is_never_turned_round(order: str, corrected: str) -> None:
    told, text = answer(f"- {order}")
    assert text == (f"- {corrected}" if corrected else "")
    assert f"'{corrected}'" in told[0] if corrected else "'bank: brick for ore'" in told[0]


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("bank: need lumber, have brick", "bank: brick for lumber"),
        ("bank: lumber from the bank for brick", "bank: brick for lumber"),
        ("bank: bank gives brick for ore", "bank: ore for brick"),
        ("bank: bank gives brick, gets ore", "bank: ore for brick"),
        ("bank: pay ore get brick", "bank: ore for brick"),
        ("bank: please give me 1 brick for 4 ore", "bank: 4 ore for 1 brick"),
        ("bank: {for: ore, get: brick}", "bank: ore for brick"),
        ("propose: bilal gives lumber for brick", "propose: {give: brick, get: lumber, to: [bilal]}"),
        ("propose: to bilal give lumber for brick", "propose: {give: lumber, get: brick, to: [bilal]}"),
        ("propose: give me brick for ore", "propose: {give: ore, get: brick}"),
    ],
)
def test_whoever_says_which_card_he_gives_and_which_he_gets_is_offered_no_other_trade(order: str, line: str) -> None:
    told, text = answer(f"- {order}")
    assert told[0].endswith(f"; write '{line}'")
    assert text in ("", f"- {line}")


@pytest.mark.parametrize("order", ["lumber <- ore", "lumber received for ore", "lumber for me, ore for bank"])
def test_where_the_words_do_not_say_which_card_is_given_both_trades_are_examples(order: str) -> None:
    told, text = answer(f"- bank: {order}")
    assert told[0].endswith("; write for example 'bank: lumber for ore' or 'bank: ore for lumber'")
    assert not text


def test_a_denial_that_no_order_can_say_is_left_to_its_sender() -> None:
    for told, text in (answer("- bank: no brick for lumber"), answer_thief("robber: not H")):
        assert any(re.search("; write what you do want, without '(no|not)'$", line) for line in told)
        assert not text


def test_which_card_goes_to_the_bank_is_asked_where_it_is_not_said() -> None:
    told, _ = answer("- bank: brick with ore")
    assert told[0].endswith("; write 'bank: brick for ore' or 'bank: ore for brick'")


@pytest.mark.parametrize(
    ("order", "kept"),
    [
        ("bank: everything but ore for lumber", ("4 ore", "1 ore")),
        ("bank: all except wool and 2 ore for lumber", ('"4 wool, 2 ore"', '"1 wool, 2 ore"')),
        ("bank: {keep: ore, rest: lumber}", ("4 ore", "1 ore")),
    ],
)
def test_how_many_cards_are_kept_is_asked_where_it_is_not_said(order: str, kept: tuple[str, str]) -> None:
    told, text = answer(f"- {order}\n- end: turn")
    lines = " or ".join(f"'bank: {{keep: {cards}, rest: lumber}}'" for cards in kept)
    assert told[0].endswith(f"; write {lines}")
    assert not text


def test_a_number_or_an_article_says_how_many_cards_are_kept() -> None:
    for order in ("all but 2 ore for lumber", "everything but an ore for lumber", "{keep: 1 ore, rest: lumber}"):
        assert answer(f"- bank: {order}\n- end: turn")[0] == []


@pytest.mark.parametrize(
    "order",
    ["robber: chadi", "robber from chadi", "robber: {from: chadi}", "robber A H from chadi", "robber I F bilal"],
)
def test_no_hex_is_named_that_was_not_nor_left_out(order: str) -> None:
    told, text = answer_thief(order)
    assert "; write for example 'robber: " in told[0]
    assert not text


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("robber I from chadi", "robber: I from chadi"),
        ("robber A", "robber: A"),
        ("robber: Hfrom chadi", "robber: H from chadi"),
        ("robber: I frm chadi", "robber: I from chadi"),
        ("put the robber on a", ""),
    ],
)
def test_the_hexes_a_and_i_are_no_words(order: str, corrected: str) -> None:
    assert answer_thief(order)[1] == (f"- {corrected}" if corrected else "")


def test_who_speaks_of_himself_names_no_hex() -> None:
    told, text = answer_thief("robber: I want bilal")
    assert "write 'robber: I" not in told[0]
    assert not text


def test_whoever_robs_anybody_is_shown_who_can_be_robbed() -> None:
    told, text = answer_thief("robber: H from anybody")
    assert told[0].endswith("'robber: H from bilal' or 'robber: H from chadi'")
    assert not text


def test_a_place_or_cards_with_keys_of_their_own_come_back_in_words() -> None:
    assert answer("- place: {at: 13, road: 12-13}", stage="settlement")[1] == "- place: 13 12-13"
    owing = {"amira": AMIRA | {"owes": 10}, "bilal": {"settlements": [10]}}
    mail = Mail(lay_out(owing, stage="discard", dice=7, turn=5, options={"discard": "ask"}))
    assert answer_at(mail, "- discard: {lumber: 4, wool: 4, ore: 2}")[1] == "- discard: 4 lumber, 4 wool, 2 ore"


@pytest.mark.parametrize("order", ["place: 13 12-13 then 44 43-44", "place: 13 12-13, then 44 43-44"])
def test_of_one_place_then_another_both_readings_are_shown(order: str) -> None:
    told, text = answer(f"- {order}", stage="settlement")
    assert told[0].endswith(
        "; write 'place: 13 12-13' and below it '- place: 44 43-44' or 'place: [13 12-13, 44 43-44]'"
    )
    assert not text


@pytest.mark.parametrize(
    ("order", "cards"),
    [("buy: 2 cards", 2), ("buy three cards", 3), ("buy: card twice", 2), ("buy: cards", 0), ("buy 50 cards", 0)],
)
def test_as_many_cards_are_bought_as_are_said(order: str, cards: int) -> None:
    told, text = answer(f"- {order}")
    assert text == "\n".join(["- buy: card"] * cards)
    assert cards or told[0].endswith("; write for example 'buy: card'")


@pytest.mark.parametrize("order", ["buy: 2 cards", "buy: card and end turn"])
def test_a_condition_of_what_is_several_orders_is_not_left_to_the_last_of_them(order: str) -> None:
    told, text = answer(f"- {order}\n  if: {{leads: me}}")
    assert "' and below it '- " in told[0]
    assert not text


@pytest.mark.parametrize(
    ("asked", "corrected"),
    [
        ("{leads: bilal or chadi}", "{any: [{leads: bilal}, {leads: chadi}]}"),
        ("bilal or chadi leads", "{any: [{leads: bilal}, {leads: chadi}]}"),
        ("rolled 7 or 8", "{any: [{rolled: 7}, {rolled: 8}]}"),
        ("robber on A or F", "{any: [{robber: A}, {robber: F}]}"),
        ("i have wool or 2 ore", "{any: [{have: wool}, {have: 2 ore}]}"),
        ("i have 8 or more points", "{points: {at-least: 8}}"),
        ("bilal has exactly 8 points", "{points: {of: bilal, at-least: 8, at-most: 8}}"),
        ("bilal or chadi has 8 points", ""),
        ("{leads: bilal, or: {leads: chadi}}", ""),
        ("robber on F G", ""),
        ("rolled 6, 7", ""),
        ("not robber on F or G", ""),
        ("bilal leads and rolled 7 or 8", ""),
    ],
)
def test_of_a_condition_with_or_both_parts_are_kept(asked: str, corrected: str) -> None:
    _, text = answer(f"- buy: card\n  if: '{asked}'" if asked[0] != "{" else f"- buy: card\n  if: {asked}")
    assert text == (f"- buy: card\n  if: {corrected}" if corrected else "")


def test_or_as_a_key_is_no_and() -> None:
    told, _ = answer("- {buy: card, if: {leads: bilal, or: {leads: chadi}}}")
    assert told[0].endswith("; write 'if: {any: [{leads: bilal}, {leads: chadi}]}'")


def test_exactly_so_many_are_no_less_and_no_more() -> None:
    told, _ = answer("- {buy: card, if: {points: {of: bilal, is: 8}}}")
    assert told[0].endswith("; write 'if: {points: {of: bilal, at-least: 8, at-most: 8}}'")


@pytest.mark.parametrize(
    "order",
    [
        "road: 20-31 please",
        "buy: card, please",
        "bank: 4 brick for 1 ore please",
        "propose: {give: wool please, get: ore}",
    ],
)
def test_please_says_nothing(order: str) -> None:
    assert answer(f"- {order}\n- end: turn")[0] == []


@pytest.mark.parametrize("order", ["buy card", "end turn", "bank 4 brick for 1 ore"])
def test_please_stands_in_no_way(order: str) -> None:
    key, _, words = order.partition(" ")
    assert answer(f"- {order} please")[1] == f"- {key}: {words}"


@pytest.mark.parametrize(("order", "held"), [("8 ore for 2 brick", 5), ("ore for 4 brick", 5), ("ore for brick", 3)])
def test_the_bank_tells_how_many_cards_are_held_and_not_how_many_are_left(order: str, held: int) -> None:
    mail = Mail(lay_out({"amira": AMIRA | {"hand": {"ore": held}}, "bilal": {"settlements": [10]}}, turn=5))
    assert f"the bank asks 4 ore for each card; you hold {held}" in str(answer_at(mail, f"- bank: {order}")[0])


def test_please_is_nobody_whose_proposal_is_accepted() -> None:
    assert "accept the proposal: no proposal is waiting for your answer" in answer("- accept: please")[0]


def test_whom_to_rob_of_two_is_an_example() -> None:
    assert "; write for example 'robber: H from bilal'" in answer_thief("robber to H")[0][0]


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("trade brick from bilal for ore", "propose: {give: ore, get: brick, to: [bilal]}"),
        ("propose: 2:1 ore for lumber", "propose: {give: 2 ore, get: 1 lumber}"),
        ("bank: 1 brick for 4 ore", "bank: 4 ore for 1 brick"),
        ("bank: keep 2 ore rest lumber", "bank: {keep: 2 ore, rest: lumber}"),
        ("discard: 2 brick or 2 lumber", "discard: [2 brick, 2 lumber]"),
        ("try road 20-31", "try: road 20-31"),
        ("road; 20-31", "road: 20-31"),
        ("build: road 20-31 and card", "road: 20-31' and below it '- buy: card"),
        ("first buy card then end turn", "buy: card' and below it '- end: turn"),
    ],
)
def test_what_is_written_says_all_that_was_said(order: str, line: str) -> None:
    told, text = answer(f"- {order}")
    assert told[-1].endswith(f"; write '{line}'")
    assert text in ("", f"- {line}".replace("' and below it '", "\n"))


@pytest.mark.parametrize(
    "order",
    [
        "propose: {you give: lumber, you get: ore}",
        "propose: {give: ore, get: lumber, twice}",
        "try: road 20-31 and card",
        "road; buy card",
        "road 20-31, card",
        "road: 20-31, card",
        "build: road 20-31, card",
        "build: cards",
        "build: dev cards",
        "two brick for one lumber",
        "trade: two brick for one lumber",
        "bank: two brick for one lumber",
        "put the robber on a",
        "21",
        "pass",
        "build: 2 cards",
        "buy: card card",
    ],
)
def test_what_may_be_meant_otherwise_is_an_example(order: str) -> None:
    told, text = answer(f"- {order}")
    assert "; write for example '" in told[0]
    assert not text


def test_no_example_is_the_contrary_of_what_is_said() -> None:
    assert "F from" not in answer_thief("robber: away from F")[0][0].partition("write")[2]
    assert "ore" not in answer("- discard: never ore")[0][-1].rpartition("write")[2]


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("street: 20-31", "road: 20-31"),
        ("put a road on 20-31", "road: 20-31"),
        ("I'd like road 20-31", "road: 20-31"),
        ("finish", "end: turn"),
        ("propose: two sheep for one lumber", "propose: {give: 2 wool, get: 1 lumber}"),
        ("bank: 1 brick for 4 ore", "bank: 4 ore for 1 brick"),
        ("road 20-31 and card", "road: 20-31\n- buy: card"),
        ("first buy card then end turn", "buy: card\n- end: turn"),
        ("settlement 21 and road to 22", "settlement: 21\n- road: toward 22"),
        ("buy: card if I have 3 ore", "buy: card\n  if: {have: 3 ore}"),
        ("buy: card\n  unless: bilal leads", "buy: card\n  if: {not: {leads: bilal}}"),
        (
            "buy: card\n  if: {points: {of: bilal, is: 8}}",
            "buy: card\n  if: {points: {of: bilal, at-least: 8, at-most: 8}}",
        ),
        ("buy: card\n  if: {points: {of: bilal, above: 4}}", "buy: card\n  if: {points: {of: bilal, at-least: 5}}"),
        ("buy: card\n  if: {points: {above: 4, at-least: 8}}", ""),
        ("draw a card", "buy: card"),
        ("trade 4 brick for 1 lumber with the bank", "bank: 4 brick for 1 lumber"),
        ("propose: get lumber for ore", "propose: {give: ore, get: lumber}"),
        ("propose: {give: wool, want: lumber}", "propose: {give: wool, get: lumber}"),
        ("{end: turn, if: {robber: me}}", "{end: turn, if: {robber: mine}}"),
        ("propose: {want: wool, give: lumber}", "propose: {give: lumber, get: wool}"),
        ("propose: {wants: wool, gives: lumber, to: bilal}", "propose: {give: lumber, get: wool, to: [bilal]}"),
        ("propose: I give lumber and want wool", "propose: {give: lumber, get: wool}"),
        ("bank: give me 1 brick for 4 ore", "bank: 4 ore for 1 brick"),
        ("propose: {want: wool, give: lumber, maybe: yes}", ""),
        ("propose: lumber for wool from the bank", ""),
        ("street: 20-31 or 41-42", ""),
    ],
)
def test_other_words_for_one_order_are_corrected(order: str, corrected: str) -> None:
    assert answer(f"- {order}")[1] == (f"- {corrected}" if corrected else "")


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (
            "propose: {give: wool and the, get: ore}",
            "'and' cannot be read (expected: brick, lumber, wool, grain or ore)",
        ),
        ("propose: {give: wool, get: ore, to: [not]}", "'not' cannot be read (expected: amira, bilal or chadi)"),
    ],
)
def test_a_small_word_is_not_said_to_be_nobodys_name(order: str, said: str) -> None:
    assert said in answer(f"- {order}")[0][0]
