"""What can never be is red at every stage: terms of trades, standing cards, what a hand cannot pay now."""

from __future__ import annotations

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import Mail

from adjudicator.core.order import describe

SPOTS = {"amira": {"settlements": [12], "hand": {"wool": 1}}, "bilal": {"settlements": [23]}, "chadi": {}}

SEATED = {"settlements": [23], "hand": {"ore": 5}}


def sentences(mail: Mail, seat: str, orders: str, **lists: str) -> list[str]:
    return [describe(problem, mail.intake.sentences) for problem in mail.judge(seat, orders, **lists).problems]


@pytest.mark.parametrize(("seat", "orders"), [("amira", "- end: turn"), ("bilal", "")])
@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("- offer: {give: 25 wool, get: 1 ore}", ("illegal", "more-than-all")),
        ("- want: {give: 1 wool, get: 20 ore}", ("illegal", "more-than-all")),
        ("- offer: {give: 1 wool, get: 1 wool}", ("illegal", "like-for-like")),
        ("- plenty: 3 ore", ("illegal", "plenty-count")),
        ("- plenty: [3 ore, 2 ore]", ("unwise", "plenty-count")),
        ("- discard: 2 wool", ("invalid", "discard-wishes")),
        ("- if: {robber: D}\n  then: [{robber: G}]", ("invalid", "no-blocks")),
    ],
)
def test_standing_orders_that_can_never_be(seat: str, orders: str, order: str, said: tuple[str, str]) -> None:
    assert Mail(lay_out(SPOTS)).complaints(seat, orders, standing=order) == [said]


@pytest.mark.parametrize("kind", ["knight", "robber"])
def test_the_robber_takes_nothing_from_oneself_at_any_time(kind: str) -> None:
    mail = Mail(lay_out(SPOTS))

    assert mail.complaints("bilal", "", standing=f"- {kind}: G from bilal") == [("illegal", "victim-yourself")]
    assert mail.complaints("bilal", "", standing=f"- {kind}: [G from bilal, G]") == [("unwise", "victim-yourself")]
    assert mail.complaints("bilal", "", standing=f"- {kind}: G from amira") == [("unwise", "not-as-it-stands")]


def test_what_can_stand_is_said_in_the_form_to_write() -> None:
    mail = Mail(lay_out(SPOTS, turn=36))

    assert sentences(mail, "bilal", "", standing="- discard: 2 wool") == [
        (
            "discard 2 wool: a standing order says what to keep, or what goes first; "
            "write 'discard: {first: [wool]}' or 'discard: {keep: [wool]}'"
        )
    ]
    assert sentences(mail, "bilal", "", standing="- offer: {give: 1 wool, get: 1 ore, until: 3}") == [
        "offer 1 wool for 1 ore to anybody, until table turn 3: table turn 4 has begun, so this is over already"
    ]


def with_offer() -> Mail:
    """It is amira's turn, and bilal gives ore for grain."""
    mail = Mail(lay_out(SPOTS))
    mail.send("bilal", "", standing="- offer: {give: 1 ore, get: 1 grain}\n- offer: {give: 1 ore, get: 1 wool}")
    mail.run()
    return mail


@pytest.mark.parametrize("order", ["- take: bilal 1", "- propose: {give: 1 grain, get: 1 ore}"])
def test_a_trade_that_the_hand_cannot_pay_is_red_like_a_road(order: str) -> None:
    mail = with_offer()

    assert mail.complaints("amira", order) == [("illegal", "not-your-cards")]
    assert mail.complaints("amira", f"- take: bilal 2\n{order}\n- end: turn") == []
    assert mail.complaints("chadi", f"{order}\n- end: turn") == []


@pytest.mark.parametrize("order", ["- take: bilal 2", "- propose: {give: 1 wool, get: 1 ore}"])
def test_a_trade_that_the_hand_can_pay_depends_on_the_others(order: str) -> None:
    (line, *_) = with_offer().forecast("amira", order)

    assert line.endswith(": depends on the others")


def test_what_stands_behind_a_trade_that_will_be_refused_is_still_certain() -> None:
    assert with_offer().complaints("amira", "- take: bilal 1\n- road: 12-13") == [
        ("illegal", "not-your-cards"),
        ("illegal", "cannot-pay"),
    ]


@pytest.mark.parametrize(
    ("terms", "order", "complaints"),
    [
        ("{give: 1 wool, get: 1 ore}", "- city: 12", [("unwise", "cannot-pay")]),
        ("{give: 1 wool, get: 1 brick}", "- road: 12-13", [("unwise", "cannot-pay")]),
        ('[{give: 1 wool, get: 1 ore}, {give: 1 wool, get: "1 brick, 1 lumber"}]', "- road: 12-13", []),
        ('{give: 1 wool, get: "2 grain, 3 ore"}', "- city: 12", []),
        # a counter-offer may bring more than what was asked for
        ("{give: 1 wool, get: 1 ore, up-to: 1 wool}", "- city: 12", []),
    ],
)
def test_what_no_trade_before_it_can_pay_is_yellow(terms: str, order: str, complaints: list[tuple[str, str]]) -> None:
    assert Mail(lay_out(SPOTS)).complaints("amira", f"- propose: {terms}\n{order}\n- end: turn") == complaints


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("- take: bilal 1\n- bank: 4 wool for brick", ["bank-rate"]),
        ("- take: {give: 1 wool, get: 1 ore}\n- bank: 4 ore for brick", ["bank-rate"]),
        ("- take: bilal 2\n- bank: 4 ore for brick", []),
        ("- take: bilal 3\n- bank: 4 ore for brick", ["no-offer"]),
        ("- robber: G from bilal\n- bank: 4 wool for brick", ["bank-rate"]),
    ],
)
def test_an_offer_or_a_robber_brings_no_more_than_it_can(order: str, said: list[str]) -> None:
    mail = Mail(lay_out(SPOTS))
    mail.send("bilal", "", standing="- offer: {give: 1 ore, get: 1 wool}\n- offer: {give: 4 ore, get: 1 grain}")
    mail.send("amira", "", standing="- offer: {give: 1 wool, get: 1 lumber}")
    mail.run()
    hand = {"wool": 1, "grain": 1}
    stage = {"stage": "robber", "dice": 7} if "robber" in order else {}
    mail.state = lay_out({**SPOTS, "amira": {**SPOTS["amira"], "hand": hand}, "bilal": SEATED}, **stage)
    assert [code for _, code in mail.complaints("amira", f"{order}\n- end: turn")] == said
