"""What is said of votes before they count: located problems, promises, what is legal, sentences (sections 4.5, 4.7)."""

from __future__ import annotations

import json

import pytest
from unit.catan_caravans_mail.voting import GAME, ONE_ONE, decided, laid, table, voting
from unit.catan_mail.mailing import LATE, Mail

from adjudicator.core.order import describe
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.rules.catan import RULINGS as BASE_RULINGS
from adjudicator.rules.catan_caravans.kernel import has_bid
from adjudicator.rules.catan_caravans.vote_text import RAISED_TOO_FAR, SENTENCES

BIDDERS = {"bids": {"amira": "1 wool", "bilal": "1 wool", "chadi": "none"}}
NEGOTIATE = {"negotiate-hours": "24"}


def located(mail: Mail, seat: str, orders: str, **lists: str) -> list[tuple[str, int, int]]:
    problems = mail.judge(seat, orders, **lists).problems
    return [(problem.code, problem.place.line, problem.place.column) for problem in problems]


def sentences(mail: Mail, seat: str, orders: str, **lists: str) -> list[str]:
    return [describe(problem, mail.intake.sentences) for problem in mail.judge(seat, orders, **lists).problems]


def test_every_problem_stands_where_it_is() -> None:
    orders = "- bid: 1 ore\n- prefer: [V6, R1 10-11, R2 34-35, V1]\n- agree: zora"

    assert located(voting({"amira": "1 wool"}), "amira", orders) == [
        ("vote-cards", 5, 10),
        ("unknown-position", 6, 14),
        ("position-shut", 6, 28),
        ("position-twice", 6, 38),
        ("nobody-called-so", 7, 12),
    ]


def test_it_says_what_would_work() -> None:
    mail = voting({"amira": "1 wool, 2 ore"})
    open_now = "V1 = R1 10-11, V2 = R1 11-12, V3 = R2 33-34 and V4 = R3 30-31"

    assert sentences(mail, "amira", "- bid: 2 wool") == [
        "bid 2 wool: you do not hold these cards; you can lay 1 wool; write for example 'bid: 1 wool'"
    ]
    assert sentences(mail, "amira", "- bid: 0\n- prefer: [V5]") == [
        (
            f"prefer V5: V5 is not a position of this vote; the open positions are {open_now}; "
            "write for example 'prefer: [R1 10-11, R1 11-12]'"
        )
    ]
    assert sentences(mail, "amira", "- bid: 0\n- prefer: [R2 34-35]") == [
        f"prefer R2 34-35: the only open positions are {open_now}; write for example 'prefer: [R2 33-34]'"
    ]
    nobody = "agree with bilall: there is no seat 'bilall' (did you mean bilal?); the seats are amira, bilal and chadi"
    assert sentences(mail, "amira", "- bid: 0\n- agree: Bilall") == [f"{nobody}; write 'agree: bilal'"]


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ("- bid: 1 wool", ["prefer-missing"]),
        ("- bid: 0", []),
        ('- bid: "0"', []),
        ("- bid: wool", ["prefer-missing"]),
        ("- bid: {up-to: 9}", ["prefer-missing"]),
        ("- bid: 1 ore", ["vote-cards"]),
        ("- bid: 1 wool, 1 brick", ["vote-cards"]),
        ("- bid: 1 gold", ["unknown-card"]),
        ("- bid: 2 wool", ["bid-not-held"]),
        ("- bid: 2 wool\n  if: {have: 2 wool}", ["bid-not-held"]),
        ("- bid: {up-to: 2, over: zora}", ["nobody-called-so"]),
        ("- bid: 0\n  if: {bids: zora}", ["nobody-called-so"]),
        ("- bid: 3", ["unread-meant"]),
        ("- bid: {up-to: 2, pay: [wool, wool]}", ["unread-meant"]),
        ("- bid: {up-to: 2, pay: [ore]}", ["vote-cards"]),
        ("- bid: 0\n- prefer: []", []),
        ("- bid: 0\n- prefer: C", ["twofold-position"]),
        ("- bid: 0\n- prefer: [r3 31-30, route 2, A 10-11, V2]", []),
        ("- bid: 0\n- prefer: d", []),
        ("- bid: 0\n- prefer: 33-34", []),
        ("- bid: 0\n- prefer: R1", ["twofold-position"]),
        ("- bid: 0\n- prefer: 2", ["twofold-position"]),
        ("- bid: 0\n- prefer: [R3 30-32]", ["unknown-path"]),
        ("- bid: 0\n- agree: BILAL", []),
        ("- bid: 0\n- agree: amira", ["agree-yourself"]),
        ("- prefer: [V1]", ["bid-missing"]),
    ],
)
def test_what_is_said_of_an_order_in_an_open_vote(orders: str, said: list[str]) -> None:
    assert [code for code, *_ in located(voting({"amira": "1 wool"}), "amira", orders)] == said


