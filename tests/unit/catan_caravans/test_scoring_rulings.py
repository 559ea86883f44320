"""Victory, set-up and points with camels: rulings C01 to C13 and C71 to C73, where CASE files do not tell it."""

from __future__ import annotations

import pytest
from oracle.caravan_positions import BOX_KERNEL, grow, kinds, lay_out_camels
from oracle.catan_positions import NOTHING_DRAWN, SEATS, Loaded

from adjudicator.core.table import Setting
from adjudicator.rules.catan.actions import (
    BuildCity,
    BuildSettlement,
    MoveRobber,
)
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.topology import CENTRE, PATH_NAMED
from adjudicator.rules.catan_caravans.editions import EDITIONS, OPTIONS
from adjudicator.rules.catan_caravans.kernel import KERNEL, weigh
from adjudicator.rules.catan_caravans.state import Caravans

TO_2 = ("R1 11-21", "R1 10-11", "R1 2-10")


def set_up(edition: str, **options: str) -> State:
    return KERNEL.setup(Setting(edition, options, SEATS[:3]), Loaded())[0]


# C01


def test_c01_the_points_to_win_depend_on_the_edition() -> None:
    assert list(EDITIONS) == ["great-caravan", "box"]
    assert set_up("great-caravan").table.edition.target == 13
    assert set_up("box").table.edition.target == 12
    assert set_up("box", target="13").table.edition.target == 13


def test_every_option_has_its_default_among_its_values() -> None:
    assert all(option.default in option.values for option in OPTIONS)
    assert len({option.name for option in OPTIONS}) == len(OPTIONS)


# C04


def test_c04_who_reaches_the_points_needs_no_vote() -> None:
    amira = {"settlements": [53], "cities": [0, 4], "hand": {"ore": 3, "grain": 2}}
    state = lay_out_camels({"amira": amira}, options={"target": "6"})

    _, events = KERNEL.apply(state, "amira", BuildCity(53), NOTHING_DRAWN)

    assert kinds(events) == ["city-built", "game-over"]


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


def extra(*names: str) -> Caravans:
    return Caravans(grow(*names), None)


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


# C73


def test_c73_only_paths_with_a_camel_weigh_two() -> None:
    weights = weigh(extra(*TO_2))

    assert [name for name, path in PATH_NAMED.items() if weights[path] == 2] == ["2-10", "10-11", "11-21"]
    assert set(weights) == {1, 2}
