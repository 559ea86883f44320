"""A script runs from top to bottom; what is refused is told, and the next order tried (rulings section 4.3)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import END, FORCE, LATE, Mail

from adjudicator.core.driver import Stop
from adjudicator.core.table import Pacing

SITES = {"settlements": [12], "roads": [(12, 13)]}


def sit(hand: dict[str, int], **facts: object) -> Mail:
    """amira on turn after the roll, with one settlement, a road and these cards."""
    return Mail(lay_out({"amira": {**SITES, "hand": hand}, "bilal": {"settlements": [40]}}, **facts))


def test_orders_are_carried_out_in_their_order() -> None:
    mail = sit({"brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1})
    mail.send("amira", f"- road: 13-14\n- buy: card\n{END}")
    mail.run((1, 2))
    assert mail.happened[:2] == ["road-built", "card-bought"]
    assert mail.fates("amira") == ["road 13-14: done", "buy card: done", "end turn: done"]
    assert mail.stop == (Stop.PACING, "bilal")


def test_a_refused_order_is_told_with_its_reason_and_the_next_one_tried() -> None:
    mail = sit({"wool": 3, "grain": 1})
    mail.send("amira", "- take: bilal 1\n- bank: wool for ore\n- buy: card", standing="")
    mail.run()
    assert mail.fates("amira") == ["take bilal 1: refused", "bank wool for ore: refused", "buy card: refused"]
    assert mail.refusals("amira") == ["no-offer", "bank-rate", "cannot-pay"]
    assert mail.stop == (Stop.WAITING, "amira")


def test_of_alternatives_the_first_legal_one_is_done() -> None:
    mail = sit({"brick": 1, "lumber": 1})
    mail.send("amira", "- road: [12-13, 30-31, 11-12, 13-14]")
    mail.run()
    (result,) = mail.verdict.results if mail.verdict else ()
    assert (result.done, result.choice) == ("road 11-12", 3)
    assert mail.refusals("amira") == ["path-taken", "path-apart"]


def test_without_end_the_turn_waits_for_more() -> None:
    mail = sit({"brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1})
    mail.send("amira", "- buy: card")
    mail.run(dev_card=0)
    assert mail.stop == (Stop.WAITING, "amira")
    assert mail.missing == ["amira"]
    assert mail.event("card-bought") == {"seat": "amira", "card": "knight"}
    mail.send("amira", f"- road: 13-14\n{END}")
    assert mail.missing == []
    mail.run((1, 2))
    assert mail.happened[0] == "road-built"
    assert mail.stop == (Stop.PACING, "bilal")


def test_what_stands_behind_end_is_the_beginning_of_the_next_turn() -> None:
    mail = sit({"brick": 1, "lumber": 1})
    mail.send("amira", f"{END}\n- road: 13-14\n{END}")
    mail.run((1, 1))
    assert [item.order.kind for item in mail.agendas["amira"].items] == ["road", "end"]
    for seat in ("bilal", "chadi"):
        mail.send(seat, END)
        mail.run((1, 1))
    assert (mail.stop, mail.missing) == ((Stop.PACING, "amira"), [])
    mail.run((1, 1))
    assert mail.fates("amira") == ["road 13-14: done", "end turn: done"]
    assert mail.stop == (Stop.PACING, "bilal")


def test_an_order_may_ask_what_became_of_an_earlier_one() -> None:
    mail = sit({"brick": 1, "lumber": 1})
    orders = """
- take: bilal 3
- if: {line: 1, is: refused}
  then:
    - road: 13-14
  else:
    - road: 11-12
- road: 11-12
  if: {line: 1, is: done}
"""
    mail.send("amira", orders)
    mail.run()
    assert mail.fates("amira") == [
        "take bilal 3: refused",
        "road 13-14: done",
        "road 11-12 if order 1 was done: skipped",
    ]


def test_a_block_counts_as_done_where_one_of_its_orders_was() -> None:
    mail = sit({"brick": 1, "lumber": 1})
    orders = """
- if: {rolled: 8}
  then:
    - take: bilal 3
    - road: 13-14
- end: turn
  if: {line: 1, is: done}
