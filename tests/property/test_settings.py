"""Every pair of options, with every edition and number of seats: what can be is set up so, what cannot is refused."""

from __future__ import annotations

from itertools import combinations

import pytest
from oracle.desert import read_position
from oracle.field import Field, read_board
from oracle.maps import FULL_BOARD, SMALL_BOARD
from oracle.match import KERNEL
from oracle.settings import VALUES, check_start, clashes

from adjudicator.core.table import Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.through_the_desert.editions import EDITIONS, OPTIONS

SEATS = ("amira", "bilal", "chadi", "dalia", "emin")
EVERY = [(option, value) for option, values in VALUES.items() for value in values]


def pairs() -> list[dict[str, str]]:
    """No option, every value alone, and every two values of two options."""
    two = [dict(pair) for pair in combinations(EVERY, 2) if len(dict(pair)) == len(pair)]
    return [{}, *({name: value} for name, value in EVERY), *two]


def test_every_option_and_value_is_tried() -> None:
    assert {option.name: option.values or VALUES[option.name] for option in OPTIONS} == VALUES


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_pair_is_set_up_or_refused(edition: str, seats: int) -> None:
    house = SMALL_BOARD if seats < 4 else FULL_BOARD
    for number, options in enumerate(pairs()):
        board = house if options.get("side") != "river" or edition == "2005" else river_board(seats)
        setting = Setting(edition, options, SEATS[:seats])
        wrong = list(clashes(edition, setting.seats, options, board))
        # a board made at random has a test of its own
        if options.get("board") == "random" and not wrong:
            continue
        chance = SecretChance(f"{edition}-{seats}-{number}", bytes(32))
        if wrong:
            with pytest.raises(ValueError, match=r"\w") as refusal:
                KERNEL.setup(setting, chance)
            assert any(one in str(refusal.value) and other in str(refusal.value) for one, other in wrong), options
            assert chance.draws == []
        else:
            state, _ = KERNEL.setup(setting, chance)
            check_start(setting.seats, options, read_position(KERNEL.dump(state), board), chance.draws)


def river_board(seats: int) -> Field:
    state, _ = KERNEL.setup(Setting("manual", {"side": "river"}, SEATS[:seats]), SecretChance("river", bytes(32)))
    return read_board(state.table.board)
