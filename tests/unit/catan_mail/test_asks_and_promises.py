"""Who is asked for what, in words that tell nobody's secrets, and what a seat is told of its silence."""

from __future__ import annotations

from typing import Any

import pytest
from oracle.catan_positions import Loaded, lay_out
from unit.catan_mail.mailing import END, LATE, Mail

from adjudicator.core.agenda import EMPTY, Item, holds_draft
from adjudicator.core.charter import MissedPolicy
from adjudicator.core.deadlines import list_asked, say_if_silent
from adjudicator.core.driver import Stop
from adjudicator.core.order import START, Order
from adjudicator.core.table import Pacing, Setting
from adjudicator.registry import find_game

CARAVANS = find_game("catan-caravans")


def sit(**facts: Any) -> Mail:
    players = {"amira": {"settlements": [12], "hand": {"wool": 9}}, "bilal": {"settlements": [0], "hand": {"ore": 9}}}
    return Mail(lay_out(players, **facts))


@pytest.mark.parametrize(
    ("facts", "asked"),
    [
        ({}, [("amira", "turn", "turn")]),
        ({"stage": "robber", "dice": 7}, [("amira", "turn", "turn")]),
        ({"stage": "free-roads", "free_roads": 2}, [("amira", "turn", "turn")]),
        ({"stage": "before-roll", "dice": 0}, [("amira", "before-roll", "turn")]),
        ({"stage": "over"}, []),
    ],
)
def test_the_seat_on_turn_is_asked(facts: dict[str, Any], asked: list[tuple[str, str, str]]) -> None:
    assert [(ask.seat, ask.decision, ask.deadline) for ask in sit(**facts).asks] == asked


@pytest.mark.parametrize("pacing", Pacing)
def test_asks_depend_on_nothing_hidden(pacing: Pacing) -> None:
    state = lay_out({"amira": {"hand": {"wool": 2}, "cards": {"knight": 1}}, "bilal": {"hand": {"ore": 2}}})
    other = lay_out({"amira": {"hand": {"brick": 2}, "cards": {"monopoly": 1}}, "bilal": {"hand": {"wool": 2}}})
    asks = [list_asked(mail.game, mail.state, mail.agendas, pacing) for mail in (Mail(state), Mail(other))]
    assert asks[0] == asks[1]


def test_a_draft_is_no_answer() -> None:
    mail = sit()
    mail.send("amira", END, draft=True)
    assert mail.missing == ["amira"]
    mail.send("amira", END)
    assert mail.missing == []


@pytest.mark.parametrize("names", [{}, {"amira": "Amira Haddad"}])
@pytest.mark.parametrize(
    ("facts", "orders", "is_answer"),
    [
        ({"stage": "robber", "dice": 7}, f"{END}\n- robber: A from bilal", False),
        ({"stage": "robber", "dice": 7}, f"- robber: A from bilal\n{END}", True),
        ({"stage": "free-roads", "free_roads": 2}, "- buy: card", False),
        ({"stage": "free-roads", "free_roads": 2}, "- road: 4-12", True),
    ],
)
def test_an_order_answers_alike_whatever_the_players_are_called(
    facts: dict[str, Any], orders: str, is_answer: bool, names: dict[str, str]
) -> None:
    mail = sit(**facts)
    mail.send("amira", orders)
    known = mail.game.views.rename(mail.see("amira"), names)
    assert mail.game.orders.answers(known, mail.taken_up()["amira"], mail.asks[0]) is is_answer


def test_standing_orders_alone_are_no_script() -> None:
    mail = sit()
    mail.send("amira", "", standing="- robber: A", fallback=END)
    assert mail.missing == ["amira"]


def test_nothing_is_promised_before_the_first_turn_or_after_the_last() -> None:
    assert sit(stage="over").promises("amira") == ()


def test_every_default_is_told_in_advance() -> None:
    discard, robber = sit().promises("amira")
    assert discard == "On a 7 you would discard 4 wool, from your largest pile."
    assert robber == (
        "Unless you say where, you move the robber to a hex without buildings, or else to the one whose owners have "
        "the fewest points in total; your own hexes come last."
    )
    assert sit().promises("chadi")[0] == "On a 7, with more than 7 cards, you discard from your largest pile."


def test_where_discards_are_asked_for_the_promise_says_so() -> None:
    assert sit(options={"discard": "ask"}).promises("amira")[0] == (
        "After a 7 you are asked what to discard; if you miss the deadline, the largest piles go first."
    )


def test_fallback_orders_for_a_seven_are_part_of_the_promise() -> None:
    mail = sit(options={"discard": "ask"})
    mail.send("amira", "[]", fallback="- discard: 2 wool\n- robber: [A, B]\n- end: turn")
    discard, robber = mail.promises("amira")
    assert discard == (
        "After a 7 you are asked what to discard; if you miss the deadline, your fallback order is used; if it "
        "cannot be used, the largest piles go first."
    )
    assert robber == (
        "After a missed deadline your fallback order moves the robber. Otherwise, unless you say where, you move it "
        "to a hex without buildings, or else to the one whose owners have the fewest points in total; your own hexes "
        "come last."
    )


