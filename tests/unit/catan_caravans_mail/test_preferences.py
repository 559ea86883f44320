"""Where the camel goes by mail: ranked lists, agreements, deciders without a word, negotiation (sections 4.6, 6.6)."""

from __future__ import annotations

import pytest
from unit.catan_caravans_mail.voting import ONE_ONE, decided, laid, table, vote_of, voting
from unit.catan_mail.mailing import END, LATE, Mail

from adjudicator.core.driver import Stop

FOUR_THREE_THREE = {"amira": "4 wool", "bilal": "3 wool", "chadi": "3 grain"}
BIDS = {"amira": "- bid: 4 wool", "bilal": "- bid: 3 wool", "chadi": "- bid: 3 grain"}
NEGOTIATE = {"negotiate-hours": "24"}


def settle(amira: str = "", bilal: str = "", chadi: str = "", hands: dict[str, str] | None = None) -> Mail:
    """The vote of 4, 3 and 3 with these further orders."""
    mail = voting(hands or FOUR_THREE_THREE)
    for seat, orders in (("amira", amira), ("bilal", bilal), ("chadi", chadi)):
        mail.send(seat, f"{BIDS[seat]}\n{orders}")
    mail.run(ONE_ONE)
    return mail


def test_a_first_and_a_second_choice_make_a_group() -> None:
    mail = settle("- prefer: [V1]", "- prefer: [V4, V3]", "- prefer: [V3, V2]")

    assert decided(mail) == ("agreement", ["bilal", "chadi"], "R2 33-34")


def test_agreeing_copies_the_list() -> None:
    mail = settle("- prefer: [V1]", "- prefer: [V4, V3]", "- agree: bilal")

    assert decided(mail) == ("agreement", ["bilal", "chadi"], "R3 30-31")


def test_agreeing_copies_once_and_a_circle_copies_nothing() -> None:
    chain = settle("- prefer: [V3]", "- agree: chadi", "- agree: amira")
    circle = settle("- agree: bilal", "- agree: chadi", "- agree: amira")

    assert decided(chain) == ("agreement", ["amira", "chadi"], "R2 33-34")
    assert chain.event("vote-decided")["lists"]["bilal"] == []
    assert decided(circle) == ("most-cards", ["amira"], "R1 10-11")


def test_agreeing_with_who_has_no_say_is_refused_and_the_next_order_counts() -> None:
    mail = voting({"amira": "2 wool"})
    mail.send("amira", "- bid: 1 wool\n- agree: bilal\n- prefer: V3")
    mail.send("bilal", "- bid: 0")
    mail.send("chadi", "- bid: 0")
    mail.run(ONE_ONE)

    assert decided(mail) == ("majority", ["amira"], "R2 33-34")
    assert mail.fates("amira") == ["laid 1 wool: done", "agree with bilal: refused", "prefer R2 33-34: done"]
    assert mail.refusals("amira") == ["no-bidder"]


def test_without_agreement_the_largest_bid_decides_by_its_own_list() -> None:
    mail = settle("- prefer: [V4, V3]", "- prefer: [V1]", "- prefer: [V2]")

    assert decided(mail) == ("most-cards", ["amira"], "R3 30-31")


def test_a_decider_who_agreed_decides_by_the_list_agreed_with() -> None:
    hands = {"amira": "5 wool", "bilal": "3 wool", "chadi": "3 grain"}
    mail = voting(hands)
    mail.send("amira", "- bid: 5 wool\n- agree: bilal")
    mail.send("bilal", "- bid: 1 wool\n- prefer: V4")
    mail.send("chadi", "- bid: 1 grain")
    mail.run(ONE_ONE)

    assert decided(mail) == ("majority", ["amira"], "R3 30-31")


def test_a_decider_without_a_list_takes_the_first_position() -> None:
    assert decided(settle()) == ("most-cards", ["amira"], "R1 10-11")


def test_the_orders_list_counts_before_the_standing_one_where_the_decider_laid_cards() -> None:
    mail = voting(FOUR_THREE_THREE)
    mail.send("amira", "- bid: 4 wool\n- prefer: [V4]", standing="- prefer: [R1 11-12]")
    mail.send("bilal", "- bid: 3 wool")
    mail.send("chadi", "- bid: 3 grain")
    mail.run(ONE_ONE)

    assert decided(mail) == ("most-cards", ["amira"], "R3 30-31")


