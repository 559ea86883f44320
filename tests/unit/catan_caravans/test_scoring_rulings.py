"""Victory, set-up and points with camels: rulings C01 to C13 and C70 to C76, each by its number."""

from __future__ import annotations

from typing import Any

import pytest
from oracle.caravan_positions import BOX_KERNEL, PASS, build_and_end, camel, go_on, grow, kinds, lay_out_camels
from oracle.catan_positions import NOTHING_DRAWN, SEATS, Loaded

from adjudicator.core.table import Setting
from adjudicator.rules.catan.actions import (
    END_TURN,
    PLAY_ROAD_BUILDING,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    MoveRobber,
)
from adjudicator.rules.catan.editions import RobberStart
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.topology import CENTRE, PATH_NAMED
from adjudicator.rules.catan_caravans.editions import EDITIONS, OPTIONS
from adjudicator.rules.catan_caravans.kernel import KERNEL, bonus, weigh
from adjudicator.rules.catan_caravans.state import Caravans

AMIRA, BILAL, CHADI = range(3)
TO_2 = ("R1 11-21", "R1 10-11", "R1 2-10")
NORTH = [(0, 1), (1, 2), (2, 3), (3, 4)]
SOUTH = [(47, 48), (48, 49), (49, 50), (50, 51), (51, 52)]


def set_up(edition: str, **options: str) -> State:
    return KERNEL.setup(Setting(edition, options, SEATS[:3]), Loaded())[0]


def place(state: State, name: str, dice: tuple[int, int] = (1, 1)) -> tuple[State, list[Any]]:
    """The camel that the builder places after a vote without cards."""
    return go_on(state, PASS, PASS, PASS, camel(name), dice=dice)


# C01


def test_c01_the_points_to_win_depend_on_the_edition() -> None:
    assert list(EDITIONS) == ["great-caravan", "box"]
    assert set_up("great-caravan").table.edition.target == 13
    assert set_up("box").table.edition.target == 12
    assert set_up("box", target="13").table.edition.target == 13


def test_every_option_has_its_default_among_its_values() -> None:
    assert all(option.default in option.values for option in OPTIONS)
    assert len({option.name for option in OPTIONS}) == len(OPTIONS)


# C02, C03, C05


def nearly(seat: str, **facts: Any) -> State:
    """Amira has built; ``seat`` has a settlement on 11, where a camel lies, and is a point short of winning."""
    players: dict[str, dict[str, Any]] = {"amira": {}, seat: {"settlements": [11], "cities": [0, 4]}}
    target = "8" if seat == "amira" else "6"
    return build_and_end(players, "R1 11-21", options={"target": target}, **facts)


def test_c05_the_camel_counts_for_the_turn_it_ends() -> None:
    state = nearly("amira")
    assert state.points(AMIRA) == 7

    _, events = place(state, "R1 11-12")

    assert kinds(events) == ["vote-decided", "camel-placed", "game-over"]
    assert events[-1].facts == {"reason": "victory", "winners": ["amira"], "points": 8}


def test_c03_points_of_the_next_seat_win_when_its_turn_begins() -> None:
    _, events = place(nearly("bilal"), "R1 11-12")

    assert kinds(events) == ["vote-decided", "camel-placed", "turn-began", "game-over"]
    assert events[-1].facts["winners"] == ["bilal"]


def test_c03_points_of_a_later_seat_count_at_once_and_win_later() -> None:
    state, events = place(nearly("chadi"), "R1 11-12")

    assert state.points(CHADI) == 6
    assert kinds(events)[2:4] == ["turn-began", "dice-rolled"]
    _, events = go_on(state, END_TURN)
    assert kinds(events) == ["turn-began", "game-over"]


# C04


def test_c04_who_reaches_the_points_needs_no_vote() -> None:
    amira = {"settlements": [53], "cities": [0, 4], "hand": {"ore": 3, "grain": 2}}
    state = lay_out_camels({"amira": amira}, options={"target": "6"})

    _, events = KERNEL.apply(state, "amira", BuildCity(53), NOTHING_DRAWN)

    assert kinds(events) == ["city-built", "game-over"]


