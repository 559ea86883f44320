"""Positions with caravans and votes as CASE files write them, and the actions of a vote."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.notation import ActionTextError, Mismatch, PositionError
from adjudicator.core.table import Setting
from adjudicator.registry import find_game
from adjudicator.rules.catan.cards import ONE, name_cards, unpack
from adjudicator.rules.catan.state import Stage, State
from adjudicator.rules.catan_caravans.cases import CARAVAN_CASES
from adjudicator.rules.catan_caravans.routes import read_position
from adjudicator.rules.catan_caravans.state import Agree, LayOut, PlaceCamel, Prefer, caravans_of

SEATS = ("amira", "bilal", "chadi")
WOOL, GRAIN = ONE[2], ONE[3]
DEFAULTS = {option.name: option.default for option in find_game("catan-caravans").options}


def read(extra: dict[str, Any] | None = None, **facts: Any) -> State:
    options = facts.pop("options", {})
    content = {**facts, **({} if extra is None else {"extra": extra})}
    return CARAVAN_CASES.read_position(content, Setting("great-caravan", DEFAULTS | options, SEATS))


def faults(extra: dict[str, Any], **facts: Any) -> list[tuple[tuple[str | int, ...], str]]:
    with pytest.raises(PositionError) as caught:
        read(extra, **facts)
    return [(fault.path, fault.says) for fault in caught.value.faults]


def test_without_extra_the_oasis_lies_the_first_way_and_no_camel_lies_anywhere() -> None:
    routes, vote = caravans_of(read().extra)

    assert [position.name for position in routes.positions] == ["R1 11-21", "R2 33-34", "R3 30-31"]
    assert (routes.laid, vote) == ((), None)


def test_a_chain_is_a_camel_for_each_step() -> None:
    routes = caravans_of(read({"camels": ["R1 21-11-12", "R2 33-34", "R1 12-4"]}).extra).routes

    assert [position.name for position in routes.laid] == ["R1 11-21", "R1 11-12", "R2 33-34", "R1 4-12"]
    assert routes.front(0) == 4


def test_the_other_layout_is_known_by_its_spokes() -> None:
    routes = caravans_of(read({"spokes": ["22-23", "32-42", "19-20"], "camels": ["R1 22-23"]}).extra).routes

    assert routes.front(0) == 23


def test_camels_count_for_roads_and_points() -> None:
    state = read({"camels": ["R1 21-11-12"]}, seats={"amira": {"settlements": [11], "roads": ["21-11-12-13"]}})

    assert (state.road_length(0), state.longest, state.points(0)) == (5, 0, 1 + 1 + 2)


def test_a_vote_ends_the_turn_of_the_seat_on_turn_and_its_cards_lie_on_the_table() -> None:
    vote = {
        "bids": {"bilal": "2 wool", "chadi": "none"},
        "ballots": {"bilal": ["R3 30-31", "R1 11-21"], "chadi": "bilal"},
    }
    state = read({"vote": vote}, mover="bilal")
    found = caravans_of(state.extra).vote

    assert found is not None
    assert (state.stage, found.builder, found.bids) == (Stage.INTERLUDE, 1, (None, 2 * WOOL, 0))
    assert found.ballots == (None, Prefer((read_position("R3 30-31"), read_position("R1 11-21"))), Agree(1))
    assert unpack(state.bank) == (19, 19, 17, 19, 19)


@pytest.mark.parametrize(
    ("extra", "path", "says"),
    [
        ({"spokes": ["11-21", "33-34", "20-31"]}, ("spokes",), "the arrows of the oasis point to"),
        ({"camels": ["R1 21-11", "R2 1-99"]}, ("camels", 1), "no path from 1 to 99"),
        (
            {"camels": ["R1 21-11", "R1 21-22"]},
            ("camels", 1),
            "no camel can be laid at R1 21-22; the open positions are R1 10-11",
        ),
        ({"vote": {"bids": {"zora": "1 wool"}}}, ("vote", "bids", "zora"), "there is no seat zora"),
        ({"vote": {"bids": {"amira": "1 ore"}}}, ("vote", "bids", "amira"), "there are no ore cards there"),
        ({"vote": {"bids": {"amira": "many"}}}, ("vote", "bids", "amira"), "there are no many cards there"),
        ({"vote": {"ballots": {"amira": "zora"}}}, ("vote", "ballots", "amira"), "no seat zora to agree with"),
        ({"vote": {"ballots": {"amira": ["R1 1-99"]}}}, ("vote", "ballots", "amira", 0), "no path from 1 to 99"),
        ({"positions": ["R1 11-21"]}, ("positions",), "positions belongs to what is expected"),
    ],
)
def test_what_cannot_be_is_a_fault_at_its_place(extra: dict[str, Any], path: tuple[str | int, ...], says: str) -> None:
    ((where, words),) = faults(extra)

    assert where == ("extra", *path)
    assert says in words


def test_too_many_cards_on_the_table_are_a_fault() -> None:
    assert faults({"vote": {"bids": {"amira": "20 wool"}}})[0][1].startswith("there are 20 wool cards")


def test_between_two_turns_there_is_a_vote_and_only_there() -> None:
    assert faults({}, stage="interlude")[0][0] == ("stage",)
    assert faults({"vote": {}}, stage="turn")[0][0] == ("stage",)


def test_options_say_where_camels_may_lie() -> None:
    with pytest.raises(PositionError, match="no camel can be laid at R1 7-8"):
        read({"camels": ["R1 21-11-10-9-8-7"]}, options={"coast": "no"})


def test_what_differs_is_told_behind_extra() -> None:
    state = read({"camels": ["R1 21-11"], "vote": {"bids": {"amira": "1 wool"}}})

    def differences(**expected: Any) -> list[Mismatch]:
        return list(CARAVAN_CASES.compare(state, {"extra": expected}))

    same = {"camels": ["R1 21-11"], "positions": ["R1 10-11", "R1 11-12", "R2 33-34", "R3 30-31"], "camels-left": 21}
    assert differences(**same, fronts={"R1": 11, "R2": None}, ended=[], vote={"bids": {"amira": "1 wool"}}) == []
    assert differences(camels=["R2 33-34"]) == [Mismatch(("extra", "camels"), "camels", "R2 33-34", "R1 11-21")]
    assert differences(fronts={"R2": 33}) == [
        Mismatch(("extra", "fronts", "R2"), "front of route R2", "33", "not begun")
    ]
    assert differences(ended=["R3"]) == [Mismatch(("extra", "ended"), "routes that have ended", "R3", "none")]
    assert differences(vote=None) == [Mismatch(("extra", "vote"), "vote", "none", "under way")]
    bids = differences(vote={"bids": {"amira": "none", "bilal": "1 wool"}, "ballots": {"amira": ["R3 30-31"]}})
    assert [(found.path[-1], found.expected, found.got) for found in bids] == [
        ("amira", "none", "1 wool"),
        ("bilal", "1 wool", "not laid yet"),
        ("amira", "R3 30-31", "nothing said yet"),
    ]
    assert differences(spokes=["22-23", "32-42", "19-20"])[0].path == ("extra", "spokes")
    assert differences(**{"camels-left": 3})[0].got == "21"
    with pytest.raises(PositionError):
        differences(positions=["R1 1-99"])


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("bid 0", LayOut(0)),
        ("bid 2 wool, 1 grain", LayOut(2 * WOOL + GRAIN)),
        ("prefer none", Prefer(())),
        ("prefer R3 30-31, V1", Prefer((read_position("R3 30-31"), read_position("R1 10-11")))),
        ("agree Bilal", Agree(1)),
        ("camel d", PlaceCamel(read_position("R3 30-31"))),
    ],
)
def test_actions_of_a_vote(text: str, action: object) -> None:
    assert CARAVAN_CASES.read_action(read({"camels": ["R1 21-11"], "vote": {}}), text) == action


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bid 1 ore", "vote-cards"),
        ("bid", "card-count"),
        ("bid 1 gold", "unknown-card"),
        ("prefer e", "unknown-position"),
        ("prefer R1 1-99", "unknown-path"),
        ("agree zora", "nobody-called-so"),
        ("camel none", "unknown-position"),
    ],
)
def test_texts_that_say_nothing(text: str, code: str) -> None:
    with pytest.raises(ActionTextError) as caught:
        CARAVAN_CASES.read_action(read({"camels": ["R1 21-11"], "vote": {}}), text)
    assert caught.value.code == code


def test_actions_of_the_base_game_are_still_there_and_explained() -> None:
    state = read(seats={"amira": {"hand": "1 wool"}})

    assert CARAVAN_CASES.explain(state, "amira", CARAVAN_CASES.read_action(state, "road 0-1")) == "path-apart"
    assert CARAVAN_CASES.explain(state, "amira", CARAVAN_CASES.read_action(state, "bid 1 wool")) == "no-vote"
    assert name_cards(state.hand(0)) == {"wool": 1}
