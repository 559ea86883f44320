"""Sevens: discards by standing order or default, or in one window; the robber (rulings section 4.2)."""

from __future__ import annotations

from typing import Any

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import END, FORCE, LATE, Mail

from adjudicator.core.driver import Stop
from adjudicator.core.table import Pacing

ASK = {"discard": "ask"}
RICH = {"brick": 3, "lumber": 1, "wool": 3, "ore": 1}
SEVEN = (3, 4)


def sit(hand: dict[str, int], *, chadi: dict[str, int] | None = None, **facts: Any) -> Mail:
    """amira is on turn; bilal, who comes next, has these cards."""
    players = {
        "amira": {"settlements": [0], "hand": {"wool": 2}},
        "bilal": {"settlements": [12], "roads": [(12, 13)], "hand": hand},
        "chadi": {"settlements": [40], "hand": chadi or {}},
    }
    return Mail(lay_out(players, **facts))


def roll_seven(mail: Mail, **standing: str) -> None:
    """bilal's turn begins with a 7."""
    for seat, orders in standing.items():
        mail.send(seat, "", standing=orders)
    mail.send("amira", END)
    mail.run(SEVEN)


@pytest.mark.parametrize(
    ("order", "cards"),
    [
        ("", {"brick": 2, "wool": 2}),
        ("- discard: {keep: [brick, wool]}", {"wool": 2, "lumber": 1, "ore": 1}),
        ("- discard: {keep: [ore, lumber, brick, wool]}", {"wool": 3, "brick": 1}),
        ("- discard: {keep: [grain]}", {"brick": 2, "wool": 2}),
        ("- discard: {first: [ore, wool]}", {"ore": 1, "wool": 3}),
        ("- discard: {first: [ore, lumber]}", {"ore": 1, "lumber": 1, "brick": 1, "wool": 1}),
        ("- discard: {first: [ore]}\n  if: {have: 2 ore}\n- discard: {first: [wool]}", {"wool": 3, "brick": 1}),
    ],
)
def test_discards_by_standing_order(order: str, cards: dict[str, int]) -> None:
    mail = sit(RICH)
    roll_seven(mail, bilal=order)
    assert mail.event("discarded") == {"seat": "bilal", "cards": cards}
    source = "standing" if order else "policy"
    assert len(mail.fates("bilal")) == 1
    assert mail.fates("bilal")[0].startswith(f"{source}: discard")


@pytest.mark.parametrize("order", ["", "- discard: {keep: [ore]}", "- discard: {first: [ore]}\n  if: {have: 9 ore}"])
def test_what_a_seat_discards_is_promised(order: str) -> None:
    mail = sit(RICH)
    mail.send("bilal", "", standing=order)
    (promise,) = [promise for promise in mail.promises("bilal") if promise.startswith("On a 7")]
    roll_seven(mail, bilal=order)
    (fate,) = mail.fates("bilal")
    how = "by your standing order" if fate.startswith("standing") else "from your largest piles"
    assert (
        promise
        == f"On a 7 you would discard {fate.split('discard ')[1].removesuffix(': done').replace(', ', ' and ')}, {how}."
    )


def test_seven_cards_are_kept() -> None:
    mail = sit({**RICH, "ore": 0})
    roll_seven(mail)
    assert "discarded" not in mail.happened


def test_a_standing_discard_of_certain_cards_is_none() -> None:
    mail = sit(RICH)
    assert mail.complaints("bilal", "", standing="- discard: 2 wool") == [("invalid", "discard-wishes")]
    assert mail.complaints("bilal", "- discard: {keep: [ore]}") == [("invalid", "belongs-in-standing")]


def test_all_who_owe_are_asked_at_once_and_answered_in_table_order() -> None:
    mail = sit(RICH, chadi={"grain": 9}, options=ASK)
    roll_seven(mail)
    assert mail.stop == (Stop.PACING, "bilal")
    assert [(ask.seat, ask.decision) for ask in mail.asks] == [("bilal", "discard"), ("chadi", "discard")]
    mail.send("chadi", "- discard: 4 grain")
    assert mail.missing == ["bilal"]
    mail.send("bilal", f"- discard: 3 brick, 1 wool\n- robber: A from amira\n{END}")
    assert mail.missing == []
    mail.run((1, 1))
    assert mail.happened[:4] == ["discarded", "discarded", "robber-moved", "card-stolen"]
    assert mail.fates("bilal") == ["discard 3 brick, 1 wool: done", "robber A from amira: done", "end turn: done"]


