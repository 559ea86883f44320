"""Proposals of the seat on turn: met at once by standing orders, else put to the others (rulings section 4.4b)."""

from __future__ import annotations

import pytest
from reported import tell_results
from unit.catan_mail.mailing import END, FORCE, LATE
from unit.catan_mail.proposing import PROPOSE, WANT, sit, stand

from adjudicator.core.driver import Stop
from adjudicator.core.table import Pacing


@pytest.mark.parametrize(
    "order",
    [
        WANT,
        "- want: {give: 2 wool, get: 1 ore}",
        "- want: {give: 1 wool, get: 1 ore, from: [amira], keep: 2 wool, times: 1, until: 1}",
        "- offer: {give: 1 wool, get: 1 ore}",
    ],
)
def test_a_standing_order_that_fits_agrees_at_once(order: str) -> None:
    mail = sit()
    stand(mail, bilal=order)
    mail.send("amira", f"{PROPOSE}\n{END}")
    mail.run((1, 1))
    assert mail.happened[0] == "traded"
    assert mail.fates("amira") == ["propose 1 ore for 1 wool to everybody: done", "end turn: done"]
    assert mail.hand("bilal") == {"wool": 2, "ore": 1}


@pytest.mark.parametrize(
    "order",
    [
        "- want: {give: 1 wool, get: 2 ore}",
        "- want: {give: 1 grain, get: 1 ore}",
        "- want: {give: 1 wool, get: 1 ore, from: [chadi]}",
        f"{WANT}\n- refuse: any",
        f"{WANT}\n- refuse: [chadi, Amira]",
    ],
)
def test_a_standing_order_that_does_not_fit_says_nothing(order: str) -> None:
    mail = sit()
    stand(mail, bilal=order)
    mail.send("amira", PROPOSE)
    mail.run()
    assert mail.happened == ["trade-proposed"]
    assert mail.stop == (Stop.WINDOW, "chadi" if "refuse" in order else "bilal")


def test_a_wish_holds_so_often_and_so_long() -> None:
    mail = sit()
    stand(mail, bilal="- want: {give: 1 wool, get: 1 ore, times: 1}")
    mail.send("amira", f"{PROPOSE}\n{PROPOSE}")
    mail.run()
    assert mail.happened == ["traded", "trade-proposed"]


def test_wishes_are_nobodys_business() -> None:
    mail = sit()
    stand(mail, bilal=f"{WANT}\n- refuse: [chadi]")
    assert (mail.happened, mail.offers()) == ([], [])
    assert mail.standing("bilal")[1] == "refuse proposals from chadi"


def test_the_first_named_who_agrees_trades() -> None:
    mail = sit()
    stand(mail, bilal=WANT, chadi=WANT)
    mail.send("amira", "- propose: {give: 1 ore, get: 1 wool, to: [chadi, bilal]}")
    mail.run()
    assert mail.event("traded")["partner"] == "chadi"
    mail.send("amira", PROPOSE)
    mail.run()
    assert mail.event("traded")["partner"] == "bilal"


def test_a_proposal_opens_one_window_for_all_whom_it_names() -> None:
    mail = sit()
    mail.send("amira", f"{PROPOSE}\n- road: 13-14\n{END}")
    mail.run()
    assert mail.event("trade-proposed") == {
        "seat": "amira",
        "give": {"ore": 1},
        "get": {"wool": 1},
        "to": ["bilal", "chadi"],
    }
    assert (mail.stop, mail.missing, mail.fates("amira")) == ((Stop.WINDOW, "bilal"), ["bilal", "chadi"], [])
    assert [(ask.decision, ask.deadline) for ask in mail.asks] == [("answer", "trade")] * 2
    assert mail.announcements("bilal") == ["If you send nothing, you refuse."]


@pytest.mark.parametrize(
    ("answers", "missing"),
    [
        ({}, ["bilal", "chadi"]),
        ({"bilal": "accept"}, []),
        ({"bilal": "refuse"}, ["chadi"]),
        ({"chadi": "accept"}, ["bilal"]),
        ({"bilal": "refuse", "chadi": "accept"}, []),
    ],
)
def test_nobody_waits_for_whom_no_answer_changes_anything(answers: dict[str, str], missing: list[str]) -> None:
    mail = sit()
    mail.send("amira", "- propose: {give: 1 ore, get: 1 wool, to: [bilal, chadi]}")
    mail.run()
    for seat, word in answers.items():
        mail.send(seat, f"- {word}: amira")
    assert mail.missing == missing


