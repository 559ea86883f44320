"""Which settings can be: every refusal names both sides of what cannot be together."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from adjudicator.core.table import Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.state import State

SEATS = ("amira", "bilal", "carla", "dario", "emine")
PALMS = "B8,D3,H11,J3,M7"


def set_up(seats: int, options: Mapping[str, str], edition: str = "manual") -> State:
    return GAME.kernel.setup(Setting(edition, options, SEATS[:seats]), SecretChance("setting", bytes(32)))[0]


@pytest.mark.parametrize(
    ("edition", "seats", "options", "said"),
    [
        ("2005", 4, {"side": "river"}, "side=river does not go with edition 2005"),
        ("manual", 4, {"returned-leaders": "choice"}, "returned-leaders=choice means nothing with 4 seats"),
        ("manual", 2, {"returned-leaders": "random"}, "returned-leaders=random means nothing with 2 seats"),
        ("manual", 3, {"sid": "river"}, "no option 'sid' (did you mean side?); there are "),
        ("manual", 1, {}, "1 seat; the game is for 2 to 5"),
        ("manual", 3, {"first-leader": "bind"}, "first-leader=bind means nothing with 3 seats"),
        (
            "manual",
            3,
            {"water": "face-down", "taken-water": "shown"},
            "taken-water=shown does not go with water=face-down",
        ),
        ("manual", 3, {"palms": PALMS, "board": "random"}, f"palms={PALMS} does not go with board=random"),
        (
            "manual",
            3,
            {"palms": "B8,D3,H11,J3"},
            'palms=B8,D3,H11,J3 does not fit the board "Small board (2 and 3 seats)"',
        ),
        ("manual", 3, {"palms": "B8,D3,H11,J3,J3"}, "which are B8, D3, H11, J3, M7 and Q3; it names 4 different ones"),
        ("manual", 3, {"palms": "B8,D3,H11,J3,W10"}, "which are B8, D3, H11, J3, M7 and Q3; W10 is not one of them"),
        ("manual", 3, {"palms": "B8,D3,H11,J3,"}, "it names 4 different ones"),
        ("manual", 3, {"board": "small"}, "option board is house, random, or the text of a board file"),
        ("manual", 3, {"first-seat": "dario"}, "first-seat=dario fits none of the seats amira, bilal and carla"),
    ],
)
def test_what_cannot_be_is_refused_by_name(edition: str, seats: int, options: Mapping[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        set_up(seats, options, edition)


def test_named_palm_spaces_get_the_trees_and_nothing_is_drawn_for_them() -> None:
    chance = SecretChance("setting", bytes(32))
    state, _ = GAME.kernel.setup(Setting("2005", {"palms": "m7, B8 D3,h11,J3"}, SEATS[:3]), chance)

    assert state.table.board.grid.names_of(state.oases) == PALMS.split(",")
    assert {draw.label[0] for draw in chance.draws} == {"seat", "water"}
    assert state.values[state.table.board.grid.index_of["Q3"]] in {1, 2, 3}


def test_a_palm_space_of_the_strip_can_be_named_where_the_strip_is_used() -> None:
    state = set_up(4, {"palms": "B8,D3,H11,J3,W10"})
    assert "W10" in state.table.board.grid.names_of(state.oases)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_named_seat_begins_and_the_others_are_drawn(seats: int) -> None:
    orders = set()
    for number in range(40):
        setting = Setting("2005", {"first-seat": "bilal"}, SEATS[:seats])
        state, _ = GAME.kernel.setup(setting, SecretChance(f"g{number}", bytes(32)))
        assert state.table.seats[0] == "bilal"
        assert sorted(state.table.seats) == sorted(SEATS[:seats])
        orders.add(state.table.seats)
    assert len(orders) == {2: 1, 3: 2, 4: 6, 5: 24}[seats] or (seats == 5 and len(orders) > 12)


def test_options_without_meaning_are_in_no_state() -> None:
    assert "returned-leaders" not in dict(set_up(4, {}).table.options)
    assert dict(set_up(5, {}).table.options)["first-leader"] == "waive"


def test_a_state_of_the_first_version_of_the_rules_is_read() -> None:
    new = GAME.kernel.dump(set_up(4, {"taken-water": "shown"}))
    old = {key: value for key, value in new.items() if key not in {"crossed", "trail"}}
    old["options"] = {"returned-leaders": "random", "first-leader": "waive", "taken-water": "shown"}

    state = GAME.kernel.load(old)

    assert (state.crossed, state.trail) == (0, ())
    assert not any((state.table.taken_hidden, state.table.face_down, state.table.serpentine))
