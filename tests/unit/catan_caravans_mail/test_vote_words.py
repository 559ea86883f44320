"""The vote in a report: positions with what a camel would do there, what lies on the table, the form, the result."""

from __future__ import annotations

from unit.catan_caravans_mail.voting import GAME, ONE_ONE, table, voting
from unit.catan_mail.mailing import Mail

from adjudicator.core.table import Onlooker
from adjudicator.kit.words import NO_BREAK

NEGOTIATE = {"negotiate-hours": "24"}


def listed(mail: Mail, seat: str = "amira") -> list[str]:
    lines: list[str] = GAME.exhibit.parts(mail.see(seat), seat, ())["vote"]
    return [line.replace(NO_BREAK, " ") for line in lines]


def form(mail: Mail, seat: str) -> list[str]:
    lines: list[str] = GAME.exhibit.form_lines(mail.see(seat), seat)
    return lines


def told(mail: Mail) -> list[str]:
    known = GAME.views.see(mail.state, mail.agendas, Onlooker.PUBLIC)
    assert mail.verdict is not None
    heard = [event for each in mail.verdict.events if (event := GAME.views.hear(each, Onlooker.PUBLIC)) is not None]
    lines: list[str] = GAME.exhibit.tell(known, heard, Onlooker.PUBLIC).lines
    return lines


def test_positions_tell_what_a_camel_would_do_there() -> None:
    has = {"bilal": {"settlements": [11], "roads": ["33-34"]}, "chadi": {"cities": [34], "roads": ["10-11"]}}

    first = "V1 = R1 10-11 (a point for bilal at 11; doubles chadi's road); V2 = R1 11-12 (a point for bilal at 11)"
    assert listed(voting({"amira": "2 wool, 1 ore"}, has=has)) == [
        f"{first}; V3 = R2 33-34 (doubles bilal's road); V4 = R3 30-31.",
        "Cards are laid by you, then bilal, then chadi; each wool or grain is a vote.",
    ]


def test_positions_tell_where_routes_end_or_meet() -> None:
    merging = listed(voting(camels=("R1 21-11-12-13-23-24", "R2 33-34-35")))
    ending = listed(voting(camels=("R1 21-11-12-13-23-22-33",)))

    assert "V3 = R2 24-35 (joins routes R1 and R2)" in merging[0]
    assert ending[0].startswith(
        "V1 = R1 32-33 (ends route R2); V2 = R1 33-34 (ends route R2); V3 = R2 33-34 (ends route R1)"
    )


def test_the_last_camel_is_told() -> None:
    camels = (
        "R2 33-34-44-43|R3 31-30|R2 43-42|R3 30-40|R1 21-11-10|R2 42-41-49|R1 10-2|R2 49-48|R3 40-39|R2 48-47|R1 2-3-4"
    )
    mail = voting(camels=(*camels.split("|"), "R2 47-39", "R1 4-12-13-23", "R2 39-38"))

    assert listed(mail)[0].startswith("V1 = R1 22-23 (is the last camel);")


def test_in_the_negotiation_the_cards_and_the_majority_are_told() -> None:
    mail = table(vote={"bids": {"amira": "2 wool", "bilal": "1 wool, 1 grain", "chadi": "none"}}, options=NEGOTIATE)

    assert listed(mail)[1:] == [
        "Cards laid: you 2 wool, bilal 1 wool and 1 grain, chadi none.",
        "A majority takes 3 of the 4 votes. Without one, you, whose turn it was, choose.",
    ]
    mail = table(vote={"bids": {"amira": "2 wool", "bilal": "1 wool", "chadi": "2 wool, 1 grain"}}, options=NEGOTIATE)
    assert listed(mail)[-1] == "A majority takes 4 of the 6 votes. Without one, chadi, with the most cards, chooses."
    mail = table(vote={"bids": {"amira": "2 wool", "bilal": "1 wool, 1 grain", "chadi": "none"}}, options=NEGOTIATE)
    assert form(mail, "amira") == [
        "orders:",
        "# Your favourite first, by name or by route and path:",
        "# - prefer: [R1 10-11, R1 11-12, R2 33-34, R3 30-31]",
        "# - agree: bilal",
    ]
    assert form(mail, "chadi") == ["orders:", "# You laid no cards, so you have no say in this vote."]


def test_the_form_offers_what_the_hand_holds() -> None:
    mail = voting({"amira": "2 wool, 1 grain, 1 ore"})

    assert form(mail, "amira") == [
        "orders:",
        "# No cards:",
        "# - bid: 0",
        "# Or all you could lay (you bid first):",
        "# - bid: 2 wool, 1 grain",
        "# Your favourite first, by name or by route and path:",
        "# - prefer: [R1 10-11, R1 11-12, R2 33-34, R3 30-31]",
    ]
    assert "# You hold no wool and no grain." in form(mail, "bilal")
    assert "# - bid: {up-to: 1, over: best, pay: [wool, grain]}" in form(voting({"bilal": "1 wool"}), "bilal")


def test_the_form_as_it_stands_casts_no_vote() -> None:
    mail = voting({"amira": "1 wool"})

    for seat in ("amira", "bilal", "chadi"):
        assert all(line.startswith("#") and len(line) <= 72 for line in form(mail, seat)[1:])


def test_without_a_vote_there_is_nothing_to_list() -> None:
    assert listed(table()) == []


def test_who_decided_and_why_is_told() -> None:
    mail = voting({"bilal": "1 wool", "chadi": "1 grain"})
    mail.send("amira", "- bid: 0\n- prefer: V3")
    mail.send("bilal", "- bid: 1 wool\n- prefer: V4")
    mail.send("chadi", "- bid: 1 grain")
    mail.run(ONE_ONE)

    why = "There was no majority and the highest bids were equal, so the choice fell to amira, whose turn it was: "
    assert told(mail)[0] == (
        f"Table turn 5 goes on: bilal laid 1 wool and chadi 1 grain. {why}R2 33-34 (first choices: bilal R3 30-31)."
    )


def test_that_nobody_else_laid_a_card_is_told() -> None:
    mail = voting({"bilal": "1 wool"})
    mail.send("amira", "- bid: 0")
    mail.send("bilal", "- bid: 1 wool\n- prefer: V4")
    mail.send("chadi", "- bid: 0")
    mail.run(ONE_ONE)

    assert told(mail)[0].endswith("goes on: bilal laid 1 wool. Nobody else laid a card, so bilal chose R3 30-31.")


def test_that_nobody_laid_cards_is_told() -> None:
    mail = voting()
    for seat in ("amira", "bilal", "chadi"):
        mail.send(seat, "- bid: 0")
    mail.run(ONE_ONE)

    assert told(mail)[0].endswith(
        "goes on: nobody laid a card, so the choice fell to amira, whose turn it was: R1 10-11."
    )
