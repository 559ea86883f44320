"""What is offered in place of an order has all that its sender said, or it is an example."""

from __future__ import annotations

import pytest
from unit.catan_mail.correcting import answer


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


def test_a_misspelt_best_stays_the_last_resort() -> None:
    told, text = answer("- place: [12 12-13, 14 14-51, bset]", stage="settlement")
    assert all(said.endswith("; write for example 'place: [12 12-13, 14 14-15, best]'") for said in told)
    assert not text


def test_a_list_of_which_one_part_can_mean_several_things_is_not_corrected() -> None:
    assert answer("- place: [12 12-13, bset]", stage="settlement")[1] == "- place: [12 12-13, best]"
    assert answer("- place: [14 14-51, bset]", stage="settlement")[1] == ""


def test_a_stranger_among_those_a_trade_is_put_to_is_not_left_out_unsaid() -> None:
    for order in (
        "propose: {give: 1 wol, get: 1 ore, to: [bilal, otto]}",
        "propose: {gvie: 1 wool, get: 1 ore, to: [bilal, otto]}",
    ):
        (said,), text = answer(f"- {order}")
        assert "write for example 'propose: {give: 1 wool, get: 1 ore, to: [bilal]}'; there is no seat 'otto'" in said
        assert not text


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


@pytest.mark.parametrize(
    ("whom", "said"),
    [("bilal and kim", "there is no seat 'kim'"), ("bilal and chadi", ""), ("kim and bilal", "no seat 'kim'")],
)
def test_and_is_no_name(whom: str, said: str) -> None:
    (told,), _ = answer(f"- propose: {{give: 1 grain, get: 1 wool, to: {whom}}}")
    assert said in told
    assert "there is no seat" not in told or said


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
