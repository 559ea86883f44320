"""How far ahead a script is checked: not behind the order that wins, nor before a robber that others move for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oracle.catan_positions import lay_out

from adjudicator.core.order import Vocabulary
from adjudicator.intake.checking import read_move_file
from adjudicator.rules.catan.mail.orders import CatanOrders
from adjudicator.rules.catan.views.known import EMPTY_BOOK, see_state

ORDERS = CatanOrders()
CLOSE = {"settlements": [2, 12, 30], "cities": [6, 20, 40], "hand": {"ore": 3, "grain": 2}}
SEVEN = {"stage": "robber", "dice": 7}


def complaints(text: str, amira: Mapping[str, Any], **facts: Any) -> list[str]:
    state = lay_out({"amira": amira, "bilal": {"settlements": [23], "hand": {"wool": 1}}, "chadi": {}}, **facts)
    file, problems = read_move_file(
        f"game: g1\nturn: 5\n{text}".encode(), Vocabulary(ORDERS.kinds, ("catan",), blocks=True)
    )
    assert not problems
    assert file is not None
    found = ORDERS.check(see_state(state, EMPTY_BOOK, "amira"), "amira", file)
    return [problem.code for problem in found]


def test_nothing_is_wrong_with_what_stands_behind_the_order_that_wins() -> None:
    assert complaints("orders:\n  - city: 12\n  - buy: card\n  - end: turn\n", CLOSE) == []


def test_a_standing_order_moves_the_robber_for_a_script_that_does_not_speak_of_him() -> None:
    text = "orders:\n  - end: turn\nstanding:\n  - robber: A\n"
    assert complaints(text, {"settlements": [12]}, **SEVEN) == []


def test_without_any_robber_order_a_script_is_told_that_it_stops_there() -> None:
    assert complaints("orders:\n  - end: turn\n", {"settlements": [12]}, **SEVEN) == ["robber-missing"]
