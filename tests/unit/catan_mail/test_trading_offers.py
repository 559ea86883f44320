"""Standing offers: public, numbered, and carried out only if both hands allow it (rulings section 4.4a)."""

from __future__ import annotations

from typing import Any

import pytest
from oracle.catan_positions import lay_out
from reported import tell_results
from unit.catan_mail.mailing import END, Mail

AMIRA, BILAL, CHADI = {"ore": 2, "brick": 1}, {"wool": 3}, {"wool": 1, "grain": 2}
OFFER = "- offer: {give: 1 wool, get: 1 ore}"
PUBLIC = {"seat": "bilal", "number": 1, "give": {"wool": 1}, "get": {"ore": 1}, "to": [], "times": None, "until": None}


def sit(**facts: Any) -> Mail:
    return Mail(lay_out({"amira": {"hand": AMIRA}, "bilal": {"hand": BILAL}, "chadi": {"hand": CHADI}}, **facts))


def post(mail: Mail, offer: str, *, seat: str = "bilal") -> None:
    """Have the offer taken up in a turn in which nothing else happens."""
    mail.send(seat, "", standing=offer)
    mail.run()


def test_an_offer_is_told_to_everybody_with_its_number() -> None:
    mail = sit()
    post(
        mail, f"{OFFER}\n- offer: {{give: '2 wool', get: 1 ore, to: [chadi, amira], times: 2, until: 9, keep: 1 wool}}"
    )
    assert mail.verdict is not None
    assert [dict(event.facts) for event in mail.verdict.events] == [
        PUBLIC,
        {**PUBLIC, "number": 2, "give": {"wool": 2}, "to": ["chadi", "amira"], "times": 2, "until": 9},
    ]
    assert mail.offers() == ["bilal 1", "bilal 2"]


def test_the_seat_on_turn_takes_an_offer_in_its_script() -> None:
    mail = sit()
    post(mail, OFFER)
    mail.send("amira", "- take: bilal 1\n- bank: brick for grain\n- take: Bilal 1")
    mail.run()
    assert mail.fates("amira") == ["take bilal 1: done", "bank brick for grain: refused", "take bilal 1: done"]
    assert (mail.hand("amira"), mail.hand("bilal")) == ({"wool": 2, "brick": 1}, {"wool": 1, "ore": 2})
    assert mail.fates("bilal") == []


def test_an_offer_posted_in_the_same_turn_may_be_taken() -> None:
    mail = sit()
    assert mail.complaints("amira", "- take: bilal 1\n- end: turn") == [("unwise", "no-offer")]
    mail.send("amira", "- take: bilal 1")
    mail.send("bilal", "", standing=OFFER)
    mail.run()
    assert mail.happened == ["offer-posted", "traded"]


@pytest.mark.parametrize(
    "offer",
    [
        "- offer: {give: 4 wool, get: 1 ore}",
        "- offer: {give: 1 wool, get: 1 ore, keep: 3 wool}",
        "- offer: {give: 1 wool, get: 1 ore, keep: '2 wool, 2 ore'}",
        "- offer: {give: 1 grain, get: 1 ore}",
    ],
)
def test_an_offer_that_is_not_backed_is_not_available_whatever_the_reason(offer: str) -> None:
    mail = sit()
    post(mail, offer)
    mail.send("amira", "- take: bilal 1")
    mail.run()
    assert (mail.happened, mail.refusals("amira")) == ([], ["not-available"])


def test_what_one_gets_counts_for_what_one_keeps() -> None:
    mail = sit()
    post(mail, "- offer: {give: 1 wool, get: 1 ore, keep: '2 wool, 1 ore'}")
    mail.send("amira", "- take: bilal 1\n- take: bilal 1")
    mail.run()
    assert (mail.happened, mail.refusals("amira")) == (["traded"], ["not-available"])


