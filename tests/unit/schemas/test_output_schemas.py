"""Whatever the program prints or keeps as JSON is what the published schemas say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.shell import adjudicate
from jsonschema import Draft202012Validator
from parts import turn_of, turns_of

from adjudicator.intake.reader import read_document
from adjudicator.registry import find_resources

ROOT = Path(__file__).resolve().parents[3]
GAMES = sorted(path for path in (ROOT / "games").iterdir() if path.is_dir())
SCHEMAS = Path(find_resources("schemas"))
NEWEST = str(max((ROOT / "games" / "finished-caravan" / "turns").glob("*/reports")))
AMIRA = ("--seat", "amira")


def load_schema(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((SCHEMAS / f"{name}.json").read_text()))


@pytest.mark.parametrize("path", sorted(SCHEMAS.rglob("*.json")), ids=lambda path: path.stem)
def test_every_schema_is_a_schema(path: Path) -> None:
    Draft202012Validator.check_schema(json.loads(path.read_text()))


@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        ("run", ["run", "games/g42", "--turn", "7", "--dry-run", "--json"]),
        ("run", ["run", "games/g42", "games/finished-2005", "--dry-run", "--json"]),
        ("run", ["run", "games/late", "--dry-run", "--now", "2026-10-18T00:00:00Z", "--json"]),
        ("submit", ["submit", "games/g42", "tests/samples/g42-turn-7/amira.yaml", *AMIRA, "--dry-run", "--json"]),
        ("check", ["check", "games/g42", "tests/samples/g42-turn-7/amira.yaml", "README.md", *AMIRA, "--json"]),
        ("legal", ["legal", "games/late", "--seat", "hakim", "--json"]),
        ("legal", ["legal", "games/caravan", "--seat", "chadi", "--json"]),
        ("show", ["show", "games/late", "--format", "json", "--seat", "iman"]),
        ("show", ["show", "games/finished-2005", "--format", "json", "--moderator", "--turn", "0"]),
        ("status", ["status", "games", "--json"]),
        ("verify", ["verify", "games/g42", "games/late", "--json"]),
        ("verify-mail", ["verify-mail", NEWEST, "--json"]),
        ("dice", ["dice", "games/finished-caravan", "--json"]),
        ("dice", ["dice", "games/g42", "--json"]),
        ("board", ["board", "adjudicator/rules/through_the_desert/boards/full-river.txt", "--json"]),
        ("board", ["board", "--random", "--seed", "5eed", "--seats", "2", "--json"]),
        ("board", ["board", "README.md", "--json"]),
        ("verify", ["verify", "games/g42", "--expect", "00000000", "--json"]),
        (
            "simulate",
            ["simulate", "--game", "through-the-desert", "--seats", "2", "--games", "1", "--seed", "1", "--json"],
        ),
    ],
)
def test_output(schema: str, arguments: list[str]) -> None:
    told = adjudicate(*arguments, cwd=ROOT).json
    assert [error.message for error in load_schema(f"output/{schema}").iter_errors(told)] == []


def read_charter(game: Path) -> dict[str, object]:
    document, _ = read_document((game / "game.yaml").read_bytes())
    assert document is not None
    assert isinstance(document.value, dict)
    return document.value


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_what_is_kept(game: Path) -> None:
    charter = read_charter(game)
    load_schema("game").validate(charter)
    load_schema("public-keys").validate(json.loads((turn_of(game, 0) / "public-keys.json").read_text()))
    for turn in turns_of(game):
        load_schema("turn").validate(json.loads((turn / "turn.json").read_text()))
        load_schema("private").validate(json.loads((turn / "private.json").read_text()))
        load_schema("reports").validate(json.loads((turn / "reports.json").read_text()))
        for event in json.loads((turn / "events.json").read_text())["events"]:
            load_schema(f"output/{charter['game']}/event").validate(event)


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_the_view(game: Path) -> None:
    shown = adjudicate("show", game, "--format", "json").json
    assert isinstance(shown, dict)
    load_schema(f"output/{read_charter(game)['game']}/view").validate(shown["view"])
