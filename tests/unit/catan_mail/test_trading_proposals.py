"""Proposals of the seat on turn: met at once by standing orders, else put to the others (rulings section 4.4b)."""

from __future__ import annotations

from typing import Any

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import END, FORCE, LATE, Mail

from adjudicator.core.driver import Stop
from adjudicator.core.table import Pacing

AMIRA, BILAL, CHADI = {"ore": 2, "brick": 1, "lumber": 1}, {"wool": 3}, {"wool": 1, "grain": 2}
PROPOSE = "- propose: {give: 1 ore, get: 1 wool}"
WANT = "- want: {give: 1 wool, get: 1 ore}"
SITES = {"settlements": [12], "roads": [(12, 13)]}


def sit(**facts: Any) -> Mail:
    players = {"amira": {**SITES, "hand": AMIRA}, "bilal": {"hand": BILAL}, "chadi": {"hand": CHADI}}
    return Mail(lay_out(players, **facts))


def stand(mail: Mail, **standing: str) -> None:
    """Have standing orders taken up."""
    for seat, orders in standing.items():
        mail.send(seat, "", standing=orders)
    mail.run()


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


TERMS = """
- propose:
    - {give: 1 ore, get: 1 grain, to: [chadi], up-to: 2 ore}
    - {give: 1 brick, get: 1 wool}
"""


def test_several_terms_are_one_window_and_the_first_that_somebody_accepts_counts() -> None:
    for answer, given in (("accept: amira", {"ore": 1}), ("accept: amira 2", {"brick": 1})):
        mail = sit()
        mail.send("amira", TERMS)
        mail.run()
        assert mail.missing == ["chadi", "bilal"]
        assert mail.event("trade-proposed")["or"] == [
            {"give": {"brick": 1}, "get": {"wool": 1}, "to": ["bilal", "chadi"]}
        ]
        mail.send("bilal", "- accept: amira")
        mail.send("chadi", f"- {answer}")
        mail.run()
        assert mail.event("traded")["give"] == given
        assert mail.event("traded")["partner"] == ("chadi" if given == {"ore": 1} else "bilal")


def test_what_standing_orders_accept_comes_before_what_would_be_asked() -> None:
    mail = sit()
    stand(mail, bilal="- want: {give: 1 wool, get: 1 brick}")
    mail.send("amira", TERMS)
    mail.run()
    assert mail.fates("amira") == ["propose 1 brick for 1 wool to everybody: done"]


@pytest.mark.parametrize(
    ("counter", "taken"),
    [
        ("{give: 1 grain, get: 2 ore}", True),
        ("{give: 2 grain, get: 2 ore}", True),
        ("{give: 1 grain, get: 3 ore}", False),
        ("{give: 1 grain, get: '2 ore, 1 brick'}", False),
        ("{give: 1 wool, get: 2 ore}", False),
        ("[{give: 1 grain, get: 3 ore}, {give: 1 grain, get: 2 ore}]", True),
    ],
)
def test_a_counter_offer_is_taken_within_the_limit_that_only_its_proposer_knows(counter: str, taken: bool) -> None:
    mail = sit()
    mail.send("amira", TERMS)
    mail.run()
    assert "limit" not in repr(mail.see("chadi").book)
    mail.send("bilal", "- refuse: amira")
    mail.send("chadi", f"- counter: {counter}")
    mail.run()
    assert ("traded" in mail.happened) is taken
    assert "counter-offered" in mail.happened
    assert mail.fates("chadi")[0].endswith("done" if taken else "refused")
    assert mail.refusals("chadi") == ([] if taken else ["counter-not-taken"])
    if taken:
        assert mail.fates("amira") == ["2 ore for 1 grain with chadi: done"] or "2 grain" in counter


@pytest.mark.parametrize("first", ["accept: amira", "counter: {give: 1 grain, get: 1 ore}"])
def test_a_newer_answer_takes_the_place_of_the_one_in_a_script(first: str) -> None:
    mail = sit()
    mail.send("amira", "- propose: {give: 1 ore, get: 1 grain, to: [chadi], up-to: 2 ore}")
    mail.run()
    mail.send("chadi", f"- {first}\n- road: 30-40\n{END}")
    mail.send("chadi", "- counter: {give: 1 grain, get: 2 ore}")
    mail.run()
    told = [event.facts["get"] for event in mail.verdict.events if event.kind == "counter-offered"]
    assert told == [{"ore": 2}]
    assert mail.event("traded")["give"] == {"ore": 2}


def test_a_counter_offer_needs_a_proposal_and_terms() -> None:
    mail = sit()
    assert mail.complaints("chadi", "- counter: {give: 1 grain, get: 1 ore}") == [("illegal", "no-proposal")]
    mail.send("amira", TERMS)
    mail.run()
    assert mail.complaints("chadi", "- counter: {give: 1 grain, get: 1 grain}") == [("illegal", "like-for-like")]
    assert mail.complaints("chadi", "- accept: amira 3") == [("illegal", "no-such-terms")]
    assert mail.complaints("bilal", "- accept: amira 1") == [("illegal", "no-such-terms")]


@pytest.mark.parametrize("alone", ["", ", ask: nobody"])
def test_terms_keep_the_number_under_which_they_were_proposed(alone: str) -> None:
    mail = sit()
    stand(mail, bilal="- refuse: {give: grain}")
    first, second = f"{{give: 1 ore, get: 1 grain, to: [bilal]{alone}}}", "{give: 2 ore, get: 1 grain}"
    mail.send("amira", f"- propose: [{first}, {second}]")
    mail.run()

    assert {ask.seat: "(2) 2 ore for 1 grain" in ask.duty for ask in mail.asks} == {"bilal": True, "chadi": True}
    assert mail.missing == ["chadi"]
    assert mail.complaints("chadi", "- accept: amira 1") == [("illegal", "no-such-terms")]
    assert mail.complaints("bilal", "- accept: amira 1")[0][0] == ("illegal" if alone else "unwise")
    mail.send("chadi", "- accept: amira 2")
    mail.run()

    assert mail.event("traded")["give"] == {"ore": 2}
    assert mail.fates("amira") == ["2 ore for 1 grain with chadi: done"]


