"""What a seat is told of its silence in a round: of fallback orders only where they may be used (section 4.7)."""

from __future__ import annotations

import pytest
from unit.catan_mail.mailing import END, LATE, Mail
from unit.catan_mail.test_round_of_scripts import DICE, sit

from adjudicator.core.order import describe

FALLBACK = f"- build: [road 13-14, card]\n{END}"
MAY_END = "- if: {not: {have: 9 ore}}\n  then:\n    - end: turn"
NEVER_ENDS = "- if: {have: 9 ore}\n  then:\n    - end: turn"


def say_silence(mail: Mail, seat: str) -> str:
    (ask,) = [ask for ask in mail.asks if ask.seat == seat]
    said: str = mail.game.orders.say_if_silent(mail.see(seat), mail.taken_up()[seat], ask, LATE)
    return said


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (MAY_END, "your orders on file are carried out (unless you hold 9 ore, then end turn), and your turn ends"),
        (f"- bank: wool for ore\n{END}", "your orders on file are carried out (bank wool for ore; end turn), and your"),
    ],
)
def test_a_fallback_behind_orders_that_may_end_the_turn_is_not_promised(left: str, said: str) -> None:
    mail = sit()
    mail.send("bilal", f"{END}\n{left}", fallback=FALLBACK)
    send_all_but(mail, "bilal")
    mail.run(*DICE)
    assert mail.missing == ["amira", "chadi"]
    told = say_silence(mail, "bilal")
    assert told.startswith(f"If you send nothing, {said}")
    assert "fallback" not in told


@pytest.mark.parametrize("left", [MAY_END, NEVER_ENDS])
def test_orders_left_over_that_may_end_the_turn_answer_a_round_and_leave_the_fallback_unused(left: str) -> None:
    mail = sit()
    mail.send("bilal", f"{END}\n{left}", fallback=FALLBACK)
    send_all_but(mail, "bilal")
    mail.run(*DICE)
    send_all_but(mail, "bilal")
    assert mail.missing == []
    mail.run(*DICE, leave=LATE)
    assert not [fate for fate in mail.fates("bilal") if fate.startswith("fallback")]
    assert "turn-began" in mail.happened


def test_a_fallback_behind_orders_that_end_nothing_is_promised_and_used() -> None:
    mail = sit()
    mail.send("bilal", f"{END}\n- bank: wool for ore", fallback=FALLBACK)
    send_all_but(mail, "bilal")
    mail.run(*DICE)
    assert mail.missing == ["amira", "bilal", "chadi"]
    assert "your fallback orders are used (build road 13-14 or card; end turn)" in say_silence(mail, "bilal")


def test_by_default_goes_the_robber_of_a_round_whose_script_does_not_move_it() -> None:
    mail = sit(stage="robber", dice=7)
    mail.send("amira", END, fallback=f"- robber: G\n{END}")
    send_all_but(mail, "amira")
    told = say_silence(mail, "amira")
    assert told.startswith("If you send nothing, the robber goes to D,")
    mail.run(*DICE)
    assert mail.fates("amira") == ["policy: robber D: done", "end turn: done"]


def test_the_robber_of_a_seven_that_is_announced_to_a_later_seat_is_told() -> None:
    mail = see_sevens()
    begin, rest = "If you send nothing, the robber", "nothing is built or traded, and your turn ends."
    assert say_silence(mail, "amira") == f"{begin} goes to D, {rest}"
    assert say_silence(mail, "bilal") == f"{begin} is moved for you, {rest}"
    assert say_silence(mail, "chadi") == f"If you send nothing, {rest}"
    mail.send("bilal", "", fallback=f"- robber: G\n{END}")
    assert say_silence(mail, "bilal").startswith("If you send nothing, your fallback orders are used (robber G;")


def test_a_script_without_the_robber_of_a_seven_that_is_announced_is_remarked_on() -> None:
    mail = see_sevens()
    (problem,) = mail.judge("bilal", END).problems
    assert describe(problem, mail.intake.sentences) == (
        "your dice show a 7: move the robber, for example 'robber: D', or it is moved for you"
    )
    assert mail.complaints("bilal", f"- robber: D\n{END}") == mail.complaints("chadi", END) == []


def test_a_standing_order_on_file_moves_the_robber_of_a_round() -> None:
    mail = sit()
    mail.send("amira", END, standing="- robber: G")
    mail.send("bilal", END, standing="- robber: G")
    mail.send("chadi", END)
    mail.run(*SEVENS)
    assert mail.complaints("amira", END) == mail.complaints("bilal", END) == []
    assert mail.complaints("bilal", END, standing="") == [("unwise", "robber-missing")]


SEVENS = ((1, 1), (1, 2), (3, 4), (3, 4), (1, 1))


def see_sevens() -> Mail:
    """A round whose first two seats roll a 7."""
    mail = sit()
    send_all_but(mail, "")
    mail.run(*SEVENS)
    return mail


def send_all_but(mail: Mail, seat: str) -> None:
    for other in mail.state.table.seats:
        if other != seat:
            mail.send(other, END)
