"""Editors complete a key with its colon, and with nothing behind it that is underlined at once or has to be deleted."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from unit.schemas.bundles import GAMES, complaints, schema_of

SAMPLE_GAMES = sorted(path.name for path in GAMES.iterdir() if (path / "game.yaml").exists())
LISTS = ("orders", "standing", "fallback", "then")
OPEN = {"if", "until", "then", "else", "either", "propose", "counter", "offer", "want"}
"""Keys behind which keys or items stand, on lines of their own; words and numbers stand behind all others."""
SHOWN = {"$ref", "title", "description", "examples"}
"""What the server takes over from a schema that refers to another; it moves the rest of that schema out of sight."""


def follow(known: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema that the YAML language server sees in place of ``known``."""
    if "$ref" not in known:
        return known
    if known.keys() - SHOWN:
        return {key: value for key, value in known.items() if key in SHOWN - {"$ref"}}
    target: Any = root
    for step in str(known["$ref"]).removeprefix("#/").split("/"):
        target = target[step]
    return follow({**target, **{key: value for key, value in known.items() if key != "$ref"}}, root)


def complete(key: str, known: Mapping[str, Any], root: Mapping[str, Any]) -> str:
    """What the YAML language server writes for ``key``, up to where a player goes on."""
    seen = follow(known, root)
    listed = seen["type"] if isinstance(seen.get("type"), list) else [seen.get("type")]
    guessed = [kind for kind, word in (("object", "properties"), ("array", "items"), ("any", "anyOf")) if word in seen]
    kind = listed[0] or next(iter(guessed), None)
    if {"object", "array"} & {*guessed}:
        return f"{key}:\n"
    if {"const", "enum", "examples"} & seen.keys():
        return f"{key}: "
    texts = {"object": f"{key}:\n", "array": f"{key}:\n", "integer": f"{key}: 0", "number": f"{key}: 0"}
    return texts.get(kind, f"{key}: " if kind in ("string", "boolean", "any") else key)


def suggested(schema: Any) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Every key that ``schema`` suggests, with its own schema and with that in which it stands."""
    if isinstance(schema, Mapping):
        for key, known in schema.get("properties", {}).items():
            if not known.get("doNotSuggest"):
                yield key, known, schema
    for part in schema.values() if isinstance(schema, Mapping) else schema if isinstance(schema, list) else ():
        yield from suggested(part)


@pytest.mark.parametrize("name", SAMPLE_GAMES)
def test_an_order_is_completed_with_its_colon_and_what_is_written_behind_it_stands_in_its_line(name: str) -> None:
    root = json.loads(schema_of(name))
    lists = [key for key in LISTS if f"item_{key}" in root["$defs"]]
    assert len(lists) == (3 if "then" not in root["$defs"]["item_orders"]["properties"] else 4)
    for key in lists:
        item = root["$defs"][f"item_{key}"]
        kinds = {kind: known for kind, known in item["properties"].items() if not known.get("doNotSuggest")}
        assert len(kinds) > 2
        is_open = OPEN | ({"discard"} if key == "standing" else set())
        for kind, known in kinds.items():
            assert complete(kind, known, root) == (f"{kind}:\n" if kind in is_open else f"{kind}: ")


@pytest.mark.parametrize("name", SAMPLE_GAMES)
def test_no_key_is_completed_without_its_colon_or_with_a_number(name: str) -> None:
    root = json.loads(schema_of(name))
    keys = [*suggested(root)]
    assert len(keys) > 50
    for key, known, beside in keys:
        assert complete(key, known, root) in (f"{key}: ", f"{key}:\n"), key
        # at the most that can stand there an editor takes the empty line for one of them
        assert beside.get("maxProperties") != 1, key


@pytest.mark.parametrize(
    ("name", "key", "order", "where"),
    [
        *(("g42", "standing", {"place": "pink D9", "times": times}, "times") for times in (0, 100, "x", None, True)),
        *(("g42", "orders", {"place": place}, "place") for place in (7, None, True, [])),
        *(("g42", "orders", {"place": "pink D9", "if": {"round": {"at-least": number}}}, "if.round.at-least")
          for number in (-1, 1000, "x")),
        *(("caravan", "orders", {"end": "turn", "if": {"rolled": total}}, "if.rolled") for total in (0, 13, "x", None)),
        *(("caravan", "orders", {"end": "turn", "if": {"line": line, "is": "done"}}, "if.line") for line in (0, 61)),
        *(("caravan", "orders", {kind: value}, kind) for kind in ("city", "settlement") for value in (54, True, {})),
        *(("caravan", "orders", {kind: 7}, kind) for kind in ("build", "road", "knight", "bank", "take", "refuse")),
        *(("caravan", "orders", {"road": {"toward": spot}}, "road.toward") for spot in (54, "x")),
        *(("caravan", "orders", {"bid": {"up-to": number}}, "bid.up-to") for number in (-1, "x")),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_kind_or_size_is_underlined(name: str, key: str, order: Any, where: str) -> None:
    assert {*complaints(name, order, key=key, **({} if key == "orders" else {"orders": []}))} == {f"{key}.0.{where}"}


@pytest.mark.parametrize("name", SAMPLE_GAMES)
def test_the_number_of_a_turn_is_left_to_the_player(name: str) -> None:
    root = json.loads(schema_of(name))
    assert complete("turn", root["properties"]["turn"], root) == "turn: "
    assert complaints(name, turn=7) == []
    assert complaints(name, turn=0) == complaints(name, turn="x") == ["turn"]