"""
    mail.send("amira", orders)
    mail.run((1, 2))
    assert mail.fates("amira") == ["take bilal 3: refused", "road 13-14: done", "end turn if order 1 was done: done"]


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("{have: 1 brick}", True),
        ("{have: '2 brick, 1 lumber'}", False),
        ("{rolled: 8}", True),
        ("{rolled: 7}", False),
        ("{card: knight}", True),
        ("{card: monopoly}", False),
        ("{free: 30}", True),
        ("{free: 12}", False),
        ("{free: 12-13}", False),
        ("{free: 13-14}", True),
        ("{not: {rolled: 7}}", True),
        ("{all: [{rolled: 8}, {free: 30}]}", True),
        ("{all: [{rolled: 8}, {free: 12}]}", False),
        ("{any: [{rolled: 7}, {free: 30}]}", True),
        ("{any: [{rolled: 7}, {not: {free: 30}}]}", False),
        ("{robber: A}", False),
    ],
)
def test_conditions(condition: str, *, true: bool) -> None:
    state = lay_out({"amira": {**SITES, "hand": {"brick": 1, "lumber": 1}, "cards": {"knight": 1}}})
    mail = Mail(state)
    mail.send("amira", f"- road: 13-14\n  if: {condition}\n  else:\n    - road: 11-12")
    mail.run()
    assert mail.fates("amira") == [f"road {'13-14' if true else '11-12'}: done"]


def test_a_card_bought_in_this_turn_is_no_card_to_play() -> None:
    mail = sit({"wool": 1, "grain": 1, "ore": 1})
    mail.send("amira", f"- buy: card\n- if: {{card: knight}}\n  then:\n    - knight: A\n{END}")
    mail.run((1, 1), dev_card=0)
    assert mail.fates("amira") == [
        "buy card: done",
        "if you can play a knight card, then knight A: skipped",
        "end turn: done",
    ]


def test_blocks_stand_in_one_another() -> None:
    mail = sit({"brick": 1, "lumber": 1})
    orders = """
- if: {have: 1 brick}
  then:
    - if: {rolled: 7}
      then:
        - end: turn
      else:
        - if: {free: 13-14}
          then:
            - road: 13-14
        - end: turn
