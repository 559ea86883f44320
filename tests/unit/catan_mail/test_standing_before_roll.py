"""The roll comes at once, after the standing cards that are played before it (rulings section 4.1)."""

from __future__ import annotations

from typing import Any

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import END, LATE, Mail

from adjudicator.core.driver import Stop
from adjudicator.core.table import Pacing

ASK = {"preroll": "ask"}
KNIGHT = "- knight: A from amira"


def sit(cards: dict[str, int], pacing: Pacing = Pacing.SEAT, **facts: Any) -> Mail:
    """amira ends her turn, then it is bilal's, who has a settlement, a road and these cards."""
    players = {
        "amira": {"settlements": [0], "hand": {"wool": 2}},
        "bilal": {"settlements": [12], "roads": [(12, 13)], "cards": cards},
        "chadi": {},
    }
    return Mail(lay_out(players, **facts), pacing=pacing)


def pass_to_bilal(mail: Mail, *dice: tuple[int, int], **standing: str) -> None:
    for seat, orders in standing.items():
        mail.send(seat, "", standing=orders)
    mail.send("amira", END)
    mail.run(*dice)


def test_the_next_players_dice_and_production_are_in_the_mail_that_asks_for_the_turn() -> None:
    mail = sit({"knight": 1})
    pass_to_bilal(mail, (4, 4))
    assert mail.happened == ["turn-began", "dice-rolled"]
    assert mail.stop == (Stop.PACING, "bilal")
    assert [(ask.seat, ask.decision) for ask in mail.asks] == [("bilal", "turn")]


def test_a_standing_knight_is_played_before_the_roll() -> None:
    mail = sit({"knight": 1})
    pass_to_bilal(mail, (4, 4), bilal=KNIGHT)
    assert mail.happened == ["turn-began", "card-played", "robber-moved", "card-stolen", "dice-rolled"]
    assert mail.fates("bilal") == ["standing: knight A from amira: done"]


def test_a_condition_keeps_the_card_back() -> None:
    for condition, played in (("{robber: J}", True), ("{robber: A}", False)):
        mail = sit({"knight": 1})
        pass_to_bilal(mail, (4, 4), bilal=f"{KNIGHT}\n  if: {condition}")
        assert ("card-played" in mail.happened) is played


def test_a_standing_card_is_played_again_in_every_turn_in_which_it_can_be() -> None:
    mail = sit({"knight": 2})
    pass_to_bilal(mail, (4, 4), bilal="- knight: [A from amira, B]")
    for seat in ("bilal", "chadi", "amira"):
        mail.send(seat, END)
        mail.run((1, 1))
    assert mail.fates("bilal") == ["standing: knight B: done"]
    assert mail.refusals("bilal") == ["robber-stays"]


def test_the_first_standing_card_that_can_be_played_is_and_no_other() -> None:
    mail = sit({"monopoly": 1, "year-of-plenty": 1})
    pass_to_bilal(mail, (4, 4), bilal=f"{KNIGHT}\n- monopoly: wool\n- plenty: 2 ore")
    assert mail.fates("bilal") == ["standing: monopoly wool: done"]
    assert (mail.hand("bilal"), mail.hand("amira")) == ({"wool": 2}, {})


@pytest.mark.parametrize(
    ("cards", "order", "events"),
    [
        ({"road-building": 1}, "road-building: 13-14 14-15", ["card-played", "road-built", "road-built"]),
        ({"year-of-plenty": 1}, "plenty: 1 wool, 1 ore", ["card-played"]),
        ({"year-of-plenty": 1}, "plenty: [3 ore, 2 ore]", ["card-played"]),
    ],
)
def test_other_cards_before_the_roll(cards: dict[str, int], order: str, events: list[str]) -> None:
    mail = sit(cards)
    pass_to_bilal(mail, (4, 4), bilal=f"- {order}")
    assert mail.happened == ["turn-began", *events, "dice-rolled"]


def test_a_standing_order_without_its_card_does_nothing_and_is_not_told() -> None:
    mail = sit({"monopoly": 1})
    pass_to_bilal(mail, (4, 4), bilal=KNIGHT)
    assert (mail.happened, mail.fates("bilal")) == (["turn-began", "dice-rolled"], [])


def test_a_card_in_the_script_of_the_turn_is_not_played_before_the_roll() -> None:
    mail = sit({"knight": 1})
    mail.send("bilal", f"{KNIGHT}\n{END}")
    pass_to_bilal(mail, (4, 4))
    mail.run((1, 1))
    assert mail.happened[:3] == ["card-played", "robber-moved", "card-stolen"]


