"""``verify`` of draws, opened keys and tokens, with and without the secret."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from parts import turn_of
from unit.store.damage import findings
from unit.store.forging import chain_again, edit

from adjudicator.acts.verify import verify_game


def test_without_the_secret_draws_are_compared_with_the_record(game: Path) -> None:
    (game / "private" / "secret").unlink()
    verdict = verify_game(str(game))
    assert verdict.findings == []
    assert "draws are compared with the record" in verdict.remarks[0]


@pytest.mark.parametrize("text", ["{", "{}", '{"ann": {"token_sha256": "00"}}'])
def test_token_hashes_that_let_nobody_in_are_found(game: Path, text: str) -> None:
    (game / "private" / "seats.json").write_text(text)
    assert any(finding.startswith("private/seats.json") for finding in findings(game))


def test_a_salt_of_the_moderators_choice_is_found_where_the_secret_is_at_hand(game: Path) -> None:
    chain_again(game, b"\x05" * 32)
    assert findings(game) == ["turns/0000/private.json: salt: not what a replay gives"]
    (game / "private" / "secret").unlink()
    assert findings(game) == []


def open_another_key(turn: dict[str, Any]) -> None:
    turn["rng"]["opened"]["0"]["key"] = "0" * 64


BY_THE_OPENED_KEYS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a key that was not committed to": (
        lambda game: edit(turn_of(game, 0) / "turn.json", open_another_key),
        "turns/0000/turn.json: rng/opened/0: not a key that was fixed before the game",
    ),
    "a path that leads nowhere": (
        lambda game: edit(turn_of(game, 0) / "turn.json", lambda turn: turn["rng"]["opened"]["0"]["path"].pop()),
        "turns/0000/turn.json: rng/opened/0: not a key that was fixed before the game",
    ),
    "a key that is not opened": (
        lambda game: edit(turn_of(game, 0) / "turn.json", lambda turn: turn["rng"]["opened"].clear()),
        "turns/0000: cannot be replayed: KeyError(0)",
    ),
    "a mix that nobody mixed": (
        lambda game: edit(turn_of(game, 0) / "turn.json", lambda turn: turn["rng"].update(mixes={"0": {"ann": None}})),
        "turns/0000/turn.json: rng/mixes/0/ann: not what a replay gives",
    ),
    "nodes that were not committed to": (
        lambda game: edit(turn_of(game, 0) / "public-keys.json", lambda keys: keys["nodes"].reverse()),
        "turns/0000/public-keys.json: not the nodes over the public keys that were fixed before the game",
    ),
}


@pytest.mark.parametrize("forgery", BY_THE_OPENED_KEYS)
def test_opened_keys_are_checked_without_the_secret(game: Path, forgery: str) -> None:
    forge, says = BY_THE_OPENED_KEYS[forgery]
    forge(game)
    chain_again(game)
    (game / "private" / "secret").unlink()
    assert says in findings(game)


def test_a_draw_that_its_opened_key_does_not_give_is_found_without_the_secret(game: Path) -> None:
    """Water of another value: the key alone says that the draw is wrong, before anything that follows from it does."""
    draws = json.loads((turn_of(game, 0) / "chance.json").read_text())["draws"]
    assert draws
    assert all(draw["epoch"] == 0 and not draw["hidden"] for draw in draws)
    other = (draws[0]["value"] + 1) % draws[0]["below"]
    edit(turn_of(game, 0) / "chance.json", lambda chance: chance["draws"][0].update(value=other))
    chain_again(game)
    (game / "private" / "secret").unlink()
    assert findings(game) == ["turns/0000/chance.json: /draws/0/value: not what a replay gives"]


def test_a_secret_that_is_none_is_found(game: Path) -> None:
    (game / "private" / "secret").write_text("zz")
    assert any(finding.startswith("private/secret") for finding in findings(game))