def test_in_the_window_one_who_is_silent_discards_by_default_after_the_deadline() -> None:
    mail = sit(RICH, chadi={"grain": 9}, options=ASK)
    roll_seven(mail)
    assert mail.announcements("chadi") == ["If you send nothing, you discard 4 grain."]
    mail.send("bilal", "- discard: 3 brick, 1 wool")
    mail.run(leave=LATE)
    assert (mail.fates("bilal"), mail.fates("chadi")) == (
        ["discard 3 brick, 1 wool: done"],
        ["policy: discard 4 grain: done"],
    )
    assert mail.stop == (Stop.WINDOW, "bilal")
    assert mail.missing == ["bilal"]


def test_a_discard_on_file_is_promised_if_it_is_as_many_cards_as_are_owed() -> None:
    for cards, said in (
        ("4 grain", "your order is used (discard 4 grain), and if it cannot be done, you discard 4 grain"),
        ("3 grain", "you discard 4 grain"),
    ):
        mail = sit(RICH, chadi={"grain": 9}, options=ASK)
        mail.send("chadi", f"- discard: {cards}")
        roll_seven(mail)
        assert mail.announcements("chadi") == [f"If you send nothing, {said}."]


def test_a_forced_window_discards_by_default_too() -> None:
    mail = sit(RICH, options=ASK)
    roll_seven(mail)
    mail.run(leave=FORCE)
    assert mail.fates("bilal") == ["policy: discard 2 brick, 2 wool: done"]


def test_a_standing_discard_answers_in_advance() -> None:
    mail = sit(RICH, options=ASK)
    roll_seven(mail, bilal="- discard: {first: [ore]}")
    assert mail.missing == []
    mail.run()
    assert mail.fates("bilal") == ["standing: discard 2 brick, 1 wool, 1 ore: done"]


def test_an_order_to_discard_goes_before_a_standing_one() -> None:
    mail = sit(RICH, options=ASK)
    roll_seven(mail, bilal="- discard: {first: [ore]}")
    mail.send("bilal", "- discard: [4 grain, '3 wool, 1 ore']")
    mail.run()
    assert mail.event("discarded")["cards"] == {"wool": 3, "ore": 1}


def test_a_fallback_may_say_what_to_discard() -> None:
    mail = sit(RICH, chadi={"grain": 9}, options=ASK)
    mail.send("chadi", "", fallback=f"- discard: 4 grain\n{END}")
    roll_seven(mail)
    mail.send("bilal", "- discard: 3 brick, 1 wool")
    mail.run(leave=LATE)
    assert mail.fates("chadi") == ["fallback: discard 4 grain: done"]
    assert mail.agendas["chadi"].items == ()


def test_a_wrong_discard_is_refused_before_the_window_closes() -> None:
    mail = sit(RICH, options=ASK)
    roll_seven(mail)
    assert mail.complaints("bilal", "- discard: 2 brick") == [("illegal", "discard-count")]
    assert mail.complaints("bilal", "- discard: 4 brick") == [("illegal", "discard-not-held")]


def test_orders_for_later_may_stand_above_the_discard() -> None:
    mail = sit({**RICH, "lumber": 2}, options=ASK)
    roll_seven(mail)
    orders = f"- road: 13-14\n- discard: 2 wool, 2 brick\n- robber: A from amira\n{END}"
    assert mail.complaints("bilal", orders) == []
    mail.send("bilal", orders)
    mail.run((1, 1))
    assert mail.fates("bilal") == [
        "discard 2 wool, 2 brick: done",
        "robber A from amira: done",
        "road 13-14: done",
        "end turn: done",
    ]


def test_the_robber_is_part_of_the_reply() -> None:
    mail = sit({})
    roll_seven(mail)
    assert [ask.duty for ask in mail.asks] == [
        "It is your turn: move the robber first ('robber: ...'), then send your other orders."
    ]
    mail.send("bilal", "- robber: [J, A from amira]")
    mail.run()
    assert mail.event("card-stolen") == {"seat": "bilal", "victim": "amira", "resource": "wool"}
    assert mail.stop == (Stop.WAITING, "bilal")
    assert mail.refusals("bilal") == ["robber-stays"]


