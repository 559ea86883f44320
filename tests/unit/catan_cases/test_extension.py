"""A game built on Catan brings its own part of a position, and its own actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import pytest
from oracle.catan_positions import SEATS

from adjudicator.core.json_value import JsonObject
from adjudicator.core.notation import ActionTextError, Mismatch, PositionError
from adjudicator.core.table import Setting
from adjudicator.kit.positions import Forms, name_keys
from adjudicator.rules.catan.actions import END_TURN, Action
from adjudicator.rules.catan.cards import ONE, unpack
from adjudicator.rules.catan.cases import CatanCases
from adjudicator.rules.catan.cases.forms import NO_EXPANSION, ExpansionCases
from adjudicator.rules.catan.rules import BASE_RULES
from adjudicator.rules.catan.state import State, Table
from adjudicator.rules.catan.topology import PATHS

WOOL = 2
SETTING = Setting("base", {"board": "beginners"}, SEATS[:3])


@dataclass(frozen=True)
class Wave(Action):
    """Wave a flag."""


def weigh(extra: object) -> Sequence[int]:
    """With a flag every road counts as two."""
    return (1 + cast("int", extra),) * PATHS


def see(extra: object, reader: int | None, everything: bool) -> object:
    del reader, everything
    return extra


def read(content: JsonObject, table: Table) -> object:
    del table
    return content.get("flags", 0)


def describe(extra: object, table: Table) -> JsonObject:
    del table
    return {"flags": cast("int", extra)}


def list_forms(seats: tuple[str, ...]) -> Forms:
    del seats
    return {("extra",): name_keys(["flags"], "there are only flags")}


def read_action(state: State, text: str) -> Action | None:
    del state
    if text == "wave twice":
        raise ActionTextError("tired")
    return Wave() if text == "wave" else None


def explain(state: State, seat: int, action: Action) -> str | None:
    del state, seat
    return "no-flag" if isinstance(action, Wave) else None


BENCH = CatanCases(
    replace(BASE_RULES, weigh=weigh, see=see, dump=lambda extra: cast("int", extra), load=lambda saved: saved),
    ExpansionCases(read, describe, list_forms, lambda extra: cast("int", extra) * ONE[WOOL], read_action, explain),
)


def test_the_extra_is_read_before_roads_are_measured() -> None:
    state = BENCH.read_position({"seats": {"amira": {"roads": ["0-1-2-3"]}}, "extra": {"flags": 1}}, SETTING)

    assert (state.extra, state.road_length(0), state.longest) == (1, 6, 0)


def test_cards_that_lie_with_the_extra_are_not_in_the_bank() -> None:
    assert unpack(BENCH.read_position({"extra": {"flags": 3}}, SETTING).bank) == (19, 19, 16, 19, 19)
    with pytest.raises(PositionError, match="22 wool"):
        BENCH.read_position({"extra": {"flags": 3}, "bank": {"wool": 19}}, SETTING)


def test_what_differs_and_what_is_wrong_lies_behind_extra() -> None:
    state = BENCH.read_position({}, SETTING)

    assert state.extra == 0
    assert BENCH.compare(state, {"extra": {"flags": 0}}) == []
    assert BENCH.compare(state, {"extra": {"flags": 2}}) == [Mismatch(("extra", "flags"), "flags of extra", "2", "0")]
    with pytest.raises(PositionError) as caught:
        BENCH.compare(state, {"extra": {"flogs": 1}})
    assert caught.value.faults[0].path == ("extra", "flogs")
    with pytest.raises(PositionError) as caught:
        BENCH.read_position({"extra": {"flogs": 1}}, SETTING)
    assert caught.value.faults[0].path == ("extra", "flogs")


def test_own_actions_come_first_and_the_base_games_are_still_there() -> None:
    state = BENCH.read_position({}, SETTING)

    assert BENCH.read_action(state, "wave") == Wave()
    assert BENCH.explain(state, "amira", Wave()) == "no-flag"
    assert BENCH.read_action(state, "end turn") == END_TURN
    assert BENCH.explain(state, "amira", BENCH.read_action(state, "road 0-1")) == "path-apart"
    with pytest.raises(ActionTextError):
        BENCH.read_action(state, "wave twice")


def test_the_base_game_adds_nothing() -> None:
    state = CatanCases().read_position({}, SETTING)

    assert CatanCases().expansion is NO_EXPANSION
    assert NO_EXPANSION.read_action(state, "wave") is None
    assert NO_EXPANSION.explain(state, 0, END_TURN) is None
    with pytest.raises(ActionTextError, match="not-understood"):
        CatanCases().read_action(state, "wave")
