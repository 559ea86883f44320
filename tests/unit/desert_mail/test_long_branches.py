"""A remark on branches for a later move that have more camels than are left of it, and none where that is not sure."""

from __future__ import annotations

import pytest
from unit.desert_mail.mailing import Mail

from adjudicator.intake.receipt import ReceiptState

LEADER, FIRST, SECOND, THIRD = "leader: yellow H5", "place: pink D4", "place: pink D3", "place: pink E3"
PAIR = "either: [[pink C4, pink C5], [pink B3, pink B4]]"
TOO_LONG = (
    "later-move: either pink C4 and pink C5, or pink B3 and pink B4: this is for a later move, and as things stand it "
    "will not be possible then: a branch of 2 camels does not fit: you place 1 in this move"
)


def _tell(mail: Mail, seat: str, *orders: str) -> list[str]:
    text = "orders:\n" + "".join(f"  - {order}\n" for order in orders)
    told = [complaint.partition(" ")[2] for complaint in mail.complaints(seat, text)]
    assert mail.judge(seat, text).state is (ReceiptState.YELLOW if told else ReceiptState.GREEN)
    return told


@pytest.mark.parametrize(
    ("seat", "orders", "told"),
    [
        ("amira", (LEADER, PAIR), [TOO_LONG]),  # the move that opens has one camel
        ("amira", (LEADER, FIRST, PAIR), []),
        ("amira", (LEADER, FIRST, SECOND, PAIR), [TOO_LONG]),
        ("amira", (LEADER, f"{FIRST}\n    if: {{hex: D4, is: empty}}", SECOND, PAIR), []),
        ("carla", (LEADER, PAIR), []),
    ],
)
def test_ahead_of_the_camels(seat: str, orders: tuple[str, ...], told: list[str]) -> None:
    assert _tell(Mail(phase="leaders"), seat, *orders) == told


def test_among_the_camels() -> None:
    assert _tell(Mail(), "amira", FIRST, SECOND, THIRD, PAIR) == [TOO_LONG]
    assert _tell(Mail(), "amira", FIRST, SECOND, PAIR) == []
    assert _tell(Mail(), "amira", PAIR, FIRST, PAIR) == [TOO_LONG]
