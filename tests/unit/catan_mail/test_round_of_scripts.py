"""Round mode: dice foretold, all scripts to one deadline, no windows (rulings sections 4.8 and 6.5)."""

from __future__ import annotations

from typing import Any

from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import END, FORCE, LATE, Mail

from adjudicator.core.driver import Stop
from adjudicator.core.table import Pacing

DICE = ((1, 1), (1, 2), (2, 2), (1, 1), (2, 2), (3, 3))
HAND = {"brick": 1, "lumber": 1, "wool": 4}


def sit(**facts: Any) -> Mail:
    amira = {"settlements": [12], "roads": [(12, 13)], "hand": HAND}
    players = {"amira": amira, "bilal": {"settlements": [0], "hand": HAND}, "chadi": {"hand": {}}}
    return Mail(lay_out(players, **facts), pacing=Pacing.ROUND)


def send_all(mail: Mail, **scripts: str) -> None:
    for seat in mail.state.table.seats:
        mail.send(seat, scripts.get(seat, END))


def test_everybody_is_asked_for_the_next_turn_the_seat_on_turn_first() -> None:
    mail = sit(mover="bilal")
    assert [(ask.seat, ask.decision, ask.must) for ask in mail.asks] == [
        ("bilal", "turn", True),
        ("chadi", "turn", True),
        ("amira", "turn", True),
    ]
    assert mail.asks[2].duty == (
        "Send the script of your next turn, ending with 'end: turn'; bilal and chadi play before you."
    )


def test_the_dice_of_a_whole_round_are_told_before_it() -> None:
    mail = sit()
    send_all(mail)
    mail.run(*DICE)
    assert mail.verdict is not None
    told = [event.facts for event in mail.verdict.events if event.kind == "dice-foretold"]
    assert [(facts["seat"], facts["turn"]) for facts in told] == [("bilal", 5), ("chadi", 6)]
    assert "(your dice: 1 and 1), ending" in mail.asks[1].duty
    send_all(mail)
    mail.run((6, 6), (6, 6), (6, 6))
    rolled = [event.facts["dice"] for event in mail.verdict.events if event.kind == "dice-rolled"]
    assert rolled[:2] == [list(dice) for dice in DICE[3:5]]


def test_each_script_is_run_in_its_turn() -> None:
    mail = sit()
    send_all(mail, amira=f"- road: 13-14\n{END}", bilal=f"- bank: wool for ore\n{END}")
    mail.run(*DICE)
    assert mail.stop == (Stop.PACING, "amira")
    assert [kind for kind in mail.happened if kind in ("road-built", "bank-traded", "turn-began")] == [
        "road-built",
        "turn-began",
        "bank-traded",
        "turn-began",
        "turn-began",
    ]


def test_a_script_may_depend_on_the_dice() -> None:
    mail = sit()
    send_all(mail, bilal="- if: {rolled: 3}\n  then:\n    - bank: wool for ore\n  else:\n    - bank: wool for brick")
    mail.run((1, 1), (1, 2), (2, 2))
    assert mail.fates("bilal") == ["bank wool for brick: done"]


def test_a_round_with_nobody_silent_has_no_window() -> None:
    mail = sit(options={"discard": "ask", "preroll": "ask"})
    send_all(mail, amira=f"- propose: {{give: 1 wool, get: 1 grain}}\n{END}", bilal="- end: turn\n- end: turn")
    mail.run((3, 4), (3, 4), (3, 4))
    assert mail.stop == (Stop.PACING, "amira")
    assert "proposal-closed" in mail.happened


def test_after_the_deadline_the_silent_play_their_fallback_or_nothing() -> None:
    mail = sit()
    mail.send("amira", END)
    mail.send("bilal", "", fallback="- bank: wool for ore")
    assert mail.missing == ["bilal", "chadi"]
    mail.run(*DICE, leave=LATE)
    assert mail.stop == (Stop.PACING, "amira")
    assert mail.fates("bilal") == ["fallback: bank wool for ore: done", "policy: end turn: done"]
    assert mail.fates("chadi") == ["policy: end turn: done"]


