"""What a seat sent for a vote and nothing came of is told, with the reason, to that seat and no other."""

from __future__ import annotations

import pytest
from reported import tell_results
from unit.catan_caravans_mail.voting import ONE_ONE, decided, table, voting
from unit.catan_mail.mailing import LATE, Mail

RICH = {"amira": "4 wool", "bilal": "4 wool", "chadi": "4 wool"}
NEGOTIATE = {"negotiate-hours": "24"}


def told(mail: Mail, seat: str) -> list[str]:
    """What the seat's next report says of its orders."""
    assert mail.verdict is not None
    return tell_results(mail.verdict.results, seat, mail.game.orders.sentences)


def vote(mail: Mail, amira: str = "- bid: 0", bilal: str = "- bid: 0", chadi: str = "- bid: 0") -> Mail:
    for seat, orders in (("amira", amira), ("bilal", bilal), ("chadi", chadi)):
        mail.send(seat, orders)
    mail.run(ONE_ONE, leave=LATE)
    return mail


def test_bids_and_lists_below_those_that_counted() -> None:
    bilal = (
        "- bid: 2 wool\n  if: {bids: chadi}\n- bid: 1 wool\n- bid: 0\n- prefer: [V4]\n- agree: chadi\n- prefer: [V3]"
    )
    mail = vote(voting(RICH), bilal=bilal)

    assert decided(mail) == ("majority", ["bilal"], "R3 30-31")
    assert told(mail, "bilal") == [
        "Bid 2 wool if chadi bids (line 5): skipped, since its condition was not met.",
        "Bid 1 wool (line 7): done.",
        "Bid nothing (line 8) was not used: another of your orders counted.",
        "Prefer R3 30-31 (line 9): done.",
        "Agree with chadi (line 10) was not used: another of your orders counted.",
        "Prefer R2 33-34 (line 11) was not used: another of your orders counted.",
    ]
    assert [told(mail, seat) for seat in ("amira", "chadi")] == [["Bid nothing (line 5): done."]] * 2


def test_who_lays_nothing_has_no_say() -> None:
    mail = vote(voting(RICH), bilal="- bid: 1 wool", chadi="- bid: 0\n- prefer: [V3]\n- agree: bilal")

    assert told(mail, "chadi") == [
        "Bid nothing (line 5): done.",
        "Prefer R2 33-34 (line 6) was not used: you laid no cards, so you have no say in this vote.",
        "Agree with bilal (line 7) was not used: you laid no cards, so you have no say in this vote.",
    ]


def test_a_list_without_a_bid_at_the_deadline() -> None:
    mail = vote(voting(RICH), bilal="- bid: 1 wool", chadi="- prefer: [V3]")

    assert told(mail, "chadi") == [
        "Bid nothing, chosen because you had no usable order.",
        "Prefer R2 33-34 (line 5) was not used: you laid no cards, so you have no say in this vote.",
    ]


@pytest.mark.parametrize(
    ("bilal", "chadi", "how"),
    [
        ("- bid: 2 wool\n- prefer: [V4]", "- bid: 0", "majority"),
        ("- bid: 2 wool", "- bid: 0", "majority"),
        ("- bid: 2 wool\n- prefer: [V4]", "- bid: 2 wool\n- prefer: [V3, V4]", "agreement"),
    ],
)
def test_a_builder_without_cards_who_does_not_decide(bilal: str, chadi: str, how: str) -> None:
    mail = vote(voting(RICH), "- bid: 0\n- prefer: [V2]\n- agree: bilal", bilal, chadi)

    assert decided(mail)[0] == how
    assert told(mail, "amira") == [
        "Bid nothing (line 5): done.",
        "Prefer R1 11-12 (line 6) was not used: the choice did not fall to you.",
        "Agree with bilal (line 7) was not used: the choice did not fall to you.",
    ]


def test_a_builder_without_cards_who_does_decide() -> None:
    mail = vote(
        voting(RICH),
        "- bid: 0\n- prefer: [V2]\n- prefer: [V3]",
        "- bid: 2 wool\n- prefer: [V4]",
        "- bid: 2 wool\n- prefer: [V3]",
    )

    assert decided(mail) == ("mover", ["amira"], "R1 11-12")
    assert told(mail, "amira") == [
        "Bid nothing (line 5): done.",
        "Prefer R1 11-12 (line 6): done.",
        "Prefer R2 33-34 (line 7) was not used: another of your orders counted.",
    ]


