"""A no, or an exception, in an order that no order can say: no line is offered that would leave it out."""

from __future__ import annotations

import pytest
from unit.catan_mail.test_offered_lines import offered, sit

from adjudicator.core.order import describe
from adjudicator.kit.negation import find_denial


def say(orders: str, **lists: str) -> list[str]:
    mail = sit()
    return [describe(problem, mail.intake.sentences) for problem in mail.judge("amira", orders, **lists).problems]


@pytest.mark.parametrize(
    ("order", "word"),
    [
        ("propose: {give: 1 wool, get: 1 ore, to: all but bilal}", "but"),
        ("propose: {give: 1 wool, get: 1 ore, to: everybody except bilal}", "except"),
        ("propose: {give: 1 wool, get: 1 ore, except: [bilal]}", "except"),
        ("propose: {give: 1 wool, get: 1 ore, not: [bilal]}", "not"),
        ("no road 21-22", "no"),
        ("don't buy card", "don't"),
        ("do not end turn", "not"),
    ],
)
def test_what_an_order_cannot_say_is_named(order: str, word: str) -> None:
    assert say(f"- {order}\n")[0].endswith(f"this cannot be read; write what you do want, without '{word}'")


@pytest.mark.parametrize("order", ["end: not turn", "road: not 21-22", "bank: 4 wool for not ore"])
def test_a_word_too_many_in_a_text_is_no_slip(order: str) -> None:
    assert offered(sit(), "amira", f"- {order}\n") == []


@pytest.mark.parametrize("condition", ["{nocard: knight}", "{card: noknight}", "{points: {of: me, not-least: 3}}"])
def test_a_condition_is_never_answered_with_its_contrary(condition: str) -> None:
    assert offered(sit(), "amira", f"- end: turn\n  if: {condition}\n") == []


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("refuse: all but bilal", []),
        ("dont refuse: bilal", []),
        ("never discard ore", []),
        ("discard: not ore", ["discard: {keep: [ore]}"]),
        ("never trade with bilal", ["refuse: [bilal]"]),
        ("no offers", ["refuse: any"]),
    ],
)
def test_a_standing_order_may_say_no_in_its_own_words(order: str, lines: list[str]) -> None:
    assert offered(sit(), "amira", "", standing=f"- {order}\n") == lines


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("no more than 3", "at-most: 3", ""),
        ("unprefer: V1", "prefer: [V1]", "unprefer"),
        ("never give wool", "refuse: {give: [wool]}", ""),
        ("dont refuse: bilal", "refuse: [bilal]", "dont"),
        ("not taken", "{not: {is: taken}}", ""),
    ],
)
def test_a_denial_is_lost_only_where_the_line_has_none(text: str, line: str, word: str) -> None:
    assert find_denial(text, line) == word
