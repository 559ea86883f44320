"""The set-up: what is drawn, from what, and how evenly."""

from __future__ import annotations

from collections import Counter

import pytest
from oracle.board_rules import TREES
from oracle.desert import COLOURS, LEADERS, SUPPLY, read_position
from oracle.maps import FULL_BOARD, SMALL_BOARD
from oracle.match import KERNEL

from adjudicator.core.table import Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.through_the_desert.editions import EDITIONS

SEATS = ("amira", "bilal", "chadi", "dalia", "emin")
SETUPS = 600
FAR_OFF = 0.25
"""How far a count of 100 or more may be from what is expected, as a part of it: more than four deviations."""


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everything_is_where_the_rules_put_it(seats: int, edition: str) -> None:
    board = SMALL_BOARD if seats < 4 else FULL_BOARD
    state, events = KERNEL.setup(Setting(edition, {}, SEATS[:seats]), SecretChance("setup", bytes(32)))
    start = read_position(KERNEL.dump(state), board)

    assert sorted(start.seats) == sorted(SEATS[:seats])
    assert (start.phase, start.on_move, start.left, start.moves) == ("leaders", start.seats[0], 1, 0)
    assert start.oases < board.palms
    assert len(start.oases) == TREES
    assert start.water.keys() == board.features - start.oases
    assert start.supply == dict.fromkeys(COLOURS[edition], SUPPLY[seats])
    assert all(len(start.leader_colours(seat)) == LEADERS[seats] for seat in start.seats)
    assert not start.occupied()
    returned = [(facts["seat"], facts["colour"]) for kind, facts in events if kind == "leader-returned"]
    assert returned == list(start.returned.items())
    assert sorted(start.returned.values()) == (sorted(COLOURS[edition]) if seats == 5 else [])


@pytest.mark.parametrize("seats", [2, 5])
def test_water_tokens_are_never_more_than_there_are(seats: int) -> None:
    for number in range(40):
        state, _ = KERNEL.setup(Setting("2005", {}, SEATS[:seats]), SecretChance(f"g{number}", bytes(32)))
        values = Counter(state.values)
        del values[0]

        assert set(values) <= {1, 2, 3}
        assert max(values.values()) <= 15
        assert seats == 2 or set(values.values()) == {15}


def test_seat_order_palm_trees_water_and_returned_leaders_are_drawn_evenly() -> None:
    first, spare, water, returned = Counter[str](), Counter[tuple[int, int]](), Counter[int](), Counter[str]()
    for number in range(SETUPS):
        state, _ = KERNEL.setup(Setting("2005", {}, SEATS), SecretChance(f"even-{number}", bytes(32)))
        start = read_position(KERNEL.dump(state), FULL_BOARD)
        first[start.seats[0]] += 1
        spare.update(FULL_BOARD.palms - start.oases)
        water[start.water[0, 5]] += 1
        returned[start.returned["amira"]] += 1

    assert_even(first, SETUPS / 5, 5)
    assert_even(spare, SETUPS * 2 / 7, 7)
    assert_even(water, SETUPS / 3, 3)
    assert_even(returned, SETUPS / 5, 5)


def assert_even(counts: Counter[str] | Counter[int] | Counter[tuple[int, int]], expected: float, kinds: int) -> None:
    assert len(counts) == kinds
    assert all(abs(count - expected) < FAR_OFF * expected for count in counts.values()), counts


def test_the_set_up_depends_on_nothing_but_setting_and_chance() -> None:
    setting = Setting("2005", {}, SEATS)

    one, _ = KERNEL.setup(setting, SecretChance("same", bytes(32)))
    two, _ = KERNEL.setup(setting, SecretChance("same", bytes(32)))
    other, _ = KERNEL.setup(setting, SecretChance("other", bytes(32)))

    assert one == two
    assert one != other


@pytest.mark.parametrize(
    "setting",
    [
        Setting("1998", {}, SEATS[:3]),
        Setting("2005", {}, SEATS[:1]),
        Setting("2005", {}, (*SEATS, "farid")),
        Setting("2005", {"camels": "many"}, SEATS[:3]),
        Setting("2005", {"taken-water": "drunk"}, SEATS[:3]),
    ],
)
def test_a_setting_that_does_not_exist_is_refused(setting: Setting) -> None:
    with pytest.raises(ValueError, match=r"no edition|seats?; the game is for|no option|is one of"):
        KERNEL.setup(setting, SecretChance("refused", bytes(32)))