# C06


def test_c06_hidden_point_cards_count_by_themselves() -> None:
    players = {"amira": {"settlements": [11], "cities": [0], "cards": {"victory-point": 2}}}
    state = build_and_end(players, "R1 11-21", options={"target": "8"})
    assert state.points(AMIRA) == 7

    assert kinds(place(state, "R1 10-11")[1])[-1] == "game-over"


# C11


def test_c11_the_oasis_in_the_centre_has_no_number() -> None:
    board = set_up("great-caravan").table.board

    assert board.terrains[CENTRE] == "oasis"
    assert [tile for tile, number in enumerate(board.numbers) if not number] == [CENTRE]


# C12


@pytest.mark.parametrize(
    ("edition", "option", "returns"),
    [
        ("great-caravan", "edition", True),
        ("box", "edition", False),
        ("great-caravan", "barred", False),
        ("box", "returns", True),
    ],
)
def test_c12_where_the_robber_starts_and_may_go(edition: str, option: str, returns: bool) -> None:
    state = set_up(edition, robber=option)

    assert state.robber == (CENTRE if returns else None)
    assert state.table.edition.robber_start is (RobberStart.BARREN if returns else RobberStart.ASIDE)
    assert state.table.robber_hexes >> CENTRE & 1 == returns


def test_c12_in_the_box_the_robber_comes_from_beside_the_board() -> None:
    state = lay_out_camels({}, kernel=BOX_KERNEL, robber=None, stage="robber")

    moves = BOX_KERNEL.legal(state, "amira")

    assert {move.hex for move in moves if isinstance(move, MoveRobber)} == set(range(19)) - {CENTRE}


# C13


def test_c13_settlements_may_stand_next_to_the_oasis_which_yields_nothing() -> None:
    hand = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}
    state = lay_out_camels({"amira": {"hand": hand, "settlements": [9], "roads": [(9, 10), (10, 11), (11, 21)]}})

    assert BuildSettlement(21) in KERNEL.legal(state, "amira")
    assert len(state.table.board.yields[21]) == 2


# C70


def extra(*names: str) -> Caravans:
    return Caravans(grow(*names), None)


def test_c70_a_building_between_two_camels_counts_one_more() -> None:
    players: dict[str, Any] = {"amira": {"settlements": [11]}, "bilal": {"cities": [10]}}
    state = lay_out_camels(players, *TO_2)

    assert [state.points(seat) for seat in (AMIRA, BILAL)] == [2, 3]
    assert [dict(score.parts)["caravan"] for score in KERNEL.scores(state)] == [1, 1, 0]


def test_c70_camels_of_two_routes_do_as_well_and_three_count_no_more() -> None:
    b_to_24 = ("R2 33-34", "R2 34-35", "R2 24-35")
    side = extra("R1 11-21", "R1 11-12", "R1 12-13", "R1 13-23", *b_to_24, "R2 23-24", "R1 22-23")

    assert bonus(side, 1 << 23) == 1
    assert bonus(side, 1 << 23 | 1 << 12 | 1 << 0) == 2


# C71


def test_c71_building_there_later_may_win_on_the_spot() -> None:
    amira = {
        "hand": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
        "roads": [(10, 11)],
        "cities": [0, 4],
    }
    state = lay_out_camels({"amira": amira}, *TO_2, options={"target": "6"})

    _, events = KERNEL.apply(state, "amira", BuildSettlement(11), NOTHING_DRAWN)

    assert kinds(events) == ["settlement-built", "game-over"]


# C72


def test_c72_one_camel_is_not_enough() -> None:
    assert bonus(extra(*TO_2), 1 << 21 | 1 << 2) == 0
    assert bonus(extra("R1 11-21"), 1 << 11 | 1 << 21) == 0


# C73