def test_ones_own_empty_hand_is_told_as_such() -> None:
    mail = sit()
    post(mail, "- offer: {give: 1 wool, get: 1 grain}")
    mail.send("amira", "- take: bilal 2\n- take: bilal 1")
    mail.run()
    assert mail.refusals("amira") == ["no-offer", "not-your-cards"]


def test_an_offer_is_for_those_it_names() -> None:
    mail = sit()
    post(mail, "- offer: {give: 1 wool, get: 1 ore, to: [chadi]}")
    assert mail.complaints("amira", "- take: bilal 1") == [("illegal", "no-offer")]


def test_nobody_takes_an_offer_of_their_own() -> None:
    mail = sit()
    post(mail, OFFER)
    post(mail, "- offer: {give: 1 ore, get: 1 wool}", seat="amira")
    assert mail.complaints("amira", "- take: amira 1") == [("illegal", "no-offer")]
    problem = mail.judge("amira", "- take: amira 1").problems[0]
    assert problem.facts["legal"] == "; open to you: bilal 1 (1 wool for 1 ore)"


def test_an_offer_stands_so_often_and_no_longer() -> None:
    mail = sit()
    post(mail, "- offer: {give: 1 wool, get: 1 ore, times: 1}")
    assert mail.see("amira").book.offers[0].left == 1
    mail.send("amira", "- take: bilal 1\n- take: bilal 1")
    mail.run()
    assert mail.fates("amira") == ["take bilal 1: done", "take bilal 1: refused"]
    assert (mail.refusals("amira"), mail.offers()) == (["no-offer"], [])


def test_an_offer_that_has_served_its_times_is_on_file_no_more_and_may_be_sent_again() -> None:
    mail = sit()
    once = "- offer: {give: 1 wool, get: 1 ore, times: 1}"
    post(mail, f"{once}\n- want: {{give: 1 wool, get: 1 grain}}")
    mail.send("amira", "- take: bilal 1")
    mail.run()
    assert [item.order.kind for item in mail.agendas["bilal"].standing] == ["want"]
    assert "offer-withdrawn" not in mail.happened
    post(mail, once)
    assert (mail.happened, mail.offers()) == (["offer-posted"], ["bilal 2"])


def test_an_offer_stands_until_the_end_of_a_turn() -> None:
    mail = sit()
    post(mail, "- offer: {give: 1 wool, get: 1 ore, until: 2}")
    mail.send("amira", END)
    mail.run((1, 1))
    assert mail.offers() == ["bilal 1"]
    mail.send("bilal", END)
    mail.run((1, 1))
    assert mail.offers() == []
    assert mail.complaints("bilal", "", standing="- offer: {give: 1 wool, get: 1 ore, until: 2}") == [
        ("unwise", "offer-over")
    ]


def test_an_offer_is_withdrawn_by_leaving_it_out_and_numbers_never_come_again() -> None:
    mail = sit()
    post(mail, f"{OFFER}\n- offer: {{give: 2 wool, get: 1 ore}}")
    post(mail, "- offer: {give: 2 wool, get: 1 ore}\n- offer: {give: 3 wool, get: 1 ore}")
    assert mail.verdict is not None
    told = [(event.kind, event.facts["number"]) for event in mail.verdict.events]
    assert told == [("offer-withdrawn", 1), ("offer-posted", 3)]
    assert mail.offers() == ["bilal 2", "bilal 3"]
    post(mail, "")
    assert (mail.happened, mail.offers()) == (["offer-withdrawn", "offer-withdrawn"], [])
    post(mail, OFFER)
    assert mail.offers() == ["bilal 4"]


def test_a_file_that_says_nothing_of_standing_orders_leaves_them() -> None:
    mail = sit()
    post(mail, OFFER)
    mail.send("bilal", END)
    mail.run()
    assert (mail.happened, mail.offers()) == ([], ["bilal 1"])