def test_a_draft_or_an_answer_that_cannot_be_kept_settles_nothing() -> None:
    mail = sit()
    mail.send("amira", "- propose: {give: 1 ore, get: 1 grain, to: [bilal, chadi]}")
    mail.run()
    mail.send("bilal", "- accept: amira")
    assert mail.missing == ["chadi"]
    mail.send("chadi", "- accept: amira", draft=True)
    assert mail.missing == ["chadi"]


def test_no_receipt_says_that_the_turn_need_not_wait_for_a_draft() -> None:
    mail = sit()
    mail.send("amira", "- propose: {give: 1 ore, get: 1 grain, to: [bilal, chadi]}")
    mail.send("bilal", f"- buy: card\n{END}")
    mail.run()
    intake = mail.intake._replace(asks=mail.asks)
    assert intake.forecast(mail.judge("bilal", "- refuse: amira")).complete
    assert not intake.forecast(mail.judge("bilal", "- refuse: amira", draft=True)).complete


def test_the_script_goes_on_after_the_answers() -> None:
    mail = sit()
    mail.send("amira", f"{PROPOSE}\n- road: 13-14\n{END}")
    mail.run()
    mail.send("bilal", "- refuse: amira")
    assert mail.missing == ["chadi"]
    mail.send("chadi", "- accept: Amira")
    mail.run((1, 1))
    assert mail.happened[:2] == ["traded", "road-built"]
    assert mail.fates("amira") == [
        "propose 1 ore for 1 wool to everybody: done",
        "road 13-14: done",
        "end turn: done",
    ]
    assert mail.fates("bilal") == ["refuse amira's proposal: done"]
    assert mail.fates("chadi") == ["accept amira's proposal: done"]
    assert mail.hand("chadi") == {"grain": 2, "ore": 1}
    assert mail.agendas["chadi"].items == ()


def test_of_two_who_accept_the_first_named_trades() -> None:
    mail = sit()
    mail.send("amira", "- propose: {give: 1 ore, get: 1 wool, to: [chadi, bilal]}")
    mail.run()
    mail.send("bilal", "- accept: amira")
    mail.send("chadi", "- accept: amira")
    mail.run()
    assert mail.event("traded")["partner"] == "chadi"
    assert mail.fates("bilal") == ["accept amira's proposal: refused"]
    assert mail.refusals("bilal") == ["not-available"]


def test_who_cannot_pay_is_passed_over_without_a_word() -> None:
    mail = sit()
    mail.send("amira", "- propose: {give: 1 ore, get: 2 wool}")
    mail.run()
    mail.send("chadi", "- accept: amira")
    mail.send("bilal", "- refuse: any")
    mail.run()
    assert mail.happened == ["proposal-closed"]
    assert mail.refusals("chadi") == ["not-your-cards"]
    assert mail.refusals("amira") == ["no-taker"]


def test_silence_past_the_deadline_refuses() -> None:
    mail = sit()
    mail.send("amira", f"{PROPOSE}\n{END}")
    mail.run()
    mail.send("bilal", "- refuse: amira")
    mail.run((1, 1), leave=LATE)
    assert mail.happened[0] == "proposal-closed"
    assert mail.fates("amira") == ["propose 1 ore for 1 wool to everybody: refused", "end turn: done"]
    assert mail.stop == (Stop.PACING, "bilal")


def test_a_window_that_is_forced_is_closed_and_the_script_goes_on() -> None:
    mail = sit()
    mail.send("amira", f"{PROPOSE}\n- road: 13-14")
    mail.run()
    mail.run(leave=FORCE)
    assert mail.happened == ["proposal-closed", "road-built"]
    assert mail.stop == (Stop.WINDOW, "amira")
    assert mail.agendas["amira"].items == ()


def test_the_script_may_ask_whether_somebody_took_the_proposal() -> None:
    for accepted in (True, False):
        mail = sit()
        mail.send("amira", f"{PROPOSE}\n- road: 13-14\n  if: {{line: 1, is: refused}}\n{END}")
        mail.run()
        mail.send("bilal", f"- {'accept' if accepted else 'refuse'}: amira")
        mail.send("chadi", "- refuse: amira")
        mail.run((1, 1))
        assert ("road-built" in mail.happened) is not accepted


def test_where_everybody_refuses_by_standing_order_no_turn_is_lost() -> None:
    mail = sit()
    stand(mail, bilal="- refuse: any", chadi="- refuse: [amira]")
    mail.send("amira", f"{PROPOSE}\n- road: 13-14\n{END}")
    mail.run((1, 1))
    assert mail.happened[:3] == ["trade-proposed", "proposal-closed", "road-built"]
    assert mail.fates("amira")[0] == "propose 1 ore for 1 wool to everybody: refused"
    assert mail.refusals("amira") == ["no-taker"]


