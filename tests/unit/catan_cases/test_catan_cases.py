"""Together the cases of Catan's base rules speak of every event, and of every reason against an action."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from adjudicator.rules.catan.mail.wording import NOT_LEGAL, UNREADABLE

sys.path.insert(0, str(Path(__file__).parent))
from running import FILES

TEXTS = {file: file.read_text(encoding="utf-8") for file in FILES}
EVENTS = (
    *("seats-drawn", "board-laid", "settlement-built", "road-built", "city-built", "income", "turn-began"),
    *("dice-rolled", "produced", "bank-short", "discarded", "robber-moved", "card-stolen", "card-bought"),
    *("card-played", "bank-traded", "traded", "longest-road", "largest-army", "game-over"),
)
BEYOND_THE_BASE = {"between-turns", "robber-barred"}
"""Reasons that only a game built on this one can have."""
NOT_ON_THE_TABLE = {"not-now", "not-your-turn", "others-first"}
"""An action on the table is judged as if the seat's move came now, and there is always something better to say."""


def test_numbers_are_unique_and_match_file_names() -> None:
    numbers = {file: text.partition("\n")[0].removeprefix("case: ") for file, text in TEXTS.items()}
    assert [number for number, count in Counter(numbers.values()).items() if count > 1] == []
    for file, number in numbers.items():
        assert file.stem.startswith(f"{number}-")


@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_is_in_a_case(kind: str) -> None:
    assert any(f"- {kind}" in text for text in TEXTS.values())


def test_every_reason_is_in_a_case() -> None:
    missing = {
        code for code in (*UNREADABLE, *NOT_LEGAL) if not any(f"because: {code}\n" in text for text in TEXTS.values())
    }
    assert missing <= BEYOND_THE_BASE | NOT_ON_THE_TABLE
