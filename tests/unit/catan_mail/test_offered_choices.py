"""Choices in other words than a list: a line that is offered has all of them, or there is none."""

from __future__ import annotations

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import Mail
from unit.catan_mail.test_offered_lines import offered, sit

BOTH = ["place: [13 13-14, 34 34-44]"]


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("place: 13, 13-14 / 34, 34-44", BOTH),
        ("place: 13, 13/14 / 34, 34/44", BOTH),
        ("place: 13 13-14/34 34-44", BOTH),
        ("place: 13, 13-14 oder 34, 34-44", BOTH),
        ("13, 13-14 / 34, 34-44", BOTH),
        ("13 13-14 oder 34 34-44", BOTH),
        ("place: [13, 13-14 / 34, 34-44]", BOTH),
        ("place: [13, 13-14, 34, 34-44]", BOTH),
        ("place: 13 13-14 / best", ["place: [13 13-14, best]"]),
        (
            "place: 13 / 34",
            [
                f"place: [13 {one}, 34 {two}]"
                for one, two in (("12-13", "33-34"), ("13-14", "34-35"), ("13-23", "34-44"))
            ],
        ),
        ("place: 13/14", ["place: 13 13-14", "place: 14 13-14"]),
        ("place: 13, 13-14\n  or: 32", []),
        ("place: 13, 13-14\n  oder: 32", []),
    ],
)
def test_in_the_set_up(order: str, lines: list[str]) -> None:
    mail = Mail(lay_out({}, stage="settlement", turn=0, placed=0, dice=0))
    assert offered(mail, "bilal", f"- {order}") == lines
    assert mail.complaints("bilal", f"- {(lines or BOTH)[0]}") == []


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("road: 21-22 oder 11-21", ["road: [21-22, 11-21]"]),
        ("road: 21-22\n  or: 11-21", []),
        ("settlement: 21\n  or: city 19", []),
    ],
)
def test_in_a_turn(order: str, lines: list[str]) -> None:
    assert offered(sit(), "amira", f"- {order}") == lines