def test_who_wants_to_be_asked_before_the_roll_is() -> None:
    mail = sit({"knight": 1}, options=ASK)
    pass_to_bilal(mail)
    assert (mail.happened, mail.stop) == (["turn-began"], (Stop.PACING, "bilal"))
    assert [(ask.seat, ask.decision, ask.deadline) for ask in mail.asks] == [("bilal", "before-roll", "turn")]
    mail.send("bilal", "- roll: dice")
    mail.run((4, 4))
    assert (mail.happened, mail.stop) == (["dice-rolled"], (Stop.WINDOW, "bilal"))
    assert mail.fates("bilal") == ["roll dice: done"]


def test_nobody_is_asked_without_a_card_to_play() -> None:
    mail = sit({}, options=ASK)
    pass_to_bilal(mail, (4, 4))
    assert mail.happened == ["turn-began", "dice-rolled"]


def test_an_answer_before_the_roll_may_be_a_card() -> None:
    mail = sit({"knight": 1}, options=ASK)
    pass_to_bilal(mail)
    mail.send("bilal", f"{KNIGHT}\n{END}")
    mail.run((4, 4), (1, 1))
    assert mail.happened[:4] == ["card-played", "robber-moved", "card-stolen", "dice-rolled"]
    assert mail.stop == (Stop.PACING, "chadi")


def test_orders_for_after_the_roll_ask_for_the_roll() -> None:
    mail = sit({"knight": 1}, options=ASK)
    pass_to_bilal(mail)
    assert mail.complaints("bilal", f"- bank: wool for ore\n{KNIGHT}\n{END}") == []
    mail.send("bilal", f"- bank: wool for ore\n{KNIGHT}\n{END}")
    mail.run((4, 4), (1, 1))
    assert mail.happened[:3] == ["dice-rolled", "card-played", "robber-moved"]


def test_a_block_about_the_dice_waits_for_the_dice() -> None:
    mail = sit({"knight": 1}, options=ASK)
    pass_to_bilal(mail)
    mail.send("bilal", f"- if: {{rolled: 8}}\n  then:\n    - take: amira 1\n{END}")
    mail.run((4, 4), (1, 1))
    assert mail.fates("bilal") == ["take amira 1: refused", "end turn: done"]


def test_a_standing_card_answers_before_it_is_asked() -> None:
    mail = sit({"knight": 1}, options=ASK)
    pass_to_bilal(mail, (4, 4), bilal=KNIGHT)
    assert mail.happened[-1] == "dice-rolled"


def test_silence_before_the_roll_rolls() -> None:
    mail = sit({"knight": 1}, options=ASK)
    pass_to_bilal(mail)
    assert mail.announcements("bilal") == ["If you send nothing, the dice are rolled, and you are asked again."]
    mail.run((4, 4), leave=LATE)
    assert mail.fates("bilal") == ["policy: roll dice: done"]
    assert mail.stop == (Stop.WINDOW, "bilal")


def test_in_a_round_nobody_is_asked_before_the_roll() -> None:
    mail = sit({"knight": 1}, Pacing.ROUND, options=ASK)
    for seat in ("amira", "bilal", "chadi"):
        mail.send(seat, END)
    mail.run((4, 4), (4, 4), (4, 4))
    assert mail.stop == (Stop.PACING, "amira")


def test_the_report_lists_the_cards() -> None:
    mail = sit({"knight": 1})
    mail.send("bilal", "", standing=f"{KNIGHT}\n- monopoly: wool")
    assert mail.standing("bilal") == ["knight A from amira", "monopoly wool"]


def test_standing_orders_have_no_else_and_no_lines_above_them() -> None:
    mail = sit({"knight": 1})
    otherwise = f"{KNIGHT}\n  if: {{robber: A}}\n  else:\n    - monopoly: wool"
    assert mail.complaints("bilal", "", standing=otherwise) == [("invalid", "no-else")]
    line = f"{KNIGHT}\n  if: {{line: 1, is: done}}"
    assert mail.complaints("bilal", "", standing=line) == [("unwise", "no-such-line")]
    block = "- if: {robber: A}\n  then:\n    - knight: A"
    assert mail.complaints("bilal", "", standing=block) == [("invalid", "no-blocks")]
    unknown = f"{KNIGHT}\n  if: {{free: 12-40}}"
    assert mail.complaints("bilal", "", standing=unknown) == [("invalid", "unknown-path")]