@pytest.mark.parametrize(
    ("refusal", "asked"),
    [
        ("{give: wool}", False),
        ("{give: [grain, wool]}", False),
        ("{give: grain}", True),
        ("{get: ore}", False),
        ("{get: [brick, lumber]}", True),
        ("{give: wool, get: brick}", True),
        ("{give: wool, from: chadi}", True),
        ("{get: ore, from: [amira]}", False),
        ("leader", False),
        ("any\n  if: {points: {of: amira, at-least: 9}}", True),
        ("any\n  if: {hand: {of: amira, at-least: 4}}", False),
    ],
)
def test_a_standing_refusal_weighs_the_terms(refusal: str, asked: bool) -> None:
    mail = sit()
    stand(mail, bilal=f"- refuse: {refusal}")
    mail.send("amira", "- propose: {give: 1 ore, get: 1 wool, to: [bilal]}")
    mail.run()
    assert mail.missing == (["bilal"] if asked else ["amira"])


def test_a_better_script_may_be_sent_during_the_window() -> None:
    mail = sit()
    mail.send("amira", f"{PROPOSE}\n- road: 13-14\n{END}")
    mail.run()
    mail.send("amira", f"- road: 11-12\n{END}")
    for seat in ("bilal", "chadi"):
        mail.send(seat, "- accept: amira")
    mail.run((1, 1))
    assert mail.happened[0] == "traded"
    assert mail.fates("amira") == [
        "propose 1 ore for 1 wool to everybody: done",
        "road 11-12: done",
        "end turn: done",
    ]


def test_a_script_sent_during_the_window_is_not_judged_by_todays_hand() -> None:
    mail = sit()
    mail.send("amira", PROPOSE)
    mail.run()
    assert mail.complaints("amira", "- bank: grain for ore\n- end: turn") == []


def test_an_answer_may_have_a_condition_about_ones_own_hand() -> None:
    for condition, kind in (("{have: 3 wool}", "traded"), ("{have: 4 wool}", "proposal-closed")):
        mail = sit()
        mail.send("amira", "- propose: {give: 1 ore, get: 1 wool, to: [bilal]}")
        mail.run()
        mail.send("bilal", f"- accept: amira\n  if: {condition}")
        assert mail.missing == []
        mail.run()
        assert mail.happened == [kind]


def test_answers_stand_for_themselves() -> None:
    mail = sit()
    mail.send("amira", PROPOSE)
    mail.run()
    block = "- if: {have: 1 wool}\n  then:\n    - accept: amira"
    assert mail.complaints("bilal", block) == [("invalid", "not-in-block")]
    otherwise = "- accept: amira\n  if: {have: 1 wool}\n  else:\n    - refuse: amira"
    assert ("invalid", "not-in-block") in mail.complaints("bilal", otherwise)
    assert mail.complaints("bilal", "", fallback="- accept: amira") == [("invalid", "not-in-fallback")]


def test_an_answer_needs_a_proposal() -> None:
    mail = sit()
    for order in ("accept: amira", "refuse: amira", "refuse: any", "refuse: [amira]"):
        assert mail.complaints("bilal", f"- {order}") == [("illegal", "no-proposal")]
    mail.send("amira", "- propose: {give: 1 ore, get: 1 wool, to: [bilal]}")
    mail.run()
    assert mail.complaints("chadi", "- accept: amira") == [("illegal", "no-proposal")]
    assert mail.complaints("bilal", "- accept: chadi") == [("illegal", "other-proposal")]
    assert mail.complaints("bilal", "- accept: zoe") == [("invalid", "nobody-called-so")]
    for order in ("accept: amira", "refuse: Amira", "refuse: any", "refuse: [chadi, amira]"):
        assert mail.complaints("bilal", f"- {order}") == []


def test_the_rest_of_a_partners_file_is_kept_for_his_own_turn() -> None:
    mail = sit()
    mail.send("amira", f"{PROPOSE}\n{END}")
    mail.run()
    mail.send("bilal", f"- accept: amira\n- bank: wool for ore\n{END}")
    mail.send("chadi", "- refuse: amira")
    mail.run((1, 1))
    assert mail.missing == []
    mail.run((1, 1))
    assert mail.fates("bilal") == ["bank wool for ore: refused", "end turn: done"]


def test_one_proposes_what_one_holds_and_to_others() -> None:
    mail = sit()
    mail.send("amira", "- take: chadi 1\n- propose: {give: 3 ore, get: 1 wool}")
    mail.run()
    assert (mail.happened, mail.refusals("amira")) == ([], ["no-offer", "not-your-cards"])
    assert mail.complaints("amira", "- propose: {give: 1 ore, get: 1 wool, to: [bilal, amira]}") == [
        ("illegal", "trade-alone")
    ]


def test_the_whole_offer_of_a_proposal_may_be_more_than_a_wish_asks_for() -> None:
    mail = sit()
    stand(mail, bilal="- want: {give: '1 wool, 1 grain', get: 1 ore}")
    mail.send("amira", "- propose: {give: '1 ore, 1 brick', get: 1 wool}")
    mail.run()
    assert mail.happened == ["traded"]
