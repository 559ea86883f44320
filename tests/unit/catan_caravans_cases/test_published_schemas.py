"""Views and events with caravans are what the published schemas say, and these follow those of the base game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.acts.simulate import PickedChance, Picker
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Event, Onlooker, Setting
from adjudicator.registry import find_game, find_resources
from adjudicator.rules.catan.views.known import EVENTS
from adjudicator.rules.catan_caravans.words import ROWS

SCHEMAS = Path(find_resources("schemas"))
GAME = find_game("catan-caravans")
SEATS = ("amira", "bilal", "chadi", "dina")
EVERY = 60
"""Every so many positions of a game are checked, and all in which a vote is open; all its kinds of events are."""


def load(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.json").read_text())


def complaints(schema: Draft202012Validator, content: JsonObject) -> list[str]:
    return [error.message for error in schema.iter_errors(content)]


def test_every_event_has_its_schema_with_every_fact() -> None:
    listed = load("output/catan-caravans/event")["oneOf"]
    facts = {entry["title"]: set(entry["properties"]) - {"kind"} for entry in listed}
    assert facts == {kind: set(row) for kind, row in {**EVENTS, **ROWS}.items()}
    assert all(entry["description"] and entry["properties"]["kind"]["const"] == entry["title"] for entry in listed)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", range(6))
def test_random_games(number: int) -> None:
    view, told = (Draft202012Validator(load(f"output/catan-caravans/{name}")) for name in ("view", "event"))
    chance, below = PickedChance(bytes([number, 0])), Picker(bytes([number, 1])).below
    kernel, edition = GAME.kernel, list(GAME.editions)[number % 2]
    options = {"target": "7", "coast": ("yes", "no")[number % 3 // 2]}
    state, happened = kernel.setup(Setting(edition, options, SEATS[: 3 + number % 2]), chance)
    events: dict[tuple[str, tuple[str, ...]], Event] = {}
    place = 0
    while decisions := kernel.decisions(state):
        voting = kernel.phase(state) == "interlude"
        for reader in (*kernel.seats(state), *Onlooker):
            for event in happened:
                heard = GAME.views.hear(event, reader)
                assert heard is not None
                events[heard.kind, tuple(heard.facts)] = heard
            if voting or place % EVERY == 0:
                assert complaints(view, GAME.views.to_json(GAME.views.see(state, {}, reader))) == []
        decision = decisions[below(len(decisions))]
        legal = kernel.legal(state, decision.seat)
        state, happened = kernel.apply(state, decision.seat, legal[below(len(legal))], chance)
        place += 1
    assert {"bid-laid", "vote-decided", "camel-placed"} <= {kind for kind, _ in events}
    assert [complaints(told, event.to_json()) for event in events.values()] == [[]] * len(events)


@pytest.mark.parametrize("name", ["view", "event"])
def test_what_is_the_base_games_is_the_same_there(name: str) -> None:
    own, base = load(f"output/catan-caravans/{name}"), load(f"output/catan/{name}")
    base = json.loads(json.dumps(base).replace('"desert"', '"oasis"'))
    assert {key: own["$defs"][key] for key in base["$defs"]} == base["$defs"]
    if name == "view":
        assert {key: own["properties"][key] for key in base["properties"]} == base["properties"]
    else:
        assert own["oneOf"][: len(base["oneOf"])] == base["oneOf"]


def test_positions_have_the_keys_of_the_base_game_and_one_more() -> None:
    own, base = load("catan-caravans/position"), load("catan/position")
    assert own["properties"] == {**base["properties"], "extra": own["properties"]["extra"]}
    assert own["$defs"] == {**base["$defs"], **{name: own["$defs"][name] for name in ("camel", "camels")}}