def test_c73_three_roads_and_two_camels_make_five() -> None:
    state = lay_out_camels({"amira": {"roads": NORTH[:3]}}, *TO_2, "R1 1-2", "R1 0-1")

    assert state.road_length(AMIRA) == 5


def test_c73_the_best_trail_is_the_heaviest() -> None:
    roads = [(1, 2), (0, 1), (0, 8), (2, 10), (9, 10), (2, 3)]
    one = ("R1 11-21", "R1 11-12", "R1 4-12", "R1 3-4", "R1 2-3")
    other = ("R3 30-31", "R3 29-30", "R3 18-29", "R3 18-19", "R3 9-19", "R3 9-10")

    assert lay_out_camels({"amira": {"roads": roads}}).road_length(AMIRA) == 5
    assert lay_out_camels({"amira": {"roads": roads}}, *one).road_length(AMIRA) == 5
    assert lay_out_camels({"amira": {"roads": roads}}, *one, *other).road_length(AMIRA) == 6


def test_c73_only_paths_with_a_camel_weigh_two() -> None:
    weights = weigh(extra(*TO_2))

    assert [name for name, path in PATH_NAMED.items() if weights[path] == 2] == ["2-10", "10-11", "11-21"]
    assert set(weights) == {1, 2}


# C74, C75


def contest(*camels: str, **facts: Any) -> State:
    """Amira holds the longest road with five, and has built; bilal has four roads in the north."""
    players = {"amira": {"roads": SOUTH}, "bilal": {"roads": NORTH, "cities": [20]}}
    return build_and_end(players, *TO_2, *camels, longest="amira", **facts)


def test_c74_the_holder_keeps_a_tie() -> None:
    state, events = place(contest(), "R1 1-2")

    assert [state.road_length(seat) for seat in (AMIRA, BILAL)] == [5, 5]
    assert "longest-road" not in kinds(events)
    assert state.longest == AMIRA


def test_c74_if_the_holder_is_cut_and_two_others_tie_nobody_has_it() -> None:
    players = {
        "amira": {"hand": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}, "roads": [(41, 49)]},
        "bilal": {"roads": SOUTH},
        "chadi": {"roads": NORTH[:3]},
        "dalia": {"roads": [(26, 37), (36, 37), (36, 46), (45, 46), (45, 53)]},
    }
    state = lay_out_camels(players, *TO_2, "R1 1-2", "R1 0-1", longest="bilal", count=4)

    state, events = go_on(state, BuildSettlement(49))

    assert [state.road_length(seat) for seat in range(4)] == [1, 3, 5, 5]
    assert events[-1].facts == {"seat": None, "from": "bilal", "length": 5}


def test_c75_a_camel_passes_the_longest_road_on_at_once() -> None:
    state, events = place(contest("R1 1-2"), "R1 0-1")

    assert kinds(events) == ["vote-decided", "camel-placed", "longest-road", "turn-began", "dice-rolled"]
    assert events[2].facts == {"seat": "bilal", "from": "amira", "length": 6}
    assert (state.longest, state.points(BILAL)) == (BILAL, 4)


def test_c75_it_wins_when_the_turn_of_its_new_holder_begins() -> None:
    players = {"amira": {"roads": SOUTH}, "bilal": {"roads": NORTH, "cities": [20, 30]}}
    state = build_and_end(players, *TO_2, "R1 1-2", longest="amira", options={"target": "6"})

    _, events = place(state, "R1 0-1")

    assert kinds(events)[2:] == ["longest-road", "turn-began", "game-over"]


# C76


def test_c76_a_doubled_road_is_one_piece() -> None:
    amira = {"settlements": [0], "roads": [(0, 1)], "cards": {"road-building": 1}}
    state = lay_out_camels({"amira": amira}, *TO_2, "R1 1-2")

    state, _ = go_on(state, PLAY_ROAD_BUILDING, BuildRoad(PATH_NAMED["1-2"]), BuildRoad(PATH_NAMED["2-10"]))

    assert state.roads(AMIRA).bit_count() == 3
    assert state.road_length(AMIRA) == 5
