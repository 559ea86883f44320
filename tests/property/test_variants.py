"""River, face-down water, serpentine order and boards of any shape: the kernel and the oracle agree on everything."""

from __future__ import annotations

from collections import Counter

import pytest
from oracle.dice import Dice
from oracle.encounters import BY_FACE_DOWN, BY_RIVER, meet
from oracle.hexes import Hex, around, neighbours
from oracle.maps import DRAWN
from oracle.match import resume
from oracle.positions import (
    besieged_position,
    empty_table,
    put_leader,
    random_field,
    sparse_position,
    turn_down,
    with_river,
)

BOARDS = [*DRAWN.values()]
POSITIONS = 400
OFTEN = 3


@pytest.mark.slow
def test_every_camel_at_a_river_or_on_water_brings_what_the_rules_say() -> None:
    met: Counter[str] = Counter()
    for seed in range(POSITIONS):
        dice = Dice("variant", seed)
        board = with_river(random_field(dice) if seed % 4 < 2 else dice.pick(BOARDS), dice)
        oracle = sparse_position(board, dice) if seed % 3 else besieged_position(board, dice)
        oracle = turn_down(oracle) if seed % 2 else oracle
        match = resume(oracle)
        assert oracle.on_move is not None
        for move in oracle.legal(oracle.on_move):
            trial = match.fork()
            met.update(meet(oracle, move, trial.play(move), trial.oracle))

    assert {kind for kind, times in met.items() if times >= OFTEN} >= BY_RIVER.keys() | BY_FACE_DOWN.keys(), met


def test_tokens_of_several_areas_are_drawn_area_by_area_and_under_the_camel_first() -> None:
    gap: Hex = (5, 2)
    pockets = set(neighbours(gap)[::2])
    oracle = empty_table(DRAWN["plain"], 2, 20, set(), dict.fromkeys({gap, *pockets}, 1))
    put_leader(oracle, "amira", "pink", neighbours(gap)[1])
    oracle.camels["amira", "pink"] |= around(pockets) - {gap}
    put_leader(oracle, "bilal", "green", (0, 0))
    match = resume(turn_down(oracle))

    match.play(("camel", "pink", gap))

    assert [draw.label for draw in match.draws] == [("water", word) for word in ("F3", "E3", "F2", "G3")]
    assert [draw.below for draw in match.draws] == [45, 44, 43, 42]
    assert all(draw.hidden and draw.epoch == oracle.moves + 1 for draw in match.draws)