def test_force_runs_the_whole_round() -> None:
    mail = sit()
    mail.run(*DICE, leave=FORCE)
    assert mail.stop == (Stop.PACING, "amira")


def test_offers_and_wishes_work_in_a_round() -> None:
    mail = sit()
    mail.send("amira", END, standing="- offer: {give: 1 brick, get: 1 wool}")
    mail.send("bilal", f"- take: amira 1\n{END}")
    mail.send("chadi", END)
    mail.run(*DICE)
    assert mail.event("traded") == {"seat": "bilal", "partner": "amira", "give": {"wool": 1}, "take": {"brick": 1}}


def test_orders_behind_end_are_the_script_of_the_next_round() -> None:
    mail = sit()
    send_all(mail, bilal=f"{END}\n- bank: wool for ore\n{END}")
    mail.run(*DICE)
    assert mail.missing == ["amira", "chadi"]
    mail.send("amira", END)
    mail.send("chadi", END)
    mail.run(*DICE)
    assert mail.fates("bilal") == ["bank wool for ore: done", "end turn: done"]


def test_lines_left_from_behind_an_end_make_nobodys_turn() -> None:
    mail = sit()
    send_all(mail, bilal=f"{END}\n- bank: wool for ore")
    mail.run(*DICE)
    assert mail.missing == ["amira", "bilal", "chadi"]
    mail.send("amira", END)
    mail.send("chadi", END)
    assert mail.missing == ["bilal"]
    mail.send("bilal", "", fallback=f"- bank: wool for brick\n{END}")
    mail.files["bilal"] = mail.files["bilal"]._replace(has_orders=False)
    assert mail.missing == ["bilal"]
    mail.run(*DICE, leave=LATE)
    assert mail.fates("bilal") == [
        "bank wool for ore: done",
        "fallback: bank wool for brick: refused",
        "fallback: end turn: done",
    ]


def test_an_end_alone_in_place_of_a_turn_that_was_left_is_remarked_on() -> None:
    mail = sit()
    send_all(mail, bilal=f"{END}\n- bank: wool for ore\n{END}")
    mail.run(*DICE)
    assert mail.complaints("bilal", END) == [("unwise", "end-alone")]
    assert mail.complaints("bilal", f"- bank: wool for ore\n{END}") == []
    assert mail.intake.forecast(mail.judge("bilal", END)).on_file[-1] == "Removed: bank wool for ore."


def test_an_end_alone_is_added_to_lines_that_were_left_without_one() -> None:
    mail = sit()
    send_all(mail, bilal=f"{END}\n- bank: wool for ore")
    mail.run(*DICE)
    assert mail.complaints("bilal", END) == []
    on_file = mail.intake.forecast(mail.judge("bilal", END)).on_file[-1]
    assert on_file == "Added to your orders on file, which are now: 2. bank wool for ore; 3. end turn."
    mail.send("bilal", END)
    mail.send("amira", END)
    mail.send("chadi", END)
    assert mail.missing == []
    mail.run(*DICE)
    assert mail.fates("bilal") == ["bank wool for ore: done", "end turn: done"]


def test_only_a_script_with_its_end_answers_a_round() -> None:
    mail = sit()
    send_all(mail, amira="- road: 13-14", bilal="- if: {rolled: 3}\n  then:\n    - end: turn")
    assert mail.missing == ["amira"]


def test_the_robber_of_a_seven_goes_by_order_standing_order_or_default() -> None:
    for orders, fate in (("- robber: G", "robber G: done"), ("", "policy: robber A: done")):
        mail = sit(stage="robber", dice=7)
        send_all(mail, amira=f"{orders}\n{END}")
        mail.run(*DICE)
        assert mail.fates("amira")[0].split(" from")[0] == fate.split(" from")[0] or orders == ""
        assert mail.fates("amira")[-1] == "end turn: done"