def test_a_robber_order_in_a_block_is_found() -> None:
    mail = sit({})
    roll_seven(mail)
    orders = f"- if: {{rolled: 7}}\n  then:\n    - robber: A from amira\n{END}"
    assert mail.complaints("bilal", orders) == []
    mail.send("bilal", orders)
    mail.run((1, 1))
    assert mail.fates("bilal") == ["robber A from amira: done", "end turn: done"]


def test_a_robber_order_behind_end_is_for_another_turn() -> None:
    mail = sit({})
    roll_seven(mail)
    assert mail.complaints("bilal", f"{END}\n- robber: A from amira") == [("unwise", "robber-missing")]
    mail.send("bilal", f"{END}\n- robber: A from amira")
    assert mail.missing == ["bilal"]


@pytest.mark.parametrize(("order", "hex_"), [("- robber: [J, A from amira]", "A"), ("- robber: J\n- robber: G", "G")])
def test_a_standing_list_moves_the_robber_of_a_script_without_him(order: str, hex_: str) -> None:
    mail = sit({})
    mail.send("bilal", END, standing=order)
    roll_seven(mail)
    assert mail.missing == []
    mail.run((1, 1))
    assert mail.event("robber-moved")["hex"] == hex_
    assert mail.stop == (Stop.PACING, "chadi")


def test_a_standing_list_that_cannot_be_is_no_answer() -> None:
    mail = sit({})
    roll_seven(mail, bilal="- robber: J")
    assert mail.missing == ["bilal"]
    mail.run()
    assert mail.happened == []
    mail.send("bilal", "", standing="- robber: G")
    assert mail.missing == []


def test_a_script_without_the_robber_is_kept_until_he_is_moved() -> None:
    mail = sit({"brick": 1, "lumber": 1})
    mail.send("bilal", f"- road: 13-14\n{END}")
    roll_seven(mail)
    assert mail.missing == ["bilal"]
    (announced,) = mail.announcements("bilal")
    assert announced == (
        "If you send nothing, the robber goes to D, your orders on file are carried out (road 13-14; end turn), "
        "and your turn ends."
    )
    mail.run((1, 1), leave=LATE)
    assert mail.fates("bilal") == ["policy: robber D: done", "road 13-14: done", "end turn: done"]


def test_a_refused_robber_order_does_not_run_the_turn_again_and_again() -> None:
    mail = sit({})
    roll_seven(mail)
    assert mail.complaints("bilal", f"- robber: J\n{END}") == [("illegal", "robber-stays")]
    mail.send("bilal", f"- if: {{rolled: 7}}\n  then:\n    - end: turn\n- robber: G\n  if: {{rolled: 8}}\n{END}")
    mail.run()
    assert mail.fates("bilal") == ["robber G if the dice show 8: skipped"]
    assert mail.missing == ["bilal"]


def test_after_the_deadline_the_robber_goes_by_default_and_the_turn_ends() -> None:
    mail = sit({})
    roll_seven(mail)
    assert mail.announcements("bilal") == [
        "If you send nothing, the robber goes to D, nothing is built or traded, and your turn ends."
    ]
    mail.run((1, 1), leave=LATE)
    assert mail.fates("bilal") == ["policy: robber D: done", "policy: end turn: done"]


def test_in_a_round_nobody_is_waited_for_after_a_seven() -> None:
    mail = sit(RICH, chadi={"grain": 9}, options=ASK)
    mail.pacing = Pacing.ROUND
    for seat in ("amira", "bilal", "chadi"):
        mail.send(seat, END)
    mail.run(SEVEN, (1, 1), SEVEN)
    assert mail.stop == (Stop.PACING, "amira")
    assert mail.happened.count("discarded") == 2
    assert mail.fates("bilal") == ["policy: discard 2 brick, 2 wool: done", "policy: robber D: done", "end turn: done"]


def test_a_receipt_counts_the_cards_that_are_left_though_others_still_discard() -> None:
    mail = sit(RICH, chadi={"grain": 9}, options=ASK)
    roll_seven(mail)
    told = mail.intake.forecast(mail.judge("bilal", f"- discard: 3 brick, 1 wool\n- robber: A\n{END}"))
    assert told.orders[0] == "discard 3 brick, 1 wool: will be done"
    assert told.orders[-1] == "Your hand, counting only what is certain: 1 lumber, 2 wool and 1 ore."