def test_a_standing_refusal_sent_during_the_window_is_an_answer() -> None:
    mail = sit()
    mail.send("amira", "- propose: {give: 1 ore, get: 1 wool, to: [bilal]}")
    mail.run()
    mail.send("bilal", "", standing="- refuse: any")
    assert mail.missing == []


def test_without_hours_for_trade_only_standing_orders_answer() -> None:
    mail = sit(options={"trade-hours": "0"})
    mail.send("amira", f"{PROPOSE}\n- road: 13-14\n{END}")
    mail.run((1, 1))
    assert mail.happened[:3] == ["trade-proposed", "proposal-closed", "road-built"]


def test_in_a_round_only_standing_orders_answer() -> None:
    mail = sit()
    mail.pacing = Pacing.ROUND
    mail.send("amira", f"{PROPOSE}\n{END}")
    mail.send("bilal", END)
    mail.send("chadi", END, standing=WANT)
    mail.run((1, 1), (1, 1), (1, 1))
    assert mail.happened.count("traded") == 1
    assert mail.stop == (Stop.PACING, "amira")


def test_one_window_a_turn_unless_the_order_asks_again() -> None:
    for again in (False, True):
        mail = sit()
        second = f"{{give: 1 brick, get: 1 grain, to: [chadi]{', ask: again' if again else ''}}}"
        mail.send("amira", f"{PROPOSE}\n- propose: {second}\n{END}")
        mail.run()
        assert mail.missing == ["bilal", "chadi"]
        for seat in ("bilal", "chadi"):
            mail.send(seat, "- refuse: amira")
        mail.run((1, 1))
        assert mail.happened[:2] == ["proposal-closed", "trade-proposed"]
        assert mail.missing == (["chadi"] if again else ["bilal"])
        assert (mail.stop[0] is Stop.WINDOW) is again


def test_a_proposal_may_ask_nobody() -> None:
    mail = sit()
    mail.send("amira", f"- propose: {{give: 1 ore, get: 1 wool, ask: nobody}}\n{END}")
    mail.run((1, 1))
    assert mail.happened[:2] == ["trade-proposed", "proposal-closed"]


def test_a_wish_that_fits_but_cannot_be_kept_is_an_answer() -> None:
    mail = sit()
    stand(mail, bilal="- want: {give: 1 wool, get: 1 ore, keep: 3 wool}")
    mail.send("amira", PROPOSE)
    mail.run()
    assert (mail.happened, mail.missing) == (["trade-proposed"], ["chadi"])


def test_nobody_is_asked_who_holds_too_few_cards() -> None:
    mail = sit()
    mail.send("amira", "- propose: {give: 2 ore, get: '1 wool, 3 grain'}")
    mail.run()
    assert mail.event("trade-proposed")["to"] == []
    assert mail.refusals("amira") == ["no-taker"]


def test_the_whole_offer_of_a_proposal_may_be_more_than_a_wish_asks_for() -> None:
    mail = sit()
    stand(mail, bilal="- want: {give: '1 wool, 1 grain', get: 1 ore}")
    mail.send("amira", "- propose: {give: '1 ore, 1 brick', get: 1 wool}")
    mail.run()
    assert mail.happened == ["traded"]


def test_why_the_terms_before_those_that_somebody_wished_for_were_not_done() -> None:
    mail = sit()
    stand(mail, bilal="- want: {give: 1 wool, get: 2 ore, times: 1}")
    mail.send(
        "amira",
        f"- propose: [{{give: 3 ore, get: 1 wool}}, {{give: 1 ore, get: 1 wool}}, {{give: 2 ore, get: 1 wool}}]\n{END}",
    )
    verdict = mail.run((1, 1))
    assert tell_results(verdict.results, "amira", mail.game.orders.sentences)[0] == (
        "Propose 2 ore for 1 wool to everybody (line 5), your third choice. Not done: propose 3 ore for 1 wool to "
        "everybody, since you do not have 3 ore to give; you hold 1 brick, 1 lumber and 2 ore; propose 1 ore for 1 "
        "wool to everybody, since nobody accepted."
    )
    assert tell_results(verdict.results, "bilal", mail.game.orders.sentences) == [
        "Standing order: want 2 ore for 1 wool from anybody, once (line 6): done, and over."
    ]