def test_a_vote_before_its_time_is_not_held_against_hand_or_positions() -> None:
    mail = table({"bilal": "1 wool"})

    assert mail.complaints("bilal", "- bid: 3 wool\n- prefer: [R1 2-10]\n- agree: amira") == []
    assert mail.complaints("bilal", "- prefer: [R1 2-10, V2]") == [("invalid", "name-apart")]


def test_standing_votes_have_no_letters_and_are_held_against_nothing() -> None:
    mail = voting({"bilal": "1 wool"})
    standing = "- bid: 3 wool\n- prefer: [R1 2-10]\n- agree: amira"

    assert mail.complaints("bilal", "- bid: 0", standing=standing) == []
    assert mail.complaints("bilal", "- bid: 0", standing="- prefer: [V3]") == [("invalid", "name-apart")]
    assert mail.complaints("bilal", "- bid: 0", standing="- agree: bilal") == [("illegal", "agree-yourself")]


def test_once_the_cards_lie_there_nothing_is_added_and_only_bidders_speak() -> None:
    mail = table({"amira": "1 wool", "chadi": "1 wool"}, vote=BIDDERS, options=NEGOTIATE)

    assert mail.complaints("amira", "- bid: 1 wool") == [("illegal", "said-already")]
    assert mail.complaints("chadi", "- prefer: [V1]") == [("illegal", "no-say")]
    assert mail.complaints("amira", "- agree: chadi") == [("illegal", "no-bidder")]
    assert mail.complaints("amira", "- agree: bilal") == []
    assert mail.complaints("chadi", "- end: turn") == [("unwise", "end-unseen")]


@pytest.mark.parametrize(
    ("option", "seat", "to", "refused"),
    [
        ("public", "chadi", "all", False),
        ("public", "amira", "[chadi]", False),
        ("bidders", "amira", "[bilal]", False),
        ("bidders", "amira", "[bilal, chadi]", True),
        ("bidders", "amira", "all", True),
        ("bidders", "chadi", "[bilal]", True),
        ("none", "amira", "[bilal]", True),
    ],
)
def test_who_may_write_during_a_vote(option: str, seat: str, to: str, refused: bool) -> None:
    mail = table(vote=BIDDERS, options={**NEGOTIATE, "votepress": option})
    text = f"game: g1\nturn: 1\nseat: {seat}\norders: []\npress:\n  - {{to: {to}, text: hello}}\n"
    judgement = mail.intake.judge(text.encode(), seat)

    assert ("vote-press" in {problem.code for problem in judgement.problems}) == refused
    assert (judgement.state not in ACCEPTED) == refused


def test_before_the_cards_lie_there_nobody_has_laid_any_to_write_about() -> None:
    mail = voting({"amira": "1 wool"}, options={"votepress": "bidders"})
    text = "game: g1\nturn: 1\nseat: amira\norders: [bid: 0]\npress:\n  - {to: [bilal], text: hello}\n"

    assert [problem.code for problem in mail.intake.judge(text.encode(), "amira").problems] == ["vote-press"]


def test_outside_a_vote_everybody_writes() -> None:
    mail = table(options={"votepress": "none"})
    text = "game: g1\nturn: 1\nseat: bilal\norders: []\npress:\n  - {to: all, text: hello}\n"

    assert mail.intake.judge(text.encode(), "bilal").state in ACCEPTED


def test_only_who_has_no_standing_bid_is_told_what_that_means() -> None:
    mail = table({"bilal": "2 wool"})
    default = "Without a bid you lay no cards in a vote."
    assert default in mail.promises("amira")
    mail.send("bilal", "", standing="- bid: {up-to: 4}\n- prefer: [R2 33-34, R1 10-11]")
    mail.send("chadi", "", standing="- prefer: [R2 33-34]")

    assert not any("vote" in sentence for sentence in mail.promises("bilal"))
    assert default in mail.promises("chadi")


def test_nothing_is_promised_for_votes_that_cannot_come() -> None:
    route = (
        "R3 31-30-40",
        "R2 33-34",
        "R1 21-11",
        "R3 40-41",
        "R2 34-44",
        "R3 41-42-32-33",
        "R2 44-43",
        "R1 11-10",
        "R2 43-42",
    )
    mail = table(camels=(*route, "R1 10-9-19-20-31"))

    assert not any("vote" in sentence for sentence in mail.promises("amira"))


