"""Cards laid by mail: now, on conditions, over others, by standing order, and by silence (sections 4.5, 6.5, 6.7)."""

from __future__ import annotations

import pytest
from unit.catan_caravans_mail.voting import ONE_ONE, decided, laid, table, vote_of, voting
from unit.catan_mail.mailing import END, LATE, Mail

from adjudicator.core.driver import Stop
from adjudicator.core.table import Pacing

RICH = {"amira": "3 wool, 3 grain", "bilal": "3 wool, 3 grain", "chadi": "3 wool, 3 grain"}
TO_BUILD = {"amira": {"settlements": [53]}}


def answer(mail: Mail, **orders: str) -> Mail:
    """Each seat's orders; who has none bids nothing. Then the turn is run."""
    for seat in mail.state.table.seats:
        mail.send(seat, orders.get(seat, "- bid: 0"))
    assert mail.missing == []
    mail.run(ONE_ONE)
    return mail


def test_one_window_for_all_who_hold_cards_and_the_builder() -> None:
    mail = table({"amira": "3 ore, 2 grain", "chadi": "1 ore"}, has=TO_BUILD)
    mail.send("amira", f"- city: 53\n{END}")
    mail.run()

    assert mail.stop == (Stop.WINDOW, "amira")
    assert [(ask.seat, ask.decision, ask.deadline, ask.must) for ask in mail.asks] == [
        (seat, "vote", "vote", True) for seat in ("amira", "chadi")
    ]
    assert mail.missing == ["amira", "chadi"]


def test_the_builder_is_told_in_the_second_person_who_built() -> None:
    mail = voting(RICH)
    duties = {ask.seat: ask.duty.partition(" built,")[0] for ask in mail.asks}

    assert duties == {"amira": "You", "bilal": "amira", "chadi": "amira"}


def test_who_has_answered_waits_for_who_has_not() -> None:
    mail = voting(RICH)
    mail.send("bilal", "- bid: 1 wool")
    mail.send("amira", "- prefer: [V1]")

    assert mail.missing == ["amira", "chadi"]


def test_a_draft_is_no_answer_and_counts_at_the_deadline() -> None:
    mail = voting(RICH)
    mail.send("amira", "- bid: 0")
    mail.send("bilal", "- bid: 1 wool", draft=True)
    mail.send("chadi", "- bid: 0")

    assert mail.missing == ["bilal"]
    assert mail.announcements("bilal") == ["If you send nothing, this counts: bid 1 wool."]
    mail.run(ONE_ONE, leave=LATE)
    assert laid(mail)["bilal"] == {"wool": 1}


def test_bids_are_laid_clockwise_from_the_builder_and_paid() -> None:
    mail = answer(voting(RICH, mover="bilal"), amira="- bid: 1 wool", bilal="- bid: 1 grain", chadi="- bid: 0")

    assert list(laid(mail)) == ["bilal", "chadi", "amira"]
    assert mail.hand("amira") == {"wool": 2, "grain": 3}
    assert vote_of(mail) is None


@pytest.mark.parametrize(
    ("condition", "cards"),
    [
        ("bids: builder", {"wool": 1}),
        ("bids: amira", {"wool": 1}),
        ("bids: Builder", {"wool": 1}),
        ("bids: bilal", {}),
        ("bids: chadi", {}),
        ("not: {bids: bilal}", {"wool": 1}),
        ("any: [{bids: bilal}, {have: 3 wool}]", {"wool": 1}),
        ("all: [{bids: bilal}, {have: 3 wool}]", {}),
    ],
)
def test_a_condition_sees_what_was_laid_before(condition: str, cards: dict[str, int]) -> None:
    mail = answer(voting(RICH), amira="- bid: 1 grain", chadi=f"- bid: 1 wool\n  if: {{{condition}}}")

    assert laid(mail)["chadi"] == cards


