"""Answers to proposals: several terms, counter-offers, refusals, and scripts sent meanwhile (rulings section 4.4b)."""

from __future__ import annotations

import pytest
from unit.catan_mail.mailing import END
from unit.catan_mail.proposing import PROPOSE, sit, stand

from adjudicator.report.fates import tell_fates
from adjudicator.rules.catan import GAME

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


@pytest.mark.parametrize(
    ("answers", "remarked"),
    [
        ("- accept: amira\n- refuse: amira", True),
        ("- accept: amira 1\n- refuse: amira", True),
        ("- refuse: amira\n- accept: amira", True),
        ("- accept: amira\n  if: {have: 3 wool}\n- refuse: amira", False),
        ("- counter: {give: 1 wool, get: 2 ore}\n- refuse: amira", False),
    ],
)
def test_of_two_answers_the_first_counts_and_the_other_is_said_to_do_nothing(answers: str, remarked: bool) -> None:
    mail = sit()
    mail.send("amira", PROPOSE)
    mail.run()
    assert (("unwise", "answered-already") in mail.complaints("bilal", answers)) is remarked
    told = mail.forecast("bilal", answers)
    assert told[1].endswith(": not looked at, since your first answer counts") is remarked
    mail.send("bilal", answers)
    mail.send("chadi", "- refuse: amira")
    mail.run()
    assert mail.verdict is not None
    said = tell_fates(mail.verdict.results, "bilal", GAME.orders.sentences).full
    assert not any("its condition" in line for line in said if " if " not in line)