def test_an_announced_bid_ends_where_the_rest_is_never_reached() -> None:
    mail = voting({"bilal": "2 wool"})
    mail.send("bilal", "- bid: 2 wool\n  if: {bids: builder}\n- bid: 1 wool\n- bid: 0\n- prefer: [V1]")

    assert mail.announcements("bilal") == [
        "If you send nothing, this counts: bid 2 wool if the builder bids; bid 1 wool; prefer R1 10-11."
    ]


def test_an_announced_bid_is_one_that_the_hand_can_pay() -> None:
    mail = voting({"bilal": "1 wool"})
    mail.send("bilal", "- prefer: [V1]", standing="- bid: two sheep\n- bid: one sheep")

    assert mail.announcements("bilal") == [
        ("If you send nothing, this counts: bid 1 wool; prefer R1 10-11. Not counted: bid 2 wool; you can lay 1 wool.")
    ]


def test_an_announced_bid_tells_all_of_its_condition() -> None:
    mail = voting({"bilal": "2 wool"})
    mail.send("bilal", "- bid: 2 wool\n  if: {any: [{bids: builder}, {not: {bids: amira}}, {have: 2 wool}]}")

    assert mail.announcements("bilal") == [
        "If you send nothing, this counts: bid 2 wool if the builder bids or amira does not bid or you hold 2 wool."
    ]


@pytest.mark.parametrize("seat", ["amira", "bilal", "chadi"])
def test_every_bid_that_is_listed_is_accepted_and_laid(seat: str) -> None:
    hands = {"amira": "2 wool, 1 ore", "bilal": "1 wool, 1 grain", "chadi": "3 brick"}
    mail = voting(hands)
    listed = [mail.game.orders.write(mail.see(seat), action) for action in mail.game.kernel.legal(mail.state, seat)]
    assert len(listed) == {"amira": 3, "bilal": 4, "chadi": 1}[seat]
    for order in listed:
        mail = voting(hands)
        mail.send(seat, f"- {json.dumps(order)}")
        mail.run(ONE_ONE, leave=LATE)
        cards = laid(mail)[seat]
        assert ", ".join(f"{count} {kind}" for kind, count in cards.items()) == (order["bid"] or "")


def test_every_preference_that_is_listed_is_accepted_and_counts() -> None:
    def lay_out() -> Mail:
        vote = {"bids": {"amira": "2 wool", "bilal": "1 wool", "chadi": "none"}}
        return table(vote=vote, options=NEGOTIATE)

    mail = lay_out()
    listed = [mail.game.orders.write(mail.see("amira"), a) for a in mail.game.kernel.legal(mail.state, "amira")]
    assert len(listed) == 6
    for order in listed:
        mail = lay_out()
        mail.send("amira", f"- {json.dumps(order)}")
        mail.send("bilal", "- prefer: [V4]")
        mail.run(ONE_ONE)
        wanted = order.get("prefer", ["R3 30-31"]) or ["R1 10-11"]
        assert decided(mail) == ("majority", ["amira"], wanted[0])


def test_templates_are_orders_that_are_accepted() -> None:
    mail = voting({"amira": "2 wool"})
    templates = mail.game.orders.templates(mail.see("amira"), "amira")

    assert len(templates) == 2
    mail.send("amira", "\n".join(f"- {json.dumps(order)}" for order in templates))
    after = table(vote=BIDDERS, options=NEGOTIATE)
    assert [list(each) for each in GAME.orders.templates(after.see("amira"), "amira")] == [["prefer"]]
    assert list(GAME.orders.templates(after.see("chadi"), "chadi")) == []
    assert list(GAME.orders.templates(table().see("bilal"), "bilal")) == []


def test_a_condition_knows_the_builder_and_the_seats() -> None:
    extra = table(vote=BIDDERS, mover="bilal").state.extra
    seats = ("amira", "bilal", "chadi")

    assert [has_bid(extra, seats, name) for name in ("amira", "Bilal", "chadi", "builder")] == [
        True,
        True,
        False,
        True,
    ]
    assert not has_bid(table().state.extra, seats, "builder")


def test_every_reason_has_a_sentence_and_no_ruling_is_quoted() -> None:
    assert all(
        "{order}" in text or code in ("bid-missing", "vote-press", RAISED_TOO_FAR) for code, text in SENTENCES.items()
    )
    assert not any(ruling in text for ruling in BASE_RULINGS for text in SENTENCES.values())


def test_a_bid_that_beats_others_with_no_card_is_remarked_on() -> None:
    mail = voting({"amira": "2 ore"})
    assert sentences(mail, "amira", "- bid: {up-to: 2, over: best}\n- prefer: R2") == [
        (
            "bid one more than the best so far, up to 2, paid in wool and grain: you hold none of the cards that "
            "this may lay, so it lays none; write 'bid: 0'"
        )
    ]