def test_what_stands_in_standing_orders_is_not_promised_again() -> None:
    mail = sit()
    mail.send("amira", "", standing="- robber: [A, B]\n- refuse: any\n- want: {give: 1 wool, get: 1 ore}")
    assert mail.standing("amira") == ["robber A or B", "refuse any proposal", "want 1 ore for 1 wool from anybody"]
    assert mail.promises("amira") == ("On a 7 you would discard 4 wool, from your largest pile.",)
    mail.send("chadi", "", standing="- discard: {keep: [ore]}\n- robber: A")
    assert mail.promises("chadi") == ()


def test_an_empty_file_is_remarked_upon() -> None:
    mail = sit()
    assert mail.complaints("amira", "") == [("unwise", "nothing-ordered")]
    assert mail.complaints("bilal", "") == []


def vote_game() -> Mail:
    state, _ = CARAVANS.kernel.setup(Setting("great-caravan", {}, ("amira", "bilal", "chadi")), Loaded())
    while CARAVANS.kernel.decisions(state) and not (state.turn and state.stage.name == "TURN"):
        seat = CARAVANS.kernel.decisions(state)[0].seat
        state, _ = CARAVANS.kernel.apply(state, seat, CARAVANS.kernel.legal(state, seat)[0], Loaded())
    return Mail(state, game=CARAVANS)


def test_votes_among_the_orders_of_a_turn_are_left_where_they_are() -> None:
    mail = vote_game()
    seat = mail.state.table.seats[mail.state.mover]
    mail.send(seat, "- bid: 1 wool\n- take: bilal 1\n- take: chadi 1")
    assert mail.missing == []
    mail.run()
    assert mail.stop == (Stop.WAITING, seat)
    assert mail.refusals(seat) == ["no-offer", "no-offer"]
    assert [item.order.kind for item in mail.agendas[seat].items] == ["bid"]
    assert mail.missing == [seat]


def test_votes_stand_for_themselves() -> None:
    mail = vote_game()
    seat = mail.state.table.seats[mail.state.mover]
    block = "- if: {have: 1 wool}\n  then:\n    - bid: 1 wool"
    assert ("invalid", "not-in-block") in mail.complaints(seat, block)
    assert ("invalid", "not-in-fallback") in mail.complaints(seat, "", fallback="- bid: 1 wool")
    assert mail.complaints(seat, "- bid: 1 wool\n  if: {bids: builder}\n- prefer: []") == [
        ("unwise", "nothing-ordered")
    ]


def test_fallback_orders_behind_an_end_are_not_promised() -> None:
    mail = sit()
    mail.send("amira", END, fallback="- buy: card\n- end: turn")
    mail.agendas = mail.taken_up()
    told = mail.game.orders.say_if_silent(mail.see("amira"), mail.agendas["amira"], mail.asks[0], LATE)
    assert told == "If you send nothing, your orders on file are carried out (end turn), and your turn ends."


def test_a_draft_that_was_used_is_none_any_more() -> None:
    items = (Item(Order("end", "turn", None, START, (START,)), "01.yaml"),)
    answered = EMPTY._replace(items=items, draft_answers=True)
    assert not holds_draft(answered)
    assert holds_draft(answered._replace(answers=items))
    assert holds_draft(EMPTY._replace(draft=True))


@pytest.mark.parametrize("missed", MissedPolicy)
def test_silence_on_a_proposal_refuses_whatever_the_policy_is(missed: MissedPolicy) -> None:
    mail = sit()
    mail.send("amira", "- propose: {give: 1 wool, get: 1 ore}")
    mail.run()
    (ask,) = mail.asks
    told = say_if_silent(mail.game, mail.see("bilal"), EMPTY, ask, LATE._replace(missed=missed))
    assert told == "If you send nothing, you refuse."


def test_a_fallback_for_discards_is_no_part_of_a_turn() -> None:
    mail = sit(options={"discard": "ask"})
    mail.send("amira", "", fallback="- discard: 2 wool\n- end: turn")
    (ask,) = mail.asks
    said = mail.game.orders.say_if_silent(mail.see("amira"), mail.taken_up()["amira"], ask, LATE)
    assert said == "If you send nothing, your fallback orders are used (end turn), and your turn ends."


def test_before_the_house_plays_what_is_on_file_counts() -> None:
    mail = sit(stage="robber", dice=7)
    (ask,) = mail.asks
    silent = LATE._replace(missed=MissedPolicy.HOUSE)
    filed = EMPTY._replace(items=(Item(Order("end", "turn", None, START, ()), ""),))
    said = [say_if_silent(mail.game, mail.see("amira"), agenda, ask, silent) for agenda in (filed, EMPTY)]
    begin = "If you send nothing by the deadline, "
    assert said == [
        f"{begin}your orders on file count; the house plays what they leave open this time.",
        f"{begin}the robber is moved for you, and then the house plays for you this time.",
    ]