@pytest.mark.parametrize(
    ("orders", "standing", "place"),
    [
        ("- prefer: [V4]", "- prefer: [R1 11-12]", "R3 30-31"),
        ("", "- prefer: [R1 11-12]", "R1 11-12"),
        ("", "- prefer: [R1 4-12, R2 33-34]", "R2 33-34"),
        ("", "", "R1 10-11"),
        ("- agree: bilal", "", "R3 30-31"),
        ("- agree: chadi", "- prefer: [R2 33-34]", "R2 33-34"),
    ],
)
def test_who_decides_without_cards_is_not_asked_again(orders: str, standing: str, place: str) -> None:
    mail = voting({"bilal": "1 wool", "chadi": "1 grain"})
    mail.send("amira", f"- bid: 0\n{orders}", standing=standing)
    mail.send("bilal", "- bid: 1 wool\n- prefer: V4")
    mail.send("chadi", "- bid: 1 grain\n- prefer: []")
    mail.run(ONE_ONE)

    assert decided(mail) == ("mover", ["amira"], place)
    assert mail.stop == (Stop.PACING, "bilal")


def test_standing_positions_that_are_not_open_are_passed_over() -> None:
    mail = voting({"bilal": "1 wool"})
    mail.send("amira", "- bid: 0")
    mail.send("bilal", "- bid: 1 wool", standing="- prefer: [R1 4-12, R2 34-35]\n- prefer: [R3 29-30, R3 30-31]")
    mail.send("chadi", "- bid: 0")
    mail.run(ONE_ONE)

    assert decided(mail) == ("majority", ["bilal"], "R3 30-31")
    assert mail.fates("bilal") == [
        "laid 1 wool: done",
        "standing: prefer R1 4-12, then R2 34-35: refused",
        "standing: prefer R3 29-30: refused",
        "standing: prefer R3 30-31: done",
    ]
    assert mail.refusals("bilal") == ["position-shut"] * 2


@pytest.mark.parametrize("amira", ["- bid: 0\n- prefer: [V1]", "- bid: 1 wool\n- prefer: [V1]", "- prefer: [V1]"])
def test_nothing_of_a_vote_is_left_for_the_next_one(amira: str) -> None:
    mail = voting({"amira": "1 wool", "bilal": "3 wool"})
    mail.send("amira", amira)
    mail.send("bilal", "- bid: 3 wool\n- bid: 1 wool\n- prefer: [V4]\n- prefer: [V3]")
    mail.send("chadi", "- prefer: [V2]\n- bid: 0")
    mail.run(ONE_ONE, leave=LATE)

    assert decided(mail) == ("majority", ["bilal"], "R3 30-31")
    assert {seat: agenda.items for seat, agenda in mail.agendas.items()} == dict.fromkeys(mail.agendas, ())


def test_the_rest_of_a_script_survives_a_vote() -> None:
    mail = voting({"bilal": "1 wool"})
    mail.send("amira", "- bid: 0")
    mail.send("bilal", f"- bid: 1 wool\n- prefer: [V4]\n- buy: card\n{END}")
    mail.send("chadi", "- bid: 0")
    mail.run(ONE_ONE)

    assert [item.order.kind for item in mail.agendas["bilal"].items] == ["buy", "end"]
    assert mail.missing == []


def negotiating() -> Mail:
    """Amira and Bilal have laid cards and said what they prefer; Chadi has no say."""
    mail = voting(FOUR_THREE_THREE, options=NEGOTIATE)
    mail.send("amira", "- bid: 3 wool\n- prefer: [V1]")
    mail.send("bilal", "- bid: 3 wool\n- prefer: [V2]")
    mail.send("chadi", "- bid: 0\n- prefer: [V2]")
    mail.run()
    return mail


def test_after_the_cards_those_who_laid_some_are_asked_once_more() -> None:
    mail = negotiating()

    assert mail.stop == (Stop.WINDOW, "amira")
    assert [(ask.seat, ask.decision, ask.deadline) for ask in mail.asks] == [
        ("amira", "negotiate", "negotiate"),
        ("bilal", "negotiate", "negotiate"),
    ]