def test_what_is_offered_twice_in_the_same_words_is_one_offer() -> None:
    mail = sit()
    assert mail.complaints("bilal", "", standing=f"{OFFER}\n{OFFER}") == [("unwise", "said-twice")]
    post(mail, f"{OFFER}\n{OFFER}")
    assert (mail.happened, mail.offers()) == (["offer-posted"], ["bilal 1"])


def test_an_offer_counts_as_it_was_carried_out_in_a_later_turn_too() -> None:
    mail = sit()
    post(mail, "- offer: {give: 1 wool, get: 1 ore, times: 2}")
    for left in (1, 0):
        mail.send("amira", "- take: bilal 1")
        mail.run()
        assert [offer.left for offer in mail.see("chadi").book.offers] == [left] * (left > 0)
        assert mail.standing("bilal") == ["offer 1 wool for 1 ore to anybody, once"] * (left > 0)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ("give: 1 wool, get: 1 wool", "like-for-like"),
        ("give: 1 wool, get: '1 ore, 1 wool'", "like-for-like"),
        ("give: 1 wool, get: 1 ore, to: [bilal]", "trade-alone"),
        ("give: 1 wool, get: 1 ore, to: [zoe]", "nobody-called-so"),
        ("give: 1 wolo, get: 1 ore", "unknown-card"),
        ("give: 1 wool, get: 1 ore, keep: 1 wolo", "unknown-card"),
    ],
)
def test_offers_and_wishes_that_nobody_may_make(terms: str, code: str) -> None:
    mail = sit()
    for kind in ("offer", "want"):
        text = terms.replace("to:", "from:") if kind == "want" else terms
        assert [found for _, found in mail.complaints("bilal", "", standing=f"- {kind}: {{{text}}}")] == [code]


def test_offers_have_no_conditions_and_answers_in_advance_none_about_ones_own_cards() -> None:
    mail = sit()
    offer, *answers = ("offer: {give: 1 wool, get: 1 ore}", "want: {give: 1 wool, get: 1 ore}", "refuse: any")
    for order in answers:
        for hidden in ("{have: 2 wool}", "{not: {card: knight}}", "{all: [{leads: amira}, {line: 1, is: done}]}"):
            found = mail.complaints("bilal", "", standing=f"- {order}\n  if: {hidden}")
            assert ("invalid", "condition-on-hand") in found
        assert mail.complaints("bilal", "", standing=f"- {order}\n  if: {{not: {{leads: amira}}}}") == []
    found = mail.complaints("bilal", "", standing=f"- {offer}\n  if: {{leads: amira}}")
    assert found == [("invalid", "no-condition")]


def test_offers_in_a_script_belong_elsewhere() -> None:
    mail = sit()
    assert mail.complaints("bilal", OFFER) == [("invalid", "belongs-in-standing")]
    assert mail.complaints("bilal", "", standing="- take: amira 1") == [("invalid", "belongs-in-orders")]


def test_an_offer_that_serves_its_last_time_on_its_owners_turn_ends_there() -> None:
    mail = sit()
    post(mail, "- want: {give: 1 wool, get: 1 ore}")
    post(mail, "- offer: {give: 1 ore, get: 1 wool, times: 1}", seat="amira")
    assert mail.fates("amira") == ["standing: offer 1 ore for 1 wool to anybody, once: ended"]
    assert mail.agendas["amira"].standing == ()


def test_the_owner_is_told_on_anothers_turn_that_an_offer_has_served_its_times() -> None:
    mail = sit()
    post(mail, "- offer: {give: 1 wool, get: 1 ore, times: 2}")
    told: list[list[str]] = []
    for _ in range(2):
        mail.send("amira", "- take: bilal 1")
        verdict = mail.run()
        told.append(tell_results(verdict.results, "bilal", mail.game.orders.sentences))
        assert tell_results(verdict.results, "chadi", mail.game.orders.sentences) == []
    over = "Standing order: offer 1 wool for 1 ore to anybody, twice (line 6): done, and over."
    assert told == [[], [over]]
