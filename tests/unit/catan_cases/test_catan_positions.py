"""Positions of Catan as CASE files write them: what is left unsaid, what follows from the rest, what cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from oracle.catan_positions import KERNEL, SEATS, lay_out

from adjudicator.core.notation import Path, PositionError
from adjudicator.core.table import Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.catan.cards import unpack
from adjudicator.rules.catan.cases import CatanCases
from adjudicator.rules.catan.state import Stage, State

BENCH = CatanCases()
AMIRA, BILAL, CHADI = range(3)


def read(content: Mapping[str, Any], count: int = 3) -> State:
    return BENCH.read_position(content, Setting("base", {"board": "beginners"}, SEATS[:count]))


def differences(state: State, expected: Mapping[str, Any]) -> list[tuple[Path, str, str]]:
    return [(found.path, found.expected, found.got) for found in BENCH.compare(state, expected)]


def test_what_is_left_unsaid_is_simple() -> None:
    state = read({})

    assert state == lay_out({})
    assert (state.stage, state.mover, state.turn, state.dice) == (Stage.TURN, AMIRA, 1, 8)
    assert unpack(state.bank) == (19,) * 5
    assert unpack(state.deck) == (14, 5, 2, 2, 2)


def test_a_written_position_is_the_one_that_was_meant() -> None:
    roads = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    amira = {"settlements": [0], "cities": [4], "roads": roads, "hand": {"wool": 2, "ore": 1}, "cards": {"knight": 1}}
    bilal = {"hand": {"grain": 9}, "played": {"knight": 3}}
    meant = lay_out({"amira": amira, "bilal": bilal}, robber="E", turn=7, longest="amira", largest="bilal")

    written = read(
        {
            "turn": 7,
            "robber": "E",
            "seats": {
                "amira": {
                    "settlements": [0],
                    "cities": [4],
                    "roads": ["0-1-2-3", "4-3", "4-5"],
                    "hand": "2 wool ore",
                    "cards": {"knight": 1},
                },
                "bilal": {"hand": "9 grain", "played": "3 knight"},
            },
        }
    )

    assert written == meant


def as_written(saved: Mapping[str, Any]) -> dict[str, Any]:
    """A saved position as a CASE file says it whole."""
    shared = ("stage", "mover", "turn", "dice", "robber", "longest", "largest", "bank", "deck", "built", "ahead")
    seats = {
        name: {**seat, "fresh": saved["new"]} if name == saved["mover"] else dict(seat)
        for name, seat in saved["seats"].items()
    }
    content: dict[str, Any] = {key: saved[key] for key in shared}
    content |= {"card-played": saved["card_played"], "free-roads": saved["free_roads"], "seats": seats}
    return content if saved["anchor"] is None else {**content, "anchor": saved["anchor"]}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("stride", [1, 7, 13, 29, 101])
def test_every_position_of_a_game_can_be_written_and_is_recognized(stride: int) -> None:
    chance = SecretChance(f"written-{stride}", bytes(32))
    state, _ = KERNEL.setup(Setting("base", {"board": "beginners"}, SEATS), chance)
    for number in range(300):
        decisions = KERNEL.decisions(state)
        if not decisions:
            break
        seat = decisions[-1].seat
        legal = KERNEL.legal(state, seat)
        state, _ = KERNEL.apply(state, seat, legal[(number * stride) % len(legal)], chance)
        saved: dict[str, Any] = {**KERNEL.dump(state)}
        content = as_written(saved)
        again = BENCH.read_position(content, Setting("base", {"board": "beginners"}, state.table.seats))

        assert differences(state, content) == []
        untold = {key: saved[key] for key in ("steals", "rolls", "course")}
        assert {**KERNEL.dump(again), **untold} == saved


def test_the_set_up_goes_on_where_the_settlements_say() -> None:
    one = {"settlements": [10], "roads": ["10-11"]}

    assert read({"stage": "settlement"}).mover == AMIRA
    assert read({"stage": "settlement", "seats": {"amira": one}}).mover == BILAL
    waiting = read({"stage": "road", "seats": {"amira": one, "bilal": {"settlements": [20]}}})
    assert (waiting.mover, differences(waiting, {"anchor": 20})) == (BILAL, [])
    three = {"amira": one, "bilal": {"settlements": [20]}, "chadi": {"settlements": [30]}}
    assert read({"stage": "settlement", "seats": three}).mover == CHADI


def test_awards_go_to_who_alone_has_most() -> None:
    five = {"roads": ["0-1-2-3-4-5"]}
    six = {"roads": ["16-17-18-19-20-21-22"]}

    assert read({"seats": {"amira": five}}).longest == AMIRA
    assert read({"seats": {"amira": five, "bilal": six}}).longest == BILAL
    assert read({"seats": {"amira": {"roads": ["0-1-2-3-4"]}}}).longest is None
    assert read({"seats": {"amira": five}, "longest": None}).longest is None
    assert read({"seats": {"bilal": {"played": "3 knight"}}}).largest == BILAL


def test_bank_and_deck_have_what_nobody_has_unless_told_otherwise() -> None:
    seats = {"amira": {"hand": "2 ore"}, "bilal": {"cards": "1 knight", "played": "2 knight"}}

    assert unpack(read({"seats": seats}).bank) == (19, 19, 19, 19, 17)
    assert unpack(read({"seats": seats, "bank": {"wool": 3}}).bank) == (19, 19, 3, 19, 17)
    assert unpack(read({"seats": seats, "bank": "3 wool"}).bank) == (0, 0, 3, 0, 0)
    assert unpack(read({"seats": seats}).deck) == (11, 5, 2, 2, 2)
    assert unpack(read({"seats": seats, "deck": "none"}).deck) == (0, 0, 0, 0, 0)


def test_after_a_seven_who_has_too_many_cards_owes_half() -> None:
    seats = {"amira": {"hand": "9 ore"}, "bilal": {"hand": "8 wool", "owes": 0}}

    assert [read({"stage": "discard", "seats": seats}).owes(seat) for seat in range(3)] == [4, 0, 0]


def test_the_board_may_be_changed() -> None:
    board = {"terrain": {"A": "desert"}, "numbers": {"B": 6, "C": None}, "harbours": {"0-1": "ore"}}
    state = read({"board": board})

    assert differences(state, {"board": {**board, "numbers": {"A": None, "B": 6, "C": None, "D": 12}}}) == []
    assert read({"robber": None}).robber is None
    assert state.robber == 0  # the first desert


@pytest.mark.parametrize(
    ("content", "path", "says"),
    [
        ({"seats": {"zora": {}}}, ("seats", "zora"), "there is no seat zora; the seats are amira, bilal and chadi"),
        ({"mover": "zora"}, ("mover",), "there is no seat zora"),
        ({"longest": "zora"}, ("longest",), "there is no seat zora"),
        ({"robber": "Z"}, ("robber",), "there is no hex Z; they are lettered A to S"),
        ({"anchor": 54}, ("anchor",), "there is no intersection 54"),
        (
            {"seats": {"amira": {"settlements": [3, 54]}}},
            ("seats", "amira", "settlements", 1),
            "there is no intersection 54; they are numbered 0 to 53",
        ),
        (
            {"seats": {"amira": {"roads": ["0-1-3"]}}},
            ("seats", "amira", "roads", 0),
            "there is no path from 1 to 3",
        ),
        (
            {"seats": {"amira": {"hand": "2 stone"}}},
            ("seats", "amira", "hand"),
            "there are no stone cards there; the kinds are brick, lumber, wool, grain and ore",
        ),
        (
            {"seats": {"amira": {"cards": {"ore": 2}}}},
            ("seats", "amira", "cards", "ore"),
            "there are no ore cards there; the kinds are knight, victory-point,",
        ),
        ({"bank": "many ore,"}, ("bank",), "there are no many cards there"),
        ({"bank": "2"}, ("bank",), "'2' is not a list of cards; write for example '2 wool, 1 ore', or none"),
        ({"bank": ""}, ("bank",), "nothing stands there"),
        ({"deck": {"joker": 1}}, ("deck", "joker"), "there are no joker cards there"),
        (
            {"seats": {"amira": {"settlements": [3]}, "bilal": {"cities": [3]}}},
            ("seats", "bilal", "cities", 0),
            "intersection 3 holds amira's settlement and bilal's city",
        ),
        (
            {"seats": {"amira": {"roads": ["0-1-2"]}, "bilal": {"roads": ["2-1"]}}},
            ("seats", "bilal", "roads", 0),
            "path 1-2 holds amira's road and bilal's road",
        ),
        (
            {"seats": {"amira": {"settlements": [0, 2, 4, 6, 8, 10]}}},
            ("seats", "amira", "settlements"),
            "amira has 6 settlements, and there are 5 for each seat",
        ),
        (
            {"seats": {"amira": {"cities": [0, 2, 4, 6, 8]}}},
            ("seats", "amira", "cities"),
            "amira has 5 cities, and there are 4 for each seat",
        ),
        (
            {"seats": {"amira": {"roads": ["0-1-2-3-4-5-6", "16-17-18-19-20-21-22-23-24-25-26"]}}},
            ("seats", "amira", "roads"),
            "amira has 16 roads, and there are 15 for each seat",
        ),
        (
            {"seats": {"amira": {"hand": "12 ore"}, "bilal": {"hand": "8 ore"}}},
            ("seats",),
            "there are 20 ore cards in this position, and the game has 19",
        ),
        (
            {"bank": {"ore": 19}, "seats": {"amira": {"hand": "1 ore"}}},
            ("bank",),
            "there are 20 ore cards in this position, and the game has 19",
        ),
        (
            {"seats": {"amira": {"cards": "2 monopoly"}, "bilal": {"played": "1 monopoly"}}},
            ("seats",),
            "there are 3 monopoly cards in this position, and the game has 2",
        ),
        (
            {"seats": {"amira": {"fresh": "1 knight"}}},
            ("seats", "amira", "fresh"),
            "fresh cards are among the cards in hand (cards), and these are not",
        ),
        (
            {"seats": {"bilal": {"cards": "1 knight", "fresh": "1 knight"}}},
            ("seats", "bilal", "fresh"),
            "bilal is not on turn and can have bought nothing in it",
        ),
        (
            {"seats": {"amira": {"road-length": 5}}},
            ("seats", "amira", "road-length"),
            "road-length belongs to what is expected, not to a position",
        ),
        (
            {"seats": {"amira": {"roads": ["0-1-2-3-4-5"]}, "bilal": {"roads": ["16-17-18-19-20-21"]}}},
            ("seats",),
            "amira and bilal have 5 each; say who holds the longest road (longest: a seat, or null)",
        ),
        (
            {"seats": {"amira": {"played": "3 knight"}, "bilal": {"played": "3 knight"}}},
            ("seats",),
            "amira and bilal have 3 each; say who holds the largest army (largest: a seat, or null)",
        ),
        ({"stage": "discard"}, ("stage",), "nobody has cards to discard"),
        ({"stage": "interlude"}, ("stage",), "in this game nothing comes between two turns"),
        ({"stage": "road"}, ("stage",), "with 0 settlements on the board no road is due"),
        (
            {"stage": "road", "seats": {"amira": {"settlements": [10], "roads": ["10-11"]}}},
            ("stage",),
            "say at which settlement the road is due (anchor)",
        ),
        ({"seats": {"amira": {"owes": 1}}}, ("seats", "amira", "owes"), "amira has 0 cards and cannot discard 1"),
        (
            {"seats": {"amira": {"hand": "9 ore", "owes": 4}}},
            ("seats", "amira", "owes"),
            "cards are owed while discards are due (stage: discard) and not else",
        ),
        ({"ahead": [[1, 1]] * 4}, ("ahead",), "dice are published for 3 turns at most"),
        ({"board": {"terrain": {"Z": "hills"}}}, ("board", "terrain", "Z"), "there is no hex Z"),
        ({"board": {"terrain": {"A": "sea"}}}, ("board", "terrain", "A"), "there is no terrain sea; there are hills,"),
        ({"board": {"terrain": {"J": "hills"}}}, ("board", "terrain"), "no hex of the board is desert"),
        ({"board": {"numbers": {"J": 5}}}, ("board", "numbers", "J"), "J is desert and has no number"),
        ({"board": {"numbers": {"A": 7}}}, ("board", "numbers", "A"), "there is no number token 7"),
        ({"board": {"harbours": {"1-2": "ore"}}}, ("board", "harbours", "1-2"), "1-2 has no harbour; they are at 0-1,"),
        ({"board": {"harbours": {"0-1": "gold"}}}, ("board", "harbours", "0-1"), "there is no harbour for gold"),
        ({"extra": {"camels": 1}}, ("extra",), "this game has nothing beyond the base game"),
    ],
)
def test_what_cannot_be_is_told_at_its_place(content: Mapping[str, Any], path: Path, says: str) -> None:
    with pytest.raises(PositionError) as caught:
        read(content)

    assert [fault.path for fault in caught.value.faults] == [path]
    assert caught.value.faults[0].says.startswith(says)


def test_all_faults_of_a_kind_are_told_at_once() -> None:
    with pytest.raises(PositionError) as caught:
        read({"robber": "Z", "mover": "zora", "seats": {"amira": {"hand": "gold", "settlements": [60]}}})

    assert len(caught.value.faults) == 4


def test_pieces_stand_where_no_rule_would_let_them() -> None:
    state = read({"seats": {"amira": {"settlements": [3], "roads": ["40-41"]}, "bilal": {"settlements": [4]}}})

    assert (state.settlements(AMIRA), state.settlements(BILAL)) == (1 << 3, 1 << 4)


@pytest.mark.parametrize(
    ("expected", "path", "said", "got"),
    [
        ({"stage": "robber"}, ("stage",), "robber", "turn"),
        ({"mover": "bilal"}, ("mover",), "bilal", "amira"),
        ({"turn": 2}, ("turn",), "2", "1"),
        ({"dice": 7}, ("dice",), "7", "8"),
        ({"ahead": [[1, 2]]}, ("ahead", 0), "1 and 2", "none"),
        ({"anchor": 3}, ("anchor",), "3", "none"),
        ({"robber": None}, ("robber",), "beside the board", "J"),
        ({"longest": "bilal"}, ("longest",), "bilal", "amira"),
        ({"largest": "amira"}, ("largest",), "amira", "nobody"),
        ({"card-played": True}, ("card-played",), "yes", "no"),
        ({"free-roads": 1}, ("free-roads",), "1", "0"),
        ({"built": 1}, ("built",), "1", "0"),
        ({"bank": {"ore": 1}}, ("bank",), *("19 brick, 19 lumber, 17 wool, 19 grain, 1 ore",
            "19 brick, 19 lumber, 17 wool, 19 grain, 18 ore")),
        ({"deck": "1 knight"}, ("deck",), *("1 knight",
            "13 knight, 5 victory-point, 2 road-building, 2 year-of-plenty, 2 monopoly")),
        ({"board": {"terrain": {"A": "hills"}}}, ("board", "terrain", "A"), "hills", "mountains"),
        ({"board": {"numbers": {"A": None}}}, ("board", "numbers", "A"), "none", "10"),
        ({"board": {"harbours": {"0-1": "ore"}}}, ("board", "harbours", "0-1"), "ore", "any"),
        ({"seats": {"amira": {"hand": "2 wool"}}}, ("seats", "amira", "hand"), "2 wool", "2 wool, 1 ore"),
        ({"seats": {"amira": {"cards": "none"}}}, ("seats", "amira", "cards"), "none", "1 knight"),
        ({"seats": {"amira": {"fresh": "none"}}}, ("seats", "amira", "fresh"), "none", "1 knight"),
        ({"seats": {"amira": {"played": "1 knight"}}}, ("seats", "amira", "played"), "1 knight", "none"),
        ({"seats": {"amira": {"settlements": []}}}, ("seats", "amira", "settlements"), "none", "0"),
        ({"seats": {"amira": {"cities": [0]}}}, ("seats", "amira", "cities"), "0", "4"),
        ({"seats": {"amira": {"roads": ["0-1"]}}}, ("seats", "amira", "roads"), "0-1", "0-1, 1-2, 2-3, 3-4, 4-5"),
        ({"seats": {"amira": {"owes": 1}}}, ("seats", "amira", "owes"), "1", "0"),
        ({"seats": {"amira": {"road-length": 4}}}, ("seats", "amira", "road-length"), "4", "5"),
        ({"seats": {"amira": {"rates": {"ore": 4}}}}, ("seats", "amira", "rates"), *(
            "3 brick, 3 lumber, 3 wool, 2 grain, 4 ore", "3 brick, 3 lumber, 3 wool, 2 grain, 3 ore")),
    ],
)  # fmt: skip
def test_each_key_is_compared(expected: Mapping[str, Any], path: Path, said: str, got: str) -> None:
    amira = {"settlements": [0], "cities": [4], "roads": ["0-1-2-3-4-5"], "hand": "2 wool, 1 ore"}
    state = read({"seats": {"amira": {**amira, "cards": "1 knight", "fresh": "1 knight"}}})

    assert differences(state, expected) == [(path, said, got)]


def test_what_is_not_spoken_of_may_be_anything() -> None:
    state = read({"seats": {"amira": {"hand": "2 wool, 1 ore"}}})

    assert differences(state, {}) == []
    assert differences(state, {"seats": {"amira": {"hand": {"wool": 2}}}, "bank": {"wool": 17}}) == []


@pytest.mark.parametrize(
    "expected", [{"seats": {"zora": {}}}, {"extra": {"camels": 1}}, {"board": {"numbers": {"Z": 2}}}]
)
def test_an_expectation_about_nothing_is_a_fault(expected: Mapping[str, Any]) -> None:
    with pytest.raises(PositionError):
        BENCH.compare(read({}), expected)
