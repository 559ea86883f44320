"""Conditions in words, as promises and results tell them."""

from __future__ import annotations

from typing import Any

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import Mail

from adjudicator.rules.catan.mail.language.quoting import quote_condition


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ({"have": "2 wool"}, "if you hold 2 wool"),
        ({"card": "monopoly"}, "if you can play a monopoly card"),
        ({"rolled": 8}, "if the dice show 8"),
        ({"free": "12-13"}, "if 12-13 is free"),
        ({"line": 2, "is": "done"}, "if order 2 was done"),
        ({"bids": "bilal"}, "if bilal bids"),
        ({"not": {"line": 2, "is": "refused"}}, "unless order 2 was refused"),
        ({"any": [{"robber": "D"}, {"have": "1 ore"}]}, "if the robber is on D or you hold 1 ore"),
        ({"all": [{"robber": "D"}, {"not": {"have": "1 ore"}}]}, "if the robber is on D and you do not hold 1 ore"),
        ({"not": {"any": [{"robber": "D"}, {"free": 12}]}}, "unless the robber is on D or 12 is free"),
        (
            {"all": [{"rolled": 8}, {"not": {"all": [{"robber": "D"}, {"free": 12}]}}]},
            "if the dice show 8 and (the robber is not on D or 12 is not free)",
        ),
        ({"any": [{"all": [{"rolled": 8}]}, {"free": 12}]}, "if the dice show 8 or 12 is free"),
        ({"points": {"of": "bilal", "at-least": 8}}, "if bilal has at least 8 points on the table"),
        ({"points": {"at-most": 5}}, "if you have at most 5 points on the table"),
        (
            {"not": {"points": {"of": "anybody", "at-least": 8}}},
            "unless somebody else has at least 8 points on the table",
        ),
        (
            {"all": [{"not": {"hand": {"of": "Bilal", "at-least": 1, "at-most": 1}}}, {"rolled": 8}]},
            "if bilal does not have at least 1 and at most 1 card in hand and the dice show 8",
        ),
    ],
)
def test_a_condition_in_words(condition: Any, words: str) -> None:
    assert quote_condition(condition) == words


@pytest.mark.parametrize(
    "order", ["knight: A from amira", "discard: {keep: [ore]}", "robber: A", "monopoly: ore", "road-building: play"]
)
def test_a_standing_order_tells_its_condition(order: str) -> None:
    mail = Mail(lay_out({"amira": {"settlements": [12]}, "bilal": {"settlements": [23]}, "chadi": {}}))
    mail.send("bilal", "", standing=f"- {order}\n  if: {{any: [{{robber: D}}, {{have: 1 ore}}]}}")

    (standing,) = mail.standing("bilal")
    assert standing.endswith(" if the robber is on D or you hold 1 ore")
