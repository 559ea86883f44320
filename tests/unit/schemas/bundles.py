"""The schemas for editors of the sample games, and what they underline."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator

from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.upkeep import describe_move_files
from adjudicator.core.json_value import JsonValue

GAMES = Path(__file__).resolve().parents[3] / "games"


@cache
def opened(name: str) -> OpenGame:
    return open_game(str(GAMES / name))


def describe(game: OpenGame) -> str:
    return describe_move_files(game.game, game.charter, game.record.state, game.record.agendas).decode()


@cache
def schema_of(name: str) -> str:
    return describe(opened(name))


@cache
def validator_of(name: str) -> Draft202012Validator:
    schema = json.loads(schema_of(name))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def complaints(name: str, *orders: JsonValue, key: str = "orders", **more: JsonValue) -> list[str]:
    file = {"game": opened(name).charter.id, "turn": 7, key: list(orders), **more}
    return [".".join(map(str, error.absolute_path)) for error in validator_of(name).iter_errors(file)]
