"""The guide for moderators names every option of every game, with all its values or the first and the last."""

from __future__ import annotations

from pathlib import Path

import pytest
from our_games import OUR_GAMES

from adjudicator.registry import find_game

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "moderators.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", OUR_GAMES)
def test_the_guide_has_every_option(game: str) -> None:
    rows = [line for line in GUIDE.splitlines() if line.startswith("| `")]
    missing = [
        option.name
        for option in find_game(game).options
        if not any(row.startswith(f"| `{option.name}` | ") for row in rows)
    ]
    assert missing == []
