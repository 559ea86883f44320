"""What is offered in place of an order never says the contrary of it, and adds and drops nothing."""

from __future__ import annotations

import pytest
from unit.catan_mail.test_corrections import answer


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