"""
    mail.send("amira", orders)
    mail.run((1, 1))
    assert mail.fates("amira") == ["road 13-14: done", "end turn: done"]


def test_an_order_with_several_steps_is_done_whole_or_not_at_all() -> None:
    mail = sit({"wool": 8}, bank={"ore": 1})
    mail.send("amira", "- take: bilal 1\n- bank: [8 wool for 2 ore, wool for ore]")
    mail.run()
    assert mail.hand("amira") == {"wool": 4, "ore": 1}
    assert mail.refusals("amira") == ["no-offer", "bank-out"]


def test_eight_cards_for_two() -> None:
    mail = sit({"wool": 8})
    mail.send("amira", "- bank: 8 wool for 2 ore")
    mail.run()
    assert (mail.happened, mail.hand("amira")) == (["bank-traded", "bank-traded"], {"ore": 2})
    assert mail.agendas["amira"].items == ()


def test_road_building_with_one_path_gives_the_second_up() -> None:
    mail = Mail(lay_out({"amira": {**SITES, "cards": {"road-building": 1}}}))
    mail.send("amira", f"- road-building: 13-14\n{END}")
    mail.run((1, 1))
    assert mail.stop == (Stop.PACING, "bilal")
    assert mail.happened[:2] == ["card-played", "road-built"]
    assert mail.happened.count("road-built") == 1


@pytest.mark.parametrize(("orders", "roads"), [("- road: 14-15", 1), ("- road: none", 0), ("- buy: card", 0)])
def test_a_road_that_is_due_is_placed_or_given_up(orders: str, roads: int) -> None:
    mail = Mail(lay_out({"amira": {**SITES, "cards": {"road-building": 1}, "hand": {"wool": 1, "grain": 1, "ore": 1}}}))
    mail.send("amira", "- road-building: play\n- road: 13-14")
    mail.run()
    duty = "Place the last road of your Road Building card ('road: none' gives it up), then send your other orders."
    assert (mail.missing, [ask.duty for ask in mail.asks]) == (["amira"], [duty])
    mail.send("amira", f"{orders}\n{END}")
    assert mail.missing == []
    mail.run((1, 1))
    assert mail.stop == (Stop.PACING, "bilal")
    assert mail.happened.count("road-built") == roads


def test_road_orders_place_the_roads_of_a_card_wherever_they_stand() -> None:
    mail = Mail(lay_out({"amira": {**SITES, "hand": {"wool": 4}, "cards": {"road-building": 1}}}))
    mail.send("amira", f"- road-building: play\n- bank: wool for ore\n- road: 13-14\n- road: 14-15\n{END}")
    mail.run((1, 1))
    assert mail.fates("amira")[:4] == [
        "road-building play: done",
        "road 13-14: done",
        "road 14-15: done",
        "bank wool for ore: done",
    ]


def test_the_last_piece_is_enough_for_an_order_of_two_paths() -> None:
    spots = (12, 13, 14, 15, 25, 26, 37, 36, 35, 34, 33, 32, 31, 30, 29)
    roads = [(min(pair), max(pair)) for pair in pairwise(spots)]
    mail = Mail(lay_out({"amira": {"settlements": [12], "roads": roads, "cards": {"road-building": 1}}}))
    mail.send("amira", f"- road-building: 11-12 10-11\n{END}")
    mail.run((1, 1))
    assert mail.fates("amira") == ["road-building 11-12 10-11: done", "end turn: done"]


def test_a_free_road_that_wins_needs_no_second_one() -> None:
    roads = [(12, 13), (13, 14), (14, 15), (15, 25)]
    amira = {"cities": [12, 20, 40], "settlements": [30, 51], "roads": roads, "cards": {"road-building": 1}}
    mail = Mail(lay_out({"amira": amira}))
    mail.send("amira", "- road-building: 25-26 26-37\n- end: turn")
    mail.run()
    assert mail.stop == (Stop.OVER, None)
    assert mail.fates("amira") == ["road-building 25-26 26-37: done"]


def test_after_the_deadline_the_turn_ends_without_orders() -> None:
    mail = sit({"brick": 1, "lumber": 1})
    assert mail.announcements("amira") == ["If you send nothing, nothing is built or traded, and your turn ends."]
    mail.run((1, 1), leave=LATE)
    assert mail.fates("amira") == ["policy: end turn: done"]
    assert mail.stop == (Stop.PACING, "bilal")


def test_before_the_deadline_nothing_happens_without_orders() -> None:
    mail = sit({"brick": 1, "lumber": 1})
    mail.run()
    assert (mail.happened, mail.stop) == ([], (Stop.WAITING, "amira"))


def test_force_ends_the_turn_like_a_deadline() -> None:
    mail = sit({})
    mail.run((1, 1), leave=FORCE)
    assert mail.fates("amira") == ["policy: end turn: done"]


def test_what_was_sent_counts_after_the_deadline_too() -> None:
    mail = sit({"brick": 1, "lumber": 1})
    mail.send("amira", "- road: 13-14", draft=True)
    assert mail.missing == ["amira"]
    assert mail.announcements("amira") == [
        "If you send nothing, your orders on file are carried out (road 13-14), and your turn ends."
    ]
    mail.run((1, 1), leave=LATE)
    assert mail.fates("amira") == ["road 13-14: done", "policy: end turn: done"]


def test_in_a_round_a_script_without_end_is_waited_for() -> None:
    mail = sit({"brick": 1, "lumber": 1})
    mail.pacing = Pacing.ROUND
    for seat in ("amira", "bilal", "chadi"):
        mail.send(seat, "- road: 13-14" if seat == "amira" else END)
    assert mail.missing == ["amira"]
    mail.run((1, 1), (1, 1), (1, 1), leave=LATE)
    assert mail.stop == (Stop.PACING, "amira")
    assert mail.fates("amira") == ["road 13-14: done", "policy: end turn: done"]


def test_what_was_sent_in_advance_is_promised_as_far_as_it_can_still_be_done() -> None:
    price = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}
    amira = {"settlements": [12], "roads": [(12, 13), (13, 14)], "hand": {**price, "wool": 4}}
    chadi = {"settlements": [25], "roads": [(14, 15), (15, 25)], "hand": price}
    mail = Mail(lay_out({"amira": amira, "bilal": {}, "chadi": chadi}, mover="chadi"))
    banks = "[{bank: grain for ore}, {bank: wool for ore}]"
    mail.send("amira", f"- settlement: 14\n- if: {{have: 4 wool}}\n  then: {banks}\n- buy: card")
    mail.send("chadi", f"- settlement: 14\n{END}")
    mail.run((1, 1))

    block = "if you hold 4 wool, then bank grain for ore and bank wool for ore"
    assert mail.announcements("amira") == [
        (
            f"If you send nothing, your orders on file are carried out ({block}; buy card), and your turn ends. "
            "As things stand this would not be done: settlement 14, since 14 already has chadi's settlement. "
            "Nor would this: "
            "bank grain for ore, since the bank asks 4 grain for each card; you hold 1."
        )
    ]


def test_what_is_left_of_a_list_keeps_its_numbers() -> None:
    players = {"amira": {"hand": {"wool": 5}}, "bilal": {"hand": {"ore": 1}}, "chadi": {}}
    mail = Mail(lay_out(players))
    block = "- if: {line: 2, is: refused}\n  then: [{bank: wool for ore}]"
    script = f"- bank: wool for grain\n- propose: {{give: 1 wool, get: 1 ore}}\n{block}\n{END}"
    mail.send("amira", script)
    mail.run()

    assert mail.stop[0] is Stop.WINDOW
    assert mail.game.orders.number(mail.agendas["amira"]) == [3, 4]
    assert mail.intake.forecast(mail.judge("amira", "- robber: B")).on_file[-1] == (
        "Your other orders stay as they are: 3. if order 2 was refused, then bank wool for ore; 4. end turn."
    )
    assert list(mail.game.orders.number(mail.agendas["bilal"])) == []


@pytest.mark.parametrize(
    ("second", "left"),
    [
        ("- counter: {give: 1 wool, get: 3 ore}", "1. bank wool for ore; 3. end turn"),
        ("- refuse: amira", "1. bank wool for ore; 3. end turn"),
        ("- discard: 4 wool", "bank wool for ore; counter 1 wool for 2 ore; end turn"),
    ],
)
def test_an_answer_that_a_newer_one_replaces_does_not_stay_on_file(second: str, left: str) -> None:
    mail = Mail(lay_out({"amira": {"hand": {"ore": 1}}, "bilal": {"hand": {"wool": 5}}, "chadi": {}}))
    mail.send("amira", f"- propose: {{give: 1 ore, get: 1 wool, to: [bilal]}}\n{END}")
    mail.run()
    first = mail.judge("bilal", f"- bank: wool for ore\n- counter: {{give: 1 wool, get: 2 ore}}\n{END}").file
    assert first is not None
    told = mail.intake.forecast(mail.judge("bilal", second), lambda: [first])
    assert told.on_file[-1] == f"Your other orders stay as they are: {left}."


def test_the_robber_of_a_knight_stays_beside_one_after_a_seven() -> None:
    mail = Mail(lay_out({"amira": {"cards": {"knight": 1}}, "bilal": {}}, stage="robber"))
    mail.send("amira", f"- knight: play\n- robber: B\n{END}")
    mail.send("amira", "- robber: D")
    mail.run()
    assert [mail.fates("amira")[0], mail.fates("amira")[1]] == ["robber D: done", "knight play: done"]
    assert "robber B: done" in mail.fates("amira")


def test_a_promise_names_orders_by_number_where_one_asks_for_another() -> None:
    mail = sit({"wool": 4})
    mail.send("amira", f"- try: city 12\n- bank: wool for ore\n  if: {{line: 1, is: refused}}\n{END}", draft=True)
    (said,) = mail.announcements("amira")
    orders = "2. bank wool for ore if order 1 was refused; 3. end turn"
    assert said.startswith(
        f"If you send nothing, your orders on file are carried out ({orders}), and your turn ends. "
        "As things stand this would not be done: try city 12, "
    )


IF_POOR = '- end: turn\n  if: {not: {have: "1 brick, 1 lumber"}}'


def test_a_turn_is_passed_by_what_was_left_behind_the_end_of_the_one_before_where_nothing_can_be_bought() -> None:
    mail = sit({})
    mail.send("amira", f"{END}\n{IF_POOR}")
    mail.run((1, 1))
    mail.send("bilal", END)
    mail.run((1, 1))
    assert mail.asks[0].seat == "chadi"
    mail.send("chadi", END)
    mail.run((1, 1))
    assert (mail.asks[0].seat, mail.missing) == ("amira", [])
    mail.run((1, 1))
    assert mail.fates("amira") == ["end turn unless you hold 1 brick and 1 lumber: done"]
    assert mail.stop == (Stop.PACING, "bilal")


ROLLED = "{rolled: 2}"


@pytest.mark.parametrize("condition", ["{not: HELD}", "{all: [HELD, {not: HELD}]}", "{any: [ROLLED, {not: HELD}]}"])
def test_orders_are_an_answer_whatever_is_held_for_who_is_awaited_is_seen_by_all(condition: str) -> None:
    mail = sit({"brick": 1, "lumber": 1})
    text = condition.replace("HELD", '{have: "1 brick, 1 lumber"}').replace("ROLLED", ROLLED)
    mail.send("amira", f"- end: turn\n  if: {text}")

    assert mail.missing == []


@pytest.mark.parametrize("condition", ["ROLLED", "{all: [ROLLED, {not: HELD}]}", "{not: {any: [{not: ROLLED}, HELD]}}"])
def test_orders_that_everybody_sees_to_bring_nothing_are_no_answer(condition: str) -> None:
    mail = sit({})
    text = condition.replace("HELD", '{have: "1 brick, 1 lumber"}').replace("ROLLED", ROLLED)
    mail.send("amira", f"- end: turn\n  if: {text}")

    assert mail.missing == ["amira"]


def test_orders_for_this_case_or_the_other_are_an_answer() -> None:
    mail = sit({})
    mail.send("amira", "- if: {rolled: 2}\n  then: [buy: card]\n  else: [end: turn]")

    assert mail.missing == []


def test_an_end_alone_is_added_to_a_turn_that_was_sent_without_one() -> None:
    mail = sit({})
    mail.send("bilal", "- settlement: 21\n- if: {line: 1, is: refused}\n  then: [bank: wool for ore]")
    mail.send("bilal", END)
    mail.send("amira", END)
    mail.run((1, 1))
    assert mail.missing == []
    mail.run((1, 1))
    assert mail.fates("bilal") == ["settlement 21: refused", "bank wool for ore: refused", "end turn: done"]
    assert mail.stop == (Stop.PACING, "chadi")


def test_what_a_turn_under_way_has_done_counts_for_what_is_left_of_it_when_its_end_is_added() -> None:
    mail = Mail(lay_out({"amira": {**SITES, "hand": {"wool": 4}}, "bilal": {"hand": {"wool": 1}}}))
    block = "- if: {line: 1, is: done}\n  then: [buy: card]"
    mail.send("amira", f"- bank: wool for ore\n- propose: {{give: ore, get: wool}}\n{block}")
    mail.run()
    assert mail.stop == (Stop.WINDOW, "bilal")
    mail.send("amira", END)
    mail.send("bilal", "- refuse: amira")
    mail.run((1, 1))
    assert mail.fates("amira")[-2:] == ["buy card: refused", "end turn: done"]


def test_an_order_whose_condition_is_false_now_is_not_promised() -> None:
    mail = sit({"brick": 1, "lumber": 1})
    mail.send("amira", IF_POOR)
    assert mail.announcements("amira") == [
        (
            "If you send nothing, nothing is built or traded, and your turn ends. "
            "As things stand this would not be done: "
            "end turn unless you hold 1 brick and 1 lumber, since its condition is not met."
        )
    ]


def test_a_new_list_in_a_file_of_the_same_name_is_counted_anew() -> None:
    players = {"amira": {"hand": {"wool": 5}}, "bilal": {"hand": {"ore": 1}}, "chadi": {}}
    mail = Mail(lay_out(players))
    mail.send("amira", f"- bank: 4 wool for 1 grain\n- propose: {{give: 1 wool, get: 1 ore}}\n{END}")
    mail.send("bilal", f"- buy: card\n{END}")
    mail.run()
    assert mail.stop[0] is Stop.WINDOW

    # the first order of each stands where the first stood of what was left of the old list
    block = "- if: {line: 1, is: done}\n  then: [{bank: grain for ore}]\n  else: [{buy: card}]"
    mail.send("amira", f"#\n#\n- bank: wool for lumber\n{block}\n{END}")
    mail.send("bilal", f"- buy: card\n- robber: [A, B]\n- road: 1-2\n{END}")
    mail.run((1, 1))
    assert mail.fates("amira")[1:] == ["bank wool for lumber: refused", "buy card: refused", "end turn: done"]
    assert list(mail.game.orders.number(mail.agendas["bilal"])) == [1, 2, 3, 4]
