"""The order form: what it proposes can be sent as it stands, all of it."""

from __future__ import annotations

from typing import Any

import pytest
from unit.desert_mail.mailing import BOARD, Mail

from adjudicator.core.agenda import EMPTY
from adjudicator.core.deadlines import list_asked
from adjudicator.core.table import Pacing
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.rules.through_the_desert import GAME


@pytest.mark.parametrize(
    ("position", "proposed"),
    [
        ({}, ["pink B3", "pink B4"]),
        ({"supply": {"pink": 2}}, ["pink B3", "pink B4"]),
        ({"supply": {"pink": 1}, "board": BOARD.replace("i2 ", "Ta*")}, ["pink B3", "turquoise H2"]),
        ({"supply": {"pink": 1}}, ["pink B3"]),
        ({"camels": {"amira": {"pink": ["B9", "B10"]}}}, ["pink A8", "pink B3"]),  # A8 closes the corner A9
    ],
)
def test_the_orders_that_a_form_proposes_can_be_done_one_after_the_other(
    position: dict[str, Any], proposed: list[str]
) -> None:
    mail = Mail(**position)
    form = GAME.exhibit.form_lines(mail.see("amira"), "amira")
    assert [line for line in form if line.startswith("# - ")] == [f"# - place: {place}" for place in proposed]
    sent = "\n".join(line.replace("# - ", "- ") for line in form)
    assert mail.judge("amira", sent).state in ACCEPTED, mail.complaints("amira", sent)


def test_while_the_last_move_is_under_way_nobody_else_is_asked() -> None:
    mail = Mail(supply={"pink": 0})
    (ask,) = list_asked(GAME, mail.state, mail.agendas, Pacing.ROUND)
    assert (ask.seat, ask.duty) == ("amira", "Place 2 camels. The game ends with this move.")
    assert GAME.exhibit.form_lines(mail.see("carla"), "carla") == ["orders: []"]
    assert GAME.orders.say_outlook(mail.see("carla"), "carla", EMPTY, asked=False) == ()