def test_agreeing_with_who_named_nothing() -> None:
    mail = vote(voting(RICH), "- bid: 0\n- agree: bilal", "- bid: 2 wool\n- prefer: []", "- bid: 2 wool")

    assert decided(mail) == ("mover", ["amira"], "R1 10-11")
    assert told(mail, "amira")[1] == (
        "Agree with bilal (line 6) was not done: bilal laid no cards, or named no position."
    )


def test_who_agrees_with_the_builder_and_has_built_reads_of_that_in_the_second_person() -> None:
    mail = voting({"amira": "1 wool"})
    mail.send("amira", "- bid: 0", standing="- agree: builder")
    mail.run()

    assert told(mail, "amira")[1] == "Standing order: agree with the builder (line 7) was not done: you laid no cards."


def test_a_list_that_another_took_the_place_of_in_the_negotiation() -> None:
    mail = voting(RICH, options=NEGOTIATE)
    mail.send("amira", "- bid: 1 wool\n- prefer: [V1]")
    mail.send("bilal", "- bid: 1 wool\n- prefer: [V2]")
    mail.send("chadi", "- bid: 0")
    mail.run()
    assert told(mail, "amira") == ["Bid 1 wool (line 5): done."]

    mail.send("amira", "- prefer: [V4]")
    mail.run(ONE_ONE, leave=LATE)
    assert told(mail, "amira") == [
        "Prefer R3 30-31 (line 5): done.",
        "Prefer R1 10-11 (line 6) was not used: another of your orders counted.",
    ]
    assert told(mail, "bilal") == ["Prefer R1 11-12 (line 6): done."]


def test_the_builder_is_told_when_the_negotiation_is_over_and_no_earlier() -> None:
    mail = vote(voting(RICH, options=NEGOTIATE), "- bid: 0\n- prefer: [V2]", "- bid: 1 wool\n- prefer: [V4]")
    assert told(mail, "amira") == ["Bid nothing (line 5): done."]

    mail.run(ONE_ONE, leave=LATE)
    assert told(mail, "amira") == ["Prefer R1 11-12 (line 6) was not used: the choice did not fall to you."]
    mail.run(ONE_ONE, leave=LATE)
    assert not any("prefer" in line.lower() for line in told(mail, "amira"))


def test_standing_orders_below_are_for_other_votes() -> None:
    mail = voting(RICH)
    mail.send("amira", "- bid: 0")
    mail.send("bilal", "", standing="- bid: 1 wool\n- bid: 0\n- prefer: [R1 4-12, R3 30-31]\n- prefer: [R2 33-34]")
    mail.send("chadi", "- bid: 0")
    mail.run(ONE_ONE)

    assert told(mail, "bilal") == [
        "Standing order: bid 1 wool (line 6): done.",
        (
            "Standing order: prefer R1 4-12 (line 8) was not done: "
            "the only open positions are R1 10-11, R1 11-12, R2 33-34 and R3 30-31."
        ),
        "Standing order: prefer R3 30-31 (line 8): done.",
    ]


def test_a_bid_over_others_that_would_have_been_too_much() -> None:
    mail = vote(voting(RICH), "- bid: 2 wool", "- bid: {up-to: 2}\n- bid: 1 wool")

    raised = "Bid one more than the best so far, up to 2, paid in wool and grain"
    assert told(mail, "bilal") == [
        f"{raised} (line 5): that would have taken too many cards, so none were laid.",
        "Bid 1 wool (line 6) was not used: another of your orders counted.",
    ]


def test_votes_for_the_next_vote_stay_until_there_is_one() -> None:
    mail = table(RICH)
    mail.send("bilal", "- bid: 1 wool\n- prefer: [R3 30-31]")
    mail.send("amira", "- end: turn")
    mail.run(ONE_ONE)

    assert told(mail, "bilal") == []
    assert [item.order.kind for item in mail.agendas["bilal"].answers] == ["bid", "prefer"]