def test_a_condition_does_not_see_what_is_laid_later() -> None:
    mail = answer(voting(RICH), bilal="- bid: 1 wool\n  if: {bids: chadi}", chadi="- bid: 1 wool")

    assert laid(mail)["bilal"] == {}


def test_the_first_bid_that_applies_counts_and_the_others_are_used_up() -> None:
    orders = "- bid: 3 wool\n  if: {bids: bilal}\n- bid: 2 wool\n- bid: 1 wool"
    mail = answer(voting(RICH), chadi=orders)

    assert laid(mail)["chadi"] == {"wool": 2}
    assert mail.fates("chadi") == ["bid 3 wool if bilal bids: skipped", "laid 2 wool: done", "bid 1 wool: unused"]
    assert mail.agendas["chadi"].items == ()


def test_a_standing_bid_counts_where_no_order_applies() -> None:
    mail = voting(RICH)
    mail.send("amira", "- bid: 0")
    mail.send("bilal", "- bid: 3 wool\n  if: {bids: amira}", standing="- bid: 1 grain")
    mail.send("chadi", "- bid: 0")
    mail.run(ONE_ONE)

    assert laid(mail)["bilal"] == {"grain": 1}
    assert mail.fates("bilal") == ["bid 3 wool if amira bids: skipped", "standing: laid 1 grain: done"]


@pytest.mark.parametrize(
    ("bid", "cards"),
    [
        ("{up-to: 4, over: best}", {"wool": 3}),
        ("{up-to: 4}", {"wool": 3}),
        ("{up-to: 4, pay: [grain, wool]}", {"grain": 3}),
        ("{up-to: 4, pay: [grain]}", {"grain": 3}),
        ("{up-to: 3, over: best}", {"wool": 3}),
        ("{up-to: 2, over: best}", {}),
        ("{up-to: 9, over: amira}", {"wool": 2}),
        ("{up-to: 9, over: chadi}", {}),
    ],
)
def test_a_bid_over_others_lays_one_card_more_or_none(bid: str, cards: dict[str, int]) -> None:
    mail = answer(voting(RICH), amira="- bid: 1 grain", bilal="- bid: 2 wool", chadi=f"- bid: {bid}")

    assert laid(mail)["chadi"] == cards


def test_both_kinds_pay_where_one_is_not_enough_and_nothing_is_laid_where_both_are_not() -> None:
    hands = {"amira": "6 wool", "bilal": "3 wool, 3 grain", "chadi": "3 wool, 3 grain"}
    mail = answer(voting(hands), amira="- bid: 3 wool", bilal="- bid: {up-to: 9}")
    assert laid(mail)["bilal"] == {"wool": 3, "grain": 1}

    mail = answer(voting(hands), amira="- bid: 6 wool", bilal="- bid: {up-to: 9}")
    assert laid(mail)["bilal"] == {}


def test_what_is_over_the_best_is_over_nothing_where_nobody_bid() -> None:
    assert laid(answer(voting(RICH), chadi="- bid: {up-to: 9}"))["chadi"] == {"wool": 1}


def test_a_standing_bid_that_the_hand_cannot_pay_is_refused_and_the_next_one_tried() -> None:
    mail = voting({"bilal": "1 wool"})
    mail.send("amira", "- bid: 0")
    mail.send("bilal", "", standing="- bid: 3 wool\n- bid: 1 wool")
    mail.send("chadi", "- bid: 0")
    mail.run(ONE_ONE)

    assert laid(mail)["bilal"] == {"wool": 1}
    assert mail.refusals("bilal") == ["bid-not-held"]


def test_standing_bids_of_all_cost_no_time_and_stay() -> None:
    mail = table({"amira": "3 ore, 3 grain", "bilal": "2 wool"}, has=TO_BUILD)
    mail.send("amira", f"- city: 53\n{END}", standing="- bid: 1 grain\n- prefer: [R3 30-31]")
    mail.send("bilal", "", standing="- bid: {up-to: 2, over: amira}")
    mail.send("chadi", "", standing="- bid: 0")
    mail.run(ONE_ONE)

    assert mail.stop == (Stop.PACING, "bilal")
    assert decided(mail) == ("majority", ["bilal"], "R1 10-11")
    assert [len(mail.agendas[seat].standing) for seat in ("amira", "bilal", "chadi")] == [2, 1, 1]


