"""Who writes the name of a player in an order is answered with the id, and never with another player's."""

from __future__ import annotations

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import Mail, write_file

from adjudicator.core.order import describe
from adjudicator.core.seat_names import show_names
from adjudicator.intake.rewriting import write_corrected

NAMES = show_names((("amira", "林美玲"), ("bilal", "Otto von Bismarck"), ("chadi", "Nia Öz")))
TABLE = {
    "amira": {"settlements": [10], "hand": {"wool": 2}},
    "bilal": {"settlements": [42], "hand": {"wool": 2, "grain": 2, "ore": 2}},
    "chadi": {"settlements": [13], "hand": {"wool": 2}},
}


def correct(orders: str, **facts: object) -> tuple[list[str], str]:
    """The codes of what is wrong with a file of bilal's, and the orders of the corrected one."""
    mail = Mail(lay_out(TABLE, turn=5, mover="bilal", **facts))
    intake = mail.intake._replace(names=NAMES)
    data = write_file("bilal", mail.turn, orders).encode()
    judgement = intake.judge(data, "bilal")
    text = write_corrected(data, judgement, lambda mended: intake.judge(mended, "bilal")).text
    codes = [problem.code for problem in judgement.problems if problem.gravity.value != "unwise"]
    return codes, text.partition("orders:\n")[2].strip("\n")


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("robber: B from 林美玲", "robber: B from amira"),
        ("robber: [B from 林美玲, F from Nia]", "robber: [B from amira, F from chadi]"),
        ("robber: Nia F", "robber: chadi F"),
        ("robber: {hex: B, from: 林美玲}", "robber: B from amira"),
    ],
)
def test_whom_the_robber_robs(order: str, corrected: str) -> None:
    codes, text = correct(f"- {order}\n- end: turn", stage="robber", dice=7)
    assert (set(codes), text) == ({"called-by-name"}, f"- {corrected}\n- end: turn")


def test_a_name_that_is_right_in_an_order_that_is_not() -> None:
    assert correct("- robber: A from Nia", stage="robber", dice=7) == (["called-by-name"], "")


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("take: Nia Öz's offer 1", "take: chadi's offer 1"),
        (
            "propose: {give: 1 wool, get: 1 ore, to: [林美玲, Nia]}",
            "propose: {give: 1 wool, get: 1 ore, to: [amira, chadi]}",
        ),
        ("propose: 1 wool for 1 ore with 林美玲", "propose: {give: 1 wool, get: 1 ore, to: [amira]}"),
        ("propose: 1 wool for 1 ore to Nia", "propose: {give: 1 wool, get: 1 ore, to: [chadi]}"),
        ("buy: card\n  if: Nia Öz leads", "buy: card\n  if: {leads: chadi}"),
        ("buy: card\n  if: {leads: 林美玲}", "buy: card\n  if: {leads: amira}"),
        ("buy: card\n  if: {points: {of: Nia, at-least: 3}}", "buy: card\n  if: {points: {of: chadi, at-least: 3}}"),
    ],
)
def test_with_whom_somebody_trades_and_of_whom_a_condition_asks(order: str, corrected: str) -> None:
    assert correct(f"- {order}\n- end: turn")[1] == f"- {corrected}\n- end: turn"


@pytest.mark.parametrize(
    "asked", ["zoe leads", "Zoe Smith has the army", "{leads: zoe}", "{points: {of: zoe, at-least: 3}}"]
)
def test_of_somebody_who_is_no_player_no_other_is_asked_instead(asked: str) -> None:
    assert correct(f"- buy: card\n  if: {asked}\n- end: turn")[1] == ""


@pytest.mark.parametrize("seat", ["Otto", "Otto von", "zoe", "blial"])
def test_a_seat_that_is_none_hides_no_stranger_in_an_order(seat: str) -> None:
    mail = Mail(lay_out(TABLE, turn=5, mover="bilal"))
    intake = mail.intake._replace(names=NAMES)
    data = write_file("bilal", mail.turn, "- take: zoe").replace("seat: bilal", f"seat: {seat}").encode()
    told = [describe(problem, intake.sentences) for problem in intake.judge(data, "bilal").problems]
    assert any(told_of in told[-2] for told_of in ("there is no seat", "is the name of a player"))
    assert told[-1].startswith("take zoe: 'zoe' cannot be read")
    alone = [problem.code for problem in intake.judge(data, None).problems]
    assert "wrong-words" not in alone, "nobody knows whose orders they are"