def test_what_was_sent_with_the_bid_is_no_answer_but_counts_in_silence() -> None:
    mail = negotiating()

    assert mail.missing == ["amira", "bilal"]
    assert mail.announcements("amira") == ["If you send nothing, this counts: prefer R1 10-11."]
    mail.send("bilal", "- prefer: [V4, V1]")
    assert mail.missing == ["amira"]
    assert mail.announcements("bilal") == ["If you send nothing, this counts: prefer R3 30-31, then R1 10-11."]
    mail.run(ONE_ONE, leave=LATE)
    assert decided(mail) == ("agreement", ["amira", "bilal"], "R1 10-11")


def test_the_turn_goes_on_when_both_have_answered() -> None:
    mail = negotiating()
    mail.send("amira", "- agree: bilal")
    mail.send("bilal", "- prefer: [V4]")

    assert mail.missing == []
    mail.run(ONE_ONE)
    assert decided(mail) == ("agreement", ["amira", "bilal"], "R3 30-31")
    assert mail.stop == (Stop.PACING, "bilal")
    assert {seat: agenda.items for seat, agenda in mail.agendas.items()} == dict.fromkeys(mail.agendas, ())


def test_who_names_nothing_is_told_so() -> None:
    mail = voting({"amira": "1 wool"}, options=NEGOTIATE)
    mail.send("amira", "- bid: 1 wool")
    mail.send("bilal", "- bid: 0")
    mail.send("chadi", "- bid: 0")
    mail.run()

    assert mail.announcements("amira") == ["If you send nothing, you name no position."]


def test_a_standing_list_counts_in_the_negotiation_but_does_not_answer_it() -> None:
    mail = voting({"amira": "1 wool"}, options=NEGOTIATE)
    mail.send("amira", "", standing="- bid: 1 wool\n- prefer: [R3 30-31]")
    mail.send("bilal", "- bid: 0")
    mail.send("chadi", "- bid: 0")
    mail.run()

    assert mail.missing == ["amira"]
    assert mail.announcements("amira") == ["If you send nothing, this counts: prefer R3 30-31."]
    mail.run(ONE_ONE, leave=LATE)
    assert decided(mail) == ("majority", ["amira"], "R3 30-31")


def test_preferences_of_the_last_vote_are_forgotten_in_the_next() -> None:
    mail = voting({"amira": "2 wool", "bilal": "3 ore, 2 grain"}, has={"bilal": {"settlements": [53]}})
    mail.send("amira", "- bid: 0\n- prefer: [V4]")
    mail.send("bilal", "- bid: 0")
    mail.send("chadi", "- bid: 0")
    mail.run(ONE_ONE)
    assert decided(mail)[2] == "R3 30-31"

    mail.send("bilal", f"- city: 53\n{END}")
    mail.run()
    mail.send("amira", "- bid: 1 wool")
    mail.send("bilal", "- bid: 0")
    mail.send("chadi", "- bid: 0")
    mail.run(ONE_ONE)
    assert laid(mail)["amira"] == {"wool": 1}
    assert decided(mail) == ("majority", ["amira"], "R1 10-11")


def test_without_cards_nobody_negotiates() -> None:
    mail = voting(options=NEGOTIATE)
    for seat in ("amira", "bilal", "chadi"):
        mail.send(seat, "- bid: 0")
    mail.run(ONE_ONE)

    assert decided(mail) == ("mover", ["amira"], "R1 10-11")
    assert vote_of(mail) is None


def test_a_single_position_asks_nobody() -> None:
    camels = (
        "R1 21-11-12",
        "R2 33-34",
        "R1 12-13",
        "R2 34-35",
        "R1 13-23-22",
        "R2 35-36",
        "R1 22-33",
        "R2 36-46-45-44-34",
    )
    mail = table({"amira": "3 ore, 2 grain", "bilal": "2 wool"}, has={"amira": {"settlements": [53]}}, camels=camels)
    mail.send("amira", f"- city: 53\n{END}")
    mail.send("bilal", "", standing="- bid: 2 wool")
    mail.run(ONE_ONE)

    assert decided(mail) == ("only-position", [], "R3 30-31")
    assert mail.hand("bilal") == {"wool": 2}