def test_one_without_a_standing_bid_opens_the_window_for_all() -> None:
    mail = table({"amira": "3 ore, 2 grain", "bilal": "1 ore", "chadi": "1 ore"}, has=TO_BUILD)
    mail.send("amira", f"- city: 53\n{END}", standing="- bid: 0")
    mail.send("bilal", "", standing="- bid: 0")
    mail.run()

    assert mail.stop == (Stop.WINDOW, "chadi")
    assert [ask.seat for ask in mail.asks] == ["amira", "bilal", "chadi"]
    assert mail.missing == ["chadi"]


def test_silence_lays_nothing_and_is_told_in_advance() -> None:
    mail = voting(RICH)
    assert mail.announcements("bilal") == ["If you send nothing, you lay no cards."]
    assert mail.announcements("amira") == [
        "If you send nothing, you lay no cards. If the choice falls to you, R1 10-11 is taken."
    ]
    mail.send("amira", "- bid: 1 wool")
    mail.run(ONE_ONE, leave=LATE)

    assert laid(mail) == {"amira": {"wool": 1}, "bilal": {}, "chadi": {}}
    assert mail.fates("bilal") == ["policy: bid nothing: done"]


def test_a_bid_in_the_script_waits_for_the_vote_wherever_it_stands() -> None:
    for orders in (
        f"- bid: 1 grain\n- prefer: [R2 33-34]\n- city: 53\n{END}",
        f"- city: 53\n{END}\n- bid: 1 grain\n- prefer: [R2 33-34]",
    ):
        mail = table({"amira": "3 ore, 3 grain", "bilal": "1 ore", "chadi": "1 ore"}, has=TO_BUILD)
        mail.send("amira", orders)
        mail.run()
        assert mail.missing == ["bilal", "chadi"]
        mail.send("bilal", "- bid: 0")
        mail.send("chadi", "- bid: 0")
        mail.run(ONE_ONE)
        assert decided(mail) == ("majority", ["amira"], "R2 33-34")
        assert mail.agendas["amira"].items == ()


def test_a_bid_alone_is_no_script() -> None:
    mail = table()
    mail.send("amira", "- bid: 0")

    assert mail.missing == ["amira"]


def test_a_bid_in_advance_waits_for_the_next_vote_and_is_told() -> None:
    mail = table({"bilal": "2 wool"})
    mail.send("bilal", "- bid: 1 wool")
    mail.send("amira", END)
    mail.run(ONE_ONE)

    assert [item.order.kind for item in mail.agendas["bilal"].answers] == ["bid"]
    assert "In the next vote only: bid 1 wool." in mail.promises("bilal")


def test_in_a_round_nobody_is_asked_and_no_bid_is_no_card() -> None:
    mail = table(
        {"amira": "3 ore, 2 grain", "bilal": "2 wool"},
        has={"amira": {"settlements": [53]}},
        pacing=Pacing.ROUND,
        ahead=[[0, 0], [1, 1], [1, 1]],
    )
    mail.send("amira", f"- city: 53\n{END}")
    mail.send("bilal", END, standing="- bid: 1 wool\n- prefer: [R3 30-31]")
    mail.send("chadi", END)
    assert [ask.decision for ask in mail.asks] == ["turn"] * 3
    mail.run(*[ONE_ONE] * 3)

    assert laid(mail) == {"amira": {}, "bilal": {"wool": 1}, "chadi": {}}
    assert decided(mail) == ("majority", ["bilal"], "R3 30-31")
    assert mail.stop == (Stop.PACING, "amira")
